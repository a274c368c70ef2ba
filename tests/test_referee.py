"""Help for the referee: tiles that nobody can put back (U12)."""

from __future__ import annotations

import pytest

from tilewise.profiles import PROFILES
from tilewise.referee import Remedy, remedy_for_leftovers
from tilewise.tiles import parse_tiles


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "international", "twist"])
@pytest.mark.parametrize("leftover", ["r5", "r5 k3 J"])
def test_leftover_tiles_go_into_the_pool_and_the_player_draws_three(name: str, leftover: str) -> None:
    """U12: `vienna-en` does not mention it and is treated as `vienna-de`. U10: a tile was moved, so three."""
    assert remedy_for_leftovers(PROFILES[name], parse_tiles(leftover)) == Remedy("pool", draws=3)


@pytest.mark.parametrize(("leftover", "draws"), [("r5", 4), ("r5 k3", 5), ("r5 k3 J b1", 7)])
def test_jumbo_adds_a_penalty_tile_for_each_leftover(leftover: str, draws: int) -> None:
    """U12."""
    assert remedy_for_leftovers(PROFILES["jumbo"], parse_tiles(leftover)) == Remedy("pool", draws)


@pytest.mark.parametrize("leftover", ["r5", "r5 k3 J"])
def test_tm_toys_gives_the_leftovers_to_the_player_and_one_penalty_tile(leftover: str) -> None:
    """U12."""
    assert remedy_for_leftovers(PROFILES["tm-toys"], parse_tiles(leftover)) == Remedy("rack", draws=1)


def test_a_house_rule_for_the_penalty_is_followed() -> None:
    """U10, U12."""
    strict = PROFILES["jumbo"].with_rules({"late_tiles": 5})
    assert remedy_for_leftovers(strict, parse_tiles("r5 k3")) == Remedy("pool", draws=7)
