"""Drafts on their way to the other players: in this process, through others, and not too often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.support.hosts import HandClock, Listener, Process, begin_game, person_in_turn, running
from tilewise.server.bus.local import Hub
from tilewise.server.bus.messages import DraftShared
from tilewise.server.draft_relay import DRAFT_INTERVAL
from tilewise.tiles import format_tiles


def drafts(listener: Listener) -> list[Any]:
    return [message["sets"] for message in listener.messages if message["type"] == "drafted"]


async def test_a_draft_reaches_the_others_through_every_process(tmp_path: Path) -> None:
    hub, clock, url = Hub(), HandClock(), f"sqlite:///{tmp_path / 'tilewise.db'}"
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        table = await begin_game(here)
        live = await here.live(table)
        assert live.state.game is not None
        player, rack = person_in_turn(live), live.state.game.racks[live.state.game.turn]
        own, other = Listener(player), Listener("eve")
        await here.host.subscribe(table, own, None)
        await there.host.subscribe(table, other, None)
        here.host.drafts.share(table, player, live.state.number, (rack[:2],), ())
        await asyncio.sleep(0)
        assert drafts(own) == []
        assert drafts(other) == [[format_tiles(rack[:2])]]
        # The process that runs the timer knows that a tile was moved (U10).
        assert (await there.live(table)).drafts.latest == live.drafts.latest
        # What cannot be a draft is ignored, wherever it comes from.
        turn = live.state.game.turn
        there.host._receive(DraftShared(table, "elsewhere", live.state.number, turn, ("q9",)))
        here.host.drafts.share(table, "eve", live.state.number, (rack[:1],), ())
        here.host.drafts.share("0" * 16, player, live.state.number, (rack[:1],), ())
        assert len(drafts(other)) == 1


async def test_of_drafts_in_quick_succession_the_first_and_the_latest_are_sent(tmp_path: Path) -> None:
    clock = HandClock()
    process = Process(f"sqlite:///{tmp_path / 'tilewise.db'}", clock)
    async with running(process, timers=False):
        table = await begin_game(process)
        live, eve = await process.live(table), Listener("eve")
        assert live.state.game is not None
        player, rack = person_in_turn(live), live.state.game.racks[live.state.game.turn]
        await process.host.subscribe(table, eve, None)
        relay = process.host.drafts
        for count in (1, 2, 3):
            relay.share(table, player, live.state.number, (rack[:count],), ())
        assert drafts(eve) == [[format_tiles(rack[:1])]]
        while relay.is_waiting(table):
            await asyncio.sleep(0.01)
        assert drafts(eve) == [[format_tiles(rack[:1])], [format_tiles(rack[:3])]]
        clock.moment += DRAFT_INTERVAL
        relay.share(table, player, live.state.number, (rack[:4],), ())
        assert drafts(eve)[-1] == [format_tiles(rack[:4])]
        # A table that is unloaded sends nothing any more.
        relay.share(table, player, live.state.number, (rack[:5],), ())
        assert relay.is_waiting(table)
        live.subscribers.clear()
        await process.host.unload(live)
        assert not relay.is_waiting(table)
