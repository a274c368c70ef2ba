"""Help for the referee at a real table, where nobody may remember where tiles belong after a failed turn (U12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tilewise.profiles import Profile
from tilewise.tiles import Tile


@dataclass(frozen=True, slots=True)
class Remedy:
    """Where the leftover tiles go, and how many tiles the player draws from the pool."""

    leftover_to: Literal["pool", "rack"]
    draws: int


def remedy_for_leftovers(profile: Profile, leftover: Sequence[Tile]) -> Remedy:
    """Return what to do with tiles that nobody can put back, including the penalty for the turn (U10, U12).

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.tiles import parse_tiles
    >>> remedy_for_leftovers(PROFILES["jumbo"], parse_tiles("r5 k3"))
    Remedy(leftover_to='pool', draws=5)
    """
    if profile.leftover_tiles == "rack":
        return Remedy("rack", profile.late_tiles)
    extra = len(leftover) if profile.leftover_tiles == "pool-and-draw" else 0
    return Remedy("pool", profile.late_tiles + extra)
