"""The lifecycle of a server: commands and clients when it stops."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.http_server import server_in
from tests.support.processes import until as wait_until
from tests.support.served import served, until
from tilewise.server.host import Stopping
from tilewise.server.store.database import StorageError
from tilewise.server.tables import commands as do
from tilewise.server.tables.table_settings import TableSettings


async def failing(*_: object) -> None:
    raise StorageError("away")


async def test_running_commands_are_finished_and_new_ones_refused(tmp_path: Path) -> None:
    server = server_in(tmp_path)
    await server.start()
    live = await server.host.create(TableSettings(rules={"turn_seconds": None}), "p1", "Ann", "make")
    number = live.state.number
    running = asyncio.create_task(server.host.command(live.table_id, "p2", "Ben", "sit", do.Sit()))
    await asyncio.sleep(0)
    await server.stop()
    with pytest.raises(Stopping):
        await server.host.command(live.table_id, "p2", "Ben", "stand", do.Stand())
    with pytest.raises(Stopping):
        await server.host.create(TableSettings(), "p1", "Ann", "again")
    after = await running
    assert after > number
    with closing(sqlite3.connect(tmp_path / "tilewise.db")) as connection:
        assert connection.execute("SELECT max(number) FROM events").fetchone() == (after,)


async def test_a_command_that_could_not_be_stored_can_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_in(tmp_path)
    await server.start()
    live = await server.host.create(TableSettings(rules={"turn_seconds": None}), "p1", "Ann", "make")
    with monkeypatch.context() as patch:
        patch.setattr(server.database, "write", failing)
        with pytest.raises(StorageError):
            await server.host.command(live.table_id, "p2", "Ben", "sit", do.Sit())
    number = await server.host.command(live.table_id, "p2", "Ben", "sit", do.Sit())
    stored = len(await server.store.events(live.table_id))
    await server.stop()
    assert number == stored


async def test_a_client_that_disconnects_does_not_cancel_its_command(tmp_path: Path) -> None:
    server = server_in(tmp_path)
    await server.start()
    live = await server.host.create(TableSettings(rules={"turn_seconds": None}), "p1", "Ann", "make")
    number = live.state.number
    command = asyncio.create_task(server.host.command(live.table_id, "p2", "Ben", "sit", do.Sit()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    command.cancel()
    await server.host.finish(10)
    await server.stop()
    assert live.state.number > number


def lease_owners(database: Path) -> set[str | None]:
    with closing(sqlite3.connect(database)) as connection:
        return {owner for (owner,) in connection.execute("SELECT lease_owner FROM tables")}


def test_clients_are_asked_to_come_back_and_leases_are_released(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with served(database) as server:
        assert server.get("/health") == (200, b"ok")
        assert server.get("/ready") == (200, b'{"ready":true,"troubles":[]}')
        token, table = server.seated_guest()
        with server.socket(token) as socket:
            socket.send(json.dumps({"type": "subscribe", "table": table}))
            until(socket, "view")
            wait_until(lambda: lease_owners(database) != {None})
            server.process.send_signal(signal.SIGTERM)
            closing_message = until(socket, "closing")
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=30)
        code, _, _ = server.ended()
    assert (closing_message["code"], closing_message["retry_after"]) == ("stopping", 2000)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001
    assert code == 0
    assert lease_owners(database) == {None}


def test_a_second_signal_stops_at_once(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db") as server:
        token, table = server.seated_guest()
        with server.socket(token) as socket:
            socket.send(json.dumps({"type": "subscribe", "table": table}))
            until(socket, "view")
            server.process.send_signal(signal.SIGSTOP)
            server.process.send_signal(signal.SIGINT)
            server.process.send_signal(signal.SIGTERM)
            code, _, error = server.stop(signal.SIGCONT)
    assert code == 130
    assert "Stopped at once; no confirmed command is lost." in error
