"""What is said at tables: checked, kept, and read again. Reactions are not kept."""

from __future__ import annotations

import unicodedata
from typing import Final

import sqlalchemy as sa

from tilewise.server.protocol import ChatMessage
from tilewise.server.store.database import Database
from tilewise.server.store.schema import chats

LONGEST_TEXT: Final = 300
"""Characters."""

LAST_SAID: Final = 50
"""How much of what was said a client is told when it subscribes."""

_JOINERS: Final = "\u200c\u200d"
"""Invisible, but part of how some languages and many pictures are written."""


def clean(text: str) -> str:
    """What somebody says on one line, without what is invisible or turns the direction of what follows.

    >>> clean("well\\x07  played\\n!")
    'well played !'
    """
    kept = "".join(
        c if unicodedata.category(c)[0] != "C" or c in _JOINERS else " " if c.isspace() else "" for c in text
    )
    return " ".join(kept.split())


class Talk:
    """What was said, in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def keep(self, table: str, person: str, name: str, at: int, text: str) -> int:
        """Keep what was said; returns its number. Raises StorageError."""
        query = chats.insert().values(table_id=table, person=person, name=name, at=at, text=text)

        def work(connection: sa.Connection) -> int:
            key = connection.execute(query).inserted_primary_key
            return 0 if key is None else int(key[0])

        return await self.database.write(work)

    async def last(self, table: str, before: int | None = None, limit: int = LAST_SAID) -> list[ChatMessage]:
        """What was said last at a table, or before a number: the oldest of it first."""
        query = sa.select(chats.c.id, chats.c.person, chats.c.name, chats.c.at, chats.c.text)
        query = query.where(chats.c.table_id == table).order_by(chats.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(chats.c.id < before)
        return await self.database.read(
            lambda connection: [ChatMessage(*row) for row in reversed(connection.execute(query).all())]
        )

    async def of(self, person: str) -> list[tuple[str, ChatMessage]]:
        """All that somebody has said, and at which tables."""
        query = sa.select(chats.c.table_id, chats.c.id, chats.c.person, chats.c.name, chats.c.at, chats.c.text)
        query = query.where(chats.c.person == person).order_by(chats.c.id)
        return await self.database.read(
            lambda connection: [(row[0], ChatMessage(*row[1:])) for row in connection.execute(query)]
        )
