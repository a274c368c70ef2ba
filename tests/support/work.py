"""How much work a function does, in calls: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

CALLS_PER_MILLISECOND = 5_000
"""About as many as a usual machine manages."""


class TooMuchWork(AssertionError):
    """A function made more calls than it may; it was interrupted."""


def calls_of(function: Callable[[], object], most: int) -> int:
    """Return how many calls a function makes; raises TooMuchWork as soon as there are more than `most`."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        if event in ("call", "c_call"):
            calls += 1
            if calls > most:
                raise TooMuchWork(f"more than {most:,} calls")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls
