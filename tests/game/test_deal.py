"""New games: who may play, the start draw and the deal (S1-S6, E3)."""

from __future__ import annotations

import pytest

from tests.support.games_in_progress import all_tiles
from tilewise.game import new_game
from tilewise.game.deal import draw_for_start, pairs_in
from tilewise.profiles import PROFILES, RulesError
from tilewise.tiles import JOKER, parse_tiles

INTERNATIONAL = PROFILES["international"]
JUMBO = PROFILES["jumbo"]
TM_TOYS = PROFILES["tm-toys"]
THREE_PAIRS = "b3 b3 r8 r8 o10 o10 k1 k2 k4 k5 k7 k8 k12 r1"
TWO_PAIRS = "b3 b3 r8 r8 o10 o11 k1 k2 k4 k5 k7 k8 k12 r1"


@pytest.mark.parametrize("name", PROFILES)
def test_each_player_gets_fourteen_tiles_and_the_rest_is_the_pool(name: str) -> None:
    """S3, S4, E3."""
    for players in PROFILES[name].player_counts:
        game = new_game(PROFILES[name], players, seed=3)
        box = PROFILES[name].box(players)
        assert [len(rack) for rack in game.racks] == [14] * players
        assert len(game.pool) == box.total() - 14 * players
        assert all_tiles(game) == +box
        assert (game.table, game.ending, game.score) == ((), None, None)
        assert not any(game.opened)


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    """S4."""
    assert new_game(JUMBO, 3, seed=7) == new_game(JUMBO, 3, seed="7")
    assert new_game(JUMBO, 3, seed=7).racks != new_game(JUMBO, 3, seed=8).racks


def test_the_highest_number_starts_and_seats_tied_for_it_draw_again() -> None:
    """S1: a joker counts as 0."""
    for seed in range(60):
        game = new_game(INTERNATIONAL, 4, seed)
        seats = {0, 1, 2, 3}
        for drawn in game.start_draws:
            assert set(drawn) == seats
            highest = max(tile.number for tile in drawn.values())
            seats = {seat for seat, tile in drawn.items() if tile.number == highest}
        assert seats == {game.starter} == {game.turn}


def test_ties_and_jokers_do_occur_when_the_starter_is_drawn() -> None:
    """S1: the seeds of the test above include both."""
    draws = [draw_for_start(INTERNATIONAL, 4, str(seed))[1] for seed in range(60)]
    assert any(len(rounds) > 1 for rounds in draws)
    assert any(JOKER in rounds[0].values() for rounds in draws)


def test_jokers_alone_are_a_tie_too() -> None:
    """S1: a joker counts as 0, so two of them draw again."""
    many_jokers = INTERNATIONAL.with_rules({"jokers": 4, "copies": 1, "max_players": 2})
    rounds = next(
        rounds
        for seed in range(5000)
        if set((rounds := draw_for_start(many_jokers, 2, str(seed))[1])[0].values()) == {JOKER}
    )
    assert len(rounds) >= 2
    assert set(rounds[1]) == {0, 1}


def test_the_tiles_drawn_for_the_start_go_back_and_are_mixed() -> None:
    """S1: the starter does not change the deal."""
    drawn, fixed = new_game(JUMBO, 3, seed=5), new_game(JUMBO, 3, seed=5, starter=1)
    assert (drawn.racks, drawn.pool) == (fixed.racks, fixed.pool)


@pytest.mark.parametrize(
    ("rack", "pairs"),
    [
        (THREE_PAIRS, 3),
        (TWO_PAIRS, 2),
        ("J J r3 r3", 1),  # jokers are not a pair
        ("r3 r3 r3", 1),  # three copies are one pair
        ("r3 b3 k3 o3", 0),  # same number, different colours
        ("r3 r3 r3 r3", 1),
    ],
)
def test_a_pair_is_two_tiles_of_the_same_number_and_colour(rack: str, pairs: int) -> None:
    """S5."""
    assert len(pairs_in(parse_tiles(rack))) == pairs


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
