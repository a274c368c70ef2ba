"""SQLite: group commits, checkpoints, and other writers."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.support.store_parts import NOW, make_table, store_at
from tilewise.server.store import sqlite
from tilewise.server.store.database import StorageError, open_database
from tilewise.server.store.schema import notes
from tilewise.server.tables.events import WentAway


async def test_a_closed_database_refuses_work_at_once(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'tilewise.db'}")
    await database.close()
    await database.close()
    for work in (database.write, database.read):
        with pytest.raises(StorageError):
            await asyncio.wait_for(work(lambda connection: None), 60)


async def test_the_wal_does_not_grow_without_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_INTERVAL", 0.02)
    monkeypatch.setattr(sqlite, "LONGEST_WAL", 200)
    wal = tmp_path / "tilewise.db-wal"
    names = count()

    def write_note(connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name=f"n{next(names)}", value="x" * 200))

    async def growth() -> int:
        """Return by how many bytes the WAL grows with a hundred notes, which have about 300 pages."""
        before = wal.stat().st_size
        for _ in range(100):
            await store.database.write(write_note)
        return wal.stat().st_size - before

    async with store_at(f"sqlite:///{tmp_path / 'tilewise.db'}") as store:
        # Without checkpoints it would grow every time. After one, it is written again from its beginning.
        while await growth() > 0:
            pass
        query = sa.select(sa.func.count()).select_from(notes)
        assert await store.database.read(lambda connection: connection.execute(query).scalar_one()) == next(names)


async def test_a_write_waits_for_another_process_that_is_writing(tmp_path: Path) -> None:
    path = tmp_path / "tilewise.db"
    async with store_at(f"sqlite:///{path}") as store:
        table_effects = await make_table(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        storing = asyncio.create_task(store.append("t1", 2, NOW, [WentAway(0)], table_effects))
        await asyncio.sleep(0.1)
        assert not storing.done()
        # Reads are possible meanwhile.
        assert len(await store.events("t1")) == 2
        other.execute("COMMIT")
        other.close()
        await storing
        assert len(await store.events("t1")) == 3
