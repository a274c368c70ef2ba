"""A match over several games, and its standings (S6, C5, C6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from tilewise.errors import TilewiseError
from tilewise.game import Draw, Game, GiveUp, apply
from tilewise.match import MOST_GAMES, GameResult, Match, new_match, standings
from tilewise.profiles import PROFILES, Profile, RulesError

PRINTED = [
    ((24, -5, -16, -3), 0),
    ((-6, -11, 22, -5), 2),
    ((-32, -13, -2, 47), 3),
]
"""The example that all five books print: scores and winner of three games."""

FOURTH_GAME_OF_TM_TOYS = ((-10, -25, 41, -6), 2)


def results_of(games: Sequence[tuple[tuple[int, ...], int]]) -> list[GameResult]:
    return [GameResult(tuple(map(Fraction, points)), (winner,)) for points, winner in games]


def finished(game: Game) -> Game:
    """End a game quickly: all seats but 0 give up."""
    for seat in range(1, game.players):
        game = apply(game, GiveUp(seat))
    return game


def ranks(profile: Profile, results: list[GameResult]) -> list[int]:
    return [standing.rank for standing in standings(profile, len(results[0].points), results)]


# Standings


@pytest.mark.parametrize("name", PROFILES)
def test_the_printed_table_adds_up(name: str) -> None:
    """C6."""
    table = standings(PROFILES[name], 4, results_of(PRINTED))
    assert [standing.points for standing in table] == [-14, -29, 4, 39]
    assert [standing.seat for standing in table] == [0, 1, 2, 3]
    assert [standing.games_won for standing in table] == [1, 0, 1, 1]


@pytest.mark.parametrize("name", ["vienna-de", "jumbo", "international", "twist"])
def test_the_highest_total_wins_a_match(name: str) -> None:
    """C5, C6."""
    assert ranks(PROFILES[name], results_of(PRINTED)) == [3, 4, 2, 1]


def test_the_printed_table_of_tm_toys() -> None:
    """C5: big points 1, 0, 2, 1 and small points -24, -54, +45, +33 rank 3, 4, 1, 2."""
    results = results_of([*PRINTED, FOURTH_GAME_OF_TM_TOYS])
    table = standings(PROFILES["tm-toys"], 4, results)
    assert [standing.games_won for standing in table] == [1, 0, 2, 1]
    assert [standing.points for standing in table] == [-24, -54, 45, 33]
    assert [standing.rank for standing in table] == [3, 4, 1, 2]


def test_in_tm_toys_big_points_come_before_small_points() -> None:
    """C5: two narrow games beat a big one."""
    results = results_of([((3, -3), 0), ((2, -2), 0), ((-90, 90), 1)])
    assert ranks(PROFILES["tm-toys"], results) == [1, 2]
    assert ranks(PROFILES["jumbo"], results) == [2, 1]


def test_in_tm_toys_every_winner_of_a_shared_game_gets_a_big_point() -> None:
    """C5, C4."""
    half = Fraction(15, 2)
    shared = GameResult((half, Fraction(-15), half), (0, 2))
    assert [s.games_won for s in standings(PROFILES["tm-toys"], 3, [shared])] == [1, 0, 1]


def test_in_vienna_en_most_games_won_win_and_the_score_decides_a_tie() -> None:
    """C5."""
    results = results_of([((10, -4, -6), 0), ((-50, 60, -10), 1), ((-1, -1, 2), 2)])
    assert ranks(PROFILES["vienna-en"], results) == [3, 1, 2]
    more = results_of([((10, -4, -6), 0), ((5, -4, -1), 0), ((-80, 90, -10), 1)])
    assert ranks(PROFILES["vienna-en"], more) == [1, 2, 3]


@pytest.mark.parametrize("name", PROFILES)
def test_equal_in_everything_is_a_shared_place(name: str) -> None:
    """C5: the next rank stays empty."""
    results = results_of([((10, -5, -5), 0), ((-5, 10, -5), 1)])
    assert ranks(PROFILES[name], results) == [1, 1, 3]


def test_fractions_are_added_exactly() -> None:
    """C4, C5."""
    third = Fraction(10, 3)
    results = [GameResult((third, third, third, Fraction(-10)), (0, 1, 2))] * 3
    assert [s.points for s in standings(PROFILES["vienna-de"], 4, results)] == [10, 10, 10, -30]


def test_before_the_first_game_all_seats_share_the_first_rank() -> None:
    assert [s.rank for s in new_match(PROFILES["jumbo"], 3, 1, 2).standings] == [1, 1, 1]


# Games of a match


@pytest.mark.parametrize("name", PROFILES)
def test_a_match_goes_through_its_games_and_is_then_over(name: str) -> None:
    """C5."""
    match = new_match(PROFILES[name], players=3, seed="cup", games=3)
    seeds = []
    while not match.is_over:
        game = match.next_game()
        seeds.append(game.seed)
        match = match.with_game(finished(game))
    assert seeds == ["cup.1", "cup.2", "cup.3"]
    assert len(match.results) == 3
    assert [s.games_won for s in match.standings] == [3, 0, 0]
    assert match.standings[0].rank == 1
    assert sum(s.points for s in match.standings) == 0
    with pytest.raises(TilewiseError, match="The match is over: all 3 games have been played"):
        match.next_game()
    with pytest.raises(TilewiseError, match="The match is over"):
        match.with_game(finished(game))


def test_in_tm_toys_the_player_to_the_left_of_the_last_starter_starts() -> None:
    """S6: after the last seat comes the first."""
    match = new_match(PROFILES["tm-toys"], players=3, seed="left", games=5)
    starters = []
    while not match.is_over:
        game = match.next_game()
        starters.append(game.starter)
        match = match.with_game(finished(game))
    first = starters[0]
    assert starters == [(first + n) % 3 for n in range(5)]
    assert game.start_draws == ()


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "jumbo", "international", "twist"])
def test_in_all_other_rules_the_starter_of_every_game_is_drawn(name: str) -> None:
    """S6, S1."""
    match = new_match(PROFILES[name], players=2, seed="draw", games=4)
    while not match.is_over:
        game = match.next_game()
        assert game.given_starter is None
        assert game.start_draws
        match = match.with_game(finished(game))


def test_a_match_accepts_only_its_next_game_and_only_when_that_is_over() -> None:
    match = new_match(PROFILES["jumbo"], players=2, seed="own", games=2)
    game = match.next_game()
    with pytest.raises(TilewiseError, match="not over yet"):
        match.with_game(apply(game, Draw(game.turn)))
    later = match.with_game(finished(game))
    for wrong in (
        finished(game),
        finished(replace(later.next_game(), starter=1 - later.next_game().starter)),
        finished(replace(later.next_game(), profile=PROFILES["twist"])),
        finished(new_match(PROFILES["jumbo"], players=3, seed="own", games=2).next_game()),
    ):
        with pytest.raises(TilewiseError, match="not the next game of the match"):
            later.with_game(wrong)
    assert later.with_game(finished(later.next_game())).is_over


def test_a_match_is_a_value() -> None:
    match = new_match(PROFILES["jumbo"], players=2, seed="own", games=2)
    match.with_game(finished(match.next_game()))
    assert match == new_match(PROFILES["jumbo"], players=2, seed="own", games=2)
    assert match.results == ()


@pytest.mark.parametrize(("players", "games"), [(2, 2), (2, 4), (3, 3), (4, 8)])
def test_vienna_en_is_played_in_whole_rounds(players: int, games: int) -> None:
    """C5: a round is as many games as there are players."""
    vienna = PROFILES["vienna-en"]
    assert new_match(vienna, players, 1, games).games == games
    with pytest.raises(
        RulesError, match=f"^With {players} players a round is {players} games, so {games + 1} games are not"
    ):
        new_match(vienna, players, 1, games + 1)
    assert isinstance(new_match(PROFILES["vienna-de"], players, 1, games + 1), Match)


@pytest.mark.parametrize("games", [0, -1, MOST_GAMES + 1])
def test_a_match_has_at_least_one_game_and_not_endlessly_many(games: int) -> None:
    with pytest.raises(RulesError, match=f"^A match has 1 to {MOST_GAMES} games, not {games}"):
        new_match(PROFILES["jumbo"], 2, 1, games)


def test_a_match_is_for_the_players_of_its_profile() -> None:
    """E3."""
    with pytest.raises(RulesError, match="2 to 4 players, not for 5"):
        new_match(PROFILES["jumbo"], 5, 1, 1)


def test_the_seed_of_a_match_leaves_room_for_the_number_of_the_game() -> None:
    longest = "9" * 98
    assert new_match(PROFILES["jumbo"], 2, longest, 9).next_game().seed == f"{longest}.1"
    with pytest.raises(TilewiseError, match="A seed consists of"):
        new_match(PROFILES["jumbo"], 2, longest, 10)
