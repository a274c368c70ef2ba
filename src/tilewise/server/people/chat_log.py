"""The stored chat messages of tables. Reactions are not stored."""

from __future__ import annotations

import unicodedata
from typing import Final

import msgspec
import sqlalchemy as sa

from tilewise.server.store.database import Database
from tilewise.server.store.schema import chats

LONGEST_TEXT: Final = 300
"""Characters."""

RECENT: Final = 50
"""Messages that a client gets when it subscribes to a table."""

_JOINERS: Final = "\u200c\u200d"
"""Invisible, but needed to write some languages and many emoji."""


def clean(text: str) -> str:
    """Return a text on one line, without characters that are invisible or change the direction of writing.

    >>> clean("well\\x07  played\\n!")
    'well played !'
    """
    visible = "".join(
        c if unicodedata.category(c)[0] != "C" or c in _JOINERS else " " if c.isspace() else "" for c in text
    )
    return " ".join(visible.split())


class StoredMessage(msgspec.Struct, frozen=True):
    """A chat message."""

    chat: int
    """Its number."""
    person: str
    name: str
    at: int
    text: str


class ChatLog:
    """The chat messages in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, table_id: str, person: str, name: str, at: int, text: str) -> int:
        """Store a message and return its number; raises StorageError."""
        query = chats.insert().values(table_id=table_id, person=person, name=name, at=at, text=text)

        def work(connection: sa.Connection) -> int:
            key = connection.execute(query).inserted_primary_key
            return 0 if key is None else int(key[0])

        return await self.database.write(work)

    async def recent(self, table_id: str, before: int | None = None, limit: int = RECENT) -> list[StoredMessage]:
        """Return the latest messages of a table, or the latest before a number; oldest first."""
        query = sa.select(chats.c.id, chats.c.person, chats.c.name, chats.c.at, chats.c.text)
        query = query.where(chats.c.table_id == table_id).order_by(chats.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(chats.c.id < before)
        return await self.database.read(
            lambda connection: [StoredMessage(*row) for row in reversed(connection.execute(query).all())]
        )

    async def of_person(self, person: str) -> list[tuple[str, StoredMessage]]:
        """Return all messages of a person, each with its table."""
        query = sa.select(chats.c.table_id, chats.c.id, chats.c.person, chats.c.name, chats.c.at, chats.c.text)
        query = query.where(chats.c.person == person).order_by(chats.c.id)
        return await self.database.read(
            lambda connection: [(row[0], StoredMessage(*row[1:])) for row in connection.execute(query)]
        )
