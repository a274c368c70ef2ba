"""PostgreSQL, for many server processes on one database. Needs asyncpg, which SQLAlchemy imports."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg
import greenlet  # noqa: F401 (SQLAlchemy would miss it only later, in the middle of something)
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tilewise.server import metrics
from tilewise.server.store.database import T, Work, one_at_a_time, storage_error

CONNECTIONS: Final = 10
"""Kept open by a process."""

CONNECT_WITHIN: Final = 5
"""Seconds."""

ANSWER_WITHIN: Final = 15
"""Seconds: our work takes milliseconds. A database that does not answer for so long is as good as away."""


class PostgresDatabase:
    """A database on a server."""

    def __init__(self, url: sa.URL) -> None:
        self._url = url.set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(
            self._url,
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            # A connection may have died with the database's last restart.
            pool_pre_ping=True,
            hide_parameters=True,
            pool_timeout=ANSWER_WITHIN,
            connect_args={"timeout": CONNECT_WITHIN, "command_timeout": ANSWER_WITHIN},
        )

    async def write(self, work: Work[T]) -> T:
        """Do work in a transaction of its own; its commit is on disk when this returns."""
        began = time.perf_counter()
        with _as_storage_errors():
            async with self._engine.begin() as connection:
                result = await connection.run_sync(work)
        metrics.writes.observe(time.perf_counter() - began)
        metrics.batches.observe(1)
        return result

    async def read(self, work: Work[T]) -> T:
        """Do work in a transaction that only reads."""
        with _as_storage_errors():
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)

    def run(self, work: Work[T]) -> T:
        """Do work in a loop of its own, with a connection of its own; processes that start together wait for turns."""

        def alone(connection: sa.Connection) -> T:
            one_at_a_time(connection)
            return work(connection)

        async def doing() -> T:
            engine = create_async_engine(self._url, poolclass=NullPool, connect_args={"timeout": CONNECT_WITHIN})
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(alone)
            finally:
                await engine.dispose()

        with _as_storage_errors():
            return asyncio.run(doing())

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


@contextmanager
def _as_storage_errors() -> Iterator[None]:
    """Turn what a connection can fail with into StorageError; while connecting, asyncpg's errors come as they are."""
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
