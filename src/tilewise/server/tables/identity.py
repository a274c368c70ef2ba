"""A person in an event log: what that person did at the table, and the log without that person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from tilewise.server.tables import events
from tilewise.server.tables.events import AnyEvent, StoredEvent
from tilewise.server.tables.table_state import Seat, TableState

GONE: Final = "deleted player"
"""The name of every person whose data was deleted."""

_PERSONAL_EVENTS: Final = (
    events.Stood,
    events.Added,
    events.Kept,
    events.WentAway,
    events.CameBack,
    events.RematchWanted,
)
"""Events of a seat that contain only what its person did."""


class SeatHistory:
    """Who has which seat after each event, without playing the games."""

    def __init__(self, state: TableState | None = None) -> None:
        """Start at the beginning of an event log, or at a state within it."""
        self.creator = "" if state is None else state.creator
        self.seats = {} if state is None else _people(state.seats)
        self.dealt_to = {} if state is None else _people(state.dealt_to)

    def apply(self, event: AnyEvent) -> str | None:
        """Apply the next event; return the earlier id of the person whose identity it changes, if any."""
        match event:
            case events.Made(person=person):
                self.creator = person
            case events.Sat(seat, person):
                self.seats[seat] = person
            case events.Stood(seat) | events.ComputerSat(seat):
                self.seats.pop(seat, None)
            case events.Committed():
                self.dealt_to = dict(self.seats)
            case events.MatchBegan():
                self.dealt_to = {}
            case events.Became(seats, is_creator, person):
                return self._change_identity(seats, is_creator, person)
        return None

    def _change_identity(self, seats: tuple[int, ...], is_creator: bool, person: str) -> str | None:
        before = self.creator if is_creator and not seats else None
        if seats:
            before = self.seats.get(seats[0]) or self.dealt_to.get(seats[0])
        for people in (self.seats, self.dealt_to):
            for seat in seats:
                if people.get(seat) == before and before is not None:
                    people[seat] = person
        if is_creator:
            self.creator = person
        return before


def _people(seats: Sequence[Seat]) -> dict[int, str]:
    return {number: seat.person for number, seat in enumerate(seats) if seat.person is not None}


def ids_of_person(log: Iterable[StoredEvent], person: str) -> set[str]:
    """Return every id that a person has had at a table, including the ids as a guest before signing in."""
    history, ids = SeatHistory(), {person}
    changes = [(history.apply(stored.event), stored.event) for stored in log]
    for before, event in reversed(changes):
        if before is not None and isinstance(event, events.Became) and event.person in ids:
            ids.add(before)
    return ids


def without_person(log: Sequence[StoredEvent], person: str, replacement: str) -> list[StoredEvent]:
    """Return the changed events of a log from which a person is deleted.

    The person's ids become `replacement` and the names 'deleted player'. The games stay as they are, so the log can
    still be replayed.
    """
    ids = ids_of_person(log, person) | {replacement}
    changed = [_without_ids(stored, ids, replacement) for stored in log]
    return [new for old, new in zip(log, changed, strict=True) if old != new]


def _without_ids(stored: StoredEvent, ids: set[str], replacement: str) -> StoredEvent:
    event, command = stored.event, stored.command
    match event:
        case events.Made(person=person) if person in ids:
            event = msgspec.structs.replace(event, person=replacement)
        case events.Sat(person=person) | events.Became(person=person) if person in ids:
            event = msgspec.structs.replace(event, person=replacement, name=GONE, avatar="initial")
    if command is not None:
        author, slash, rest = command.partition("/")
        command = f"{replacement}{slash}{rest}" if author in ids else command
    return StoredEvent(stored.number, stored.at, event, command)


def events_of_person(log: Sequence[StoredEvent], person: str) -> list[StoredEvent]:
    """Return what a person did at a table, without the events of others and the secrets of the deal."""
    ids, history = ids_of_person(log, person), SeatHistory()
    own = []
    for stored in log:
        event = stored.event
        seats_before = history.seats.copy()
        history.apply(event)
        match event:
            case events.Made(person=author) | events.Sat(person=author) | events.Became(person=author):
                is_own = author in ids
            case events.Acted(seat=seat):
                is_own = seats_before.get(seat) in ids
            case _:
                is_own = isinstance(event, _PERSONAL_EVENTS) and seats_before.get(event.seat) in ids
        if is_own:
            own.append(stored)
    return own
