"""A database in which work is done: a function with a connection, in one transaction, on disk when it returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import sqlalchemy as sa

from tilewise.errors import TilewiseError

T = TypeVar("T")
Work = Callable[[sa.Connection], T]


_ONE_AT_A_TIME: Final = 7_413_011
"""A number of our own among PostgreSQL's advisory locks."""


class StorageError(TilewiseError):
    """The database cannot be used now: it is unreachable, full or damaged.

    What was asked has not happened, unless the connection broke during the commit: then only the database knows.
    """


class Taken(Exception):
    """Somebody else stored that number first, or owns the table's timer now."""


class Database(Protocol):
    """SQLite or PostgreSQL; both do the same work."""

    async def write(self, work: Work[T]) -> T:
        """Do work that changes something, alone or together with others in one transaction.

        Raises what the work raises, with its changes undone, and StorageError. Of the database's own errors the work
        may raise sa.exc.IntegrityError: the data contradict what is stored; all others become a StorageError.
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Do work that only reads; raises StorageError."""
        ...

    def run(self, work: Work[T]) -> T:
        """Do work before anything else runs, such as migrations; raises StorageError."""
        ...

    async def close(self) -> None:
        """Finish what was begun, and let go of the database."""
        ...


def one_at_a_time(connection: sa.Connection) -> None:
    """Let nobody else do such work until this transaction ends: in SQLite nobody else writes anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))


def storage_error(error: BaseException) -> StorageError:
    """The error of a database as a sentence, without what was to be stored."""
    lines = str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__]
    return StorageError(f"The database cannot be used: {lines[0].rstrip('.')}.")


def open_database(url: str) -> Database:
    """Open the database of a URL: `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`; raises StorageError."""
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
            raise StorageError("PostgreSQL needs a further package: pip install 'tilewise[postgres]'.") from None
    raise StorageError(f"{backend} is not supported; the databases are sqlite and postgresql.")
