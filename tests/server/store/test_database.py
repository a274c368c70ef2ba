"""What both databases promise: failed work is undone, and errors are sentences."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.support.services import free_port
from tests.support.store_parts import NOW, in_store, make_table
from tilewise.server.store.database import StorageError, open_database
from tilewise.server.store.schema import notes
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import CameBack, WentAway


def test_failed_work_is_undone_without_the_other_work_of_its_transaction(database_url: str) -> None:
    async def body(store: TableStore) -> None:
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

    in_store(database_url, body)


def test_cancelled_writes_do_not_affect_others(database_url: str) -> None:
    async def body(store: TableStore) -> None:
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

    in_store(database_url, body)


def unusable(tmp_path: Path) -> list[str]:
    """Return URLs of unusable databases that need no server."""
    (tmp_path / "text").write_text("This is no database, and it is long enough to be seen through." * 100)
    return [
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path / 'text'}",
        f"sqlite:///{tmp_path / 'text' / 'below'}",
        "sqlite://",
        "mysql://nobody@localhost/none",
        "nonsense",
        f"postgresql://nobody@127.0.0.1:{free_port()}/none",
        "postgresql://nobody@no-such-host.invalid/none",
    ]


def test_an_unusable_database_is_reported_with_one_sentence(tmp_path: Path) -> None:
    for url in unusable(tmp_path):
        with pytest.raises(StorageError) as refused:
            migrate(open_database(url))
        assert str(refused.value).endswith(".")
        assert "\n" not in str(refused.value)
        assert "Traceback" not in str(refused.value)
