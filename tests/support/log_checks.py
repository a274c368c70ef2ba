"""Checks of an event log that must hold whatever happened to the servers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tilewise.game import Game
from tilewise.server.tables.events import Acted, StoredEvent
from tilewise.server.tables.table_state import TableState, evolve, replay_table
from tilewise.tiles import Tile
from tilewise.turn_clock import turn_expiry

Acknowledged = Mapping[tuple[str, str], int]
"""Acknowledged event numbers, by table and command."""


class Broken(AssertionError):
    """An event log breaks a guarantee."""


def check_log(table: str, log: Sequence[StoredEvent], acknowledged: Iterable[Acknowledged]) -> TableState:
    """Check a whole event log against acknowledged commands; return the state after it. Raises Broken."""
    checker = LogChecker(table)
    checker.take(log)
    for told in acknowledged:
        checker.check_acknowledged(told)
    if checker.state is None:
        raise Broken(f"{table} has no log.")
    return checker.state


class LogChecker:
    """Checks an event log as it grows."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.state: TableState | None = None
        self.commands: dict[str, int] = {}
        self.expiries = 0
        """How many turns the clock has ended."""

    @property
    def number(self) -> int:
        """The number of the last checked event."""
        return 0 if self.state is None else self.state.number

    def take(self, log: Sequence[StoredEvent]) -> None:
        """Check further events: no gaps, in order of time, by the rules, with every tile; raises Broken."""
        for logged in log:
            if logged.number != self.number + 1:
                raise Broken(f"{self.table}: {logged.number} follows {self.number}.")
            if self.state is not None and logged.at < self.state.at:
                raise Broken(f"{self.table}: time runs backwards at {logged.number}.")
            if logged.command is not None:
                if logged.command in self.commands:
                    raise Broken(f"{self.table}: {logged.command} was applied twice.")
                self.commands[logged.command] = logged.number
            self._check_clock(logged)
            if self.state is None:
                self.state = replay_table(self.table, [logged])
            else:
                # An action that was stored twice is refused here by the rules.
                self.state = evolve(self.state, logged)
            if self.state.game is not None:
                check_tiles(self.state.game)

    def _check_clock(self, logged: StoredEvent) -> None:
        """Check that the clock ended a turn only after its time was up; raises Broken."""
        event, state = logged.event, self.state
        if isinstance(event, Acted) and event.by == "clock" and state is not None and state.game is not None:
            self.expiries += 1
            expires = turn_expiry(state.game, state.turn_began)
            if expires is None or logged.at < expires:
                raise Broken(f"{self.table}: the clock ended a turn too early at {logged.number}.")

    def check_acknowledged(self, told: Acknowledged) -> int:
        """Check that all acknowledged commands are in the event log; return their number. Raises Broken."""
        count = 0
        for (table, command), number in told.items():
            if table != self.table:
                continue
            count += 1
            stored = self.commands.get(command)
            if stored is None:
                raise Broken(f"{table}: {command} was acknowledged as {number}, and is lost.")
            if stored != number:
                raise Broken(f"{table}: {command} was acknowledged as {number}, and stored as {stored}.")
        return count


def check_tiles(game: Game) -> None:
    """Check that every tile of the box is in the game exactly once; raises Broken."""
    there: Counter[Tile] = Counter(game.pool)
    for rack in game.racks:
        there.update(rack)
    for tile_set in game.table:
        there.update(tile_set)
    if there != +game.profile.box(game.players):
        raise Broken("Tiles are missing, or there are too many.")
