"""The time of a computer player: a budget for one action, and the clock that counts it down.

A budget limits seconds, samples or both. A player that searches by sampling stops after the samples of its budget, and
before the clock reaches zero. With samples alone its choices are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tilewise.errors import TilewiseError

ALLOWANCE: Final = 1.0
"""Seconds after the end of its time in which a player's action still counts: the machine may be busy."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thinking one action may take."""

    seconds: float = math.inf
    samples: int | None = None
    """How many positions, play-outs or whatever the player samples; None leaves it to the player."""


UNLIMITED: Final = Budget()


class TimeIsUp(TilewiseError):
    """Raised by a player that gives up because its time is over."""


class Clock:
    """Counts down the seconds of a budget.

    >>> moments = iter([10.0, 10.5, 12.0])
    >>> clock = Clock(Budget(seconds=1.5, samples=200), now=lambda: next(moments))
    >>> clock.samples, clock.remaining(), clock.remaining()
    (200, 1.0, -0.5)
    """

    def __init__(self, budget: Budget = UNLIMITED, now: Callable[[], float] = lambda: 0.0) -> None:
        """`now` returns the time in seconds, such as `time.monotonic`; it starts the clock."""
        self.samples = budget.samples
        self._now = now
        self._end = now() + budget.seconds

    def remaining(self) -> float:
        """Return the seconds left: infinite without a limit, negative when the time is up."""
        return self._end - self._now()

    @property
    def is_up(self) -> bool:
        """Whether the time and the allowance are over, so that an action comes too late."""
        return self.remaining() < -ALLOWANCE


UNTIMED: Final = Clock()
"""A clock that never runs out."""


def untimed() -> Clock:
    """Return a clock that never runs out."""
    return UNTIMED
