"""What tiles are worth on a rack (C1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tilewise.profiles.profile import Profile
from tilewise.tiles import FACES, Tile


@lru_cache(64)
def tile_worths(joker_penalty: int) -> tuple[int, ...]:
    """Return the worth of every face on a rack, in the order of `FACES`."""
    return tuple(tile.number or joker_penalty for tile in FACES)


def rack_worth(profile: Profile, rack: Iterable[Tile]) -> int:
    """Return the worth of a rack: the sum of its numbers, and the penalty for each joker.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.tiles import parse_tiles
    >>> rack_worth(PROFILES["tm-toys"], parse_tiles("r5 k10 J"))
    65
    """
    return sum(map(tile_worths(profile.joker_penalty).__getitem__, rack))
