"""How the server bears up: `make bench-server`. Output as Markdown for docs/benchmarks.md.

Tables in the middle of their games are stored beforehand, with what will be played at them. Then, for each number of
tables, the server runs on that database in a process of its own, and the load (`server_load`) in another one; and the
same traffic goes through a bare server of the same stack (`server_echo`).
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

from benchmarks.server_load import Figures, Table, Turn
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
from tilewise.server.tables.events import AnyEvent
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import format_tiles

SEATS = 4
PLAYED = 24
"""Actions that are stored before the load begins, so that tables have sets on them."""

TURNS = 40
"""Turns that are planned for each table; a game that is over before has fewer, and its table is left out."""

HERE = Path(__file__).parent


class Gone(Exception):
    """A process of the benchmark ended too soon."""


async def store_tables(database: Database, count: int, played: int, turns: int) -> list[Table]:
    """Store tables in the middle of a game, and return what is to be played at them."""
    host = Host(TableStore(database), LocalBus(), SteadyClock())
    people = People(database, Signer(signing_key_of(database)))
    plans: list[Table] = []
    while len(plans) < count:
        made = await asyncio.gather(*(_store_table(host, people, played, turns) for _ in range(25)))
        plans += [plan for plan in made if plan is not None]
        host.tables.clear()
    # As if a server had run until now: the one that starts then gives the turns the time back in between.
    await host.store.leases.record_start(host.process, host.clock.now(), 0)
    await host.close()
    return plans[:count]


def signing_key_of(database: Database) -> str:
    """The key of a database; must have been asked for before the loop runs."""
    return _KEYS[id(database)]


_KEYS: dict[int, str] = {}


async def _store_table(host: Host, people: People, played: int, turns: int) -> Table | None:
    persons = [await people.create_guest(f"Player {seat}", host.clock.now()) for seat in range(SEATS)]
    # Storing all tables takes minutes: no turn may be over before the load begins.
    settings = TableSettings(rules={"turn_seconds": 1800}, seats=("person",) * SEATS)
    live = await host.make(settings, persons[0].id, persons[0].name, "make")
    for person in persons[1:]:
        await host.command(live.table_id, person.id, person.name, "sit", do.Sit())
    for person in persons:
        await host.command(live.table_id, person.id, person.name, "add", do.Add("chance"))
    events, game = _played(live.state, host.clock.now(), played)
    async with live.lock:
        await host.happen(live, lambda _: events)
    planned = _planned(game, turns)
    if len(planned) < turns:
        return None
    tokens = tuple(people.token_of(_of_seat(live.state, persons, seat), host.clock.now()) for seat in range(SEATS))
    return Table(live.table_id, tokens, planned)


def _of_seat(state: TableState, persons: list[Person], seat: int) -> Person:
    return next(person for person in persons if person.id == state.seats[seat].person)


def _played(state: TableState, now: int, actions: int) -> tuple[list[AnyEvent], Game]:
    decision, players = Decision(state, now, new_secret), [Beginner()] * SEATS
    for _ in range(actions):
        assert decision.state.game is not None  # noqa: S101
        if decision.state.game.is_over:
            break
        decision.act(next_action(decision.state.game, players), "person")
    assert decision.state.game is not None  # noqa: S101
    return decision.events, decision.state.game


def _planned(game: Game, turns: int) -> list[Turn]:
    planned: list[Turn] = []
    while len(planned) < turns and not game.is_over:
        action = next_action(game, [Beginner()] * SEATS)
        table = action.table if isinstance(action, Play) else game.table
        sets = tuple(map(format_tiles, table))
        command = {"do": "play", "table": sets} if isinstance(action, Play) else {"do": action_verb(action)}
        # Whoever draws has tried a tile on the table before.
        draft = sets if isinstance(action, Play) else (*sets, format_tiles(game.racks[action.seat][:1]))
        planned.append(Turn(action.seat, msgspec.Raw(msgspec.json.encode(command)), draft))
        game = apply(game, action)
    return planned


@contextmanager
def server_on(database: str, profile: str | None = None) -> Iterator[tuple[int, int]]:
    """A game server in a process of its own: its port and its process id."""
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
            raise Gone("The server did not start.")
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
        # Not while clients still connect.
        later = ["/bin/sh", "-c", 'sleep 35; exec "$@"', "sh", *spy, "--output", "server-profile.txt"]
        with subprocess.Popen(later):  # noqa: S603
            yield int(found[1]), process.pid


@contextmanager
def echo_on(event_bytes: int) -> Iterator[tuple[int, int]]:
    """A bare server in a process of its own: its port and its process id."""
    with _process([sys.executable, str(HERE / "server_echo.py"), "--event-bytes", str(event_bytes)]) as process:
        assert process.stdout is not None  # noqa: S101
        yield int(process.stdout.readline()), process.pid


@contextmanager
def _process(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    # In a session of its own: where other work runs, Linux shares the processor out by sessions.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def load(port: int, server: int, plan: Path, tables: int, seconds: float) -> Figures:
    """Let the load run in a process of its own; raises Gone if it fails."""
    command = [sys.executable, str(HERE / "server_load.py"), "--port", str(port), "--server", str(server)]
    command += ["--plan", str(plan), "--tables", str(tables), "--seconds", str(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, start_new_session=True)  # noqa: S603
    if done.returncode:
        raise Gone("The load did not run to its end.")
    return msgspec.json.decode(done.stdout, type=Figures)


def rows(figures: list[tuple[str, Figures]]) -> str:
    """A table of figures."""
    lines = [
        (
            "| server | tables | connections | turn done p50 / p99 ms | turn told p50 / p99 ms | draft p50 / p99 ms "
            "| messages in / out per s | server CPU s per s | load CPU s per s | memory per connection "
            "| load late p99 ms |"
        ),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, one in figures:
        memory = (one.memory_after - one.memory_before) / one.connections / 1024
        lines.append(
            f"| {name} | {one.tables:,} | {one.connections:,} | {one.done_p50:.1f} / {one.done_p99:.1f} "
            f"| {one.told_p50:.1f} / {one.told_p99:.1f} | {one.draft_p50:.1f} / {one.draft_p99:.1f} "
            f"| {one.messages_in / one.seconds:,.0f} / {one.messages_out / one.seconds:,.0f} "
            f"| {one.server_cpu / one.seconds:.2f} | {one.load_cpu / one.seconds:.2f} | {memory:.0f} KiB "
            f"| {one.late_p99:.1f} |"
        )
        if one.refused or one.lost:
            lines.append(f"\n**{one.refused} commands were refused and {one.lost} connections lost.**\n")
    return "\n".join(lines)


async def cost_of_turns(database: Database) -> tuple[float, float]:
    """Milliseconds of one turn, with its commit: alone, and when 50 tables play at once (per turn)."""
    plans = await store_tables(database, 50, PLAYED, 12)
    host = Host(TableStore(database), LocalBus(), SteadyClock())

    async def turn(plan: Table, number: int) -> None:
        planned = plan.turns[number]
        live = host.tables[plan.table]
        command = msgspec.json.decode(planned.command, type=do.AnyCommand)
        person = live.state.seats[planned.seat].person
        assert person is not None  # noqa: S101
        await host.command(plan.table, person, "Player", f"t{number}", command)

    for plan in plans:
        await host.table(plan.table)
    alone = []
    for number in range(4):
        for plan in plans:
            began = time.perf_counter()
            await turn(plan, number)
            alone.append(time.perf_counter() - began)
    began = time.perf_counter()
    for number in range(4, 12):
        await asyncio.gather(*(turn(plan, number) for plan in plans))
    together = (time.perf_counter() - began) / (8 * len(plans))
    await host.close()
    return 1000 * median(alone), 1000 * together


def opened(url: str) -> Database:
    """A database with its schema and key."""
    database = open_database(url)
    migrate(database)
    _KEYS[id(database)] = signing_key(database, "")
    return database


def turn_costs(urls: list[tuple[str, str]]) -> str:
    """A table of what one turn costs."""
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
    parser.add_argument("--postgres", help="the URL of an empty database, for the cost of a turn there")
    parser.add_argument("--skip-turns", action="store_true", help="do not measure the cost of a turn")
    parser.add_argument("--skip-echo", action="store_true")
    parser.add_argument("--prepared", type=Path, help="keep prepared tables in this folder, and use them again")
    parser.add_argument("--profile", metavar="PY-SPY", help="sample the server with this py-spy")
    chosen = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.prepared or Path(scratch) / "prepared"
        _prepare(folder, max(chosen.tables))
        figures: list[tuple[str, Figures]] = []
        for count in chosen.tables:
            working = Path(scratch) / "working.db"
            for file in Path(scratch).glob("working.db*"):
                file.unlink()
            shutil.copy(folder / "tables.db", working)
            _keep_only(working, folder / "plan.json", count)
            with server_on(f"sqlite:///{working}", chosen.profile) as (port, pid):
                figures.append(("Tilewise", load(port, pid, folder / "plan.json", count, chosen.seconds)))
            if not chosen.skip_echo:
                with echo_on(figures[-1][1].event_bytes) as (port, pid):
                    figures.append(("bare echo", load(port, pid, folder / "plan.json", count, chosen.seconds)))
        print(f"{platform.machine()}, {os.cpu_count()} cores, Linux, Python {platform.python_version()}\n")
        print(rows(figures))
        if not chosen.skip_echo:
            ours, bare = (one for _, one in figures if one.tables == max(chosen.tables))
            ratio = (ours.server_cpu / ours.seconds) / (bare.server_cpu / bare.seconds)
            print(f"\nAt {max(chosen.tables):,} tables the server takes {ratio:.2f} times the CPU of the bare echo.")
        if not chosen.skip_turns:
            urls = [("SQLite", f"sqlite:///{scratch}/turns.db")]
            if chosen.postgres:
                urls.append(("PostgreSQL", chosen.postgres))
            print("\n" + turn_costs(urls))


def _keep_only(database: Path, plan: Path, count: int) -> None:
    """Delete the tables that are not played at: the server would see to their timers, too."""
    ids = [one.table for one in msgspec.json.decode(plan.read_bytes(), type=list[Table])[:count]]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("CREATE TEMP TABLE kept (id TEXT PRIMARY KEY)")
        connection.executemany("INSERT INTO kept VALUES (?)", [(one,) for one in ids])
        connection.execute("DELETE FROM tables WHERE id NOT IN (SELECT id FROM kept)")


def _prepare(folder: Path, count: int) -> None:
    plan = folder / "plan.json"
    if plan.exists() and len(msgspec.json.decode(plan.read_bytes(), type=list[Table])) >= count:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("tables.db*"):
        file.unlink()
    print(f"Storing {count} tables ...", file=sys.stderr)
    database = opened(f"sqlite:///{folder / 'tables.db'}")

    async def storing() -> list[Table]:
        try:
            return await store_tables(database, count, PLAYED, TURNS)
        finally:
            await database.close()

    plan.write_bytes(msgspec.json.encode(asyncio.run(storing())))


if __name__ == "__main__":
    main()
