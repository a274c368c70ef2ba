"""A table without a server: commands and scheduled actions lead to events, as a host would store them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from tilewise.bots import UNTIMED, Beginner
from tilewise.game import Action, Announce, Draw, Pass, Play, Redeal
from tilewise.server.tables import commands as do
from tilewise.server.tables.bot_turns import bot_decision
from tilewise.server.tables.decisions import Decision, decide
from tilewise.server.tables.effects import Effects, FinishedGame, effects_of
from tilewise.server.tables.events import AnyEvent, StoredEvent, WentAway, decode_event, encode_event
from tilewise.server.tables.schedule import ScheduledAction, ScheduledKind, run_scheduled, scheduled_action
from tilewise.server.tables.table_settings import TableSettings, check_settings
from tilewise.server.tables.table_state import Phase, TableState, replay_table
from tilewise.tiles import format_tiles
from tilewise.view import view_of

TABLE = "0123456789abcdef"
START = 1_800_000_000_000

SMALL: dict[str, int | str | None] = {"rack_size": 3, "copies": 1, "opening_threshold": 0}
"""House rules for short games."""


def instant(_: float) -> int:
    """Return no thinking time for computer players."""
    return 0


def _fail(level: str, code: str) -> None:
    raise AssertionError(f"The computer player {level} lost its turn: {code}.")


class PureTable:
    """A table with its event log, at a time that the test sets."""

    def __init__(self, settings: TableSettings, creator: str = "ada") -> None:
        check_settings(settings)
        self.now = START
        self.secrets = 0
        self.log: list[StoredEvent] = []
        self.finished: list[FinishedGame] = []
        decision = Decision.on_new_table(TABLE, settings, creator, creator.title(), self.now, self.new_secret)
        first, self.state = decision.steps[0]
        self.log.append(first)
        decision.steps = decision.steps[1:]
        self.store(decision)

    def new_secret(self) -> str:
        self.secrets += 1
        return f"secret-{self.secrets}"

    def store(self, decision: Decision) -> Effects | None:
        """Apply a decision by way of what is written to a disk; the states that it computed must be the same."""
        if not decision.steps:
            return None
        before = self.state
        stored = [
            StoredEvent(stored.number, stored.at, decode_event(encode_event(stored.event)))
            for stored, _ in decision.steps
        ]
        self.state = replay_table(TABLE, stored, before)
        assert self.state == decision.state
        self.log += stored
        effects = effects_of(before, self.state, decision.events, instant)
        self.finished += effects.finished
        return effects

    def give(self, person: str, command: do.AnyCommand, absent: Container[int] = ()) -> list[AnyEvent]:
        """Give a person's command while the people of some seats are absent; raises Refused or NotPossible."""
        decision = decide(self.state, command, person, person.title(), self.now, self.new_secret, absent=absent)
        self.store(decision)
        return decision.events

    def phase(self) -> Phase:
        return self.state.phase

    def scheduled(self) -> ScheduledAction | None:
        return scheduled_action(self.state, instant)

    def run_scheduled(self, *, moved: bool = False) -> list[AnyEvent]:
        """Wait until the next scheduled action, and run it."""
        scheduled = self.scheduled()
        assert scheduled is not None
        self.now = max(self.now, scheduled.at)
        if scheduled.kind is ScheduledKind.BOT_TURN:
            decision = bot_decision(self.state, scheduled, self.now, self.new_secret, report=_fail)
        else:
            decision = run_scheduled(self.state, scheduled, self.now, self.new_secret, moved=moved)
        self.store(decision)
        return decision.events

    def run_to_end(self, most: int = 5_000) -> None:
        """Run all scheduled actions, with no person connected, until there are none."""
        for _ in range(most):
            if self.scheduled() is None:
                return
            self.run_scheduled()
        raise AssertionError(f"The table does not come to an end: {self.state.phase} at {self.state.number}.")

    def person_in_turn(self) -> str:
        game = self.state.game
        assert game is not None
        person = self.state.seats[game.turn].person
        assert person is not None
        return person

    def beginner_command(self, person: str) -> do.AnyCommand:
        """Return what a beginner would do in the turn of a person."""
        seat, game = self.state.seat_of(person), self.state.game
        assert seat is not None
        assert game is not None
        return as_command(Beginner().choose(view_of(game, seat), UNTIMED))

    def tiles(self) -> Counter[str]:
        """Count all tiles of the game, wherever they are."""
        game = self.state.game
        assert game is not None
        laid = [tile for tiles in (*game.table, *game.racks, game.pool) for tile in tiles]
        return Counter(map(str, laid))


def as_command(action: Action) -> do.AnyCommand:
    """Return the command that asks for an action."""
    match action:
        case Play(table=table):
            return do.Play(tuple(map(format_tiles, table)))
        case Draw():
            return do.Draw()
        case Pass():
            return do.Pass()
        case Redeal():
            return do.Redeal()
        case Announce():
            return do.Announce()
        case _:
            raise AssertionError(f"No person asks for {action}.")


def replaced(state: TableState, seat: int, now: int) -> Decision:
    """Return the decision with which a computer player has taken over for an absent person, if a person plays."""
    decision = Decision(state, now)
    if state.seats[seat].person is not None and not state.seats[seat].away:
        decision.emit(WentAway(seat))
    return decision


def seated(players: int = 2, **settings: object) -> PureTable:
    """Return a table of friends at which the last seat has just been taken: ada, bob, cyd and dan sit there."""
    table = PureTable(TableSettings(**{"seats": ("person",) * players, **settings}))  # type: ignore[arg-type]
    for person in ("bob", "cyd", "dan")[: players - 1]:
        table.give(person, do.Sit())
    return table


def full(players: int = 2, **settings: object) -> PureTable:
    """Return a table of friends at which ada has said that the tiles are dealt."""
    table = seated(players, **settings)
    if table.phase() == "ready":
        table.give("ada", do.Deal())
    return table


def playing(players: int = 2, **settings: object) -> PureTable:
    """Return a table at which a game is being played."""
    table = full(players, **settings)
    while table.phase() in ("dealing", "offering"):
        table.run_scheduled()
    return table


def over(players: int = 2, **settings: object) -> PureTable:
    """Return a table whose match is over, with every player still connected."""
    table = playing(players, rules=SMALL, **settings)
    for _ in range(1000):
        if table.phase() == "over":
            return table
        if table.phase() == "playing":
            table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
        else:
            table.run_scheduled()
    raise AssertionError(table.phase())
