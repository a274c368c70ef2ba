"""Events as database rows, and precompiled statements, on both databases."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tests.support.store_parts import NOW, make_table
from tilewise.server.store.event_rows import PrecompiledStatement, insert_events, read_events
from tilewise.server.store.schema import notes
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import AnyEvent, CameBack, WentAway


async def test_events_are_read_within_bounds(store: TableStore) -> None:
    await make_table(store)
    new: list[AnyEvent] = [WentAway(0), CameBack(0)]
    await store.database.write(lambda connection: insert_events(connection, "t1", 2, NOW, new, "p1/again"))
    read = await store.database.read(lambda connection: read_events(connection, "t1", 2))
    assert [(entry.number, entry.event, entry.command) for entry in read] == [
        (3, WentAway(0), None),
        (4, CameBack(0), "p1/again"),
    ]
    bounded = await store.database.read(lambda connection: read_events(connection, "t1", 1, 3))
    assert [entry.number for entry in bounded] == [2, 3]


async def test_a_command_cannot_be_inserted_twice(store: TableStore) -> None:
    await make_table(store)
    with pytest.raises(sa.exc.IntegrityError):
        await store.database.write(lambda connection: insert_events(connection, "t1", 2, NOW, [WentAway(0)], "p1/make"))


async def test_a_precompiled_statement_handles_one_row_and_many(store: TableStore) -> None:
    insert = PrecompiledStatement(notes.insert())
    update = PrecompiledStatement(
        notes.update().where(notes.c.name == sa.bindparam("its_name")).values(value=sa.bindparam("value"))
    )

    rows = [{"name": f"n{number}", "value": str(number)} for number in range(3)]
    await store.database.write(lambda connection: insert.execute(connection, rows))
    change = {"its_name": "n1", "value": "new"}
    changed = await store.database.write(lambda connection: update.execute(connection, [change]).rowcount)
    missed = await store.database.write(
        lambda connection: update.execute(connection, [change | {"its_name": "none"}]).rowcount
    )
    assert (changed, missed) == (1, 0)
    query = sa.select(notes.c.value).where(notes.c.name.in_(("n0", "n1", "n2"))).order_by(notes.c.name)
    assert await store.database.read(lambda connection: list(connection.execute(query).scalars())) == [
        "0",
        "new",
        "2",
    ]
