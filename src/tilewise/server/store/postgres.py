"""PostgreSQL, for several server processes on one database. Needs asyncpg."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg
import greenlet  # noqa: F401 (SQLAlchemy needs it, but imports it only at the first query)
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tilewise.server import metrics
from tilewise.server.store.database import T, Work, serialize_transactions, storage_error

CONNECTIONS: Final = 10
"""The size of a process's connection pool."""

CONNECT_TIMEOUT: Final = 5
"""Seconds."""

RESPONSE_TIMEOUT: Final = 15
"""Seconds. Work takes milliseconds: a database that does not respond for this long counts as unreachable."""


class PostgresDatabase:
    """A database on a PostgreSQL server."""

    def __init__(self, url: sa.URL) -> None:
        self._url = url.set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(
            self._url,
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            # A restart of the database breaks pooled connections.
            pool_pre_ping=True,
            hide_parameters=True,
            pool_timeout=RESPONSE_TIMEOUT,
            connect_args={"timeout": CONNECT_TIMEOUT, "command_timeout": RESPONSE_TIMEOUT},
        )

    async def write(self, work: Work[T]) -> T:
        """Run work in its own transaction, which is on disk when this returns."""
        began = time.perf_counter()
        with _as_storage_errors():
            async with self._engine.begin() as connection:
                result = await connection.run_sync(work)
        metrics.writes.observe(time.perf_counter() - began)
        metrics.batches.observe(1)
        return result

    async def read(self, work: Work[T]) -> T:
        """Run work in a read-only transaction."""
        with _as_storage_errors():
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)

    def run(self, work: Work[T]) -> T:
        """Run work in a new event loop with its own connection, serialised with other processes that are starting."""

        def serialized(connection: sa.Connection) -> T:
            serialize_transactions(connection)
            return work(connection)

        async def main() -> T:
            engine = create_async_engine(self._url, poolclass=NullPool, connect_args={"timeout": CONNECT_TIMEOUT})
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(serialized)
            finally:
                await engine.dispose()

        with _as_storage_errors():
            return asyncio.run(main())

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


@contextmanager
def _as_storage_errors() -> Iterator[None]:
    """Turn connection errors into StorageError. While connecting, SQLAlchemy does not wrap the errors of asyncpg."""
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except (
        sa.exc.DBAPIError,
        sa.exc.TimeoutError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        OSError,
        TimeoutError,
    ) as error:
        raise storage_error(error) from error
