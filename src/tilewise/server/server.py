"""All parts of a server together: how it starts, how it is, and how it stops."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import sqlalchemy as sa
import structlog

from tilewise import __version__
from tilewise.server import protocol as wire
from tilewise.server.bus.local import LocalBus
from tilewise.server.bus.messages import Bus, BusError
from tilewise.server.clock import Clock, SteadyClock
from tilewise.server.host import Host
from tilewise.server.http.connections import Connections
from tilewise.server.http.socket import GOING_AWAY, NOBODY
from tilewise.server.limits import Limits
from tilewise.server.people.accounts import Accounts
from tilewise.server.people.background import BackgroundWork
from tilewise.server.people.ratings import Ratings
from tilewise.server.people.store import People, Person, signing_key
from tilewise.server.people.tokens import Signer
from tilewise.server.retention import Retention
from tilewise.server.settings import Settings
from tilewise.server.solver_pool import SolverPool
from tilewise.server.store.database import Database, StorageError, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.schedule import ThinkingTime, human_thinking_time
from tilewise.server.timers import Timers

COOKIE: Final = "tilewise"
"""The cookie that holds a person's token where people come by http."""

SECURE_COOKIE: Final = "__Host-tilewise"
"""The same by https: browsers take it from this very host only."""

FINISHING: Final = 5.0
"""Seconds for commands that run when the server stops."""

LEAVING: Final = 2.0
"""Seconds for clients to read that they should come back."""

ANSWERING: Final = 2.0
"""Seconds in which database and bus answer when somebody asks whether the server is ready."""

CHECKED_AT_ONCE: Final = 100
"""People whose sessions are looked up by one question."""

CHECK_PAUSE: Final = 0.05
"""Seconds between two such questions."""

log = structlog.get_logger("tilewise.server")


class Server:
    """All parts of a running server."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = SteadyClock() if clock is None else clock
        self.database: Database = open_database(settings.database)
        self.schema = migrate(self.database, settings.migrate)
        self.people = People(self.database, Signer(signing_key(self.database, settings.secret)))
        self.store = TableStore(self.database)
        self.host = Host(self.store, bus_of(settings), self.clock, pace_of(settings))
        self.timers = Timers(self.host, 1000 * settings.grace, 1000 * settings.lease)
        self.accounts = Accounts(self.database)
        self.ratings = Ratings(self.database)
        self.chores = BackgroundWork(self.host, self.ratings, self.check_sessions)
        self.retention = Retention(self.host, settings.retention_days, settings.abandoned_days)
        self.connections = Connections()
        self.limits = Limits(settings)
        self.solving = SolverPool(self.limits.solver, self.clock)
        self.version = __version__

    async def start(self) -> None:
        """Begin to serve; raises StorageError and BusError."""
        await self.host.start()
        await self.timers.start()
        await self.chores.start()
        self.retention.start()
        log.info("started", process=self.host.process, schema=self.schema, version=self.version)

    async def stop(self) -> None:
        """Refuse new commands, finish, release the leases, tell clients to come back."""
        self.host.stopping = True
        log.info("stopping", connections=len(self.connections), tables=len(self.host.tables))
        await self.chores.stop()
        await self.retention.stop()
        self.timers.rest()
        await self.host.finish(FINISHING)
        await self.timers.stop()
        for connection in self.connections:
            connection.close(GOING_AWAY, wire.Closing("stopping", "The server is being restarted.", 2000))
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                while self.connections:
                    await asyncio.sleep(0.02)
        await self.solving.close()
        await self.host.close()
        self.accounts.close()
        await self.database.close()
        log.info("stopped")

    async def abandon(self) -> None:
        """Let go of everything, after a start that failed."""
        self.host.stopping = True
        await self.chores.stop()
        await self.retention.stop()
        self.timers.rest()
        await self.solving.close()
        await self.host.close()
        self.accounts.close()
        await self.database.close()

    async def troubles(self) -> list[str]:
        """Why the server cannot serve now, as names; empty: it is ready."""
        if self.host.stopping:
            return ["stopping"]
        troubles = []
        try:
            async with asyncio.timeout(ANSWERING):
                await self.database.read(lambda connection: connection.execute(sa.select(1)).scalar_one())
        except (StorageError, TimeoutError):
            troubles.append("database")
        try:
            async with asyncio.timeout(ANSWERING):
                await self.host.bus.check()
        except (BusError, TimeoutError):
            troubles.append("bus")
        return troubles

    async def check_sessions(self, person: str | None = None) -> None:
        """Let connections know of new names and blocks, and close those of old sessions; raises StorageError.

        Called for one person when something has changed here, and for all every now and then: it may have changed in
        another process.
        """
        ids = self.connections.people() if person is None else [person]
        # Some at a time, with pauses: to read thousands at once would keep everybody waiting.
        for start in range(0, len(ids), CHECKED_AT_ONCE):
            if start:
                await asyncio.sleep(CHECK_PAUSE)
            await self._check_sessions_of(ids[start : start + CHECKED_AT_ONCE])

    async def _check_sessions_of(self, ids: list[str]) -> None:
        some = [connection for person in ids for connection in self.connections.of(person)]
        if not some:
            return
        found, unheard = await self.people.find_all(ids), await self.host.blocks.unheard(ids)
        for connection in some:
            who = found.get(connection.person)
            if who is None or who.session != connection.who.session:
                sentence = "You have signed out, or signed in as somebody else: connect again."
                connection.close(NOBODY, wire.Closing("signed-out", sentence))
            else:
                connection.who, connection.unheard = who, unheard[connection.person]

    async def person_of(self, cookies: dict[str, str], authorization: str | None) -> Person | None:
        """Who asks: by the token of the Authorization header or of a cookie. Never by a URL: those are logged."""
        token = cookies.get(SECURE_COOKIE)
        if token is None and not self.settings.is_secure:
            token = cookies.get(COOKIE)
        if authorization is not None:
            scheme, _, given = authorization.partition(" ")
            token = given.strip() if scheme.lower() == "bearer" else None
        return None if token is None else await self.people.who_has(token, self.clock.now())


def bus_of(settings: Settings) -> Bus:
    """The bus of the settings; raises BusError."""
    if not settings.bus:
        return LocalBus()
    try:
        from tilewise.server.bus.redis import RedisBus
    except ImportError:
        raise BusError("Redis needs a further package: pip install 'tilewise[redis]'.") from None

    return RedisBus(settings.bus)


def pace_of(settings: Settings) -> ThinkingTime:
    """How long computer players think."""
    return lambda luck: human_thinking_time(luck) * settings.tempo // 100
