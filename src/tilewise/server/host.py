"""The host of the tables of one process: commands in, events stored, subscribers told. In this order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol, TypeVar

import msgspec
import structlog

from tilewise.errors import TilewiseError
from tilewise.server import protocol as wire
from tilewise.server.background_tasks import BackgroundTasks
from tilewise.server.bus.messages import (
    AnyBusMessage,
    Appended,
    Bus,
    ChatPosted,
    DraftShared,
    PresenceReport,
    SheetStored,
)
from tilewise.server.chat import TableChat
from tilewise.server.clock import Clock
from tilewise.server.draft_relay import DraftRelay
from tilewise.server.live_table import GRACE, LiveTable, Subscriber
from tilewise.server.loaded_tables import LoadedTables
from tilewise.server.people.blocks import Blocks
from tilewise.server.presence import Presence
from tilewise.server.shared_sheets import SharedSheets
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.store.leases import Outage
from tilewise.server.store.sheet_store import SheetStore
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.commands import AnyCommand, Sit
from tilewise.server.tables.decisions import Decision, change_identity, decide, mark_returned
from tilewise.server.tables.effects import Change, Effects, effects_of
from tilewise.server.tables.events import AnyEvent, Avatar
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.schedule import ThinkingTime, human_thinking_time, resume
from tilewise.server.tables.table_settings import TableSettings, check_settings
from tilewise.server.tables.table_state import Step, TableState
from tilewise.server.tables.views import with_prepared_views

ATTEMPTS: Final = 8
"""How often a decision is repeated when others store events of the same table first."""

STALE_AFTER: Final = 200
"""Milliseconds after which a decision that waited for the database gets the current time: the next player must not
pay for the wait."""

FINISHING: Final = 5.0
"""Seconds for running commands when the server stops."""

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike."""

logger = structlog.get_logger("tilewise.tables")

T = TypeVar("T")

Decide = Callable[[TableState], Decision]
"""Returns the decision for a state; called again if the state has changed before it was stored. Perhaps in a thread."""


def new_id() -> str:
    """Return an id that cannot be guessed."""
    return secrets.token_hex(8)


def new_code() -> str:
    """Return a short code that a person can read out to a friend."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))


def new_secret() -> str:
    """Return a secret for a fair deal."""
    return secrets.token_hex(32)


async def decided(state: TableState, work: Callable[[], T]) -> T:
    """Return what work decides about a state: in a thread, if the event loop would have to wait long for it."""
    return await asyncio.to_thread(work) if state.is_demanding else work()


class Stopping(TilewiseError):
    """The server is stopping and accepts no more commands."""

    def __init__(self) -> None:
        super().__init__("The server is being restarted; send this again in a moment.")


class TableObserver(Protocol):
    """Gets notified when a table changes: the timers."""

    def table_changed(self, live: LiveTable) -> None:
        """Handle new events of a table, changed presence, or its removal from memory."""
        ...


DecisionObserver = Callable[[LiveTable, TableState, TableState], None]
"""Gets the states before and after a decision that this process has stored; no other process calls one for it."""


class Host:
    """The tables of this process."""

    def __init__(
        self,
        store: TableStore,
        bus: Bus,
        clock: Clock,
        thinking_time: ThinkingTime = human_thinking_time,
        grace: int = GRACE,
    ) -> None:
        self.store = store
        self.bus = bus
        self.clock = clock
        self.thinking_time = thinking_time
        self.process = new_id()
        self.stopping = False
        self.tasks = BackgroundTasks()
        self.loaded = LoadedTables(store, bus, clock, self.process, self.tasks, self, grace)
        self.tables = self.loaded.by_id
        """The tables in memory, by id."""
        self.presence = Presence(self.tables, bus, clock, self.process, self.table_changed)
        self.drafts = DraftRelay(self.tables, bus, clock, self.process)
        self.chat = TableChat(self.tables, bus, clock, self.process, store.database)
        self.sheets = SharedSheets(SheetStore(store.database), bus, clock, self.process, self.tasks)
        """Score sheets of real tables, which people share."""
        self.blocks = Blocks(store.database)
        self._observers: list[TableObserver] = []
        self._decision_observers: list[DecisionObserver] = []
        self._outage: Outage | None = None

    async def start(self) -> None:
        """Start receiving messages of other processes; raises BusError."""
        await self.bus.start(self._receive, self._messages_lost)

    async def finish(self, seconds: float) -> None:
        """Wait for running commands and timers, but no longer than this."""
        if not await self.tasks.wait(seconds):
            logger.warning("some tasks did not finish in time", tasks=len(self.tasks))

    async def close(self) -> None:
        """Finish what is running, so that everything that is being stored is also sent, and stop."""
        await self.finish(FINISHING)
        await self.tasks.cancel()
        await self.bus.close()

    def add_observer(self, observer: TableObserver) -> None:
        """Notify an observer of every change of a table from now on."""
        self._observers.append(observer)

    def add_decision_observer(self, observer: DecisionObserver) -> None:
        """Notify an observer of every decision that this process stores from now on."""
        self._decision_observers.append(observer)

    # Tables

    async def create(
        self,
        settings: TableSettings,
        person: str,
        name: str,
        command: str,
        table_id: str | None = None,
        avatar: Avatar = "initial",
    ) -> LiveTable:
        """Create a table whose creator takes the first seat for a person.

        If there is already a table with the given id, return that one: the same request created it. Raises
        RulesError, NotPossible, Stopping and StorageError.
        """
        if self.stopping:
            raise Stopping
        check_settings(settings)
        now, key = self.clock.now(), f"{person}/{command}"
        table_id = new_id() if table_id is None else table_id
        decision = Decision.on_new_table(table_id, settings, person, name, now, new_secret, avatar)
        effects = effects_of(None, decision.state, decision.events, self.thinking_time)
        return await self.add_table(table_id, person, now, decision.events, effects, key)

    async def add_table(
        self, table_id: str, creator: str, at: int, events: Sequence[AnyEvent], effects: Effects, key: str
    ) -> LiveTable:
        """Store a table with its first events, unless there is one with this id; return it. Raises StorageError."""
        for _ in range(ATTEMPTS):
            try:
                await self.store.create(table_id, new_code(), creator, at, events, effects, key)
                break
            except Conflict:
                if (live := await self.table(table_id)) is not None:
                    return live
        else:
            raise StorageError("There is no free code for a new table; try again.")
        live = await self.table(table_id)
        if live is None:
            raise StorageError("The table was stored, but cannot be read.")
        return live

    async def table(self, table_id: str) -> LiveTable | None:
        """Return a table, or None if there is none; raises StorageError."""
        return await self.loaded.get(table_id)

    async def unload(self, live: LiveTable) -> None:
        """Remove a table without subscribers from memory; raises StorageError."""
        self.drafts.forget(live.table_id)
        await self.loaded.unload(live)

    async def catch_up(self, live: LiveTable) -> bool:
        """Read events that other processes have stored, with the table's lock held; raises StorageError."""
        return await self.loaded.catch_up(live)

    def resume_after(self, outage: Outage | None) -> None:
        """Give turns the time of an outage back as soon as their tables are loaded."""
        self._outage = outage

    def resumed(self, state: TableState) -> Decision:
        """Return the decision that gives a turn the time of the last outage back."""
        now, outage = self.clock.now(), self._outage
        return Decision(state, now) if outage is None else resume(state, outage.began, outage.ended, now)

    # As the listener of the tables in memory

    async def table_loaded(self, live: LiveTable) -> None:
        """Give the turn of a table that was just loaded the time of an outage back."""
        try:
            await self.store_decision(live, self.resumed)
        except StorageError as error:
            logger.warning("a table could not be resumed", reason=str(error))

    def people_changed(self, live: LiveTable) -> None:
        """Announce the presence again."""
        self.presence.announce(live)

    def table_changed(self, live: LiveTable) -> None:
        """Notify the observers."""
        if live.table_id not in self.tables:
            self.drafts.forget(live.table_id)
        for observer in self._observers:
            observer.table_changed(live)

    # Commands

    async def command(
        self,
        table_id: str,
        person: str,
        name: str,
        command_id: str,
        command: AnyCommand,
        avatar: Avatar = "initial",
    ) -> int:
        """Carry out a person's command; return the number of its last event.

        A repeated id returns the same number again. Raises Refused, NotPossible, Stopping and StorageError; after a
        StorageError it may have been stored or not, and repeating the same id tells which.
        """
        if self.stopping:
            raise Stopping
        # What counts is when the command arrived, not how long it waits for other commands or for the database.
        arrived = self.clock.now()
        work = self._command(table_id, person, name, command_id, command, avatar, arrived)
        # A client that disconnects meanwhile does not interrupt it: events that are stored must also be sent.
        return await self.tasks.run_to_end(work)

    async def _command(
        self, table_id: str, person: str, name: str, command_id: str, command: AnyCommand, avatar: Avatar, arrived: int
    ) -> int:
        live = await self.table(table_id)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        if isinstance(command, Sit) and await self.blocks.has_blocked(live.state.creator, person):
            raise NotPossible(TableReason.NOT_WELCOME)

        async with live.lock:
            absent = [each.seat for each in live.absences(arrived) if each.replaceable_from <= arrived]

            def decide_command(state: TableState) -> Decision:
                return decide(state, command, person, name, arrived, new_secret, avatar, absent)

            return await self.store_decision(live, decide_command, f"{person}/{command_id}")

    async def change_identity(self, table_id: str, change: Change, name: str, avatar: Avatar = "initial") -> bool:
        """Change a person's id, name or avatar at a table; return whether the table mentioned the person.

        Raises StorageError.
        """
        live = await self.table(table_id)
        if live is None:
            return True
        decisions: list[Decision] = []

        def decide_change(state: TableState) -> Decision:
            now = self.clock.now()
            decisions.append(change_identity(state, change.before, change.person, name, now, change.gone, avatar))
            return decisions[-1]

        async with live.lock:
            await self.store_decision(live, decide_change)
        return bool(decisions[-1].steps)

    async def store_decision(
        self, live: LiveTable, decide_for: Decide, key: str | None = None, fence: int | None = None
    ) -> int:
        """Store a decision and tell everyone; return the number of the table's last event.

        The caller holds the table's lock. `key` is the command, as `PERSON/ID`; `fence` the fencing token of a timer.
        Raises what `decide_for` raises, StorageError, and Conflict if another process has taken over the timer.
        """
        for _ in range(ATTEMPTS):
            state = live.state
            if key is not None and key in live.commands:
                return live.commands[key]
            try:
                steps = await decided(state, partial(self._steps_from, state, decide_for))
            except TilewiseError:
                # Check the event log first: another process may have stored events, or this very command, long ago.
                if key is None:
                    raise
                if await self.catch_up(live):
                    continue
                number = await self.store.command_number(state.table_id, key)
                if number is None:
                    raise
                return number
            if not steps:
                return state.number
            events, at, after = [stored.event for stored, _ in steps], steps[-1][0].at, steps[-1][1]
            effects = effects_of(state, after, events, self.thinking_time)
            try:
                await self.store.append(state.table_id, state.number, at, events, effects, key, fence)
            except Conflict:
                if await self.catch_up(live):
                    continue
                if fence is not None:
                    raise
                number = None if key is None else await self.store.command_number(state.table_id, key)
                if number is not None:
                    return number
                continue
            except StorageError:
                # The connection may have broken after the commit. Only the event log can tell.
                if key is not None and await self._is_stored(live, key):
                    return live.commands[key]
                self.tasks.spawn(self.loaded.catch_up_with_retries(live))
                raise
            if key is not None:
                last, state_after = steps[-1]
                steps[-1] = (msgspec.structs.replace(last, command=key), state_after)
            self.loaded.advance(live, steps)
            self.bus.publish(Appended(state.table_id, self.process, after.number))
            for observer in self._decision_observers:
                observer(live, state, after)
            return after.number
        raise StorageError("Too many commands arrive at this table at once; try again.")

    def _steps_from(self, state: TableState, decide_for: Decide) -> list[Step]:
        """Return the steps of the decision for a state, with the current time if it was made too long ago."""
        decision, now = decide_for(state), self.clock.now()
        is_stale = decision.steps and now - decision.now > STALE_AFTER
        steps = decision.stamped(now) if is_stale else decision.steps
        return [(stored, with_prepared_views(after)) for stored, after in steps]

    async def _is_stored(self, live: LiveTable, key: str) -> bool:
        try:
            await self.catch_up(live)
        except StorageError:
            return False
        return key in live.commands

    # Subscribers

    async def subscribe(self, table_id: str, subscriber: Subscriber, since: int | None) -> None:
        """Subscribe a client to a table: it gets the events that it missed, or a new view.

        Raises NotPossible and StorageError.
        """
        live = await self.table(table_id)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        if since is not None and since > live.state.number:
            # Another process has sent more events than this one knows.
            await self.tasks.run_to_end(self.loaded.catch_up_locked(live))
        if not live.may_see(subscriber.person):
            raise NotPossible(TableReason.NO_SPECTATORS)
        seat = live.state.seat_of(subscriber.person)
        now = self.clock.now()
        missed = None if since is None else live.events_since(since, subscriber.person)
        if missed is None:
            subscriber.send(live.view_message(subscriber.person, now))
        else:
            subscriber.send(wire.encode(wire.Events(table_id, now, missed)))
        draft = live.draft_message()
        if draft is not None:
            subscriber.send(draft)
        self.presence.add(live, subscriber)
        if seat is not None and live.state.seats[seat].away:
            await self.tasks.run_to_end(self._mark_returned(live, seat))

    async def _mark_returned(self, live: LiveTable, seat: int) -> None:
        try:
            async with live.lock:
                await self.store_decision(live, lambda state: mark_returned(state, seat, self.clock.now()))
        except StorageError as error:
            # The client is subscribed all the same, and returns with its next command at the latest.
            logger.warning("a player's return could not be stored", reason=str(error))

    def is_subscribed(self, table_id: str, subscriber: Subscriber) -> bool:
        """Return whether a client is subscribed to a table."""
        live = self.tables.get(table_id)
        return live is not None and subscriber in live.subscribers

    def unsubscribe(self, table_id: str, subscriber: Subscriber) -> None:
        """Remove a client's subscription to a table."""
        live = self.tables.get(table_id)
        if live is not None and subscriber in live.subscribers:
            self.presence.remove(live, subscriber)
            self.table_changed(live)

    def set_reading(self, table_id: str, subscriber: Subscriber, is_reading: bool) -> None:
        """Take note that the person of a subscriber reads, or has finished: computer players wait meanwhile."""
        live = self.tables.get(table_id)
        if live is not None:
            self.presence.set_reading(live, subscriber, is_reading)

    # Other processes

    def _receive(self, message: AnyBusMessage) -> None:
        if message.process == self.process:
            return
        if isinstance(message, Appended):
            self.loaded.receive(message)
            return
        if isinstance(message, SheetStored):
            self.sheets.receive(message)
            return
        live = self.tables.get(message.table)
        if live is None:
            return
        match message:
            case DraftShared():
                self.drafts.receive(live, message)
            case PresenceReport():
                self.presence.receive(live, message)
            case ChatPosted():
                self.chat.receive(live, message)

    def _messages_lost(self) -> None:
        if self.loaded.catch_up_all_soon():
            self.tasks.spawn(self.chat.send_recent())
        self.sheets.catch_up_all_soon()
