"""Fixtures for the tests of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.store_parts import store_at
from tilewise.server.store.table_store import TableStore


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[TableStore]:
    """The store of a new, empty database: SQLite, then PostgreSQL."""
    async with store_at(database_url) as store:
        yield store


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.thorough)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new, empty database where SQL is not the subject: SQLite, and sometimes PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tilewise.db'}"
    postgres: str = request.getfixturevalue("postgres_url")
    return postgres
