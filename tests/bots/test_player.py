"""Computer players on top of the solver: they see a view, keep the rules, and are as strong as their names say."""

from __future__ import annotations

from itertools import combinations

import pytest

from scripts import verify_bots
from tilewise import PROFILES, Draw, Game, Pass, Play, Profile, apply, new_game, view_of
from tilewise.bots import LEVELS, Casual, Player, Solid, play_out, player_of
from tilewise.bots.casual import MOST_DISTURBED
from tilewise.sets import TileSet, read_set
from tilewise.solver import best_opening, best_play
from tilewise.turn import changed_sets

SEATINGS = [(profile, players) for profile in PROFILES.values() for players in profile.player_numbers]


@pytest.mark.parametrize(("profile", "players"), SEATINGS, ids=lambda value: getattr(value, "name", value))
def test_every_level_plays_whole_games_by_the_rules(profile: Profile, players: int) -> None:
    """U6-U8, N1, N2: apply would raise Refused at the first illegal action."""
    levels = [list(LEVELS)[seat % len(LEVELS)] for seat in range(players)]
    game = play_out(new_game(profile, players, f"bots.{players}"), [player_of(level) for level in levels])
    assert game.is_over


def test_the_tool_that_plays_thousands_of_games_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """U6-U8: `make verify-bots` plays a thousand of each profile."""
    assert verify_bots.main(["--games", "2", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.endswith("No game went wrong.\n")


def test_the_same_seeds_give_the_same_game() -> None:
    def play(seed: str) -> Game:
        players: list[Player] = [Casual(seed), Casual(seed), Solid()]
        return play_out(new_game(PROFILES["jumbo"], 3, 5), players)

    assert play("a") == play("a")
    assert play("a") != play("b")


def test_solid_places_as_many_tiles_as_can_be_placed() -> None:
    """U3, U6: every turn of a whole game is the optimum."""
    profile = PROFILES["international"]
    game = new_game(profile, 2, 11)
    players = [Solid(), Solid()]
    while not game.is_over:
        seat = game.turn
        view = view_of(game, seat)
        if view.has_opened:
            most = best_play(profile, game.table, game.racks[seat]).tiles
        else:
            opening = best_opening(profile, game.table, game.racks[seat])
            most = opening.tiles if opening else 0
        game = apply(game, players[seat].choose(view))
        assert len(game.history[-1].placed) == most


def test_casual_disturbs_at_most_two_sets_and_misses_a_play_now_and_then() -> None:
    profile = PROFILES["international"]
    missed = plays = 0
    for seed in range(6):
        game = new_game(profile, 2, seed)
        players = [Casual(str(seed)), Casual(str(seed))]
        while not game.is_over:
            seat, before = game.turn, game.table
            view = view_of(game, seat)
            action = players[seat].choose(view)
            if view.has_opened and isinstance(action, Play):
                readings = [reading for tiles in action.table if isinstance(reading := read_set(tiles), TileSet)]
                assert len(changed_sets(before, readings)[0]) <= MOST_DISTURBED
                plays += 1
            elif view.has_opened and isinstance(action, Draw | Pass):
                pairs = (pair for count in range(MOST_DISTURBED + 1) for pair in combinations(before, count))
                missed += any(best_play(profile, pair, view.rack).tiles for pair in pairs)
            game = apply(game, action)
    assert 0 < missed < plays / 2


def test_the_levels_are_in_the_order_of_their_strength() -> None:
    """A small sample with seeds of its own: solid beats casual, casual beats the beginner, clearly."""
    for weak, strong in (("beginner", "casual"), ("casual", "solid")):
        won = 0
        for seed in range(16):
            levels = [weak, strong] if seed % 2 else [strong, weak]
            game = play_out(
                new_game(PROFILES["international"], 2, seed), [player_of(level, str(seed)) for level in levels]
            )
            assert game.score is not None
            won += levels[game.score.winners[0]] == strong
        assert won >= 10
