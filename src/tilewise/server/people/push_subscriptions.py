"""The browsers in which a person wants to be notified of their turn."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from tilewise.server.store.database import Database
from tilewise.server.store.schema import push_subscriptions

MOST_SUBSCRIPTIONS: Final = 10
"""Browsers of one person; a new one replaces the oldest."""


class PushSubscription(msgspec.Struct, frozen=True):
    """A browser that can be notified: where, and the keys with which only this browser can read a message."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
    made_at: int


class PushSubscriptions:
    """The subscriptions in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: str, subscription: PushSubscription) -> None:
        """Add a browser to a person; it no longer belongs to anybody else."""

        def work(connection: sa.Connection) -> None:
            connection.execute(_delete(subscription.endpoint))
            oldest = (
                sa.select(push_subscriptions.c.endpoint)
                .where(push_subscriptions.c.person == person)
                .order_by(push_subscriptions.c.made_at.desc())
                .offset(MOST_SUBSCRIPTIONS - 1)
            )
            for endpoint in connection.execute(oldest).scalars().all():
                connection.execute(_delete(endpoint))
            values = msgspec.structs.asdict(subscription)
            connection.execute(push_subscriptions.insert().values(person=person, **values))

        await self.database.write(work)

    async def of(self, person: str) -> list[PushSubscription]:
        """Return the browsers of a person, oldest first."""
        query = (
            sa.select(push_subscriptions)
            .where(push_subscriptions.c.person == person)
            .order_by(push_subscriptions.c.made_at, push_subscriptions.c.endpoint)
        )
        rows = await self.database.read(lambda connection: connection.execute(query).all())
        return [PushSubscription(row.endpoint, row.p256dh, row.auth, row.language, row.made_at) for row in rows]

    async def remove(self, endpoint: str, person: str | None = None) -> None:
        """Remove a browser; if a person is given, only if it is theirs."""
        query = _delete(endpoint)
        if person is not None:
            query = query.where(push_subscriptions.c.person == person)
        await self.database.write(lambda connection: connection.execute(query))


def _delete(endpoint: str) -> sa.Delete:
    return push_subscriptions.delete().where(push_subscriptions.c.endpoint == endpoint)
