"""What is due at tables happens, once: each table's timer is kept by one process, by a lease with a fence.

A process takes the lease of a table when it needs one and prolongs it while it lives. When it dies, the lease
lapses, and another process finds the table by the stored moment. Events that come of a timer are stored only under
the fence of the lease: a process that was paused and took too long finds its fence too low.
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
from tilewise.server.clock import SteadyClock
from tilewise.server.host import Host, new_secret
from tilewise.server.live_table import LiveTable
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.store.leases import Outage
from tilewise.server.tables import schedule as dues
from tilewise.server.tables.decisions import mark_away
from tilewise.server.tables.events import AnyEvent
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.schedule import Due, What
from tilewise.server.tables.table_state import TableState

LEASE: Final = 10_000
"""Milliseconds for which a lease is taken."""

ROUND: Final = 1_000
"""Milliseconds between two looks for tables that nobody sees to."""

PRESENCE_EVERY: Final = 10_000
READ_ON_EVERY: Final = 15_000
"""Milliseconds after which tables are read on, even if no hint came."""

UNUSED_AFTER: Final = 60_000
"""Milliseconds after which a table that nobody follows is forgotten, if nothing is due soon."""

NOTICED_AFTER: Final = 3_000
"""Milliseconds without any process that count as an outage."""

CLOCKS_DIFFER: Final = 1_000
"""Milliseconds that a clock may be behind those of other processes before it is moved forward."""

log = structlog.get_logger("tilewise.timers")


@dataclass(slots=True)
class _Timer:
    handle: asyncio.TimerHandle | None = None
    leasing: bool = False
    not_before: int = 0
    """After trouble: when to try again."""


class Timers:
    """The timers of this process's tables."""

    def __init__(self, host: Host, grace: int = dues.GRACE, lease: int = LEASE) -> None:
        self.host = host
        self.grace = grace
        self.lease_time = lease
        self.outage: Outage | None = None
        self._timers: dict[str, _Timer] = {}
        self._started = host.clock.now()
        self._rounds: asyncio.Task[None] | None = None
        host.on_change = self.changed
        host.on_load = self._resumed

    async def start(self) -> None:
        """Note an outage, and begin to look after tables; raises StorageError."""
        self._keep_up_with(await self.host.store.leases.latest_time())
        now = self._started = self.host.clock.now()
        self.outage = await self.host.store.leases.record_start(self.host.process, now, NOTICED_AFTER)
        self._rounds = asyncio.create_task(self._go_round(), name="timers")

    def rest(self) -> None:
        """Let nothing become due any more."""
        if self._rounds is not None:
            self._rounds.cancel()
        for timer in self._timers.values():
            if timer.handle is not None:
                timer.handle.cancel()
        self._timers.clear()

    async def stop(self) -> None:
        """Finish, and give all leases back; raises StorageError."""
        self.rest()
        if self._rounds is not None:
            await asyncio.gather(self._rounds, return_exceptions=True)
        for live in self.host.tables.values():
            live.lease = None
        try:
            await self.host.store.leases.release(self.host.process)
        except StorageError as error:
            log.warning("the leases were not given back: they lapse", reason=str(error))

    def _keep_up_with(self, moment: int) -> None:
        """Move a clock that is behind the database's: it was set back, or another machine's is ahead."""
        clock = self.host.clock
        if isinstance(clock, SteadyClock) and moment - clock.now() > CLOCKS_DIFFER:
            log.warning("the machine's clock is behind", milliseconds=clock.catch_up(moment))
            for live in self.host.tables.values():
                self.changed(live)

    # One table

    def changed(self, live: LiveTable) -> None:
        """Set the timer of a table anew."""
        if self.host.tables.get(live.table_id) is not live:
            # Forgotten in the meantime; if it is here again, it has a timer of its own.
            if live.table_id not in self.host.tables:
                self._drop(live.table_id)
            return
        timer = self._timers.setdefault(live.table_id, _Timer())
        if timer.handle is not None:
            timer.handle.cancel()
            timer.handle = None
        moment = self._moment(live)
        if moment is None or self.host.stopping:
            return
        if live.lease is None:
            if not timer.leasing:
                timer.leasing = True
                self.host.spawn(self._take_lease(live))
            return
        wait = max(moment, timer.not_before) - self.host.clock.now()
        loop = asyncio.get_running_loop()
        timer.handle = loop.call_later(max(0, wait) / 1000, lambda: self.host.spawn(self._see_to(live)))

    def _moment(self, live: LiveTable) -> int | None:
        """When to look at a table next."""
        due = dues.due(live.state, self.host.pace)
        if due is None:
            return None
        if due.what is What.LOOK:
            # Whoever is there is looked for again later: a process that vanished does not say goodbye.
            return self._away_at(live, due.seat) if not self._is_there(live, due.seat) else self._later()
        if due.what is What.TIME_UP and not self._is_there(live, due.seat):
            return min(due.at, self._away_at(live, due.seat))
        return due.at

    def _later(self) -> int:
        return self.host.clock.now() + self.grace

    def _is_there(self, live: LiveTable, seat: int | None) -> bool:
        return seat is None or live.is_present(seat, self.host.clock.now())

    def _away_at(self, live: LiveTable, seat: int | None) -> int:
        """When a person who is not there has been away for too long."""
        if live.state.by_correspondence or seat is None:
            return 1 << 62
        return max(live.state.turn_began, live.last_seen.get(seat, self._started)) + self.grace

    async def _take_lease(self, live: LiveTable) -> None:
        timer = self._timers.setdefault(live.table_id, _Timer())
        try:
            now = self.host.clock.now()
            live.lease = await self.host.store.leases.acquire(
                live.table_id, self.host.process, now, now + self.lease_time
            )
            if live.lease is not None:
                await self._give_time_back(live)
        except Conflict:
            live.lease = None
        except StorageError as error:
            log.warning("no lease", reason=str(error))
        finally:
            timer.leasing = False
        if live.lease is not None:
            self.changed(live)

    async def _give_time_back(self, live: LiveTable) -> None:
        """Give the turn the time back during which no server ran, if that was not possible before."""
        async with live.lock:
            await self.host.happen(live, self._resumed, None if live.lease is None else live.lease.fence)

    def _resumed(self, state: TableState) -> list[AnyEvent]:
        """What gives a turn the time back during which no server ran; nothing if it got it already."""
        outage = self.outage
        return [] if outage is None else dues.resume(state, outage.began, outage.ended)

    async def _see_to(self, live: LiveTable) -> None:
        """Let happen what is due."""
        timer = self._timers.setdefault(live.table_id, _Timer())
        try:
            async with live.lock:
                lease, moment = live.lease, self._moment(live)
                if lease is not None and moment is not None and moment <= self.host.clock.now():
                    await self._let_happen(live, lease.fence)
        except Conflict:
            live.lease = None
        except StorageError as error:
            timer.not_before = self.host.clock.now() + ROUND
            log.warning("the timer has to wait", reason=str(error))
        except Exception:
            # Whatever it was: a table never stops for good.
            timer.not_before = self.host.clock.now() + 5 * ROUND
            log.exception("a timer failed")
        finally:
            self.changed(live)

    async def _let_happen(self, live: LiveTable, fence: int) -> None:
        state, now = live.state, self.host.clock.now()
        due = dues.due(state, self.host.pace)
        if due is None:
            return
        is_there = self._is_there(live, due.seat)
        if due.at > now or due.what is What.LOOK:
            seat = due.seat
            if seat is not None and not is_there and now >= self._away_at(live, seat):
                await self.host.happen(live, lambda s: mark_away(s, seat, now) if s is state else [], fence)
            return
        # What became due while no server ran is not late by this one's fault.
        metrics.late.observe(max(0, now - max(due.at, self._started)) / 1000)
        action = None
        if due.what is What.COMPUTER and due.seat is not None:
            loop = asyncio.get_running_loop()
            action = await loop.run_in_executor(self.host.thinking, partial(dues.bot_action, state, due.seat))

        def happening(s: TableState) -> list[AnyEvent]:
            return self._events(s, live, due, action, is_there) if s is state else []

        try:
            await self.host.happen(live, happening, fence)
        except (Refused, NotPossible) as error:
            # The code alone: the sentence of a refusal may name tiles.
            reason = error.refusal.reason if isinstance(error, Refused) else error.reason
            log.error("what was due is refused", what=due.what.value, reason=reason.code)
            raise

    def _events(
        self, state: TableState, live: LiveTable, due: Due, action: Action | None, is_there: bool
    ) -> list[AnyEvent]:
        draft = live.draft
        return dues.happen(
            state,
            due,
            self.host.clock.now(),
            new_secret,
            action=action,
            moved=draft is not None and draft.seat == due.seat,
            is_there=is_there,
        )

    # All tables

    async def _go_round(self) -> None:
        last_presence = last_read = last_kept = self._started
        while True:
            await asyncio.sleep(ROUND / 1000)
            now = self.host.clock.now()
            try:
                await self._be_alive(now)
                if now - last_kept >= self.lease_time // 4:
                    # Not every second: it writes every table that this process keeps.
                    last_kept = now
                    await self._keep_leases(now)
                await self._find_tables(now)
                if now - last_presence >= PRESENCE_EVERY:
                    last_presence = now
                    self.host.repeat_presence()
                if now - last_read >= READ_ON_EVERY:
                    last_read = now
                    await self.host.look_after_all()
                    await self._forget_unused(now)
            except StorageError as error:
                log.warning("the database cannot be used", reason=str(error))
            except Exception:
                log.exception("a round failed")

    async def _be_alive(self, now: int) -> None:
        """Say that this process lives, and hear which moment it is for the others."""
        self._keep_up_with(await self.host.store.leases.record_heartbeat(self.host.process, now))

    async def _keep_leases(self, now: int) -> None:
        """Prolong the leases; whoever cannot, because the database is away, has none any more."""
        leased = [live.table_id for live in self.host.tables.values() if live.lease is not None]
        kept = await self.host.store.leases.renew(self.host.process, leased, now + self.lease_time)
        for table in leased:
            live = self.host.tables.get(table)
            if live is not None and table not in kept:
                live.lease = None
                self.changed(live)

    async def _find_tables(self, now: int) -> None:
        """Take over tables at which something is due and that nobody sees to."""
        due = await self.host.store.leases.due_tables(now, now + 2 * ROUND)
        for table in due:
            try:
                live = await self.host.table(table)
            except StorageError:
                raise
            except Exception:
                # One table that cannot be read is no reason to leave the others alone.
                log.exception("a table cannot be read", table=table)
                continue
            if live is not None and live.lease is None:
                self.changed(live)

    async def _forget_unused(self, now: int) -> None:
        for live in list(self.host.tables.values()):
            moment = self._moment(live)
            waits = moment is None or moment > now + UNUSED_AFTER
            if not live.subscribers and not live.lock.locked() and waits and now - live.used_at > UNUSED_AFTER:
                self._drop(live.table_id)
                await self.host.unload(live)

    def _drop(self, table: str) -> None:
        timer = self._timers.pop(table, None)
        if timer is not None and timer.handle is not None:
            timer.handle.cancel()
