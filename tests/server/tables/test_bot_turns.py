"""What a computer player gets to see: enough to play, and nothing that reveals the racks of others."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from tests.support.pure_table import PureTable, full, instant
from tilewise.bots import LEVELS, UNTIMED, Beginner, Clock, Event, Level, Player
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut, new_game
from tilewise.game.deal import deal_tiles
from tilewise.server.tables import commands as do
from tilewise.server.tables.bot_turns import (
    BotRequest,
    announce,
    announcement_request,
    bot_decision,
    choose_action,
    fallback_action,
    turn_decision,
    turn_request,
)
from tilewise.server.tables.decisions import Decision
from tilewise.server.tables.events import Acted, AnyEvent, Kept
from tilewise.server.tables.schedule import scheduled_action
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import Tiles, parse_table, parse_tiles
from tilewise.view import View


class SpyingPlayer(Player):
    """A computer player that tries to deal the tiles again from the seed that it gets."""

    racks: tuple[Tiles, ...] = ()

    def choose(self, view: View, clock: Clock) -> Action:
        """Deal again in every way that leads to its own rack, and draw."""
        assert view.seat is not None
        deals = [deal_tiles(view.profile, view.players, self.seed, redeals)[0] for redeals in range(4)]
        deals.append(new_game(view.profile, view.players, self.seed).racks)
        SpyingPlayer.racks = next((racks for racks in deals if racks[view.seat] == view.rack), ())
        return Draw(view.seat)

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        """Do nothing."""
        return None


@pytest.fixture
def spying(monkeypatch: pytest.MonkeyPatch) -> tuple[TableState, Game, BotRequest]:
    """A game in which it is the spy's turn, and what the spy gets."""
    monkeypatch.setitem(LEVELS, "spy", Level(SpyingPlayer, "Spies."))
    monkeypatch.setattr(SpyingPlayer, "racks", ())
    table = PureTable(TableSettings(seats=("person", "spy")))
    table.run_scheduled()
    game = table.state.game
    assert game is not None
    if game.turn == 0:
        table.give("ada", table.beginner_command("ada"))
        # Only its own rack matters to the spy, and that is still the one that was dealt.
        assert table.state.game is not None
        assert table.state.game.racks[1] == game.racks[1]
    request = turn_request(table.state, 1)
    assert request is not None
    return table.state, game, request


def test_a_spying_player_cannot_rebuild_the_racks(spying: tuple[TableState, Game, BotRequest]) -> None:
    _, game, request = spying
    choose_action(request, UNTIMED)
    assert SpyingPlayer.racks == ()
    # The spy is good at its job: with the seed of the game it would succeed.
    choose_action(request._replace(seed=game.seed), UNTIMED)
    assert SpyingPlayer.racks == game.racks


def test_a_request_contains_neither_the_seed_nor_the_secret_of_the_deal(
    spying: tuple[TableState, Game, BotRequest],
) -> None:
    state, game, request = spying
    sent = pickle.dumps(request)
    assert state.fair is not None
    for secret in (game.seed, state.fair.secret):
        assert secret.encode() not in sent
    assert request.seed.encode() in sent
    assert request.view.rack == game.racks[1]


def test_each_seat_gets_a_seed_of_its_own() -> None:
    table = PureTable(TableSettings(seats=("person", "beginner", "beginner")))
    table.run_scheduled()
    seeds = {request.seed for seat in (1, 2) if (request := turn_request(table.state, seat)) is not None}
    assert len(seeds) == 2


def test_nobody_chooses_for_a_person_or_without_a_game() -> None:
    table = full()
    with pytest.raises(TilewiseError, match="A person plays"):
        turn_request(table.state, 0)
    with pytest.raises(TilewiseError, match="No game"):
        turn_request(PureTable(TableSettings(seats=("person", "beginner"))).state, 1)


def test_only_a_player_who_may_redeal_is_asked_for_it() -> None:
    """S5."""
    answers = set()
    for attempt in range(300):
        table = PureTable(TableSettings(profile="jumbo", seats=("person", "beginner")))
        table.give("ada", do.Add(f"try-{attempt}"))
        request = turn_request(table.state, 1)
        assert request is None or (request.view.may_redeal and not request.is_turn)
        answers.add(request is None)
    assert answers == {True, False}


def test_nothing_is_announced_where_the_rules_have_no_announcements() -> None:
    """C3."""
    table = PureTable(TableSettings(seats=("person", "beginner")))
    table.run_scheduled()
    assert announcement_request(table.state, 1) is None
    assert announcement_request(table.state, 0) is None, "a person announces their own opening"


def test_the_fallback_is_always_legal(spying: tuple[TableState, Game, BotRequest]) -> None:
    _, _, request = spying
    assert fallback_action(request) == Draw(1)
    empty = dataclasses.replace(request.view, pool_size=0, may_pass=True)
    assert fallback_action(request._replace(view=empty)) == Pass(1)
    assert fallback_action(request._replace(is_turn=False)) is None


def test_the_fallback_of_a_player_who_must_place_is_a_time_out(spying: tuple[TableState, Game, BotRequest]) -> None:
    """N2, U10: passing would be refused. Without a time limit it is any play."""
    _, _, request = spying
    table, rack = parse_table("r3 r4 r5"), parse_tiles("r6 k1")
    stuck = dataclasses.replace(request.view, pool_size=0, may_pass=False, table=table, rack=rack, opened=(True, True))
    assert fallback_action(request._replace(view=stuck)) == TimeOut(1, moved=False)
    untimed = dataclasses.replace(stuck, seconds=None)
    assert fallback_action(request._replace(view=untimed)) == Play(1, parse_table("r3 r4 r5 r6"))


def decided(state: TableState, choice: Action | None) -> tuple[list[AnyEvent], str | None]:
    """Return the events after a choice of the computer player in turn, and why the choice did not count."""
    scheduled = scheduled_action(state, instant)
    assert scheduled is not None
    request = turn_request(state, 1)
    decision, wrong = turn_decision(state, scheduled, scheduled.at, str, request, choice)
    return decision.events, wrong


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Play(1, parse_table("k1 k1 k1 k1")), "unknown-tile"),
        (Pass(1), "pool-not-empty"),
        (Draw(0), "not-a-choice"),
        (GiveUp(0), "not-a-choice"),
        (GiveUp(1), "not-a-choice"),
        (TimeOut(1, moved=False), "not-a-choice"),
        (None, "not-a-choice"),
    ],
    ids=repr,
)
def test_a_choice_that_is_not_allowed_costs_the_turn(
    spying: tuple[TableState, Game, BotRequest], choice: Action | None, code: str
) -> None:
    state, _, _ = spying
    assert decided(state, choice) == (decided(state, Draw(1))[0], code)


def test_an_allowed_choice_counts(spying: tuple[TableState, Game, BotRequest]) -> None:
    events, wrong = decided(spying[0], Draw(1))
    assert wrong is None
    assert events == [Acted(1, "draw", "", "computer")]


def test_a_wrong_demand_for_a_redeal_keeps_the_tiles() -> None:
    """S5."""
    for attempt in range(300):
        table = PureTable(TableSettings(profile="jumbo", seats=("person", "beginner")))
        table.give("ada", do.Add(f"try-{attempt}"))
        if turn_request(table.state, 1) is not None:
            break
    events, wrong = decided(table.state, Draw(1))
    assert wrong == "not-a-choice"
    assert events[0] == Kept(1)
    assert decided(table.state, None)[1] is None
    assert decided(table.state, Redeal(1))[1] is None


def test_a_wrong_announcement_is_left_out(spying: tuple[TableState, Game, BotRequest]) -> None:
    """C3."""
    state, _, request = spying
    decision = Decision(state, state.at)
    request = request._replace(is_turn=False)
    assert announce(decision, request, None) is None
    assert announce(decision, request, Draw(1)) == "not-a-choice"
    assert announce(decision, request, Announce(1)) == "no-announcing"
    assert decision.events == []


def test_a_player_of_the_server_knows_the_history(spying: tuple[TableState, Game, BotRequest]) -> None:
    told: list[Event] = []

    class Listening(Beginner):
        def notice(self, event: Event) -> None:
            told.append(event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LEVELS, "spy", Level(Listening, "Listens."))
        choose_action(spying[2], UNTIMED)
    assert told == list(spying[2].view.history)


def test_only_a_scheduled_turn_with_a_seat_is_a_computer_players() -> None:
    table = full()
    scheduled = table.scheduled()
    assert scheduled is not None
    with pytest.raises(TilewiseError, match="has a seat"):
        bot_decision(table.state, scheduled, table.now, table.new_secret)


def test_a_player_that_fails_in_this_process_loses_its_turn(spying: tuple[TableState, Game, BotRequest]) -> None:
    class Failing(Beginner):
        def choose(self, view: View, clock: Clock) -> Action:
            raise RuntimeError

    state, _, _ = spying
    scheduled = scheduled_action(state, instant)
    assert scheduled is not None
    reported: list[tuple[str, str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LEVELS, "spy", Level(Failing, "Fails."))
        decision = bot_decision(state, scheduled, scheduled.at, str, report=lambda *fault: reported.append(fault))
    assert decision.events == [Acted(1, "draw", "", "computer")]
    assert reported == [("spy", "RuntimeError")]
