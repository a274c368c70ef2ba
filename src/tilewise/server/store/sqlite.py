"""SQLite: one thread writes, and everything that waits is written in one transaction (a group commit).

Each transaction is forced to disk (WAL, synchronous=FULL), which costs the same for one change as for a hundred:
so under load many commands share one. A piece of work that fails is undone alone, by its savepoint.

What stands in the log is brought into the database by another thread: SQLite would do it in the midst of a commit, and
everybody would wait.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
import structlog

from tilewise.server import metrics
from tilewise.server.store.database import StorageError, T, Work, storage_error

log = structlog.get_logger("tilewise.store")

MOST_TOGETHER: Final = 200
"""Pieces of work in one transaction."""

_CLOSED: Final = "The database is closed: the server stops."

_OF_THE_WORK: Final = frozenset(
    (
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    )
)
"""Kinds of errors that one piece of work makes, and that say nothing about the others of its transaction."""

CHECKPOINT_EVERY: Final = 1.0
"""Seconds between two looks whether something of the log (WAL) is to be brought into the database."""

LONGEST_LOG: Final = 16_000
"""Pages of 4 KiB in the log, after which the writer helps, so that it can be begun anew."""

BUSY_FOR: Final = 10
"""Seconds to wait for another process that has the database."""

READERS: Final = 2
"""Threads that read; each with a connection of its own."""


@dataclass(slots=True)
class _Waiting:
    work: Work[Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class SqliteDatabase:
    """A file, for one process."""

    def __init__(self, url: sa.URL) -> None:
        path = url.database
        if not path or path == ":memory:":
            raise StorageError("SQLite needs a file to keep the tables in: sqlite:///FILE.")
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{path} cannot be used as a database: {error.strerror}.") from None
        self._engine = sa.create_engine(
            url.set(drivername="sqlite+pysqlite"), pool_size=READERS + 3, hide_parameters=True
        )
        sa.event.listen(self._engine, "connect", _on_connect)
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._writer = threading.Thread(target=self._write_all, name="sqlite-writer", daemon=True)
        self._has_written = False
        self._log_is_long = False
        self._closing = threading.Event()
        self._checkpointer = threading.Thread(target=self._checkpoint_all, name="sqlite-checkpointer", daemon=True)
        self._writer.start()
        self._checkpointer.start()

    async def write(self, work: Work[T]) -> T:
        """Do work in the next transaction."""
        if self._closed:
            raise StorageError(_CLOSED)
        waiting = _Waiting(work, asyncio.get_running_loop().create_future())
        self._queue.put(waiting)
        result: T = await waiting.done
        return result

    async def read(self, work: Work[T]) -> T:
        """Do work in a transaction that only reads."""
        if self._closed:
            raise StorageError(_CLOSED)
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def run(self, work: Work[T]) -> T:
        """Do work in this thread."""
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                result = work(connection)
                connection.exec_driver_sql("COMMIT")
                return result
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            raise storage_error(error) from error

    async def close(self) -> None:
        """Write what waits, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        self._closing.set()
        for thread in (self._writer, self._checkpointer):
            await asyncio.get_running_loop().run_in_executor(None, thread.join)
        self._readers.shutdown()
        self._engine.dispose()

    def _read(self, work: Work[T]) -> T:
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                try:
                    return work(connection)
                finally:
                    connection.exec_driver_sql("ROLLBACK")
        except sa.exc.DBAPIError as error:
            raise storage_error(error) from error

    def _write_all(self) -> None:
        """The writing thread."""
        connection: sa.Connection | None = None
        going_on = True
        while going_on:
            batch, going_on = self._next_batch()
            if not batch:
                continue
            try:
                if connection is None:
                    connection = self._engine.connect()
                began = time.perf_counter()
                _write_batch(connection, batch)
                self._has_written = True
                if self._log_is_long:
                    self._log_is_long = False
                    _finish_log(connection)
                metrics.writes.observe(time.perf_counter() - began)
                metrics.batches.observe(len(batch))
            except Exception as error:
                for waiting in batch:
                    waiting.error = storage_error(error)
                if connection is not None:
                    with suppress(Exception):
                        connection.close()
                    connection = None
            _tell(batch)
        if connection is not None:
            connection.close()

    def _checkpoint_all(self) -> None:
        """The thread that brings the log into the database, beside the writing one."""
        connection: sa.Connection | None = None
        while not self._closing.wait(CHECKPOINT_EVERY):
            if not self._has_written:
                continue
            self._has_written = False
            try:
                if connection is None:
                    connection = self._engine.connect()
                row = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
                self._log_is_long = row[1] > LONGEST_LOG
            except Exception as error:
                # A disk that is full, for example: the log holds everything until it can be done.
                log.warning("the log is not brought into the database", reason=str(storage_error(error)))
                if connection is not None:
                    with suppress(Exception):
                        connection.close()
                    connection = None
        if connection is not None:
            connection.close()

    def _next_batch(self) -> tuple[list[_Waiting], bool]:
        batch: list[_Waiting] = []
        waiting = self._queue.get()
        while waiting is not None:
            batch.append(waiting)
            if len(batch) == MOST_TOGETHER:
                return batch, True
            try:
                waiting = self._queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False


def _write_batch(connection: sa.Connection, batch: list[_Waiting]) -> None:
    """Do all work in one transaction; raises if the transaction as a whole fails."""
    _tell_driver(connection, "BEGIN IMMEDIATE")
    try:
        for waiting in batch:
            _do(connection, waiting, alone=len(batch) == 1)
        _tell_driver(connection, "COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            _tell_driver(connection, "ROLLBACK")
        raise


def _do(connection: sa.Connection, waiting: _Waiting, *, alone: bool) -> None:
    """Do one piece of work; if it fails by itself, it is undone, and the rest of the transaction stands."""
    if not alone:
        _tell_driver(connection, "SAVEPOINT work")
    try:
        waiting.result = waiting.work(connection)
    except Exception as error:
        if isinstance(error, sa.exc.DBAPIError) and not _is_of_the_work(error):
            # Of the disk or of the file: nothing of the transaction can be relied on.
            raise
        plain = not isinstance(error, sa.exc.DBAPIError) or isinstance(error, sa.exc.IntegrityError)
        waiting.error = error if plain else storage_error(error)
        if alone:
            _tell_driver(connection, "ROLLBACK")
            _tell_driver(connection, "BEGIN IMMEDIATE")
        else:
            _tell_driver(connection, "ROLLBACK TO work")
    if not alone:
        _tell_driver(connection, "RELEASE work")


def _tell_driver(connection: sa.Connection, words: str) -> None:
    """Begin or end a transaction; without SQLAlchemy, whose part in it would take longer than SQLite's."""
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    driver.execute(words)


def _finish_log(connection: sa.Connection) -> None:
    """Bring the rest of the log into the database, while nobody writes: the next transaction begins it anew."""
    # All but the last pages are there already, so that this is quick; and if it fails, what was written stands.
    with suppress(sqlite3.Error):
        _tell_driver(connection, "PRAGMA wal_checkpoint(PASSIVE)")


def _is_of_the_work(error: sa.exc.DBAPIError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", None)
    # What the driver finds wrong by itself, such as a value that no column can hold, has no code.
    return code is None or code & 0xFF in _OF_THE_WORK


def _tell(batch: list[_Waiting]) -> None:
    """Hand the results over to the event loops that wait for them."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in batch:
        by_loop.setdefault(waiting.done.get_loop(), []).append(waiting)
    for loop, waitings in by_loop.items():
        # A loop that is closed waits for nothing any more.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, waitings)


def _settle(batch: list[_Waiting]) -> None:
    for waiting in batch:
        if waiting.done.done():
            continue
        if waiting.error is not None:
            waiting.done.set_exception(waiting.error)
        else:
            waiting.done.set_result(waiting.result)


def _on_connect(connection: Any, _: object) -> None:
    # Transactions are begun and ended in plain words above, not by the driver's guesses.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_FOR * 1000}")
    _write_ahead(connection)
    for pragma in ("wal_autocheckpoint=0", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:
    """Let a new database keep its log; while another server does that, SQLite refuses at once instead of waiting."""
    latest = time.monotonic() + BUSY_FOR
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > latest:
                raise
            time.sleep(0.01)
        else:
            return
