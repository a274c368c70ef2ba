"""Lists of tables, on both databases."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from tests.support.store_parts import NOW, beginning, effects, in_store, make_table
from tilewise.server.store.schema import members
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import Sat, Stood
from tilewise.server.tables.table_settings import TableSettings


def test_lists_contain_public_tables_and_those_of_a_person_latest_first(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        await make_table(store, "t1", TableSettings(public=True))
        await make_table(store, "t2", TableSettings(public=True), maker="p2")
        await make_table(store, "t3")
        listed = effects(beginning(TableSettings(public=True)))
        await store.append("t1", 2, NOW + 9, [Sat(1, "p2", "Bo")], msgspec.structs.replace(listed, seated=(("p2", 1),)))
        assert [listed.table for listed in await store.listings.lobby()] == ["t1", "t2"]
        first = (await store.listings.lobby())[0]
        assert (first.code, first.at, first.summary.names) == ("Ct1", NOW + 9, ("Ada", None))
        assert [listed.table for listed in await store.listings.of_person("p2")] == ["t1", "t2"]
        assert [listed.table for listed in await store.listings.of_person("p3")] == []
        # A person who stood up is still listed, and may sit down again.
        await store.append("t1", 3, NOW + 9, [Stood(1)], msgspec.structs.replace(listed, seated=(), stood=("p2",)))
        query = sa.select(members.c.left).where(members.c.person == "p2", members.c.table_id == "t1")
        assert await store.database.read(lambda connection: connection.execute(query).scalar_one()) is True
        await store.append("t1", 4, NOW + 9, [Sat(1, "p2", "Bo")], msgspec.structs.replace(listed, seated=(("p2", 1),)))
        assert await store.database.read(lambda connection: connection.execute(query).scalar_one()) is False

    in_store(database_url, body)
