"""All stored data about a person, for them to download."""

from __future__ import annotations

import asyncio

import msgspec
import sqlalchemy as sa

from tilewise.server.people.blocks import Blocked, Blocks
from tilewise.server.people.chat_log import ChatLog, StoredMessage
from tilewise.server.people.push_subscriptions import PushSubscriptions
from tilewise.server.people.ratings import Rating, Ratings
from tilewise.server.people.store import Person
from tilewise.server.store.schema import members, people, tables
from tilewise.server.store.sheet_store import SharedSheet, SheetStore
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.identity import events_of_person


class SentMessage(msgspec.Struct, frozen=True):
    """A chat message that I sent."""

    table: str
    said: StoredMessage


class NotifiedBrowser(msgspec.Struct, frozen=True):
    """A browser in which I am notified of my turn; the keys that encrypt messages to it are not included."""

    endpoint: str
    language: str
    made_at: int


class TableData(msgspec.Struct, frozen=True):
    """A table at which I sit or sat, and my own actions there."""

    table: str
    code: str
    seat: int
    left: bool
    maker: bool
    """Whether I created it."""
    games: list[FinishedGame]
    """The finished games in which I played."""
    events: list[StoredEvent]
    """My own events; never the tiles or secrets of others."""


class MyData(msgspec.Struct, frozen=True):
    """All stored data about a person."""

    person: str
    name: str
    account: str | None
    """The name to sign in with, in its normal form."""
    has_passphrase: bool
    """Only a hash of it is stored, which is not included."""
    chat: bool
    avatar: str
    made_at: int
    seen_at: int
    ratings: list[Rating]
    blocks: list[Blocked]
    notified: list[NotifiedBrowser]
    said: list[SentMessage]
    tables: list[TableData]
    sheets: list[SharedSheet]
    """The score sheets that I have shared and that are on the server."""


async def collect_personal_data(person: Person, store: TableStore) -> MyData:
    """Return all stored data about a person; raises StorageError."""
    database = store.database
    query = sa.select(people).where(people.c.id == person.id)
    row = await database.read(lambda connection: connection.execute(query).one())
    return MyData(
        person=row.id,
        name=row.name,
        account=row.account,
        has_passphrase=row.passphrase is not None,
        chat=row.chat,
        avatar=row.avatar,
        made_at=row.made_at,
        seen_at=row.seen_at,
        ratings=await Ratings(database).of(person.id),
        blocks=await Blocks(database).of(person.id),
        notified=[
            NotifiedBrowser(each.endpoint, each.language, each.made_at)
            for each in await PushSubscriptions(database).of(person.id)
        ],
        said=[SentMessage(table_id, said) for table_id, said in await ChatLog(database).of_person(person.id)],
        tables=await _tables_of(person.id, store),
        sheets=await SheetStore(database).of_person(person.id),
    )


async def _tables_of(person: str, store: TableStore) -> list[TableData]:
    query = (
        sa.select(members.c.table_id, tables.c.code, members.c.seat, members.c.left, tables.c.maker)
        .join_from(members, tables, tables.c.id == members.c.table_id)
        .where(members.c.person == person)
        .order_by(tables.c.made_at)
    )
    rows = await store.database.read(lambda connection: connection.execute(query).all())
    result = []
    for table_id, code, seat, left, creator in rows:
        games = [game for game in await store.finished_games(table_id) if person in game.people]
        # In a thread: the log of a long match would block the event loop.
        own = await asyncio.to_thread(events_of_person, await store.events(table_id), person)
        result.append(TableData(table_id, code, seat, left, creator == person, games, own))
    return result
