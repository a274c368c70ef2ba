"""A table in the memory of this process: its state, and the clients that subscribe to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tilewise.server import protocol as wire
from tilewise.server.tables.events import Became, StoredEvent
from tilewise.server.tables.refusals import TableReason
from tilewise.server.tables.schedule import Lease
from tilewise.server.tables.shared_drafts import TurnDrafts, format_draft
from tilewise.server.tables.table_state import Step, TableState, earlier_identity
from tilewise.server.tables.views import (
    AnyTableEvent,
    differs_by_seat,
    event_view,
    public_event_view,
    seat_event_view,
    table_view,
)

RECENT_EVENTS: Final = 64
"""How many events are kept for clients that reconnect."""

RECENT_COMMANDS: Final = 256
"""How many commands are kept for retries; the event log answers older ones."""

GRACE: Final = 20_000
"""Milliseconds that a person may be absent before the others may let a computer player play the seat."""

PRESENT_FOR: Final = 25_000
"""Milliseconds after which another process's report of who is connected there expires."""


class Subscriber(Protocol):
    """A client that follows tables."""

    person: str

    def receives_chat_from(self, person: str) -> bool:
        """Return whether the client wants the chat messages of a person."""
        ...

    def send(self, message: bytes) -> None:
        """Send soon; never waits. A client that reads too slowly is disconnected."""
        ...


@dataclass(frozen=True, slots=True)
class _RemotePresence:
    """Who is connected to another process, by its last report."""

    seats: tuple[int, ...]
    spectators: int
    reading: tuple[int, ...]
    at: int


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table that a client follows, or whose timer this process runs."""

    state: TableState
    lease: Lease | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while events of the table are decided and stored."""
    subscribers: set[Subscriber] = field(default_factory=set)
    reading: set[Subscriber] = field(default_factory=set)
    """The subscribers whose people are reading."""
    reading_since: dict[int, int] = field(default_factory=dict)
    """Since when the person of each seat has been reading, in any process."""
    read_until: int = 0
    """When a person last stopped reading."""
    recent: deque[Step] = field(default_factory=lambda: deque(maxlen=RECENT_EVENTS))
    """The latest events, each with the state after it."""
    commands: dict[str, int] = field(default_factory=dict)
    """The number of the last event of each recent command."""
    drafts: TurnDrafts = field(default_factory=TurnDrafts)
    last_seen: dict[int, int] = field(default_factory=dict)
    """When the person of a seat was last connected."""
    grace: int = GRACE
    loaded_at: int = 0
    """When the table was loaded: people who have not connected since are absent from then on."""
    used_at: int = 0
    """When the table was last needed."""
    _remote: dict[str, _RemotePresence] = field(default_factory=dict)

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self.state.table_id

    # Events

    def advance(self, steps: Sequence[Step]) -> None:
        """Apply stored events that are new here, and send them to the subscribers."""
        for stored, state in steps:
            if stored.number <= self.state.number:
                continue
            before = earlier_identity(self.state, stored.event) if isinstance(stored.event, Became) else None
            self.state = state
            if isinstance(stored.event, Became) and stored.event.gone:
                # A deleted name is not sent any more, not even to clients that reconnect.
                self.recent.clear()
            self.recent.append((stored, state))
            self.remember_command(stored, before)
            self.drafts.drop_if_over(state)
            self._broadcast(stored)
            self._remove_spectators()

    def remember_command(self, stored: StoredEvent, earlier_id: str | None = None) -> None:
        """Remember the event number of a stored command.

        `earlier_id` is the id of the person whose identity the event changes, if it does.
        """
        if isinstance(stored.event, Became) and earlier_id is not None:
            # A command that is sent again after signing in must not be carried out twice.
            for key, number in tuple(self.commands.items()):
                if key.startswith(f"{earlier_id}/"):
                    self.commands[f"{stored.event.person}/{key.partition('/')[2]}"] = number
        if stored.command is not None:
            self.commands[stored.command] = stored.number
            if len(self.commands) > RECENT_COMMANDS:
                del self.commands[next(iter(self.commands))]

    def _broadcast(self, stored: StoredEvent) -> None:
        if not self.subscribers:
            return
        by_seat: dict[int | None, bytes] = {}
        differs = differs_by_seat(stored.event)
        public = public_event_view(self.state, stored)
        for subscriber in tuple(self.subscribers):
            seat = self.state.seat_of(subscriber.person) if differs else None
            message = by_seat.get(seat)
            if message is None:
                event = public if seat is None else seat_event_view(public, self.state, seat)
                message = by_seat[seat] = wire.encode(wire.Event(self.table_id, event))
            subscriber.send(message)

    # Subscribers

    def may_see(self, person: str) -> bool:
        """Return whether a person may see this table.

        Players always may; others only where spectators are allowed, or while there are free seats.
        """
        state = self.state
        return state.settings.spectators or state.phase == "open" or state.seat_of(person) is not None

    def _remove_spectators(self) -> None:
        """Remove subscribers who may no longer see the table: the game began without them, or they left."""
        if self.state.settings.spectators or self.state.phase == "open":
            return
        for subscriber in [subscriber for subscriber in self.subscribers if not self.may_see(subscriber.person)]:
            reason = TableReason.NO_SPECTATORS
            subscriber.send(wire.encode(wire.Problem(reason.code, reason.sentence, self.table_id)))
            self.subscribers.discard(subscriber)

    def events_since(self, number: int, person: str) -> tuple[AnyTableEvent, ...] | None:
        """Return the events after a number as a person may see them; None if some are no longer in memory."""
        if number == self.state.number:
            return ()
        missed = [(stored, state) for stored, state in self.recent if stored.number > number]
        if not missed or missed[0][0].number != number + 1:
            return None
        # From the seat that the person had at that time.
        return tuple(event_view(state, stored, state.seat_of(person)) for stored, state in missed)

    def view_message(self, person: str, now: int) -> bytes:
        """Return the message with everything that a person may see."""
        return wire.encode(wire.View(self.table_id, now, table_view(self.state, self.state.seat_of(person))))

    def draft_message(self) -> bytes | None:
        """Return the message with the latest draft, if there is one and the table shows drafts."""
        draft = self.drafts.latest
        if draft is None or not self.state.settings.live_drafts:
            return None
        return wire.encode(wire.Drafted(self.table_id, draft.number, draft.seat, *format_draft(draft)))

    def send_to_all(self, message: bytes, except_person: str | None = None) -> None:
        """Send a message to all subscribers except those of one person."""
        for subscriber in tuple(self.subscribers):
            if subscriber.person != except_person:
                subscriber.send(message)

    def send_chat(self, said: wire.Said) -> None:
        """Send a chat message to all subscribers who want it."""
        message = wire.encode(said)
        for subscriber in tuple(self.subscribers):
            if subscriber.receives_chat_from(said.person):
                subscriber.send(message)

    # Presence

    def local_seats(self) -> tuple[int, ...]:
        """Return the seats whose people are connected to this process."""
        return self._seats_of(self.subscribers)

    def local_readers(self) -> tuple[int, ...]:
        """Return the seats whose people are connected to this process and reading."""
        return self._seats_of(self.reading & self.subscribers)

    def _seats_of(self, subscribers: set[Subscriber]) -> tuple[int, ...]:
        seats = {self.state.seat_of(subscriber.person) for subscriber in subscribers}
        return tuple(sorted(seat for seat in seats if seat is not None))

    def local_spectators(self) -> int:
        """Return the number of spectators connected to this process."""
        return sum(self.state.seat_of(subscriber.person) is None for subscriber in self.subscribers)

    def update_remote_presence(
        self, process: str, seats: tuple[int, ...], spectators: int, reading: tuple[int, ...], now: int
    ) -> bool:
        """Take another process's report of who is connected there; return whether it is its first one."""
        is_first = process not in self._remote
        self._remote[process] = _RemotePresence(seats, spectators, reading, now)
        for seat in seats:
            self.last_seen[seat] = now
        return is_first

    def update_readers(self, now: int) -> bool:
        """Find out again who is reading; return whether that has changed."""
        self.reading &= self.subscribers
        seats = set(self.local_readers()).union(*(other.reading for other in self._current_remote(now)))
        if seats == self.reading_since.keys():
            return False
        if self.reading_since.keys() - seats:
            self.read_until = now
        self.reading_since = {seat: self.reading_since.get(seat, now) for seat in seats}
        return True

    def is_present(self, seat: int, now: int) -> bool:
        """Return whether the person of a seat is connected to any process."""
        person = self.state.seats[seat].person
        is_here = person is not None and any(subscriber.person == person for subscriber in self.subscribers)
        return is_here or any(seat in remote.seats for remote in self._current_remote(now))

    def absences(self, now: int) -> tuple[wire.Absence, ...]:
        """Return the people who are expected at the table and not connected to any process."""
        state = self.state
        if state.by_correspondence:
            return ()
        return tuple(
            wire.Absence(seat, self.last_seen.get(seat, self.loaded_at) + self.grace)
            for seat in state.people
            if not state.seats[seat].away and not self.is_present(seat, now)
        )

    def forget_expired_presence(self, now: int) -> bool:
        """Forget the reports of processes that have vanished; return whether there were any."""
        expired = [process for process, remote in self._remote.items() if now - remote.at >= PRESENT_FOR]
        for process in expired:
            del self._remote[process]
        return bool(expired)

    def presence_message(self, now: int) -> bytes:
        """Return the message that says who is connected to any process."""
        remote = self._current_remote(now)
        seats = set(self.local_seats()).union(*(other.seats for other in remote))
        spectators = self.local_spectators() + sum(other.spectators for other in remote)
        reading = tuple(sorted(self.reading_since))
        return wire.encode(wire.Presence(self.table_id, tuple(sorted(seats)), spectators, self.absences(now), reading))

    def _current_remote(self, now: int) -> list[_RemotePresence]:
        return [remote for remote in self._remote.values() if now - remote.at < PRESENT_FOR]
