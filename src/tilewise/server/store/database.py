"""The interface to a database: work is a function that gets a connection and runs in one durable transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol, TypeVar

import sqlalchemy as sa

from tilewise.errors import TilewiseError

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

IDS_PER_QUERY: Final = 500
"""SQLite limits the number of parameters of a statement."""

_ADVISORY_LOCK: Final = 7_413_011
"""Tilewise's key among PostgreSQL's advisory locks."""


class StorageError(TilewiseError):
    """The database is unreachable, full or damaged.

    The work was not done, unless the connection broke during the commit: then only the database knows.
    """


class Conflict(Exception):
    """Another process has stored that event number first, or holds the table's lease."""


class Database(Protocol):
    """SQLite or PostgreSQL."""

    async def write(self, work: Work[T]) -> T:
        """Run work that changes something, alone or in one transaction with other work.

        Raises StorageError, and whatever the work raises after undoing its changes. Of the database's own errors the
        work may raise sa.exc.IntegrityError: the new rows contradict stored ones. All others become StorageError.
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Run work that only reads; raises StorageError."""
        ...

    def run(self, work: Work[T]) -> T:
        """Run work without an event loop, such as migrations at the start; raises StorageError."""
        ...

    async def close(self) -> None:
        """Finish pending work and close all connections."""
        ...


def id_batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split ids into batches that fit into one query.

    >>> [len(batch) for batch in id_batches(["id"] * 1200)]
    [500, 500, 200]
    """
    for start in range(0, len(ids), IDS_PER_QUERY):
        yield ids[start : start + IDS_PER_QUERY]


def serialize_transactions(connection: sa.Connection) -> None:
    """Block other transactions that call this until the current one ends. In SQLite, writers are serial anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))


def storage_error(error: BaseException) -> StorageError:
    """Return a StorageError for an error of a database, without the values of the failed statement."""
    lines = str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__]
    return StorageError(f"The database cannot be used: {lines[0].rstrip('.')}.")


def open_database(url: str) -> Database:
    """Open the database at `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`; raises StorageError."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise StorageError("The database is not a URL like sqlite:///FILE or postgresql://HOST/NAME.") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        from tilewise.server.store.sqlite import SqliteDatabase

        return SqliteDatabase(parsed)
    if backend == "postgresql":
        try:
            from tilewise.server.store.postgres import PostgresDatabase

            return PostgresDatabase(parsed)
        except ImportError:
            raise StorageError("PostgreSQL needs an optional package: pip install 'tilewise[postgres]'.") from None
    raise StorageError(f"{backend} is not supported; use sqlite or postgresql.")
