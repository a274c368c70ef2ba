"""The cost of one turn, including its commit, on SQLite and PostgreSQL; and of loading a table.

    python -m benchmarks.bench_store                       SQLite, and a temporary PostgreSQL server
    python -m benchmarks.bench_store --postgres URL        SQLite, and an empty database on another PostgreSQL server
    python -m benchmarks.bench_store --place DIRECTORY     the folder for the files: the disk matters
    python -m benchmarks.bench_store --tables 4 --turns 3  a quick run

A turn is a command to a host: decided by the rules, stored on disk, and sent to two clients. "Alone" is one turn
after the other; "together" is at many tables at once, where SQLite shares commits. The lower limit is appending as
many bytes to a file with fsync, on the same disk in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.provenance import measured_at
from tests.support import services
from tests.support.hosts import begin_game, person_in_turn
from tests.support.store_parts import long_match
from tilewise.server.bus.local import LocalBus
from tilewise.server.clock import SteadyClock
from tilewise.server.host import Host
from tilewise.server.live_table import LiveTable
from tilewise.server.store.database import Database, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.commands import Draw
from tilewise.server.tables.effects import effects_of
from tilewise.server.tables.events import Committed, StoredEvent
from tilewise.server.tables.schedule import human_thinking_time
from tilewise.server.tables.table_state import replay_table

FINISHED_GAMES: Final = 20
"""Finished games in the match that is loaded, before the one in progress."""


@dataclass(frozen=True)
class Figures:
    """The measurements, in milliseconds unless the name says otherwise."""

    alone_p50: float
    alone_p99: float
    alone_cpu: float
    """CPU time of this process for one turn."""
    together_per_second: float
    together_cpu: float
    load: float
    load_without_snapshot: float


class _Client:
    """A client that ignores everything it receives."""

    def __init__(self, person: str) -> None:
        self.person = person

    def receives_chat_from(self, person: str) -> bool:
        """Return True: it mutes nobody."""
        return True

    def send(self, message: bytes) -> None:
        """Ignore a message."""


def measure(url: str, tables: int, turns: int) -> Figures:
    """Measure on an empty database."""
    database = open_database(url)
    migrate(database)
    return asyncio.run(_measure(database, tables, turns))


async def _measure(database: Database, table_count: int, turn_count: int) -> Figures:
    store = TableStore(database)
    host = Host(store, LocalBus(), SteadyClock())
    await host.start()
    try:
        tables = [await _start_table(host) for _ in range(table_count)]
        alone, cpu = [], time.process_time()
        for live in tables:
            for _ in range(turn_count):
                start = time.perf_counter()
                await _take_turn(host, live)
                alone.append(1000 * (time.perf_counter() - start))
        alone_cpu = 1000 * (time.process_time() - cpu) / len(alone)
        start, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(_take_turns(host, live, turn_count) for live in tables))
        turns = table_count * turn_count
        together = turns / (time.perf_counter() - start)
        together_cpu = 1000 * (time.process_time() - cpu) / turns
        await _store_long_match(store)
        with_snapshot = await _load(store, snapshot=True)
        without = await _load(store, snapshot=False)
    finally:
        await host.close()
        await database.close()
    p50, p99 = _quantiles(alone)
    return Figures(p50, p99, alone_cpu, together, together_cpu, with_snapshot, without)


async def _start_table(host: Host) -> LiveTable:
    table = await begin_game(host)
    for person in ("p1", "p2"):
        await host.subscribe(table, _Client(person), None)
    return host.tables[table]


async def _take_turn(host: Host, live: LiveTable) -> None:
    await host.command(live.table_id, person_in_turn(live), "", f"turn{live.state.number}", Draw())


async def _take_turns(host: Host, live: LiveTable, count: int) -> None:
    for _ in range(count):
        await _take_turn(host, live)


async def _store_long_match(store: TableStore) -> None:
    first, *rest = long_match(FINISHED_GAMES)
    state = replay_table("t1", [first])
    effects = effects_of(None, state, [first.event], human_thinking_time)
    await store.create("t1", "CODE", "p1", first.at, [first.event], effects, "p1/make")
    batch: list[StoredEvent] = []
    for stored in rest:
        batch.append(stored)
        # A whole game at a time is fine: snapshots are only taken when the next game is dealt.
        if isinstance(stored.event, Committed) or stored is rest[-1]:
            events = [one.event for one in batch]
            before, state = state, replay_table("t1", batch, state)
            effects = effects_of(before, state, events, human_thinking_time)
            await store.append("t1", before.number, stored.at, events, effects)
            batch = []


async def _load(store: TableStore, snapshot: bool) -> float:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        if snapshot:
            state, events = await store.load("t1")
        else:
            state, events = None, await store.events("t1")
        replay_table("t1", events, state)
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def bare_appends(place: Path, count: int = 300, size: int = 600) -> tuple[float, float]:
    """Return the milliseconds for appending to a file with fsync, p50 and p99: no commit can be faster."""
    times = []
    with tempfile.TemporaryFile(dir=place) as file:
        for _ in range(count):
            start = time.perf_counter()
            file.write(os.urandom(size))
            file.flush()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - start))
    return _quantiles(times)


def _quantiles(times: Sequence[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def main() -> None:
    """Measure, and print a Markdown table."""
    parser = argparse.ArgumentParser(description="Measure the cost of one turn, including its commit.")
    parser.add_argument("--postgres", help="URL of an empty database, postgresql://USER@HOST/NAME")
    parser.add_argument("--place", type=Path, help="the folder for the files")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--turns", type=int, default=15, help="turns at each table")
    options = parser.parse_args()
    services.stop_what_was_started()
    with ExitStack() as stack:
        place = services.private_place(stack) if options.place is None else options.place
        size = options.tables, options.turns
        figures = {"SQLite": measure(f"sqlite:///{place / 'bench.db'}", *size)}
        try:
            figures["PostgreSQL"] = measure(options.postgres or _temporary_postgres(stack, place), *size)
        except services.NotHere as error:
            print(f"Not measured: PostgreSQL. {error}.", file=sys.stderr)
        p50, p99 = bare_appends(place)
    print(f"{measured_at()}\n")
    print("| | one turn alone, p50 | p99 | CPU | together | CPU | load a long match | without its snapshot |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, got in figures.items():
        print(
            f"| {name} | {got.alone_p50:.2f} ms | {got.alone_p99:.2f} ms | {got.alone_cpu:.2f} ms "
            f"| {got.together_per_second:.0f} turns/s | {got.together_cpu:.2f} ms "
            f"| {got.load:.1f} ms | {got.load_without_snapshot:.1f} ms |"
        )
    print(f"| a bare append with fsync | {p50:.2f} ms | {p99:.2f} ms | | | | | |")


def _temporary_postgres(stack: ExitStack, place: Path) -> str:
    services.install()
    postgres = services.Postgres(place, fsync=True)
    stack.callback(postgres.stop)
    postgres.start()
    return postgres.new_database()


if __name__ == "__main__":
    main()
