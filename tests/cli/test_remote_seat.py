"""A seat at a server's table: a player there sees, hears and does what it would in the arena."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.pure_table import PureTable
from tilewise.bots import Beginner, Clock, Event, GameEnd, Player
from tilewise.cli.remote_seat import RemoteSeat, command_of
from tilewise.errors import Refused, TilewiseError
from tilewise.game import Action, GiveUp, Pass, Play
from tilewise.profiles import PROFILES, Profile
from tilewise.server import protocol as wire
from tilewise.server.tables import commands as do
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import event_view, refusal_of, table_view
from tilewise.tiles import JOKER
from tilewise.view import View, view_of

PERSON = "ada"


class Listener(Beginner):
    """A beginner that keeps what it is told and shown."""

    def __init__(self, seat: int, profile: Profile, seed: str) -> None:
        super().__init__(seat, profile, seed)
        self.told: list[Event] = []
        self.shown: list[View] = []
        self.told_before: list[int] = []
        self.remaining: list[float] = []

    def choose(self, view: View, clock: Clock) -> Action:
        self.shown.append(view)
        self.told_before.append(len(self.told))
        self.remaining.append(clock.remaining())
        return super().choose(view, clock)

    def notice(self, event: Event) -> None:
        self.told.append(event)


class Failing(Beginner):
    """Fails in every turn, out of turn too, and whenever it is told something."""

    def choose(self, view: View, clock: Clock) -> Action:
        raise RuntimeError("no idea")

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        raise RuntimeError("no idea")

    def notice(self, event: Event) -> None:
        raise RuntimeError("not now")


class Cheating(Beginner):
    """Passes although the pool is not empty."""

    def choose(self, view: View, clock: Clock) -> Action:
        return Pass(view.turn)


class Excessive(Beginner):
    """Plays more jokers than a server accepts in one message."""

    def choose(self, view: View, clock: Clock) -> Action:
        return Play(view.turn, ((JOKER,) * 20_000,))


class Connection:
    """A table, and a seat that is connected to it without a network."""

    def __init__(self, table: PureTable, create: Callable[[int, Profile, str], Player]) -> None:
        self.table = table
        self.reports: list[str] = []
        self.players: list[Player] = []

        def created(seat: int, profile: Profile, seed: str) -> Player:
            self.players.append(create(seat, profile, seed))
            return self.players[-1]

        self.seat = RemoteSeat(created, lambda: self.table.now / 1000, self.reports.append)
        self.subscribe()

    @property
    def number(self) -> int | None:
        return self.table.state.seat_of(PERSON)

    def subscribe(self) -> None:
        view = table_view(self.table.state, self.number)
        self.seat.take(wire.View(view.table, self.table.now, view))

    def run(self, most: int = 3000) -> None:
        """Let the seat and the schedule of the table act until nothing is left to do."""
        for _ in range(most):
            message = self.seat.next_message()
            if isinstance(message, wire.Subscribe):
                self.subscribe()
            elif isinstance(message, wire.CommandMessage):
                self.answer(message)
            elif self.table.scheduled() is not None:
                self.tell(lambda: self.table.run_scheduled())
            else:
                return
        raise AssertionError(f"The table does not come to an end: {self.table.state.phase}.")

    def tell(self, act: Callable[[], object]) -> None:
        """Do something at the table, and tell the seat every event with the state after it."""
        steps: list[wire.Event] = []
        store = self.table.store

        def stored(decision):  # type: ignore[no-untyped-def]
            seat = self.number
            steps.extend(wire.Event("t", event_view(state, event, seat)) for event, state in decision.steps)
            return store(decision)

        self.table.store = stored  # type: ignore[method-assign]
        try:
            act()
        finally:
            self.table.store = store  # type: ignore[method-assign]
        for step in steps:
            self.seat.take(step)

    def answer(self, message: wire.CommandMessage) -> None:
        try:
            self.tell(lambda: self.table.give(PERSON, message.command))
        except (Refused, NotPossible) as error:
            self.seat.take(wire.Refused(message.id, message.table, refusal_of(error)))
        else:
            self.seat.take(wire.Done(message.id, message.table, self.table.state.number))


def settings(profile: str, **rules: int | str | None) -> TableSettings:
    return TableSettings(profile=profile, seats=("person", "beginner"), rules={"turn_seconds": None, **rules})


@pytest.mark.parametrize("name", PROFILES)
def test_a_player_is_told_and_shown_what_its_seat_may_see(name: str) -> None:
    table = PureTable(settings(name))
    connection = Connection(table, Listener)
    connection.run()
    assert connection.reports == []
    assert table.state.phase in ("over", "closed")
    game = table.state.game
    assert game is not None
    assert game.score is not None
    last = connection.players[-1]
    assert isinstance(last, Listener)
    view = view_of(game, 0)
    assert last.told == [*view.history, GameEnd(game.score, game.racks)]
    assert last.shown
    assert {view.seat for view in last.shown} == {0}
    assert [view.actions for view in last.shown] == last.told_before


def test_a_player_starts_before_its_first_turn() -> None:
    steps: list[str] = []

    class Program(Beginner):
        def start(self) -> None:
            steps.append("start")

        def choose(self, view: View, clock: Clock) -> Action:
            steps.append("choose")
            return super().choose(view, clock)

        def notice(self, event: Event) -> None:
            steps.append("notice")

    Connection(PureTable(settings("international")), Program).run()
    assert steps[0] == "start"
    assert steps.count("start") == 1
    assert "choose" in steps


def test_each_game_of_a_match_has_a_player_of_its_own() -> None:
    table = PureTable(TableSettings(seats=("person", "beginner"), rules={"turn_seconds": None}, games=3))
    connection = Connection(table, Listener)
    connection.run()
    assert len(connection.players) == 3
    assert len({player.seed for player in connection.players}) == 3


@pytest.mark.parametrize("create", [Failing, Cheating, Excessive])
@pytest.mark.parametrize("name", PROFILES)
def test_a_faulty_player_loses_its_turns_and_the_game_goes_on(name: str, create: type[Beginner]) -> None:
    table = PureTable(settings(name))
    connection = Connection(table, create)
    connection.run()
    assert table.state.phase in ("over", "closed")
    assert connection.reports
    expected = {
        Failing: "lost its turn",
        Cheating: "The server refused the player's choice",
        Excessive: "more tiles than any game",
    }
    assert any(expected[create] in report for report in connection.reports)


def test_the_clock_of_a_turn_is_the_servers() -> None:
    table = PureTable(
        TableSettings(seats=("person", "beginner"), rules={"turn_seconds": 30, "clock_from": "first-turn"})
    )
    connection = Connection(table, Listener)
    connection.run()
    (player,) = connection.players
    assert isinstance(player, Listener)
    assert set(player.remaining) == {28.0}


def test_a_program_sits_down_where_a_seat_is_free() -> None:
    table = PureTable(TableSettings(seats=("person", "person"), rules={"turn_seconds": None}), creator="bea")
    connection = Connection(table, Listener)
    message = connection.seat.next_message()
    assert isinstance(message, wire.CommandMessage)
    assert message.command == do.Sit()
    assert connection.seat.next_message() is None, "it waits for the response"
    connection.answer(message)
    assert table.state.seat_of(PERSON) == 1
    assert isinstance(connection.seat.next_message(), wire.Subscribe)


def test_a_table_without_a_free_seat_is_refused() -> None:
    table = PureTable(TableSettings(seats=("person", "beginner")), creator="bea")
    connection = Connection(table, Listener)
    with pytest.raises(TilewiseError, match="no free seat"):
        connection.seat.next_message()


def test_a_player_that_returns_is_told_the_latest_actions_once() -> None:
    table = PureTable(settings("international"))
    connection = Connection(table, Listener)
    while not connection.players or not getattr(connection.players[-1], "shown", []):
        message = connection.seat.next_message()
        if isinstance(message, wire.CommandMessage):
            connection.answer(message)
        elif message is None:
            connection.tell(lambda: table.run_scheduled())
    (player,) = connection.players
    assert isinstance(player, Listener)
    told = len(player.told)
    connection.seat.disconnect()
    connection.subscribe()
    assert len(player.told) == told
    assert len(connection.players) == 1
    fresh = Connection(table, Listener)
    (late,) = fresh.players
    assert isinstance(late, Listener)
    assert late.told == player.told


def test_nobody_can_ask_for_every_action() -> None:
    with pytest.raises(TilewiseError, match="Nobody can ask"):
        command_of(GiveUp(0))
