"""Goals: most tiles, most points, and weights of the caller's choice (C1)."""

from __future__ import annotations

import pytest

from scripts.verify_solver import flaw_of
from tests.support.solver_positions import play, rack_of
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.solver import (
    Goal,
    best_play,
)
from tilewise.tiles import FACES, JOKER, Tile

INTERNATIONAL = PROFILES["international"]
TM_TOYS = PROFILES["tm-toys"]
TWIST = PROFILES["twist"]


def test_most_points_may_be_fewer_tiles() -> None:
    """C1: the joker fills a run of small numbers, or makes a group of thirteens."""
    rack = "k1 k2 k4 J r13 b13"
    most_tiles, most_points = play("", rack, name="international"), play("", rack, Goal.POINTS, "international")
    assert (most_tiles.tiles, most_tiles.worth) == (4, 37)
    assert (most_points.tiles, most_points.worth) == (3, 56)


def test_equally_many_tiles_are_those_worth_more_and_equal_worth_is_more_tiles() -> None:
    """One joker, two sets that lack one tile."""
    assert play("", "k3 k4 r12 b12 J").placed == rack_of("r12 b12 J")
    assert play("", "k3 k4 k6 r6 b7 J", Goal.POINTS).placed == rack_of("k3 k4 k6 J")


def test_a_joker_is_worth_its_penalty() -> None:
    """C1: 30, in tm-toys 50."""
    assert play("r7 b7 k7", "J", name="international").worth == 30
    assert play("r7 b7 k7", "J", name="tm-toys").worth == 50


def test_negative_weights_keep_a_tile_on_the_rack() -> None:
    weights = dict.fromkeys(FACES, 1) | {JOKER: -5}
    assert play("r3 r4 r5", "r6 J", weights).placed == rack_of("r6")
    # Here the joker is worth it: three tiles go with it.
    assert play("", "r3 r4 r6 J", weights | {JOKER: -2}).placed == rack_of("r3 r4 r6 J")
    assert play("", "r3 r4 r6 J", weights).placed == ()
    everything_unwanted = dict.fromkeys(FACES, -1)
    assert play("r3 r4 r5", "r6 J", everything_unwanted).placed == ()
    assert play("r3 r4 r5", "r6 r7", {Tile.parse("r6"): -1, Tile.parse("r7"): 2}).placed == rack_of("r6 r7")


@pytest.mark.parametrize("weight", [10**9 + 1, -(10**9) - 1, 2**64, 10**30])
def test_weights_have_a_limit(weight: int) -> None:
    with pytest.raises(TilewiseError, match="weight"):
        best_play(INTERNATIONAL, (), rack_of("r3 r4 r5"), {Tile.parse("r3"): weight})


def test_the_heaviest_weights_are_added_up_exactly() -> None:
    rack = tuple(tile for tile in FACES[:52] for _ in range(3)) + (JOKER,) * 4
    found = best_play(TM_TOYS, (), rack, dict.fromkeys(FACES, 10**9))
    assert found.tiles == 160
    assert flaw_of(TM_TOYS, (), rack, found, opened=True) is None
