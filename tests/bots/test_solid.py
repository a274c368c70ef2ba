"""The solid player: opens as soon as it can, then makes the best play every turn."""

from __future__ import annotations

from tests.support.games_in_progress import game_at, play
from tilewise import PROFILES, apply, new_game, view_of
from tilewise.bots import UNTIMED, Solid
from tilewise.solver import best_opening, best_play


def test_it_places_as_many_tiles_as_can_be_placed() -> None:
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
        game = apply(game, players[seat].choose(view, UNTIMED))
        assert len(game.history[-1].placed) == most


def test_it_adds_a_tile_to_a_set_with_a_joker() -> None:
    """U7, X1: the double stays where it lies."""
    game = game_at(PROFILES["twist"], ["b7 o13", "k2"], table="D b5 b6", pool="k4")
    assert Solid().choose(view_of(game, 0), UNTIMED) == play(0, "D b5 b6 b7")
