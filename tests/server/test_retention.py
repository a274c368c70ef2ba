"""Retention: once a day, one process deletes old tables and guests and closes abandoned tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.support.hosts import HandClock, Listener
from tilewise.server.app import Server
from tilewise.server.retention import DAY, LEASE, CleanupResult, Retention
from tilewise.server.settings import Settings
from tilewise.server.sheet_cells import Entry
from tilewise.server.store import schema
from tilewise.server.tables import commands as do
from tilewise.server.tables.events import Closed
from tilewise.server.tables.table_settings import TableSettings


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def server(tmp_path: Path, clock: HandClock) -> AsyncIterator[Server]:
    """A server that is not started, so that no background work interferes."""
    server = server_of(tmp_path, clock)
    yield server
    await server.host.close()
    await server.database.close()


def server_of(folder: Path, clock: HandClock) -> Server:
    return Server(Settings(database=f"sqlite:///{folder / 'tables.db'}", retention_days=100, abandoned_days=10), clock)


async def make(server: Server, person: str = "p1", **more: int) -> str:
    settings = TableSettings(rules={"turn_seconds": None, **more})
    live = await server.host.create(settings, person, "Ann", "make")
    return live.table_id


async def count(server: Server, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    return await server.database.read(lambda connection: connection.execute(query).scalar_one())


async def test_an_abandoned_table_is_closed_by_an_event(server: Server, clock: HandClock) -> None:
    old = await make(server)
    clock.moment += 9 * DAY
    young = await make(server)
    clock.moment += 2 * DAY
    assert await server.retention.clean_up_if_due() == CleanupResult(closed=1)
    assert isinstance((await server.store.events(old))[-1].event, Closed)
    assert not isinstance((await server.store.events(young))[-1].event, Closed)


async def test_a_table_with_a_running_turn_by_correspondence_is_not_abandoned(server: Server, clock: HandClock) -> None:
    table = await make(server, turn_seconds=14 * 24 * 3600)
    await server.host.command(table, "p2", "Ben", "sit", do.Sit())
    await server.host.command(table, "p1", "Ann", "deal", do.Deal())
    for person in ("p1", "p2"):
        await server.host.command(table, person, "x", "add", do.Add("chance"))
    clock.moment += 12 * DAY
    assert await server.retention.clean_up_if_due() == CleanupResult()
    clock.moment += 3 * DAY
    assert await server.retention.clean_up_if_due() == CleanupResult(closed=1)


async def test_an_old_finished_table_is_deleted_with_everything_that_belongs_to_it(
    server: Server, clock: HandClock
) -> None:
    table = await make(server)
    said = schema.chats.insert().values(table_id=table, person="p1", name="Ann", at=clock.now(), text="hello")
    await server.database.write(lambda connection: connection.execute(said))
    await server.host.command(table, "p1", "Ann", "close", do.Close())
    clock.moment += 99 * DAY
    assert await server.retention.clean_up_if_due() == CleanupResult()
    clock.moment += 2 * DAY
    young = await make(server)
    assert await server.retention.clean_up_if_due() == CleanupResult(tables=1)
    assert await server.store.events(table) == []
    assert await server.host.table(table) is None
    assert await server.store.events(young)
    assert await count(server, schema.chats) == 0
    assert await count(server, schema.members) == 1


async def test_subscribers_of_a_deleted_table_are_notified(server: Server, clock: HandClock) -> None:
    here = Listener("p1")
    table = await make(server)
    await server.host.command(table, "p1", "Ann", "close", do.Close())
    clock.moment += 101 * DAY
    await server.host.subscribe(table, here, None)
    assert await server.retention.clean_up_if_due() == CleanupResult(tables=1)
    assert here.messages[-1] | {"message": ""} == {
        "type": "problem",
        "code": "no-table",
        "message": "",
        "table": table,
    }
    assert table not in server.host.tables


async def test_another_process_notices_that_a_table_was_deleted(server: Server) -> None:
    here = Listener("p1")
    gone, stays = await make(server), await make(server)
    for table in (gone, stays):
        await server.host.subscribe(table, here, None)
    deleted = schema.tables.delete().where(schema.tables.c.id == gone)
    await server.database.write(lambda connection: connection.execute(deleted))
    await server.host.loaded.catch_up_all()
    assert [message["table"] for message in here.messages if message["type"] == "problem"] == [gone]
    assert set(server.host.tables) == {stays}


async def test_a_table_in_use_is_never_deleted(server: Server, clock: HandClock) -> None:
    table = await make(server)
    clock.moment += 200 * DAY
    # It is closed first, and deleted when it has been closed for a long time.
    assert await server.retention.clean_up_if_due() == CleanupResult(closed=1)
    assert await server.store.events(table)
    clock.moment += 101 * DAY
    assert await server.retention.clean_up_if_due() == CleanupResult(tables=1)


async def test_guests_without_tables_are_deleted_but_accounts_stay(server: Server, clock: HandClock) -> None:
    seated = await server.people.create_guest("Seated", clock.now())
    await server.people.create_guest("Gone", clock.now())
    account = await server.people.create_guest("Account", clock.now())
    signed_up = schema.people.update().where(schema.people.c.id == account.id).values(account="account")
    await server.database.write(lambda connection: connection.execute(signed_up))
    table = await make(server, seated.id)
    clock.moment += 101 * DAY
    young = await server.people.create_guest("Young", clock.now())
    done = await server.retention.clean_up_if_due()
    assert done == CleanupResult(closed=1, guests=1)
    assert await server.store.events(table)
    for person in (seated, account, young):
        assert await server.people.find(person.id) is not None
    assert await count(server, schema.people) == 3


async def test_the_cleanup_runs_once_a_day(server: Server, clock: HandClock) -> None:
    assert await server.retention.clean_up_if_due() == CleanupResult()
    assert await server.retention.clean_up_if_due() is None
    clock.moment += DAY - 1
    assert await server.retention.clean_up_if_due() is None
    clock.moment += 1
    assert await server.retention.clean_up_if_due() == CleanupResult()


async def test_of_two_processes_only_one_cleans_up(server: Server, clock: HandClock, tmp_path: Path) -> None:
    other = server_of(tmp_path, clock)
    for _ in range(2):
        both = await asyncio.gather(server.retention.clean_up_if_due(), other.retention.clean_up_if_due())
        assert sorted(done is None for done in both) == [False, True]
        clock.moment += DAY
    await other.host.close()
    await other.database.close()


async def test_another_process_continues_an_hour_after_the_first_one_died(server: Server, clock: HandClock) -> None:
    await make(server)
    clock.moment += 11 * DAY
    assert await server.retention._claim()
    assert await server.retention.clean_up_if_due() is None
    clock.moment += LEASE
    assert await server.retention.clean_up_if_due() == CleanupResult(closed=1)


async def test_zero_days_mean_never(server: Server, clock: HandClock) -> None:
    table = await make(server)
    clock.moment += 10_000 * DAY
    assert await Retention(server.host, 0, 0).clean_up_if_due() == CleanupResult()
    assert len(await server.store.events(table)) == 2


async def test_a_shared_sheet_without_new_entries_is_deleted_and_its_followers_are_told(
    server: Server, clock: HandClock
) -> None:
    sheets = server.host.sheets
    for sheet, code in (("old", "ABCDEF"), ("used", "GHJKLM")):
        await sheets.store.create(sheet, code, "p1", clock.now())
        await sheets.enter(sheet, [Entry(f"{sheet}-entry", "title", "Sunday")], 0)
    follower = Listener("p1")
    await sheets.follow("old", follower)
    clock.moment += 8 * DAY
    await sheets.enter("used", [Entry("another-entry", "title", "Monday")], 0)
    clock.moment += 3 * DAY
    assert await server.retention.clean_up_if_due() == CleanupResult(sheets=1)
    assert (await count(server, schema.sheets), await count(server, schema.sheet_cells)) == (1, 1)
    assert await server.host.tasks.wait(60)
    assert follower.messages[-1] == {"type": "sheet-deleted", "sheet": "old"}
