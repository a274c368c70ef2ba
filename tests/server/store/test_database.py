"""What both databases promise: failed work is undone, and errors are sentences."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.support.services import Postgres, refusing_port
from tests.support.store_parts import NOW, make_table, store_at
from tilewise.server.store.database import StorageError, open_database
from tilewise.server.store.schema import notes
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import CameBack, WentAway


async def test_failed_work_is_undone_without_the_other_work_of_its_transaction(store: TableStore) -> None:

    def good(connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name=f"good {next(number)}", value=""))

    def failing(connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name="bad", value=""))
        raise ZeroDivisionError

    def contradicting(connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name="worse", value=""))
        connection.execute(notes.insert().values(name="worse", value=""))

    def wrong(connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name="worst", value=""))
        connection.exec_driver_sql("SELECT no_such_column FROM notes")

    number = itertools.count(1)
    works = (good, failing, contradicting, wrong, good)
    results = await asyncio.gather(*map(store.database.write, works), return_exceptions=True)
    kinds = [type(result) for result in results]
    assert kinds == [type(None), ZeroDivisionError, sa.exc.IntegrityError, StorageError, type(None)]
    names = await store.database.read(lambda connection: set(connection.execute(sa.select(notes.c.name)).scalars()))
    assert names == {"good 1", "good 2"}


async def test_cancelled_writes_do_not_affect_others(store: TableStore) -> None:
    table_effects = await make_table(store)
    tasks = [
        asyncio.create_task(store.append("t1", 2, NOW, [WentAway(0)], table_effects, f"p1/{place}"))
        for place in range(8)
    ]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    numbers = [entry.number for entry in await store.events("t1")]
    assert numbers in ([1, 2], [1, 2, 3])
    await store.append("t1", len(numbers), NOW, [CameBack(0)], table_effects, "p1/after")


def unusable(tmp_path: Path, port: int) -> list[str]:
    """Return URLs of unusable databases that need no server."""
    (tmp_path / "text").write_text("This is no database, and it is long enough to be seen through." * 100)
    return [
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path / 'text'}",
        f"sqlite:///{tmp_path / 'text' / 'below'}",
        "sqlite://",
        "mysql://nobody@localhost/none",
        "nonsense",
        f"postgresql://nobody@127.0.0.1:{port}/none",
        "postgresql://nobody@no-such-host.invalid/none",
    ]


def test_an_unusable_database_is_reported_with_one_sentence(tmp_path: Path) -> None:
    with refusing_port() as port:
        for url in unusable(tmp_path, port):
            with pytest.raises(StorageError) as refused:
                migrate(open_database(url))
            assert str(refused.value).endswith(".")
            assert "\n" not in str(refused.value)
            assert "Traceback" not in str(refused.value)


# PostgreSQL


def test_a_missing_database_is_reported_with_one_sentence(postgres_server: str) -> None:
    with pytest.raises(StorageError, match=r'database "none" does not exist\.$'):
        migrate(open_database(f"{postgres_server}/none"))


async def test_connections_are_restored_after_the_database_restarts(own_postgres: Postgres) -> None:
    async with store_at(own_postgres.new_database()) as store:
        table_effects = await make_table(store)
        # So that several connections are open, all of which will be lost.
        await asyncio.gather(*(store.events("t1") for _ in range(8)))
        await asyncio.to_thread(own_postgres.kill)
        for work in (store.events("t1"), store.append("t1", 2, NOW, [WentAway(0)], table_effects)):
            with pytest.raises(StorageError):
                await work
        await asyncio.to_thread(own_postgres.start)
        assert len(await store.events("t1")) == 2
        await asyncio.gather(*(store.events("t1") for _ in range(8)))
        await store.append("t1", 2, NOW, [WentAway(0)], table_effects)
