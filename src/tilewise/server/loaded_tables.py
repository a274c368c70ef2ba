"""The tables in the memory of this process: loaded from their event logs, and kept up to date with them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Final, Protocol

import structlog

from tilewise.server import protocol as wire
from tilewise.server.background_tasks import BackgroundTasks
from tilewise.server.bus.messages import Appended, Bus
from tilewise.server.clock import Clock
from tilewise.server.live_table import LiveTable
from tilewise.server.store.database import StorageError
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.identity import SeatHistory
from tilewise.server.tables.refusals import TableReason
from tilewise.server.tables.table_state import Step, TableState, replay_table, steps_from
from tilewise.server.tables.views import with_prepared_views

RETRY_AFTER: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to read the event log when it is unknown whether something was stored."""

_TABLE_ID: Final = re.compile("[0-9a-f]{16}")

logger = structlog.get_logger("tilewise.tables")


class TableListener(Protocol):
    """Gets notified about the tables in memory."""

    async def table_loaded(self, live: LiveTable) -> None:
        """Handle a table that was just loaded and that nothing else can reach yet."""
        ...

    def people_changed(self, live: LiveTable) -> None:
        """Handle a change of the people on the seats."""
        ...

    def table_changed(self, live: LiveTable) -> None:
        """Handle new events of a table, or its removal from memory."""
        ...


class LoadedTables:
    """The tables in memory."""

    def __init__(
        self,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        process: str,
        tasks: BackgroundTasks,
        listener: TableListener,
        grace: int,
    ) -> None:
        self.by_id: dict[str, LiveTable] = {}
        self._store = store
        self._bus = bus
        self._clock = clock
        self._process = process
        self._tasks = tasks
        self._listener = listener
        self._grace = grace
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._announced: dict[str, int] = {}
        """The highest event number that other processes announced while a table is being loaded."""
        self._is_catching_up = False

    # Loading

    async def get(self, table_id: str) -> LiveTable | None:
        """Return a table from memory or from its event log; None if there is none. Raises StorageError."""
        live = self.by_id.get(table_id)
        if live is None and not _TABLE_ID.fullmatch(table_id):
            return None  # An invented id must not cost a query or a channel of the bus.
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        if live is not None:
            live.used_at = self._clock.now()
        return live

    async def _load(self, table_id: str) -> LiveTable | None:
        # Join first, then read: events that are stored in between are announced and read afterwards.
        await self._bus.join(table_id)
        self._announced[table_id] = 0
        try:
            live = await self._replayed(table_id)
        except BaseException:
            await self._bus.leave(table_id)
            raise
        finally:
            announced = self._announced.pop(table_id)
        if live is None:
            await self._bus.leave(table_id)
            return None
        live.used_at = self._clock.now()
        self.by_id[table_id] = live
        self._listener.table_changed(live)
        if announced > live.state.number:
            self._tasks.spawn(self.catch_up_best_effort(live))
        return live

    async def _replayed(self, table_id: str) -> LiveTable | None:
        snapshot, stored_events = await self._store.load(table_id)
        if not stored_events and snapshot is None:
            return None
        # In a thread: replaying a long game would block the event loop.
        state = await asyncio.to_thread(_loaded_state, table_id, stored_events, snapshot)
        live = LiveTable(state, grace=self._grace, loaded_at=self._clock.now())
        history = SeatHistory(snapshot)
        for stored in stored_events:
            live.remember_command(stored, history.apply(stored.event))
        await self._listener.table_loaded(live)
        return live

    async def unload(self, live: LiveTable) -> None:
        """Remove a table without subscribers from memory, and release its lease; raises StorageError."""
        # Before anything is awaited: a client that arrives now must load the table again instead of getting this one.
        if self.by_id.get(live.table_id) is live:
            del self.by_id[live.table_id]
        if live.lease is not None:
            live.lease = None
            await self._store.leases.release(self._process, live.table_id)
        if live.table_id not in self.by_id and live.table_id not in self._loading:
            await self._bus.leave(live.table_id)

    async def drop_deleted(self, live: LiveTable) -> None:
        """Remove a table that was deleted from the database, and tell its subscribers; raises StorageError."""
        reason = TableReason.NO_TABLE
        live.send_to_all(wire.encode(wire.Problem(reason.code, reason.sentence, live.table_id)))
        live.subscribers.clear()
        await self.unload(live)
        self._listener.table_changed(live)

    # Keeping up to date

    def advance(self, live: LiveTable, steps: Sequence[Step]) -> None:
        """Apply stored events and tell the subscribers and the listener."""
        before = [seat.person for seat in live.state.seats]
        live.advance(steps)
        if before != [seat.person for seat in live.state.seats]:
            # A spectator may have become a player, or the other way round.
            self._listener.people_changed(live)
        self._listener.table_changed(live)

    async def catch_up(self, live: LiveTable) -> bool:
        """Read events that other processes have stored; return whether there were any. Raises StorageError.

        The caller holds the table's lock.
        """
        stored_events = await self._store.events(live.table_id, live.state.number)
        if stored_events:
            # In a thread: the turns of other processes are judged again.
            self.advance(live, await asyncio.to_thread(_missed_steps, live.state, stored_events))
        return bool(stored_events)

    async def catch_up_locked(self, live: LiveTable) -> None:
        """Take the table's lock and read events that other processes have stored; raises StorageError."""
        async with live.lock:
            await self.catch_up(live)

    async def catch_up_best_effort(self, live: LiveTable) -> None:
        """Read events that other processes have stored, if the database can be read."""
        try:
            await self.catch_up_locked(live)
        except StorageError as error:
            logger.warning("cannot read new events", reason=str(error))

    async def catch_up_with_retries(self, live: LiveTable) -> None:
        """Read events that may have been stored although the database reported an error."""
        for pause in RETRY_AFTER:
            await asyncio.sleep(pause)
            try:
                async with live.lock:
                    if await self.catch_up(live):
                        # The other processes have not heard of these events either.
                        self._bus.publish(Appended(live.table_id, self._process, live.state.number))
                return
            except StorageError:
                continue

    async def catch_up_all(self) -> None:
        """Read events of all tables whose announcements were lost."""
        self._is_catching_up = True
        try:
            checked = tuple(self.by_id.values())
            numbers = await self._store.last_numbers(live.table_id for live in checked)
            for live in checked:
                number = numbers.get(live.table_id)
                if number is None:
                    await self.drop_deleted(live)
                elif number > live.state.number:
                    await self.catch_up_best_effort(live)
        except StorageError as error:
            logger.warning("cannot check the tables for new events", reason=str(error))
        finally:
            self._is_catching_up = False

    def catch_up_all_soon(self) -> bool:
        """Start catching up with all tables; return False if that is already going on."""
        if self._is_catching_up:
            return False
        self._tasks.spawn(self.catch_up_all())
        return True

    def receive(self, message: Appended) -> None:
        """Handle another process's announcement of new events."""
        if message.table in self._announced:
            self._announced[message.table] = max(message.number, self._announced[message.table])
        live = self.by_id.get(message.table)
        if live is not None and message.number > live.state.number:
            self._tasks.spawn(self.catch_up_best_effort(live))


def _loaded_state(table_id: str, events: Sequence[StoredEvent], snapshot: TableState | None) -> TableState:
    return with_prepared_views(replay_table(table_id, events, snapshot))


def _missed_steps(state: TableState, events: Sequence[StoredEvent]) -> list[Step]:
    return [(stored, with_prepared_views(after)) for stored, after in steps_from(state, events)]
