"""The cost of one turn, commit included, on SQLite and PostgreSQL; and of loading a table.

    export PYTHONPATH=tests:tests/server                  (make bench-store does)
    python benchmarks/bench_store.py                      SQLite, and a PostgreSQL of our own
    python benchmarks/bench_store.py --postgres URL       another one, in a database that is empty
    python benchmarks/bench_store.py --place DIRECTORY    where the files lie: the disk decides

A turn is a command given to a host: decided by the rules, stored and on disk, told to two clients. "Alone" is one
after the other; "together" is at many tables at once, where SQLite shares commits. The limit is a bare append of as
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

TABLES: Final = 20
TURNS: Final = 15
"""At each table."""

FINISHED: Final = 20
"""Games of the match that is loaded, beside the one that is being played."""


@dataclass(frozen=True)
class Figures:
    """What was measured, in milliseconds."""

    alone_p50: float
    alone_p99: float
    alone_cpu: float
    """Of this process, for a turn."""
    together_per_second: float
    together_cpu: float
    load: float
    load_without_snapshot: float


class _Quiet:
    def __init__(self, person: str) -> None:
        self.person = person

    def receives_chat_from(self, person: str) -> bool:
        """Whatever anybody says."""
        return True

    def send(self, message: bytes) -> None:
        """Take no notice."""


def measure(url: str) -> Figures:
    """Measure on a database that is empty."""
    database = open_database(url)
    migrate(database)
    return asyncio.run(_measure(database))


async def _measure(database: Database) -> Figures:
    store = TableStore(database)
    host = Host(store, LocalBus(), SteadyClock())
    await host.start()
    try:
        tables = [await _table(host) for _ in range(TABLES)]
        alone, cpu = [], time.process_time()
        for live in tables:
            for _ in range(TURNS):
                began = time.perf_counter()
                await _turn(host, live)
                alone.append(1000 * (time.perf_counter() - began))
        alone_cpu = 1000 * (time.process_time() - cpu) / len(alone)
        began, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(_turns(host, live) for live in tables))
        turns = TABLES * TURNS
        together = turns / (time.perf_counter() - began)
        together_cpu = 1000 * (time.process_time() - cpu) / turns
        await _store_long_match(store)
        with_snapshot = await _load(store, snapshot=True)
        without = await _load(store, snapshot=False)
    finally:
        await host.close()
        await database.close()
    p50, p99 = _quantiles(alone)
    return Figures(p50, p99, alone_cpu, together, together_cpu, with_snapshot, without)


async def _table(host: Host) -> LiveTable:
    table = await begin_game(host)
    for person in ("p1", "p2"):
        await host.subscribe(table, _Quiet(person), None)
    return host.tables[table]


async def _turn(host: Host, live: LiveTable) -> None:
    await host.command(live.table_id, person_in_turn(live), "", f"turn{live.state.number}", Draw())


async def _turns(host: Host, live: LiveTable) -> None:
    for _ in range(TURNS):
        await _turn(host, live)


async def _store_long_match(store: TableStore) -> None:
    first, *log = long_match(FINISHED)
    state = replay_table("t1", [first])
    beside = effects_of(None, state, [first.event], human_thinking_time)
    await store.create("t1", "CODE", "p1", first.at, [first.event], beside, "p1/make")
    waiting: list[StoredEvent] = []
    for logged in log:
        waiting.append(logged)
        # As many at once as make no difference: a snapshot is taken when the next game is being dealt.
        if isinstance(logged.event, Committed) or logged is log[-1]:
            events = [entry.event for entry in waiting]
            before, state = state, replay_table("t1", waiting, state)
            await store.append(
                "t1", before.number, logged.at, events, effects_of(before, state, events, human_thinking_time)
            )
            waiting = []


async def _load(store: TableStore, snapshot: bool) -> float:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        if snapshot:
            state, log = await store.load("t1")
        else:
            state, log = None, await store.events("t1")
        replay_table("t1", log, state)
        times.append(1000 * (time.perf_counter() - began))
    return min(times)


def bare_appends(place: Path, count: int = 300, size: int = 600) -> tuple[float, float]:
    """Milliseconds for appending to a file with fsync, p50 and p99: what a commit cannot be quicker than."""
    times = []
    with tempfile.TemporaryFile(dir=place) as file:
        for _ in range(count):
            began = time.perf_counter()
            file.write(os.urandom(size))
            file.flush()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - began))
    return _quantiles(times)


def _quantiles(times: Sequence[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="The cost of one turn, commit included.")
    parser.add_argument("--postgres", help="postgresql://USER@HOST/NAME of an empty database")
    parser.add_argument("--place", type=Path, help="a directory for the files")
    chosen = parser.parse_args()
    services.stop_what_was_started()
    with ExitStack() as stack:
        place = services.private_place(stack) if chosen.place is None else chosen.place
        figures = {"SQLite": measure(f"sqlite:///{place / 'bench.db'}")}
        try:
            figures["PostgreSQL"] = measure(chosen.postgres or _own_postgres(stack, place))
        except services.NotHere as error:
            print(f"Not measured: PostgreSQL. {error}.", file=sys.stderr)
        p50, p99 = bare_appends(place)
    print("| | one turn alone, p50 | p99 | CPU | together | CPU | load a long match | without its snapshot |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, got in figures.items():
        print(
            f"| {name} | {got.alone_p50:.2f} ms | {got.alone_p99:.2f} ms | {got.alone_cpu:.2f} ms "
            f"| {got.together_per_second:.0f} turns/s | {got.together_cpu:.2f} ms "
            f"| {got.load:.1f} ms | {got.load_without_snapshot:.1f} ms |"
        )
    print(f"| a bare append with fsync | {p50:.2f} ms | {p99:.2f} ms | | | | | |")


def _own_postgres(stack: ExitStack, place: Path) -> str:
    services.install()
    postgres = services.Postgres(place, fsync=True)
    stack.callback(postgres.stop)
    postgres.start()
    return postgres.new_database()


if __name__ == "__main__":
    main()
