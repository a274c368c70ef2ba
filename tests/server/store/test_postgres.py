"""PostgreSQL: lost connections and missing databases."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.services import Postgres
from tests.support.store_parts import NOW, in_store, make_table
from tilewise.server.store.database import StorageError, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import WentAway


def test_a_missing_database_is_reported_with_one_sentence(postgres_server: str) -> None:
    with pytest.raises(StorageError, match=r'database "none" does not exist\.$'):
        migrate(open_database(f"{postgres_server}/none"))


def test_connections_are_restored_after_the_database_restarts(own_postgres: Postgres) -> None:
    async def body(store: TableStore) -> None:
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

    in_store(own_postgres.new_database(), body)
