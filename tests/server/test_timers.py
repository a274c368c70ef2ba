"""Scheduled actions run once, however many processes there are, and whatever happens to them and their clocks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from tests.support.hosts import (
    START,
    HandClock,
    Listener,
    Process,
    begin_game,
    check_timers,
    person_in_turn,
    running,
)
from tests.support.log_checks import check_log
from tilewise.game import Action, Play, actions
from tilewise.server import loaded_tables, timers
from tilewise.server.bot_pool import InlineBotPool
from tilewise.server.bus.local import Hub
from tilewise.server.clock import SteadyClock
from tilewise.server.live_table import LiveTable
from tilewise.server.store.schema import events, tables
from tilewise.server.tables.bot_turns import BotRequest
from tilewise.server.tables.commands import Add, Draw, Leave
from tilewise.server.tables.decisions import decide
from tilewise.server.tables.events import Acted, Resumed
from tilewise.server.tables.schedule import Lease, scheduled_action
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.timers import CLOCK_TOLERANCE, LEASE
from tilewise.tiles import parse_table
from tilewise.turn_clock import turn_end

QUICK = TableSettings(rules={"turn_seconds": 5})
EXPIRES = 6_000
"""Milliseconds until such a turn is lost, including the allowance."""

DAY = 24 * 3600 * 1000


async def heartbeat(process: Process) -> None:
    """Record a heartbeat and adjust the clock, as every poll does."""
    now = process.host.clock.now()
    process.timers._adjust_clock(await process.host.store.leases.record_heartbeat(process.host.process, now))


async def expiries(process: Process, table: str) -> int:
    """Return how many turns the clock has ended, and check the event log."""
    log = await process.host.store.events(table)
    check_log(table, log, [])
    return sum(isinstance(entry.event, Acted) and entry.event.by == "clock" for entry in log)


async def test_an_expiry_is_applied_once_by_two_processes(url: str) -> None:
    hub, clock = Hub(), HandClock()
    processes = [Process(url, clock, hub) for _ in range(2)]
    async with running(*processes):
        table = await begin_game(processes[0], QUICK)
        listeners = [Listener("p1"), Listener("p2")]
        for process, listener in zip(processes, listeners, strict=True):
            await process.host.subscribe(table, listener, None)
        for turns in range(1, 6):
            clock.moment += EXPIRES - 1
            await check_timers(table, *processes)
            assert await expiries(processes[0], table) == turns - 1
            clock.moment += 1
            await check_timers(table, *processes)
            assert await expiries(processes[0], table) == turns
            for process in processes:
                await process.timers._renew_leases(clock.moment)
        leases = [(await process.live(table)).lease for process in processes]
        assert sum(lease is not None for lease in leases) == 1
        assert listeners[0].numbers == listeners[1].numbers
        assert len(listeners[0].numbers) == 5


async def test_a_process_that_wrongly_believes_it_holds_the_lease_changes_nothing(url: str) -> None:
    clock = HandClock()
    # Without a hub, the paused process gets no notifications.
    paused, other = Process(url, clock), Process(url, clock)
    async with running(paused, other, timers=False):
        table = await begin_game(paused, QUICK)
        await paused.settle()
        live = await paused.live(table)
        lease = live.lease
        assert lease is not None
        clock.moment += LEASE + 1
        await other.timers._find_tables(clock.moment)
        await check_timers(table, other)
        assert await expiries(other, table) == 1
        # It continues where it was paused: as far as it knows, it holds the lease and a turn is over.
        scheduled = scheduled_action(live.state, paused.host.thinking_time)
        assert scheduled is not None
        await paused.timers._run(live, scheduled)
        assert await expiries(other, table) == 1
        await check_timers(table, paused)
        clock.moment += EXPIRES
        live.lease = Lease(table, lease.fence, None)
        await asyncio.gather(check_timers(table, paused), check_timers(table, other))
        assert await expiries(other, table) == 2
        await paused.timers._renew_leases(clock.moment)
        assert live.lease is None


async def test_the_table_of_a_dead_process_is_taken_over_once_when_its_lease_expires(url: str) -> None:
    hub, clock = Hub(), HandClock()
    dead, *others = [Process(url, clock, hub) for _ in range(3)]
    async with running(dead, *others, timers=False):
        table = await begin_game(dead, QUICK)
        await dead.settle()
        await dead.die()
        clock.moment += EXPIRES
        for other in others:
            await other.timers._find_tables(clock.moment)
            await other.settle()
            assert table not in other.host.tables
        assert await expiries(others[0], table) == 0
        clock.moment += LEASE
        await asyncio.gather(*(other.timers._find_tables(clock.moment) for other in others))
        await check_timers(table, *others)
        assert await expiries(others[0], table) == 1
        fences = [live.lease.fence for other in others if (live := await other.live(table)).lease is not None]
        assert fences == [2]


async def test_a_turn_gets_the_time_of_an_outage_back_once(url: str) -> None:
    hub, clock = Hub(), HandClock()
    first, *again = [Process(url, clock, hub) for _ in range(3)]
    await first.start()
    table = await begin_game(first, QUICK)
    clock.moment += 2_000
    await first.host.store.leases.record_heartbeat(first.host.process, clock.moment)
    await first.settle()
    await first.die()
    clock.moment += 100_000
    async with running(*again):
        # At once, although the lease of the dead process has not expired: a player who reconnects is not too late.
        live = await again[0].live(table)
        assert live.lease is None
        assert turn_end(live.state.game, live.state.turn_began) == clock.moment + 3_000  # type: ignore[arg-type]
        await check_timers(table, *again)
        log = await again[0].host.store.events(table)
        assert [entry.event for entry in log if isinstance(entry.event, Resumed)] == [Resumed(100_000)]
        clock.moment += EXPIRES - 2_001
        await check_timers(table, *again)
        assert await expiries(again[0], table) == 0
        clock.moment += 1
        await check_timers(table, *again)
        assert await expiries(again[0], table) == 1


async def test_a_turn_that_began_after_the_last_heartbeat_gets_its_time_back_too(url: str) -> None:
    clock = HandClock()
    first, again = Process(url, clock), Process(url, clock)
    await first.start()
    clock.moment += 500
    table = await begin_game(first, QUICK)
    await first.settle()
    await first.die()
    clock.moment += 100_000
    async with running(again):
        live = await again.live(table)
        assert live.state.turn_began == clock.moment
        await again.host.command(table, person_in_turn(live), "", "draw", Draw())


async def test_a_table_without_a_clock_waits_for_an_absent_person_for_weeks(url: str) -> None:
    clock = HandClock()
    process = Process(url, clock)
    settings = TableSettings(seats=("person", "beginner", "beginner"), rules={"turn_seconds": None})
    async with running(process, timers=False):
        live = await process.host.create(settings, "p1", "Ada", "make")
        await process.host.command(live.table_id, "p1", "Ada", "add", Add("chance"))
        for turn in range(3):
            await until(lambda: is_turn_of(live, 0))
            before = live.state.number
            clock.moment += 20 * DAY
            await process.timers._find_tables(clock.moment)
            await check_timers(live.table_id, process)
            assert (live.state.number, live.state.seats[0].away) == (before, False)
            await process.host.command(live.table_id, "p1", "Ada", f"draw{turn}", Draw())


async def test_a_schedule_of_an_earlier_version_is_cleared_once(url: str) -> None:
    clock = HandClock()
    process = Process(url, clock)
    async with running(process, timers=False):
        table = await begin_game(process, TableSettings(rules={"turn_seconds": None}))
        await process.settle()
        await process.host.store.leases.release(process.host.process)
        stale = tables.update().where(tables.c.id == table).values(due_at=clock.moment)
        await process.database.write(lambda connection: connection.execute(stale))
        leases = process.host.store.leases
        assert await leases.due_tables(clock.moment, clock.moment + 1) == [table]
        await process.timers._find_tables(clock.moment)
        assert await leases.due_tables(clock.moment, clock.moment + 1) == []


# Clocks


@pytest.mark.parametrize("jump", [-DAY, -3_600_000, -60_000, 60_000, DAY])
async def test_a_table_continues_when_the_machines_clock_was_set_during_an_outage(
    url: str, jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that was set back must not stop a table, and one that was set forward must not cost a turn."""
    first = Process(url, SteadyClock())
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + jump * 1_000_000)
    second = Process(url, SteadyClock())
    settings = TableSettings(rules={"turn_seconds": 60}, seats=("person", "beginner"))
    await first.start()
    live = await first.host.create(settings, "p1", "Ada", "make")
    live.last_seen[0] = first.host.clock.now()
    table = live.table_id
    await first.host.command(table, "p1", "Ada", "add", Add("chance"))
    await first.settle()
    last = first.host.clock.now()
    await first.die()
    async with running(second):
        # From the start, the time is not before that of the stored events.
        assert second.host.clock.now() > last - CLOCK_TOLERANCE
        again = await second.live(table)
        listener = Listener("p1")
        await second.host.subscribe(table, listener, None)
        # The computer player acts as soon as the lease of the dead process has expired, and so does the person.
        await second.host.store.leases.release(first.host.process)
        for place in range(4):
            while again.state.game is None or again.state.game.turn != 0:
                await second.timers._find_tables(second.host.clock.now())
                await asyncio.sleep(0.02)
            await second.host.command(table, "p1", "Ada", f"draw{place}", Draw())
        log = await second.host.store.events(table)
        check_log(table, log, [])
        assert not any(isinstance(entry.event, Acted) and entry.event.by == "clock" for entry in log)


async def test_a_clock_behind_those_of_other_processes_is_moved_forward_and_never_back(url: str) -> None:
    ahead, behind = SteadyClock(), SteadyClock()
    ahead.catch_up(ahead.now() + DAY)
    assert behind.catch_up(START - 100 * 365 * DAY) == 0
    processes = [Process(url, clock) for clock in (behind, ahead)]
    async with running(*processes, timers=False):
        for process in processes:
            await heartbeat(process)
        assert ahead.now() - behind.now() > DAY - 60_000
        await heartbeat(processes[0])
        assert abs(ahead.now() - behind.now()) < 60_000


# Computer players


class HeldBots(InlineBotPool):
    """Computer players of which those of one level do not answer until the test lets them."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.released = asyncio.Event()
        self.thinking = 0
        """How many have been asked and have not answered."""

    async def choose(self, request: BotRequest) -> Action | None:
        if request.level == self.level:
            self.thinking += 1
            try:
                await self.released.wait()
            finally:
                self.thinking -= 1
        return await super().choose(request)


class CheatingBots(InlineBotPool):
    """Computer players that lay tiles of their own making."""

    async def choose(self, request: BotRequest) -> Action | None:
        return Play(request.view.turn, parse_table("k1 k1 k1 k1"))


async def bot_game(process: Process, level: str) -> LiveTable:
    """Return a table at which p1 plays against a computer player, and it is the computer player's turn."""
    live = await process.host.create(TableSettings(seats=("person", level)), "p1", "Ada", "make")
    await process.host.command(live.table_id, "p1", "Ada", "add", Add("chance"))
    assert live.state.game is not None
    if live.state.game.turn == 0:
        await process.host.command(live.table_id, "p1", "Ada", "draw", Draw())
    return live


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.002)


def is_turn_of(live: LiveTable, seat: int) -> bool:
    return live.state.game is not None and live.state.game.turn == seat


async def test_a_computer_player_waits_while_the_only_person_reads(url: str) -> None:
    hub, clock = Hub(), HandClock()
    here, there = Process(url, clock, hub), Process(url, clock, hub)
    async with running(here, there, timers=False):
        live = await here.host.create(TableSettings(seats=("person", "beginner")), "p1", "Ada", "make")
        table = live.table_id
        # The person reads in a page that is connected to the other process.
        ada = Listener("p1")
        await there.host.subscribe(table, ada, None)
        there.host.set_reading(table, ada, True)
        await here.host.command(table, "p1", "Ada", "add", Add("chance"))
        if is_turn_of(live, 0):
            await here.host.command(table, "p1", "Ada", "draw", Draw())
        number = live.state.number
        for _ in range(5):
            clock.moment += LEASE // 2
            for process in (here, there):
                process.host.presence.report_all()
                await process.timers._renew_leases(clock.moment)
                await process.timers._find_tables(clock.moment)
            await check_timers(table, here, there)
            assert (live.state.number, is_turn_of(live, 1)) == (number, True)
        there.host.set_reading(table, ada, False)
        await until(lambda: is_turn_of(live, 0))
        assert live.state.number == number + 1


async def test_a_computer_player_goes_on_when_the_reader_disconnects(url: str) -> None:
    process = Process(url, HandClock())
    async with running(process, timers=False):
        live = await process.host.create(TableSettings(seats=("person", "beginner")), "p1", "Ada", "make")
        ada = Listener("p1")
        await process.host.subscribe(live.table_id, ada, None)
        process.host.set_reading(live.table_id, ada, True)
        await process.host.command(live.table_id, "p1", "Ada", "add", Add("chance"))
        if is_turn_of(live, 0):
            await process.host.command(live.table_id, "p1", "Ada", "draw", Draw())
        await check_timers(live.table_id, process)
        assert is_turn_of(live, 1)
        process.host.unsubscribe(live.table_id, ada)
        await until(lambda: is_turn_of(live, 0))


async def test_a_slow_computer_player_delays_neither_its_own_table_nor_another_one(url: str) -> None:
    bots = HeldBots("solid")
    process = Process(url, HandClock(), bots=bots)
    async with running(process, timers=False):
        slow = await bot_game(process, "solid")
        await until(lambda: bots.thinking == 1)
        # Another table plays on, turn after turn.
        quick = await bot_game(process, "beginner")
        for place in range(5):
            await until(lambda: is_turn_of(quick, 0))
            await process.host.command(quick.table_id, "p1", "Ada", f"draw{place}", Draw())
        assert bots.thinking == 1
        assert is_turn_of(slow, 1)
        # At its own table people come and go, and chat.
        listener = Listener("p1")
        await process.host.subscribe(slow.table_id, listener, None)
        await process.host.chat.post(slow.table_id, "p1", "Ada", "take your time")
        assert [message["type"] for message in listener.messages] == ["view", "presence", "said"]
        assert not slow.lock.locked()
        number = slow.state.number
        bots.released.set()
        await until(lambda: is_turn_of(slow, 0))
        assert slow.state.number == number + 1
        assert bots.thinking == 0
        for live in (slow, quick):
            check_log(live.table_id, await process.host.store.events(live.table_id), [])


async def test_a_choice_for_a_state_that_has_changed_is_cancelled(url: str) -> None:
    bots = HeldBots("solid")
    process = Process(url, HandClock(), bots=bots)
    async with running(process, timers=False):
        live = await bot_game(process, "solid")
        await until(lambda: bots.thinking == 1)
        await process.host.command(live.table_id, "p1", "Ada", "leave", Leave())
        assert live.state.phase == "closed"
        number = live.state.number
        await until(lambda: bots.thinking == 0)
        bots.released.set()
        await process.settle()
        assert live.state.number == number
        assert len(await process.host.store.events(live.table_id)) == number


async def test_a_choice_is_asked_for_once_whatever_else_happens_at_the_table(url: str) -> None:
    bots = HeldBots("solid")
    process = Process(url, HandClock(), bots=bots)
    async with running(process, timers=False):
        live = await bot_game(process, "solid")
        await until(lambda: bots.thinking == 1)
        for _ in range(5):
            process.timers.table_changed(live)
            await asyncio.sleep(0.01)
        assert bots.thinking == 1
        bots.released.set()
        await until(lambda: is_turn_of(live, 0))
        bots.released.clear()
        # Several timers wait for the lock when the computer player's turn begins.
        async with live.lock:
            fired = [asyncio.create_task(process.timers._fire(live)) for _ in range(3)]
            await asyncio.sleep(0)
            await process.host.store_decision(live, lambda state: decide(state, Draw(), "p1", "Ada", START, str))
        await until(lambda: sum(task.done() for task in fired) == 2)
        assert bots.thinking == 1
        bots.released.set()
        await until(lambda: is_turn_of(live, 0))


async def test_a_cheating_computer_player_loses_its_turn_and_the_game_goes_on(url: str) -> None:
    process = Process(url, HandClock(), bots=CheatingBots())
    with capture_logs() as logs:
        async with running(process, timers=False):
            live = await bot_game(process, "solid")
            for turn in range(3):
                await until(lambda: is_turn_of(live, 0))
                assert live.state.game is not None
                assert live.state.game.actions[-1] == actions.Draw(1)
                await process.host.command(live.table_id, "p1", "Ada", f"draw{turn}", Draw())
    wrong = [entry for entry in logs if entry["event"] == "a computer player chose wrongly"]
    assert len(wrong) >= 3
    assert {(entry["player"], entry["reason"]) for entry in wrong} == {("solid", "unknown-tile")}


async def test_a_server_stops_without_waiting_for_a_computer_player(url: str) -> None:
    bots = HeldBots("solid")
    process = Process(url, HandClock(), bots=bots)
    await process.start()
    live = await bot_game(process, "solid")
    await until(lambda: bots.thinking == 1)
    number = live.state.number
    async with live.lock:
        fired = asyncio.create_task(process.timers._fire(live))
        await asyncio.sleep(0)
        process.host.stopping = True
        process.timers.pause()
    await fired
    await until(lambda: bots.thinking == 0 and not len(process.host.tasks))
    assert live.state.number == number
    await process.stop()


# Errors


async def test_a_table_that_cannot_be_read_does_not_block_the_others(url: str) -> None:
    hub, clock = Hub(), HandClock()
    first, other = Process(url, clock, hub), Process(url, clock, hub)
    async with running(first, other, timers=False):
        broken, whole = [await begin_game(first, QUICK) for _ in range(2)]
        await first.settle()
        damage = events.update().where(events.c.table_id == broken, events.c.number == 3).values(body=b"{}")
        sooner = tables.update().where(tables.c.id == broken).values(due_at=START)

        def work(connection: sa.Connection) -> None:
            connection.execute(damage)
            connection.execute(sooner)

        await first.database.write(work)
        await first.die()
        clock.moment += EXPIRES + LEASE
        await other.timers._find_tables(clock.moment)
        await check_timers(whole, other)
        assert await expiries(other, whole) == 1
        assert broken not in other.host.tables


async def test_a_scheduled_action_waits_for_an_unavailable_database_and_runs_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_tables, "RETRY_AFTER", (0.01,) * 5)
    monkeypatch.setattr(timers, "POLL_INTERVAL", 5_000)
    clock = HandClock()
    process = Process(url, clock)
    async with running(process, timers=False):
        table = await begin_game(process, QUICK)
        await process.settle()
        clock.moment += EXPIRES
        process.database.before, process.database.after, process.database.reading = 1, 0, 1
        await check_timers(table, process)
        assert await expiries(process, table) == 0
        # The second time it is stored, but the response is lost.
        clock.moment += 5_500
        process.database.after = 1
        await check_timers(table, process)
        clock.moment += 5_500
        await check_timers(table, process)
        assert await expiries(process, table) == 1


async def test_stopping_works_without_a_database(url: str) -> None:
    process = Process(url, HandClock())
    await process.start()
    await begin_game(process, QUICK)
    await process.settle()
    process.database.before = 1
    await process.timers.stop()
    await process.host.close()
    await process.database.close()


# The time of the server


def test_setting_the_machines_clock_while_the_server_runs_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert 0 <= clock.now() - before < 60_000
