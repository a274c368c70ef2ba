"""What is best: most tiles, most points, or weights of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from tilewise.errors import TilewiseError
from tilewise.profiles import Profile
from tilewise.profiles.worth import tile_worths
from tilewise.tiles import FACES, NUMBERED, Tile

HEAVIEST = 10**9
"""Of one tile's own weight: sums of a whole box of them stay far below 2^63."""

_FIRST = 1 << 20
"""The weight of the first criterion: more than any box could gather of the second."""

Weights = tuple[int, ...]
"""A weight for each face, in the order of `FACES`."""


class Goal(Enum):
    """What the best play has most of, and what decides between equals."""

    TILES = "tiles"
    """Most tiles, then most worth."""
    POINTS = "points"
    """Most worth, then most tiles. A tile is worth its number, a joker its penalty (C1)."""


_TILES = Goal.TILES
"""Looking a member up takes longer than the rest of `weights_of`."""


@lru_cache(64)
def _most_tiles(joker_penalty: int) -> Weights:
    """The weights that make the greatest sum the best play."""
    return tuple(_FIRST + worth for worth in tile_worths(joker_penalty))


@lru_cache(64)
def _most_points(joker_penalty: int) -> Weights:
    return tuple(worth * _FIRST + 1 for worth in tile_worths(joker_penalty))


def weights_of(goal: Goal | Mapping[Tile, int], profile: Profile) -> Weights:
    """The weights of a goal, or those given by face (0 for faces that are not named); raises TilewiseError."""
    if goal is _TILES:
        return _most_tiles(profile.joker_penalty)
    if isinstance(goal, Goal):
        return _most_points(profile.joker_penalty)
    weights = tuple(goal.get(tile, 0) for tile in FACES)
    if any(abs(weight) > HEAVIEST for weight in weights):
        raise TilewiseError(f"A weight lies between -{HEAVIEST} and {HEAVIEST}.")
    return weights


PLAIN_FACES = len(NUMBERED) + 1
"""The numbered tiles and the plain joker: what the plain kernel knows."""
