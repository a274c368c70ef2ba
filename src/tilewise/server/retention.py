"""What is not kept for ever: once a day one process deletes old tables and guests, and closes abandoned tables.

Which process, a lease says: a moment in the database before which nobody else begins. Who takes it moves it an hour
ahead, and a day ahead when all is done; if it dies in between, another process goes on after the hour.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
import structlog

from tilewise.server.host import Host
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.store.schema import members, notes, people, tables
from tilewise.server.tables.events import AnyEvent, Closed
from tilewise.server.tables.table_state import TableState

DAY: Final = 24 * 3600 * 1000
LEASE: Final = 3600 * 1000
"""Milliseconds for which a process may be at it before another one begins."""

LOOKS_EVERY: Final = 600.0
"""Seconds between two looks whether it is time."""

AT_ONCE: Final = 100
"""Tables or people in one transaction, so that no command waits for long."""

_NEXT: Final = "retention-next"

log = structlog.get_logger("tilewise.retention")


@dataclass(slots=True)
class Tidied:
    """What was done."""

    closed: int = 0
    tables: int = 0
    guests: int = 0


class Retention:
    """The daily work. Zero days: never."""

    def __init__(self, host: Host, retention_days: int, abandoned_days: int) -> None:
        self._host = host
        self._database = host.store.database
        self._retention = retention_days * DAY
        self._abandoned = abandoned_days * DAY
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now and then whether it is time."""
        if self._retention or self._abandoned:
            self._task = asyncio.create_task(self._go_on(), name="retention")

    async def stop(self) -> None:
        """Stop; what is left is done tomorrow, or by another process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self) -> None:
        while True:
            try:
                await self.tidy_if_due()
            except StorageError as error:
                log.warning("the database cannot be used", reason=str(error))
            except Exception:
                log.exception("tidying up failed")
            await asyncio.sleep(LOOKS_EVERY)

    async def tidy_if_due(self) -> Tidied | None:
        """Do the daily work if no process has done it today; None: it is not time. Raises StorageError."""
        if not await self._claim():
            return None
        done = Tidied()
        if self._abandoned:
            done.closed = await self._close_abandoned()
        if self._retention:
            done.tables = await self._delete_tables()
            done.guests = await self._delete_guests()
        await self._note_next(self._host.clock.now() + DAY)
        tell = log.debug if done == Tidied() else log.info
        tell("tidied up", closed=done.closed, tables=done.tables, guests=done.guests)
        return done

    async def _claim(self) -> bool:
        now = self._host.clock.now()

        def work(connection: sa.Connection) -> bool:
            mine = str(now + LEASE)
            noted = connection.execute(sa.select(notes.c.value).where(notes.c.name == _NEXT)).scalar_one_or_none()
            if noted is None:
                try:
                    connection.execute(notes.insert().values(name=_NEXT, value=mine))
                except sa.exc.IntegrityError:
                    raise Conflict from None
                return True
            if int(noted) > now:
                return False
            claim = notes.update().where(notes.c.name == _NEXT, notes.c.value == noted).values(value=mine)
            return connection.execute(claim).rowcount == 1

        try:
            return await self._database.write(work)
        except Conflict:
            return False

    async def _note_next(self, moment: int) -> None:
        query = notes.update().where(notes.c.name == _NEXT).values(value=str(moment))
        await self._database.write(lambda connection: connection.execute(query))

    async def _close_abandoned(self) -> int:
        """Close tables at which nothing happened for long, and nothing is due either."""
        now = self._host.clock.now()
        query = (
            sa.select(tables.c.id)
            .where(
                tables.c.phase != "closed",
                tables.c.phase != "over",
                tables.c.last_at < now - self._abandoned,
                sa.or_(tables.c.due_at.is_(None), tables.c.due_at < now),
            )
            .limit(AT_ONCE)
        )
        closed = 0
        while found := await self._ids(query):
            before = closed
            for table in found:
                try:
                    closed += await self._close(table, now - self._abandoned)
                except StorageError:
                    raise
                except Exception:
                    # One table that cannot be read is no reason to leave the others alone.
                    log.exception("a table could not be closed", table=table)
            if closed == before:
                break
        return closed

    async def _close(self, table: str, unless_since: int) -> bool:
        live = await self._host.table(table)
        if live is None:
            return False

        def decision(state: TableState) -> list[AnyEvent]:
            return [] if state.phase == "closed" or state.at >= unless_since else [Closed()]

        async with live.lock:
            await self._host.happen(live, decision)
        return live.state.phase == "closed"

    async def _delete_tables(self) -> int:
        """Delete finished tables with all that belongs to them."""
        old = sa.and_(
            tables.c.phase.in_(("over", "closed")), tables.c.last_at < self._host.clock.now() - self._retention
        )
        deleted = 0
        while found := await self._ids(sa.select(tables.c.id).where(old).limit(AT_ONCE)):
            # Events, members, games and chats go with their table, by the foreign keys. The condition stands here
            # again: somebody may have begun another match.
            deleted += await self._delete(tables.delete().where(tables.c.id.in_(found), old))
            for table in found:
                live = self._host.tables.get(table)
                if live is not None and await self._host.store.code_of(table) is None:
                    await self._host.drop_deleted(live)
        return deleted

    async def _delete_guests(self) -> int:
        """Delete guests who have not been seen for long and sit at no table that still exists."""
        unused = sa.and_(
            people.c.account.is_(None),
            people.c.seen_at < self._host.clock.now() - self._retention,
            ~sa.exists().where(members.c.person == people.c.id),
        )
        deleted = 0
        while found := await self._ids(sa.select(people.c.id).where(unused).limit(AT_ONCE)):
            deleted += await self._delete(people.delete().where(people.c.id.in_(found), unused))
        return deleted

    async def _ids(self, query: sa.Select[Any]) -> list[str]:
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def _delete(self, query: sa.Delete) -> int:
        return await self._database.write(lambda connection: connection.execute(query).rowcount)
