"""All parts of a server together: how it starts and stops."""

from __future__ import annotations

from importlib.metadata import version

from tilewise.server import protocol as wire
from tilewise.server.bus.local import LocalBus
from tilewise.server.bus.messages import Bus
from tilewise.server.hosting import Host
from tilewise.server.moments import Clock, SteadyClock
from tilewise.server.people.accounts import Accounts
from tilewise.server.people.chores import Chores
from tilewise.server.people.people import People, Person, signing_key
from tilewise.server.people.ratings import Ratings
from tilewise.server.people.tokens import Signer
from tilewise.server.settings import Settings
from tilewise.server.store.database import Database, open_database
from tilewise.server.store.migrating import migrate
from tilewise.server.store.store import Store
from tilewise.server.tables.due import Pace, human_pace
from tilewise.server.timers import Timers
from tilewise.server.web.socket import GOING_AWAY, NOBODY, Connection

COOKIE = "tilewise"
"""The cookie that holds a person's token."""


class Server:
    """All parts of a running server."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = SteadyClock() if clock is None else clock
        self.database: Database = open_database(settings.database)
        self.schema = migrate(self.database, settings.migrate)
        self.people = People(self.database, Signer(signing_key(self.database, settings.secret)))
        self.store = Store(self.database)
        self.host = Host(self.store, bus_of(settings), self.clock, pace_of(settings))
        self.timers = Timers(self.host, 1000 * settings.grace, 1000 * settings.lease)
        self.accounts = Accounts(self.database)
        self.ratings = Ratings(self.database)
        self.chores = Chores(self.host, self.ratings, self.check_sessions)
        self.connections: set[Connection] = set()
        self.version = version("tilewise")

    async def start(self) -> None:
        """Begin to serve; raises StorageError and BusError."""
        await self.host.start()
        await self.timers.start()
        await self.chores.start()

    async def stop(self) -> None:
        """Refuse new commands, finish, release the leases, tell clients to come back."""
        self.host.stopping = True
        await self.chores.stop()
        await self.timers.stop()
        for connection in tuple(self.connections):
            connection.close(GOING_AWAY, wire.Closing("stopping", "The server is being restarted.", 2000))
        await self.host.close()
        self.accounts.close()
        await self.database.close()

    async def check_sessions(self, person: str | None = None) -> None:
        """Let connections know of new names and blocks, and close those of old sessions; raises StorageError.

        Called for one person when something has changed here, and for all every now and then: it may have changed in
        another process.
        """
        some = [connection for connection in self.connections if person in (None, connection.person)]
        ids = sorted({connection.person for connection in some})
        if not ids:
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
        """Who asks: by the token of a cookie or of the Authorization header."""
        token = cookies.get(COOKIE)
        if authorization is not None and authorization.startswith("Bearer "):
            token = authorization.removeprefix("Bearer ").strip()
        return None if token is None else await self.people.who_has(token, self.clock.now())


def bus_of(settings: Settings) -> Bus:
    """The bus of the settings; raises BusError."""
    if not settings.bus:
        return LocalBus()
    from tilewise.server.bus.redis import RedisBus

    return RedisBus(settings.bus)


def pace_of(settings: Settings) -> Pace:
    """How long computer players think."""
    return lambda luck: human_pace(luck) * settings.tempo // 100
