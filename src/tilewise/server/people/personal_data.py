"""All that is kept of somebody, to take away."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from tilewise.server.people.blocks import Blocked, Blocks
from tilewise.server.people.chat_log import Talk
from tilewise.server.people.ratings import Rating, Ratings
from tilewise.server.people.store import Person
from tilewise.server.protocol import ChatMessage
from tilewise.server.store.schema import members, people, tables
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.identity import own_entries


class SaidAt(msgspec.Struct, frozen=True):
    """Something that I said."""

    table: str
    said: ChatMessage


class MyTable(msgspec.Struct, frozen=True):
    """A table at which I sit or sat, and what I did there."""

    table: str
    code: str
    seat: int
    left: bool
    maker: bool
    """Whether I made it."""
    games: list[FinishedGame]
    """Those in which I had a part."""
    events: list[StoredEvent]
    """What I did, from the table's log; never the tiles or secrets of others."""


class MyData(msgspec.Struct, frozen=True):
    """All that is kept of a person."""

    person: str
    name: str
    account: str | None
    """The name to sign in with, as it is compared."""
    has_passphrase: bool
    """Kept as a hash only, which is not handed out."""
    chat: bool
    avatar: str
    made_at: int
    seen_at: int
    ratings: list[Rating]
    blocks: list[Blocked]
    said: list[SaidAt]
    tables: list[MyTable]


async def data_of(person: Person, store: TableStore) -> MyData:
    """All that is kept of somebody; raises StorageError."""
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
        said=[SaidAt(table, said) for table, said in await Talk(database).of(person.id)],
        tables=await _tables_of(person.id, store),
    )


async def _tables_of(person: str, store: TableStore) -> list[MyTable]:
    query = (
        sa.select(members.c.table_id, tables.c.code, members.c.seat, members.c.left, tables.c.maker)
        .join_from(members, tables, tables.c.id == members.c.table_id)
        .where(members.c.person == person)
        .order_by(tables.c.made_at)
    )
    found = []
    for table, code, seat, left, maker in await store.database.read(lambda connection: connection.execute(query).all()):
        games = [game for game in await store.finished_games(table) if person in game.people]
        own = own_entries(await store.events(table), person)
        found.append(MyTable(table, code, seat, left, maker == person, games, own))
    return found
