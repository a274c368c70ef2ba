"""Muted and blocked people: both hide their chat, and a blocked person cannot sit at the blocker's tables."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.store.database import Database, id_batches
from tilewise.server.store.schema import blocks, people

How = Literal["mute", "block"]

MOST_BLOCKS: Final = 500
"""Muted and blocked people of one person."""


class TooManyBlocks(TilewiseError):
    """The person has muted or blocked too many people."""

    def __init__(self) -> None:
        super().__init__(f"You can mute or block at most {MOST_BLOCKS} people; unblock someone first.")


class Blocked(msgspec.Struct, frozen=True):
    """A person who is muted or blocked."""

    person: str
    name: str | None
    """None if the person has been deleted."""
    how: How


class Blocks:
    """The blocks in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def set(self, person: str, blocked: str, how: How) -> None:
        """Mute or block a person; raises TooManyBlocks."""

        def work(connection: sa.Connection) -> None:
            row = sa.and_(blocks.c.person == person, blocks.c.blocked == blocked)
            if connection.execute(blocks.update().where(row).values(how=how)).rowcount:
                return
            count = sa.select(sa.func.count()).select_from(blocks).where(blocks.c.person == person)
            if connection.execute(count).scalar_one() >= MOST_BLOCKS:
                raise TooManyBlocks
            connection.execute(blocks.insert().values(person=person, blocked=blocked, how=how))

        await self.database.write(work)

    async def remove(self, person: str, blocked: str) -> None:
        """Remove a mute or block."""
        row = sa.and_(blocks.c.person == person, blocks.c.blocked == blocked)
        await self.database.write(lambda connection: connection.execute(blocks.delete().where(row)))

    async def of(self, person: str) -> list[Blocked]:
        """Return the people whom a person has muted or blocked."""
        query = (
            sa.select(blocks.c.blocked, people.c.name, blocks.c.how)
            .join_from(blocks, people, people.c.id == blocks.c.blocked, isouter=True)
            .where(blocks.c.person == person)
            .order_by(blocks.c.blocked)
        )
        return await self.database.read(lambda connection: [Blocked(*row) for row in connection.execute(query)])

    async def muted_by(self, ids: list[str]) -> dict[str, frozenset[str]]:
        """Return, for each of these people, whom they have muted or blocked."""

        def work(connection: sa.Connection) -> dict[str, frozenset[str]]:
            muted: dict[str, set[str]] = {person: set() for person in ids}
            for batch in id_batches(ids):
                some = blocks.c.person.in_(batch)
                for row in connection.execute(sa.select(blocks.c.person, blocks.c.blocked).where(some)):
                    muted[row.person].add(row.blocked)
            return {person: frozenset(others) for person, others in muted.items()}

        return await self.database.read(work)

    async def has_blocked(self, person: str, other: str) -> bool:
        """Return whether a person has blocked another."""
        query = sa.select(blocks.c.how).where(
            blocks.c.person == person, blocks.c.blocked == other, blocks.c.how == "block"
        )
        return await self.database.read(lambda connection: connection.execute(query).one_or_none()) is not None
