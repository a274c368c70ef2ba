"""Tables at work: commands come in, events are stored, and everybody who follows is told. In this order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import structlog

from tilewise.server import protocol as wire
from tilewise.server.bus.messages import AnyBusMessage, Appended, Bus, Drafted, Present, Said
from tilewise.server.live import LiveTable, Step, Watcher, steps_of
from tilewise.server.moments import Clock
from tilewise.server.store.database import StorageError, Taken
from tilewise.server.store.store import Store
from tilewise.server.tables.commands import AnyCommand
from tilewise.server.tables.decide import Deciding, come_back, decided
from tilewise.server.tables.due import Pace, human_pace
from tilewise.server.tables.effects import effects_of
from tilewise.server.tables.events import AnyEvent, Logged, Made, Sat
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.settings import PERSON, TableSettings, check_settings
from tilewise.server.tables.state import TableState, replay_table
from tilewise.tiles import TilewiseError

ATTEMPTS: Final = 8
"""How often a command is tried when others are quicker at the same table."""

DRAFT_PAUSE: Final = 100
"""Milliseconds between two drafts of a table that are passed on; of those in between only the last one is."""

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike."""

log = structlog.get_logger("tilewise.tables")


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

    def __init__(self, store: Store, bus: Bus, clock: Clock, pace: Pace = human_pace) -> None:
        self.store = store
        self.bus = bus
        self.clock = clock
        self.pace = pace
        self.process = new_id()
        self.tables: dict[str, LiveTable] = {}
        self.stopping = False
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        """Called whenever a table has changed: the timers listen."""
        self.thinking = ThreadPoolExecutor(1, "computer-player")
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[int]] = set()

    async def start(self) -> None:
        """Begin to hear of what other processes do."""
        await self.bus.start(self._hear, self._missed)

    async def finish(self, seconds: float) -> None:
        """Wait for commands and timers that are at work, but not for ever; nothing new should begin meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                while self._commands or self._tasks:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("not everything was finished", commands=len(self._commands), timers=len(self._tasks))

    async def close(self) -> None:
        """End everything."""
        tasks = [*self._tasks, *self._commands]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # A computer player that is deep in thought is not waited for: what it finds would not be stored.
        self.thinking.shutdown(wait=False, cancel_futures=True)
        await self.bus.close()

    # Tables

    async def make(self, settings: TableSettings, person: str, name: str, command: str) -> LiveTable:
        """Make a table at which its maker takes the first seat for a person.

        Raises RulesError, Stopping and StorageError.
        """
        if self.stopping:
            raise Stopping
        check_settings(settings)
        table, now = new_id(), self.clock.now()
        made = Made(settings, person)
        blank = replay_table(table, [Logged(1, now, made)])
        deciding = Deciding(blank, now, new_secret)
        deciding.happen(Sat(settings.seats.index(PERSON), person, name))
        deciding.go_on()
        happened: list[AnyEvent] = [made, *deciding.events]
        effects = effects_of(blank, deciding.state, deciding.events, self.pace)
        for _ in range(ATTEMPTS):
            try:
                await self.store.make(table, new_code(), person, now, happened, effects, f"{person}/{command}")
                break
            except Taken:
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
        # First join, then read: what happens in between is heard of.
        await self.bus.join(table)
        logged = await self.store.log(table)
        if not logged:
            await self.bus.leave(table)
            return None
        state = replay_table(table, logged)
        live = LiveTable(state)
        live.used_at = self.clock.now()
        self.tables[table] = live
        self.on_change(live)
        return live

    async def forget(self, live: LiveTable) -> None:
        """Let go of a table that nobody here follows."""
        self.tables.pop(live.table, None)
        await self.bus.leave(live.table)

    # Commands

    async def command(self, table: str, person: str, name: str, command_id: str, command: AnyCommand) -> int:
        """Do what a person asks; returns the number of the last event that came of it.

        The same id again is answered with the same number. Raises Refused, NotPossible, Stopping and StorageError.
        """
        if self.stopping:
            raise Stopping
        # A client that goes away meanwhile does not break it off: what is being stored is also told.
        work = asyncio.create_task(self._command(table, person, name, command_id, command))
        self._commands.add(work)
        work.add_done_callback(self._command_done)
        return await asyncio.shield(work)

    def _command_done(self, work: asyncio.Task[int]) -> None:
        self._commands.discard(work)
        if not work.cancelled():
            work.exception()  # seen, even if nobody waits for it any more

    async def _command(self, table: str, person: str, name: str, command_id: str, command: AnyCommand) -> int:
        live = await self.table(table)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        key = f"{person}/{command_id}"

        def deciding(state: TableState) -> list[Step]:
            return decided(state, command, person, name, self.clock.now(), new_secret).steps

        async with live.lock:
            return await self._store(live, deciding, key)

    async def happen(
        self, live: LiveTable, deciding: Callable[[TableState], Sequence[AnyEvent]], fence: int | None = None
    ) -> None:
        """Store what is due, with the lock of the table held; raises Taken if another process owns the timer."""

        def steps(state: TableState) -> list[Step]:
            at = max(self.clock.now(), state.at)
            return steps_of(
                state, [Logged(state.number + place, at, event) for place, event in enumerate(deciding(state), start=1)]
            )

        await self._store(live, steps, None, fence)

    async def _store(
        self,
        live: LiveTable,
        deciding: Callable[[TableState], list[Step]],
        key: str | None,
        fence: int | None = None,
    ) -> int:
        for _ in range(ATTEMPTS):
            state = live.state
            if key is not None and key in state.commands:
                return state.commands[key]
            # Without the command's id: a state remembers the ids of what is stored, and this is not, yet.
            steps = deciding(state)
            if not steps:
                return state.number
            happened, at, after = [logged.event for logged, _ in steps], steps[-1][0].at, steps[-1][1]
            effects = effects_of(state, after, happened, self.pace)
            try:
                await self.store.append(state.table, state.number, at, happened, effects, key, fence)
            except Taken:
                if not await self.catch_up(live) and fence is not None:
                    raise
                continue
            if key is not None:
                after.commands[key] = after.number
            live.advance(steps)
            self.bus.publish(Appended(state.table, self.process, after.number))
            self.on_change(live)
            return after.number
        raise StorageError("Others are quicker at this table; try again.")

    async def catch_up(self, live: LiveTable) -> bool:
        """Read what others have stored; returns whether there was anything."""
        logged = await self.store.log(live.table, live.state.number)
        if logged:
            live.advance(steps_of(live.state, logged))
            self.on_change(live)
        return bool(logged)

    # Following

    async def follow(self, table: str, watcher: Watcher, since: int | None) -> None:
        """Let a client follow a table: it gets what it missed, or a fresh view. Raises NotPossible, StorageError."""
        live = await self.table(table)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        seat = live.state.seat_of(watcher.person)
        if seat is None and not live.state.settings.spectators and live.state.phase != "open":
            raise NotPossible(TableReason.NO_SPECTATORS)
        now = self.clock.now()
        missed = None if since is None else live.since(since, seat)
        if missed is None:
            watcher.send(live.view(watcher.person, now))
        else:
            watcher.send(wire.encode(wire.Events(table, now, missed)))
        if live.draft is not None and live.state.settings.live_drafts:
            watcher.send(wire.encode(live.draft))
        live.watchers.add(watcher)
        self._presence_changed(live)
        if seat is not None and live.state.seats[seat].away:
            async with live.lock:
                await self.happen(live, lambda state: come_back(state, seat, self.clock.now()))

    def unfollow(self, table: str, watcher: Watcher) -> None:
        """Let a client follow a table no more."""
        live = self.tables.get(table)
        if live is not None and watcher in live.watchers:
            seat = live.state.seat_of(watcher.person)
            if seat is not None:
                live.last_seen[seat] = self.clock.now()
            live.watchers.discard(watcher)
            self._presence_changed(live)
            self.on_change(live)

    def _presence_changed(self, live: LiveTable) -> None:
        self.bus.publish(Present(live.table, self.process, live.seats_here(), live.spectators_here()))
        live.send_all(wire.encode(live.presence(self.clock.now())))

    def repeat_presence(self) -> None:
        """Tell the other processes again who is connected here."""
        for live in self.tables.values():
            if live.watchers:
                self.bus.publish(Present(live.table, self.process, live.seats_here(), live.spectators_here()))

    # Drafts and talk

    def draft(self, person: str, message: wire.Draft) -> None:
        """Take in how the tiles lie in the turn of a person; ignored if it is not that person's turn."""
        live = self.tables.get(message.table)
        if live is None:
            return
        state, seat = live.state, live.state.seat_of(person)
        game = state.game
        if seat is None or game is None or state.phase != "playing" or game.turn != seat:
            return
        live.draft = wire.Drafted(message.table, message.number, seat, message.sets, message.loose)
        live.draft_turn = state.turn_began
        if state.settings.live_drafts:
            self._pass_on(live, person)

    def _pass_on(self, live: LiveTable, person: str) -> None:
        now = self.clock.now()
        wait = live.draft_sent + DRAFT_PAUSE - now
        if wait <= 0:
            self._send_draft(live, person)
        elif not live.draft_waits:
            live.draft_waits = True
            asyncio.get_running_loop().call_later(wait / 1000, self._send_draft, live, person)

    def _send_draft(self, live: LiveTable, person: str) -> None:
        live.draft_waits = False
        draft = live.draft
        if draft is None:
            return
        live.draft_sent = self.clock.now()
        live.send_all(wire.encode(draft), but_person=person)
        self.bus.publish(Drafted(live.table, self.process, draft.number, draft.seat, draft.sets, draft.loose))

    def say(self, live: LiveTable, said: wire.Said) -> None:
        """Pass on what somebody said."""
        live.send_all(wire.encode(said))
        self.bus.publish(Said(live.table, self.process, said.person, said.name, said.at, said.text, said.chat))

    # What other processes say

    def _hear(self, message: AnyBusMessage) -> None:
        live = self.tables.get(message.table)
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
                    self.bus.publish(Present(live.table, self.process, live.seats_here(), live.spectators_here()))
            case Said():
                said = wire.Said(live.table, message.person, message.name, message.at, message.text, message.chat)
                live.send_all(wire.encode(said))

    def _hear_draft(self, live: LiveTable, message: Drafted) -> None:
        game = live.state.game
        if game is not None and live.state.phase == "playing" and game.turn == message.seat:
            live.draft = wire.Drafted(live.table, message.number, message.seat, message.sets, message.loose)
            live.draft_turn = live.state.turn_began
            live.send_all(wire.encode(live.draft), but_person=live.state.seats[message.seat].person)

    def _missed(self) -> None:
        self.spawn(self.look_after_all())

    async def look_after_all(self) -> None:
        """Read on where another process has stored something that was not heard of."""
        try:
            numbers = await self.store.last_numbers(self.tables)
        except StorageError:
            return
        for table, number in numbers.items():
            live = self.tables.get(table)
            if live is not None and number > live.state.number:
                await self._catch_up_soon(live)

    async def _catch_up_soon(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                await self.catch_up(live)
        except StorageError as error:
            log.warning("cannot read on", reason=str(error))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something soon, and keep hold of it until it is done."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
