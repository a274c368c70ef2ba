"""Backups: a whole database as JSON lines, for SQLite and PostgreSQL, or a copy of an SQLite file.

The first line names the format and the schema, each further line is a row, and the last line counts the rows, so that a
truncated file is detected. A backup can be made while servers run; it shows the database at one moment. Like the
database it contains secrets: hashes of passphrases, the key that signs tokens, and the tiles of games in progress.
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
COPY_SUFFIXES: Final = (".db", ".sqlite", ".sqlite3")
"""Suffixes of copies of an SQLite file. All other files are JSON lines, compressed if they end with .gz."""

BATCH_SIZE: Final = 500
"""Rows that are read or written at once."""

_VERSION_TABLE: Final = "alembic_version"


class BackupError(TilewiseError):
    """A backup cannot be created, read or restored."""


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    tilewise_backup: int
    schema: str


class Row(msgspec.Struct, frozen=True):
    """A row of a database table; bytes are written as text, since all of them are JSON."""

    table: str
    row: dict[str, Any]


class Footer(msgspec.Struct, frozen=True):
    """The last line: the number of rows of each database table."""

    rows: dict[str, int]


# Creating a backup


def back_up(url: str, file: Path) -> dict[str, int]:
    """Write a database to a new file; return the number of rows of each database table.

    Raises BackupError, StorageError and OSError.
    """
    if file.exists():
        raise BackupError(f"{file} already exists; choose another name.")
    if file.suffix in COPY_SUFFIXES:
        return _copy_sqlite(url, file)
    database = _open_existing(url)

    async def main() -> dict[str, int]:
        try:
            return await database.read(lambda connection: _write(connection, file))
        finally:
            await database.close()

    return asyncio.run(main())


def _open_existing(url: str) -> Database:
    """Open a database that must exist, since SQLite would create an empty file."""
    path = sa.make_url(url).database if url.startswith("sqlite") else None
    if path is not None and not Path(path).exists():
        raise BackupError(f"There is no database {path}; name another one with --database.")
    return open_database(url)


def _write(connection: sa.Connection, file: Path) -> dict[str, int]:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    schema = current_schema(connection)
    if schema is None:
        raise BackupError("This is not a database of Tilewise; name another one with --database.")
    counts: Counter[str] = Counter()
    encode = msgspec.json.Encoder().encode
    part = file.with_name(file.name + ".part")
    try:
        with _open_file(part, "wb", file.suffix == ".gz") as out:
            out.write(encode(Header(FORMAT, schema)) + b"\n")
            for row in _rows(connection):
                counts[row.table] += 1
                out.write(encode(row) + b"\n")
            out.write(encode(Footer(dict(counts))) + b"\n")
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return dict(counts)


def _rows(connection: sa.Connection) -> Iterator[Row]:
    for table in _tables(connection):
        query = sa.select(table).order_by(*table.primary_key.columns)
        for record in connection.execution_options(yield_per=BATCH_SIZE).execute(query).mappings():
            values = {
                str(name): value.decode() if isinstance(value, bytes) else value for name, value in record.items()
            }
            yield Row(str(table.name), values)


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """Return the database tables in an order in which foreign keys can be inserted.

    Read from the database, so that older schemas work as well.
    """
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != _VERSION_TABLE]


def _copy_sqlite(url: str, file: Path) -> dict[str, int]:
    parsed = sa.make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or not Path(parsed.database).exists():
        raise BackupError(
            f"Only an SQLite database can be copied to a {file.suffix} file; choose a name that ends with .jsonl."
        )
    part = file.with_name(file.name + ".part")
    try:
        part.touch(0o600)
        with closing(sqlite3.connect(parsed.database)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            names = [name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            counts = {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608
        part.rename(file)
    except sqlite3.Error as error:
        raise StorageError(f"The database cannot be copied: {error}.") from None
    finally:
        part.unlink(missing_ok=True)
    return {name: count for name, count in counts.items() if name != _VERSION_TABLE}


# Restoring a backup


def restore(file: Path, url: str) -> dict[str, int]:
    """Restore a backup into an empty database and replay all tables; return the number of rows of each database table.

    All or nothing. A backup of an older schema is migrated. Raises BackupError, StorageError and OSError.
    """
    if not file.exists():
        raise BackupError(f"There is no file {file}.")
    database = open_database(url)
    try:
        return database.run(lambda connection: _restore(connection, file))
    finally:
        asyncio.run(database.close())


def check(file: Path) -> dict[str, int]:
    """Restore a backup into a temporary database as a check; return the number of rows of each database table.

    Raises BackupError, StorageError and OSError.
    """
    with tempfile.TemporaryDirectory(prefix="tilewise-") as folder:
        return restore(file, f"sqlite:///{folder}/check.db")


def _restore(connection: sa.Connection, file: Path) -> dict[str, int]:
    with _open_backup(file) as (header, rows):
        _check_empty(connection)
        migrate_to(connection, header.schema)
        by_name = {table.name: table for table in _tables(connection)}
        for name in ("notes", "processes"):
            connection.execute(by_name[name].delete())
        counts: Counter[str] = Counter()
        for table, batch in _batches(rows, by_name):
            connection.execute(table.insert(), batch)
            counts[table.name] += len(batch)
    _release_leases(connection, by_name["tables"])
    _advance_sequences(connection, by_name.values())
    _replay_all(connection, by_name)
    migrate_to(connection, "head")
    return dict(counts)


def _check_empty(connection: sa.Connection) -> None:
    present = set(sa.inspect(connection).get_table_names())
    for name in ("tables", "people", "sheets"):
        if name in present and connection.execute(sa.text(f"SELECT 1 FROM {name} LIMIT 1")).first():  # noqa: S608
            raise BackupError("This database is not empty; restore into a new one.")


@contextmanager
def _open_backup(file: Path) -> Iterator[tuple[Header, Iterator[Row]]]:
    """Open a backup: its header and its rows. Raises BackupError when the file turns out to be damaged."""
    if file.suffix in COPY_SUFFIXES:
        with _open_copy(file) as backup:
            yield backup
        return
    try:
        with _open_file(file, "rb", file.suffix == ".gz") as read:
            header = msgspec.json.decode(read.readline(), type=Header)
            if header.tilewise_backup != FORMAT:
                raise BackupError(f"This backup has format {header.tilewise_backup}; this program reads {FORMAT}.")
            yield header, _counted_rows(read)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BackupError(f"{file} is not a backup of Tilewise, or it is damaged.") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BackupError(f"{file} is damaged or incomplete.") from None


def _counted_rows(read: Iterable[bytes]) -> Iterator[Row]:
    """Yield the rows, and compare their numbers with the last line."""
    counts: Counter[str] = Counter()
    decode = msgspec.json.Decoder(Row).decode
    last = b""
    for line in read:
        if last:
            row = decode(last)
            counts[row.table] += 1
            yield row
        last = line
    try:
        footer = msgspec.json.decode(last, type=Footer)
    except msgspec.MsgspecError:
        raise BackupError("The last line is missing: this backup is incomplete.") from None
    if footer.rows != dict(counts):
        raise BackupError("The number of rows differs from the last line: this backup is damaged.")


@contextmanager
def _open_copy(file: Path) -> Iterator[tuple[Header, Iterator[Row]]]:
    engine = sa.create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            schema = current_schema(connection)
            if schema is None:
                raise BackupError(f"{file} is not a database of Tilewise.")
            yield Header(FORMAT, schema), _rows(connection)
    except sa.exc.DatabaseError:
        raise BackupError(f"{file} cannot be read as a database.") from None
    finally:
        engine.dispose()


def _batches(rows: Iterator[Row], by_name: dict[str, sa.Table]) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    batch: list[dict[str, Any]] = []
    last: sa.Table | None = None
    for row in rows:
        table = by_name.get(row.table)
        if table is None or set(row.row) != set(table.c.keys()):
            raise BackupError(f"This backup has rows of {row.table[:40]!r} that do not fit its schema: it is damaged.")
        if last is not None and (table is not last or len(batch) == BATCH_SIZE):
            yield last, batch
            batch = []
        last = table
        batch.append({name: _value(table.c[name], value) for name, value in row.row.items()})
    if last is not None and batch:
        yield last, batch


def _value(column: sa.Column[Any], value: Any) -> Any:
    return value.encode() if isinstance(column.type, sa.LargeBinary) and isinstance(value, str) else value


def _release_leases(connection: sa.Connection, tables: sa.Table) -> None:
    """Release all leases: their processes do not use the new database."""
    connection.execute(tables.update().values(lease_owner=None, lease_until=0))


def _advance_sequences(connection: sa.Connection, tables: Iterable[sa.Table]) -> None:
    """Set the sequences of PostgreSQL to continue after the restored ids."""
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


def _replay_all(connection: sa.Connection, by_name: dict[str, sa.Table]) -> None:
    """Replay the events of every table; raises BackupError if the result differs from the table's row."""
    tables, events = by_name["tables"], by_name["events"]
    rows = connection.execute(sa.select(tables.c.id, tables.c.last_number, tables.c.phase)).all()
    for table_id, last_number, phase in rows:
        query = sa.select(events.c.number, events.c.at, events.c.body).where(events.c.table_id == table_id)
        try:
            state = replay_table(
                table_id,
                (
                    StoredEvent(number, at, decode_event(bytes(body)))
                    for number, at, body in connection.execute(query.order_by(events.c.number))
                ),
            )
        except (TilewiseError, msgspec.MsgspecError) as error:
            raise BackupError(f"Table {table_id} cannot be replayed: {error}") from None
        if (state.number, state.phase) != (last_number, phase):
            raise BackupError(f"Table {table_id} does not match its events: this backup is damaged.")


@contextmanager
def _open_file(file: Path, mode: str, compressed: bool) -> Iterator[IO[bytes]]:
    """Open a file. A new one is readable only by this user, and on disk when it is closed."""

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
