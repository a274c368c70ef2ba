"""SQLite: group commits, checkpoints, and other writers."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.support.store_parts import NOW, in_store, make_table
from tilewise.server.store import sqlite
from tilewise.server.store.database import StorageError, open_database
from tilewise.server.store.schema import notes
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import WentAway


def test_a_closed_database_refuses_work_at_once(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'tilewise.db'}")

    async def body() -> None:
        await database.close()
        await database.close()
        for work in (database.write, database.read):
            with pytest.raises(StorageError):
                await asyncio.wait_for(work(lambda connection: None), 60)

    asyncio.run(body())


def test_the_wal_does_not_grow_without_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_INTERVAL", 0.02)
    monkeypatch.setattr(sqlite, "LONGEST_WAL", 200)
    path = tmp_path / "tilewise.db"
    wal = tmp_path / "tilewise.db-wal"
    longest = 0

    def write_note(name: str, connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name=name, value="x" * 200))

    async def body(store: TableStore) -> None:
        nonlocal longest
        await make_table(store, "t1")
        for number in range(3000):
            await store.database.write(partial(write_note, f"n{number}"))
            longest = max(longest, wal.stat().st_size)
        count = sa.select(sa.func.count()).select_from(notes)
        assert await store.database.read(lambda connection: connection.execute(count).scalar_one()) >= 3000

    in_store(f"sqlite:///{path}", body)
    # Without checkpoints the WAL would have about 9,000 pages.
    assert longest < 3000 * 4096


def test_a_write_waits_for_another_process_that_is_writing(tmp_path: Path) -> None:
    path = tmp_path / "tilewise.db"

    async def body(store: TableStore) -> None:
        table_effects = await make_table(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        storing = asyncio.create_task(store.append("t1", 2, NOW, [WentAway(0)], table_effects))
        await asyncio.sleep(0.3)
        assert not storing.done()
        # Reads are possible meanwhile.
        assert len(await store.events("t1")) == 2
        other.execute("COMMIT")
        other.close()
        await storing
        assert len(await store.events("t1")) == 3

    in_store(f"sqlite:///{path}", body)
