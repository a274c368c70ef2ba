"""The server's time: milliseconds since 1970 that never jump while a process runs.

A machine's clock can be set while the server runs. Time is therefore counted from its value at the start, with the
monotonic clock. It can also be set back between two runs, or differ between machines: a server whose clock is behind
the latest time in the database continues from that time (`catch_up`), because time in an event log never runs
backwards, and a table would stand still until the clock has caught up.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""
        ...


class SteadyClock:
    """The machine's time at the start, plus the time that has passed since."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def catch_up(self, earliest: int) -> int:
        """Move the clock forward if it is before `earliest`; return by how many milliseconds."""
        behind = max(0, earliest - self.now())
        self._start += behind * 1_000_000
        return behind

    def now(self) -> int:
        """Return the milliseconds since 1970."""
        return (self._start + time.monotonic_ns()) // 1_000_000
