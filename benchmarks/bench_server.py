"""The server under load: `make bench-server`. Prints Markdown for docs/benchmarks.md.

    python -m benchmarks.bench_server                                       up to 1,000 tables (about 20 minutes)
    python -m benchmarks.bench_server --tables 20 --seconds 5 --skip-turns  a quick run

Tables in the middle of a game are stored beforehand, together with a plan of the turns to play. Then, for each number
of tables, the server runs on that database in one process and the load (`server_load`) in another. The same traffic
also goes through a bare server (`server_echo`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

import msgspec

from benchmarks.provenance import measured_at
from benchmarks.server_load import Figures, PlannedTable, PlannedTurn
from tilewise.bots import Beginner, next_action
from tilewise.game import Game, Play, apply
from tilewise.records.action_format import action_verb
from tilewise.server.bus.local import LocalBus
from tilewise.server.clock import SteadyClock
from tilewise.server.host import Host, new_secret
from tilewise.server.people.store import People, Person, signing_key
from tilewise.server.people.tokens import Signer
from tilewise.server.store.database import Database, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import Decision
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import format_tiles

SEATS = 4
PLAYED_ACTIONS = 24
"""Actions that are stored before the load starts, so that there are sets on the tables."""

PLANNED_TURNS = 40
"""Turns that are planned for each table. A table whose game ends earlier is not used."""

ROOT = Path(__file__).parent.parent


class ProcessFailed(Exception):
    """A process of the benchmark ended too early."""


async def store_tables(database: Database, count: int, played: int, turns: int) -> list[PlannedTable]:
    """Store tables in the middle of a game, and return the plans for them."""
    host = Host(TableStore(database), LocalBus(), SteadyClock())
    people = People(database, Signer(signing_key_of(database)))
    plans: list[PlannedTable] = []
    while len(plans) < count:
        made = await asyncio.gather(*(_store_table(host, people, played, turns) for _ in range(25)))
        plans += [plan for plan in made if plan is not None]
        host.tables.clear()
    # Pretend that a server has run until now. The next one then gives the players back the time in between.
    await host.store.leases.record_start(host.process, host.clock.now(), 0)
    await host.close()
    return plans[:count]


def signing_key_of(database: Database) -> str:
    """Return the signing key of a database, which `opened` has read before the event loop started."""
    return _KEYS[id(database)]


_KEYS: dict[int, str] = {}


async def _store_table(host: Host, people: People, played: int, turns: int) -> PlannedTable | None:
    persons = [await people.create_guest(f"Player {seat}", host.clock.now()) for seat in range(SEATS)]
    # Storing all tables takes minutes, and no turn may time out before the load starts.
    settings = TableSettings(rules={"turn_seconds": 1800}, seats=("person",) * SEATS)
    live = await host.create(settings, persons[0].id, persons[0].name, "make")
    for person in persons[1:]:
        await host.command(live.table_id, person.id, person.name, "sit", do.Sit())
    await host.command(live.table_id, persons[0].id, persons[0].name, "deal", do.Deal())
    for person in persons:
        await host.command(live.table_id, person.id, person.name, "add", do.Add("chance"))
    decision, game = _played(live.state, host.clock.now(), played)
    async with live.lock:
        await host.store_decision(live, lambda _: decision)
    planned = _plan(game, turns)
    if len(planned) < turns:
        return None
    tokens = tuple(
        people.token_of(_person_in_seat(live.state, persons, seat), host.clock.now()) for seat in range(SEATS)
    )
    return PlannedTable(live.table_id, tokens, planned)


def _person_in_seat(state: TableState, persons: list[Person], seat: int) -> Person:
    return next(person for person in persons if person.id == state.seats[seat].person)


def _played(state: TableState, now: int, actions: int) -> tuple[Decision, Game]:
    decision, players = Decision(state, now, new_secret), [Beginner()] * SEATS
    for _ in range(actions):
        assert decision.state.game is not None  # noqa: S101
        if decision.state.game.is_over:
            break
        decision.act(next_action(decision.state.game, players), "person")
    assert decision.state.game is not None  # noqa: S101
    return decision, decision.state.game


def _plan(game: Game, turns: int) -> list[PlannedTurn]:
    planned: list[PlannedTurn] = []
    while len(planned) < turns and not game.is_over:
        action = next_action(game, [Beginner()] * SEATS)
        table = action.table if isinstance(action, Play) else game.table
        sets = tuple(map(format_tiles, table))
        command = {"do": "play", "table": sets} if isinstance(action, Play) else {"do": action_verb(action)}
        # A player who draws has first tried a tile on the table.
        draft = sets if isinstance(action, Play) else (*sets, format_tiles(game.racks[action.seat][:1]))
        planned.append(PlannedTurn(action.seat, msgspec.Raw(msgspec.json.encode(command)), draft))
        game = apply(game, action)
    return planned


@contextmanager
def server_on(database: str, profile: str | None = None) -> Iterator[tuple[int, int]]:
    """Run a game server in a new process; yield its port and process id."""
    many = "1000000"
    arguments = ["--port", "0", "--database", database, "--log-level", "warning", "--grace", "600"]
    arguments += ["--connections-per-address", many, "--requests-per-minute", many, "--retention-days", "0"]
    with _process([sys.executable, "-m", "tilewise", "serve", *arguments]) as process:
        assert process.stdout is not None  # noqa: S101
        for line in process.stdout:
            found = re.search(r"localhost:(\d+)", line)
            if found:
                break
        else:
            raise ProcessFailed("The server did not start.")
        if profile is None:
            yield int(found[1]), process.pid
            return
        spy = [
            profile,
            "record",
            "--pid",
            str(process.pid),
            "--duration",
            "20",
            "--rate",
            "200",
            "--gil",
            "--format",
            "raw",
        ]
        # Wait until all clients are connected.
        later = ["/bin/sh", "-c", 'sleep 35; exec "$@"', "sh", *spy, "--output", "server-profile.txt"]
        with subprocess.Popen(later):  # noqa: S603
            yield int(found[1]), process.pid


@contextmanager
def echo_on(event_bytes: int) -> Iterator[tuple[int, int]]:
    """Run a bare server in a new process; yield its port and process id."""
    with _process([sys.executable, "-m", "benchmarks.server_echo", "--event-bytes", str(event_bytes)]) as process:
        assert process.stdout is not None  # noqa: S101
        yield int(process.stdout.readline()), process.pid


@contextmanager
def _process(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    # A session of its own, because Linux shares the CPU between sessions on a busy machine.
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=ROOT
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def load(port: int, server: int, plan: Path, tables: int, seconds: float) -> Figures:
    """Run the load in a new process and return its figures; raises ProcessFailed."""
    command = [sys.executable, "-m", "benchmarks.server_load", "--port", str(port), "--server", str(server)]
    command += ["--plan", str(plan), "--tables", str(tables), "--seconds", str(seconds)]
    done = subprocess.run(  # noqa: S603
        command, stdout=subprocess.PIPE, text=True, check=False, start_new_session=True, cwd=ROOT
    )
    if done.returncode:
        raise ProcessFailed("The load failed.")
    return msgspec.json.decode(done.stdout, type=Figures)


def rows(figures: list[tuple[str, Figures]]) -> str:
    """Return the figures as a Markdown table."""
    lines = [
        (
            "| server | tables | connections | turn done p50 / p99 ms | event p50 / p99 ms | draft p50 / p99 ms "
            "| messages in / out per s | server CPU s per s | load CPU s per s | memory per connection "
            "| load late p99 ms |"
        ),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, one in figures:
        memory = (one.memory_after - one.memory_before) / one.connections / 1024
        lines.append(
            f"| {name} | {one.tables:,} | {one.connections:,} | {one.done_p50:.1f} / {one.done_p99:.1f} "
            f"| {one.event_p50:.1f} / {one.event_p99:.1f} | {one.draft_p50:.1f} / {one.draft_p99:.1f} "
            f"| {one.messages_in / one.seconds:,.0f} / {one.messages_out / one.seconds:,.0f} "
            f"| {one.server_cpu / one.seconds:.2f} | {one.load_cpu / one.seconds:.2f} | {memory:.0f} KiB "
            f"| {one.late_p99:.1f} |"
        )
        if one.refused_commands or one.lost_connections:
            lines.append(f"\n**Refused commands: {one.refused_commands}, lost connections: {one.lost_connections}.**\n")
    return "\n".join(lines)


async def cost_of_turns(database: Database) -> tuple[float, float]:
    """Return the milliseconds for one turn and its commit: alone, and when 50 tables play at once."""
    plans = await store_tables(database, 50, PLAYED_ACTIONS, 12)
    host = Host(TableStore(database), LocalBus(), SteadyClock())

    async def turn(plan: PlannedTable, number: int) -> None:
        planned = plan.turns[number]
        live = host.tables[plan.table_id]
        command = msgspec.json.decode(planned.command, type=do.AnyCommand)
        person = live.state.seats[planned.seat].person
        assert person is not None  # noqa: S101
        await host.command(plan.table_id, person, "Player", f"t{number}", command)

    for plan in plans:
        await host.table(plan.table_id)
    alone = []
    for number in range(4):
        for plan in plans:
            start = time.perf_counter()
            await turn(plan, number)
            alone.append(time.perf_counter() - start)
    start = time.perf_counter()
    for number in range(4, 12):
        await asyncio.gather(*(turn(plan, number) for plan in plans))
    together = (time.perf_counter() - start) / (8 * len(plans))
    await host.close()
    return 1000 * median(alone), 1000 * together


def opened(url: str) -> Database:
    """Open a database with the current schema, and read its key."""
    database = open_database(url)
    migrate(database)
    _KEYS[id(database)] = signing_key(database, "")
    return database


def turn_costs(urls: list[tuple[str, str]]) -> str:
    """Return the cost of one turn as a Markdown table."""
    lines = ["| database | one turn alone, ms | 50 tables at once, ms per turn |", "| --- | ---: | ---: |"]
    for name, url in urls:
        database = opened(url)

        async def measured(database: Database = database) -> tuple[float, float]:
            try:
                return await cost_of_turns(database)
            finally:
                await database.close()

        alone, together = asyncio.run(measured())
        lines.append(f"| {name} | {alone:.2f} | {together:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print Markdown."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 300, 1000])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgres", help="URL of an empty database, to measure the cost of a turn there")
    parser.add_argument("--skip-turns", action="store_true", help="do not measure the cost of a turn")
    parser.add_argument("--skip-echo", action="store_true", help="do not measure the bare server")
    parser.add_argument("--prepared", type=Path, help="store the tables in this folder, and use them again next time")
    parser.add_argument("--profile", metavar="PY-SPY", help="profile the server with this py-spy")
    options = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.prepared or Path(scratch) / "prepared"
        _prepare(folder, max(options.tables))
        figures: list[tuple[str, Figures]] = []
        for count in options.tables:
            working = Path(scratch) / "working.db"
            for file in Path(scratch).glob("working.db*"):
                file.unlink()
            shutil.copy(folder / "tables.db", working)
            _keep_only(working, folder / "plan.json", count)
            with server_on(f"sqlite:///{working}", options.profile) as (port, pid):
                figures.append(("Tilewise", load(port, pid, folder / "plan.json", count, options.seconds)))
            if not options.skip_echo:
                with echo_on(figures[-1][1].event_bytes) as (port, pid):
                    figures.append(("bare echo", load(port, pid, folder / "plan.json", count, options.seconds)))
        print(measured_at())
        print(f"{platform.machine()}, {os.cpu_count()} cores, Linux, Python {platform.python_version()}\n")
        print(rows(figures))
        if not options.skip_echo:
            ours, bare = (one for _, one in figures if one.tables == max(options.tables))
            ratio = (ours.server_cpu / ours.seconds) / (bare.server_cpu / bare.seconds)
            print(
                f"\nAt {max(options.tables):,} tables the server takes {ratio:.2f} times the CPU time of the bare echo."
            )
        if not options.skip_turns:
            urls = [("SQLite", f"sqlite:///{scratch}/turns.db")]
            if options.postgres:
                urls.append(("PostgreSQL", options.postgres))
            print("\n" + turn_costs(urls))


def _keep_only(database: Path, plan: Path, count: int) -> None:
    """Delete the other tables: the server would spend time on their timers."""
    ids = [one.table_id for one in msgspec.json.decode(plan.read_bytes(), type=list[PlannedTable])[:count]]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("CREATE TEMP TABLE wanted (id TEXT PRIMARY KEY)")
        connection.executemany("INSERT INTO wanted VALUES (?)", [(one,) for one in ids])
        connection.execute("DELETE FROM tables WHERE id NOT IN (SELECT id FROM wanted)")


def _prepare(folder: Path, count: int) -> None:
    plan = folder / "plan.json"
    if plan.exists() and len(msgspec.json.decode(plan.read_bytes(), type=list[PlannedTable])) >= count:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("tables.db*"):
        file.unlink()
    print(f"Storing {count} tables ...", file=sys.stderr)
    database = opened(f"sqlite:///{folder / 'tables.db'}")

    async def storing() -> list[PlannedTable]:
        try:
            return await store_tables(database, count, PLAYED_ACTIONS, PLANNED_TURNS)
        finally:
            await database.close()

    plan.write_bytes(msgspec.json.encode(asyncio.run(storing())))


if __name__ == "__main__":
    main()
