"""Who is connected to a table, in this process and in others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.support.hosts import HandClock, Listener, Process, begin_game, running
from tilewise.server.bus.local import Hub
from tilewise.server.live_table import PRESENT_FOR


def reports(listener: Listener) -> list[Any]:
    return [(message["seats"], message["spectators"]) for message in listener.messages if message["type"] == "presence"]


def test_every_process_knows_who_is_connected_to_the_others(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)

    async def body() -> None:
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

    asyncio.run(body())


def test_the_report_of_a_process_that_vanished_expires(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)

    async def body() -> None:
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

    asyncio.run(body())
