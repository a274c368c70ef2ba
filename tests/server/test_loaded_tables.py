"""Loading tables, unloading them, and keeping up with the events of other processes."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.hosts import HandClock, Listener, Process, begin_game, person_in_turn, running
from tilewise.server import loaded_tables
from tilewise.server.bus.local import Hub
from tilewise.server.bus.messages import Appended
from tilewise.server.store.database import StorageError
from tilewise.server.tables.commands import Draw
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.schedule import Lease
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState


async def test_a_notification_during_loading_is_not_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, clock = Hub(), HandClock()
    process, other = Process(url, clock, hub), Process(url, clock, hub)
    async with running(process, other, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        read = other.host.store.load

        async def slowly(table: str) -> tuple[TableState | None, list[StoredEvent]]:
            loaded = await read(table)
            # While the table is being loaded, another process stores an event and announces it.
            await process.host.command(table, person_in_turn(live), "", "draw", Draw())
            await asyncio.sleep(0)
            return loaded

        monkeypatch.setattr(other.host.store, "load", slowly)
        loaded = await other.live(table)
        await other.settle()
        assert loaded.state.number == live.state.number


async def test_a_client_that_subscribes_during_unloading_gets_all_events(url: str) -> None:
    hub, clock = Hub(), HandClock()
    process, other = Process(url, clock, hub), Process(url, clock, hub)
    async with running(process, other, timers=False):
        table = await begin_game(process)
        live, there = await process.live(table), await other.live(table)
        await other.settle()
        # The lease has to be released, which takes a moment.
        there.lease = Lease(table, 1, None)
        other.database.hold = asyncio.Event()
        forgetting = asyncio.create_task(other.host.unload(there))
        await asyncio.sleep(0)
        listener = Listener("p1")
        await other.host.subscribe(table, listener, None)
        other.database.hold.set()
        await forgetting
        number = await process.host.command(table, person_in_turn(live), "", "draw", Draw())
        await asyncio.sleep(0)
        await other.settle()
        assert listener.numbers == [number]


async def test_the_channel_of_a_table_that_cannot_be_loaded_is_left(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = (await process.host.create(TableSettings(), "p1", "Ada", "make")).table_id
        await process.host.unload(await process.live(table))
        process.database.reading = 1
        with pytest.raises(StorageError):
            await process.host.table(table)
        assert process.host.bus._table_ids == set()  # type: ignore[attr-defined]
        assert await process.host.table("nowhere") is None
        assert process.host.bus._table_ids == set()  # type: ignore[attr-defined]
        assert (await process.live(table)).state.number == 2


async def test_lost_notifications_are_made_up_for_by_reading_the_event_log(url: str) -> None:
    clock = HandClock()
    process, deaf = Process(url, clock), Process(url, clock)
    async with running(process, deaf, timers=False):
        table = await begin_game(process)
        live, listener = await process.live(table), Listener("p1")
        await deaf.host.subscribe(table, listener, None)
        number = await process.host.command(table, person_in_turn(live), "", "draw", Draw())
        deaf.host._messages_lost()
        deaf.host._messages_lost()
        await deaf.settle()
        assert listener.numbers == [number]
        # A single notification is enough.
        number = await process.host.command(table, person_in_turn(live), "", "draw2", Draw())
        deaf.host._receive(Appended(table, "other", number))
        await deaf.settle()
        assert listener.numbers == [number - 1, number]


async def test_a_client_that_knows_more_events_than_this_process_gets_no_older_view(url: str) -> None:
    clock = HandClock()
    process, deaf = Process(url, clock), Process(url, clock)
    async with running(process, deaf, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        await deaf.live(table)
        number = await process.host.command(table, person_in_turn(live), "", "draw", Draw())
        listener = Listener("p1")
        await deaf.host.subscribe(table, listener, number)
        assert listener.messages[0]["type"] == "events"
        assert listener.messages[0]["events"] == []


async def test_subscribers_get_events_whose_commit_seemed_to_fail_even_without_a_retry(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_tables, "RETRY_AFTER", (0.01, 0.01, 0.01))
    hub = Hub()
    clock = HandClock()
    process, other = Process(url, clock, hub), Process(url, clock, hub)
    async with running(process, other, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        listener, elsewhere = Listener("p1"), Listener("p2")
        await process.host.subscribe(table, listener, None)
        await other.host.subscribe(table, elsewhere, None)
        number = live.state.number
        process.database.after, process.database.reading = 1, 2
        with pytest.raises(StorageError):
            await process.host.command(table, person_in_turn(live), "", "draw", Draw())
        await process.settle()
        await other.settle()
        assert listener.numbers == elsewhere.numbers == [number + 1]
