"""One suite for both databases: what a store promises, on the real ones."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from tests.support.services import Postgres, free_port
from tests.support.store_parts import NOW, beginning, effects, in_store, long_match, make_table, state_after
from tilewise.server.people.store import signing_key
from tilewise.server.store import sqlite
from tilewise.server.store.database import Conflict, StorageError, open_database
from tilewise.server.store.leases import LONGEST_LEASE, Outage
from tilewise.server.store.schema import members, metadata, notes, tables
from tilewise.server.store.schema_versions import migrate
from tilewise.server.store.table_store import TableStore
from tilewise.server.tables.effects import FinishedGame, effects_of
from tilewise.server.tables.events import CameBack, Sat, Stood, WentAway
from tilewise.server.tables.schedule import human_thinking_time
from tilewise.server.tables.snapshots import snapshot_of
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import replay_table

# The log


def test_what_is_stored_is_read_back_in_order(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        await store.append("t1", 2, NOW + 5, [WentAway(0), CameBack(0)], beside, "p1/a")
        log = await store.events("t1")
        assert [entry.number for entry in log] == [1, 2, 3, 4]
        assert [entry.event for entry in log] == [*beginning(), WentAway(0), CameBack(0)]
        assert [entry.command for entry in log] == [None, "p1/make", None, "p1/a"]
        assert [entry.at for entry in log] == [NOW, NOW, NOW + 5, NOW + 5]
        assert [entry.number for entry in await store.events("t1", 1, 3)] == [2, 3]
        assert await store.events("elsewhere") == []
        assert await store.last_numbers(["t1", "elsewhere"]) == {"t1": 4}

    in_store(database_url, body)


def test_of_many_who_store_a_number_one_wins_and_there_is_no_gap(database_url: str) -> None:
    database, other = open_database(database_url), open_database(database_url)
    migrate(database)

    async def body() -> None:
        # As two processes: each has a connection, or connections, of its own.
        stores = [TableStore(database), TableStore(other)]
        beside = await make_table(stores[0])
        losses = 0

        async def storing(who: int) -> None:
            nonlocal losses
            store = stores[who % 2]
            for place in range(5):
                while True:
                    after = (await store.last_numbers(["t1"]))["t1"]
                    try:
                        await store.append("t1", after, NOW, [WentAway(who)], beside, f"p{who}/{place}")
                        break
                    except Conflict:
                        losses += 1

        await asyncio.gather(*(storing(who) for who in range(8)))
        log = await stores[0].events("t1")
        assert [entry.number for entry in log] == list(range(1, 2 + 8 * 5 + 1))
        assert len({entry.command for entry in log[2:]}) == 8 * 5
        assert losses > 0, "nobody was ever second: this showed nothing"
        await database.close()
        await other.close()

    asyncio.run(body())


def test_a_command_is_stored_once(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        await store.append("t1", 2, NOW, [WentAway(0)], beside, "p1/a")
        with pytest.raises(Conflict):
            await store.append("t1", 3, NOW, [CameBack(0)], beside, "p1/a")
        assert await store.last_numbers(["t1"]) == {"t1": 3}
        assert await store.command_number("t1", "p1/a") == 3
        assert await store.command_number("t1", "p1/b") is None
        # The same id at another table is another command.
        await make_table(store, "t2")
        await store.append("t2", 2, NOW, [WentAway(0)], beside, "p1/a")
        assert await store.command_number("t2", "p1/a") == 3

    in_store(database_url, body)


def test_what_comes_too_late_leaves_nothing_behind(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        late = msgspec.structs.replace(beside, phase="over", seated=(("p2", 1),), due_at=5)
        for after in (1, 3):
            with pytest.raises(Conflict):
                await store.append("t1", after, NOW + 1, [Sat(1, "p2", "Bo")], late)
        # The last step of a transaction fails: what came before it is undone, too.
        await store.append("t1", 2, NOW, [WentAway(0)], beside, "p1/a")
        with pytest.raises(Conflict):
            await store.append("t1", 3, NOW + 1, [Sat(1, "p2", "Bo")], late, "p1/a")
        assert len(await store.events("t1")) == 3
        assert await store.listings.of_person("p2") == []
        row = await store.database.read(
            lambda connection: connection.execute(sa.select(tables.c.phase, tables.c.last_at)).one()
        )
        assert tuple(row) == ("open", NOW)

    in_store(database_url, body)


def test_a_table_is_made_once_and_a_code_belongs_to_one_table(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        for table, code in (("t1", "OTHER"), ("t2", "Ct1")):
            with pytest.raises(Conflict):
                await store.create(table, code, "p1", NOW, beginning(), beside, "p1/make2")
        assert await store.table_with_code("Ct1") == "t1"
        assert await store.table_with_code("OTHER") is None
        assert await store.code_of("t1") == "Ct1"
        assert await store.events("t2") == []

    in_store(database_url, body)


# Transactions


def test_work_that_fails_is_undone_alone(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        def good(connection: sa.Connection) -> None:
            connection.execute(notes.insert().values(name=f"good {next(number)}", value=""))

        def failing(connection: sa.Connection) -> None:
            connection.execute(notes.insert().values(name="bad", value=""))
            raise ZeroDivisionError

        def contradicting(connection: sa.Connection) -> None:
            connection.execute(notes.insert().values(name="worse", value=""))
            connection.execute(notes.insert().values(name="worse", value=""))

        def wrong(connection: sa.Connection) -> None:
            connection.execute(notes.insert().values(name="worst", value=""))
            connection.exec_driver_sql("SELECT no_such_column FROM notes")

        number = itertools.count(1)
        works = (good, failing, contradicting, wrong, good)
        results = await asyncio.gather(*map(store.database.write, works), return_exceptions=True)
        kinds = [type(result) for result in results]
        assert kinds == [type(None), ZeroDivisionError, sa.exc.IntegrityError, StorageError, type(None)]
        names = await store.database.read(lambda connection: set(connection.execute(sa.select(notes.c.name)).scalars()))
        assert names == {"good 1", "good 2"}

    in_store(database_url, body)


def test_writes_that_nobody_waits_for_any_more_do_not_harm_others(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        tasks = [
            asyncio.create_task(store.append("t1", 2, NOW, [WentAway(0)], beside, f"p1/{place}")) for place in range(8)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        numbers = [entry.number for entry in await store.events("t1")]
        assert numbers in ([1, 2], [1, 2, 3])
        await store.append("t1", len(numbers), NOW, [CameBack(0)], beside, "p1/after")

    in_store(database_url, body)


# Leases


def test_a_lease_belongs_to_one_process_until_it_lapses_and_is_then_taken_over_once(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        await make_table(store)
        takers = [f"process{number}" for number in range(10)]
        first = await asyncio.gather(*(store.leases.acquire("t1", taker, NOW, NOW + 100) for taker in takers))
        assert sum(lease is not None for lease in first) == 1
        holder = takers[next(place for place, lease in enumerate(first) if lease is not None)]
        others = [taker for taker in takers if taker != holder]
        assert [await store.leases.acquire("t1", taker, NOW + 100, NOW + 200) for taker in others] == [None] * 9
        mine = await store.leases.acquire("t1", holder, NOW + 100, NOW + 150)
        assert mine is not None
        assert mine.fence == 1
        second = await asyncio.gather(*(store.leases.acquire("t1", taker, NOW + 151, NOW + 300) for taker in others))
        taken = [lease for lease in second if lease is not None]
        assert [lease.fence for lease in taken] == [2]
        assert await store.leases.acquire("t1", holder, NOW + 151, NOW + 300) is None

    in_store(database_url, body)


def test_nothing_is_stored_under_a_fence_that_was_passed(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        old = await store.leases.acquire("t1", "a", NOW, NOW + 100)
        assert old is not None
        await store.append("t1", 2, NOW, [WentAway(0)], beside, fence=old.fence)
        new = await store.leases.acquire("t1", "b", NOW + 101, NOW + 200)
        assert new is not None
        with pytest.raises(Conflict):
            await store.append("t1", 3, NOW, [CameBack(0)], beside, fence=old.fence)
        await store.append("t1", 3, NOW, [CameBack(0)], beside, fence=new.fence)

    in_store(database_url, body)


def test_leases_are_prolonged_by_their_owner_only_and_can_be_given_back(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        for table in ("t1", "t2", "t3"):
            await make_table(store, table)
        for table, owner in (("t1", "a"), ("t2", "a"), ("t3", "b")):
            assert await store.leases.acquire(table, owner, NOW, NOW + 10) is not None
        assert await store.leases.renew("a", ["t1", "t2", "t3", "none"], NOW + 500) == {"t1", "t2"}
        assert await store.leases.renew("a", [], NOW + 500) == set()
        assert await store.leases.acquire("t1", "b", NOW + 400, NOW + 500) is None
        await store.leases.release("a", "t1")
        given = await store.leases.acquire("t1", "b", NOW + 400, NOW + 500)
        assert given is not None
        # Giving back passes the fence, too: what its last owner still had in mind is not stored.
        assert given.fence == 3
        await store.leases.release("a")
        assert await store.leases.acquire("t2", "b", NOW + 400, NOW + 500) is not None

    in_store(database_url, body)


def test_a_lease_that_was_never_given_back_lapses_although_its_owner_goes_on(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        for table in ("t1", "t2"):
            await make_table(store, table)
            assert await store.leases.acquire(table, "a", NOW, NOW + 10) is not None
        assert await store.leases.renew("a", ["t2"], NOW + 500) == {"t2"}
        assert await store.leases.acquire("t1", "b", NOW + 100, NOW + 500) is not None
        assert await store.leases.acquire("t2", "b", NOW + 100, NOW + 500) is None

    in_store(database_url, body)


def test_tables_at_which_something_is_due_are_found_when_nobody_sees_to_them(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        for table, due in (("t1", 50), ("t2", 20), ("t3", 900), ("t4", None)):
            beside = await make_table(store, table)
            at = None if due is None else NOW + due
            await store.append(table, 2, NOW, [WentAway(0)], msgspec.structs.replace(beside, due_at=at))
        assert await store.leases.due_tables(NOW, NOW + 100) == ["t2", "t1"]
        assert await store.leases.due_tables(NOW, NOW + 100, limit=1) == ["t2"]
        await store.leases.acquire("t2", "a", NOW, NOW + 10)
        assert await store.leases.due_tables(NOW, NOW + 100) == ["t1"]
        assert await store.leases.due_tables(NOW + 11, NOW + 100) == ["t2", "t1"]

    in_store(database_url, body)


def test_a_lease_that_ends_too_far_ahead_has_lapsed_because_a_clock_was_set_back(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        await store.append("t1", 2, NOW, [WentAway(0)], msgspec.structs.replace(beside, due_at=NOW))
        later = NOW + 2 * LONGEST_LEASE
        assert await store.leases.acquire("t1", "a", later, later + 10_000) is not None
        assert await store.leases.due_tables(NOW, NOW + 1) == ["t1"]
        assert await store.leases.acquire("t1", "b", NOW, NOW + 10_000) is not None

    in_store(database_url, body)


# Lists


def test_lists_show_public_tables_and_those_of_a_person_the_latest_first(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        await make_table(store, "t1", TableSettings(public=True))
        await make_table(store, "t2", TableSettings(public=True), maker="p2")
        await make_table(store, "t3")
        listed = effects(beginning(TableSettings(public=True)))
        await store.append("t1", 2, NOW + 9, [Sat(1, "p2", "Bo")], msgspec.structs.replace(listed, seated=(("p2", 1),)))
        assert [listed.table for listed in await store.listings.lobby()] == ["t1", "t2"]
        first = (await store.listings.lobby())[0]
        assert (first.code, first.at, first.summary.names) == ("Ct1", NOW + 9, ("Ada", None))
        assert [listed.table for listed in await store.listings.of_person("p2")] == ["t1", "t2"]
        assert [listed.table for listed in await store.listings.of_person("p3")] == []
        # Who stands up has sat here all the same, and may sit down again.
        await store.append("t1", 3, NOW + 9, [Stood(1)], msgspec.structs.replace(listed, seated=(), stood=("p2",)))
        query = sa.select(members.c.left).where(members.c.person == "p2", members.c.table_id == "t1")
        assert await store.database.read(lambda connection: connection.execute(query).scalar_one()) is True
        await store.append("t1", 4, NOW + 9, [Sat(1, "p2", "Bo")], msgspec.structs.replace(listed, seated=(("p2", 1),)))
        assert await store.database.read(lambda connection: connection.execute(query).scalar_one()) is False

    in_store(database_url, body)


def test_finished_games_are_kept_in_their_order(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        games = [
            FinishedGame(match, game, "international", 3, 9, ("p1", None), ("Ada", "Bo"), ("5", "-5"), (0,), (), False)
            for match, game in ((1, 1), (1, 2), (2, 1))
        ]
        for after, game in enumerate(games, start=2):
            await store.append(
                "t1", after, NOW, [WentAway(0)], msgspec.structs.replace(beside, seated=(), finished=(game,))
            )
        assert await store.finished_games("t1") == games

    in_store(database_url, body)


# Processes


def test_processes_that_start_together_note_one_outage(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        assert await store.leases.record_start("a", NOW, 3_000) is None
        assert await store.leases.record_heartbeat("a", NOW + 1_000) == NOW + 1_000
        starts = [store.leases.record_start(f"b{number}", NOW + 60_000 + number, 3_000) for number in range(6)]
        noted = set(await asyncio.gather(*starts))
        assert len(noted) == 1
        outage = noted.pop()
        assert outage is not None
        assert outage.began == NOW + 1_000
        assert NOW + 60_000 <= outage.ended < NOW + 60_006
        # Who starts later still hears of it, for tables that nobody has looked at since.
        assert await store.leases.record_start("c", NOW + 61_000, 3_000) == outage
        assert await store.leases.latest_time() == NOW + 61_000

    in_store(database_url, body)


def test_a_process_that_was_forgotten_is_noted_again(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        await store.leases.record_start("a", NOW, 3_000)
        far = NOW + 10 * 24 * 3600 * 1000
        assert await store.leases.record_start("b", far, 3_000) == Outage(NOW, far)
        assert await store.leases.record_heartbeat("a", NOW + 5) == far

    in_store(database_url, body)


# Migrations, and databases that cannot be used


def test_a_new_database_is_migrated_once_and_has_the_schema_of_the_program(database_url: str) -> None:
    database = open_database(database_url)
    version = migrate(database)
    assert migrate(database) == version
    assert migrate(database, apply=False) == version

    def columns(connection: sa.Connection) -> dict[str, set[str]]:
        inspector = sa.inspect(connection)
        return {
            name: {column["name"] for column in inspector.get_columns(name)} for name in inspector.get_table_names()
        }

    stored = database.run(columns)
    stored.pop("alembic_version")
    assert stored == {name: set(table.columns.keys()) for name, table in metadata.tables.items()}
    asyncio.run(database.close())


def test_servers_that_start_together_on_a_new_database_agree(database_url: str) -> None:
    databases = [open_database(database_url) for _ in range(4)]

    def start(place: int) -> tuple[str, str]:
        return migrate(databases[place]), signing_key(databases[place], "")

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(start, range(4)))) == 1
    for database in databases:
        asyncio.run(database.close())


def test_an_older_schema_is_refused_if_migrating_is_off(database_url: str) -> None:
    database = open_database(database_url)
    with pytest.raises(StorageError, match=r"needs 0\d+: run tilewise migrate\.$"):
        migrate(database, apply=False)
    asyncio.run(database.close())


def test_a_newer_schema_is_refused_with_one_sentence(database_url: str) -> None:
    database = open_database(database_url)
    migrate(database)
    database.run(lambda connection: connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StorageError) as refused:
        migrate(database)
    assert "schema 9999, which is newer than this program" in str(refused.value)
    assert "\n" not in str(refused.value)
    asyncio.run(database.close())


def unusable(tmp_path: Path) -> list[str]:
    """URLs of databases that cannot be used, and that need no server."""
    (tmp_path / "text").write_text("This is no database, and it is long enough to be seen through." * 100)
    return [
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path / 'text'}",
        f"sqlite:///{tmp_path / 'text' / 'below'}",
        "sqlite://",
        "mysql://nobody@localhost/none",
        "nonsense",
        f"postgresql://nobody@127.0.0.1:{free_port()}/none",
        "postgresql://nobody@no-such-host.invalid/none",
    ]


def test_a_database_that_cannot_be_used_gets_one_sentence(tmp_path: Path) -> None:
    for url in unusable(tmp_path):
        with pytest.raises(StorageError) as refused:
            migrate(open_database(url))
        assert str(refused.value).endswith(".")
        assert "\n" not in str(refused.value)
        assert "Traceback" not in str(refused.value)


def test_a_database_that_postgresql_does_not_have_gets_one_sentence(postgres_server: str) -> None:
    with pytest.raises(StorageError, match=r'database "none" does not exist\.$'):
        migrate(open_database(f"{postgres_server}/none"))


def test_a_closed_database_refuses_instead_of_keeping_somebody_waiting(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'tilewise.db'}")

    async def body() -> None:
        await database.close()
        await database.close()
        for doing in (database.write, database.read):
            with pytest.raises(StorageError):
                await asyncio.wait_for(doing(lambda connection: None), 5)

    asyncio.run(body())


def test_the_log_of_sqlite_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_INTERVAL", 0.02)
    monkeypatch.setattr(sqlite, "LONGEST_WAL", 200)
    path = tmp_path / "tilewise.db"
    wal = tmp_path / "tilewise.db-wal"
    longest = 0

    def write_note(name: str, connection: sa.Connection) -> None:
        connection.execute(notes.insert().values(name=name, value="x" * 200))

    async def body(store: TableStore) -> None:
        nonlocal longest
        await make_table(store, "t1")
        for number in range(3000):
            await store.database.write(partial(write_note, f"n{number}"))
            longest = max(longest, wal.stat().st_size)
        count = sa.select(sa.func.count()).select_from(notes)
        assert await store.database.read(lambda connection: connection.execute(count).scalar_one()) >= 3000

    in_store(f"sqlite:///{path}", body)
    # Without bringing it into the database, it would hold some 9,000 pages.
    assert longest < 3000 * 4096


def test_sqlite_waits_for_somebody_else_who_writes(tmp_path: Path) -> None:
    path = tmp_path / "tilewise.db"

    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        storing = asyncio.create_task(store.append("t1", 2, NOW, [WentAway(0)], beside))
        await asyncio.sleep(0.3)
        assert not storing.done()
        # Reading goes on meanwhile.
        assert len(await store.events("t1")) == 2
        other.execute("COMMIT")
        other.close()
        await storing
        assert len(await store.events("t1")) == 3

    in_store(f"sqlite:///{path}", body)


def test_postgresql_is_used_again_after_it_was_killed_and_started(own_postgres: Postgres) -> None:
    async def body(store: TableStore) -> None:
        beside = await make_table(store)
        # So that several connections are open, all of which will be dead.
        await asyncio.gather(*(store.events("t1") for _ in range(8)))
        await asyncio.to_thread(own_postgres.kill)
        for doing in (store.events("t1"), store.append("t1", 2, NOW, [WentAway(0)], beside)):
            with pytest.raises(StorageError):
                await doing
        await asyncio.to_thread(own_postgres.start)
        assert len(await store.events("t1")) == 2
        await asyncio.gather(*(store.events("t1") for _ in range(8)))
        await store.append("t1", 2, NOW, [WentAway(0)], beside)

    in_store(own_postgres.new_database(), body)


def test_the_state_of_a_stored_table_is_the_state_of_its_events(database_url: str) -> None:
    async def body(store: TableStore) -> None:
        await make_table(store)
        assert replay_table("t1", await store.events("t1")) == state_after("t1", beginning())

    in_store(database_url, body)


# Snapshots


def test_a_long_match_is_loaded_from_its_last_snapshot_as_if_all_of_it_was_replayed(database_url: str) -> None:
    log = long_match(games=3)

    async def body(store: TableStore) -> None:
        state = None
        snapshots = 0
        for logged in log:
            before, state = state, replay_table("t1", [logged], state)
            beside = effects_of(before, state, [logged.event], human_thinking_time)
            if before is None:
                await store.create("t1", "CODE", "p1", logged.at, [logged.event], beside, "p1/make")
            else:
                await store.append("t1", before.number, logged.at, [logged.event], beside)
            if beside.snapshot is not None:
                snapshots += 1
                # Bit for bit, at the moment it is taken.
                assert await store.load("t1") == (state, [])
        assert snapshots == 3
        assert state is not None
        snapshot, rest = await store.load("t1")
        assert snapshot is not None
        assert len(snapshot.results) == 3
        assert len(rest) < len(log) / 2
        assert replay_table("t1", rest, snapshot) == state == replay_table("t1", await store.events("t1"))
        # One that another version has made counts for nothing.
        query = sa.text("UPDATE snapshots SET body = :body")
        for other in (b"{}", b"\x00", snapshot_of(snapshot).replace(b'"version":1', b'"version":0')):  # type: ignore[union-attr]
            await store.database.write(lambda connection, other=other: connection.execute(query, {"body": other}))  # type: ignore[misc]
            assert await store.load("t1") == (None, await store.events("t1"))

    in_store(database_url, body)
