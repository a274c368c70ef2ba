"""The stored events of tables and the lists of tables, on both databases."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
import sqlalchemy as sa

from tests.support.store_parts import NOW, beginning, effects, long_match, make_table, state_after
from tilewise.server.store.database import Conflict
from tilewise.server.store.schema import members, tables
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.effects import FinishedGame, effects_of
from tilewise.server.tables.events import CameBack, Sat, Stood, WentAway
from tilewise.server.tables.schedule import human_thinking_time
from tilewise.server.tables.snapshots import snapshot_of
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import replay_table


async def test_events_are_read_back_in_order(store: TableStore) -> None:
    table_effects = await make_table(store)
    await store.append("t1", 2, NOW + 5, [WentAway(0), CameBack(0)], table_effects, "p1/a")
    log = await store.events("t1")
    assert [entry.number for entry in log] == [1, 2, 3, 4]
    assert [entry.event for entry in log] == [*beginning(), WentAway(0), CameBack(0)]
    assert [entry.command for entry in log] == [None, "p1/make", None, "p1/a"]
    assert [entry.at for entry in log] == [NOW, NOW, NOW + 5, NOW + 5]
    assert [entry.number for entry in await store.events("t1", 1, 3)] == [2, 3]
    assert await store.events("elsewhere") == []
    assert await store.last_numbers(["t1", "elsewhere"]) == {"t1": 4}


async def test_of_many_writers_of_one_number_one_succeeds_and_there_is_no_gap(
    store: TableStore, other_store: TableStore
) -> None:
    stores = [store, other_store]
    table_effects = await make_table(stores[0])
    losses = 0
    all_have_read = asyncio.Barrier(8)

    async def storing(who: int) -> None:
        nonlocal losses
        store = stores[who % 2]
        for place in range(5):
            while True:
                after = (await store.last_numbers(["t1"]))["t1"]
                if place == losses == 0:
                    await all_have_read.wait()
                try:
                    await store.append("t1", after, NOW, [WentAway(who)], table_effects, f"p{who}/{place}")
                    break
                except Conflict:
                    losses += 1

    await asyncio.gather(*(storing(who) for who in range(8)))
    log = await stores[0].events("t1")
    assert [entry.number for entry in log] == list(range(1, 2 + 8 * 5 + 1))
    assert len({entry.command for entry in log[2:]}) == 8 * 5
    assert losses >= 7, "all of the first writers but one had a conflict"


async def test_a_command_is_stored_once(store: TableStore) -> None:
    table_effects = await make_table(store)
    await store.append("t1", 2, NOW, [WentAway(0)], table_effects, "p1/a")
    with pytest.raises(Conflict):
        await store.append("t1", 3, NOW, [CameBack(0)], table_effects, "p1/a")
    assert await store.last_numbers(["t1"]) == {"t1": 3}
    assert await store.command_number("t1", "p1/a") == 3
    assert await store.command_number("t1", "p1/b") is None
    # The same id at another table is a different command.
    await make_table(store, "t2")
    await store.append("t2", 2, NOW, [WentAway(0)], table_effects, "p1/a")
    assert await store.command_number("t2", "p1/a") == 3


async def test_a_conflict_leaves_nothing_behind(store: TableStore) -> None:
    table_effects = await make_table(store)
    late = msgspec.structs.replace(table_effects, phase="over", seated=(("p2", 1),), due_at=5)
    for after in (1, 3):
        with pytest.raises(Conflict):
            await store.append("t1", after, NOW + 1, [Sat(1, "p2", "Bo")], late)
    # If the last step of a transaction fails, the earlier ones are undone as well.
    await store.append("t1", 2, NOW, [WentAway(0)], table_effects, "p1/a")
    with pytest.raises(Conflict):
        await store.append("t1", 3, NOW + 1, [Sat(1, "p2", "Bo")], late, "p1/a")
    assert len(await store.events("t1")) == 3
    assert await store.listings.of_person("p2") == []
    row = await store.database.read(
        lambda connection: connection.execute(sa.select(tables.c.phase, tables.c.last_at)).one()
    )
    assert tuple(row) == ("open", NOW)


async def test_ids_and_codes_of_tables_are_unique(store: TableStore) -> None:
    table_effects = await make_table(store)
    for table, code in (("t1", "OTHER"), ("t2", "Ct1")):
        with pytest.raises(Conflict):
            await store.create(table, code, "p1", NOW, beginning(), table_effects, "p1/make2")
    assert await store.table_with_code("Ct1") == "t1"
    assert await store.table_with_code("OTHER") is None
    assert await store.code_of("t1") == "Ct1"
    assert await store.events("t2") == []


async def test_finished_games_are_stored_in_order(store: TableStore) -> None:
    table_effects = await make_table(store)
    games = [
        FinishedGame(match, game, "international", 3, 9, ("p1", None), ("Ada", "Bo"), ("5", "-5"), (0,), (), False)
        for match, game in ((1, 1), (1, 2), (2, 1))
    ]
    for after, game in enumerate(games, start=2):
        await store.append(
            "t1", after, NOW, [WentAway(0)], msgspec.structs.replace(table_effects, seated=(), finished=(game,))
        )
    assert await store.finished_games("t1") == games


async def test_replaying_the_stored_events_gives_the_state_of_the_table(store: TableStore) -> None:
    await make_table(store)
    assert replay_table("t1", await store.events("t1")) == state_after("t1", beginning())


async def test_loading_from_a_snapshot_equals_replaying_all_events(store: TableStore) -> None:
    log = long_match(games=3)
    state = None
    snapshots = 0
    for logged in log:
        before, state = state, replay_table("t1", [logged], state)
        table_effects = effects_of(before, state, [logged.event], human_thinking_time)
        if before is None:
            await store.create("t1", "CODE", "p1", logged.at, [logged.event], table_effects, "p1/make")
        else:
            await store.append("t1", before.number, logged.at, [logged.event], table_effects)
        if table_effects.snapshot is not None:
            snapshots += 1
            # Exactly, at the moment when the snapshot is stored.
            assert await store.load("t1") == (state, [])
    assert snapshots == 3
    assert state is not None
    snapshot, rest = await store.load("t1")
    assert snapshot is not None
    assert len(snapshot.results) == 3
    assert len(rest) < len(log) / 2
    assert replay_table("t1", rest, snapshot) == state == replay_table("t1", await store.events("t1"))
    # A snapshot of another version is ignored.
    query = sa.text("UPDATE snapshots SET body = :body")
    for other in (b"{}", b"\x00", snapshot_of(snapshot).replace(b'"version":1', b'"version":0')):  # type: ignore[union-attr]
        await store.database.write(lambda connection, other=other: connection.execute(query, {"body": other}))  # type: ignore[misc]
        assert await store.load("t1") == (None, await store.events("t1"))


# Lists


async def test_lists_contain_public_tables_and_those_of_a_person_latest_first(store: TableStore) -> None:
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
