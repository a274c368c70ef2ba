"""SQLite: one thread writes, and all pending work shares one transaction (a group commit).

Each transaction is forced to disk (WAL, synchronous=FULL), which costs the same for one change as for a hundred.
Work that fails is undone on its own, with a savepoint.

Another thread runs the WAL checkpoints: SQLite would run them during a commit, which all writers would wait for.
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

logger = structlog.get_logger("tilewise.store")

LARGEST_BATCH: Final = 200
"""Pieces of work in one transaction."""

_CLOSED: Final = "The database is closed: the server is stopping."

_ERRORS_OF_WORK: Final = frozenset(
    (
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    )
)
"""Errors caused by one piece of work, which leave the other work of its transaction valid."""

CHECKPOINT_INTERVAL: Final = 1.0
"""Seconds between WAL checkpoints."""

LONGEST_WAL: Final = 16_000
"""Pages of 4 KiB in the WAL after which the writer also runs a checkpoint, so that SQLite can restart the WAL."""

BUSY_TIMEOUT: Final = 10
"""Seconds to wait for another process that has locked the database."""

READERS: Final = 2
"""Reading threads, each with its own connection."""


@dataclass(slots=True)
class _PendingWork:
    work: Work[Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class SqliteDatabase:
    """A database file, for one server process."""

    def __init__(self, url: sa.URL) -> None:
        path = url.database
        if not path or path == ":memory:":
            raise StorageError("SQLite needs a file: sqlite:///FILE.")
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{path} cannot be used as a database: {error.strerror}.") from None
        self._engine = sa.create_engine(
            url.set(drivername="sqlite+pysqlite"), pool_size=READERS + 3, hide_parameters=True
        )
        sa.event.listen(self._engine, "connect", _on_connect)
        self._queue: queue.SimpleQueue[_PendingWork | None] = queue.SimpleQueue()
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._writer = threading.Thread(target=self._run_writer, name="sqlite-writer", daemon=True)
        self._wrote = False
        self._wal_is_long = False
        self._closing = threading.Event()
        self._checkpointer = threading.Thread(target=self._run_checkpointer, name="sqlite-checkpointer", daemon=True)
        self._writer.start()
        self._checkpointer.start()

    async def write(self, work: Work[T]) -> T:
        """Run work in the next transaction."""
        if self._closed:
            raise StorageError(_CLOSED)
        pending = _PendingWork(work, asyncio.get_running_loop().create_future())
        self._queue.put(pending)
        result: T = await pending.done
        return result

    async def read(self, work: Work[T]) -> T:
        """Run work in a read-only transaction."""
        if self._closed:
            raise StorageError(_CLOSED)
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def run(self, work: Work[T]) -> T:
        """Run work in the current thread."""
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
        """Finish pending writes, then close the file."""
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

    def _run_writer(self) -> None:
        """Run the writing thread."""
        connection: sa.Connection | None = None
        is_open = True
        while is_open:
            batch, is_open = self._next_batch()
            if not batch:
                continue
            try:
                if connection is None:
                    connection = self._engine.connect()
                began = time.perf_counter()
                _write_batch(connection, batch)
                self._wrote = True
                if self._wal_is_long:
                    self._wal_is_long = False
                    _finish_checkpoint(connection)
                metrics.writes.observe(time.perf_counter() - began)
                metrics.batches.observe(len(batch))
            except Exception as error:
                for pending in batch:
                    pending.error = storage_error(error)
                if connection is not None:
                    with suppress(Exception):
                        connection.close()
                    connection = None
            _deliver(batch)
        if connection is not None:
            connection.close()

    def _run_checkpointer(self) -> None:
        """Run the checkpointing thread."""
        connection: sa.Connection | None = None
        while not self._closing.wait(CHECKPOINT_INTERVAL):
            if not self._wrote:
                continue
            self._wrote = False
            try:
                if connection is None:
                    connection = self._engine.connect()
                row = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
                self._wal_is_long = row[1] > LONGEST_WAL
            except Exception as error:
                # For example, the disk is full. Nothing is lost: the WAL keeps everything until a checkpoint succeeds.
                logger.warning("checkpoint failed", reason=str(storage_error(error)))
                if connection is not None:
                    with suppress(Exception):
                        connection.close()
                    connection = None
        if connection is not None:
            connection.close()

    def _next_batch(self) -> tuple[list[_PendingWork], bool]:
        batch: list[_PendingWork] = []
        pending = self._queue.get()
        while pending is not None:
            batch.append(pending)
            if len(batch) == LARGEST_BATCH:
                return batch, True
            try:
                pending = self._queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False


def _write_batch(connection: sa.Connection, batch: list[_PendingWork]) -> None:
    """Run all work in one transaction; raises if the transaction as a whole fails."""
    _execute(connection, "BEGIN IMMEDIATE")
    try:
        for pending in batch:
            _run_work(connection, pending, alone=len(batch) == 1)
        _execute(connection, "COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            _execute(connection, "ROLLBACK")
        raise


def _run_work(connection: sa.Connection, pending: _PendingWork, *, alone: bool) -> None:
    """Run one piece of work. If it fails it is undone, and the rest of the transaction remains valid."""
    if not alone:
        _execute(connection, "SAVEPOINT work")
    try:
        pending.result = pending.work(connection)
    except Exception as error:
        if isinstance(error, sa.exc.DBAPIError) and not _is_caused_by_work(error):
            # An error of the disk or the file: the whole transaction is invalid.
            raise
        plain = not isinstance(error, sa.exc.DBAPIError) or isinstance(error, sa.exc.IntegrityError)
        pending.error = error if plain else storage_error(error)
        if alone:
            _execute(connection, "ROLLBACK")
            _execute(connection, "BEGIN IMMEDIATE")
        else:
            _execute(connection, "ROLLBACK TO work")
    if not alone:
        _execute(connection, "RELEASE work")


def _execute(connection: sa.Connection, sql: str) -> None:
    """Begin or end a transaction without SQLAlchemy, whose overhead would exceed the time SQLite needs."""
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    driver.execute(sql)


def _finish_checkpoint(connection: sa.Connection) -> None:
    """Complete the checkpoint while nothing is being written, so that the next transaction restarts the WAL."""
    # This is quick, since only the last pages are missing. If it fails, the committed changes are still safe.
    with suppress(sqlite3.Error):
        _execute(connection, "PRAGMA wal_checkpoint(PASSIVE)")


def _is_caused_by_work(error: sa.exc.DBAPIError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", None)
    # Errors that the driver raises before SQLite sees the statement, such as an unsupported value, have no code.
    return code is None or code & 0xFF in _ERRORS_OF_WORK


def _deliver(batch: list[_PendingWork]) -> None:
    """Deliver the results to the event loops that wait for them."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_PendingWork]] = {}
    for pending in batch:
        by_loop.setdefault(pending.done.get_loop(), []).append(pending)
    for loop, some in by_loop.items():
        # A closed loop no longer waits for results.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, some)


def _settle(batch: list[_PendingWork]) -> None:
    for pending in batch:
        if pending.done.done():
            continue
        if pending.error is not None:
            pending.done.set_exception(pending.error)
        else:
            pending.done.set_result(pending.result)


def _on_connect(connection: Any, _: object) -> None:
    # Transactions begin and end explicitly, not implicitly by the driver.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT * 1000}")
    _enable_wal(connection)
    for pragma in ("wal_autocheckpoint=0", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _enable_wal(connection: Any) -> None:
    """Turn the WAL on. While another process does the same, SQLite fails at once instead of waiting."""
    deadline = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
