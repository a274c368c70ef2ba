"""The timers of tables: each scheduled action runs once, in the one process that holds the table's lease.

A process acquires the lease of a table when its timer needs one, and renews it while it runs. When the process dies,
the lease expires, and another process finds the table by its stored schedule. Events of a timer are stored only with
the fencing token of the lease, so a process that was paused for too long cannot store a scheduled action.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from tilewise.errors import Refused
from tilewise.game import Action
from tilewise.server import metrics
from tilewise.server.bot_pool import BotPool, BotPoolClosed
from tilewise.server.clock import SteadyClock
from tilewise.server.host import Host, decided, new_secret
from tilewise.server.live_table import LiveTable
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.tables.bot_turns import BotRequest, announce, announcement_request, turn_decision, turn_request
from tilewise.server.tables.decisions import Decision
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.schedule import (
    ScheduledAction,
    ScheduledKind,
    after_reading,
    run_scheduled,
    scheduled_action,
)
from tilewise.server.tables.table_state import TableState

LEASE: Final = 10_000
"""Milliseconds of a lease."""

POLL_INTERVAL: Final = 1_000
"""Milliseconds between two polls for tables without a lease."""

PRESENCE_INTERVAL: Final = 10_000
"""Milliseconds between two presence reports."""

CATCH_UP_INTERVAL: Final = 15_000
"""Milliseconds after which all tables are checked for new events, even without a notification."""

UNUSED_AFTER: Final = 60_000
"""Milliseconds after which a table without subscribers is unloaded, if nothing is scheduled soon."""

OUTAGE_AFTER: Final = 3_000
"""Milliseconds without any heartbeat that count as an outage."""

CLOCK_TOLERANCE: Final = 1_000
"""Milliseconds that a clock may be behind those of other processes before it is moved forward."""

logger = structlog.get_logger("tilewise.timers")


@dataclass(slots=True)
class _Timer:
    handle: asyncio.TimerHandle | None = None
    is_acquiring: bool = False
    """Whether the lease is being acquired."""
    thinking: asyncio.Task[Decision] | None = None
    """The computer player's turn in progress."""
    state: TableState | None = None
    """The state that the computer player thinks about."""
    not_before: int = 0
    """After an error: when to try again."""


class Timers:
    """The timers of this process's tables."""

    def __init__(self, host: Host, bots: BotPool, lease: int = LEASE) -> None:
        self.host = host
        self.bots = bots
        self.lease_time = lease
        self._timers: dict[str, _Timer] = {}
        self._started = host.clock.now()
        self._polling: asyncio.Task[None] | None = None
        host.add_observer(self)

    async def start(self) -> None:
        """Record the start of this process, and start polling; raises StorageError."""
        self._adjust_clock(await self.host.store.leases.latest_time())
        now = self._started = self.host.clock.now()
        self.host.resume_after(await self.host.store.leases.record_start(self.host.process, now, OUTAGE_AFTER))
        self._polling = asyncio.create_task(self._poll(), name="timers")

    def pause(self) -> None:
        """Run no more scheduled actions; computer players that are thinking are interrupted."""
        if self._polling is not None:
            self._polling.cancel()
        for timer in self._timers.values():
            _cancel(timer)
        self._timers.clear()

    async def stop(self) -> None:
        """Stop, and release all leases."""
        self.pause()
        if self._polling is not None:
            await asyncio.gather(self._polling, return_exceptions=True)
        for live in self.host.tables.values():
            live.lease = None
        try:
            await self.host.store.leases.release(self.host.process)
        except StorageError as error:
            logger.warning("the leases were not released and will expire", reason=str(error))

    def _adjust_clock(self, latest: int) -> None:
        """Move a clock forward that is behind the database's: it was set back, or another machine's is ahead."""
        clock = self.host.clock
        if isinstance(clock, SteadyClock) and latest - clock.now() > CLOCK_TOLERANCE:
            logger.warning("the machine's clock is behind", milliseconds=clock.catch_up(latest))
            for live in self.host.tables.values():
                self.table_changed(live)

    # One table

    def table_changed(self, live: LiveTable) -> None:
        """Set the timer of a table."""
        if self.host.tables.get(live.table_id) is not live:
            # It was unloaded; if it is loaded again, that one has a timer of its own.
            if live.table_id not in self.host.tables:
                self._drop(live.table_id)
            return
        timer = self._timers.setdefault(live.table_id, _Timer())
        if timer.handle is not None:
            timer.handle.cancel()
            timer.handle = None
        if timer.thinking is not None:
            if timer.state is not live.state:
                # A choice for another state is not needed any more; the timer is set again when the task has ended.
                timer.thinking.cancel()
            return
        # A table that waits for a reader needs a lease too, so that no other process runs its timer meanwhile.
        if self._next_moment(live) is None or self.host.stopping:
            return
        if live.lease is None:
            if not timer.is_acquiring:
                timer.is_acquiring = True
                self.host.tasks.spawn(self._acquire_lease(live))
            return
        scheduled = self._after_reading(live)
        if scheduled is None:
            return
        wait = max(scheduled.at, timer.not_before) - self.host.clock.now()
        loop = asyncio.get_running_loop()
        timer.handle = loop.call_later(max(0, wait) / 1000, lambda: self.host.tasks.spawn(self._fire(live)))

    def _next_moment(self, live: LiveTable) -> int | None:
        """Return when the timer of a table fires next if nobody reads."""
        scheduled = scheduled_action(live.state, self.host.thinking_time)
        return None if scheduled is None else scheduled.at

    def _after_reading(self, live: LiveTable) -> ScheduledAction | None:
        """Return the next scheduled action of a table; None if there is none, or it waits for a person who reads."""
        scheduled = scheduled_action(live.state, self.host.thinking_time)
        if scheduled is None:
            return None
        return after_reading(scheduled, live.state, live.reading_since, live.read_until)

    async def _acquire_lease(self, live: LiveTable) -> None:
        timer = self._timers.setdefault(live.table_id, _Timer())
        leases = self.host.store.leases
        try:
            now = self.host.clock.now()
            live.lease = await leases.acquire(live.table_id, self.host.process, now, now + self.lease_time)
            if live.lease is not None:
                async with live.lock:
                    # Give the turn the time of an outage back, if that failed when the table was loaded.
                    fence = None if live.lease is None else live.lease.fence
                    await self.host.store_decision(live, self.host.resumed, fence=fence)
        except Conflict:
            live.lease = None
        except StorageError as error:
            logger.warning("the lease could not be acquired", reason=str(error))
        finally:
            timer.is_acquiring = False
        if live.lease is not None:
            self.table_changed(live)

    async def _fire(self, live: LiveTable) -> None:
        """Run the scheduled action of a table, if it is time."""
        timer = self._timers.setdefault(live.table_id, _Timer())
        try:
            async with live.lock:
                state = live.state
                scheduled = self._due_action(live) if timer.thinking is None else None
                if scheduled is not None and scheduled.kind is not ScheduledKind.BOT_TURN:
                    await self._run(live, scheduled)
            if scheduled is not None and scheduled.kind is ScheduledKind.BOT_TURN:
                await self._run_bot_turn(live, timer, state, scheduled)
        except Conflict:
            live.lease = None
        except StorageError as error:
            timer.not_before = self.host.clock.now() + POLL_INTERVAL
            logger.warning("a scheduled action has to wait for the database", reason=str(error))
        except (Refused, NotPossible) as error:
            timer.not_before = self.host.clock.now() + 5 * POLL_INTERVAL
            # The code alone: the sentence of a refusal may name tiles.
            reason = error.refusal.reason if isinstance(error, Refused) else error.reason
            logger.error("a scheduled action was refused", reason=reason.code)
        except Exception:
            # Whatever it was: a table must not stop for good.
            timer.not_before = self.host.clock.now() + 5 * POLL_INTERVAL
            logger.exception("a timer failed")
        finally:
            self.table_changed(live)

    def _due_action(self, live: LiveTable) -> ScheduledAction | None:
        """Return the scheduled action of a table if this process holds the lease and it is time for it."""
        scheduled, now = self._after_reading(live), self.host.clock.now()
        if self.host.stopping or live.lease is None or scheduled is None or scheduled.at > now:
            return None
        return scheduled

    async def _run(self, live: LiveTable, scheduled: ScheduledAction) -> None:
        """Run a scheduled action, with the table's lock held."""
        state, now = live.state, self.host.clock.now()
        self._observe_delay(scheduled, now)
        draft = live.drafts.latest
        moved = draft is not None and draft.seat == scheduled.seat
        decision = await decided(state, partial(run_scheduled, state, scheduled, now, new_secret, moved=moved))
        await self._store(live, state, decision)

    async def _run_bot_turn(
        self, live: LiveTable, timer: _Timer, state: TableState, scheduled: ScheduledAction
    ) -> None:
        """Let a computer player choose without holding the table's lock, then store its turn."""
        self._observe_delay(scheduled, self.host.clock.now())
        timer.thinking, timer.state = asyncio.create_task(self._bot_decision(state, scheduled)), state
        try:
            await asyncio.wait((timer.thinking,))
            if timer.thinking.cancelled():
                return
            decision = timer.thinking.result()
        except BotPoolClosed:
            return
        finally:
            timer.thinking.cancel()
            timer.thinking = timer.state = None
        async with live.lock:
            # The choice counts only for the state that it was made for; otherwise the timer is set again.
            if live.state is state and live.lease is not None:
                await self._store(live, state, decision)

    async def _bot_decision(self, state: TableState, scheduled: ScheduledAction) -> Decision:
        """Return the decision on a computer player's turn, including an announcement (C3) after it."""
        seat = scheduled.seat
        if seat is None:
            raise ValueError("A computer player's turn has a seat.")
        request = turn_request(state, seat)
        choice = await self._choice(request)
        work = partial(turn_decision, state, scheduled, self.host.clock.now(), new_secret, request, choice)
        decision, wrong = await decided(state, work)
        _log_wrong_choice(request, wrong)
        request = await decided(decision.state, partial(announcement_request, decision.state, seat))
        if request is not None:
            _log_wrong_choice(request, announce(decision, request, await self._choice(request)))
        return decision

    async def _choice(self, request: BotRequest | None) -> Action | None:
        return None if request is None else await self.bots.choose(request)

    async def _store(self, live: LiveTable, state: TableState, decision: Decision) -> None:
        """Store a decision on a scheduled action, unless the state has changed in the meantime."""
        fence = None if live.lease is None else live.lease.fence

        def decide_for(current: TableState) -> Decision:
            return decision if current is state else Decision(current, self.host.clock.now())

        await self.host.store_decision(live, decide_for, fence=fence)

    def _observe_delay(self, scheduled: ScheduledAction, now: int) -> None:
        # Actions that were scheduled during an outage are not late because of this process.
        metrics.late.observe(max(0, now - max(scheduled.at, self._started)) / 1000)

    # All tables

    async def _poll(self) -> None:
        last_report = last_catch_up = last_renewal = self._started
        while True:
            await asyncio.sleep(POLL_INTERVAL / 1000)
            now = self.host.clock.now()
            try:
                self._adjust_clock(await self.host.store.leases.record_heartbeat(self.host.process, now))
                if now - last_renewal >= self.lease_time // 4:
                    # Not every second: it writes a row for every table of this process.
                    last_renewal = now
                    await self._renew_leases(now)
                await self._find_tables(now)
                if now - last_report >= PRESENCE_INTERVAL:
                    last_report = now
                    self.host.presence.report_all()
                if now - last_catch_up >= CATCH_UP_INTERVAL:
                    last_catch_up = now
                    await self.host.loaded.catch_up_all()
                    await self._unload_unused(now)
            except StorageError as error:
                logger.warning("the database cannot be used", reason=str(error))
            except Exception:
                logger.exception("a poll failed")

    async def _renew_leases(self, now: int) -> None:
        """Renew the leases; a table whose lease was lost gets its timer set again."""
        leased = [live.table_id for live in self.host.tables.values() if live.lease is not None]
        renewed = await self.host.store.leases.renew(self.host.process, leased, now + self.lease_time)
        for table_id in leased:
            live = self.host.tables.get(table_id)
            if live is not None and table_id not in renewed:
                live.lease = None
                self.table_changed(live)

    async def _find_tables(self, now: int) -> None:
        """Take over tables with a scheduled action whose lease no process holds."""
        for table_id in await self.host.store.leases.due_tables(now, now + 2 * POLL_INTERVAL):
            try:
                live = await self.host.table(table_id)
            except StorageError:
                raise
            except Exception:
                # A table that cannot be read must not block the others.
                logger.exception("a table cannot be read", table=table_id)
                continue
            if live is not None and self._next_moment(live) is None:
                # An earlier version scheduled something here, such as a computer player for an absent person.
                await self.host.store.leases.clear_schedule(table_id, live.state.number)
            elif live is not None and live.lease is None:
                self.table_changed(live)

    async def _unload_unused(self, now: int) -> None:
        for live in list(self.host.tables.values()):
            moment = self._next_moment(live)
            can_wait = moment is None or moment > now + UNUSED_AFTER
            if not live.subscribers and not live.lock.locked() and can_wait and now - live.used_at > UNUSED_AFTER:
                self._drop(live.table_id)
                await self.host.unload(live)

    def _drop(self, table_id: str) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            _cancel(timer)


def _cancel(timer: _Timer) -> None:
    if timer.handle is not None:
        timer.handle.cancel()
    if timer.thinking is not None:
        timer.thinking.cancel()


def _log_wrong_choice(request: BotRequest | None, code: str | None) -> None:
    if request is not None and code is not None:
        # The code alone: the sentence of a refusal may name tiles.
        logger.error("a computer player chose wrongly", player=request.level, reason=code)
