"""How players of any kind play a game together: turns, and actions out of turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.bot_games import game_at
from tilewise.bots import Beginner, next_action
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, GiveUp, Redeal, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.tiles import parse_tiles
from tilewise.view import View, view_of


def test_a_beginner_demands_every_redeal() -> None:
    """S5."""
    pairs = "b3 b3 r8 r8 o10 o10"
    game = game_at("k1 k2 k4", profile=PROFILES["jumbo"], other=pairs, opened=False)
    game = replace(game, opened=(False, False))
    assert next_action(game, [Beginner(), Beginner()]) == Redeal(1)


def test_a_beginner_announces_every_opening() -> None:
    """C3."""
    game = game_at("r9 r10 k1", profile=PROFILES["tm-toys"], opened=False, pool="r11 b1 b2")
    drawn = apply(game, next_action(game, [Beginner(), Beginner()]))
    assert next_action(drawn, [Beginner(), Beginner()]) == Announce(0)
    announced = apply(drawn, Announce(0))
    assert next_action(announced, [Beginner(), Beginner()]) == Draw(1)


class Silent(Beginner):
    """A beginner that never acts out of turn."""

    def choose_out_of_turn(self, view: View) -> Action | None:
        return None


def test_a_player_need_not_act_out_of_turn() -> None:
    """S5, C3: it is the player's choice."""
    game = game_at("r9 r10 k1", profile=PROFILES["tm-toys"], opened=False, pool="r11 b1 b2")
    drawn = apply(game, Draw(0))
    assert next_action(drawn, [Silent(), Silent()]) == Draw(1)
    pairs = game_at("b3 b3 r8 r8 o10 o10", profile=PROFILES["jumbo"], opened=False)
    assert next_action(pairs, [Silent(), Silent()]) == Draw(0)


def test_a_seat_that_has_given_up_is_never_asked() -> None:
    """C3."""
    game = replace(new_game(PROFILES["tm-toys"], 3, seed=2, starter=0), pool=parse_tiles("k1 k2 k3"))
    game = apply(apply(game, Draw(0)), GiveUp(0))
    action = next_action(game, [Beginner()] * 3)
    assert action.seat == 1


def test_a_spectator_has_no_action_to_choose() -> None:
    view = view_of(game_at("k1"), None)
    with pytest.raises(TilewiseError, match="A spectator has no turn to make"):
        Beginner().choose(view)
    assert Beginner().choose_out_of_turn(view) is None
