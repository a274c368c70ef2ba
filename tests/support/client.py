"""A client of the server: it reconnects, retries, and keeps track of what the server has acknowledged.

    client = Client(["http://localhost:8013"], "Ada")
    await client.enter()
    table = await client.make_table(TableSettings())
    await client.follow(table)
    answer = await client.command(table, Draw())

It connects to any of several servers, and to another one when that fails. A command is repeated with the same id until
there is a response. `acknowledged` is what the server reported as stored; the tests compare it with the event log.
"""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tilewise.cli.remote_seat import view_after
from tilewise.server import protocol as wire
from tilewise.server.tables.commands import AnyCommand
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import AnyTableEvent, TableView

SEND_AGAIN: Final = frozenset({"storage", "stopping"})
"""Refusals after which the same command is sent again."""

_decoder: msgspec.json.Decoder[wire.AnyServerMessage] = msgspec.json.Decoder(wire.AnyServerMessage)


class ImpossibleMessage(AssertionError):
    """The server sent something impossible."""


class Client:
    """One person's client."""

    def __init__(self, addresses: Sequence[str], name: str, seed: int = 0, repeat: float = 0.0) -> None:
        """`repeat` is the share of commands that are sent twice at once, as over a bad connection."""
        self.addresses = list(addresses)
        self.name = name
        self.person = ""
        self.token = ""
        self.views: dict[str, TableView] = {}
        self.acknowledged: dict[tuple[str, str], int] = {}
        """The last event number of each command, by table and command (`PERSON/ID`)."""
        self.refused: list[wire.Refused] = []
        self.problems: list[wire.Problem] = []
        self.sent_again = 0
        """How often a command had to be sent again."""
        self.connected = 0
        """How often the client has connected."""
        self.faults: list[str] = []
        """Impossible things that the server sent."""
        self._chance = random.Random(seed)
        self._repeat = repeat
        self._prefix = f"{self._chance.getrandbits(64):x}"
        self._count = 0
        self._followed: set[str] = set()
        self._pending: dict[str, tuple[wire.CommandMessage, asyncio.Future[wire.Done | wire.Refused]]] = {}
        self._socket: ClientConnection | None = None
        self._staying: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()

    # HTTP

    async def enter(self, twin: Client | None = None) -> None:
        """Become a guest, or the same person as another client, and connect."""
        if twin is None:
            guest = await self.post("/api/guests", {"name": self.name})
            self.person, self.token = guest["person"], guest["token"]
        else:
            self.person, self.token = twin.person, twin.token
        self._staying = asyncio.create_task(self._stay_connected())

    async def make_table(self, settings: TableSettings) -> str:
        """Create a table; return its id."""
        made = await self.post("/api/tables", msgspec.to_builtins(settings))
        return str(made["table"])

    async def post(self, path: str, body: object, within: float = 60.0) -> Any:
        """Repeat an HTTP request until there is a response; it may be executed more than once."""
        async with asyncio.timeout(within):
            while True:
                try:
                    return await asyncio.to_thread(self._post, self._chance.choice(self.addresses) + path, body)
                except urllib.error.HTTPError as error:
                    with error:
                        if error.code != 503:
                            raise ImpossibleMessage(
                                f"{path} was answered with {error.code}: {error.read()!r}"
                            ) from None
                except OSError:
                    pass
                await asyncio.sleep(0.1)

    def _post(self, address: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            return json.load(answer)

    # The WebSocket

    async def close(self) -> None:
        """Disconnect."""
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.gather(self._staying, *self._sending, return_exceptions=True)

    async def follow(self, table: str, within: float = 60.0) -> TableView:
        """Follow a table, and wait for its view."""
        self._followed.add(table)
        await self._send(wire.Subscribe(table))
        await self.until(lambda: table in self.views, within)
        return self.views[table]

    async def command(
        self, table: str, command: AnyCommand, key: str | None = None, within: float = 120.0
    ) -> wire.Done | wire.Refused:
        """Send a command until it is done or refused."""
        self._count += 1
        message = wire.CommandMessage(f"{self._prefix}-{self._count}" if key is None else key, table, command)
        if message.id in self._pending:
            await self._send(message)
            return await self._pending[message.id][1]
        future: asyncio.Future[wire.Done | wire.Refused] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = (message, future)
        await self._send(message)
        if self._chance.random() < self._repeat:
            await self._send(message)
        try:
            async with asyncio.timeout(within):
                return await future
        finally:
            self._pending.pop(message.id, None)

    async def until(self, condition: Callable[[], bool], within: float = 60.0) -> None:
        """Wait for a condition that depends on received messages; raises TimeoutError."""
        async with asyncio.timeout(within):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    def drop(self) -> None:
        """Lose the connection."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _send(self, message: wire.AnyClientMessage) -> None:
        # Messages that cannot be sent now are sent after reconnecting.
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(msgspec.json.encode(message).decode())

    async def _stay_connected(self) -> None:
        while True:
            address = self._chance.choice(self.addresses).replace("http", "ws", 1) + "/api/socket"
            headers = {"Authorization": f"Bearer {self.token}"}
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                async with connect(
                    address,
                    additional_headers=headers,
                    open_timeout=5,
                    close_timeout=0.2,
                    ping_interval=2,
                    ping_timeout=3,
                    compression=None,
                    max_size=None,
                    proxy=None,
                ) as socket:
                    self._socket = socket
                    self.connected += 1
                    for table in self._followed:
                        view = self.views.get(table)
                        await self._send(wire.Subscribe(table, None if view is None else view.number))
                    for message, _ in tuple(self._pending.values()):
                        await self._send(message)
                    async for text in socket:
                        self._take(_decoder.decode(text))
            self._socket = None
            await asyncio.sleep(0.05 + 0.1 * self._chance.random())

    def _take(self, message: wire.AnyServerMessage) -> None:
        match message:
            case wire.View(table, view=view):
                known = self.views.get(table)
                if known is not None and view.number < known.number:
                    self.faults.append(f"a view of {table} went back from {known.number} to {view.number}")
                self.views[table] = view
            case wire.Events(table, events=events):
                for event in events:
                    self._advance(table, event)
            case wire.Event(table, event):
                self._advance(table, event)
            case wire.Done(id=key, table=table, number=number):
                was = self.acknowledged.setdefault((table, f"{self.person}/{key}"), number)
                if was != number:
                    self.faults.append(f"command {key} was done as {was} and again as {number}")
                self._settle(message)
            case wire.Refused(id=key):
                if message.refusal.code in SEND_AGAIN:
                    self.sent_again += 1
                    self._later(key)
                else:
                    self.refused.append(message)
                    self._settle(message)
            case wire.Problem(table=table):
                self.problems.append(message)
                if message.code == "storage" and table is not None:
                    self._soon(wire.Subscribe(table))
            case _:
                return
        self._changed.set()

    def _settle(self, message: wire.Done | wire.Refused) -> None:
        pending = self._pending.get(message.id)
        if pending is not None and not pending[1].done():
            pending[1].set_result(message)

    def _later(self, key: str) -> None:
        if key in self._pending:
            self._soon(self._pending[key][0])

    def _soon(self, message: wire.AnyClientMessage) -> None:
        async def sending() -> None:
            await asyncio.sleep(0.2)
            await self._send(message)

        task = asyncio.create_task(sending())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _advance(self, table: str, event: AnyTableEvent) -> None:
        view = self.views.get(table)
        if view is None or event.number <= view.number:
            return
        if event.number != view.number + 1:
            self.faults.append(f"{table} jumped from {view.number} to {event.number}")
        self.views[table] = view_after(view, event)
