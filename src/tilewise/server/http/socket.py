"""A client's WebSocket: messages in, messages out, neither without bounds."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewise.errors import Refused, TilewiseError
from tilewise.server import metrics
from tilewise.server import protocol as wire
from tilewise.server.chat import wire_message
from tilewise.server.connections import LIMIT_EXCEEDED, UNAUTHORIZED
from tilewise.server.host import Stopping
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.protocols import READ_NOW, WRITE_NOW
from tilewise.server.http.responses import ApiError
from tilewise.server.limits import BURST_SECONDS, TokenBucket, is_nested_too_deep
from tilewise.server.logging import error_fields
from tilewise.server.people.store import Person
from tilewise.server.services import Services
from tilewise.server.store.database import StorageError
from tilewise.server.tables.commands import COMMAND_ID
from tilewise.server.tables.preview import TurnPreview, judge
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.views import RefusalView, refusal_view

MOST_TABLES: Final = 20
"""That one connection may follow."""

LARGEST_BACKLOG: Final = 262_144
"""Bytes that may wait for a slow client: what a thousand such clients hold has to fit in memory."""

CLOSING_WITHIN: Final = 3.0
"""Seconds in which a client that is being dropped may still read why."""

logger = structlog.get_logger("tilewise.socket")


class Connection:
    """One client."""

    def __init__(
        self,
        socket: WebSocket,
        services: Services,
        person: Person,
        write_now: Callable[[bytes], bool] | None = None,
        read_now: Callable[[Callable[[bytes], bool]], None] | None = None,
    ) -> None:
        """Serve a WebSocket of a person.

        `write_now` sends a text at once and returns True, or does nothing and returns False if the client is slow.
        `read_now` registers a function that receives texts as they arrive.
        """
        self.socket = socket
        self.host = services.host
        self.settings = services.settings
        self.version = services.version
        self.identity = person
        self.person = person.id
        self.muted: frozenset[str] = frozenset()
        """The people whose chat this person has muted or blocked."""
        self.followed: set[str] = set()
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        """Bytes in the queue."""
        self._something = asyncio.Event()
        self._write_now = write_now
        self._read_now = read_now
        self._is_busy = False
        """Whether a message is being seen to: what comes meanwhile has to wait."""
        self._is_waiting = False
        """Whether a message has left the queue, but is not sent yet."""
        self._sending: asyncio.Task[None] | None = None
        self._is_stuck = False
        """Whether the client does not even read that it is dropped."""
        self._closing: tuple[int, wire.Closing] | None = None
        per_second = self.settings.messages_per_second
        self._own_limit = TokenBucket(per_second, BURST_SECONDS * per_second)
        self._person_limit = services.limits.messages.bucket(person.id)

    # Out

    def send(self, message: bytes) -> None:
        """Send soon. A client that reads too slowly is dropped, so that memory stays bounded."""
        if self._closing is not None:
            return
        if self._write_now is not None and not self._queue and not self._is_waiting and self._write_now(message):
            return
        if len(self._queue) >= self.settings.queue or self._waiting + len(message) > LARGEST_BACKLOG:
            self.close(LIMIT_EXCEEDED, wire.Closing("too-slow", "Too many messages wait to be read; come back.", 1000))
            return
        self._queue.append(message)
        self._waiting += len(message)
        self._something.set()

    def hears(self, person: str) -> bool:
        """Whether the client wants what somebody says: always what it says itself."""
        return person == self.person or (self.identity.chat and person not in self.muted)

    def tell(self, message: wire.AnyServerMessage) -> None:
        """Send a message soon."""
        self.send(wire.encode(message))

    def close(self, code: int, closing: wire.Closing) -> None:
        """End the connection, with a reason."""
        if self._closing is None:
            self._closing = (code, closing)
            metrics.count_closed(closing.code)
            if self._queue:
                metrics.dropped.labels("client").inc(len(self._queue))
                self._queue.clear()
                self._waiting = 0
            self._something.set()
            self._give_up_soon()

    def _give_up_soon(self) -> None:
        asyncio.get_running_loop().call_later(CLOSING_WITHIN, self._give_up)

    def _give_up(self) -> None:
        if self._sending is not None and not self._sending.done():
            self._is_stuck = True
            self._sending.cancel()

    async def _send_all(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._queue:
                # Text, since that is what JSON is and what browsers read without ado.
                message = self._queue.popleft()
                self._waiting -= len(message)
                self._is_waiting = True
                await self.socket.send_text(message.decode())
                self._is_waiting = False
            if self._closing is not None:
                code, closing = self._closing
                await self.socket.send_text(wire.encode(closing).decode())
                await self.socket.close(code)
                return

    # In

    async def serve(self) -> None:
        """Talk until one of the two sides ends it."""
        now = self.host.clock.now()
        self.tell(wire.Welcome(wire.PROTOCOL, self.person, self.identity.name, now, self.version))
        sending = self._sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        if self._closing is not None:
            # That was before there was anything to give up.
            self._give_up_soon()
        if self._read_now is not None:
            self._read_now(self._take_now)
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            for table in tuple(self.followed):
                self.host.unsubscribe(table, self)
            # Not by gather: when the server cancels this, its reason for it would be lost on the way.
            await asyncio.wait((sending, receiving))
            # It knows its way back to here by the frames in which it ended.
            self._sending = None
            for task in (sending, receiving):
                error = None if task.cancelled() else task.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
                    logger.error("connection failed", **error_fields(error))
            if not self._is_stuck:
                with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                    async with asyncio.timeout(CLOSING_WITHIN):
                        await self.socket.close()

    async def _receive_all(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text") or received.get("bytes") or b""
            # A text may have several bytes for a character.
            text = text.encode() if isinstance(text, str) else text
            if len(text) > self.settings.largest_message:
                self.close(LIMIT_EXCEEDED, wire.Closing("too-large", "A message was too large."))
                return
            if not self._may_talk():
                return
            if is_nested_too_deep(text):
                self.tell(wire.Problem("bad-message", "This message has too many brackets in each other."))
                continue
            try:
                message = wire.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                self.tell(wire.Problem("bad-message", f"This is no message of the protocol: {str(error)[:200]}"))
                continue
            self._is_busy = True
            await self._take(message)
            self._is_busy = False

    def _take_now(self, text: bytes) -> bool:
        """Take a draft in; returns False, with nothing done, for all that is to be received one after the other."""
        if self._is_busy or self._closing is not None or b'"draft"' not in text:
            return False
        if len(text) > self.settings.largest_message or is_nested_too_deep(text):
            return False
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            return False
        if not isinstance(message, wire.Draft):
            return False
        if self._may_talk():
            try:
                self.host.draft(self.person, message)
            except Exception as error:
                # Nobody waits for an answer to it; and the event loop would write down more than it should.
                logger.error("draft failed", **error_fields(error))
        return True

    def _may_talk(self) -> bool:
        """Whether the client has not said too much; if it has, that is the end."""
        now = self.host.clock.now()
        if self._own_limit.take(now) and self._person_limit.take(now):
            return True
        self.close(LIMIT_EXCEEDED, wire.Closing("too-many", "Too many messages; come back in a moment.", 10_000))
        return False

    async def _take(self, message: wire.AnyClientMessage) -> None:
        match message:
            case wire.CommandMessage():
                await self._command(message)
            case wire.Preview():
                await self._preview(message)
            case wire.Judge():
                await self._judge(message)
            case wire.Draft():
                self.host.draft(self.person, message)
            case wire.Subscribe():
                await self._subscribe(message)
            case wire.Unsubscribe(table):
                self._unfollow(table)
            case wire.Ping():
                self.tell(wire.Pong(self.host.clock.now()))
            case wire.Hello(protocol):
                if protocol not in wire.SUPPORTED_PROTOCOLS:
                    supported = " and ".join(map(str, wire.SUPPORTED_PROTOCOLS))
                    sentence = f"This server supports versions {supported} of the protocol, not {protocol}; reload."
                    self.close(LIMIT_EXCEEDED, wire.Closing("protocol", sentence))
            case wire.Say() | wire.React():
                await self._say(message)

    async def _command(self, message: wire.CommandMessage) -> None:
        began, outcome = time.perf_counter(), "failed"
        try:
            outcome = await self._answer(message)
        finally:
            metrics.commands.labels(outcome).observe(time.perf_counter() - began)

    async def _answer(self, message: wire.CommandMessage) -> str:
        """Do what a command asks, answer it, and return how it went."""
        refusal: RefusalView
        outcome = "refused"
        if not COMMAND_ID.fullmatch(message.id):
            sentence = "The id of a command is 1 to 64 letters, digits and the signs . _ : and -."
            self.tell(wire.Refused(message.id[:64], message.table[:64], RefusalView("bad-id", None, sentence)))
            return outcome
        try:
            number = await self.host.command(
                message.table, self.person, self.identity.name, message.id, message.command, self.identity.avatar
            )
        except Refused as refused:
            refusal = refusal_view(refused.refusal)
        except NotPossible as error:
            refusal = RefusalView(error.reason.code, None, str(error), error.facts)
        except Stopping as error:
            outcome = "stopping"
            refusal = RefusalView("stopping", None, str(error))
        except StorageError:
            outcome = "storage"
            refusal = RefusalView("storage", None, "This could not be stored just now; send it again in a moment.")
        except TilewiseError as error:
            refusal = RefusalView("bad-command", None, str(error))
        else:
            self.tell(wire.Done(message.id, message.table, number))
            return "done"
        self.tell(wire.Refused(message.id, message.table, refusal))
        return outcome

    async def _subscribe(self, message: wire.Subscribe) -> None:
        table = message.table
        if len(self.followed) >= MOST_TABLES:
            # Some may have ended without this client: it was sent away, or they were deleted.
            self.followed = {one for one in self.followed if self.host.is_subscribed(one, self)}
        if len(self.followed) >= MOST_TABLES and table not in self.followed:
            self.tell(wire.Problem("too-many-tables", f"A connection follows at most {MOST_TABLES} tables.", table))
            return
        # Before anything is waited for: who goes away meanwhile has to be let go of everywhere.
        self.followed.add(table)
        try:
            await self.host.subscribe(table, self, message.since)
            await self._tell_talk(table)
        except NotPossible as error:
            self._unfollow(table)
            self.tell(wire.Problem(error.reason.code, str(error), table[:64]))
        except StorageError:
            self.tell(wire.Problem("storage", "The table cannot be read just now; try again in a moment.", table[:64]))

    def _unfollow(self, table: str) -> None:
        self.followed.discard(table)
        self.host.unsubscribe(table, self)

    async def _tell_talk(self, table: str) -> None:
        live = self.host.tables.get(table)
        if live is not None and live.state.settings.chat and self.identity.chat:
            recent = await self.host.chat.messages.recent(table)
            said = tuple(wire_message(one) for one in recent if self.hears(one.person))
            if said:
                self.tell(wire.ChatHistory(table, said))

    async def _preview(self, message: wire.Preview) -> None:
        preview = await self._assessed(message.table, message.sets, message.words)
        if preview is None:
            return
        self.tell(wire.Previewed(message.table, message.asked, preview))
        if message.share and not message.words:
            self.host.draft(self.person, wire.Draft(message.table, message.number, message.sets, message.loose))

    async def _judge(self, message: wire.Judge) -> None:
        preview = await self._assessed(message.table, message.sets, message.words)
        if preview is not None:
            self.tell(wire.Judged(message.table, message.asked, preview))

    async def _assessed(self, table: str, sets: tuple[str, ...], words: str) -> TurnPreview | None:
        """Assess a turn in progress; if that is impossible, send the reason and return None."""
        try:
            live = await self.host.table(table)
            if live is None:
                raise NotPossible(TableReason.NO_TABLE)
            return judge(live.state, live.state.seat_of(self.person), sets, words)
        except NotPossible as error:
            self.tell(wire.Problem(error.reason.code, str(error), table[:64]))
        except StorageError:
            self.tell(wire.Problem("storage", "The table cannot be read just now; try again in a moment.", table[:64]))
        return None

    async def _say(self, message: wire.Say | wire.React) -> None:
        table = message.table
        if table not in self.followed:
            self.tell(wire.Problem("not-followed", "Subscribe to the table first.", table[:64]))
            return
        try:
            if isinstance(message, wire.Say):
                await self.host.chat.say(table, self.person, self.identity.name, message.text)
            else:
                self.host.chat.react(table, self.person, self.identity.name, message.reaction)
        except NotPossible as error:
            self.tell(wire.Problem(error.reason.code, str(error), table))
        except StorageError:
            self.tell(wire.Problem("storage", "This could not be kept just now; try again in a moment.", table))


async def socket_endpoint(websocket: WebSocket) -> None:
    """Serve a WebSocket until either side closes it."""
    services = services_of(websocket)
    try:
        person = await current_person(websocket)
    except ApiError as error:
        # Accept it first: browsers do not report why a handshake was refused.
        await websocket.accept()
        await websocket.close(UNAUTHORIZED, str(error))
        return
    await websocket.accept()
    extensions = websocket.scope.get("extensions", {})
    connection = Connection(websocket, services, person, extensions.get(WRITE_NOW), extensions.get(READ_NOW))
    services.connections.add(connection)
    try:
        # The session may have ended since the token was checked; from now on the connection gets such changes.
        with suppress(StorageError):
            await services.connections.check_sessions(person.id)
        await connection.serve()
    finally:
        services.connections.remove(connection)
