"""Leases of tables and heartbeats of processes, on both databases."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tests.support.store_parts import NOW, make_table
from tilewise.server.store.database import Conflict
from tilewise.server.store.leases import LONGEST_LEASE, Outage
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import CameBack, WentAway


async def test_a_lease_belongs_to_one_process_until_it_expires_and_is_then_taken_over_once(store: TableStore) -> None:
    await make_table(store)
    takers = [f"process{number}" for number in range(10)]
    first = await asyncio.gather(*(store.leases.acquire("t1", taker, NOW, NOW + 100) for taker in takers))
    assert sum(lease is not None for lease in first) == 1
    holder = takers[next(place for place, lease in enumerate(first) if lease is not None)]
    others = [taker for taker in takers if taker != holder]
    assert [await store.leases.acquire("t1", taker, NOW + 100, NOW + 200) for taker in others] == [None] * 9
    mine = await store.leases.acquire("t1", holder, NOW + 100, NOW + 150)
    assert mine is not None
    assert mine.fence == 1
    second = await asyncio.gather(*(store.leases.acquire("t1", taker, NOW + 151, NOW + 300) for taker in others))
    taken = [lease for lease in second if lease is not None]
    assert [lease.fence for lease in taken] == [2]
    assert await store.leases.acquire("t1", holder, NOW + 151, NOW + 300) is None


async def test_nothing_is_stored_with_an_old_fencing_token(store: TableStore) -> None:
    table_effects = await make_table(store)
    old = await store.leases.acquire("t1", "a", NOW, NOW + 100)
    assert old is not None
    await store.append("t1", 2, NOW, [WentAway(0)], table_effects, fence=old.fence)
    new = await store.leases.acquire("t1", "b", NOW + 101, NOW + 200)
    assert new is not None
    with pytest.raises(Conflict):
        await store.append("t1", 3, NOW, [CameBack(0)], table_effects, fence=old.fence)
    await store.append("t1", 3, NOW, [CameBack(0)], table_effects, fence=new.fence)


async def test_leases_are_renewed_only_by_their_owner_and_can_be_released(store: TableStore) -> None:
    for table in ("t1", "t2", "t3"):
        await make_table(store, table)
    for table, owner in (("t1", "a"), ("t2", "a"), ("t3", "b")):
        assert await store.leases.acquire(table, owner, NOW, NOW + 10) is not None
    assert await store.leases.renew("a", ["t1", "t2", "t3", "none"], NOW + 500) == {"t1", "t2"}
    assert await store.leases.renew("a", [], NOW + 500) == set()
    assert await store.leases.acquire("t1", "b", NOW + 400, NOW + 500) is None
    await store.leases.release("a", "t1")
    given = await store.leases.acquire("t1", "b", NOW + 400, NOW + 500)
    assert given is not None
    # Releasing also increases the fencing token: late events of the last owner are not stored.
    assert given.fence == 3
    await store.leases.release("a")
    assert await store.leases.acquire("t2", "b", NOW + 400, NOW + 500) is not None


async def test_a_lease_that_was_never_released_expires_although_its_owner_is_running(store: TableStore) -> None:
    for table in ("t1", "t2"):
        await make_table(store, table)
        assert await store.leases.acquire(table, "a", NOW, NOW + 10) is not None
    assert await store.leases.renew("a", ["t2"], NOW + 500) == {"t2"}
    assert await store.leases.acquire("t1", "b", NOW + 100, NOW + 500) is not None
    assert await store.leases.acquire("t2", "b", NOW + 100, NOW + 500) is None


async def test_due_tables_without_a_valid_lease_are_found(store: TableStore) -> None:
    for table, due in (("t1", 50), ("t2", 20), ("t3", 900), ("t4", None)):
        table_effects = await make_table(store, table)
        at = None if due is None else NOW + due
        await store.append(table, 2, NOW, [WentAway(0)], msgspec.structs.replace(table_effects, due_at=at))
    assert await store.leases.due_tables(NOW, NOW + 100) == ["t2", "t1"]
    assert await store.leases.due_tables(NOW, NOW + 100, limit=1) == ["t2"]
    await store.leases.acquire("t2", "a", NOW, NOW + 10)
    assert await store.leases.due_tables(NOW, NOW + 100) == ["t1"]
    assert await store.leases.due_tables(NOW + 11, NOW + 100) == ["t2", "t1"]


async def test_a_schedule_is_cleared_only_for_the_last_event(store: TableStore) -> None:
    effects = msgspec.structs.replace(await make_table(store), due_at=NOW)
    await store.append("t1", 2, NOW, [WentAway(0)], effects)
    await store.leases.clear_schedule("t1", 2)
    assert await store.leases.due_tables(NOW, NOW + 1) == ["t1"]
    await store.leases.clear_schedule("t1", 3)
    assert await store.leases.due_tables(NOW, NOW + 1) == []


async def test_a_lease_that_ends_too_far_in_the_future_has_expired(store: TableStore) -> None:
    table_effects = await make_table(store)
    await store.append("t1", 2, NOW, [WentAway(0)], msgspec.structs.replace(table_effects, due_at=NOW))
    later = NOW + 2 * LONGEST_LEASE
    assert await store.leases.acquire("t1", "a", later, later + 10_000) is not None
    assert await store.leases.due_tables(NOW, NOW + 1) == ["t1"]
    assert await store.leases.acquire("t1", "b", NOW, NOW + 10_000) is not None


async def test_processes_that_start_together_record_one_outage(store: TableStore) -> None:
    assert await store.leases.record_start("a", NOW, 3_000) is None
    assert await store.leases.record_heartbeat("a", NOW + 1_000) == NOW + 1_000
    starts = [store.leases.record_start(f"b{number}", NOW + 60_000 + number, 3_000) for number in range(6)]
    noted = set(await asyncio.gather(*starts))
    assert len(noted) == 1
    outage = noted.pop()
    assert outage is not None
    assert outage.began == NOW + 1_000
    assert NOW + 60_000 <= outage.ended < NOW + 60_006
    # A process that starts later still gets the outage, for tables that were not loaded since.
    assert await store.leases.record_start("c", NOW + 61_000, 3_000) == outage
    assert await store.leases.latest_time() == NOW + 61_000


async def test_a_heartbeat_restores_the_row_of_a_forgotten_process(store: TableStore) -> None:
    await store.leases.record_start("a", NOW, 3_000)
    far = NOW + 10 * 24 * 3600 * 1000
    assert await store.leases.record_start("b", far, 3_000) == Outage(NOW, far)
    assert await store.leases.record_heartbeat("a", NOW + 5) == far
