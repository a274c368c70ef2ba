"""A person in a table's log: what that person did there, and the log without that person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from tilewise.server.tables import events as log
from tilewise.server.tables.events import AnyEvent, StoredEvent
from tilewise.server.tables.table_state import Seat, TableState

GONE: Final = "deleted player"
"""The name of everybody whose data was deleted."""

_OWN: Final = (log.Stood, log.Added, log.Kept, log.WentAway, log.CameBack, log.RematchWanted)
"""Events of a seat that hold nothing but what its person did."""


class SeatHistory:
    """Who has which seat, followed through a log without playing the games."""

    def __init__(self, state: TableState | None = None) -> None:
        """From the beginning of a log, or from a state in it on."""
        self.maker = "" if state is None else state.creator
        self.seats = {} if state is None else _people(state.seats)
        self.dealt_to = {} if state is None else _people(state.dealt_to)

    def take(self, event: AnyEvent) -> str | None:
        """Take an event in; returns who became somebody else by it."""
        match event:
            case log.Made(person=person):
                self.maker = person
            case log.Sat(seat, person):
                self.seats[seat] = person
            case log.Stood(seat) | log.ComputerSat(seat):
                self.seats.pop(seat, None)
            case log.Committed():
                self.dealt_to = dict(self.seats)
            case log.MatchBegan():
                self.dealt_to = {}
            case log.Became(seats, maker, person):
                return self._became(seats, maker, person)
        return None

    def _became(self, seats: tuple[int, ...], maker: bool, person: str) -> str | None:
        before = self.maker if maker and not seats else None
        if seats:
            before = self.seats.get(seats[0]) or self.dealt_to.get(seats[0])
        for places in (self.seats, self.dealt_to):
            for seat in seats:
                if places.get(seat) == before and before is not None:
                    places[seat] = person
        if maker:
            self.maker = person
        return before


def _people(seats: Sequence[Seat]) -> dict[int, str]:
    return {number: seat.person for number, seat in enumerate(seats) if seat.person is not None}


def known_as(entries: Iterable[StoredEvent], person: str) -> set[str]:
    """All ids that somebody has had at a table: also those as a guest, before signing in."""
    places, ids = SeatHistory(), {person}
    became = [(places.take(entry.event), entry.event) for entry in entries]
    for before, event in reversed(became):
        if before is not None and isinstance(event, log.Became) and event.person in ids:
            ids.add(before)
    return ids


def without(entries: Sequence[StoredEvent], person: str, instead: str) -> list[StoredEvent]:
    """Return the entries that change when somebody is deleted from a log: as they are to be from now on.

    The person's ids become `instead` and the names 'deleted player'. The games are untouched, so the log replays.
    """
    ids = known_as(entries, person) | {instead}
    changed = [_without(entry, ids, instead) for entry in entries]
    return [new for old, new in zip(entries, changed, strict=True) if old != new]


def _without(entry: StoredEvent, ids: set[str], instead: str) -> StoredEvent:
    event, command = entry.event, entry.command
    match event:
        case log.Made(person=person) if person in ids:
            event = msgspec.structs.replace(event, person=instead)
        case log.Sat(person=person) | log.Became(person=person) if person in ids:
            event = msgspec.structs.replace(event, person=instead, name=GONE, avatar="initial")
    if command is not None:
        who, slash, rest = command.partition("/")
        command = f"{instead}{slash}{rest}" if who in ids else command
    return StoredEvent(entry.number, entry.at, event, command)


def own_entries(entries: Sequence[StoredEvent], person: str) -> list[StoredEvent]:
    """What somebody did at a table. Nothing of the others, and no secret of the deal."""
    ids, places = known_as(entries, person), SeatHistory()
    own = []
    for entry in entries:
        event = entry.event
        before = places.seats.copy()
        places.take(event)
        match event:
            case log.Made(person=who) | log.Sat(person=who) | log.Became(person=who):
                mine = who in ids
            case log.Acted(seat=seat):
                mine = before.get(seat) in ids
            case _:
                mine = isinstance(event, _OWN) and before.get(event.seat) in ids
        if mine:
            own.append(entry)
    return own
