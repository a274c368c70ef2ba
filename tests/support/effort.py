"""How much a run of the tests tries: `make test` a part that takes minutes, `make test-all` everything."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any, Final

import pytest

THOROUGH: Final = bool(os.environ.get("THOROUGH"))
"""Whether this is `make test-all`."""


def examples(usual: int, *, thorough: int) -> int:
    """Return how many examples a test tries."""
    return thorough if THOROUGH else usual


def usually(some: Collection[Any], every: Iterable[Any]) -> list[Any]:
    """Return the parameters of a test: `make test` tries some of them, `make test-all` every one."""
    rest = pytest.mark.thorough
    return [
        each if each in some else pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=rest)
        for each in every
    ]
