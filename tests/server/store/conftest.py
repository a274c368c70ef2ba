"""Fixtures for the tests of the store."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.store_parts import store_at
from tilewise.server.store.table_store import TableStore


@pytest.fixture
async def other_store(store: TableStore, database_url: str) -> AsyncIterator[TableStore]:
    """The same database as another process uses it, with its own connections."""
    async with store_at(database_url) as other:
        yield other
