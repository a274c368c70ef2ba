"""How often somebody may try something: an allowance for each key, and not more keys than memory has room for."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from tilewise.server.limits import Allowance

MOST_KEYS: Final = 10_000
"""Keys that are remembered; the one that was not used for longest is forgotten first."""


class Attempts:
    """So many an hour for each key, at first as many at once. Each process counts for itself.

    >>> attempts = Attempts(per_hour=2)
    >>> [attempts.may("ada", 0), attempts.may("ada", 0), attempts.may("ada", 0), attempts.may("bob", 0)]
    [True, True, False, True]
    >>> attempts.may("ada", 1_900_000)
    True
    """

    def __init__(self, per_hour: float, at_once: float | None = None) -> None:
        self._per_second = per_hour / 3600
        self._burst = (per_hour if at_once is None else at_once) / self._per_second
        self._keys: OrderedDict[str, Allowance] = OrderedDict()

    def may(self, key: str, now: int) -> bool:
        """Whether one more attempt is allowed; it is counted if so."""
        allowance = self._keys.get(key)
        if allowance is None:
            allowance = self._keys[key] = Allowance(self._per_second, self._burst)
            if len(self._keys) > MOST_KEYS:
                self._keys.popitem(last=False)
        self._keys.move_to_end(key)
        return allowance.take(now)

    def forgive(self, key: str, now: int) -> None:
        """Give the last attempt back, since it was no wrong one."""
        allowance = self._keys.get(key)
        if allowance is not None:
            allowance.take(now, -1)
