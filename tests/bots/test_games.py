"""Games between players: everyone is told what they may see, and a faulty player only loses its turn."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.bot_games import game_at
from tilewise.bots import Beginner, Budget, Clock, Event, Fault, FaultKind, GameEnd, NotAChoice, TimeIsUp, play_out
from tilewise.bots.games import checked_choice, lost_turn, supervised_step
from tilewise.errors import Refused, TilewiseError
from tilewise.game import Action, Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut, new_game
from tilewise.profiles import PROFILES, Profile
from tilewise.simulator.policies import MOST_REDEALS
from tilewise.tiles import parse_table
from tilewise.view import SeenAction, View, view_of

INTERNATIONAL = PROFILES["international"]


class Listener(Beginner):
    """A beginner that keeps what it is told."""

    def __init__(self, seat: int = 0, profile: Profile | None = None, seed: str = "0") -> None:
        super().__init__(seat, profile, seed)
        self.told: list[Event] = []

    def notice(self, event: Event) -> None:
        self.told.append(event)


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_every_player_is_told_every_event_it_may_see(profile: Profile) -> None:
    listeners = [Listener(), Listener()]
    game = play_out(new_game(profile, 2, seed=3), listeners)
    for seat, listener in enumerate(listeners):
        view = view_of(game, seat)
        assert view.score is not None
        assert listener.told == [*view.history, GameEnd(view.score, game.racks)]
        drawn = [event for event in listener.told if isinstance(event, SeenAction) and event.drawn]
        assert all(bool(event.drawn_tiles) == (event.action.seat == seat) for event in drawn)


class Chooser(Beginner):
    """A beginner that chooses whatever the test wants, in turn and out of turn."""

    def __init__(self, choice: Callable[[View], object]) -> None:
        super().__init__()
        self.choice = choice

    def choose(self, view: View, clock: Clock) -> Action:
        return self.choice(view)  # type: ignore[return-value]

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        return self.choice(view)  # type: ignore[return-value]


def raising(view: View) -> object:
    raise RuntimeError("out of ideas")


def leaving(view: View) -> object:
    sys.exit("enough")


class Unwritable(Exception):
    """An error, or a choice, that cannot be written."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


def raising_unwritable(view: View) -> object:
    raise Unwritable


def nested(view: View) -> object:
    choice: list[object] = []
    for _ in range(100_000):
        choice = [choice]
    return choice


WRONG: list[tuple[Callable[[View], object], FaultKind, str]] = [
    (raising, FaultKind.ERROR, "RuntimeError: out of ideas"),
    (leaving, FaultKind.ERROR, "SystemExit: enough"),
    (raising_unwritable, FaultKind.ERROR, "Unwritable: <Unwritable>"),
    (lambda view: Unwritable(), FaultKind.ILLEGAL, "chose <Unwritable>, which is not its to choose"),
    (nested, FaultKind.ILLEGAL, "chose <list>, which is not its to choose"),
    (lambda view: Draw(0.0), FaultKind.ILLEGAL, "not its to choose"),  # type: ignore[arg-type]
    (lambda view: None, FaultKind.ILLEGAL, "not its to choose"),
    (lambda view: "draw", FaultKind.ILLEGAL, "not its to choose"),
    (lambda view: Draw(1), FaultKind.ILLEGAL, "not its to choose"),
    (lambda view: GiveUp(1), FaultKind.ILLEGAL, "not its to choose"),
    (lambda view: GiveUp(0), FaultKind.ILLEGAL, "not its to choose"),
    (lambda view: TimeOut(0, moved=False), FaultKind.ILLEGAL, "not its to choose"),
    (lambda view: Play(0, None), FaultKind.ILLEGAL, "not its to choose"),  # type: ignore[arg-type]
    (lambda view: Play(0, (("r1", "r2"),)), FaultKind.ILLEGAL, "not its to choose"),  # type: ignore[arg-type]
    (lambda view: Play(0, ()), FaultKind.ILLEGAL, "must stay on the table"),
    (lambda view: Play(0, view.table), FaultKind.ILLEGAL, "must come from the rack"),
    (lambda view: Pass(0), FaultKind.ILLEGAL, "only when the pool is empty"),
]


def one_step(game: Game, choice: Callable[[View], object], clock: Clock | None = None) -> tuple[Game, list[Fault]]:
    faults: list[Fault] = []
    players = [Chooser(choice), Beginner()]
    return supervised_step(game, players, lambda: clock or Clock(), faults.append), faults


@pytest.mark.parametrize(("choice", "kind", "detail"), WRONG)
def test_a_faulty_player_draws_and_is_reported(choice: Callable[[View], object], kind: FaultKind, detail: str) -> None:
    game = game_at("k1 k5", table="r3 r4 r5", pool="b1 b2")
    after, (fault,) = one_step(game, choice)
    assert after.history[-1].action == Draw(0)
    assert (fault.seat, fault.number, fault.kind) == (0, 0, kind)
    assert detail in fault.detail


def test_a_late_player_draws_and_is_reported() -> None:
    """U10."""
    moments = iter([0.0, 3.5, 3.5])
    game = game_at("r6 k5", table="r3 r4 r5", pool="b1 b2")
    clock = Clock(Budget(seconds=2), lambda: next(moments))
    after, (fault,) = one_step(game, lambda view: Play(0, parse_table("r3 r4 r5 r6")), clock)
    assert after.history[-1].action == Draw(0)
    assert fault == Fault(0, 0, FaultKind.LATE, "1.500 s late")


def test_a_player_that_gives_up_in_time_trouble_is_late() -> None:
    def gives_up(view: View) -> object:
        raise TimeIsUp("no answer")

    after, (fault,) = one_step(game_at("k1 k5", pool="b1 b2"), gives_up)
    assert after.history[-1].action == Draw(0)
    assert fault == Fault(0, 0, FaultKind.LATE, "no answer")


def test_a_faulty_player_passes_on_an_empty_pool() -> None:
    """U13."""
    game = replace(game_at("k1", table="r3 r4 r5", profile=PROFILES["vienna-de"], other="r6 k9"), pool=())
    after, _ = one_step(game, raising)
    assert after.history[-1].action == Pass(0)


def test_a_faulty_player_that_must_place_has_run_out_of_time() -> None:
    """N2, U10: and makes any play where turns have no limit."""
    must = INTERNATIONAL.with_rules({"empty_pool": "must-place", "turn_seconds": 60})
    game = replace(game_at("r6 k1", table="r3 r4 r5", profile=must, other="r2 k9"), pool=())
    assert one_step(game, lambda view: Pass(0))[0].history[-1].action == TimeOut(0, moved=False)
    game = replace(game, profile=must.with_rules({"turn_seconds": None}))
    assert one_step(game, lambda view: Pass(0))[0].history[-1].action == Play(0, parse_table("r3 r4 r5 r6"))


def test_an_illegal_play_costs_its_tiles_where_the_rules_say_so() -> None:
    """U11."""
    profile = PROFILES["tm-toys"]
    game = game_at("k1 k5", table="r3 r4 r5", profile=profile, pool="b1 b2 b3 b4 b5")
    after, (fault,) = one_step(game, lambda view: Play(0, parse_table("r3 r4 r5 | k1 k5")))
    assert len(after.racks[0]) == 2 + profile.late_tiles
    assert fault.kind is FaultKind.ILLEGAL


@pytest.mark.parametrize("choice", [raising, lambda view: Draw(0), lambda view: Announce(0), lambda view: Redeal(1)])
def test_a_fault_out_of_turn_costs_nothing_but_is_reported(choice: Callable[[View], object]) -> None:
    """S5."""
    pairs = game_at("b3 b3 r8 r8 o10 o10", profile=PROFILES["jumbo"], opened=False, other="k1 k2 k4")
    faults: list[Fault] = []
    pairs = replace(pairs, turn=1, opened=(False, False))
    after = supervised_step(pairs, [Chooser(choice), Beginner()], Clock, faults.append)
    assert after.history[-1].action == Draw(1)
    assert [fault.seat for fault in faults] == [0]


def test_choosing_nothing_out_of_turn_is_no_fault() -> None:
    """S5: it is the player's choice."""
    pairs = game_at("b3 b3 r8 r8 o10 o10", profile=PROFILES["jumbo"], opened=False, other="k1 k2 k4")
    faults: list[Fault] = []
    pairs = replace(pairs, turn=1, opened=(False, False))
    after = supervised_step(pairs, [Chooser(lambda view: None), Beginner()], Clock, faults.append)
    assert (after.history[-1].action, faults) == (Draw(1), [])


def test_redeals_come_to_an_end_whatever_a_player_demands() -> None:
    """S5: with one pair almost every deal could be demanded again, for ever."""
    profile = PROFILES["jumbo"].with_rules({"redeal_pairs": 1})
    faults: list[Fault] = []
    greedy = [Chooser(lambda view: Redeal(view.seat or 0)) for _ in range(4)]
    game = play_out(new_game(profile, 4, seed=2), greedy, report=faults.append)
    assert sum(isinstance(action, Redeal) for action in game.actions) == MOST_REDEALS
    assert {fault.kind for fault in faults} == {FaultKind.ILLEGAL}


def test_what_is_no_player_loses_its_turns() -> None:
    faults: list[Fault] = []
    game = new_game(PROFILES["jumbo"].with_rules({"redeal_pairs": 1}), 2, seed=2)
    assert play_out(game, [None, Beginner()], report=faults.append).is_over  # type: ignore[list-item]
    details = {fault.detail.rpartition(" ")[2] for fault in faults}
    assert details == {"'choose'", "'choose_out_of_turn'", "'notice'"}


def test_ctrl_c_ends_the_game() -> None:
    def interrupted(view: View) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        one_step(game_at("k1 k5", pool="b1 b2"), interrupted)


class Deaf(Beginner):
    """A beginner that cannot be told anything."""

    def __init__(self, error: BaseException | None = None) -> None:
        super().__init__()
        self.error = error or RuntimeError("not now")

    def notice(self, event: Event) -> None:
        raise self.error


@pytest.mark.parametrize("error", [RuntimeError("not now"), SystemExit(1)])
def test_an_error_in_a_notice_is_reported_and_the_game_goes_on(error: BaseException) -> None:
    faults: list[Fault] = []
    game = play_out(new_game(INTERNATIONAL, 2, seed=1), [Beginner(), Deaf(error)], report=faults.append)
    assert {(fault.seat, fault.kind) for fault in faults} == {(1, FaultKind.ERROR)}
    assert len(faults) == len(game.history)
    assert game == play_out(new_game(INTERNATIONAL, 2, seed=1), [Beginner(), Beginner()])


def test_without_a_report_errors_are_raised() -> None:
    game = new_game(INTERNATIONAL, 2, seed=1, starter=0)
    with pytest.raises(RuntimeError, match="out of ideas"):
        play_out(game, [Chooser(raising), Beginner()])
    with pytest.raises(RuntimeError, match="not now"):
        play_out(game, [Beginner(), Deaf()])
    with pytest.raises(Refused):
        play_out(game, [Chooser(lambda view: Pass(0)), Beginner()])
    with pytest.raises(NotAChoice):
        play_out(game, [Chooser(lambda view: GiveUp(1)), Beginner()])


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
@pytest.mark.parametrize("choice", [raising, lambda view: Play(view.seat or 0, view.table), lambda view: None])
def test_a_game_with_a_faulty_player_comes_to_an_end(profile: Profile, choice: Callable[[View], object]) -> None:
    faults: list[Fault] = []
    game = play_out(new_game(profile, 3, seed=5), [Beginner(), Chooser(choice), Beginner()], report=faults.append)
    assert game.is_over
    assert faults
    assert {fault.seat for fault in faults} == {1}


@pytest.mark.long
def test_a_supervised_game_of_faultless_players_is_the_same_game() -> None:
    for profile in PROFILES.values():
        game = new_game(profile, 3, seed=8)
        faults: list[Fault] = []
        supervised = play_out(game, [Beginner()] * 3, report=faults.append)
        assert supervised == play_out(game, [Beginner()] * 3)
        assert faults == []


def test_an_action_out_of_turn_is_no_choice_for_a_turn() -> None:
    assert checked_choice(Announce(2), 2, is_turn=False) == Announce(2)
    for choice in (Announce(2), Redeal(2)):
        with pytest.raises(NotAChoice, match=r"^The player of seat 2 chose"):
            checked_choice(choice, 2, is_turn=True)


def test_a_spectator_has_no_turn_to_lose() -> None:
    with pytest.raises(TilewiseError, match="A spectator has no turn"):
        lost_turn(view_of(new_game(INTERNATIONAL, 2, seed=1), None))
