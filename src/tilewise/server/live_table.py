"""A table in the memory of this process: its state, and the clients that follow it."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tilewise.server import protocol as wire
from tilewise.server.store.leases import Lease
from tilewise.server.tables.events import Became, StoredEvent
from tilewise.server.tables.refusals import TableReason
from tilewise.server.tables.table_state import TableState, evolve, who_became
from tilewise.server.tables.views import AnyTableEvent, differs_by_seat, table_view, tell, tell_all, tell_seat
from tilewise.tiles import Table, Tiles, format_tiles

REMEMBERED: Final = 64
"""Events that are kept for clients who were away for a moment."""

COMMANDS_REMEMBERED: Final = 256
"""Commands whose numbers are kept for retries that follow soon; the log knows all others."""

PRESENT_FOR: Final = 25_000
"""Milliseconds for which another process's word counts about who is connected there."""


Step = tuple[StoredEvent, TableState]
"""An event of the log, and the state after it."""


def steps_of(state: TableState, logged: Sequence[StoredEvent]) -> list[Step]:
    """Fold the rest of a log onto a state, step by step; what the state knows already is left out."""
    steps: list[Step] = []
    for entry in logged:
        if entry.number > state.number:
            state = evolve(state, entry)
            steps.append((entry, state))
    return steps


class Subscriber(Protocol):
    """A client that follows tables."""

    person: str

    def receives_chat_from(self, person: str) -> bool:
        """Whether it wants what somebody says."""
        ...

    def send(self, message: bytes) -> None:
        """Send soon; never waits. A client that does not keep up is dropped."""
        ...


@dataclass(slots=True)
class _Elsewhere:
    """Who is connected to another process, by its last word."""

    seats: tuple[int, ...]
    spectators: int
    at: int


@dataclass(frozen=True, slots=True)
class DraftTiles:
    """Which tiles can lie on the table during a turn, in the words of messages: counted once for all its drafts."""

    table: tuple[str, ...]
    rack: Counter[str]

    @classmethod
    def of(cls, table: Table, rack: Tiles) -> DraftTiles:
        """For a turn that begins with this table and this rack."""
        return cls(tuple(map(format_tiles, table)), Counter(map(str, rack)))

    def allow(self, sets: tuple[str, ...], loose: str) -> bool:
        """Whether a draft has every tile of the table, and none out of nowhere.

        It has nothing else either, no empty set and no space too many: everybody at the table gets it as it is.
        """
        # Most sets lie as they did, so only the tiles behind those are counted: some thousand times a second.
        same = 0
        for tiles, before in zip(sets, self.table, strict=False):
            if tiles != before:
                break
            same += 1
        new: dict[str, int] = {}
        for tiles in (*sets[same:], loose) if loose else sets[same:]:
            for tile in tiles.split(" "):
                new[tile] = new.get(tile, 0) + 1
        for tiles in self.table[same:]:
            for tile in tiles.split(" "):
                new[tile] = new.get(tile, 0) - 1
        return all(0 <= count <= self.rack[tile] for tile, count in new.items())

    def is_untouched(self, sets: tuple[str, ...]) -> bool:
        """Whether everything lies as it did when the turn began."""
        return sets == self.table


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table that somebody follows, or whose timer this process keeps."""

    state: TableState
    lease: Lease | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    recent: deque[Step] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The last events, each with the state after it."""
    commands: dict[str, int] = field(default_factory=dict)
    """The numbers that the latest stored commands have led to."""
    draft: wire.Drafted | None = None
    """Of the seat in turn, if it has moved tiles."""
    draft_turn: int = 0
    """The event with which the turn of the draft began."""
    draft_tiles: DraftTiles | None = None
    draft_sent: int = 0
    draft_waits: bool = False
    last_seen: dict[int, int] = field(default_factory=dict)
    """When the person of a seat was last connected."""
    elsewhere: dict[str, _Elsewhere] = field(default_factory=dict)
    used_at: int = 0

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self.state.table_id

    def advance(self, steps: list[Step]) -> None:
        """Take in events of the log that are new here, and tell everybody who follows."""
        for entry, state in steps:
            if entry.number <= self.state.number:
                continue
            before = who_became(self.state, entry.event) if isinstance(entry.event, Became) else None
            self.state = state
            if isinstance(entry.event, Became) and entry.event.gone:
                # The name is told no more, also not to who was away.
                self.recent.clear()
            self.recent.append((entry, state))
            self.remember(entry, before)
            if self.state.phase != "playing" or self.state.turn_from != self.draft_turn:
                self.draft = self.draft_tiles = None
            self._tell(entry)
            self._send_away()

    def remember(self, entry: StoredEvent, before: str | None = None) -> None:
        """Keep the number that a stored command has led to; `before` is who became somebody else by this event."""
        if isinstance(entry.event, Became) and before is not None:
            # A command that is sent again after signing in is still not done twice.
            for key, number in tuple(self.commands.items()):
                if key.startswith(f"{before}/"):
                    self.commands[f"{entry.event.person}/{key.partition('/')[2]}"] = number
        if entry.command is not None:
            self.commands[entry.command] = entry.number
            if len(self.commands) > COMMANDS_REMEMBERED:
                del self.commands[next(iter(self.commands))]

    def _tell(self, entry: StoredEvent) -> None:
        if not self.subscribers:
            return
        by_seat: dict[int | None, bytes] = {}
        differs = differs_by_seat(entry.event)
        for_all = tell_all(self.state, entry)
        for subscriber in tuple(self.subscribers):
            seat = self.state.seat_of(subscriber.person) if differs else None
            message = by_seat.get(seat)
            if message is None:
                told = for_all if seat is None else tell_seat(for_all, self.state, seat)
                message = by_seat[seat] = wire.encode(wire.Event(self.table_id, told))
            subscriber.send(message)

    def may_see(self, person: str) -> bool:
        """Whether somebody may see this table: players always, others where spectators may, or while seats are free."""
        state = self.state
        return state.settings.spectators or state.phase == "open" or state.seat_of(person) is not None

    def _send_away(self) -> None:
        """Part with those who may no longer watch: the table has begun without them, or they have left."""
        if self.state.settings.spectators or self.state.phase == "open":
            return
        for subscriber in [subscriber for subscriber in self.subscribers if not self.may_see(subscriber.person)]:
            reason = TableReason.NO_SPECTATORS
            subscriber.send(wire.encode(wire.Problem(reason.code, reason.sentence, self.table_id)))
            self.subscribers.discard(subscriber)

    def since(self, number: int, person: str) -> tuple[AnyTableEvent, ...] | None:
        """What happened behind a number, as a person is told it; None if that is too much or too long ago."""
        if number == self.state.number:
            return ()
        missed = [(entry, state) for entry, state in self.recent if entry.number > number]
        if not missed or missed[0][0].number != number + 1:
            return None
        # From the seat that the person had at that time.
        return tuple(tell(state, entry, state.seat_of(person)) for entry, state in missed)

    def view(self, person: str, now: int) -> bytes:
        """The whole view of a person."""
        return wire.encode(wire.View(self.table_id, now, table_view(self.state, self.state.seat_of(person))))

    # Drafts

    def take_draft(self, seat: int, message: wire.Draft) -> bool:
        """Take in how the tiles lie in the turn of a seat; returns whether that is possible and new.

        A draft holds all tiles of the table, and besides them none but the seat's own.
        """
        state = self.state
        game = state.game
        if game is None or state.phase != "playing" or game.turn != seat:
            return False
        if not state.turn_from <= message.number <= state.number:
            return False
        if self.draft_tiles is None or self.draft_turn != state.turn_from:
            self.draft_turn = state.turn_from
            self.draft_tiles = DraftTiles.of(game.table, game.racks[seat])
        if not self.draft_tiles.allow(message.sets, message.loose):
            return False
        if self.draft is None and not message.loose and self.draft_tiles.is_untouched(message.sets):
            return False
        self.draft = wire.Drafted(self.table_id, message.number, seat, message.sets, message.loose)
        return True

    # Presence

    def seats_here(self) -> tuple[int, ...]:
        """The seats whose people follow the table in this process."""
        seats = {self.state.seat_of(subscriber.person) for subscriber in self.subscribers}
        return tuple(sorted(seat for seat in seats if seat is not None))

    def spectators_here(self) -> int:
        """How many others follow it in this process."""
        return sum(self.state.seat_of(subscriber.person) is None for subscriber in self.subscribers)

    def heard(self, process: str, seats: tuple[int, ...], spectators: int, now: int) -> None:
        """Note who is connected to another process."""
        self.elsewhere[process] = _Elsewhere(seats, spectators, now)

    def is_present(self, seat: int, now: int) -> bool:
        """Whether the person of a seat is connected anywhere."""
        person = self.state.seats[seat].person
        here = person is not None and any(subscriber.person == person for subscriber in self.subscribers)
        return here or any(seat in other.seats for other in self._elsewhere_now(now))

    def _elsewhere_now(self, now: int) -> list[_Elsewhere]:
        return [other for other in self.elsewhere.values() if now - other.at < PRESENT_FOR]

    def presence(self, now: int) -> wire.Presence:
        """Who is connected anywhere."""
        elsewhere = self._elsewhere_now(now)
        seats = set(self.seats_here()).union(*(other.seats for other in elsewhere))
        spectators = self.spectators_here() + sum(other.spectators for other in elsewhere)
        return wire.Presence(self.table_id, tuple(sorted(seats)), spectators)

    def send_all(self, message: bytes, but_person: str | None = None) -> None:
        """Send something to all who follow, but for one person."""
        for subscriber in tuple(self.subscribers):
            if subscriber.person != but_person:
                subscriber.send(message)

    def send_said(self, said: wire.Said) -> None:
        """Send what somebody said to all who want to hear it."""
        message = wire.encode(said)
        for subscriber in tuple(self.subscribers):
            if subscriber.receives_chat_from(said.person):
                subscriber.send(message)
