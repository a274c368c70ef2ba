"""After random actions, all events replay, nobody sits twice, and nothing remains of deleted people.

Two hosts share a database like two processes; both end up with the state of the stored events.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from tests.support.effort import examples
from tests.support.visitors import new_server
from tilewise.bots import UNTIMED, Beginner
from tilewise.errors import Refused
from tilewise.game import Pass, Play
from tilewise.server.app import Server
from tilewise.server.bus.local import Hub, LocalBus
from tilewise.server.host import Host
from tilewise.server.people.store import Person
from tilewise.server.store.schema import metadata
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables import commands as do
from tilewise.server.tables.identity import GONE
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import TableState, replay_table
from tilewise.tiles import format_tiles
from tilewise.view import view_of

STEPS = 60


@dataclass
class Town:
    """People, tables, and the two hosts that serve them."""

    server: Server
    luck: random.Random
    people: list[Person] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    traces: set[str] = field(default_factory=set)
    """Ids and names of deleted people."""
    names: dict[str, set[str]] = field(default_factory=dict)
    """All ids and names that each person has had."""
    count: int = 0

    async def live(self) -> None:
        hub = Hub()
        self.server.host.bus = LocalBus(hub)
        self.other = Host(TableStore(self.server.database), LocalBus(hub), self.server.clock)
        await self.server.host.start()
        await self.other.start()
        try:
            for _ in range(4):
                await self.come()
            for _ in range(STEPS):
                await self.luck.choice(
                    [self.come, self.make, self.sit, self.sit, self.act, self.act, self.act, self.act]
                    + [self.leave, self.become_account, self.sign_in, self.rename, self.delete, self.reload]
                )()
                await self.check()
        finally:
            await self.server.host.close()
            await self.other.close()
            self.server.accounts.close()
            await self.server.database.close()

    # Actions

    def new_name(self) -> str:
        self.count += 1
        return f"Name{self.count}x"

    async def come(self) -> None:
        person = await self.server.people.create_guest(self.new_name(), self.server.clock.now())
        self.people.append(person)
        self.names[person.id] = {person.id, person.name}

    async def make(self) -> None:
        person = self.luck.choice(self.people)
        seats = ("person",) * self.luck.choice((2, 2, 3))
        profile = self.luck.choice(("international", "tm-toys"))
        settings = TableSettings(profile, seats=seats, rated=self.luck.random() < 0.5, games=self.luck.choice((1, 6)))
        live = await self.server.host.create(settings, person.id, person.name, f"m{len(self.tables)}")
        self.tables.append(live.table_id)

    async def command(self, table: str, person: Person, command: do.AnyCommand) -> None:
        self.count += 1
        host = self.luck.choice((self.server.host, self.other))
        try:
            await host.command(table, person.id, person.name, f"c{self.count}", command)
        except (NotPossible, Refused):
            return

    async def sit(self) -> None:
        if self.tables:
            await self.command(self.luck.choice(self.tables), self.luck.choice(self.people), do.Sit())

    async def leave(self) -> None:
        if self.tables:
            await self.command(self.luck.choice(self.tables), self.luck.choice(self.people), do.Leave())

    async def act(self) -> None:
        """Advance one table by one step."""
        if not self.tables:
            return
        state = await self.state(self.luck.choice(self.tables))
        for person in self.people:
            seat = state.seat_of(person.id)
            if seat is not None:
                await self.act_on(state, seat, person)

    async def act_on(self, state: TableState, seat: int, person: Person) -> None:
        match state.phase:
            case "ready":
                await self.command(state.table_id, person, do.Deal())
            case "dealing":
                await self.command(state.table_id, person, do.Add(f"chance{seat}"))
            case "offering":
                await self.command(state.table_id, person, do.Keep())
            case "between":
                await self.command(state.table_id, person, do.NextGame())
            case "over":
                await self.command(state.table_id, person, do.Rematch())
            case "playing" if state.game is not None and state.game.turn == seat:
                action = Beginner().choose(view_of(state.game, seat), UNTIMED)
                command: do.AnyCommand = do.Draw()
                if isinstance(action, Pass):
                    command = do.Pass()
                elif isinstance(action, Play):
                    command = do.Play(tuple(map(format_tiles, action.table)))
                await self.command(state.table_id, person, command)

    async def become_account(self) -> None:
        guests = [person for person in self.people if person.account is None]
        if guests:
            guest = self.luck.choice(guests)
            account = await self.server.accounts.create(guest, self.new_name(), "a long passphrase")
            self.changed(guest, account)
            await self.server.people_updates.rename(account)

    async def sign_in(self) -> None:
        guests = [person for person in self.people if person.account is None]
        accounts = [person for person in self.people if person.account is not None]
        if guests and accounts:
            guest, account = self.luck.choice(guests), self.luck.choice(accounts)
            assert await self.server.accounts.merge_guest(guest, account, self.server.clock.now())
            self.people.remove(guest)
            self.names[account.id] |= self.names.pop(guest.id)
            await self.server.people_updates.process_departed_person(guest.id)

    async def rename(self) -> None:
        person = self.luck.choice(self.people)
        renamed = await self.server.people.rename(person, self.new_name(), self.count * 3_600_000)
        self.changed(person, renamed)
        await self.server.people_updates.rename(renamed)

    def changed(self, before: Person, after: Person) -> None:
        self.people[self.people.index(before)] = after
        self.names[after.id] |= {after.name, after.account or after.name}

    async def delete(self) -> None:
        if len(self.people) > 3:
            person = self.luck.choice(self.people)
            self.people.remove(person)
            await self.server.people.delete(person, self.server.clock.now())
            await self.server.people_updates.process_departed_person(person.id)
            self.traces |= self.names.pop(person.id)

    async def reload(self) -> None:
        """Unload all tables of a host."""
        for live in list(self.other.tables.values()):
            await self.other.unload(live)

    # Invariants

    async def state(self, table: str) -> TableState:
        return replay_table(table, await self.server.store.events(table))

    async def check(self) -> None:
        await self.server.host.loaded.catch_up_all()
        await self.other.loaded.catch_up_all()
        alive = {person.id for person in self.people}
        seated: set[tuple[str, str, int]] = set()
        for table in self.tables:
            logged = await self.server.store.events(table)
            state = replay_table(table, logged)
            for host in (self.server.host, self.other):
                if table in host.tables:
                    # A computer player may have acted in the meantime.
                    live = host.tables[table].state
                    assert live.number >= logged[-1].number - 1
                    same = await self.server.store.events(table, until=live.number)
                    assert live == replay_table(table, same)
            for number, seat in enumerate(state.seats):
                if seat.person is not None and seat.name != GONE:
                    assert seat.person in alive
                    seated.add((seat.person, table, number))
            assert len({person for person, at, _ in seated if at == table}) == len(
                [one for one in seated if one[1] == table]
            )
        rows = await self.rows()
        kept = {
            (row["person"], row["table_id"], row["seat"])
            for row in rows["members"]
            if not row["left"] and row["person"] in alive
        }
        assert kept == seated
        self.check_traces(rows)
        self.check_games(rows)

    async def rows(self) -> dict[str, list[dict[str, Any]]]:
        def work(connection: sa.Connection) -> dict[str, list[dict[str, Any]]]:
            return {
                table.name: [dict(row._mapping) for row in connection.execute(sa.select(table))]
                for table in metadata.sorted_tables
            }

        return await self.server.database.read(work)

    def check_traces(self, rows: dict[str, list[dict[str, Any]]]) -> None:
        """Only the rows that are kept for a day after a deletion contain the id."""
        for name, some in rows.items():
            held = repr([{**row, "id": "", "merged_into": ""} if name == "people" else row for row in some])
            for trace in self.traces:
                assert f"{trace}'" not in held, (name, trace)
                assert f'{trace}"' not in held, (name, trace)
                assert f"{trace}/" not in held, (name, trace)

    def check_games(self, rows: dict[str, list[dict[str, Any]]]) -> None:
        """Every player of a game is a computer player, a deleted player, or a member of the table."""
        known = {(row["person"], row["table_id"]) for row in rows["members"]}
        for row in rows["games"]:
            game = msgspec.json.decode(row["body"])
            for person, name in zip(game["people"], game["names"], strict=True):
                assert person is None or name == GONE or (person, row["table_id"]) in known


@pytest.mark.parametrize("seed", range(examples(3, thorough=30)))
async def test_events_replay_and_nothing_remains_of_deleted_people(tmp_path: Path, seed: int) -> None:
    town = Town(new_server(tmp_path), random.Random(seed))
    await town.live()
    assert town.tables


async def test_the_checks_of_this_file_find_violations(tmp_path: Path) -> None:
    """A person who is not removed is detected."""
    town = Town(new_server(tmp_path), random.Random(1))
    town.other = town.server.host
    try:
        await town.come()
        await town.make()
        town.traces |= town.names[town.people[0].id]
        with pytest.raises(AssertionError):
            await town.check()
    finally:
        await town.server.host.close()
        town.server.accounts.close()
        await town.server.database.close()
