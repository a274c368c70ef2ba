"""Hypothesis: `make test` tries the same examples every time, `make test-all` other ones on every run."""

from __future__ import annotations

from typing import Final

import hypothesis.core
from hypothesis import HealthCheck, settings
from hypothesis.vendor import pretty

from tests.support.effort import THOROUGH

NOT_CHECKED: Final = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
"""Checks that a busy machine or unlucky examples would fail."""

_ALWAYS: Final = settings(
    deadline=None,
    suppress_health_check=NOT_CHECKED,
    # What one run finds does not change the next one: a failure is printed with the line that reproduces it.
    database=None,
    print_blob=THOROUGH,
)

settings.register_profile("usual", _ALWAYS, derandomize=True, max_examples=100)
settings.register_profile("thorough", _ALWAYS, derandomize=False, max_examples=500)


def load() -> None:
    """Load the profile of this run; tests have no settings of their own but numbers of examples (`effort.examples`)."""
    settings.load_profile("thorough" if THOROUGH else "usual")
    # The pytest plugin of schemathesis replaces the printer by one that leaves out the values of failing examples.
    hypothesis.core.RepresentationPrinter = pretty.RepresentationPrinter  # type: ignore[attr-defined]
