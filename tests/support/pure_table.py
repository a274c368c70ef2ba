"""A table without a server: commands and due things lead to events, as a host would store them."""

from __future__ import annotations

from collections import Counter

from tilewise.bots import new_player
from tilewise.game import Action, Announce, Draw, Pass, Play, Redeal
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import Decision, decide
from tilewise.server.tables.effects import Effects, FinishedGame, effects_of
from tilewise.server.tables.events import AnyEvent, Made, Sat, StoredEvent, decode_event, encode_event
from tilewise.server.tables.schedule import Due, What, bot_action, due, happen
from tilewise.server.tables.table_settings import PERSON, TableSettings, check_settings
from tilewise.server.tables.table_state import Phase, replay_table
from tilewise.tiles import format_tiles
from tilewise.view import view_of

TABLE = "0123456789abcdef"
START = 1_800_000_000_000


def instant(_: float) -> int:
    """Computer players that do not think."""
    return 0


class PureTable:
    """A table with its log, at a time that the test tells."""

    def __init__(self, settings: TableSettings, maker: str = "ada") -> None:
        check_settings(settings)
        self.now = START
        self.secrets = 0
        self.log: list[StoredEvent] = []
        self.finished: list[FinishedGame] = []
        made = Made(settings, maker)
        blank = replay_table(TABLE, [StoredEvent(1, self.now, made)])
        decision = Decision(blank, self.now, self.make_secret)
        decision.emit(Sat(settings.seats.index(PERSON), maker, maker.title()))
        decision.advance()
        self.log.append(StoredEvent(1, self.now, made))
        self.state = blank
        self.store(decision.events)

    def make_secret(self) -> str:
        self.secrets += 1
        return f"secret-{self.secrets}"

    def store(self, events: list[AnyEvent]) -> Effects | None:
        """Take in events by way of what is written to a disk."""
        if not events:
            return None
        before, at = self.state, max(self.now, self.state.at)
        logged = [
            StoredEvent(before.number + place, at, decode_event(encode_event(event)))
            for place, event in enumerate(events, start=1)
        ]
        self.state = replay_table(TABLE, logged, before)
        self.log += logged
        effects = effects_of(before, self.state, events, instant)
        self.finished += effects.finished
        return effects

    def give(self, person: str, command: do.AnyCommand) -> list[AnyEvent]:
        """Let a person give a command; raises Refused or NotPossible."""
        events = decide(self.state, command, person, person.title(), self.now, self.make_secret).events
        self.store(events)
        return events

    def phase(self) -> Phase:
        return self.state.phase

    def due(self) -> Due | None:
        return due(self.state, instant)

    def let_happen(self, *, is_there: bool = False, moved: bool = False) -> list[AnyEvent]:
        """Wait until something is due, and let it happen."""
        what = self.due()
        assert what is not None
        self.now = max(self.now, what.at)
        action = None
        if what.what is What.COMPUTER and what.seat is not None:
            action = bot_action(self.state, what.seat)
        events = happen(self.state, what, self.now, self.make_secret, action=action, moved=moved, is_there=is_there)
        self.store(events)
        return events

    def play_on(self, most: int = 5_000) -> None:
        """Let happen what is due, with nobody there, until nothing is."""
        for _ in range(most):
            if self.due() is None:
                return
            self.let_happen()
        raise AssertionError(f"The table does not come to an end: {self.state.phase} at {self.state.number}.")

    def person_in_turn(self) -> str:
        game = self.state.game
        assert game is not None
        person = self.state.seats[game.turn].person
        assert person is not None
        return person

    def sensible(self, person: str) -> do.AnyCommand:
        """What a beginner would do in the turn of a person."""
        seat, game = self.state.seat_of(person), self.state.game
        assert seat is not None
        assert game is not None
        return as_command(new_player("beginner").choose(view_of(game, seat)))

    def tiles(self) -> Counter[str]:
        """All tiles of the game, wherever they are."""
        game = self.state.game
        assert game is not None
        laid = [tile for tiles in (*game.table, *game.racks, game.pool) for tile in tiles]
        return Counter(map(str, laid))


def as_command(action: Action) -> do.AnyCommand:
    """The command that asks for an action."""
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
