"""Shared score sheets: entries are stored first, then everyone who follows the sheet gets what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.support.hosts import START, HandClock, Listener, Process, running
from tilewise.server import shared_sheets
from tilewise.server.bus.local import Hub
from tilewise.server.sheet_cells import Entry
from tilewise.server.store.database import StorageError

SHEET = "0123456789abcdef"


@asynccontextmanager
async def processes_at(url: str, count: int) -> AsyncIterator[list[Process]]:
    """Run server processes that share a database and a bus, in which there is an empty sheet."""
    hub = Hub()
    processes = [Process(url, HandClock(), hub) for _ in range(count)]
    async with running(*processes, timers=False):
        await processes[0].host.sheets.store.create(SHEET, "ABCDEF", "p1", START)
        yield processes


@pytest.fixture
async def process(url: str) -> AsyncIterator[Process]:
    async with processes_at(url, 1) as (process,):
        yield process


@pytest.fixture
async def pair(url: str) -> AsyncIterator[list[Process]]:
    async with processes_at(url, 2) as pair:
        yield pair


async def settle(*processes: Process) -> None:
    """Wait until nothing is being sent any more."""
    for _ in range(3):
        for process in processes:
            await asyncio.sleep(0)
            assert await process.host.tasks.wait(60)


async def enter(process: Process, entry_id: str, after: int = 0, **cells: Any) -> Any:
    entries = [Entry(f"{entry_id}-{key}-{'0' * 8}"[:32], key, value) for key, value in cells.items()]
    return await process.host.sheets.enter(SHEET, entries, after)


async def test_everyone_who_follows_a_sheet_gets_every_change_with_its_version(process: Process) -> None:
    ada, bob = Listener("ada"), Listener("bob")
    await process.host.sheets.follow(SHEET, ada)
    assert ada.messages == [{"type": "sheet-changed", "sheet": SHEET, "after": 0, "version": 0, "cells": {}}]
    await enter(process, "a", title="Sunday")
    await settle(process)
    await process.host.sheets.follow(SHEET, bob)
    await enter(process, "b", title="Monday", planned=None)
    await settle(process)
    cells = [(each["after"], each["version"], each["cells"]) for each in ada.messages[1:]]
    assert cells == [(0, 1, {"title": "Sunday"}), (1, 2, {"title": "Monday", "planned": None})]
    assert [(each["after"], each["version"]) for each in bob.messages] == [(1, 1), (1, 2)]


async def test_followers_at_another_process_get_changes_and_the_end(pair: list[Process]) -> None:
    here, there = pair
    ada = Listener("ada")
    await there.host.sheets.follow(SHEET, ada)
    await enter(here, "a", title="Sunday")
    await settle(here, there)
    assert ada.messages[-1]["cells"] == {"title": "Sunday"}
    assert await here.host.sheets.delete(SHEET)
    await settle(here, there)
    assert ada.messages[-1] == {"type": "sheet-deleted", "sheet": SHEET}
    assert not there.host.sheets.is_followed(SHEET, ada)
    assert not await here.host.sheets.delete(SHEET)


async def test_lost_notices_of_other_processes_are_made_up_for(pair: list[Process]) -> None:
    here, there = pair
    ada, other = Listener("ada"), "fedcba9876543210"
    await there.host.sheets.store.create(other, "GHJKLM", "p1", START)
    for sheet in (SHEET, other):
        await there.host.sheets.follow(sheet, ada)
    await there.host.bus.close()
    await enter(here, "a", title="Sunday")
    await settle(here, there)
    assert len(ada.messages) == 2
    there.database.reading = 1
    there.host.sheets.catch_up_all_soon()
    await settle(there)
    assert len(ada.messages) == 2
    # Several reports at once lead to one check.
    there.host._messages_lost()
    there.host._messages_lost()
    await settle(there)
    assert [each["cells"] for each in ada.messages[2:]] == [{"title": "Sunday"}]


async def test_changes_that_cannot_be_read_are_read_again(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_sheets, "RETRY_AFTER", (0, 0))
    ada = Listener("ada")
    await process.host.sheets.follow(SHEET, ada)
    process.database.reading = 2
    await enter(process, "a", title="Sunday")
    await settle(process)
    assert ada.messages[-1]["cells"] == {"title": "Sunday"}
    process.database.reading = 3
    await enter(process, "b", title="Monday")
    await settle(process)
    assert ada.messages[-1]["version"] == 1
    # Nothing is lost: the next change brings both.
    await enter(process, "c", planned=3)
    await settle(process)
    assert (ada.messages[-1]["after"], ada.messages[-1]["cells"]) == (1, {"title": "Monday", "planned": 3})


async def test_an_entry_whose_response_was_lost_is_sent_to_the_followers_and_repeated_safely(process: Process) -> None:
    ada = Listener("ada")
    await process.host.sheets.follow(SHEET, ada)
    process.database.after = 1
    with pytest.raises(StorageError):
        await enter(process, "a", title="Sunday")
    await settle(process)
    assert ada.messages[-1]["cells"] == {"title": "Sunday"}
    changes = await enter(process, "a", title="Sunday")
    assert (changes.version, changes.cells) == (1, {"title": "Sunday"})


async def test_many_changes_are_announced_without_their_cells(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_sheets, "MOST_SENT", 1)
    ada = Listener("ada")
    await process.host.sheets.follow(SHEET, ada)
    await enter(process, "a", title="Sunday", planned=3)
    await settle(process)
    assert ada.messages[-1] == {"type": "sheet-changed", "sheet": SHEET, "after": 0, "version": 1}


async def test_an_unknown_sheet_is_reported_and_not_remembered(process: Process) -> None:
    ada = Listener("ada")
    await process.host.sheets.follow("elsewhere", ada)
    assert ada.messages == [{"type": "sheet-deleted", "sheet": "elsewhere"}]
    process.database.reading = 1
    with pytest.raises(StorageError):
        await process.host.sheets.follow(SHEET, ada)
    process.host.sheets.unfollow(SHEET, ada)
    await settle(process)
    assert process.host.sheets._followed == {}


async def test_a_client_that_stops_following_gets_nothing_more(process: Process) -> None:
    ada, bob = Listener("ada"), Listener("bob")
    await process.host.sheets.follow(SHEET, ada)
    await process.host.sheets.follow(SHEET, bob)
    process.host.sheets.unfollow(SHEET, ada)
    await enter(process, "a", title="Sunday")
    await settle(process)
    assert (len(ada.messages), len(bob.messages)) == (1, 2)
    # The last one leaves and comes back at once.
    process.host.sheets.unfollow(SHEET, bob)
    await process.host.sheets.follow(SHEET, bob)
    await settle(process)
    assert process.host.sheets.is_followed(SHEET, bob)
    process.host.sheets.unfollow(SHEET, bob)
    await settle(process)
    assert process.host.sheets._followed == {}


async def test_a_change_while_the_first_follower_arrives_is_not_sent_twice(process: Process) -> None:
    ada = Listener("ada")
    following = asyncio.create_task(process.host.sheets.follow(SHEET, ada))
    await asyncio.sleep(0)
    process.host.sheets.announce_all([SHEET])
    await following
    await settle(process)
    assert len(ada.messages) == 1
    # A notice that arrives after the sheet was deleted finds nobody.
    arriving = asyncio.create_task(process.host.sheets.follow("elsewhere", ada))
    await asyncio.sleep(0)
    process.host.sheets.announce_all(["elsewhere"])
    await arriving
    await settle(process)
    assert len(ada.messages) == 2
