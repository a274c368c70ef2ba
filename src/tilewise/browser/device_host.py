"""The host of the tables on this device: commands in, events stored, the page told. In this order.

It does for one page what `server.host` and `server.timers` do for many clients and processes, with the same tables.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

import msgspec

from tilewise.bots.budget import Budget
from tilewise.bots.budget import Clock as BotClock
from tilewise.browser.device_table import NOBODY, DeviceTable, Holder, due_action, is_shared, next_holder
from tilewise.browser.event_log import EventLog, LogError
from tilewise.browser.stored_tables import (
    UnreadableTable,
    decode_batch,
    encode_batch,
    encode_listed,
    join_batches,
)
from tilewise.errors import TilewiseError
from tilewise.records.record import checked_names
from tilewise.server import protocol as wire
from tilewise.server.clock import Clock, SteadyClock
from tilewise.server.live_table import LiveTable
from tilewise.server.tables import commands as do
from tilewise.server.tables.bot_turns import bot_decision
from tilewise.server.tables.decisions import Decision, SecretSource, decide
from tilewise.server.tables.effects import FinishedGame, MyTable, PlayedGame, effects_of, summary_of
from tilewise.server.tables.events import Avatar
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.schedule import (
    ScheduledAction,
    ScheduledKind,
    ThinkingTime,
    human_thinking_time,
    resume,
    run_scheduled,
)
from tilewise.server.tables.snapshots import restore_snapshot
from tilewise.server.tables.table_settings import PERSON, TableSettings, check_settings
from tilewise.server.tables.table_state import Step, TableState, replay_table, steps_from

TABLE_PREFIX: Final = "d-"
"""The ids of tables on a device begin with it; a server has none of these."""

PERSON_PREFIX: Final = "device-"
"""The people on a device are device-1, device-2 and so on, in the order of their seats."""

ATTEMPTS: Final = 8
"""How often a decision is repeated when another tab stores events of the same table first."""

RETRY_AFTER: Final = 3_000
"""Milliseconds after which a scheduled action is tried again that could not be stored."""

BOT_BUDGET: Final = Budget(seconds=1.0)
"""What a computer player may think about one action. Everything else in the worker waits for it."""

Sleep = Callable[[float], Awaitable[None]]
"""Waits for some seconds."""

Decide = Callable[[TableState], Decision]
"""Returns the decision for a state; called again if the state has changed before it was stored."""


class DevicePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person on this device."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    avatar: Avatar = "initial"


def new_secret() -> str:
    """Return a secret for a fair deal."""
    return secrets.token_hex(32)


def person_id(place: int) -> str:
    """Return the id of a person on this device; `place` counts the people from 0."""
    return f"{PERSON_PREFIX}{place + 1}"


class DeviceHost:
    """The tables on this device that the page follows, and how they are created and stored."""

    def __init__(
        self,
        log: EventLog,
        send: Callable[[str], None],
        clock: Clock,
        sleep: Sleep = asyncio.sleep,
        thinking_time: ThinkingTime = human_thinking_time,
        secret_source: SecretSource = new_secret,
    ) -> None:
        self.log = log
        self.clock = clock
        self.tables: dict[str, DeviceTable] = {}
        """The tables in memory, by id: those that the page follows."""
        self._send = send
        self._sleep = sleep
        self._thinking_time = thinking_time
        self._new_secret = secret_source
        self._loading = asyncio.Lock()

    async def close(self) -> None:
        """Stop all timers. What is stored stays, and continues when a table is followed again."""
        for table_id in tuple(self.tables):
            self.unload(table_id)
        # What a timer was storing is stored, or it is as if it had never begun.
        await asyncio.sleep(0)

    # Tables

    async def create(
        self, settings: TableSettings, people: tuple[DevicePerson, ...], request_id: str | None = None
    ) -> str:
        """Create a table at which these people sit; return its id.

        The same request id returns the same table. Raises RulesError, LogError, and TilewiseError for wrong names.
        """
        settings = msgspec.structs.replace(
            settings, public=False, rated=False, spectators=True, chat=False, live_drafts=False
        )
        check_settings(settings)
        # A record has to be able to hold the names.
        names = checked_names([person.name.strip() for person in people], settings.seats.count(PERSON))
        name = secrets.token_hex(8) if request_id is None else hashlib.sha256(request_id.encode()).hexdigest()[:16]
        table_id, now = TABLE_PREFIX + name, self.clock.now()
        decision = Decision.on_new_table(
            table_id, settings, person_id(0), names[0], now, self._new_secret, people[0].avatar
        )
        steps, state = decision.steps, decision.state
        for place, person in enumerate(people[1:], start=1):
            decision = decide(
                state, do.Sit(), person_id(place), names[place], now, self._new_secret, avatar=person.avatar
            )
            steps, state = [*steps, *decision.steps], decision.state
        if state.phase == "ready":
            # Everyone sits at this device: nobody has to see first who is there.
            decision = decide(state, do.Deal(), person_id(0), names[0], now, self._new_secret)
            steps, state = [*steps, *decision.steps], decision.state
        table = self._table(state, [])
        try:
            await self._append(table, None, steps)
        except LogError as error:
            if error.problem != "conflict" or request_id is None:
                raise
        return table_id

    async def follow(self, table_id: str) -> DeviceTable:
        """Return a table, from memory or from the log, and run its timer from now on.

        Raises NotPossible, UnreadableTable and LogError.
        """
        async with self._loading:
            table = self.tables.get(table_id)
            if table is None:
                table = self.tables[table_id] = await self.load(table_id)
                if isinstance(self.clock, SteadyClock):
                    # The device's clock was set back: the table would stand still until it has caught up.
                    self.clock.catch_up(table.state.at)
                if not table.is_shared:
                    await self._give_back_after_absence(table)
                table.live.subscribers.add(table.holder)
                self._set_timer(table)
        return table

    async def load(self, table_id: str) -> DeviceTable:
        """Return a table from the log, without a timer; raises NotPossible, UnreadableTable and LogError."""
        texts = await self.log.read(table_id) if table_id.startswith(TABLE_PREFIX) else []
        if not texts:
            raise NotPossible(TableReason.NO_TABLE)
        batches = [decode_batch(text) for text in texts]
        snapshots = [batch.snapshot for batch in batches if batch.snapshot is not None]
        state = restore_snapshot(table_id, snapshots[-1].encode()) if snapshots else None
        events = [stored for batch in batches for stored in batch.events]
        known = 0 if state is None else state.number
        try:
            state = replay_table(table_id, (stored for stored in events if stored.number > known), state)
        except TilewiseError:
            raise UnreadableTable(batches[-1].program) from None
        table = self._table(state, texts)
        for stored in events:
            table.live.remember_command(stored)
        for batch in batches:
            table.finished += [(finished, batch.events[-1].at) for finished in batch.finished]
        return table

    def unload(self, table_id: str) -> None:
        """Forget a table that the page no longer follows."""
        table = self.tables.pop(table_id, None)
        if table is not None:
            table.live.subscribers.clear()
            _stop_timer(table)

    async def delete(self, table_id: str) -> None:
        """Delete a table from this device; raises LogError."""
        self.unload(table_id)
        await self.log.delete(table_id)

    def _table(self, state: TableState, texts: list[str]) -> DeviceTable:
        person = NOBODY if is_shared(state) else person_id(0)
        return DeviceTable(LiveTable(state), Holder(self._send, person), texts)

    # Commands

    async def command(self, table_id: str, command_id: str, command: do.AnyCommand) -> int:
        """Carry out a command of the person who holds the device; return the number of its last event.

        A repeated id returns the same number again. Raises Refused, NotPossible, UnreadableTable and LogError.
        """
        arrived = self.clock.now()
        table = await self.follow(table_id)

        def decide_command(state: TableState) -> Decision:
            decision = Decision(state, arrived)
            for person in _people_for(table, command):
                seat = decision.state.seat_of(person)
                name = "" if seat is None else decision.state.seats[seat].name
                _extend(decision, decide(decision.state, command, person, name, arrived, self._new_secret))
            return decision

        async with table.live.lock:
            return await self._store(table, decide_command, f"{person_id(0)}/{command_id}")

    async def take(self, table_id: str, seat: int) -> None:
        """Let the player of a seat hold the device; raises NotPossible, UnreadableTable and LogError."""
        table = await self.follow(table_id)
        async with table.live.lock:
            if not table.is_shared:
                raise NotPossible(TableReason.NOT_SHARED)
            following = next_holder(table.state)
            if following is None or seat not in (following, table.last_held):
                raise NotPossible(TableReason.NOT_NEXT, seat=seat)
            if table.held_by != seat and table.state.game is not None and table.state.game.turn == seat:
                await self._give_back(table, table.put_down_at.get(seat, 0))
            table.hold(seat, self.clock.now())
            self._show(table)

    async def put_down(self, table_id: str) -> None:
        """Hide all racks; raises NotPossible, UnreadableTable and LogError."""
        table = await self.follow(table_id)
        async with table.live.lock:
            if not table.is_shared:
                raise NotPossible(TableReason.NOT_SHARED)
            table.hold(None, self.clock.now())
            self._show(table)

    def set_reading(self, table_id: str, is_reading: bool) -> None:
        """Take note that somebody reads, or has finished; ignored for a table that the page does not follow."""
        table = self.tables.get(table_id)
        if table is not None and table.is_reading != is_reading:
            table.is_reading, table.read_until = is_reading, self.clock.now()
            self._set_timer(table)

    def _show(self, table: DeviceTable) -> None:
        table.holder.send(table.live.view_message(table.holder.person, self.clock.now()))
        self.send_hand_over(table)
        self._set_timer(table)

    def send_hand_over(self, table: DeviceTable) -> None:
        """Tell the page who holds the device and who should, if several people share it."""
        if table.is_shared:
            message = wire.HandOver(table.live.table_id, table.held_by, next_holder(table.state))
            table.holder.send(wire.encode(message))

    async def _give_back(self, table: DeviceTable, since: int) -> None:
        """Give a turn the time back in which its player did not hold the device; raises LogError."""
        now = self.clock.now()
        await self._store(table, lambda state: resume(state, since, now, now))

    async def _give_back_after_absence(self, table: DeviceTable) -> None:
        """Start the clock of a turn again: it stood still while the page was closed."""
        try:
            async with table.live.lock:
                await self._give_back(table, 0)
        except LogError:
            # The table can be shown all the same, and the first command says what is wrong.
            return

    # Storing

    async def _store(self, table: DeviceTable, decide_for: Decide, key: str | None = None) -> int:
        """Store a decision and tell the page; return the number of the table's last event.

        The caller holds the table's lock. Raises what `decide_for` raises, UnreadableTable and LogError.
        """
        for _ in range(ATTEMPTS):
            state = table.state
            if key is not None and key in table.live.commands:
                return table.live.commands[key]
            try:
                steps = decide_for(state).steps
            except TilewiseError:
                # Another tab may have stored events since.
                if key is not None and await self._catch_up(table):
                    continue
                raise
            if not steps:
                return state.number
            if key is not None:
                last, after = steps[-1]
                steps[-1] = (msgspec.structs.replace(last, command=key), after)
            try:
                await self._append(table, state, steps)
            except LogError as error:
                if error.problem != "conflict":
                    raise
                await self._catch_up(table)
                continue
            self._advance(table, steps)
            return table.state.number
        raise LogError("conflict")

    async def _append(self, table: DeviceTable, before: TableState | None, steps: list[Step]) -> None:
        """Store events that lead on from a state, with everything that follows from them; raises LogError."""
        after, events = steps[-1][1], [stored for stored, _ in steps]
        effects = effects_of(before, after, [stored.event for stored in events], self._thinking_time)
        finished = [(game, after.at) for game in effects.finished]
        snapshot = None if effects.snapshot is None else effects.snapshot.decode()
        batch = encode_batch(events, effects.finished, snapshot)
        listed = _listed(after, [*table.finished, *finished])
        number = 0 if before is None else before.number
        try:
            await self.log.append(after.table_id, number, after.number, batch, listed)
            table.batches.append(batch)
        except LogError as error:
            if error.problem != "gone" or self.tables.get(after.table_id) is not table:
                raise
            # The browser has deleted the table while it was played: store it again from memory.
            everything = join_batches([*table.batches, batch])
            await self.log.append(after.table_id, 0, after.number, everything, listed)
            table.batches[:] = [everything]
        table.finished += finished

    async def _catch_up(self, table: DeviceTable) -> bool:
        """Take over events that another tab has stored; return whether there were any.

        Raises UnreadableTable and LogError.
        """
        texts = await self.log.read(table.live.table_id)
        batches = [decode_batch(text) for text in texts]
        new = [batch for batch in batches if batch.events[-1].number > table.state.number]
        if not new:
            return False
        table.batches[:] = texts
        for batch in new:
            table.finished += [(finished, batch.events[-1].at) for finished in batch.finished]
        try:
            steps = steps_from(table.state, [stored for batch in new for stored in batch.events])
        except TilewiseError:
            raise UnreadableTable(batches[-1].program) from None
        self._advance(table, steps)
        return True

    def _advance(self, table: DeviceTable, steps: list[Step]) -> None:
        before = table.held_by, next_holder(table.state)
        table.advance(steps)
        if (table.held_by, next_holder(table.state)) != before:
            self.send_hand_over(table)
        if self.tables.get(table.live.table_id) is table:
            self._set_timer(table)

    # Scheduled actions

    def _set_timer(self, table: DeviceTable) -> None:
        _stop_timer(table)
        scheduled = due_action(table, self._thinking_time)
        if scheduled is not None:
            table.timer = asyncio.create_task(self._wait_and_run(table, scheduled))

    async def _wait_and_run(self, table: DeviceTable, scheduled: ScheduledAction) -> None:
        wait = max(scheduled.at, table.not_before) - self.clock.now()
        if wait > 0:
            await self._sleep(wait / 1000)
        async with table.live.lock:
            if due_action(table, self._thinking_time) != scheduled:
                return
            # Nothing cancels it from here on: what is stored must also be told.
            table.timer = None
            try:
                await self._run(table, scheduled)
                table.not_before, table.has_problem = 0, False
            except (LogError, UnreadableTable) as error:
                self._postpone(table, wire.Problem(error.code, str(error), table.live.table_id))
            except Exception as error:
                # Whatever it was: a table must not stop for good. Only the kind of error, because it may name tiles.
                sentence = f"Something went wrong ({type(error).__name__}); reload the page if the game does not go on."
                self._postpone(table, wire.Problem("failed", sentence, table.live.table_id))
        if table.timer is None and self.tables.get(table.live.table_id) is table:
            self._set_timer(table)

    def _postpone(self, table: DeviceTable, problem: wire.Problem) -> None:
        """Try a scheduled action again later, and tell the page once."""
        table.not_before = self.clock.now() + RETRY_AFTER
        if not table.has_problem:
            table.has_problem = True
            self._send(wire.encode(problem).decode())

    async def _run(self, table: DeviceTable, scheduled: ScheduledAction) -> None:
        now, state = self.clock.now(), table.state
        if scheduled.kind is ScheduledKind.BOT_TURN:
            decision = bot_decision(state, scheduled, now, self._new_secret, self._bot_clock)
        else:
            draft = table.live.drafts.latest
            moved = draft is not None and draft.seat == scheduled.seat
            decision = run_scheduled(state, scheduled, now, self._new_secret, moved=moved)
        await self._store(table, lambda current: decision if current is state else Decision(current, now))

    def _bot_clock(self) -> BotClock:
        return BotClock(BOT_BUDGET, lambda: self.clock.now() / 1000)


def _people_for(table: DeviceTable, command: do.AnyCommand) -> tuple[str, ...]:
    """Return the people in whose name a command is carried out; raises NotPossible while all racks are hidden."""
    state = table.state
    if not table.is_shared:
        return (person_id(0),)
    match command:
        case do.Close() | do.NextGame() | do.SeatComputer() | do.SetTempo():
            return (state.owner,)
        case do.Rematch():
            # One press is enough for everyone at the device.
            people = [seat for seat in state.people if seat not in state.wants_rematch]
            return tuple(person for seat in people if (person := state.seats[seat].person) is not None)
        case _ if table.held_by is None:
            raise NotPossible(TableReason.NOBODY_HERE)
        case _:
            return (table.holder.person,)


def _extend(decision: Decision, more: Decision) -> None:
    """Add the events of a decision that follows another one."""
    decision.steps += more.steps
    decision.state = more.state


def _listed(state: TableState, finished: list[tuple[FinishedGame, int]]) -> str:
    games = tuple(PlayedGame(game.match, game.game, at, game.names, game.points, game.winners) for game, at in finished)
    seat = state.seat_of(state.creator)
    table = MyTable(state.table_id, "", state.at, summary_of(state), seat or 0, seat is None, games)
    return encode_listed(table, state.settings.seats.count(PERSON))


def _stop_timer(table: DeviceTable) -> None:
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None
