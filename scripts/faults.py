"""Kill servers, Redis and PostgreSQL at random while people play, and check that nothing acknowledged is lost.

    python -m scripts.faults                       400 rounds, about half an hour
    python -m scripts.faults --rounds 20 --seed 7  fewer rounds, with another seed
    python -m scripts.faults --only cluster        only one setup: alone or cluster

Alone is one server with SQLite; cluster is two servers with PostgreSQL and Redis. In each round, one fault happens at a
random time: a process is killed or paused, connections break, a disk is full, a clock is set. Then every event log is
checked: all acknowledged commands are stored once and with the same number; there is no gap and no broken rule; every
tile of the box is in the game; no turn ended too early; and every table continues. In the end all matches are played to
their end. If any check fails, the script reports it and exits with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.support import services
from tests.support.beginner_client import play
from tests.support.client import Client
from tests.support.log_checks import Broken, LogChecker
from tests.support.processes import ServerProcess
from tilewise.profiles import PROFILES
from tilewise.server.store.database import StorageError, open_database
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.commands import Deal, Sit
from tilewise.server.tables.table_settings import TableSettings

Fault = Callable[[], Coroutine[Any, Any, None]]

LEASE: Final = 2
"""Seconds of a lease, after which another process takes over the tables of a dead one."""

CONTINUES_WITHIN: Final = 60.0
"""Seconds after a fault in which every table has to continue."""

PAUSE: Final = 0.15
"""The longest time, in seconds, before a player's next command while there are faults."""

LONG_PAUSE: Final = 3.0
"""The same for a player who is too slow for the clock."""


@dataclass
class Party:
    """A table and its players."""

    table: str
    clients: list[Client]
    checker: LogChecker
    playing: list[asyncio.Task[object]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return all(task.done() for task in self.playing)


@dataclass
class Report:
    """How much was done and checked."""

    faults: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    tables: int = 0
    finished: int = 0
    events: int = 0
    acknowledged: int = 0
    expiries: int = 0
    connections: int = 0
    sent_again: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items()))
        return (
            f"{self.rounds} rounds ({faults}); {self.tables} tables, {self.finished} finished matches; "
            f"{self.acknowledged} acknowledged commands and {self.events} events checked, "
            f"{self.expiries} turns ended by the clock; {self.connections} connections made, "
            f"{self.sent_again} commands sent again"
        )


class Setup:
    """Servers under load and faults."""

    def __init__(self, database: str, servers: list[ServerProcess], chance: random.Random, tables: int) -> None:
        self.database = open_database(database)
        self.servers = servers
        self.chance = chance
        self.tables = tables
        self.parties: list[Party] = []
        self.report = Report()
        self._created = 0
        self._finishing = False
        """Whether all rounds are over, and the matches are only played to their end."""

    @property
    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    # Load

    async def seat_party(self) -> Party:
        """Start a match of two people and a computer player."""
        self._created += 1
        profile = list(PROFILES)[self._created % len(PROFILES)]
        games = 3 if profile == "vienna-en" else 1
        # At some tables one of the two plays so slowly that the clock ends turns.
        slow = self._created % 3 == 0
        rules: dict[str, int | str | None] = {"turn_seconds": 1} if slow else {}
        settings = TableSettings(profile=profile, rules=rules, seats=("person", "person", "beginner"), games=games)
        clients = [
            Client(self.addresses, f"Player {number}", self.chance.getrandbits(32), repeat=0.1) for number in range(2)
        ]
        for client in clients:
            await client.enter()
        table = await clients[0].make_table(settings)
        await clients[1].command(table, Sit())
        await clients[0].command(table, Deal())
        party = Party(table, clients, LogChecker(table))
        for number, client in enumerate(clients):
            pause = self._long_pause if slow and number == 1 else self._pause
            seed = self.chance.getrandbits(32)
            party.playing.append(asyncio.create_task(play(client, table, pause, 3600, seed)))
        self.parties.append(party)
        self.report.tables += 1
        return party

    def _pause(self) -> float:
        return 0.0 if self._finishing else PAUSE

    def _long_pause(self) -> float:
        return LONG_PAUSE

    async def fill(self) -> None:
        """Replace finished matches by new ones."""
        for party in [party for party in self.parties if party.is_over]:
            await self.check(party)
            await self.end_party(party)
        while len(self.parties) < self.tables:
            await self.seat_party()

    async def end_party(self, party: Party) -> None:
        """Count a finished match and disconnect its players; raises Broken."""
        self.parties.remove(party)
        await asyncio.gather(*party.playing)
        state = party.checker.state
        if state is None or state.phase != "over" or len(state.results) != state.settings.games:
            raise Broken(f"The match at {party.table} is not over.")
        self.report.finished += 1
        self.report.acknowledged += sum(len(client.acknowledged) for client in party.clients)
        self.report.expiries += party.checker.expiries
        self.report.events += party.checker.number
        for client in party.clients:
            self.report.connections += client.connected
            self.report.sent_again += client.sent_again
            self.report.refused.update(refused.refusal.code for refused in client.refused)
            await client.close()

    # Checks

    async def check_all(self) -> None:
        """Check every table, and that it continues; raises Broken."""
        await self.wait_for_database()
        before: dict[str, int] = {}
        for party in self.parties:
            await self.check(party)
            before[party.table] = party.checker.number
        deadline = time.monotonic() + CONTINUES_WITHIN
        waiting = list(self.parties)
        while waiting:
            await asyncio.sleep(0.05)
            numbers = await TableStore(self.database).last_numbers(before)
            waiting = [party for party in waiting if numbers[party.table] <= before[party.table] and not party.is_over]
            if time.monotonic() > deadline:
                raise Broken(f"These tables do not continue: {[(p.table, self._where(p)) for p in waiting]}")

    def _where(self, party: Party) -> str:
        state = party.checker.state
        seen = [client.views.get(party.table) for client in party.clients]
        numbers = [None if view is None else view.number for view in seen]
        return f"log: {party.checker.number} {None if state is None else state.phase}, received: {numbers}"

    async def check(self, party: Party) -> None:
        """Check the event log of a table against what its players received; raises Broken."""
        # Acknowledgements first, then the event log: those that arrive in between are checked next time.
        acknowledged_before = [dict(client.acknowledged) for client in party.clients]
        party.checker.take(await TableStore(self.database).events(party.table, party.checker.number))
        for acknowledged, client in zip(acknowledged_before, party.clients, strict=True):
            party.checker.check_acknowledged(acknowledged)
            if client.faults:
                raise Broken("; ".join(client.faults))
        for task in party.playing:
            if task.done():
                task.result()

    async def wait_for_database(self) -> None:
        """Wait until the database can be read."""
        deadline = time.monotonic() + CONTINUES_WITHIN
        while True:
            try:
                await TableStore(self.database).last_numbers([])
                await TableStore(self.database).listings.lobby()
                return
            except StorageError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.1)

    # Faults

    async def a_moment(self) -> None:
        await asyncio.sleep(self.chance.uniform(0.02, 0.8))

    async def kill_server(self) -> None:
        """Kill a server and restart it at once or after a while."""
        server = self.chance.choice(self.servers)
        server.kill()
        if self.chance.random() < 0.3:
            await asyncio.sleep(self.chance.uniform(0, 2 * LEASE))
        await asyncio.to_thread(server.start)

    async def kill_all_servers(self) -> None:
        """Kill all servers at once."""
        for server in self.servers:
            server.kill()
        for server in self.servers:
            server.launch()
        for server in self.servers:
            await asyncio.to_thread(server.wait_until_ready)

    async def pause_server(self) -> None:
        """Pause a server, often for longer than its leases, and let it continue."""
        server = self.chance.choice(self.servers)
        server.pause()
        await asyncio.sleep(LEASE * self.chance.uniform(0.5, 2.5))
        server.resume()

    async def set_clock(self) -> None:
        """Set a server's clock forward or back by seconds or hours, and usually restart it."""
        server = self.chance.choice(self.servers)
        server.set_clock(self.chance.choice((-1, 1)) * self.chance.choice((2, 60, 3600, 86_400)))
        if self.chance.random() < 0.7:
            server.kill()
            await asyncio.to_thread(server.start)

    async def drop_connections(self) -> None:
        """Break the connections of all players."""
        for party in self.parties:
            for client in party.clients:
                client.drop()

    async def run(self, rounds: int, faults: Sequence[Fault], verbose: bool) -> Report:
        """Run some rounds of faults, then play all matches to their end; raises Broken."""
        try:
            await self.fill()
            for number in range(1, rounds + 1):
                await self.a_moment()
                fault = self.chance.choice(faults)
                self.report.faults[fault.__name__.replace("_", " ")] += 1
                await fault()
                await self.check_all()
                await self.fill()
                self.report.rounds += 1
                if verbose and number % 10 == 0:
                    print(f"  {number} of {rounds} rounds", flush=True)
            self._finishing = True
            for party in list(self.parties):
                async with asyncio.timeout(600):
                    await asyncio.wait(party.playing)
                await self.check(party)
                await self.end_party(party)
        finally:
            for party in self.parties:
                for task in party.playing:
                    task.cancel()
                await asyncio.gather(*party.playing, return_exceptions=True)
                for client in party.clients:
                    await client.close()
            await self.database.close()
        return self.report


class Alone(Setup):
    """One server with SQLite."""

    async def full_disk(self) -> None:
        """Let no file of the server grow for a while; it has to refuse commands with a reason."""
        process = self.servers[0].process
        assert process is not None
        limit = resource.RLIMIT_FSIZE
        resource.prlimit(process.pid, limit, (4096, resource.RLIM_INFINITY))
        await asyncio.sleep(self.chance.uniform(0.3, 1.5))
        if self.chance.random() < 0.3:
            self.servers[0].kill()
            await asyncio.to_thread(self.servers[0].start)
        else:
            resource.prlimit(process.pid, limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Cluster(Setup):
    """Two servers with PostgreSQL and Redis."""

    postgres: services.Postgres
    redis: services.Redis

    async def kill_redis(self) -> None:
        """Kill Redis and restart it at once or after a while."""
        self.redis.kill()
        if self.chance.random() < 0.5:
            await asyncio.sleep(self.chance.uniform(0, 2))
        await asyncio.to_thread(self.redis.start)

    async def kill_postgres(self) -> None:
        """Kill PostgreSQL and restart it at once or after a while; it recovers from its own log."""
        self.postgres.kill()
        if self.chance.random() < 0.5:
            await asyncio.sleep(self.chance.uniform(0, 2))
        await asyncio.to_thread(self.postgres.start)

    async def full_disk(self) -> None:
        """Let no file of PostgreSQL grow, until it has crashed and recovered."""
        self.postgres.limit_files(4096)
        await asyncio.sleep(self.chance.uniform(0.3, 1.5))

    async def kill_everything(self) -> None:
        """Kill everything at once, as when a machine crashes."""
        self.postgres.kill()
        self.redis.kill()
        for server in self.servers:
            server.kill()
        await asyncio.to_thread(self.postgres.start)
        await asyncio.to_thread(self.redis.start)
        for server in self.servers:
            await asyncio.to_thread(server.start)


def chosen_faults(faults: list[Fault], names: Collection[str]) -> list[Fault]:
    """Return the faults with these names, or all if there are no names."""
    return [fault for fault in faults if not names or fault.__name__ in names]


def run_alone(
    place: Path, rounds: int, seed: int, tables: int = 6, names: Collection[str] = (), verbose: bool = False
) -> Report:
    """Run faults against one server with SQLite; raises Broken."""
    url = f"sqlite:///{place / 'tilewise.db'}"
    server = ServerProcess(place / "alone.log", url, lease=LEASE)
    server.start()
    try:
        alone = Alone(url, [server], random.Random(seed), tables)
        faults: list[Fault] = [alone.kill_server] * 5 + [alone.pause_server, alone.drop_connections, alone.full_disk]
        faults.append(alone.set_clock)
        report = asyncio.run(alone.run(rounds, chosen_faults(faults, names), verbose))
    finally:
        with suppress(Exception):
            server.stop()
    check_log_file(place / "alone.log")
    return report


def run_cluster(
    place: Path, rounds: int, seed: int, tables: int = 6, names: Collection[str] = (), verbose: bool = False
) -> Report:
    """Run faults against two servers with PostgreSQL and Redis; raises Broken and services.NotHere."""
    with ExitStack() as stack:
        postgres, redis = services.Postgres(place), services.Redis(place)
        for service in (postgres, redis):
            stack.callback(service.stop)
            service.start()
        url = postgres.new_database()
        migrate(open_database(url))
        servers = [ServerProcess(place / f"{name}.log", url, redis.url, lease=LEASE) for name in ("one", "two")]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        cluster = Cluster(url, servers, random.Random(seed), tables)
        cluster.postgres, cluster.redis = postgres, redis
        faults: list[Fault] = [cluster.kill_server] * 4 + [cluster.kill_postgres] * 3 + [cluster.kill_redis] * 3
        faults += [cluster.kill_all_servers, cluster.kill_everything, cluster.drop_connections]
        faults += [cluster.pause_server] * 2 + [cluster.full_disk, cluster.set_clock]
        report = asyncio.run(cluster.run(rounds, chosen_faults(faults, names), verbose))
    for name in ("one", "two"):
        check_log_file(place / f"{name}.log")
    return report


def check_log_file(log: Path) -> None:
    """Check that a server logged no unexpected error; raises Broken."""
    text = log.read_text(errors="replace")
    if "Traceback" in text:
        raise Broken(f"A server failed unexpectedly:\n{text[max(0, text.index('Traceback') - 500) :][:4000]}")


def main() -> int:
    """Run the script; return the exit code."""
    parser = argparse.ArgumentParser(description="Faults under load; see the docstring of this file.")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--only", choices=("alone", "cluster"))
    parser.add_argument("--faults", nargs="*", default=(), help="only these faults, such as kill_server or full_disk")
    chosen = parser.parse_args()
    services.stop_what_was_started()
    runs = {"alone": run_alone, "cluster": run_cluster}
    names = [chosen.only] if chosen.only else list(runs)
    for name in names:
        with ExitStack() as stack:
            place = services.private_place(stack)
            print(f"{name}, seed {chosen.seed}", flush=True)
            began = time.monotonic()
            try:
                if name == "cluster":
                    services.install()
                report = runs[name](place, chosen.rounds // len(names), chosen.seed, chosen.tables, chosen.faults, True)
            except (Broken, services.NotHere) as error:
                print(f"{name}, seed {chosen.seed}: {error}", file=sys.stderr)
                return 1
            print(f"{name}: {report}; {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
