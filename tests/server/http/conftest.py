"""Fixtures for the tests of HTTP and the WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.asgi_server import InMemoryServer, in_memory


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[InMemoryServer]:
    """A server in memory whose clock stands still, for WebSockets."""
    async with in_memory(tmp_path) as running:
        yield running
