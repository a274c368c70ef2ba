"""The log of every table, and what is kept beside it. All of it by short pieces of work in a `Database`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from tilewise.server.store.database import Database, Taken
from tilewise.server.store.schema import events, games, members, notes, processes, tables
from tilewise.server.tables.effects import Effects, FinishedGame, Summary
from tilewise.server.tables.events import AnyEvent, Logged, decode_event, encode_event

LIST_LENGTH: Final = 100
"""Tables in one list."""

MOST_AT_ONCE: Final = 500
"""Ids in one question: SQLite takes no more than some thousands."""

FORGOTTEN_AFTER: Final = 24 * 3600 * 1000
"""Milliseconds after which a process that no longer runs is forgotten, if others start."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to see to what is due at a table, until a moment; whoever has a higher fence has taken it over."""

    table: str
    fence: int
    due_at: int | None


@dataclass(frozen=True, slots=True)
class Outage:
    """A time during which no server ran."""

    began: int
    ended: int


_OUTAGE: Final = "outage"


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    code: str
    at: int
    """When something last happened."""
    summary: Summary


class Store:
    """Tables in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # The log

    async def make(
        self, table: str, code: str, maker: str, at: int, happened: Sequence[AnyEvent], effects: Effects, command: str
    ) -> None:
        """Store a new table with its first events; raises Taken if the id or the code is in use."""

        def work(connection: sa.Connection) -> None:
            try:
                connection.execute(
                    tables.insert().values(
                        id=table,
                        code=code,
                        maker=maker,
                        made_at=at,
                        last_number=len(happened),
                        last_at=at,
                        lease_fence=0,
                        lease_until=0,
                        **_columns(effects),
                    )
                )
            except sa.exc.IntegrityError:
                raise Taken from None
            _insert(connection, table, 0, at, happened, command)
            _keep_beside(connection, table, at, effects)

        await self.database.write(work)

    async def append(
        self,
        table: str,
        after: int,
        at: int,
        happened: Sequence[AnyEvent],
        effects: Effects,
        command: str | None = None,
        fence: int | None = None,
    ) -> None:
        """Store events behind the one with number `after`.

        Raises Taken if that is no longer the last one, if the command was stored before, or if the lease with this
        fence was taken over; then nothing is stored.
        """
        if not happened:
            return

        def work(connection: sa.Connection) -> None:
            values = {"its_id": table, "its_number": after, "last_number": after + len(happened), "last_at": at}
            values |= _columns(effects)
            if fence is None:
                changed = connection.execute(_ADVANCE, values)
            else:
                changed = connection.execute(_ADVANCE_FENCED, values | {"its_fence": fence})
            if changed.rowcount != 1:
                raise Taken
            try:
                _insert(connection, table, after, at, happened, command)
            except sa.exc.IntegrityError:
                raise Taken from None
            _keep_beside(connection, table, at, effects)

        await self.database.write(work)

    async def log(self, table: str, after: int = 0, until: int | None = None) -> list[Logged]:
        """The events of a table behind a number; empty if there are none or there is no such table."""
        query = (
            sa.select(events.c.number, events.c.at, events.c.body, events.c.command)
            .where(events.c.table_id == table, events.c.number > after)
            .order_by(events.c.number)
        )
        if until is not None:
            query = query.where(events.c.number <= until)

        def work(connection: sa.Connection) -> list[Logged]:
            return [
                Logged(number, at, decode_event(bytes(body)), command)
                for number, at, body, command in connection.execute(query)
            ]

        return await self.database.read(work)

    async def last_numbers(self, of: Iterable[str]) -> dict[str, int]:
        """The number of the last event of tables."""
        ids = list(of)

        def work(connection: sa.Connection) -> dict[str, int]:
            numbers: dict[str, int] = {}
            for start in range(0, len(ids), MOST_AT_ONCE):
                some = tables.c.id.in_(ids[start : start + MOST_AT_ONCE])
                for row in connection.execute(sa.select(tables.c.id, tables.c.last_number).where(some)):
                    numbers[row.id] = row.last_number
            return numbers

        return await self.database.read(work)

    # Lists

    async def with_code(self, code: str) -> str | None:
        """The table with a code; None if there is none."""
        query = sa.select(tables.c.id).where(tables.c.code == code)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def code_of(self, table: str) -> str | None:
        """The code of a table; None if there is no such table."""
        query = sa.select(tables.c.code).where(tables.c.id == table)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def lobby(self) -> list[Listed]:
        """The public tables, the latest first."""
        query = sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary).where(tables.c.listed)
        return await self._listed(query)

    async def tables_of(self, person: str) -> list[Listed]:
        """The tables at which a person sits or sat, the latest first."""
        query = (
            sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary)
            .join(members, members.c.table_id == tables.c.id)
            .where(members.c.person == person)
        )
        return await self._listed(query)

    async def _listed(self, query: sa.Select[Any]) -> list[Listed]:
        query = query.order_by(tables.c.last_at.desc()).limit(LIST_LENGTH)

        def work(connection: sa.Connection) -> list[Listed]:
            return [
                Listed(row.id, row.code, row.last_at, _summary.decode(bytes(row.summary)))
                for row in connection.execute(query)
            ]

        return await self.database.read(work)

    async def finished_games(self, table: str) -> list[FinishedGame]:
        """The games that have ended at a table, the first one first."""
        query = sa.select(games.c.body).where(games.c.table_id == table).order_by(games.c.match, games.c.game)

        def work(connection: sa.Connection) -> list[FinishedGame]:
            return [_finished.decode(bytes(body)) for (body,) in connection.execute(query)]

        return await self.database.read(work)

    # Leases

    async def due_tables(self, now: int, before: int, limit: int = 100) -> list[str]:
        """The tables at which something is due before a moment, and that no process sees to."""
        query = (
            sa.select(tables.c.id)
            .where(
                tables.c.due_at < before,
                sa.or_(tables.c.lease_owner.is_(None), tables.c.lease_until < now),
            )
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def lease(self, table: str, owner: str, now: int, until: int) -> Lease | None:
        """Take or prolong the lease of a table; None if another process has it."""

        def work(connection: sa.Connection) -> Lease | None:
            row = connection.execute(
                sa.select(tables.c.lease_owner, tables.c.lease_fence, tables.c.lease_until, tables.c.due_at).where(
                    tables.c.id == table
                )
            ).one_or_none()
            if row is None:
                return None
            holder, fence, held_until, due_at = row
            if holder not in (None, owner) and held_until >= now:
                return None
            new_fence = fence if holder == owner else fence + 1
            changed = connection.execute(
                tables.update()
                .where(tables.c.id == table, tables.c.lease_fence == fence)
                .values(lease_owner=owner, lease_fence=new_fence, lease_until=until)
            )
            if changed.rowcount != 1:
                return None
            return Lease(table, new_fence, due_at)

        return await self.database.write(work)

    async def prolong(self, owner: str, leased: Sequence[str], until: int) -> set[str]:
        """Prolong the leases of tables; returns those that were not taken over."""
        mine = tables.c.lease_owner == owner

        def work(connection: sa.Connection) -> set[str]:
            # All at once, also those that are being given back just now: they are not among `leased`.
            connection.execute(tables.update().where(mine).values(lease_until=until))
            kept = connection.execute(sa.select(tables.c.id).where(mine)).scalars()
            return set(kept).intersection(leased)

        return await self.database.write(work) if leased else set()

    async def release(self, owner: str, table: str | None = None) -> None:
        """Give one lease or all of them back, so that another process need not wait for their end."""
        query = tables.update().where(tables.c.lease_owner == owner)
        if table is not None:
            query = query.where(tables.c.id == table)
        query = query.values(lease_owner=None, lease_until=0, lease_fence=tables.c.lease_fence + 1)
        await self.database.write(lambda connection: connection.execute(query))

    # Processes

    async def note_start(self, process: str, now: int, noticed_after: int) -> Outage | None:
        """Note that a process starts; returns the last time during which none ran."""

        def work(connection: sa.Connection) -> Outage | None:
            last = connection.execute(sa.select(sa.func.max(processes.c.alive_at))).scalar_one_or_none()
            if last is not None and now - last > noticed_after:
                connection.execute(notes.delete().where(notes.c.name == _OUTAGE))
                connection.execute(notes.insert().values(name=_OUTAGE, value=f"{last} {now}"))
            connection.execute(processes.delete().where(processes.c.alive_at < now - FORGOTTEN_AFTER))
            connection.execute(processes.insert().values(id=process, alive_at=now))
            noted = connection.execute(sa.select(notes.c.value).where(notes.c.name == _OUTAGE)).scalar_one_or_none()
            return None if noted is None else Outage(*map(int, noted.split()))

        return await self.database.write(work)

    async def be_alive(self, process: str, now: int) -> None:
        """Note that a process runs at this moment."""
        query = processes.update().where(processes.c.id == process).values(alive_at=now)
        await self.database.write(lambda connection: connection.execute(query))


# Made once, because every turn needs them: putting a statement together costs more than running it.
_ADVANCE: Final = (
    tables.update()
    .where(tables.c.id == sa.bindparam("its_id"), tables.c.last_number == sa.bindparam("its_number"))
    .values({name: sa.bindparam(name) for name in ("last_number", "last_at", "phase", "listed", "due_at", "summary")})
)
_ADVANCE_FENCED: Final = _ADVANCE.where(tables.c.lease_fence == sa.bindparam("its_fence"))
_APPEND: Final = events.insert()

_summary = msgspec.json.Decoder(Summary)
_finished = msgspec.json.Decoder(FinishedGame)


def _columns(effects: Effects) -> dict[str, object]:
    return {
        "phase": effects.phase,
        "listed": effects.listed,
        "due_at": effects.due_at,
        "summary": msgspec.json.encode(effects.summary),
    }


def _insert(
    connection: sa.Connection, table: str, after: int, at: int, happened: Sequence[AnyEvent], command: str | None
) -> None:
    rows = [
        {"table_id": table, "number": number, "at": at, "body": encode_event(event), "command": None}
        for number, event in enumerate(happened, start=after + 1)
    ]
    # The last event answers for the command: who knows it, knows all that came of it.
    rows[-1]["command"] = command
    connection.execute(_APPEND, rows)


def _keep_beside(connection: sa.Connection, table: str, at: int, effects: Effects) -> None:
    for person, seat in effects.seated:
        here = sa.and_(members.c.person == person, members.c.table_id == table)
        changed = connection.execute(members.update().where(here).values(seat=seat, left=False))
        if changed.rowcount == 0:
            connection.execute(members.insert().values(person=person, table_id=table, seat=seat, left=False))
    for person in effects.stood:
        here = sa.and_(members.c.person == person, members.c.table_id == table)
        connection.execute(members.update().where(here).values(left=True))
    for finished in effects.finished:
        connection.execute(
            games.insert().values(
                table_id=table,
                match=finished.match,
                game=finished.game,
                ended_at=at,
                body=msgspec.json.encode(finished),
                to_rate=finished.rated,
            )
        )
