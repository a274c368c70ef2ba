"""Backup and restore: consistent, between both kinds of databases, all or nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import run, served
from tilewise.server.app import Server
from tilewise.server.backup import BackupError, back_up, check, restore
from tilewise.server.settings import Settings
from tilewise.server.sheet_cells import Entry
from tilewise.server.store.database import StorageError
from tilewise.server.tables import commands as do
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import replay_table

TABLES = 3


def url(path: Path) -> str:
    return f"sqlite:///{path}"


async def play_some(server: Server) -> list[str]:
    """Store some tables with some events, and a shared score sheet."""
    await server.start()
    made = []
    person = await server.people.create_guest("Ann", server.clock.now())
    for number in range(TABLES):
        settings = TableSettings(rules={"turn_seconds": None}, seats=("person", "person"))
        live = await server.host.create(settings, person.id, "Ann", f"make{number}")
        await server.host.command(live.table_id, f"p{number}", "Ben", "sit", do.Sit())
        await server.host.command(live.table_id, person.id, "Ann", "deal", do.Deal())
        for who in (person.id, f"p{number}"):
            await server.host.command(live.table_id, who, "x", "add", do.Add("chance"))
        game = live.state.game
        assert game is not None
        mover = live.state.seats[game.turn].person
        assert mover is not None
        await server.host.command(live.table_id, mover, "x", "draw", do.Draw())
        made.append(live.table_id)
    await server.host.sheets.store.create("0123456789abcdef", "ABCDEF", person.id, server.clock.now())
    entries = [Entry("entry-001", "title", "Żółw"), Entry("entry-002", "players", 2)]
    assert await server.host.sheets.enter("0123456789abcdef", entries, 0) is not None
    await server.stop()
    return made


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that the tests copy."""
    path = tmp_path_factory.mktemp("played") / "tables.db"
    asyncio.run(play_some(Server(Settings(database=url(path)))))
    return path


@pytest.fixture
def database(played: Path, tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    shutil.copy(played, path)
    return path


def rows(path: Path) -> dict[str, list[Any]]:
    """Return the whole content of a database, except leases."""
    with closing(sqlite3.connect(path)) as connection:
        names = sorted(name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}  # noqa: S608


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz", "all.db"])
def test_a_restored_database_equals_the_old_one(database: Path, tmp_path: Path, name: str) -> None:
    counted = back_up(url(database), tmp_path / name)
    assert restore(tmp_path / name, url(tmp_path / "new.db")) == {k: n for k, n in counted.items() if n}
    assert (counted["tables"], counted["sheets"], counted["sheet_cells"]) == (TABLES, 1, 2)
    assert rows(tmp_path / "new.db") == rows(database)


def test_a_server_can_continue_with_a_restored_database(database: Path, tmp_path: Path) -> None:
    back_up(url(database), tmp_path / "all.jsonl")
    restore(tmp_path / "all.jsonl", url(tmp_path / "new.db"))

    async def continue_all() -> None:
        server = Server(Settings(database=url(tmp_path / "new.db")))
        await server.start()
        for listed in [row[0] for row in rows(tmp_path / "new.db")["tables"]]:
            live = await server.host.table(listed)
            assert live is not None
            assert live.state.game is not None
            mover = live.state.seats[live.state.game.turn].person
            assert mover is not None
            await server.host.command(listed, mover, "x", "another", do.Draw())
        await server.stop()

    # Backups run in an event loop of their own, so this test has none.
    asyncio.run(continue_all())


def test_a_backup_of_a_running_server_is_consistent(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with served(database, "--tempo", "0") as server:
        token = server.guest()
        # Computer players continue while the backup is made.
        for _ in range(4):
            server.table(token, ("person", "beginner", "beginner"))
        done = run("backup", str(tmp_path / "all.jsonl"), "--database", url(database))
        copied = run("backup", str(tmp_path / "copy.db"), "--database", url(database))
        assert done.returncode == copied.returncode == 0, done.stderr + copied.stderr
        assert "4 tables" in done.stdout
        assert server.stop()[0] == 0
    assert check(tmp_path / "all.jsonl")["tables"] == check(tmp_path / "copy.db")["tables"] == 4


def test_a_database_that_is_not_empty_is_not_changed(database: Path, tmp_path: Path) -> None:
    back_up(url(database), tmp_path / "all.jsonl")
    before = rows(database)
    done = run("restore", str(tmp_path / "all.jsonl"), "--database", url(database))
    assert done.returncode == 2
    assert done.stderr.endswith("tilewise: This database is not empty; restore into a new one.\n")
    assert rows(database) == before


def test_an_existing_file_is_not_overwritten(database: Path, tmp_path: Path) -> None:
    (tmp_path / "all.jsonl").write_text("mine")
    with pytest.raises(BackupError, match="already exists"):
        back_up(url(database), tmp_path / "all.jsonl")
    assert (tmp_path / "all.jsonl").read_text() == "mine"


def test_only_its_owner_can_read_a_backup(database: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        for name in ("all.jsonl", "all.db"):
            back_up(url(database), tmp_path / name)
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    finally:
        os.umask(before)


def test_there_must_be_a_database_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        back_up(url(tmp_path / "none.db"), tmp_path / "all.jsonl")
    assert not (tmp_path / "none.db").exists()


def changed(file: Path, table: str, **values: Any) -> None:
    """Change the last row of a database table in a backup."""
    lines = file.read_text().splitlines()
    place = max(number for number, line in enumerate(lines) if json.loads(line).get("table") == table)
    row = json.loads(lines[place])
    row["row"].update(values)
    lines[place] = json.dumps(row)
    file.write_text("\n".join(lines) + "\n")


def cut_short(file: Path) -> None:
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))


def cut_in_a_line(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def without_a_row(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-2] + lines[-1:]))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (cut_short, "incomplete"),
        (cut_in_a_line, "incomplete"),
        (without_a_row, "damaged"),
        (lambda file: file.write_text("no backup\n"), "is not a backup of Tilewise"),
        (lambda file: file.write_text('{"tilewise_backup":2,"schema":"0001"}\n'), "format 2"),
        (lambda file: file.write_text('{"tilewise_backup":1,"schema":"9999"}\n'), "newer than this program"),
        (lambda file: changed(file, "events", body='{"kind":"acted","seat":0,"verb":"fly"}'), "cannot be replayed"),
        (lambda file: changed(file, "events", body='{"kind":"odd"}'), "cannot be replayed"),
        (lambda file: changed(file, "tables", phase="over"), "does not match its events"),
        (lambda file: changed(file, "people", odd="1"), "do not fit its schema"),
    ],
)
def test_a_damaged_backup_is_refused_and_nothing_is_restored(
    database: Path, tmp_path: Path, damage: Any, sentence: str
) -> None:
    file = tmp_path / "all.jsonl"
    back_up(url(database), file)
    assert check(file)["tables"] == TABLES
    damage(file)
    with pytest.raises((BackupError, StorageError)) as refused:
        restore(file, url(tmp_path / "new.db"))
    assert sentence in str(refused.value)
    assert not any(rows(tmp_path / "new.db").get(name) for name in ("tables", "people", "events"))


def test_a_damaged_compressed_backup_is_refused(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl.gz"
    back_up(url(database), file)
    file.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(BackupError, match="damaged or incomplete"):
        check(file)
    file.write_bytes(gzip.compress(b"no backup\n"))
    with pytest.raises(BackupError, match="not a backup"):
        check(file)


def test_the_events_in_a_backup_can_be_replayed_from_its_lines_alone(database: Path, tmp_path: Path) -> None:
    """The format is open: JSON lines with JSON bodies."""
    from tilewise.server.tables.events import StoredEvent, decode_event

    back_up(url(database), tmp_path / "all.jsonl")
    found = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    events = [line["row"] for line in found if line.get("table") == "events"]
    for table in {event["table_id"] for event in events}:
        log = [
            StoredEvent(e["number"], e["at"], decode_event(e["body"].encode()), e["command"])
            for e in sorted(events, key=lambda e: e["number"])
            if e["table_id"] == table
        ]
        assert replay_table(table, log).phase == "playing"
