"""PostgreSQL, for many server processes on one database. Needs asyncpg, which SQLAlchemy imports."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tilewise.server import metrics
from tilewise.server.store.database import T, Work
from tilewise.server.store.sqlite import storage_error

CONNECTIONS: Final = 10
"""Kept open by a process."""


class PostgresDatabase:
    """A database on a server."""

    def __init__(self, url: sa.URL) -> None:
        self._url = url.set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(
            self._url, pool_size=CONNECTIONS, max_overflow=CONNECTIONS, pool_pre_ping=True, pool_timeout=10
        )

    async def write(self, work: Work[T]) -> T:
        """Do work in a transaction of its own; its commit is on disk when this returns."""
        try:
            began = time.perf_counter()
            async with self._engine.begin() as connection:
                result = await connection.run_sync(work)
        except (sa.exc.DBAPIError, OSError, TimeoutError, sa.exc.TimeoutError) as error:
            raise storage_error(error) from error
        metrics.writes.observe(time.perf_counter() - began)
        metrics.batches.observe(1)
        return result

    async def read(self, work: Work[T]) -> T:
        """Do work in a transaction that only reads."""
        try:
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)
        except (sa.exc.DBAPIError, OSError, TimeoutError, sa.exc.TimeoutError) as error:
            raise storage_error(error) from error

    def run(self, work: Work[T]) -> T:
        """Do work in a loop of its own, with a connection of its own."""

        async def doing() -> T:
            engine = create_async_engine(self._url, poolclass=NullPool)
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(work)
            finally:
                await engine.dispose()

        try:
            return asyncio.run(doing())
        except (sa.exc.DBAPIError, OSError) as error:
            raise storage_error(error) from error

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
