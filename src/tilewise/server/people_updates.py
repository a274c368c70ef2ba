"""Updates after something has changed about people: at their tables, of their ratings, of their connections.

A guest who signs in is replaced by the account, a deleted person by an anonymous player, and connections of ended
sessions are closed. After a crash the work resumes: everything that remains to be done is in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import sqlalchemy as sa
import structlog

from tilewise.errors import Refused
from tilewise.server.host import Host, Stopping, new_id
from tilewise.server.people.ratings import Ratings
from tilewise.server.people.store import Person
from tilewise.server.store import schema
from tilewise.server.store.database import StorageError
from tilewise.server.store.schema import members, people, tables
from tilewise.server.tables.commands import Leave
from tilewise.server.tables.effects import Change
from tilewise.server.tables.events import Avatar
from tilewise.server.tables.identity import GONE
from tilewise.server.tables.refusals import NotPossible

INTERVAL: Final = 2.0
"""Seconds between two polls of the database."""

SESSION_CHECK_INTERVAL: Final = 10_000
"""Milliseconds between two checks of the sessions of all connections."""

DEPARTED_ROWS_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds for which the row of a departed person stays: a connection that is not closed yet may still take a seat,
which is then cleaned up as well."""

PEOPLE_PER_POLL: Final = 100
"""Departed people who are processed after one poll."""

_LEAVE_ID: Final = "gone"
"""The id of the command with which a departed person leaves a table."""

logger = structlog.get_logger("tilewise.people")


class PeopleUpdates:
    """The updates that this process makes."""

    def __init__(self, host: Host, ratings: Ratings, check_sessions: Callable[[], Awaitable[None]]) -> None:
        self.host = host
        self.ratings = ratings
        self.database = host.store.database
        self.interval = INTERVAL
        self._check_sessions = check_sessions
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start polling."""
        self._task = asyncio.create_task(self._run(), name="people-updates")

    async def stop(self) -> None:
        """Stop; another process, or the next start, continues."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        checked_at = self.host.clock.now()
        while True:
            await asyncio.sleep(self.interval)
            try:
                if await self.ratings.are_pending():
                    await self.ratings.rate_all()
                await self.process_departed_people()
                if self.host.clock.now() - checked_at >= SESSION_CHECK_INTERVAL:
                    checked_at = self.host.clock.now()
                    await self._check_sessions()
            except StorageError as error:
                logger.warning("updates of people postponed", reason=str(error))
            except Exception:
                # The next poll tries again.
                logger.exception("updates of people failed")

    # Departed people

    async def process_departed_people(self) -> None:
        """Replace people who signed in to an account or were deleted at all their tables; raises StorageError."""
        unprocessed = sa.or_(
            people.c.gone_at < self.host.clock.now() - DEPARTED_ROWS_KEPT,
            sa.exists().where(members.c.person == people.c.id),
            sa.exists().where(schema.ratings.c.person == people.c.id),
        )
        query = sa.select(people.c.id).where(people.c.gone_at.is_not(None), unprocessed).order_by(people.c.gone_at)
        departed = await self.database.read(
            lambda connection: list(connection.execute(query.limit(PEOPLE_PER_POLL)).scalars())
        )
        for person in departed:
            try:
                await self.process_departed_person(person)
            except StorageError:
                raise
            except Exception:
                # One unreadable table must not stop the work on the others.
                logger.exception("departed person could not be processed")

    async def process_departed_person_now(self, person: str) -> None:
        """Process a departed person at once; if the database becomes unavailable, the next poll continues."""
        try:
            await self.process_departed_person(person)
        except StorageError as error:
            logger.warning("updates of people postponed", reason=str(error))

    async def process_departed_person(self, person: str) -> None:
        """Replace one departed person at all their tables; raises StorageError."""
        query = sa.select(people.c.merged_into, people.c.gone_at).where(people.c.id == person)
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.gone_at is None:
            return
        their_tables = sa.select(members.c.table_id).where(members.c.person == person)
        for table_id in await self.database.read(lambda connection: list(connection.execute(their_tables).scalars())):
            if row.merged_into is None:
                await self._anonymize(table_id, person)
            else:
                await self._hand_over(table_id, person, row.merged_into)
        await self.database.write(lambda connection: _delete_rows(connection, person, self.host.clock.now()))

    async def _anonymize(self, table_id: str, person: str) -> None:
        """Make a deleted person leave a table, and remove everything there that identifies them."""
        await self._leave(table_id, person, GONE)
        # If this ends a rated game, the other players are rated against the rating that the person still has.
        await self.ratings.rate_all()
        await self._replace(table_id, Change(person, f"x{new_id()}", gone=True), GONE)

    async def _hand_over(self, table_id: str, guest: str, account: str) -> None:
        """Give a guest's seat to the account; if both sit at the table, the guest leaves."""
        query = sa.select(people.c.name, people.c.avatar).where(people.c.id == account)
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        name: str = GONE if row is None else row.name
        avatar: Avatar = "initial" if row is None else row.avatar
        live = await self.host.table(table_id)
        if live is not None and live.state.seat_of(account) is not None:
            await self._leave(table_id, guest, name)
        await self._replace(table_id, Change(guest, account, gone=False), name, avatar)

    async def _leave(self, table_id: str, person: str, name: str) -> None:
        try:
            await self.host.command(table_id, person, name, _LEAVE_ID, Leave())
        except (NotPossible, Refused):
            # The person has no seat there, or the table is closed.
            return
        except Stopping as error:
            # Another process, or the next start, continues.
            raise StorageError(str(error)) from None

    async def _replace(self, table_id: str, change: Change, name: str, avatar: Avatar = "initial") -> None:
        if not await self.host.change_identity(table_id, change, name, avatar):
            # Nothing at the table mentions the person, but rows of the database do.
            await self.host.store.replace_person(table_id, change)

    # Names and avatars

    async def rename(self, person: Person) -> None:
        """Store a new name or avatar at all open tables where the person sits; raises StorageError."""
        query = (
            sa.select(members.c.table_id)
            .join_from(members, tables, tables.c.id == members.c.table_id)
            .where(members.c.person == person.id, sa.not_(members.c.left), tables.c.phase != "closed")
        )
        for table_id in await self.database.read(lambda connection: list(connection.execute(query).scalars())):
            await self.host.change_identity(
                table_id, Change(person.id, person.id, gone=False), person.name, person.avatar
            )


def _delete_rows(connection: sa.Connection, person: str, now: int) -> None:
    """Delete the remaining rows of a departed person, unless a table still refers to them."""
    membership = sa.select(members.c.table_id).where(members.c.person == person).limit(1)
    if connection.execute(membership).one_or_none() is not None:
        return
    connection.execute(schema.ratings.delete().where(schema.ratings.c.person == person))
    connection.execute(people.delete().where(people.c.id == person, people.c.gone_at < now - DEPARTED_ROWS_KEPT))
