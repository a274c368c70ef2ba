"""What makes a play the best: most tiles, most points, or weights of the caller's choice."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Final

from tilewise.errors import TilewiseError
from tilewise.json_fields import short_repr
from tilewise.profiles import Profile
from tilewise.profiles.worth import tile_worths
from tilewise.tiles import FACES, Tile

_FIRST_CRITERION = 1 << 20
"""The weight of the first criterion: more than a whole box can add up of the second."""

Weights = tuple[int, ...]
"""A weight for each face, in the order of `FACES`. The best play has the greatest sum of weights."""

NO_WEIGHTS: Final[Weights] = (0,) * len(FACES)
"""Every play is as good as any other."""


class Goal(Enum):
    """What the best play has most of, and what decides between equals."""

    TILES = "tiles"
    """Most tiles, then most worth."""
    POINTS = "points"
    """Most worth, then most tiles. A tile is worth its number, a joker its penalty (C1)."""


_TILES = Goal.TILES
"""Looking up the member takes longer than the rest of `weights_of`."""


@lru_cache(64)
def _weights_for_tiles(joker_penalty: int) -> Weights:
    return tuple(_FIRST_CRITERION + worth for worth in tile_worths(joker_penalty))


@lru_cache(64)
def _weights_for_points(joker_penalty: int) -> Weights:
    return tuple(worth * _FIRST_CRITERION + 1 for worth in tile_worths(joker_penalty))


def weights_of(goal: Goal | Mapping[Tile, int], profile: Profile) -> Weights:
    """Return the weights of a goal, or those of a mapping (0 for faces that are not in it).

    Raises TilewiseError if the goal is neither. The kernels check the weights themselves.
    """
    if goal is _TILES:
        return _weights_for_tiles(profile.joker_penalty)
    if isinstance(goal, Goal):
        return _weights_for_points(profile.joker_penalty)
    if not isinstance(goal, Mapping):
        raise TilewiseError(f"{short_repr(goal)} is not a goal: use a Goal, or a mapping of tiles to weights.")
    return tuple(goal.get(tile, 0) for tile in FACES)
