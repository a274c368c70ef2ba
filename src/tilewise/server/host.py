"""Tables at work: commands come in, events are stored, and everybody who follows is told. In this order."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
import structlog

from tilewise.errors import TilewiseError
from tilewise.server import protocol as wire
from tilewise.server.bus.messages import AnyBusMessage, Appended, Bus, Drafted, Present, Said
from tilewise.server.chat import TableChat
from tilewise.server.clock import Clock
from tilewise.server.live_table import LiveTable, Step, Subscriber, steps_of
from tilewise.server.people.blocks import Blocks
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.commands import AnyCommand, Sit
from tilewise.server.tables.decisions import Decision, become, decide, mark_returned
from tilewise.server.tables.effects import Change, effects_of
from tilewise.server.tables.events import AnyEvent, Avatar, Made, Sat, StoredEvent
from tilewise.server.tables.identity import SeatHistory
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.schedule import ThinkingTime, human_thinking_time
from tilewise.server.tables.table_settings import PERSON, TableSettings, check_settings
from tilewise.server.tables.table_state import TableState, replay_table

T = TypeVar("T")

ATTEMPTS: Final = 8
"""How often a command is tried when others are quicker at the same table."""

READ_AGAIN: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds after which the log is looked at when it is not known whether something was stored."""

LONG_PAST: Final = 200
"""Milliseconds between a command's coming and its being stored that nobody is to pay for."""

TO_FINISH: Final = 5.0
"""Seconds that are given to what was begun when the server stops."""

DRAFT_PAUSE: Final = 100
"""Milliseconds between two drafts of a table that are passed on; of those in between only the last one is."""

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike."""

log = structlog.get_logger("tilewise.tables")

_ID: Final = re.compile("[0-9a-f]{16}")


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_hex(8)


def new_code() -> str:
    """A code to read out to a friend."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))


def new_secret() -> str:
    """A secret for a fair deal."""
    return secrets.token_hex(32)


class Stopping(TilewiseError):
    """The server stops and takes no more commands."""

    def __init__(self) -> None:
        super().__init__("The server is being restarted; send this again in a moment.")


class Host:
    """The tables of this process."""

    def __init__(self, store: TableStore, bus: Bus, clock: Clock, pace: ThinkingTime = human_thinking_time) -> None:
        self.store = store
        self.bus = bus
        self.clock = clock
        self.pace = pace
        self.process = new_id()
        self.tables: dict[str, LiveTable] = {}
        self.stopping = False
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        """Called whenever a table has changed: the timers listen."""
        self.on_load: Callable[[TableState], Sequence[AnyEvent]] = lambda state: ()
        """What has to happen before anything else at a table that was just loaded: the timers know."""
        self.thinking = ThreadPoolExecutor(1, "computer-player")
        self.blocks = Blocks(store.database)
        self.chat = TableChat(self.tables, bus, clock, self.process, store.database)
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._hinted: dict[str, int] = {}
        """The highest number heard of while a table is being loaded."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._looking_after_all = False

    async def start(self) -> None:
        """Begin to hear of what other processes do."""
        await self.bus.start(self._hear, self._missed)

    async def finish(self, seconds: float) -> None:
        """Wait for commands and timers that are at work, but not for ever; nothing new should begin meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                while self._tasks:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("not everything was finished", tasks=len(self._tasks))

    async def close(self) -> None:
        """Finish what was begun: what is being stored is stored and told."""
        await self.finish(TO_FINISH)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # A computer player that is deep in thought is not waited for: what it finds would not be stored.
        self.thinking.shutdown(wait=False, cancel_futures=True)
        await self.bus.close()

    # Tables

    async def make(
        self,
        settings: TableSettings,
        person: str,
        name: str,
        command: str,
        table: str | None = None,
        avatar: Avatar = "initial",
    ) -> LiveTable:
        """Make a table at which its maker takes the first seat for a person.

        If there is a table with the given id already, that one is returned: it was made by the same request. Raises
        RulesError, Stopping and StorageError.
        """
        if self.stopping:
            raise Stopping
        check_settings(settings)
        wanted, now = table, self.clock.now()
        table = new_id() if table is None else table
        made = Made(settings, person)
        blank = replay_table(table, [StoredEvent(1, now, made)])
        decision = Decision(blank, now, new_secret)
        decision.emit(Sat(settings.seats.index(PERSON), person, name, avatar))
        decision.advance()
        happened: list[AnyEvent] = [made, *decision.events]
        effects = effects_of(blank, decision.state, decision.events, self.pace)
        for _ in range(ATTEMPTS):
            try:
                await self.store.create(table, new_code(), person, now, happened, effects, f"{person}/{command}")
                break
            except Conflict:
                if wanted is not None and (live := await self.table(wanted)) is not None:
                    return live
                continue
        else:
            raise StorageError("No code is free for a new table; try again.")
        live = await self.table(table)
        if live is None:
            raise StorageError("The table was stored, but cannot be read back.")
        return live

    async def table(self, table: str) -> LiveTable | None:
        """The table with an id, from memory or from its log; None if there is none. Raises StorageError."""
        live = self.tables.get(table)
        if live is None and not _ID.fullmatch(table):
            return None  # whatever a client made up: no question for the database, and no channel of the bus
        if live is None:
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(task)
        if live is not None:
            live.used_at = self.clock.now()
        return live

    async def _load(self, table: str) -> LiveTable | None:
        # First join, then read: what happens in between is heard of, and read after all.
        await self.bus.join(table)
        self._hinted[table] = 0
        try:
            live = await self._replayed(table)
        except BaseException:
            await self.bus.leave(table)
            raise
        finally:
            hinted = self._hinted.pop(table)
        if live is None:
            await self.bus.leave(table)
            return None
        live.used_at = self.clock.now()
        self.tables[table] = live
        if hinted > live.state.number:
            self.spawn(self._catch_up_soon(live))
        self.on_change(live)
        return live

    async def _replayed(self, table: str) -> LiveTable | None:
        snapshot, logged = await self.store.load(table)
        if not logged and snapshot is None:
            return None
        live = LiveTable(replay_table(table, logged, snapshot))
        places = SeatHistory(snapshot)
        for entry in logged:
            live.remember(entry, places.take(entry.event))
        try:
            await self.happen(live, self.on_load)
        except StorageError as error:
            log.warning("a table could not be resumed", reason=str(error))
        return live

    async def unload(self, live: LiveTable) -> None:
        """Let go of a table that nobody here follows."""
        # At once, before anything is waited for: who comes now loads the table anew and does not get this one.
        if self.tables.get(live.table_id) is live:
            del self.tables[live.table_id]
        if live.lease is not None:
            live.lease = None
            await self.store.leases.release(self.process, live.table_id)
        if live.table_id not in self.tables and live.table_id not in self._loading:
            await self.bus.leave(live.table_id)

    async def drop_deleted(self, live: LiveTable) -> None:
        """Let go of a table that was deleted, and tell everybody who follows it."""
        reason = TableReason.NO_TABLE
        live.send_all(wire.encode(wire.Problem(reason.code, reason.sentence, live.table_id)))
        live.subscribers.clear()
        await self.unload(live)
        self.on_change(live)

    # Commands

    async def command(
        self,
        table: str,
        person: str,
        name: str,
        command_id: str,
        command: AnyCommand,
        avatar: Avatar = "initial",
    ) -> int:
        """Do what a person asks; returns the number of the last event that came of it.

        The same id again is answered with the same number. Raises Refused, NotPossible, Stopping and StorageError;
        after a StorageError it may have happened or not, and the same id again tells.
        """
        if self.stopping:
            raise Stopping
        # What counts is when the command came, not how long it waited for others or for the database. And who goes
        # away meanwhile does not break it off: what is being stored is also told.
        arrived = self.clock.now()
        return await self._to_the_end(self._command(table, person, name, command_id, command, avatar, arrived))

    async def _command(
        self, table: str, person: str, name: str, command_id: str, command: AnyCommand, avatar: Avatar, arrived: int
    ) -> int:
        live = await self.table(table)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        if isinstance(command, Sit) and await self.blocks.has_blocked(live.state.creator, person):
            raise NotPossible(TableReason.NOT_WELCOME)
        key = f"{person}/{command_id}"

        def decision(state: TableState) -> list[Step]:
            return decide(state, command, person, name, arrived, new_secret, avatar).steps

        async with live.lock:
            return await self._store(live, decision, key)

    async def become(self, table: str, change: Change, name: str, avatar: Avatar = "initial") -> bool:
        """Let somebody at a table be somebody else, or look otherwise; returns whether the table knew of who it was.

        Raises StorageError.
        """
        live = await self.table(table)
        if live is None:
            return True
        happened: list[AnyEvent] = []

        def decision(state: TableState) -> list[AnyEvent]:
            happened[:] = become(state, change.before, change.person, name, self.clock.now(), change.gone, avatar)
            return happened

        async with live.lock:
            await self.happen(live, decision)
        return bool(happened)

    async def happen(
        self, live: LiveTable, decision: Callable[[TableState], Sequence[AnyEvent]], fence: int | None = None
    ) -> None:
        """Store what is due, with the lock of the table held; raises Conflict if another process owns the timer."""

        def steps(state: TableState) -> list[Step]:
            at = max(self.clock.now(), state.at)
            return steps_of(
                state,
                [StoredEvent(state.number + place, at, event) for place, event in enumerate(decision(state), start=1)],
            )

        await self._store(live, steps, None, fence)

    async def _store(
        self,
        live: LiveTable,
        decision: Callable[[TableState], list[Step]],
        key: str | None,
        fence: int | None = None,
    ) -> int:
        for _ in range(ATTEMPTS):
            state = live.state
            if key is not None and key in live.commands:
                return live.commands[key]
            try:
                steps = self._stamped(state, decision(state))
            except TilewiseError:
                # Not before the log was looked at: others may have gone on unheard, or this was done long ago.
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
            happened, at, after = [logged.event for logged, _ in steps], steps[-1][0].at, steps[-1][1]
            effects = effects_of(state, after, happened, self.pace)
            try:
                await self.store.append(state.table_id, state.number, at, happened, effects, key, fence)
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
                # The connection may have broken after the commit: only the log knows.
                if key is not None and await self._is_stored_after_all(live, key):
                    return live.commands[key]
                self.spawn(self._catch_up_when_possible(live))
                raise
            if key is not None:
                last, state_after = steps[-1]
                steps[-1] = (msgspec.structs.replace(last, command=key), state_after)
            self._advance(live, steps)
            self.bus.publish(Appended(state.table_id, self.process, after.number))
            return after.number
        raise StorageError("Others are quicker at this table; try again.")

    def _stamped(self, state: TableState, steps: list[Step]) -> list[Step]:
        """Steps with the moment of now, if they were decided for one that is long past: the next turn begins now."""
        now = self.clock.now()
        if not steps or now - steps[-1][0].at <= LONG_PAST:
            return steps
        return steps_of(state, [msgspec.structs.replace(entry, at=now) for entry, _ in steps])

    async def _is_stored_after_all(self, live: LiveTable, key: str) -> bool:
        with suppress(StorageError):
            await self.catch_up(live)
        return key in live.commands

    async def _catch_up_when_possible(self, live: LiveTable) -> None:
        for pause in READ_AGAIN:
            await asyncio.sleep(pause)
            try:
                async with live.lock:
                    if await self.catch_up(live):
                        # Whoever else follows has not heard of it either.
                        self.bus.publish(Appended(live.table_id, self.process, live.state.number))
                return
            except StorageError:
                continue

    async def catch_up(self, live: LiveTable) -> bool:
        """Read what others have stored, with the lock of the table held; returns whether there was anything."""
        logged = await self.store.events(live.table_id, live.state.number)
        if logged:
            self._advance(live, steps_of(live.state, logged))
        return bool(logged)

    def _advance(self, live: LiveTable, steps: list[Step]) -> None:
        before = [seat.person for seat in live.state.seats]
        live.advance(steps)
        if before != [seat.person for seat in live.state.seats]:
            # Who watched may sit here now, or the other way round.
            self._presence_changed(live)
        self.on_change(live)

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked goes away: what is stored has to be told."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._let_go)
        return await asyncio.shield(task)

    # Following

    async def subscribe(self, table: str, subscriber: Subscriber, since: int | None) -> None:
        """Let a client follow a table: it gets what it missed, or a fresh view. Raises NotPossible, StorageError."""
        live = await self.table(table)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        if since is not None and since > live.state.number:
            # Another process has told more than was heard of here.
            await self._to_the_end(self._catch_up_now(live))
        if not live.may_see(subscriber.person):
            raise NotPossible(TableReason.NO_SPECTATORS)
        seat = live.state.seat_of(subscriber.person)
        now = self.clock.now()
        missed = None if since is None else live.since(since, subscriber.person)
        if missed is None:
            subscriber.send(live.view(subscriber.person, now))
        else:
            subscriber.send(wire.encode(wire.Events(table, now, missed)))
        if live.draft is not None and live.state.settings.live_drafts:
            subscriber.send(wire.encode(live.draft))
        live.subscribers.add(subscriber)
        self._presence_changed(live)
        if seat is not None and live.state.seats[seat].away:
            await self._to_the_end(self._mark_returned(live, seat))

    async def _mark_returned(self, live: LiveTable, seat: int) -> None:
        try:
            async with live.lock:
                await self.happen(live, lambda state: mark_returned(state, seat, self.clock.now()))
        except StorageError as error:
            # The client follows all the same, and is back with its first command at the latest.
            log.warning("cannot note who is back", reason=str(error))

    def is_subscribed(self, table: str, subscriber: Subscriber) -> bool:
        """Whether a client follows a table."""
        live = self.tables.get(table)
        return live is not None and subscriber in live.subscribers

    def unsubscribe(self, table: str, subscriber: Subscriber) -> None:
        """Let a client follow a table no more."""
        live = self.tables.get(table)
        if live is not None and subscriber in live.subscribers:
            seat = live.state.seat_of(subscriber.person)
            if seat is not None:
                live.last_seen[seat] = self.clock.now()
            live.subscribers.discard(subscriber)
            self._presence_changed(live)
            self.on_change(live)

    def _presence_changed(self, live: LiveTable) -> None:
        self.bus.publish(Present(live.table_id, self.process, live.seats_here(), live.spectators_here()))
        live.send_all(wire.encode(live.presence(self.clock.now())))

    def repeat_presence(self) -> None:
        """Tell the other processes again who is connected here."""
        for live in self.tables.values():
            if live.subscribers:
                self.bus.publish(Present(live.table_id, self.process, live.seats_here(), live.spectators_here()))

    # Drafts

    def draft(self, person: str, message: wire.Draft) -> None:
        """Take in how the tiles lie in the turn of a person; ignored if it is no turn or there are no such tiles."""
        live = self.tables.get(message.table)
        if live is None:
            return
        seat = live.state.seat_of(person)
        if seat is not None and live.take_draft(seat, message):
            self._pass_on(live)

    def _pass_on(self, live: LiveTable) -> None:
        wait = live.draft_sent + DRAFT_PAUSE - self.clock.now()
        if wait <= 0:
            self._send_draft(live)
        elif not live.draft_waits:
            live.draft_waits = True
            asyncio.get_running_loop().call_later(wait / 1000, self._send_draft, live)

    def _send_draft(self, live: LiveTable) -> None:
        live.draft_waits = False
        draft = live.draft
        if draft is None:
            return
        live.draft_sent = self.clock.now()
        self._show_draft(live, draft)
        # Also where drafts are not shown: whoever keeps the clock has to know that a move was begun (U10).
        self.bus.publish(Drafted(live.table_id, self.process, draft.number, draft.seat, draft.sets, draft.loose))

    def _show_draft(self, live: LiveTable, draft: wire.Drafted) -> None:
        if live.state.settings.live_drafts:
            live.send_all(wire.encode(draft), but_person=live.state.seats[draft.seat].person)

    # What other processes say

    def _hear(self, message: AnyBusMessage) -> None:
        live = self.tables.get(message.table)
        if isinstance(message, Appended) and message.table in self._hinted:
            self._hinted[message.table] = max(message.number, self._hinted[message.table])
        if live is None or message.process == self.process:
            return
        now = self.clock.now()
        match message:
            case Appended(number=number):
                if number > live.state.number:
                    self.spawn(self._catch_up_soon(live))
            case Drafted():
                self._hear_draft(live, message)
            case Present(process=process, seats=seats, spectators=spectators):
                for seat in seats:
                    live.last_seen[seat] = now
                is_new = process not in live.elsewhere
                live.heard(process, seats, spectators, now)
                live.send_all(wire.encode(live.presence(now)))
                if is_new:
                    self.bus.publish(Present(live.table_id, self.process, live.seats_here(), live.spectators_here()))
            case Said():
                self.chat.hear(live, message)

    def _hear_draft(self, live: LiveTable, message: Drafted) -> None:
        heard = wire.Draft(live.table_id, message.number, message.sets, message.loose)
        if live.take_draft(message.seat, heard) and live.draft is not None:
            self._show_draft(live, live.draft)

    def _missed(self) -> None:
        if not self._looking_after_all:
            self.spawn(self.look_after_all())
            self.spawn(self.chat.repeat())

    async def look_after_all(self) -> None:
        """Read on where another process has stored something that was not heard of."""
        self._looking_after_all = True
        try:
            asked = tuple(self.tables.values())
            numbers = await self.store.last_numbers(live.table_id for live in asked)
            for live in asked:
                number = numbers.get(live.table_id)
                if number is None:
                    await self.drop_deleted(live)
                elif number > live.state.number:
                    await self._catch_up_soon(live)
        except StorageError as error:
            log.warning("cannot look after the tables", reason=str(error))
        finally:
            self._looking_after_all = False

    async def _catch_up_soon(self, live: LiveTable) -> None:
        try:
            await self._catch_up_now(live)
        except StorageError as error:
            log.warning("cannot read on", reason=str(error))

    async def _catch_up_now(self, live: LiveTable) -> None:
        async with live.lock:
            await self.catch_up(live)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something soon, and keep hold of it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._let_go)
        task.add_done_callback(_log_failure)

    def _let_go(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Whoever waits has got it; if nobody does any more, it is no news.
            task.exception()


def _log_failure(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.error("something failed", error=type(error).__name__, exc_info=error)
