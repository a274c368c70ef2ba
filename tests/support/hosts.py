"""Hosts in this process, with a clock that the test sets, databases that fail on demand, and recording clients."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from tilewise.server.bot_pool import BotPool, InlineBotPool
from tilewise.server.bus.local import Hub, LocalBus
from tilewise.server.clock import Clock
from tilewise.server.host import Host
from tilewise.server.live_table import LiveTable
from tilewise.server.store.database import Database, StorageError, T, Work, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.commands import Add, Deal, Sit
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.timers import Timers

START = 1_800_000_000_000
"""The time at the start of a test."""


class HandClock:
    """A clock that the test sets."""

    def __init__(self, now: int = START) -> None:
        self.moment = now

    def now(self) -> int:
        return self.moment


class FailingDatabase:
    """A database that fails on demand: before or after a write, or on a read."""

    def __init__(self, inner: Database) -> None:
        self.inner = inner
        self.before = self.after = self.reading = 0
        """How many more calls fail."""
        self.hold: asyncio.Event | None = None
        """If set, writes wait for this event."""
        self.held = asyncio.Event()
        """Set when a write waits."""

    async def write(self, work: Work[T]) -> T:
        if self.before:
            self.before -= 1
            raise StorageError("Failed before the commit.")
        if self.hold is not None:
            self.held.set()
            await self.hold.wait()
        result = await self.inner.write(work)
        if self.after:
            self.after -= 1
            raise StorageError("The response of the commit was lost.")
        return result

    async def read(self, work: Work[T]) -> T:
        if self.reading:
            self.reading -= 1
            raise StorageError("Cannot be read.")
        return await self.inner.read(work)

    def run(self, work: Work[T]) -> T:
        return self.inner.run(work)

    async def close(self) -> None:
        await self.inner.close()


class Listener:
    """A client that records what it receives."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.messages: list[Any] = []

    def receives_chat_from(self, person: str) -> bool:
        return True

    def send(self, message: bytes) -> None:
        self.messages.append(msgspec.json.decode(message))

    @property
    def numbers(self) -> list[int]:
        """The numbers of the events received."""
        return [message["event"]["number"] for message in self.messages if message["type"] == "event"]


class UnpolledTimers(Timers):
    """Timers that do not poll every second: a test does what a poll would do, when it wants to."""

    async def _poll(self) -> None:
        await asyncio.Event().wait()


class Process:
    """One server process, as far as a test needs it, with computer players in this process."""

    def __init__(self, url: str, clock: Clock, hub: Hub | None = None, bots: BotPool | None = None) -> None:
        self.database = FailingDatabase(open_database(url))
        self.host = Host(TableStore(self.database), LocalBus(hub), clock, lambda luck: 0)
        self.timers = UnpolledTimers(self.host, InlineBotPool() if bots is None else bots)

    async def start(self, timers: bool = True) -> None:
        await asyncio.to_thread(migrate, self.database)
        await self.host.start()
        if timers:
            await self.timers.start()

    async def stop(self) -> None:
        await self.timers.stop()
        await self.host.close()
        await self.database.close()

    async def die(self) -> None:
        """End without releasing anything."""
        self.timers.pause()
        self.host.stopping = True
        await self.host.close()
        await self.database.close()

    async def live(self, table: str) -> LiveTable:
        live = await self.host.table(table)
        assert live is not None
        return live

    async def settle(self) -> None:
        """Wait until no background task is left."""
        await self.host.tasks.wait(60)
        await asyncio.sleep(0)


@asynccontextmanager
async def running(*processes: Process, timers: bool = True) -> AsyncIterator[None]:
    """Start processes, and stop them in the end."""
    for process in processes:
        await process.start(timers)
    try:
        yield
    finally:
        for process in processes:
            if not process.host.stopping:
                await process.stop()


async def check_timers(table: str, *processes: Process) -> None:
    """Let all processes check their timers at the same time."""
    for process in processes:
        process.timers.table_changed(await process.live(table))
    # Twice, because a process that has just acquired the lease checks again.
    for _ in range(2):
        await asyncio.sleep(0.01)
        for process in processes:
            await process.settle()


async def begin_game(process: Process | Host, settings: TableSettings | None = None) -> str:
    """Start a game of p1 and p2; return the id of the table."""
    host = process.host if isinstance(process, Process) else process
    live = await host.create(settings or TableSettings(), "p1", "Ada", "make")
    await host.command(live.table_id, "p2", "Bo", "sit", Sit())
    await host.command(live.table_id, "p1", "Ada", "deal", Deal())
    for person in ("p1", "p2"):
        await host.command(live.table_id, person, person, "add", Add(person))
    assert live.state.phase == "playing"
    return live.table_id


def person_in_turn(live: LiveTable) -> str:
    """Return the person in turn."""
    assert live.state.game is not None
    return f"p{live.state.game.turn + 1}"
