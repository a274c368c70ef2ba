"""Backups: a whole database as JSON lines, which SQLite and PostgreSQL both give and take; or a copy of an SQLite file.

The first line says what it is and of which schema, every further one is a row, and the last one counts them, so that a
file that was cut short is noticed. Taken while servers run, it shows the database at one moment. Like the database, it
holds what is secret: passphrases' hashes, the key that signs tokens, and the tiles of games that are being played.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import sqlite3
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, Final

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.store.database import Database, StorageError, open_database
from tilewise.server.store.schema_versions import current_schema, migrate_to
from tilewise.server.tables.events import StoredEvent, decode_event
from tilewise.server.tables.table_state import replay_table

FORMAT: Final = 1
COPIES: Final = (".db", ".sqlite", ".sqlite3")
"""How the name of a copy of an SQLite file ends; any other file is JSON lines, with .gz compressed ones."""

TOGETHER: Final = 500
"""Rows that are read or written at once."""

_VERSIONS: Final = "alembic_version"


class BackupError(TilewiseError):
    """A backup that cannot be made, read or restored."""


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    tilewise_backup: int
    schema: str


class Row(msgspec.Struct, frozen=True):
    """A row of a table; bytes are texts, since all of them are JSON."""

    table: str
    row: dict[str, Any]


class End(msgspec.Struct, frozen=True):
    """The last line: how many rows there were of each table."""

    rows: dict[str, int]


# Making


def back_up(url: str, file: Path) -> dict[str, int]:
    """Write a database to a file that does not exist yet; returns the rows of each table.

    Raises BackupError, StorageError and OSError.
    """
    if file.exists():
        raise BackupError(f"{file} exists already; choose another name.")
    if file.suffix in COPIES:
        return _copy_sqlite(url, file)
    database = _existing(url)

    async def reading() -> dict[str, int]:
        try:
            return await database.read(lambda connection: _write(connection, file))
        finally:
            await database.close()

    return asyncio.run(reading())


def _existing(url: str) -> Database:
    """Open a database that is there: SQLite would make an empty one."""
    path = sa.make_url(url).database if url.startswith("sqlite") else None
    if path is not None and not Path(path).exists():
        raise BackupError(f"There is no database {path}; say which one with --database.")
    return open_database(url)


def _write(connection: sa.Connection, file: Path) -> dict[str, int]:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    schema = current_schema(connection)
    if schema is None:
        raise BackupError("This database holds no tables of Tilewise.")
    counted: Counter[str] = Counter()
    encode = msgspec.json.Encoder().encode
    part = file.with_name(file.name + ".part")
    try:
        with _opened(part, "wb", file.suffix == ".gz") as out:
            out.write(encode(Head(FORMAT, schema)) + b"\n")
            for row in _rows(connection):
                counted[row.table] += 1
                out.write(encode(row) + b"\n")
            out.write(encode(End(dict(counted))) + b"\n")
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return dict(counted)


def _rows(connection: sa.Connection) -> Iterator[Row]:
    for table in _tables(connection):
        query = sa.select(table).order_by(*table.primary_key.columns)
        for found in connection.execution_options(yield_per=TOGETHER).execute(query).mappings():
            values = {str(name): value.decode() if isinstance(value, bytes) else value for name, value in found.items()}
            yield Row(str(table.name), values)


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """The tables as the database has them, those that others refer to first. As read, so that older ones do too."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != _VERSIONS]


def _copy_sqlite(url: str, file: Path) -> dict[str, int]:
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or not Path(parsed.database).exists():
        raise BackupError(f"Only an SQLite file can be copied to a {file.suffix} file; choose a name with .jsonl.")
    part = file.with_name(file.name + ".part")
    try:
        part.touch(0o600)
        with closing(sqlite3.connect(parsed.database)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            names = [name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            counted = {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608
        part.rename(file)
    except sqlite3.Error as error:
        raise StorageError(f"The database cannot be copied: {error}.") from None
    finally:
        part.unlink(missing_ok=True)
    return {name: count for name, count in counted.items() if name != _VERSIONS}


# Restoring


def restore(file: Path, url: str) -> dict[str, int]:
    """Read a backup into a database without tables and people, and replay every table; returns the rows of each.

    All or nothing. A backup of an older schema is brought up to date. Raises BackupError, StorageError and OSError.
    """
    if not file.exists():
        raise BackupError(f"There is no file {file}.")
    database = open_database(url)
    try:
        return database.run(lambda connection: _restore(connection, file))
    finally:
        asyncio.run(database.close())


def check(file: Path) -> dict[str, int]:
    """Restore a backup into a file of its own, to see that it can be; returns the rows of each table.

    Raises BackupError, StorageError and OSError.
    """
    with tempfile.TemporaryDirectory(prefix="tilewise-") as folder:
        return restore(file, f"sqlite:///{folder}/check.db")


def _restore(connection: sa.Connection, file: Path) -> dict[str, int]:
    with _lines(file) as (head, rows):
        _check_empty(connection)
        migrate_to(connection, head.schema)
        here = {table.name: table for table in _tables(connection)}
        for name in ("notes", "processes"):
            connection.execute(here[name].delete())
        counted: Counter[str] = Counter()
        for table, some in _together(rows, here):
            connection.execute(table.insert(), some)
            counted[table.name] += len(some)
    _free_leases(connection, here["tables"])
    _count_on(connection, here.values())
    _replay_all(connection, here)
    migrate_to(connection, "head")
    return dict(counted)


def _check_empty(connection: sa.Connection) -> None:
    present = set(sa.inspect(connection).get_table_names())
    for name in ("tables", "people"):
        if name in present and connection.execute(sa.text(f"SELECT 1 FROM {name} LIMIT 1")).first():  # noqa: S608
            raise BackupError("This database is not empty; restore into a new one.")


@contextmanager
def _lines(file: Path) -> Iterator[tuple[Head, Iterator[Row]]]:
    """The first line and the rows of a backup; raises BackupError when the file turns out not to be whole."""
    if file.suffix in COPIES:
        with _copy_lines(file) as lines:
            yield lines
        return
    try:
        with _opened(file, "rb", file.suffix == ".gz") as read:
            head = msgspec.json.decode(read.readline(), type=Head)
            if head.tilewise_backup != FORMAT:
                raise BackupError(f"This backup has format {head.tilewise_backup}; this program reads {FORMAT}.")
            yield head, _counted(read)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BackupError(f"{file} is no backup of Tilewise, or it is damaged.") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BackupError(f"{file} is damaged or was cut short.") from None


def _counted(read: Iterable[bytes]) -> Iterator[Row]:
    counted: Counter[str] = Counter()
    decode = msgspec.json.Decoder(Row).decode
    last = b""
    for line in read:
        if last:
            row = decode(last)
            counted[row.table] += 1
            yield row
        last = line
    try:
        end = msgspec.json.decode(last, type=End)
    except msgspec.MsgspecError:
        raise BackupError("The last line is missing: this backup was cut short.") from None
    if end.rows != dict(counted):
        raise BackupError("This backup does not hold as many rows as its last line says: it is damaged.")


@contextmanager
def _copy_lines(file: Path) -> Iterator[tuple[Head, Iterator[Row]]]:
    engine = sa.create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            schema = current_schema(connection)
            if schema is None:
                raise BackupError(f"{file} is no database of Tilewise.")
            yield Head(FORMAT, schema), _rows(connection)
    except sa.exc.DatabaseError:
        raise BackupError(f"{file} cannot be read as a database.") from None
    finally:
        engine.dispose()


def _together(rows: Iterator[Row], here: dict[str, sa.Table]) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    some: list[dict[str, Any]] = []
    last: sa.Table | None = None
    for row in rows:
        table = here.get(row.table)
        if table is None or set(row.row) != set(table.c.keys()):
            raise BackupError(f"This backup holds rows of {row.table[:40]!r} that its schema does not know.")
        if last is not None and (table is not last or len(some) == TOGETHER):
            yield last, some
            some = []
        last = table
        some.append({name: _value(table.c[name], value) for name, value in row.row.items()})
    if last is not None and some:
        yield last, some


def _value(column: sa.Column[Any], value: Any) -> Any:
    return value.encode() if isinstance(column.type, sa.LargeBinary) and isinstance(value, str) else value


def _free_leases(connection: sa.Connection, tables: sa.Table) -> None:
    """No process of the old database keeps a table of the new one."""
    connection.execute(tables.update().values(lease_owner=None, lease_until=0))


def _count_on(connection: sa.Connection, tables: Iterable[sa.Table]) -> None:
    """Let numbers that PostgreSQL gives go on behind those that are there."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        for column in table.primary_key.columns:
            sequence = connection.execute(
                sa.text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table.name, "column": column.name}
            ).scalar_one_or_none()
            if sequence is not None:
                highest = connection.execute(sa.select(sa.func.max(column))).scalar_one_or_none()
                if highest is not None:
                    connection.execute(sa.select(sa.func.setval(sequence, highest)))


def _replay_all(connection: sa.Connection, here: dict[str, sa.Table]) -> None:
    """Replay the log of every table; raises BackupError if one of them does not lead to what is noted beside it."""
    tables, events = here["tables"], here["events"]
    noted = connection.execute(sa.select(tables.c.id, tables.c.last_number, tables.c.phase)).all()
    for table, last_number, phase in noted:
        query = sa.select(events.c.number, events.c.at, events.c.body).where(events.c.table_id == table)
        try:
            state = replay_table(
                table,
                (
                    StoredEvent(number, at, decode_event(bytes(body)))
                    for number, at, body in connection.execute(query.order_by(events.c.number))
                ),
            )
        except (TilewiseError, msgspec.MsgspecError) as error:
            raise BackupError(f"Table {table} cannot be replayed: {error}") from None
        if (state.number, state.phase) != (last_number, phase):
            raise BackupError(f"Table {table} is not what its log says: this backup is damaged.")


@contextmanager
def _opened(file: Path, mode: str, compressed: bool) -> Iterator[IO[bytes]]:
    """A file, which only this user may read if it is new; on disk when it is closed."""

    def private(path: str, flags: int) -> int:
        return os.open(path, flags, 0o600)

    with open(file, mode, opener=private) as plain:
        if compressed:
            with gzip.GzipFile(fileobj=plain, mode=mode, mtime=0) as packed:
                yield packed  # type: ignore[misc]
        else:
            yield plain
        if "w" in mode:
            plain.flush()
            os.fsync(plain.fileno())
