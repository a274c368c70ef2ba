"""The stored cells of shared score sheets, on both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.support.store_parts import NOW, make_table
from tilewise.server.sheet_cells import MOST_ENTRIES, Entry, SheetChanges
from tilewise.server.store import sheet_store
from tilewise.server.store.database import Conflict
from tilewise.server.store.sheet_store import REMEMBERED_ENTRIES, SheetFull, SheetStore
from tilewise.server.store.table_store import TableStore


def entries(start: str, **cells: Any) -> list[Entry]:
    """Return entries with ids that begin like this."""
    return [Entry(f"{start}-{number:06}", key, value) for number, (key, value) in enumerate(cells.items())]


async def test_the_cells_of_a_sheet_are_read_back_with_every_kind_of_value(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    assert await sheets.changes("s1", 0) == SheetChanges(0, {})
    cells: dict[str, Any] = {"title": "Żółw", "players": 4, "rate": 1.5, "1_typed": True, "planned": None}
    stored = await sheets.enter("s1", entries("a", **cells), 0, NOW + 5)
    assert stored == SheetChanges(1, cells)
    assert await sheets.changes("s1", 0) == stored
    assert (await sheets.version("s1"), await sheets.with_code("ABCDEF"), await sheets.code_of("s1")) == (
        1,
        "s1",
        "ABCDEF",
    )


async def test_whoever_knows_a_version_gets_what_has_changed_since(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    await sheets.enter("s1", entries("a", title="Sunday", players=4), 0, NOW)
    await sheets.enter("s1", entries("b", players=3), 1, NOW)
    assert await sheets.changes("s1", 1) == SheetChanges(2, {"players": 3})
    assert await sheets.changes("s1", 2) == SheetChanges(2, {})
    # The response to an entry has the changes of the others too.
    assert await sheets.enter("s1", entries("c", planned=5), 1, NOW) == SheetChanges(3, {"players": 3, "planned": 5})


async def test_of_two_entries_for_one_cell_the_last_one_counts(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    both = [Entry("entry-001", "title", "first"), Entry("entry-002", "title", "second")]
    assert await sheets.enter("s1", both, 0, NOW) == SheetChanges(1, {"title": "second"})


async def test_an_entry_that_arrives_again_changes_nothing_even_if_the_cell_has_changed_since(
    store: TableStore,
) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    lost = entries("lost", title="first")
    await sheets.enter("s1", lost, 0, NOW)
    await sheets.enter("s1", entries("other", title="second"), 0, NOW)
    # The client knows version 2, but kept its own value until the response said that it was stored.
    assert await sheets.enter("s1", lost, 2, NOW) == SheetChanges(2, {"title": "second"})


def test_a_whole_repeated_request_is_recognized() -> None:
    assert REMEMBERED_ENTRIES >= MOST_ENTRIES


async def test_many_writers_of_one_sheet_keep_all_their_entries(store: TableStore, other_store: TableStore) -> None:
    stores = [SheetStore(store.database), SheetStore(other_store.database)]
    await stores[0].create("s1", "ABCDEF", "p1", NOW)

    async def write(who: int) -> list[int]:
        versions = []
        for place in range(5):
            store = stores[who % 2]
            changes = await store.enter("s1", entries(f"w{who}-{place}", **{f"{who}.{place}": who}), 0, NOW)
            assert changes is not None
            versions.append(changes.version)
        return versions

    versions = [version for some in await asyncio.gather(*(write(who) for who in range(8))) for version in some]
    assert sorted(versions) == list(range(1, 41))
    changes = await stores[0].changes("s1", 0)
    assert changes == SheetChanges(40, {f"{who}.{place}": who for who in range(8) for place in range(5)})


async def test_a_reader_of_every_version_misses_nothing_while_others_write(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)

    async def write(who: int) -> None:
        for place in range(10):
            await sheets.enter("s1", entries(f"w{who}-{place}", **{f"c{who}": place}), 0, NOW)

    async def follow() -> dict[str, Any]:
        version, cells = 0, dict[str, Any]()
        while version < 40:
            changes = await sheets.changes("s1", version)
            assert changes is not None
            version = changes.version
            cells.update(changes.cells)
        return cells

    cells, *_ = await asyncio.gather(follow(), *(write(who) for who in range(4)))
    assert cells == {f"c{who}": 9 for who in range(4)}


async def test_a_full_sheet_takes_no_more_cells_but_those_it_has(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    monkeypatch.setattr(sheet_store, "MOST_CELLS", 2)
    await sheets.enter("s1", entries("a", title="Sunday", players=4), 0, NOW)
    with pytest.raises(SheetFull, match="it has 2 cells"):
        await sheets.enter("s1", entries("b", title="Monday", planned=4), 0, NOW)
    assert await sheets.changes("s1", 0) == SheetChanges(1, {"title": "Sunday", "players": 4})
    assert await sheets.enter("s1", entries("c", title="Monday"), 1, NOW) == SheetChanges(2, {"title": "Monday"})


async def test_a_deleted_sheet_is_gone_with_its_cells(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    await sheets.enter("s1", entries("a", title="Sunday"), 0, NOW)
    assert await sheets.delete("s1")
    assert not await sheets.delete("s1")
    assert await sheets.enter("s1", entries("b", title="Sunday"), 0, NOW) is None
    assert await sheets.changes("s1", 0) is None
    assert (await sheets.version("s1"), await sheets.with_code("ABCDEF"), await sheets.code_of("s1")) == (
        None,
        None,
        None,
    )
    # One with the same id is empty.
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    assert await sheets.changes("s1", 0) == SheetChanges(0, {})


async def test_a_code_belongs_to_one_table_or_one_sheet(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await make_table(store)
    code = await store.code_of("t1")
    assert code is not None
    with pytest.raises(Conflict):
        await sheets.create("s1", code, "p1", NOW)
    await sheets.create("s1", "ABCDEF", "p1", NOW)
    for sheet_id in ("s1", "s2"):
        with pytest.raises(Conflict):
            await sheets.create(sheet_id, "ABCDEF" if sheet_id == "s2" else "GHJKLM", "p1", NOW)
    await sheets.create("s3", "Ct2", "p1", NOW)
    with pytest.raises(Conflict):
        await make_table(store, "t2")


async def test_the_sheets_of_a_person_are_listed_with_their_cells(store: TableStore) -> None:
    sheets = SheetStore(store.database)
    await sheets.create("s2", "ABCDEF", "p1", NOW + 1)
    await sheets.create("s1", "GHJKLM", "p1", NOW)
    await sheets.create("s3", "NPQRST", "p2", NOW)
    await sheets.enter("s2", entries("a", title="Sunday"), 0, NOW + 7)
    assert await sheets.ids_of("p1") == ["s1", "s2"]
    first, second = await sheets.of_person("p1")
    assert (first.cells, second.cells) == ({}, {"title": "Sunday"})
    assert (second.code, second.made_at, second.changed_at) == ("ABCDEF", NOW + 1, NOW + 7)
    assert await sheets.versions(["s1", "s2", "elsewhere"]) == {"s1": 0, "s2": 1}
