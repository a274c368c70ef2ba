"""A page on a device: an engine with a log in memory, a time that the test sets, and everything that was sent."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

import msgspec

from tests.support.pure_table import START, as_command
from tilewise.bots.budget import UNTIMED
from tilewise.browser.device_table import DeviceTable
from tilewise.browser.engine import Engine
from tilewise.browser.event_log import EventLog, LogError, LogProblem, MemoryLog
from tilewise.game import Game
from tilewise.server.tables import commands as do
from tilewise.server.tables.bot_turns import BotRequest, choose_action
from tilewise.view import view_of

Message = dict[str, Any]
_ids = itertools.count()
"""Two tabs never use the same command id."""
NAMES = ("Ada", "Bo", "Cyd", "Dan", "Eve", "Finn")


class HandTime:
    """A clock that the test sets, and sleepers that wake up when it reaches their time."""

    def __init__(self, now: int = START) -> None:
        self.moment = now
        self._sleepers: dict[asyncio.Future[None], tuple[int, asyncio.Task[Any] | None]] = {}

    def now(self) -> int:
        return self.moment

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers[future] = (self.moment + round(seconds * 1000), asyncio.current_task())
        try:
            await future
        finally:
            self._sleepers.pop(future, None)

    def is_asleep(self, task: asyncio.Task[Any]) -> bool:
        return any(sleeping is task and not future.done() for future, (_, sleeping) in self._sleepers.items())

    def wake_next(self, until: int) -> bool:
        """Move on to the next sleeper's time and wake it; return False if there is none until a moment."""
        waiting = sorted(((at, future) for future, (at, _) in self._sleepers.items() if not future.done()), key=first)
        if not waiting or waiting[0][0] > until:
            return False
        self.moment = max(self.moment, waiting[0][0])
        waiting[0][1].set_result(None)
        return True


def first(pair: tuple[int, object]) -> int:
    return pair[0]


def choice(game: Game, seat: int, level: str = "beginner") -> do.AnyCommand:
    """Return what a computer player would do in the turn of a seat."""
    action = choose_action(BotRequest(level, "0", view_of(game, seat), True), UNTIMED)
    assert action is not None
    return as_command(action)


class FailingLog(MemoryLog):
    """A log that fails on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[LogProblem] = []
        """How the next appends fail."""
        self.after: Callable[[], None] = lambda: None
        """Called after every append that was stored, before the engine hears of it."""

    async def append(self, table: str, number: int, last: int, events: str, summary: str) -> None:
        if self.problems:
            raise LogError(self.problems.pop(0))
        await super().append(table, number, last, events, summary)
        self.after()


class Page:
    """A page, its engine, and every message that the engine sent."""

    def __init__(
        self, log: EventLog | None = None, time: HandTime | None = None, thinking: int = 0, deals: str = "deal"
    ) -> None:
        self.log = MemoryLog() if log is None else log
        self.time = HandTime() if time is None else time
        self.raw: list[str] = []
        self.messages: list[Message] = []
        self.receivers: list[str] = []
        """For each message, the person who held the device."""
        secrets = (f"{deals}-{number}" for number in itertools.count(1))
        self.engine = Engine(
            self.log, self._take, self.time, self.time.sleep, lambda _: thinking, lambda: next(secrets)
        )

    def _take(self, text: str) -> None:
        self.raw.append(text)
        self.messages.append(json.loads(text))
        table = self.engine.host.tables.get(self.messages[-1].get("table", ""))
        self.receivers.append("" if table is None else table.holder.person)

    async def say(self, type_: str, **fields: Any) -> list[Message]:
        """Send a message; return everything that was sent until the engine has nothing more to do."""
        start = len(self.messages)
        await self.engine.receive(json.dumps({"type": type_, **fields}))
        await self.settle()
        return self.messages[start:]

    async def command(self, table: str, command: do.AnyCommand, id_: str | None = None) -> Message:
        """Give a command; return its response."""
        id_ = f"c{next(_ids)}" if id_ is None else id_
        sent = await self.say("command", id=id_, table=table, command=msgspec.to_builtins(command))
        return next(message for message in sent if message["type"] in ("done", "refused") and message["id"] == id_)

    async def settle(self) -> None:
        """Wait until the engine only sleeps."""
        quiet = 0
        while quiet < 3:
            sent = len(self.messages)
            await asyncio.sleep(0)
            quiet = 0 if self._is_busy() or len(self.messages) > sent else quiet + 1

    def _is_busy(self) -> bool:
        tables = self.engine.host.tables.values()
        timers = [table.timer for table in tables if table.timer is not None and not table.timer.done()]
        return any(table.live.lock.locked() for table in tables) or not all(map(self.time.is_asleep, timers))

    async def wait(self, milliseconds: int) -> list[Message]:
        """Let time pass; return what was sent meanwhile."""
        start, until = len(self.messages), self.time.moment + milliseconds
        await self.settle()
        while self.time.wake_next(until):
            await self.settle()
        self.time.moment = until
        return self.messages[start:]

    async def table(self, people: int = 1, follow: bool = True, **settings: Any) -> str:
        """Create a table, and follow it; return its id."""
        names = [{"name": name} for name in NAMES[:people]]
        settings = {"seats": ["person"] * people + ["beginner"] * (people == 1), **settings}
        status, body = await self.engine.answer("POST", "/api/tables", json.dumps({**settings, "people": names}))
        assert status == 201, body
        table: str = json.loads(body)["table"]
        if follow:
            await self.say("subscribe", table=table)
        return table

    def followed(self, table: str) -> DeviceTable:
        return self.engine.host.tables[table]

    def game(self, table: str) -> Game:
        game = self.followed(table).state.game
        assert game is not None
        return game

    async def play(self, table: str, level: str = "beginner", most: int = 2_000) -> None:
        """Let the people at a table play like a computer player until the match is over."""
        for _ in range(most):
            if not await self.play_one(table, level):
                return
        raise AssertionError("The match does not come to an end.")

    async def play_one(self, table: str, level: str = "beginner") -> bool:
        """Let one person do what has to be done next; return False if the match is over."""
        followed = self.followed(table)
        state = followed.state
        match state.phase:
            case "over" | "closed":
                return False
            case "dealing":
                await self.command(table, do.Add("addition"))
            case "between":
                await self.command(table, do.NextGame())
            case "offering":
                await self._hold_next(table)
                await self.command(table, do.Keep())
            case _:
                seat = await self._hold_next(table)
                response = await self.command(table, choice(self.game(table), seat, level))
                assert response["type"] == "done", response
        return True

    async def play_behind(self, table: str) -> bool:
        """Do the same as `play_one` in a tab that may not have heard of the last events; its command may be refused."""
        state = (await self.engine.host.load(table)).state
        if state.phase == "over":
            return False
        if state.phase == "playing" and state.game is not None:
            await self.command(table, choice(state.game, state.people[0]))
        else:
            await self.command(table, do.Add("addition"))
        return True

    async def _hold_next(self, table: str) -> int:
        """Hand the device to the player who has to do something; return the seat."""
        followed = self.followed(table)
        if not followed.is_shared:
            return followed.state.people[0]
        told = [message for message in self.messages if message["type"] == "hand-over" and message["table"] == table]
        seat: int = told[-1]["next"]
        if followed.held_by != seat:
            await self.say("put-down", table=table)
            await self.say("take", table=table, seat=seat)
        return seat

    async def stored(self, table: str) -> list[Message]:
        """Return the stored events."""
        return [event for text in await self.log.read(table) for event in json.loads(text)["events"]]
