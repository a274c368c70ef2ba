"""Who is connected to a table, in this process and in others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.support.hosts import HandClock, Listener, Process, begin_game, running
from tilewise.server.bus.local import Hub
from tilewise.server.live_table import GRACE, PRESENT_FOR
from tilewise.server.tables.table_settings import TableSettings


def reports(listener: Listener) -> list[Any]:
    return [(message["seats"], message["spectators"]) for message in listener.messages if message["type"] == "presence"]


async def test_every_process_knows_who_is_connected_to_the_others(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        table = await begin_game(here)
        ada, bob, eve = Listener("p1"), Listener("p2"), Listener("eve")
        await here.host.subscribe(table, ada, None)
        assert reports(ada) == [([0], 0)]
        await there.host.subscribe(table, bob, None)
        await there.host.subscribe(table, eve, None)
        await asyncio.sleep(0)
        await here.settle()
        assert reports(ada)[-1] == ([0, 1], 1)
        assert reports(bob)[-1] == ([0, 1], 1), "the first report of another process is answered"
        live = await here.live(table)
        assert live.is_present(1, clock.now())
        there.host.unsubscribe(table, bob)
        await asyncio.sleep(0)
        await here.settle()
        assert reports(ada)[-1] == ([0], 1)
        assert not live.is_present(1, clock.now())
        assert live.last_seen[1] == clock.now()


def absent(listener: Listener) -> list[tuple[int, int]]:
    latest = [message for message in listener.messages if message["type"] == "presence"][-1]
    return [(each["seat"], each["replaceable_from"]) for each in latest.get("absent", [])]


async def test_everyone_learns_who_is_absent_and_from_when_on_they_may_be_replaced(tmp_path: Path) -> None:
    clock, url = HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    process = Process(url, clock)
    async with running(process, timers=False):
        table = await begin_game(process)
        loaded = clock.moment
        ada, bob = Listener("p1"), Listener("p2")
        clock.moment += 1000
        await process.host.subscribe(table, ada, None)
        assert absent(ada) == [(1, loaded + GRACE)]
        await process.host.subscribe(table, bob, None)
        assert absent(ada) == []
        clock.moment += 60_000
        process.host.unsubscribe(table, bob)
        assert absent(ada) == [(1, clock.moment + GRACE)]


async def test_nobody_is_absent_from_a_game_by_correspondence(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path / 'tilewise.db'}", HandClock())
    async with running(process, timers=False):
        table = await begin_game(process, TableSettings(rules={"turn_seconds": 86_400}))
        ada = Listener("p1")
        await process.host.subscribe(table, ada, None)
        assert absent(ada) == []


async def test_the_absence_of_people_whose_process_vanished_is_announced(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        table = await begin_game(here)
        ada = Listener("p1")
        await here.host.subscribe(table, ada, None)
        await there.host.subscribe(table, Listener("p2"), None)
        await asyncio.sleep(0)
        assert reports(ada)[-1] == ([0, 1], 0)
        seen = clock.moment
        clock.moment += PRESENT_FOR
        here.host.presence.report_all()
        assert reports(ada)[-1] == ([0], 0)
        assert absent(ada) == [(1, seen + GRACE)]


async def test_the_report_of_a_process_that_vanished_expires(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        table = await begin_game(here)
        live = await here.live(table)
        await there.host.subscribe(table, Listener("p2"), None)
        await asyncio.sleep(0)
        clock.moment += PRESENT_FOR - 1
        assert live.is_present(1, clock.now())
        # Another report keeps it valid.
        there.host.presence.report_all()
        await asyncio.sleep(0)
        clock.moment += PRESENT_FOR - 1
        assert live.is_present(1, clock.now())
        clock.moment += 1
        assert not live.is_present(1, clock.now())


def readers(listener: Listener) -> list[int]:
    latest = [message for message in listener.messages if message["type"] == "presence"][-1]
    return list(latest.get("reading", []))


async def test_everyone_learns_who_reads_and_it_ends_with_the_connection(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        table = await begin_game(here)
        live = await here.live(table)
        ada, tab, bob, eve = Listener("p1"), Listener("p1"), Listener("p2"), Listener("eve")
        for listener in (ada, tab, eve):
            await here.host.subscribe(table, listener, None)
        await there.host.subscribe(table, bob, None)
        here.host.set_reading(table, eve, True)
        assert readers(ada) == [], "a spectator keeps nobody waiting"
        here.host.set_reading(table, ada, True)
        here.host.set_reading(table, tab, True)
        there.host.set_reading(table, bob, True)
        await asyncio.sleep(0)
        assert readers(ada) == readers(bob) == [0, 1]
        began, clock.moment = clock.moment, clock.moment + 5_000
        here.host.set_reading(table, ada, False)
        assert readers(ada) == [0, 1], "another tab of the same person still reads"
        here.host.unsubscribe(table, tab)
        there.host.unsubscribe(table, bob)
        await asyncio.sleep(0)
        assert readers(ada) == []
        assert (live.reading_since, live.read_until) == ({}, began + 5_000)
        count = len(ada.messages)
        here.host.set_reading(table, ada, False)
        here.host.set_reading(table, tab, True)
        here.host.set_reading("0" * 16, ada, True)
        assert len(ada.messages) == count, "nothing has changed"


async def test_a_person_who_reads_in_a_process_that_vanished_stops_reading(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        table = await begin_game(here)
        live = await here.live(table)
        bob = Listener("p2")
        await here.host.subscribe(table, Listener("p1"), None)
        await there.host.subscribe(table, bob, None)
        there.host.set_reading(table, bob, True)
        await asyncio.sleep(0)
        assert live.reading_since == {1: clock.moment}
        clock.moment += PRESENT_FOR
        here.host.presence.report_all()
        assert live.reading_since == {}
