"""Commands, when the database, the client or the notifications fail."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from tests.support.hosts import START, HandClock, Listener, Process, begin_game, person_in_turn, running
from tests.support.log_checks import check_log
from tests.support.pure_table import replaced
from tilewise.errors import Refused
from tilewise.game import transitions
from tilewise.server import host, live_table
from tilewise.server.bus.local import Hub
from tilewise.server.store.database import StorageError
from tilewise.server.tables.commands import Draw
from tilewise.server.tables.decisions import decide
from tilewise.server.tables.table_settings import TableSettings
from tilewise.solver import can_open
from tilewise.tiles import Tiles


async def test_a_command_whose_commit_failed_is_not_stored_and_its_retry_is(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        number, person = live.state.number, person_in_turn(live)
        process.database.before = 1
        with pytest.raises(StorageError):
            await process.host.command(table, person, "", "draw", Draw())
        assert live.state.number == number
        assert len(await process.host.store.events(table)) == number
        assert await process.host.command(table, person, "", "draw", Draw()) == number + 1
        assert await process.host.command(table, person, "", "draw", Draw()) == number + 1
        check_log(table, await process.host.store.events(table), [{(table, f"{person}/draw"): number + 1}])


async def test_a_command_is_acknowledged_if_only_the_response_of_the_commit_was_lost(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        listener = Listener("p1")
        await process.host.subscribe(table, listener, None)
        number, person = live.state.number, person_in_turn(live)
        process.database.after = 1
        assert await process.host.command(table, person, "", "draw", Draw()) == number + 1
        assert listener.numbers == [number + 1]


async def test_a_retry_after_an_unknown_outcome_stores_nothing_twice(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        number, person = live.state.number, person_in_turn(live)
        process.database.after = process.database.reading = 1
        with pytest.raises(StorageError):
            await process.host.command(table, person, "", "draw", Draw())
        assert live.state.number == number
        assert await process.host.command(table, person, "", "draw", Draw()) == number + 1
        assert len(await process.host.store.events(table)) == number + 1


async def test_subscribers_get_the_events_of_a_client_that_disconnects_meanwhile(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        listener = Listener("p1")
        await process.host.subscribe(table, listener, None)
        number, person = live.state.number, person_in_turn(live)
        process.database.hold = asyncio.Event()
        asking = asyncio.create_task(process.host.command(table, person, "", "draw", Draw()))
        await process.database.held.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        process.database.hold.set()
        await process.settle()
        assert listener.numbers == [number + 1]
        assert live.state.number == number + 1


async def test_a_late_retry_is_answered_from_the_event_log(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "RECENT_COMMANDS", 3)
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        done: dict[tuple[str, str], int] = {}
        for place in range(10):
            person, key = person_in_turn(live), f"draw{place}"
            done[person, key] = await process.host.command(table, person, "", key, Draw())
        assert len(live.commands) == 3
        # Executed again, half of them would be refused as out of turn, and the others would draw a second time.
        for (person, key), number in done.items():
            assert await process.host.command(table, person, "", key, Draw()) == number
        assert len(await process.host.store.events(table)) == live.state.number


async def test_a_process_without_notifications_reads_the_event_log_before_it_refuses(url: str) -> None:
    clock = HandClock()
    # Without a common hub, every notification between them is lost.
    process, deaf = Process(url, clock), Process(url, clock)
    async with running(process, deaf, timers=False):
        table = await begin_game(process)
        here, there = await process.live(table), await deaf.live(table)
        for place in range(6):
            host = (process, deaf)[place % 2].host
            person = person_in_turn((here, there)[1 - place % 2] if place else here)
            assert await host.command(table, person, "", f"draw{place}", Draw()) == here.state.number + (place % 2)
        log = await process.host.store.events(table)
        assert check_log(table, log, []).number == len(log)
        # What the rules refuse is still refused.
        state = check_log(table, log, [])
        assert state.game is not None
        with pytest.raises(Refused):
            await process.host.command(table, f"p{2 - state.game.turn}", "", "again", Draw())


async def test_an_absent_player_can_subscribe_even_if_the_return_cannot_be_stored(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        table = await begin_game(process)
        live = await process.live(table)
        async with live.lock:
            await process.host.store_decision(live, lambda state: replaced(state, 0, START))
        process.database.before = 1
        listener = Listener("p1")
        await process.host.subscribe(table, listener, None)
        assert listener in live.subscribers
        assert live.state.seats[0].away
        # She is back with her next command, or the next time that she subscribes.
        process.host.unsubscribe(table, listener)
        await process.host.subscribe(table, listener, None)
        assert not live.state.seats[0].away


async def test_a_client_that_has_seen_nothing_of_a_new_table_gets_a_view(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        live = await process.host.create(TableSettings(seats=("person", "person")), "p1", "Ada", "make")
        listener = Listener("p1")
        await process.host.subscribe(live.table_id, listener, 0)
        assert listener.messages[0]["type"] == "view"


async def test_a_command_in_progress_is_stored_and_sent_when_the_server_stops(url: str) -> None:
    hub, clock = Hub(), HandClock()
    process, other = Process(url, clock, hub), Process(url, clock, hub)
    async with running(other, timers=False):
        await process.start(timers=False)
        table = await begin_game(process)
        live, elsewhere = await process.live(table), Listener("p2")
        await other.host.subscribe(table, elsewhere, None)
        process.database.hold = asyncio.Event()
        asking = asyncio.create_task(process.host.command(table, person_in_turn(live), "", "draw", Draw()))
        await process.database.held.wait()
        stopping = asyncio.create_task(process.host.close())
        await asyncio.sleep(0)
        process.database.hold.set()
        number = await asking
        await stopping
        await process.database.close()
        await other.settle()
        assert elsewhere.numbers == [number]


async def test_what_may_take_long_is_decided_in_a_thread(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []

    def observed(*given: Any) -> Any:
        threads.append(threading.current_thread() is not threading.main_thread())
        return decide(*given)

    monkeypatch.setattr(host, "decide", observed)
    process = Process(url, HandClock())
    async with running(process, timers=False):
        for profile in ("international", "twist"):
            table = await begin_game(process, TableSettings(profile))
            threads.clear()
            person = person_in_turn(await process.live(table))
            await process.host.command(table, person, "", "draw", Draw())
            assert threads == [profile == "twist"]


async def test_what_a_view_asks_the_solver_is_asked_in_a_thread(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """C3: after a command, in a process that missed it, and when the table is loaded; then the answer is cached."""
    threads: list[bool] = []

    def observed(rack: Tiles, threshold: int) -> bool:
        threads.append(threading.current_thread() is not threading.main_thread())
        return can_open(rack, threshold)

    def forget() -> None:
        threads.clear()
        transitions._could_open.cache_clear()

    monkeypatch.setattr(transitions, "can_open", observed)
    clock = HandClock()
    # Hubs of their own: nobody announces events to the other.
    process, other = Process(url, clock), Process(url, clock)
    listeners = Listener("p1"), Listener("p2")
    async with running(process, other, timers=False):
        rules: dict[str, int | str | None] = {
            "unopened_penalty": 100,
            "missed_opening_penalty": 200,
            "opening_threshold": 100,
        }
        table = await begin_game(process, TableSettings("twist", rules=rules))
        behind = await other.live(table)
        for each in listeners:
            await other.host.subscribe(table, each, None)
            await process.host.subscribe(table, each, None)
        forget()
        await process.host.command(table, person_in_turn(await process.live(table)), "", "draw", Draw())
        assert set(threads) == {True}
        forget()
        await other.host.loaded.catch_up_locked(behind)
        assert set(threads) == {True}
        await other.host.unload(behind)
        forget()
        await other.host.subscribe(table, listeners[0], None)
        assert set(threads) == {True}
