"""The parts of a server that endpoints use, built from its settings."""

from __future__ import annotations

import asyncio
from typing import Final

import sqlalchemy as sa

from tilewise import __version__
from tilewise.server.bus.local import LocalBus
from tilewise.server.bus.messages import Bus, BusError
from tilewise.server.clock import Clock, SteadyClock
from tilewise.server.connections import Connections
from tilewise.server.host import Host
from tilewise.server.limits import Limits
from tilewise.server.local_network import LocalNetwork
from tilewise.server.people.accounts import Accounts
from tilewise.server.people.push_subscriptions import PushSubscriptions
from tilewise.server.people.ratings import Ratings
from tilewise.server.people.store import People, signing_key, stored_key
from tilewise.server.people.tokens import Signer
from tilewise.server.people_updates import PeopleUpdates
from tilewise.server.push_transport import send_request
from tilewise.server.question_pool import QuestionPool
from tilewise.server.settings import Settings
from tilewise.server.store.database import Database, StorageError, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.schedule import ThinkingTime, human_thinking_time
from tilewise.server.turn_notices import TurnNotices
from tilewise.server.web_push import WebPush, new_private_key

_PUSH_KEY: Final = "push-key"

READINESS_TIMEOUT: Final = 2.0
"""Seconds in which the database and the bus have to respond to a readiness check."""


class Services:
    """Everything that endpoints need. Raises StorageError and BusError if the database or the bus cannot be used."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.version = __version__
        self.settings = settings
        self.clock = SteadyClock() if clock is None else clock
        self.limits = Limits(settings)
        self.database: Database = open_database(settings.database)
        self.schema = migrate(self.database, settings.migrate)
        self.people = People(self.database, Signer(signing_key(self.database, settings.secret)))
        self.accounts = Accounts(self.database)
        self.ratings = Ratings(self.database)
        self.store = TableStore(self.database)
        self.host = Host(self.store, _bus(settings), self.clock, _thinking_time(settings), 1000 * settings.grace)
        self.connections = Connections(self.people, self.host.blocks)
        self.people_updates = PeopleUpdates(self.host, self.ratings, self.connections.check_sessions)
        self.push_subscriptions = PushSubscriptions(self.database)
        private_key = stored_key(self.database, _PUSH_KEY, new_private_key)
        contact = settings.address if settings.is_secure else "mailto:nobody@localhost"
        self.push = WebPush(private_key, contact, settings.push_hosts, send_request)
        self.turn_notices = TurnNotices(self.host, self.push_subscriptions, self.push)
        self.local_network = LocalNetwork(settings.network_address)
        self.questions = QuestionPool(self.limits.questions, self.clock)
        self.quick_previews = asyncio.Lock()
        """Held while a preview is assessed in the event loop, so that others get their turn between two of them."""
        self.replays = asyncio.Lock()
        """Held while a match is replayed for a record, so that this takes no more than one core."""
        self.quick_games = asyncio.Lock()
        """Held while a quick game is arranged, so that two people who ask at once meet at one table."""

    async def problems(self) -> list[str]:
        """Return why the server is not ready: `stopping`, or `database` and `bus`. Empty if it is ready."""
        if self.host.stopping:
            return ["stopping"]
        problems = []
        try:
            async with asyncio.timeout(READINESS_TIMEOUT):
                await self.database.read(lambda connection: connection.execute(sa.select(1)).scalar_one())
        except (StorageError, TimeoutError):
            problems.append("database")
        try:
            async with asyncio.timeout(READINESS_TIMEOUT):
                await self.host.bus.check()
        except (BusError, TimeoutError):
            problems.append("bus")
        return problems


def _bus(settings: Settings) -> Bus:
    if not settings.bus:
        return LocalBus()
    try:
        from tilewise.server.bus.redis import RedisBus
    except ImportError:
        raise BusError("Redis needs an optional package: pip install 'tilewise[redis]'.") from None

    return RedisBus(settings.bus)


def _thinking_time(settings: Settings) -> ThinkingTime:
    """Return how long computer players think."""
    return lambda luck: human_thinking_time(luck) * settings.tempo // 100
