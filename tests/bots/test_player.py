"""What every player does alike: redeals, announcements, placing when it must, and looking at its clock."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.support.bot_games import game_at
from tilewise.bots import LEVELS, UNTIMED, Beginner, Clock, Event, new_player, next_action, rejoin
from tilewise.bots.budget import ALLOWANCE, Budget, untimed
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, apply, new_game
from tilewise.profiles import PROFILES, Profile
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

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
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
        Beginner().choose(view, UNTIMED)
    assert Beginner().choose_out_of_turn(view, UNTIMED) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("rack", "table", "opened"),
    [("k5 b5 k1", "r2 r3 r4 r5", True), ("r6 k1", "r3 r4 r5", True), ("k10 k11 k12 b1", "r3 r4 r5", False)],
)
def test_computer_players_place_when_they_must(level: str, rack: str, table: str, opened: bool) -> None:
    """N2: also a play that they would not see, or overlook this time; where passing is free they may pass."""
    game = replace(game_at(rack, table=table, profile=PROFILES["international"], opened=opened), pool=())
    for seed in map(str, range(12)):
        action = new_player(level, 0, game.profile, seed).choose(view_of(game, 0), UNTIMED)
        assert isinstance(action, Play)
        assert apply(game, action).history[-1].placed


def test_computer_players_who_cannot_place_pass_an_empty_pool() -> None:
    """N2, U13."""
    game = replace(game_at("k1", table="r3 r4 r5", profile=PROFILES["international"], other="r6 k9"), pool=())
    for level in LEVELS:
        assert new_player(level, 0, game.profile, "1").choose(view_of(game, 0), UNTIMED) == Pass(0)


class Listener(Beginner):
    """A beginner that keeps what it is told."""

    def __init__(self, seat: int = 0, profile: Profile | None = None, seed: str = "0") -> None:
        super().__init__(seat, profile, seed)
        self.told: list[Event] = []

    def notice(self, event: Event) -> None:
        self.told.append(event)


def test_a_player_that_joins_late_is_told_the_history() -> None:
    game = new_game(PROFILES["international"], 2, seed=4, starter=0)
    for _ in range(6):
        game = apply(game, Draw(game.turn))
    view = view_of(game, 1)
    late = Listener(1, game.profile, "1")
    assert rejoin(late, view) is late
    assert late.told == list(view.history)
    assert [bool(event.drawn_tiles) for event in view.history] == [False, True] * 3


# The clock: seconds are counted down, samples are only passed on


def test_a_clock_counts_down_from_its_budget() -> None:
    moment = 100.0
    clock = Clock(Budget(seconds=2, samples=50), now=lambda: moment)
    assert (clock.remaining(), clock.samples, clock.is_up) == (2, 50, False)
    moment = 102.5
    assert (clock.remaining(), clock.is_up) == (-0.5, False), "the machine may be busy"
    moment = 102.01 + ALLOWANCE
    assert clock.is_up


def test_an_untimed_clock_never_runs_out() -> None:
    assert untimed() is UNTIMED
    assert UNTIMED.remaining() == math.inf
    assert UNTIMED.samples is None
    assert not UNTIMED.is_up
