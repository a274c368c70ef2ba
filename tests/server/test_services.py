"""Readiness: the database, the bus, and a server that is stopping."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.http_server import server_in
from tilewise.server.bus.messages import BusError
from tilewise.server.store.database import StorageError


async def failing(*_: object) -> None:
    raise StorageError("away")


async def test_a_running_server_is_ready_and_a_stopping_one_is_not(tmp_path: Path) -> None:
    server = server_in(tmp_path)
    await server.start()
    ready = await server.problems()
    server.host.stopping = True
    stopping = await server.problems()
    await server.stop()
    assert (ready, stopping) == ([], ["stopping"])


async def test_a_server_without_database_or_bus_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent() -> None:
        raise BusError("away")

    server = server_in(tmp_path)
    await server.start()
    with monkeypatch.context() as patch:
        patch.setattr(server.database, "read", failing)
        patch.setattr(server.host.bus, "check", silent)
        problems = await server.problems()
    await server.stop()
    assert problems == ["database", "bus"]


async def test_readiness_does_not_wait_for_a_database_that_does_not_respond(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forever(_: object) -> None:
        await asyncio.sleep(3600)

    server = server_in(tmp_path)
    await server.start()
    with monkeypatch.context() as patch:
        patch.setattr("tilewise.server.services.READINESS_TIMEOUT", 0.05)
        patch.setattr(server.database, "read", forever)
        problems = await server.problems()
    await server.stop()
    assert problems == ["database"]
