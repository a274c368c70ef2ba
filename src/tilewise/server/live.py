"""A table in the memory of this process: its state, and the clients that follow it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tilewise.server import protocol as wire
from tilewise.server.store.store import Lease
from tilewise.server.tables.events import Logged
from tilewise.server.tables.state import TableState, evolve
from tilewise.server.tables.telling import AnyTold, differs_by_seat, table_view, tell

REMEMBERED: Final = 64
"""Events that are kept for clients who were away for a moment."""

PRESENT_FOR: Final = 25_000
"""Milliseconds for which another process's word counts about who is connected there."""


Step = tuple[Logged, TableState]
"""An event of the log, and the state after it."""


def steps_of(state: TableState, logged: Sequence[Logged]) -> list[Step]:
    """Fold the rest of a log onto a state, step by step; what the state knows already is left out."""
    steps: list[Step] = []
    for entry in logged:
        if entry.number > state.number:
            state = evolve(state, entry)
            steps.append((entry, state))
    return steps


class Watcher(Protocol):
    """A client that follows tables."""

    person: str

    def send(self, message: bytes) -> None:
        """Send soon; never waits. A client that does not keep up is dropped."""
        ...


@dataclass(slots=True)
class _Elsewhere:
    """Who is connected to another process, by its last word."""

    seats: tuple[int, ...]
    spectators: int
    at: int


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table that somebody follows, or whose timer this process keeps."""

    state: TableState
    lease: Lease | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    recent: deque[Step] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The last events, each with the state after it."""
    draft: wire.Drafted | None = None
    """Of the seat in turn, if it has moved tiles."""
    draft_turn: int = 0
    """When the turn of the draft began."""
    draft_sent: int = 0
    draft_waits: bool = False
    last_seen: dict[int, int] = field(default_factory=dict)
    """When the person of a seat was last connected."""
    elsewhere: dict[str, _Elsewhere] = field(default_factory=dict)
    used_at: int = 0

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.state.table

    def advance(self, steps: list[Step]) -> None:
        """Take in events of the log that are new here, and tell everybody who follows."""
        for entry, state in steps:
            self.state = state
            self.recent.append((entry, state))
            if self.state.phase != "playing" or self.state.turn_began != self.draft_turn:
                self.draft = None
            self._tell(entry)

    def _tell(self, entry: Logged) -> None:
        by_seat: dict[int | None, bytes] = {}
        differs = differs_by_seat(entry.event)
        for watcher in tuple(self.watchers):
            seat = self.state.seat_of(watcher.person) if differs else None
            message = by_seat.get(seat)
            if message is None:
                told = tell(self.state, entry, seat)
                message = by_seat[seat] = wire.encode(wire.Event(self.table, told))
            watcher.send(message)

    def since(self, number: int, seat: int | None) -> tuple[AnyTold, ...] | None:
        """What happened behind a number, as a seat is told it; None if that is too much or too long ago."""
        if number == self.state.number:
            return ()
        missed = [(entry, state) for entry, state in self.recent if entry.number > number]
        if not missed or missed[0][0].number != number + 1:
            return None
        return tuple(tell(state, entry, seat) for entry, state in missed)

    def view(self, person: str, now: int) -> bytes:
        """The whole view of a person."""
        return wire.encode(wire.View(self.table, now, table_view(self.state, self.state.seat_of(person))))

    # Presence

    def seats_here(self) -> tuple[int, ...]:
        """The seats whose people follow the table in this process."""
        seats = {self.state.seat_of(watcher.person) for watcher in self.watchers}
        return tuple(sorted(seat for seat in seats if seat is not None))

    def spectators_here(self) -> int:
        """How many others follow it in this process."""
        return sum(self.state.seat_of(watcher.person) is None for watcher in self.watchers)

    def heard(self, process: str, seats: tuple[int, ...], spectators: int, now: int) -> None:
        """Note who is connected to another process."""
        self.elsewhere[process] = _Elsewhere(seats, spectators, now)

    def presence(self, now: int) -> wire.Presence:
        """Who is connected anywhere."""
        elsewhere = [other for other in self.elsewhere.values() if now - other.at < PRESENT_FOR]
        seats = set(self.seats_here()).union(*(other.seats for other in elsewhere))
        spectators = self.spectators_here() + sum(other.spectators for other in elsewhere)
        return wire.Presence(self.table, tuple(sorted(seats)), spectators)

    def send_all(self, message: bytes, but_person: str | None = None) -> None:
        """Send something to all who follow, but for one person."""
        for watcher in tuple(self.watchers):
            if watcher.person != but_person:
                watcher.send(message)
