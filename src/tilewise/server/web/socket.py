"""A client's WebSocket: messages in, messages out, neither without bounds."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewise.refusals import Refused
from tilewise.server import protocol as wire
from tilewise.server.hosting import Host
from tilewise.server.limits import Allowance
from tilewise.server.people.people import Person
from tilewise.server.settings import Settings
from tilewise.server.store.database import StorageError
from tilewise.server.tables.commands import LONGEST_ID
from tilewise.server.tables.judging import judge
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.telling import ToldRefusal, told_refusal
from tilewise.tiles import TilewiseError

MOST_TABLES: Final = 20
"""That one connection may follow."""

TOO_MUCH: Final = 1008
"""WebSocket close code: the client broke a limit."""

GOING_AWAY: Final = 1001
"""WebSocket close code: the server stops."""

log = structlog.get_logger("tilewise.socket")


class Connection:
    """One client."""

    def __init__(self, socket: WebSocket, host: Host, settings: Settings, person: Person, version: str) -> None:
        self.socket = socket
        self.host = host
        self.settings = settings
        self.who = person
        self.person = person.id
        self.version = version
        self.followed: set[str] = set()
        self._queue: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._closing: tuple[int, wire.Closing] | None = None
        self._messages = Allowance(settings.messages_per_second, 10)

    # Out

    def send(self, message: bytes) -> None:
        """Send soon. A client that reads too slowly is dropped, so that memory stays bounded."""
        if self._closing is not None:
            return
        if len(self._queue) >= self.settings.queue:
            self.close(TOO_MUCH, wire.Closing("too-slow", "Too many messages wait to be read; come back.", 1000))
            return
        self._queue.append(message)
        self._something.set()

    def tell(self, message: wire.AnyFromServer) -> None:
        """Send a message soon."""
        self.send(wire.encode(message))

    def close(self, code: int, closing: wire.Closing) -> None:
        """End the connection, with a reason."""
        if self._closing is None:
            self._closing = (code, closing)
            self._queue.clear()
            self._something.set()

    async def _send_all(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._queue:
                # Text, since that is what JSON is and what browsers read without ado.
                await self.socket.send_text(self._queue.popleft().decode())
            if self._closing is not None:
                code, closing = self._closing
                await self.socket.send_text(wire.encode(closing).decode())
                await self.socket.close(code)
                return

    # In

    async def serve(self) -> None:
        """Talk until one of the two sides ends it."""
        now = self.host.clock.now()
        self.tell(wire.Welcome(wire.PROTOCOL, self.person, self.who.name, now, self.version))
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            results = await asyncio.gather(sending, receiving, return_exceptions=True)
            for table in tuple(self.followed):
                self.host.unfollow(table, self)
            for result in results:
                if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError):
                    log.error("a connection failed", error=type(result).__name__, exc_info=result)
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close()

    async def _receive_all(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text") or received.get("bytes") or b""
            if len(text) > self.settings.largest_message:
                self.close(TOO_MUCH, wire.Closing("too-large", "A message was too large."))
                return
            if not self._messages.take(self.host.clock.now()):
                self.close(TOO_MUCH, wire.Closing("too-many", "Too many messages; come back in a moment.", 10_000))
                return
            try:
                message = wire.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                self.tell(wire.Problem("bad-message", f"This is no message of the protocol: {str(error)[:200]}"))
                continue
            await self._take(message)

    async def _take(self, message: wire.AnyFromClient) -> None:
        match message:
            case wire.Command():
                await self._command(message)
            case wire.Draft():
                self.host.draft(self.person, message)
            case wire.Judge():
                await self._judge(message)
            case wire.Subscribe():
                await self._subscribe(message)
            case wire.Unsubscribe(table):
                self.followed.discard(table)
                self.host.unfollow(table, self)
            case wire.Ping():
                self.tell(wire.Pong(self.host.clock.now()))
            case wire.Hello(protocol):
                if protocol != wire.PROTOCOL:
                    sentence = f"This server speaks version {wire.PROTOCOL} of the protocol, not {protocol}: reload."
                    self.close(TOO_MUCH, wire.Closing("protocol", sentence))
            case wire.Say() | wire.React():
                await self._say(message)

    async def _command(self, message: wire.Command) -> None:
        refusal: ToldRefusal
        if not 0 < len(message.id) <= LONGEST_ID:
            refusal = ToldRefusal("bad-id", None, f"The id of a command has 1 to {LONGEST_ID} characters.")
            self.tell(wire.Refused(message.id[:LONGEST_ID], message.table[:64], refusal))
            return
        if self.host.stopping:
            refusal = ToldRefusal("stopping", None, "The server is being restarted; send this again in a moment.")
            self.tell(wire.Refused(message.id, message.table, refusal))
            return
        try:
            number = await self.host.command(message.table, self.person, self.who.name, message.id, message.command)
        except Refused as refused:
            refusal = told_refusal(refused.refusal)
        except NotPossible as error:
            refusal = ToldRefusal(error.reason.code, None, str(error), error.facts)
        except StorageError:
            refusal = ToldRefusal("storage", None, "This could not be stored just now; send it again in a moment.")
        except TilewiseError as error:
            refusal = ToldRefusal("bad-command", None, str(error))
        else:
            self.tell(wire.Done(message.id, message.table, number))
            return
        self.tell(wire.Refused(message.id, message.table, refusal))

    async def _subscribe(self, message: wire.Subscribe) -> None:
        table = message.table
        if len(self.followed) >= MOST_TABLES and table not in self.followed:
            self.tell(wire.Problem("too-many-tables", f"A connection follows at most {MOST_TABLES} tables.", table))
            return
        try:
            await self.host.follow(table, self, message.since)
            self.followed.add(table)
        except NotPossible as error:
            self.tell(wire.Problem(error.reason.code, str(error), table[:64]))
        except StorageError:
            self.tell(wire.Problem("storage", "The table cannot be read just now; try again in a moment.", table[:64]))

    async def _judge(self, message: wire.Judge) -> None:
        table = message.table
        try:
            live = await self.host.table(table)
            if live is None:
                raise NotPossible(TableReason.NO_TABLE)
            judgement = judge(live.state, live.state.seat_of(self.person), message.sets, message.words)
        except NotPossible as error:
            self.tell(wire.Problem(error.reason.code, str(error), table[:64]))
        except StorageError:
            self.tell(wire.Problem("storage", "The table cannot be read just now; try again in a moment.", table[:64]))
        else:
            self.tell(wire.Judged(table, message.asked, judgement))

    async def _say(self, message: wire.Say | wire.React) -> None:
        """Talk is added with people."""
