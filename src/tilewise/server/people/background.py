"""What is done for people beside the play, a little later and by any process.

Games are rated, tables are told that a guest has signed in or that somebody was deleted, connections of old sessions
are closed. Everything here can be begun again after a crash: what is left to do stands in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa
import structlog

from tilewise.errors import Refused
from tilewise.server.host import Host, Stopping, new_id
from tilewise.server.people.ratings import Ratings
from tilewise.server.people.store import Person
from tilewise.server.store.database import StorageError
from tilewise.server.store.schema import members, people, ratings, tables
from tilewise.server.tables.commands import Leave
from tilewise.server.tables.effects import Change
from tilewise.server.tables.events import Avatar
from tilewise.server.tables.identity import GONE
from tilewise.server.tables.refusals import NotPossible

EVERY: Final = 2.0
"""Seconds between two looks."""

SESSIONS_EVERY: Final = 10_000
"""Milliseconds after which the sessions of all connections are looked up again."""

REMEMBERED: Final = 24 * 3600 * 1000
"""Milliseconds for which the row of somebody who is gone stays: a connection that has not heard of it may still sit
down somewhere, and that is then cleaned up, too."""

MOST_AT_ONCE: Final = 100
"""People who are seen to in one round."""

_LEAVING: Final = "gone"
"""The id of the command by which somebody who is gone leaves a table."""

log = structlog.get_logger("tilewise.chores")


class BackgroundWork:
    """What this process does for people."""

    def __init__(self, host: Host, rates: Ratings, check_sessions: Callable[[], object]) -> None:
        self.host = host
        self.ratings = rates
        self.database = host.store.database
        self.every = EVERY
        self._check_sessions = check_sessions
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._go_round(), name="chores")

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_round(self) -> None:
        checked_at = self.host.clock.now()
        while True:
            await asyncio.sleep(self.every)
            try:
                if await self.ratings.wait():
                    await self.ratings.rate_all()
                await self.process_departed_people()
                if self.host.clock.now() - checked_at >= SESSIONS_EVERY:
                    checked_at = self.host.clock.now()
                    result = self._check_sessions()
                    if asyncio.iscoroutine(result):
                        await result
            except StorageError as error:
                log.warning("the chores have to wait", reason=str(error))
            except Exception:
                # Whatever it was: the next round tries again.
                log.exception("a chore failed")

    # Whoever is gone

    async def process_departed_people(self) -> None:
        """Tell the tables of whoever is gone and still stands there; raises StorageError."""
        left_over = sa.or_(
            people.c.gone_at < self.host.clock.now() - REMEMBERED,
            sa.exists().where(members.c.person == people.c.id),
            sa.exists().where(ratings.c.person == people.c.id),
        )
        query = sa.select(people.c.id).where(people.c.gone_at.is_not(None), left_over).order_by(people.c.gone_at)
        gone = await self.database.read(
            lambda connection: list(connection.execute(query.limit(MOST_AT_ONCE)).scalars())
        )
        for person in gone:
            try:
                await self.process_departed_person(person)
            except StorageError:
                raise
            except Exception:
                # One table that cannot be read is no reason to leave the others alone.
                log.exception("somebody could not be seen off")

    async def process_departed_person_now(self, person: str) -> None:
        """See somebody off at once; if the database is away in between, the next round goes on."""
        try:
            await self.process_departed_person(person)
        except StorageError as error:
            log.warning("the chores have to wait", reason=str(error))

    async def process_departed_person(self, person: str) -> None:
        """Tell all tables of somebody who signed in to an account or was deleted; raises StorageError."""
        query = sa.select(people.c.merged_into, people.c.gone_at).where(people.c.id == person)
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.gone_at is None:
            return
        here = sa.select(members.c.table_id).where(members.c.person == person)
        for table in await self.database.read(lambda connection: list(connection.execute(here).scalars())):
            if row.merged_into is None:
                await self._forget(table, person)
            else:
                await self._hand_over(table, person, row.merged_into)
        await self.database.write(lambda connection: _finish(connection, person, self.host.clock.now()))

    async def _forget(self, table: str, person: str) -> None:
        """Let somebody leave a table for good, and nothing there tell who it was."""
        await self._leave(table, person, GONE)
        # A game that has ended by this still counts against the rating that the person had.
        await self.ratings.rate_all()
        await self._become(table, Change(person, f"x{new_id()}", gone=True), GONE)

    async def _hand_over(self, table: str, guest: str, account: str) -> None:
        """Give a guest's seat to the account. Whoever sits there with both leaves the guest's seat."""
        query = sa.select(people.c.name, people.c.avatar).where(people.c.id == account)
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        name: str = GONE if row is None else row.name
        avatar: Avatar = "initial" if row is None else row.avatar
        live = await self.host.table(table)
        if live is not None and live.state.seat_of(account) is not None:
            await self._leave(table, guest, name)
        await self._become(table, Change(guest, account, gone=False), name, avatar)

    async def _leave(self, table: str, person: str, name: str) -> None:
        try:
            await self.host.command(table, person, name, _LEAVING, Leave())
        except (NotPossible, Refused):
            # Not seated there, or nothing goes on there any more.
            return
        except Stopping as error:
            # The next process goes on.
            raise StorageError(str(error)) from None

    async def _become(self, table: str, change: Change, name: str, avatar: Avatar = "initial") -> None:
        if not await self.host.become(table, change, name, avatar):
            await self.host.store.replace_person(table, change)

    # Names and avatars

    async def rename(self, person: Person) -> None:
        """Tell the tables at which somebody sits, and which are not closed, of a new name or avatar.

        Raises StorageError.
        """
        query = (
            sa.select(members.c.table_id)
            .join_from(members, tables, tables.c.id == members.c.table_id)
            .where(members.c.person == person.id, sa.not_(members.c.left), tables.c.phase != "closed")
        )
        for table in await self.database.read(lambda connection: list(connection.execute(query).scalars())):
            await self.host.become(table, Change(person.id, person.id, gone=False), person.name, person.avatar)


def _finish(connection: sa.Connection, person: str, now: int) -> None:
    """Delete what is left of somebody who is gone, once no table needs it."""
    still = sa.select(members.c.table_id).where(members.c.person == person).limit(1)
    if connection.execute(still).one_or_none() is not None:
        return
    connection.execute(ratings.delete().where(ratings.c.person == person))
    connection.execute(people.delete().where(people.c.id == person, people.c.gone_at < now - REMEMBERED))
