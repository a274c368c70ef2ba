"""The countdown to the deal at a table of friends: one deal, however many processes there are and whatever happens."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.hosts import HandClock, Listener, Process, check_timers, running
from tests.support.log_checks import check_log
from tilewise.server.bus.local import Hub
from tilewise.server.tables.commands import Deal, Hold, Sit
from tilewise.server.tables.events import Committed
from tilewise.server.tables.schedule import COUNTDOWN, phase_ends
from tilewise.server.tables.table_settings import TableSettings


async def friends(process: Process) -> str:
    """Return a table of p1 and p2 whose countdown to the deal has just begun."""
    live = await process.host.create(TableSettings(), "p1", "Ada", "make")
    await process.host.command(live.table_id, "p2", "Bo", "sit", Sit())
    assert live.state.phase == "ready"
    return live.table_id


async def deals(process: Process, table: str) -> int:
    """Return how often the deal has begun, and check the event log."""
    log = await process.host.store.events(table)
    check_log(table, log, [])
    return sum(isinstance(entry.event, Committed) for entry in log)


async def test_the_countdown_ends_in_one_deal_however_many_processes_there_are(url: str) -> None:
    hub, clock = Hub(), HandClock()
    processes = [Process(url, clock, hub) for _ in range(2)]
    async with running(*processes):
        table = await friends(processes[0])
        listeners = [Listener("p1"), Listener("p2")]
        for process, listener in zip(processes, listeners, strict=True):
            await process.host.subscribe(table, listener, None)
            assert listener.messages[0]["view"]["phase_ends"] == clock.moment + COUNTDOWN
        clock.moment += COUNTDOWN - 1
        await check_timers(table, *processes)
        assert await deals(processes[0], table) == 0
        clock.moment += 1
        await check_timers(table, *processes)
        assert await deals(processes[0], table) == 1
        assert listeners[0].numbers == listeners[1].numbers


async def test_of_the_owners_word_and_the_end_of_the_countdown_one_deals(url: str) -> None:
    hub, clock = Hub(), HandClock()
    processes = [Process(url, clock, hub) for _ in range(2)]
    async with running(*processes):
        table = await friends(processes[0])
        clock.moment += COUNTDOWN
        said = processes[1].host.command(table, "p1", "Ada", "deal", Deal())
        await asyncio.gather(said, check_timers(table, *processes), return_exceptions=True)
        assert await deals(processes[0], table) == 1


@pytest.mark.parametrize("held", [False, True])
async def test_the_countdown_goes_on_after_a_crash_where_it_was(held: bool, url: str) -> None:
    hub, clock = Hub(), HandClock()
    first, *again = [Process(url, clock, hub) for _ in range(3)]
    await first.start()
    table = await friends(first)
    if held:
        await first.host.command(table, "p1", "Ada", "hold", Hold())
    clock.moment += 4_000
    await first.host.store.leases.record_heartbeat(first.host.process, clock.moment)
    await first.settle()
    await first.die()
    clock.moment += 100_000
    async with running(*again):
        live = await again[0].live(table)
        assert phase_ends(live.state) == (None if held else clock.moment + COUNTDOWN - 4_000)
        clock.moment += COUNTDOWN - 4_001
        await check_timers(table, *again)
        assert await deals(again[0], table) == 0
        clock.moment += 1
        await check_timers(table, *again)
        assert await deals(again[0], table) == (0 if held else 1)
