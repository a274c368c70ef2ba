"""A quick game against whoever is waiting: which table suits a person, and the table to create if none does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, NamedTuple

import msgspec

from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState

CONNECTING_FOR: Final = 15_000
"""Milliseconds after its last event in which the people of a table count as present: their page is still opening it."""


class QuickGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a person wants to play."""

    profile: Annotated[str, msgspec.Meta(max_length=40)] = "international"
    rated: bool = False

    @property
    def settings(self) -> TableSettings:
        """The table to wait at: public, for two people, with the rules of the box."""
        return TableSettings(profile=self.profile, public=True, rated=self.rated)


class WaitingTable(NamedTuple):
    """A public table with free seats."""

    state: TableState
    present: frozenset[int]
    """The seats whose people are connected."""


def suitable_tables(wanted: QuickGame, tables: Iterable[WaitingTable], person: str, now: int) -> list[TableState]:
    """Return the tables at which a person can wait or play, the best first.

    Tables where others are waiting come first: those with the fewest free seats, then those that have waited longest.
    A person who already waits alone moves only to a table that has waited longer, so that two people who wait at two
    tables do not change places.
    """
    same_game = [table for table in tables if _is_same_game(wanted, table.state)]
    own = [table.state for table in same_game if waits_alone(table.state, person)]
    since = min((state.at for state in own), default=now)
    others = [
        table.state
        for table in same_game
        if table.state.seat_of(person) is not None or (_someone_waits(table, now) and table.state.at <= since)
    ]
    others = [state for state in others if state not in own]
    return [*sorted(others, key=lambda state: (sum(seat.is_free for seat in state.seats), state.at)), *own]


def waits_alone(state: TableState, person: str) -> bool:
    """Return whether a person is the only one at a table."""
    return state.seat_of(person) is not None and len(state.people) == 1


def _is_same_game(wanted: QuickGame, state: TableState) -> bool:
    settings = state.settings
    return (
        settings.public
        and state.phase == "open"
        and (settings.profile, settings.rules, settings.rated) == (wanted.profile, {}, wanted.rated)
    )


def _someone_waits(table: WaitingTable, now: int) -> bool:
    return bool(table.present) or now - table.state.at < CONNECTING_FOR
