"""A whole server without a network: its application is called like by uvicorn, and every byte is recorded."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.support.hosts import HandClock
from tests.support.http_server import UNLIMITED, with_cheap_hashes
from tilewise.server.app import Server, make_app
from tilewise.server.bot_pool import InlineBotPool
from tilewise.server.clock import Clock
from tilewise.server.http.uvicorn_protocols import READ_NOW
from tilewise.server.settings import Settings

SOON = 60.0
"""Seconds after which a test stops waiting; nothing takes that long."""

Message = dict[str, Any]
_ids = itertools.count()
"""Two devices of a person never use the same command id."""


class SocketClient:
    """The client's side of a WebSocket."""

    def __init__(self, person: str, token: str) -> None:
        self.person = person
        self.token = token
        self.raw: list[str] = []
        """Every text that was received, unchanged."""
        self.messages: list[Message] = []
        self.closed_with: int | None = None
        self._read = 0
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._take: Callable[[bytes], bool] | None = None
        self._came = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def connect(self, app: Callable[..., Awaitable[None]]) -> SocketClient:
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": "/api/socket",
            "raw_path": b"/api/socket",
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"tilewise.test"), (b"authorization", f"Bearer {self.token}".encode())],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "extensions": {READ_NOW: self._read_now},
            "state": {},
        }
        await self._in.put({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._in.get, self._send))  # type: ignore[arg-type]
        return self

    def _read_now(self, take: Callable[[bytes], bool]) -> None:
        self._take = take

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            text = message.get("text")
            assert isinstance(text, str), "JSON is sent as text"
            self.raw.append(text)
            self.messages.append(json.loads(text))
        elif message["type"] == "websocket.close":
            self.closed_with = message.get("code", 1000)
        self._came.set()

    async def closed(self) -> int:
        """Wait until the server has closed the connection; return the code."""
        async with asyncio.timeout(SOON):
            while self.closed_with is None:
                self._came.clear()
                await self._came.wait()
        return self.closed_with

    async def close(self) -> None:
        """Disconnect without a closing handshake, and wait until the server has noticed."""
        if self._task is not None:
            await self._in.put({"type": "websocket.disconnect", "code": 1006})
            await asyncio.wait_for(self._task, SOON)
            self._task = None

    def say_raw(self, content: str | bytes) -> None:
        kind = "text" if isinstance(content, str) else "bytes"
        at_once = kind == "text" and content.isascii() and self._in.empty()
        if at_once and self._take is not None and self._take(str(content).encode()):
            return
        self._in.put_nowait({"type": "websocket.receive", kind: content})

    def say(self, type_: str, **fields: Any) -> None:
        self.say_raw(json.dumps({"type": type_, **fields}))

    def ask(self, table: str, do: str, id_: str | None = None, /, **fields: Any) -> str:
        """Send a command; return its id."""
        id_ = f"id-{next(_ids)}" if id_ is None else id_
        self.say("command", id=id_, table=table, command={"do": do, **fields})
        return id_

    async def next(self, *types: str, **fields: Any) -> Message:
        """Return the next message of one of these types with these fields, and skip those before it."""

        async def find() -> Message:
            while True:
                while self._read < len(self.messages):
                    message = self.messages[self._read]
                    self._read += 1
                    if message["type"] in types and all(message.get(name) == is_ for name, is_ in fields.items()):
                        return message
                self._came.clear()
                await self._came.wait()

        try:
            return await asyncio.wait_for(find(), SOON)
        except TimeoutError:
            raise AssertionError(f"No {types} {fields} came; the last were {self.messages[-3:]}") from None

    async def answer(self, table: str, do: str, id_: str | None = None, /, **fields: Any) -> Message:
        """Send a command and return its response; other messages can still be read later."""
        start = len(self.messages)
        id_ = self.ask(table, do, id_, **fields)

        async def find() -> Message:
            while True:
                for message in self.messages[start:]:
                    if message["type"] in ("done", "refused") and message["id"] == id_:
                        return message
                self._came.clear()
                await self._came.wait()

        return await asyncio.wait_for(find(), SOON)

    async def done(self, table: str, do: str, id_: str | None = None, /, **fields: Any) -> Message:
        """Send a command and wait until it is done."""
        answer = await self.answer(table, do, id_, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def refused(self, table: str, do: str, id_: str | None = None, /, **fields: Any) -> Message:
        """Send a command that is refused; return the refusal."""
        answer = await self.answer(table, do, id_, **fields)
        assert answer["type"] == "refused", answer
        refusal: Message = answer["refusal"]
        return refusal

    async def settle(self) -> list[Message]:
        """Wait until everything sent so far is processed; return the messages since the last one that was read."""
        start = self._read
        self.say("ping")
        await self.next("pong")
        return self.messages[start : self._read - 1]


class InMemoryServer:
    """A server and its clients."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.app = make_app(server)
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://tilewise.test")
        self.answers: list[tuple[str, httpx.Response]] = []
        """Every HTTP response, with the person who sent the request."""
        self.clients: list[SocketClient] = []
        self.tokens: dict[str, str] = {}

    async def guest(self, name: str) -> tuple[str, str]:
        """Create a guest; return id and token."""
        response = await self.http.post("/api/guests", json={"name": name})
        assert response.status_code == 201, response.text
        self.http.cookies.clear()
        body = response.json()
        self.tokens[body["person"]] = body["token"]
        self.answers.append((body["person"], response))
        return body["person"], body["token"]

    async def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        response = await self.http.request(method, path, headers=headers, **more)
        self.http.cookies.clear()
        whose = next((person for person, known in self.tokens.items() if known == token), "")
        self.answers.append((whose, response))
        return response

    async def table(self, token: str, **settings: Any) -> str:
        """Create a table; return its id."""
        response = await self.ask("POST", "/api/tables", token, json=settings)
        assert response.status_code == 201, response.text
        table: str = response.json()["table"]
        return table

    async def client(self, person: str, token: str) -> SocketClient:
        """Connect a person."""
        client = await SocketClient(person, token).connect(self.app)
        self.clients.append(client)
        await client.next("welcome")
        return client

    async def newcomer(self, name: str) -> SocketClient:
        """Create and connect a guest."""
        return await self.client(*await self.guest(name))


@asynccontextmanager
async def in_memory(folder: Path, clock: Clock | None = None, **settings: Any) -> AsyncIterator[InMemoryServer]:
    """Run a server in the current event loop, with a clock that stands still unless another one is given."""
    chosen: dict[str, Any] = {**UNLIMITED, "tempo": 0, "messages_per_second": 10_000, **settings}
    chosen["database"] = f"sqlite:///{folder / 'tilewise.db'}"
    server = Server(Settings(**chosen), clock or HandClock(), InlineBotPool())
    running = InMemoryServer(with_cheap_hashes(server))
    await server.start()
    try:
        yield running
    finally:
        for client in running.clients:
            await client.close()
        await running.http.aclose()
        await server.stop()
