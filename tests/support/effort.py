"""How much a run of the tests tries: `make test` a part that takes minutes, `make test-all` everything."""

from __future__ import annotations

import os
from typing import Final

THOROUGH: Final = bool(os.environ.get("THOROUGH"))
"""Whether this is `make test-all`."""


def examples(usual: int, *, thorough: int) -> int:
    """Return how many examples a test tries."""
    return thorough if THOROUGH else usual
