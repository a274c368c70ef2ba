"""Clients that do not read, send nothing, or never finish, over real connections to uvicorn as in `tilewise serve`."""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import os
import socket
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tilewise.server.app import Server, make_app
from tilewise.server.http import socket as sockets
from tilewise.server.http import uvicorn_protocols
from tilewise.server.http.socket import Connection
from tilewise.server.http.uvicorn_protocols import TimeLimitedHttp, uvicorn_config
from tilewise.server.limits import Limiter
from tilewise.server.settings import Settings

HANDSHAKE = (
    "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
)


class ListeningServer:
    """A server on a local port."""

    def __init__(self, server: Server, runner: uvicorn.Server, port: int) -> None:
        self.server = server
        self.runner = runner
        self.port = port

    @property
    def open_connections(self) -> int:
        return len(self.runner.server_state.connections)

    def only_protocol(self) -> TimeLimitedHttp:
        """The server's side of the only HTTP connection."""
        (protocol,) = self.runner.server_state.connections
        assert isinstance(protocol, TimeLimitedHttp)
        return protocol

    def only_connection(self) -> Connection:
        """The server's side of the only WebSocket."""
        (connection,) = self.server.connections
        assert isinstance(connection, Connection)
        return connection

    async def token(self, **headers: str) -> str:
        async with httpx.AsyncClient(timeout=60) as client:
            url = f"http://127.0.0.1:{self.port}/api/guests"
            made = await client.post(url, json={"name": "Ada"}, headers=headers)
            assert made.status_code == 201, made.text
            token: str = made.json()["token"]
            return token

    async def connect(self, small: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        raw = socket.socket()
        if small:
            # A small buffer, so that the server soon has to wait.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=raw, limit=1024)

    async def websocket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a WebSocket whose client reads nothing after the handshake."""
        token = await self.token()
        reader, writer = await self.connect(small=True)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(HANDSHAKE.format(key=key, token=token).encode())
        assert b"101" in await reader.readline()
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        return reader, writer


@asynccontextmanager
async def listening(
    folder: Path, change: Callable[[uvicorn.Config], None] | None = None, **more: Any
) -> AsyncIterator[ListeningServer]:
    settings = Settings(database=f"sqlite:///{folder / 'tilewise.db'}", **{"tempo": 0, **more})
    server = Server(settings)
    config = uvicorn_config(make_app(server), settings)
    if change is not None:
        change(config)
    runner = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(runner.serve(sockets=[listener]))
    while not runner.started:
        await asyncio.sleep(0.002)
    try:
        yield ListeningServer(server, runner, listener.getsockname()[1])
    finally:
        runner.should_exit = True
        await task


async def become(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.002)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never close a connection because the machine is busy. Tests check connections themselves."""
    monkeypatch.setattr(uvicorn_protocols, "CHECK_INTERVAL", 3600)
    for module in (sockets, uvicorn_protocols):
        monkeypatch.setattr(module, "CLOSE_TIMEOUT", 60)


@pytest.fixture
def _short_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the client of a closing WebSocket hardly any time."""
    for module in (sockets, uvicorn_protocols):
        monkeypatch.setattr(module, "CLOSE_TIMEOUT", 0.05)


async def test_a_connection_is_kept_for_a_while_after_a_response_that_took_long(tmp_path: Path) -> None:
    """Its client is about to send the next request."""
    body = json.dumps({"name": "Ada"}).encode()
    head = (
        f"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )

    async with listening(tmp_path) as here:
        reader, writer = await here.connect()
        writer.write(head.encode())
        await become(lambda: here.open_connections == 1)
        protocol = here.only_protocol()
        await become(protocol._is_responding)
        protocol._check()
        writer.write(body)
        assert b"201" in await reader.readline()
        await become(lambda: not protocol._is_responding())
        protocol._check()
        assert not protocol.transport.is_closing()
        protocol._check()
        assert protocol.transport.is_closing()
        await hang_up(writer)


@pytest.mark.usefixtures("_short_close")
async def test_a_client_that_does_not_read_is_disconnected_and_its_memory_freed(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        _, writer = await here.websocket()
        await become(lambda: len(here.server.connections) == 1)
        connection = here.only_connection()
        await become(lambda: connection._send_task is not None)
        most = 0
        for number in range(100_000):
            connection.send(b'"' + b"x" * 2000 + b'"')
            most = max(most, connection._queued_bytes)
            if connection._closing is not None:
                break
            if number % 20 == 0:
                await asyncio.sleep(0)
        assert connection._closing is not None
        assert connection._closing[1].code == "too-slow"
        # No more than the buffers of the system and of uvicorn, and 256 KiB in the queue.
        assert number * 2000 < 16_000_000
        assert most <= sockets.LARGEST_BACKLOG
        assert not connection._queue
        await become(lambda: not here.server.connections)
        assert here.server.limits.connections.taken == 0
        await become(lambda: here.open_connections == 0)
        await hang_up(writer)


@pytest.mark.usefixtures("_short_close")
async def test_a_client_that_is_closed_before_its_first_message_is_aborted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()

    async def slow(*_: object) -> None:
        await closed.wait()
        await asyncio.sleep(2 * sockets.CLOSE_TIMEOUT)

    async with listening(tmp_path) as here:
        monkeypatch.setattr(here.server.connections, "check_sessions", slow)
        _, writer = await here.websocket()
        await become(lambda: len(here.server.connections) == 1)
        connection = here.only_connection()
        while connection._closing is None:
            connection.send(b'"' + b"x" * 2000 + b'"')
        closed.set()
        await become(lambda: not here.server.connections)
        assert here.server.limits.connections.taken == 0
        await hang_up(writer)


async def next_text(reader: asyncio.StreamReader) -> bytes:
    """Return the text of the next frame from the server."""
    _, length = await reader.readexactly(2)
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    return await reader.readexactly(length)


async def test_queued_and_direct_messages_arrive_in_order(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        reader, writer = await here.websocket()
        await become(lambda: len(here.server.connections) == 1)
        connection = here.only_connection()
        await become(lambda: connection._send_task is not None)
        sent = 0
        while len(connection._queue) < 20:
            connection.send(b"%06d" % sent + b"x" * 2000)
            sent += 1
        reader._transport.resume_reading()  # type: ignore[attr-defined]
        await reader.readuntil(b"\r\n\r\n")
        assert b"welcome" in await next_text(reader)
        came: list[int] = []
        while len(came) < sent:
            came.append(int((await next_text(reader))[:6]))
            await asyncio.sleep(0)
            if sent < 3000 and len(connection._queue) < 50:
                connection.send(b"%06d" % sent + b"x" * 2000)
                sent += 1
        assert came == list(range(sent))
        # Some messages were queued and some were sent directly.
        assert sent > 100
        assert not connection._queue
        await hang_up(writer)


@pytest.mark.usefixtures("_short_close")
async def test_the_number_of_queued_messages_is_limited_even_if_they_are_small(tmp_path: Path) -> None:
    async with listening(tmp_path, queue=50) as here:
        _, writer = await here.websocket()
        await become(lambda: len(here.server.connections) == 1)
        connection = here.only_connection()
        await become(lambda: connection._send_task is not None)
        while not connection._queue:
            connection.send(b'"' + b"x" * 2000 + b'"')
        for _ in range(48):
            connection.send(b"1")
        assert connection._closing is None
        for _ in range(3):
            connection.send(b"1")
        assert connection._closing is not None
        await become(lambda: not here.server.connections)
        await hang_up(writer)


@pytest.mark.usefixtures("_short_close")
async def test_a_client_that_does_not_respond_to_pings_is_disconnected(tmp_path: Path) -> None:
    def impatient(config: uvicorn.Config) -> None:
        config.ws_ping_interval = config.ws_ping_timeout = 0.05

    async with listening(tmp_path, impatient) as here:
        _, writer = await here.websocket()
        await become(lambda: len(here.server.connections) == 1)
        connection = here.only_connection()
        # Its buffer is full, so that not even a close frame arrives.
        for _ in range(100):
            connection.send(b'"' + b"x" * 2000 + b'"')
        await become(lambda: not here.server.connections)
        await become(lambda: here.open_connections == 0)
        await hang_up(writer)


@pytest.mark.usefixtures("_short_close")
async def test_a_message_that_is_too_large_closes_the_connection(tmp_path: Path) -> None:
    async with listening(tmp_path, largest_message=1000) as here:
        reader, writer = await here.websocket()
        reader._transport.resume_reading()  # type: ignore[attr-defined]
        # The header of a masked frame of 10^9 bytes, which is refused at once.
        writer.write(b"\x81\xff" + (10**9).to_bytes(8, "big") + b"\0\0\0\0")
        await become(lambda: not here.server.connections)
        await hang_up(writer)


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "])
async def test_a_client_that_sends_no_request_is_disconnected(tmp_path: Path, sent: bytes) -> None:
    async with listening(tmp_path) as here:
        reader, writer = await here.connect()
        writer.write(sent)
        await become(lambda: here.open_connections == 1)
        protocol = here.only_protocol()
        await become(lambda: protocol._head == len(sent))
        protocol._check()
        with suppress(ConnectionError):
            assert await reader.read(10) == b""
        await become(lambda: here.open_connections == 0)
        await hang_up(writer)


async def test_a_client_that_sends_its_request_drop_by_drop_is_disconnected(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        _, writer = await here.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        await become(lambda: here.open_connections == 1)
        protocol = here.only_protocol()
        for _ in range(3):
            before = protocol._head
            writer.write(b"X-A: b\r\n")
            await become(lambda before=before: protocol._head > before)  # type: ignore[misc]
        protocol._check()
        await become(lambda: here.open_connections == 0)
        await hang_up(writer)


async def test_a_client_that_does_not_read_its_responses_is_disconnected(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        reader, writer = await here.connect(small=True)
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        await become(lambda: here.open_connections == 1)
        protocol = here.only_protocol()
        await become(lambda: protocol.flow.write_paused)
        for _ in range(uvicorn_protocols.MOST_STUCK_CHECKS):
            assert here.open_connections == 1
            protocol._check()
        await become(lambda: here.open_connections == 0)
        await hang_up(writer)


async def test_endless_headers_are_refused(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        _, writer = await here.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        for _ in range(100):
            writer.write(b"X-A: " + b"b" * 1000 + b"\r\n")
            with suppress(ConnectionError):
                await writer.drain()
        await become(lambda: here.open_connections == 0)
        await hang_up(writer)


async def test_many_requests_on_one_connection_are_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_protocols, "CHECK_INTERVAL", 60.0)
    async with listening(tmp_path) as here:
        reader, writer = await here.connect()
        for _ in range(10):
            writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" in await reader.readline()
            while (await reader.readline()).strip():
                pass
            assert await reader.readexactly(2) == b"ok"
            http: Any = next(iter(here.runner.server_state.connections))
            http._check()
        assert here.open_connections == 1
        http._check()
        assert await reader.read(1) == b""
        await hang_up(writer)


async def test_a_forwarded_address_counts_only_from_a_trusted_proxy(tmp_path: Path) -> None:
    async def statuses(folder: Path, trusted_proxies: str) -> list[int]:
        folder.mkdir()
        async with (
            listening(folder, trusted_proxies=trusted_proxies) as here,
            httpx.AsyncClient(timeout=60) as client,
        ):
            here.server.limits.address_requests = Limiter(0, 3)
            url = f"http://127.0.0.1:{here.port}/api/levels"
            return [
                (await client.get(url, headers={"X-Forwarded-For": f"192.0.2.{number}"})).status_code
                for number in range(5)
            ]

    assert await statuses(tmp_path / "trusted", trusted_proxies="127.0.0.1") == [200] * 5
    assert await statuses(tmp_path / "other", trusted_proxies="10.0.0.1") == [200] * 3 + [429] * 2
    assert await statuses(tmp_path / "none", trusted_proxies="") == [200] * 3 + [429] * 2


async def test_a_client_cannot_forge_its_address_behind_a_trusted_proxy(tmp_path: Path) -> None:
    async with listening(tmp_path) as here, httpx.AsyncClient(timeout=60) as client:
        here.server.limits.address_requests = Limiter(0, 3)
        url = f"http://127.0.0.1:{here.port}/api/levels"
        # A proxy appends the address that it sees; the rest comes from the client.
        answers = [
            await client.get(url, headers={"X-Forwarded-For": f"192.0.2.{number}, 203.0.113.7"}) for number in range(5)
        ]
        assert [response.status_code for response in answers] == [200] * 3 + [429] * 2


async def test_a_trusted_proxy_reports_that_people_use_https(tmp_path: Path) -> None:
    async with listening(tmp_path) as here, httpx.AsyncClient(timeout=60) as client:
        url = f"http://127.0.0.1:{here.port}/api/guests"
        made = await client.post(url, json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
        assert made.headers["set-cookie"].startswith("__Host-tilewise=")
        assert "strict-transport-security" in made.headers
        assert "server" not in made.headers


async def test_drafts_are_processed_as_they_arrive_and_invalid_text_closes_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(tmp_path) as here:
        headers = {"authorization": f"Bearer {await here.token()}"}
        drafts: list[str] = []
        monkeypatch.setattr(sockets, "parse_draft", lambda sets, loose: drafts.append(sets[0]))
        async with connect(f"ws://127.0.0.1:{here.port}/api/socket", additional_headers=headers) as client:
            draft = {"type": "draft", "table": "t", "number": 1}
            await client.send(json.dumps({**draft, "sets": ["r1"]}))
            # In fragments, and with characters that are not ASCII.
            parts = json.dumps({**draft, "sets": ["r2"]})
            await client.send([parts[:9], parts[9:]])
            await client.send(json.dumps({**draft, "sets": ["\u2665"]}, ensure_ascii=False))
            await client.send(json.dumps({"type": "ping"}))
            await become(lambda: len(drafts) == 3)
            assert drafts == ["r1", "r2", "\u2665"]
            welcome, pong = [json.loads(await client.recv())["type"] for _ in range(2)]
            assert (welcome, pong) == ("welcome", "pong")
            await client.send(b'{"type": "draft", "sets": ["\xff"]}', text=True)
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 1007
            assert len(drafts) == 3


async def test_a_closed_connection_leaves_no_reference_cycles(tmp_path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        async with listening(tmp_path) as here:
            _, writer = await here.websocket()
            await become(lambda: len(here.server.connections) == 1)
            left = weakref.ref(*here.server.connections)
            await hang_up(writer)
            await become(lambda: left() is None)
    finally:
        gc.enable()


async def test_nothing_is_compressed(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        token = await here.token()
        reader, writer = await here.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        asked = HANDSHAKE.format(key=key, token=token).replace(
            "\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )
        writer.write(asked.encode())
        head = b""
        while line := (await reader.readline()).strip():
            head += line.lower()
        assert b"101" in head
        assert b"permessage-deflate" not in head
        await hang_up(writer)
        async with httpx.AsyncClient(timeout=60) as client:
            page = await client.get(f"http://127.0.0.1:{here.port}/api/profiles", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in page.headers
