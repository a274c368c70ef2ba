"""Retention: once a day, one process deletes old tables, sheets and guests, and closes abandoned tables.

A row in the database holds the time before which no other process starts this. The process that claims the work moves
that time an hour ahead, and a day ahead when it is done. If it dies, another process continues after the hour.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
import structlog

from tilewise.server.host import Host
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.store.schema import members, notes, people, sheets, tables
from tilewise.server.tables.decisions import Decision, close_abandoned
from tilewise.server.tables.table_state import TableState

DAY: Final = 24 * 3600 * 1000
LEASE: Final = 3600 * 1000
"""Milliseconds after which another process may take over."""

POLL_INTERVAL: Final = 600.0
"""Seconds between two checks whether it is time."""

BATCH_SIZE: Final = 100
"""Tables or people in one transaction, so that no command has to wait long."""

_NEXT_RUN: Final = "retention-next"

logger = structlog.get_logger("tilewise.retention")


@dataclass(slots=True)
class CleanupResult:
    """How much was closed and deleted."""

    closed: int = 0
    tables: int = 0
    guests: int = 0
    sheets: int = 0


class Retention:
    """The daily cleanup. Zero days mean never."""

    def __init__(self, host: Host, retention_days: int, abandoned_days: int) -> None:
        self._host = host
        self._database = host.store.database
        self._retention = retention_days * DAY
        self._abandoned = abandoned_days * DAY
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start checking whether it is time."""
        if self._retention or self._abandoned:
            self._task = asyncio.create_task(self._poll(), name="retention")

    async def stop(self) -> None:
        """Stop; another process, or the next run, does the rest."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _poll(self) -> None:
        while True:
            try:
                await self.clean_up_if_due()
            except StorageError as error:
                logger.warning("the database cannot be used", reason=str(error))
            except Exception:
                logger.exception("the cleanup failed")
            await asyncio.sleep(POLL_INTERVAL)

    async def clean_up_if_due(self) -> CleanupResult | None:
        """Clean up if no process has done it today; return None if it is not time. Raises StorageError."""
        if not await self._claim():
            return None
        done = CleanupResult()
        if self._abandoned:
            done.closed = await self._close_abandoned()
            done.sheets = await self._delete_sheets()
        if self._retention:
            done.tables = await self._delete_tables()
            done.guests = await self._delete_guests()
        await self._set_next_run(self._host.clock.now() + DAY)
        write = logger.debug if done == CleanupResult() else logger.info
        write("cleaned up", closed=done.closed, tables=done.tables, guests=done.guests, sheets=done.sheets)
        return done

    async def _claim(self) -> bool:
        now = self._host.clock.now()

        def work(connection: sa.Connection) -> bool:
            mine = str(now + LEASE)
            stored = connection.execute(sa.select(notes.c.value).where(notes.c.name == _NEXT_RUN)).scalar_one_or_none()
            if stored is None:
                try:
                    connection.execute(notes.insert().values(name=_NEXT_RUN, value=mine))
                except sa.exc.IntegrityError:
                    raise Conflict from None
                return True
            if int(stored) > now:
                return False
            claim = notes.update().where(notes.c.name == _NEXT_RUN, notes.c.value == stored).values(value=mine)
            return connection.execute(claim).rowcount == 1

        try:
            return await self._database.write(work)
        except Conflict:
            return False

    async def _set_next_run(self, time: int) -> None:
        query = notes.update().where(notes.c.name == _NEXT_RUN).values(value=str(time))
        await self._database.write(lambda connection: connection.execute(query))

    async def _close_abandoned(self) -> int:
        """Close tables at which nothing has happened for a long time and nothing is scheduled."""
        now = self._host.clock.now()
        query = (
            sa.select(tables.c.id)
            .where(
                tables.c.phase != "closed",
                tables.c.phase != "over",
                tables.c.last_at < now - self._abandoned,
                sa.or_(tables.c.due_at.is_(None), tables.c.due_at < now),
            )
            .limit(BATCH_SIZE)
        )
        closed = 0
        while found := await self._ids(query):
            before = closed
            for table_id in found:
                try:
                    closed += await self._close(table_id, now - self._abandoned)
                except StorageError:
                    raise
                except Exception:
                    # A table that cannot be read must not block the others.
                    logger.exception("a table could not be closed", table=table_id)
            if closed == before:
                break
        return closed

    async def _close(self, table_id: str, unused_since: int) -> bool:
        live = await self._host.table(table_id)
        if live is None:
            return False

        def decide_closing(state: TableState) -> Decision:
            return close_abandoned(state, unused_since, self._host.clock.now())

        async with live.lock:
            await self._host.store_decision(live, decide_closing)
        return live.state.phase == "closed"

    async def _delete_tables(self) -> int:
        """Delete old finished tables with everything that belongs to them."""
        old = sa.and_(
            tables.c.phase.in_(("over", "closed")), tables.c.last_at < self._host.clock.now() - self._retention
        )
        deleted = 0
        while found := await self._ids(sa.select(tables.c.id).where(old).limit(BATCH_SIZE)):
            # The foreign keys delete events, members, games and chats too. The condition is repeated because another
            # match may have begun.
            deleted += await self._delete(tables.delete().where(tables.c.id.in_(found), old))
            for table_id in found:
                live = self._host.tables.get(table_id)
                if live is not None and await self._host.store.code_of(table_id) is None:
                    await self._host.loaded.drop_deleted(live)
        return deleted

    async def _delete_sheets(self) -> int:
        """Delete shared score sheets in which nothing has been entered for a long time; devices keep their copies."""
        old = sheets.c.changed_at < self._host.clock.now() - self._abandoned
        deleted = 0
        while found := await self._ids(sa.select(sheets.c.id).where(old).limit(BATCH_SIZE)):
            deleted += await self._delete(sheets.delete().where(sheets.c.id.in_(found), old))
            self._host.sheets.announce_all(found)
        return deleted

    async def _delete_guests(self) -> int:
        """Delete guests who have not been seen for a long time and are members of no table."""
        unused = sa.and_(
            people.c.account.is_(None),
            people.c.seen_at < self._host.clock.now() - self._retention,
            ~sa.exists().where(members.c.person == people.c.id),
        )
        deleted = 0
        while found := await self._ids(sa.select(people.c.id).where(unused).limit(BATCH_SIZE)):
            deleted += await self._delete(people.delete().where(people.c.id.in_(found), unused))
        return deleted

    async def _ids(self, query: sa.Select[Any]) -> list[str]:
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def _delete(self, query: sa.Delete) -> int:
        return await self._database.write(lambda connection: connection.execute(query).rowcount)
