"""The state of a game, and new games (E3, S6)."""

from __future__ import annotations

import pytest

from tilewise.game import Draw, apply, new_game
from tilewise.profiles import PROFILES, RulesError

JUMBO = PROFILES["jumbo"]
TM_TOYS = PROFILES["tm-toys"]


def test_a_number_of_players_that_cannot_play_is_an_error() -> None:
    """E3."""
    with pytest.raises(RulesError, match="2 to 4 players, not for 5"):
        new_game(JUMBO, 5, seed=1)


def test_a_match_may_fix_the_starter() -> None:
    """S6."""
    game = new_game(TM_TOYS, 3, seed=5, starter=2)
    assert (game.starter, game.turn, game.given_starter, game.start_draws) == (2, 2, 2, ())
    for starter in (-1, 3):
        with pytest.raises(RulesError, match=f"a seat from 0 to 2, not {starter}"):
            new_game(TM_TOYS, 3, seed=5, starter=starter)


def test_equal_games_have_equal_hashes_and_can_be_keys() -> None:
    game, same = (new_game(PROFILES["jumbo"], 3, seed=1) for _ in range(2))
    after, same_after = (apply(one, Draw(one.turn)) for one in (game, same))
    assert (game, after) == (same, same_after)
    assert (hash(game), hash(after)) == (hash(same), hash(same_after))
    assert {game: "before", after: "after"}[same_after] == "after"
    assert len({game, same, after, same_after}) == 2
