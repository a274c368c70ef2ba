"""The stored tables: their events, and the rows that are derived from them and written in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from tilewise.server.store.database import Conflict, Database, id_batches
from tilewise.server.store.event_rows import ADVANCE, RENAME, insert_events, read_events
from tilewise.server.store.leases import Leases
from tilewise.server.store.listings import Listings
from tilewise.server.store.person_changes import replace_person
from tilewise.server.store.schema import events, games, members, sheets, snapshots, tables
from tilewise.server.tables.effects import Change, Effects, FinishedGame
from tilewise.server.tables.events import AnyEvent, Became, StoredEvent
from tilewise.server.tables.snapshots import restore_snapshot
from tilewise.server.tables.table_state import TableState

_finished: Final = msgspec.json.Decoder(FinishedGame)


class TableStore:
    """The tables in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.leases = Leases(database)
        self.listings = Listings(database)

    # Events

    async def create(
        self,
        table_id: str,
        code: str,
        creator: str,
        at: int,
        new: Sequence[AnyEvent],
        effects: Effects,
        command: str,
    ) -> None:
        """Store a new table with its first events; raises Conflict if the id or the code is in use."""

        def work(connection: sa.Connection) -> None:
            # A person who types a code means either a table or a score sheet.
            if connection.execute(sa.select(sheets.c.id).where(sheets.c.code == code)).first() is not None:
                raise Conflict
            try:
                connection.execute(
                    tables.insert().values(
                        id=table_id,
                        code=code,
                        maker=creator,
                        made_at=at,
                        last_number=len(new),
                        last_at=at,
                        lease_fence=0,
                        lease_until=0,
                        **_columns(effects),
                    )
                )
            except sa.exc.IntegrityError:
                raise Conflict from None
            insert_events(connection, table_id, 0, at, new, command)
            _store_effects(connection, table_id, at, effects)

        await self.database.write(work)

    async def append(
        self,
        table_id: str,
        after: int,
        at: int,
        new: Sequence[AnyEvent],
        effects: Effects,
        command: str | None = None,
        fence: int | None = None,
    ) -> None:
        """Store events after the one with number `after`.

        Raises Conflict, with nothing stored, if that is no longer the last event, if the command is already stored,
        or if another process has taken over the lease with this fencing token.
        """
        if not new:
            return

        def work(connection: sa.Connection) -> None:
            values = {"its_id": table_id, "its_number": after, "last_number": after + len(new), "last_at": at}
            values |= _columns(effects)
            update = ADVANCE
            if all(isinstance(event, Became) for event in new):
                update = RENAME
                del values["last_at"]
            if fence is None:
                changed = update.plain.execute(connection, [values])
            else:
                changed = update.fenced.execute(connection, [values | {"its_fence": fence}])
            if changed.rowcount != 1:
                raise Conflict
            try:
                insert_events(connection, table_id, after, at, new, command)
            except sa.exc.IntegrityError:
                raise Conflict from None
            _store_effects(connection, table_id, at, effects)

        await self.database.write(work)

    async def events(self, table_id: str, after: int = 0, until: int | None = None) -> list[StoredEvent]:
        """Return the events after a number; empty if there are none or no such table."""
        return await self.database.read(lambda connection: read_events(connection, table_id, after, until))

    async def load(self, table_id: str) -> tuple[TableState | None, list[StoredEvent]]:
        """Return the latest snapshot, or None if there is none, and the events after it.

        Without a snapshot and events there is no such table.
        """
        query = sa.select(snapshots.c.body).where(snapshots.c.table_id == table_id)

        def work(connection: sa.Connection) -> tuple[TableState | None, list[StoredEvent]]:
            body = connection.execute(query).scalar_one_or_none()
            state = None if body is None else restore_snapshot(table_id, bytes(body))
            return state, read_events(connection, table_id, 0 if state is None else state.number)

        return await self.database.read(work)

    async def replace_person(self, table_id: str, change: Change) -> None:
        """Replace a person in the rows of a table that has no event about it."""
        await self.database.write(lambda connection: replace_person(connection, table_id, change))

    async def command_number(self, table_id: str, command: str) -> int | None:
        """Return the number of the last event of a command, or None if the command was never stored."""
        query = sa.select(events.c.number).where(events.c.table_id == table_id, events.c.command == command)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def last_numbers(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables that exists."""
        ids = list(table_ids)

        def work(connection: sa.Connection) -> dict[str, int]:
            numbers: dict[str, int] = {}
            for batch in id_batches(ids):
                some = tables.c.id.in_(batch)
                for row in connection.execute(sa.select(tables.c.id, tables.c.last_number).where(some)):
                    numbers[row.id] = row.last_number
            return numbers

        return await self.database.read(work)

    # Facts about tables

    async def table_with_code(self, code: str) -> str | None:
        """Return the id of the table with a code, or None if there is none."""
        query = sa.select(tables.c.id).where(tables.c.code == code)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def code_of(self, table_id: str) -> str | None:
        """Return the code of a table, or None if there is no such table."""
        query = sa.select(tables.c.code).where(tables.c.id == table_id)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def is_member(self, person: str, table_id: str) -> bool:
        """Return whether a person sits or sat at a table."""
        query = sa.select(members.c.seat).where(members.c.person == person, members.c.table_id == table_id)
        return await self.database.read(lambda connection: connection.execute(query).first() is not None)

    async def unfinished_tables(self, creator: str) -> int:
        """Return how many tables a person has created that are neither finished nor closed."""
        query = (
            sa.select(sa.func.count())
            .select_from(members.join(tables, members.c.table_id == tables.c.id))
            # The creator is also a member, and only members have an index by person.
            .where(members.c.person == creator, tables.c.maker == creator, tables.c.phase.not_in(("over", "closed")))
        )
        return await self.database.read(lambda connection: connection.execute(query).scalar_one())

    async def finished_games(self, table_id: str) -> list[FinishedGame]:
        """Return the finished games of a table, oldest first."""
        query = sa.select(games.c.body).where(games.c.table_id == table_id).order_by(games.c.match, games.c.game)

        def work(connection: sa.Connection) -> list[FinishedGame]:
            return [_finished.decode(bytes(body)) for (body,) in connection.execute(query)]

        return await self.database.read(work)


def _columns(effects: Effects) -> dict[str, object]:
    return {
        "phase": effects.phase,
        "listed": effects.listed,
        "due_at": effects.due_at,
        "summary": msgspec.json.encode(effects.summary),
    }


def _store_effects(connection: sa.Connection, table_id: str, at: int, effects: Effects) -> None:
    """Store what follows from new events: members, the snapshot, finished games and replaced people."""
    for person, seat in effects.seated:
        row = sa.and_(members.c.person == person, members.c.table_id == table_id)
        changed = connection.execute(members.update().where(row).values(seat=seat, left=False))
        if changed.rowcount == 0:
            connection.execute(members.insert().values(person=person, table_id=table_id, seat=seat, left=False))
    for person in effects.stood:
        row = sa.and_(members.c.person == person, members.c.table_id == table_id)
        connection.execute(members.update().where(row).values(left=True))
    if effects.snapshot is not None:
        connection.execute(snapshots.delete().where(snapshots.c.table_id == table_id))
        number = sa.select(tables.c.last_number).where(tables.c.id == table_id).scalar_subquery()
        connection.execute(snapshots.insert().values(table_id=table_id, number=number, body=effects.snapshot))
    for finished in effects.finished:
        connection.execute(
            games.insert().values(
                table_id=table_id,
                match=finished.match,
                game=finished.game,
                ended_at=at,
                body=msgspec.json.encode(finished),
                to_rate=finished.rated,
            )
        )
    for change in effects.became:
        replace_person(connection, table_id, change)
