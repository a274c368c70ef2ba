"""The server's time: milliseconds since 1970 that never jump while a process runs.

A machine's clock can be set while the server runs. Moments are therefore counted from its value at the start with
the clock that only runs forward. It can also be set back between two runs, or differ between machines: a server
whose clock is behind what the database has seen goes on from there (`catch_up`), for a log's time never runs
backwards, and a table would stand still until it is made up for.
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

    def catch_up(self, moment: int) -> int:
        """Be no earlier than a moment from now on; returns by how many milliseconds the clock was moved."""
        behind = max(0, moment - self.now())
        self._start += behind * 1_000_000
        return behind

    def now(self) -> int:
        """Milliseconds since 1970."""
        return (self._start + time.monotonic_ns()) // 1_000_000
