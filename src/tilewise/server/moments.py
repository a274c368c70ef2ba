"""The server's time: milliseconds since 1970 that never jump while a process runs.

A machine's clock can be set while the server runs. Moments are therefore counted from its value at the start with
the clock that only runs forward.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the moment."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class SteadyClock:
    """The machine's clock at the start, and the time that has passed since."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return (self._start + time.monotonic_ns()) // 1_000_000
