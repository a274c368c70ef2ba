"""The strongest player: a patient base, and a search that departs from it only on significant evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.effort import examples
from tests.support.seatings import SEATINGS
from tilewise import PROFILES, Game, new_game, parse_table, parse_tiles, view_of
from tilewise.bots import UNTIMED, Budget, Clock, Patient, Player, Solid, play_out, searcher
from tilewise.bots.searcher import (
    BASE,
    DEFAULT_SAMPLES,
    FEWEST_SAMPLES,
    MANY_SAMPLES,
    MOST_SAMPLES,
    Parts,
    Searcher,
    _Lead,
    can_search,
)
from tilewise.game import Action, Draw, Play
from tilewise.simulator import Simulation
from tilewise.simulator.playouts import DRAWS, PLAYS

needs_search = pytest.mark.skipif(
    not can_search(PROFILES["international"]), reason="The simulator is not compiled here: nothing is searched."
)
INTERNATIONAL = PROFILES["international"]
FEW = Clock(Budget(samples=2 * FEWEST_SAMPLES))


def position(own: str, table: str, sizes: tuple[int, ...] = (14, 14), **changes: Any) -> Game:
    """Return a game in which seat 0 has this rack, and the others have some tiles."""
    game = new_game(INTERNATIONAL, len(sizes), 5, starter=0)
    racks = (parse_tiles(own), *(rack[:size] for rack, size in zip(game.racks[1:], sizes[1:], strict=True)))
    opened = (True,) * len(sizes)
    return replace(game, racks=racks, table=parse_table(table), opened=opened, **changes)


WIDE = position("r4 r5 k9 k11 b2 b5 o8 o13", "r1 r2 r3", (8, 9, 9))
"""A position in which the lines are about equal."""


def test_it_goes_out_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """N1."""
    monkeypatch.setattr(Simulation, "play_samples", None)
    game = position("r4 r5", "r1 r2 r3")
    action = Searcher(0, INTERNATIONAL, "1").choose(view_of(game, 0), UNTIMED)
    assert action == Play(0, parse_table("r1 r2 r3 r4 r5"))


def test_with_one_thing_to_do_it_does_not_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simulation, "play_samples", None)
    game = position("r9 k2", "r1 r2 r3")
    assert Searcher(0, INTERNATIONAL, "1").choose(view_of(game, 0), UNTIMED) == Draw(0)


def test_with_too_few_samples_for_evidence_it_does_not_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it chooses the same where the simulator is not compiled."""
    monkeypatch.setattr(Simulation, "play_samples", None)
    clock = Clock(Budget(samples=FEWEST_SAMPLES - 1))
    assert Searcher(0, INTERNATIONAL, "1").choose(view_of(WIDE, 0), clock) == Draw(0)


@needs_search
def test_with_an_empty_pool_it_plays_what_the_endgame_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """N2."""
    monkeypatch.setattr(Simulation, "play_samples", None)
    after = parse_table("r1 r2 r3 r4")
    monkeypatch.setattr(searcher, "best_endgame_table", lambda view: after)
    game = position("r4 r9 k2", "r1 r2 r3", pool=())
    assert Searcher(0, INTERNATIONAL, "1").choose(view_of(game, 0), UNTIMED) == Play(0, after)


@needs_search
@pytest.mark.parametrize(("better", "action"), [(PLAYS, Play), (DRAWS, Draw)])
def test_it_takes_the_line_that_wins_more_samples(
    better: int, action: type[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    def results(_: Simulation, start: int, placed: int, first: int, samples: int, *rest: Any) -> Any:
        """Win two of three samples after one kind of action, and one of three after the other."""
        won = [60 if (number % 3 > 0) == (start == better) else 0 for number in range(samples)]
        return won, [0] * samples

    monkeypatch.setattr(Simulation, "play_samples", results)
    assert isinstance(Searcher(0, INTERNATIONAL, "1").choose(view_of(WIDE, 0), UNTIMED), action)


@needs_search
def test_the_same_samples_give_the_same_games() -> None:
    game = new_game(PROFILES["vienna-en"].with_rules({"rack_size": 7, "copies": 1}), 3, "again")

    def played() -> Game:
        players = [Searcher(seat, game.profile, f"{seat}") if seat < 2 else Solid() for seat in range(3)]
        return play_out(game, players, lambda: FEW)

    assert played() == played()


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the number of samples of every portion."""
    numbers: list[int] = []
    play_samples = Simulation.play_samples

    def count(simulation: Simulation, start: int, placed: int, first: int, samples: int, *rest: Any) -> Any:
        numbers.append(samples)
        return play_samples(simulation, start, placed, first, samples, *rest)

    monkeypatch.setattr(Simulation, "play_samples", count)
    return numbers


@needs_search
@pytest.mark.parametrize(("clock", "most"), [(UNTIMED, DEFAULT_SAMPLES), (FEW, 2 * FEWEST_SAMPLES)])
def test_it_takes_the_samples_of_its_budget(clock: Clock, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no line falls behind."""
    numbers = counted(monkeypatch)
    monkeypatch.setattr(_Lead, "is_hopeless", False)
    Searcher(0, INTERNATIONAL, "1", Parts(significance=99)).choose(view_of(WIDE, 0), clock)
    lines = searcher._lines(view_of(WIDE, 0), searcher.Line(WIDE.table, BASE))
    assert sum(numbers) == len(lines) * most


@needs_search
def test_it_stops_before_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is ours: every look at it takes a hundredth of a second."""
    moments = iter(range(10_000))
    clock = Clock(Budget(seconds=0.05), now=lambda: next(moments) / 100)
    numbers = counted(monkeypatch)
    Searcher(0, INTERNATIONAL, "1").choose(view_of(WIDE, 0), clock)
    assert clock.remaining() > -0.01
    assert 0 < sum(numbers) < MOST_SAMPLES


@needs_search
def test_without_models_it_thinks_that_nobody_waits() -> None:
    view = view_of(WIDE, 0)
    players = [Searcher(0, INTERNATIONAL, "1", Parts(models=models)) for models in (True, False)]
    patient = {1: 1.0, 2: 1.0}
    with_models, without = (player._models(view, patient, "sample") for player in players)
    assert with_models != without == [searcher.QUICK] * 3


@needs_search
def test_a_lead_that_is_not_significant_changes_nothing() -> None:
    view = view_of(WIDE, 0)
    careful = Searcher(0, INTERNATIONAL, "1", Parts(significance=99)).choose(view, FEW)
    assert careful == Patient(BASE).choose(view, UNTIMED)


def test_a_lead_counts_in_standard_errors() -> None:
    lead = _Lead()
    lead.add([1.0, 0.0, 1.0, 0.0])
    assert lead.errors == pytest.approx(2.0)
    same = _Lead()
    same.add([0.0, 0.0])
    assert same.errors == 0
    sure = _Lead()
    sure.add([-0.5, -0.5])
    assert sure.errors == float("-inf")


@pytest.mark.parametrize(
    ("differences", "count", "hopeless"),
    [
        ([-1.0, 0.0], FEWEST_SAMPLES - 2, False),
        ([-1.0, 0.0], FEWEST_SAMPLES, True),
        ([0.0], FEWEST_SAMPLES, True),
        ([1.0, -1.0], FEWEST_SAMPLES, False),
        ([1.0, -1.0], MANY_SAMPLES, True),
        ([1.0, 0.0], MANY_SAMPLES, False),
    ],
)
def test_a_line_that_falls_behind_gets_no_more_samples(differences: list[float], count: int, hopeless: bool) -> None:
    lead = _Lead()
    lead.add(differences * (count // len(differences)))
    assert lead.is_hopeless == hopeless


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_every_action_is_legal_on_every_profile(name: str, players: int) -> None:
    """`play_out` raises at the first illegal action; special jokers are left to the base policy."""
    profile = PROFILES[name]
    plain = Parts(models=False, evidence=False, endgame=False, points=False)
    game = new_game(profile, players, f"searcher.{players}")
    seats: list[Player] = [Solid() for _ in range(players)]
    seats[0] = Searcher(0, profile, "0")
    seats[-1] = Searcher(players - 1, profile, "1", plain)
    assert play_out(game, seats, lambda: Clock(Budget(samples=FEWEST_SAMPLES))).is_over


@pytest.mark.parametrize(("players", "opens"), [(2, False), (4, True)])
def test_with_special_jokers_and_two_players_it_opens_late(players: int, opens: bool) -> None:
    """The learned value has never seen special jokers."""
    rack = parse_tiles("r10 r11 r12 k1 b4 o6 k8 b9 o2")
    racks = (rack, *[parse_tiles("k1")] * (players - 1))
    game = replace(new_game(PROFILES["twist"], players, 1, starter=0), racks=racks)
    action = Searcher(0, game.profile, "0").choose(view_of(game, 0), UNTIMED)
    assert isinstance(action, Play) == opens


@pytest.mark.long
@needs_search
def test_it_beats_the_best_play_of_every_turn() -> None:
    games, wins = examples(2, thorough=4), 0
    for number in range(games):
        game = new_game(INTERNATIONAL, 2, f"beats.{number}")
        score = play_out(game, [Searcher(0, INTERNATIONAL, "s"), Solid()], lambda: FEW).score
        wins += score is not None and score.winners == (0,)
    assert wins >= 0.75 * games
