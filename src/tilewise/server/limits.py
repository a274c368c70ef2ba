"""Limits on how much one connection, address or person may ask."""

from __future__ import annotations


class Allowance:
    """So many a second on average, and a burst of some seconds' worth (a token bucket). Moments in milliseconds.

    >>> allowance = Allowance(per_second=1, burst_seconds=2)
    >>> [allowance.take(0) for _ in range(3)], allowance.take(1000)
    ([True, True, False], True)
    """

    def __init__(self, per_second: float, burst_seconds: float) -> None:
        self._per_millisecond = per_second / 1000
        self._most = per_second * burst_seconds
        self._left = self._most
        self._at: int | None = None

    def take(self, now: int, cost: float = 1) -> bool:
        """Take some, if there is enough left."""
        if self._at is not None:
            self._left = min(self._most, self._left + (now - self._at) * self._per_millisecond)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True
