"""The WebSocket of a client: its messages are processed in order, and both directions are bounded."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewise.errors import TilewiseError
from tilewise.server import metrics
from tilewise.server import protocol as wire
from tilewise.server.api.api_errors import ApiError
from tilewise.server.chat import wire_message
from tilewise.server.connections import LIMIT_EXCEEDED, TRY_AGAIN, UNAUTHORIZED
from tilewise.server.host import Stopping
from tilewise.server.http.auth import address_of, current_person, person_budget_key, services_of
from tilewise.server.http.uvicorn_protocols import READ_NOW, WRITE_NOW
from tilewise.server.limits import BURST_SECONDS, DEEPEST_NESTING, TokenBucket, is_nested_too_deep
from tilewise.server.logging import error_fields
from tilewise.server.people.store import Person
from tilewise.server.services import Services
from tilewise.server.store.database import StorageError
from tilewise.server.tables.commands import COMMAND_ID
from tilewise.server.tables.preview import (
    TurnPreview,
    draft_at,
    is_quick,
    parse_loose,
    parse_sets,
    preview_draft,
)
from tilewise.server.tables.refusals import NotPossible, TableReason, check_length
from tilewise.server.tables.shared_drafts import parse_draft
from tilewise.server.tables.views import RefusalView, refusal_of
from tilewise.tiles import Table

MOST_TABLES: Final = 20
"""Tables that one connection may subscribe to."""

MOST_SHEETS: Final = 20
"""Shared score sheets that one connection may follow."""

LARGEST_BACKLOG: Final = 262_144
"""Bytes of unsent messages for a slow client. Those of a thousand such clients have to fit in memory."""

CLOSE_TIMEOUT: Final = 3.0
"""Seconds in which a client that is being disconnected may still read the reason."""

UNREADABLE: Final = "The table cannot be read; try again in a moment."

logger = structlog.get_logger("tilewise.socket")


class Connection:
    """The connection to one client."""

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
        self.questions = services.questions
        self.quick_previews = services.quick_previews
        self.settings = services.settings
        self.version = services.version
        self.identity = person
        self.person = person.id
        self.muted: frozenset[str] = frozenset()
        """The people whose chat this person has muted or blocked."""
        self.subscriptions: set[str] = set()
        self.sheets: set[str] = set()
        """The shared score sheets that the client follows."""
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._wake_up = asyncio.Event()
        self._write_now = write_now
        self._read_now = read_now
        self._is_busy = False
        """Whether a message is being processed; later ones have to wait."""
        self._is_sending = False
        """Whether a message has left the queue but is not sent yet."""
        self._send_task: asyncio.Task[None] | None = None
        self._is_stuck = False
        """Whether the client does not even read why it is disconnected."""
        self._closing: tuple[int, wire.Closing] | None = None
        per_second = self.settings.messages_per_second
        self._own_limit = TokenBucket(per_second, BURST_SECONDS * per_second)
        self._person_limit = services.limits.messages.bucket(person.id)
        self._address = address_of(socket)
        self._limits = services.limits

    # Outgoing messages

    def send(self, message: bytes) -> None:
        """Send a message soon. A client that reads too slowly is disconnected, so that memory stays bounded."""
        if self._closing is not None:
            return
        if self._write_now is not None and not self._queue and not self._is_sending and self._write_now(message):
            return
        if len(self._queue) >= self.settings.queue or self._queued_bytes + len(message) > LARGEST_BACKLOG:
            self.close(LIMIT_EXCEEDED, wire.Closing("too-slow", "You read too slowly; connect again.", 1000))
            return
        self._queue.append(message)
        self._queued_bytes += len(message)
        self._wake_up.set()

    def receives_chat_from(self, person: str) -> bool:
        """Return whether the client receives the chat of a person; it always receives its own."""
        return person == self.person or (self.identity.chat and person not in self.muted)

    def send_message(self, message: wire.AnyServerMessage) -> None:
        """Encode a message and send it soon."""
        self.send(wire.encode(message))

    def close(self, code: int, closing: wire.Closing) -> None:
        """Close the connection soon, and send the reason."""
        if self._closing is None:
            self._closing = (code, closing)
            metrics.count_closed(closing.code)
            if self._queue:
                metrics.dropped.labels("client").inc(len(self._queue))
                self._queue.clear()
                self._queued_bytes = 0
            self._wake_up.set()
            self._schedule_abort()

    def _schedule_abort(self) -> None:
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._abort)

    def _abort(self) -> None:
        if self._send_task is not None and not self._send_task.done():
            self._is_stuck = True
            self._send_task.cancel()

    async def _send_queue(self) -> None:
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            while self._queue:
                # Text frames, since browsers decode them as strings.
                message = self._queue.popleft()
                self._queued_bytes -= len(message)
                self._is_sending = True
                await self.socket.send_text(message.decode())
                self._is_sending = False
            if self._closing is not None:
                code, closing = self._closing
                await self.socket.send_text(wire.encode(closing).decode())
                await self.socket.close(code)
                return

    # Incoming messages

    async def serve(self) -> None:
        """Send and receive messages until either side closes the connection."""
        now = self.host.clock.now()
        self.send_message(wire.Welcome(wire.PROTOCOL, self.person, self.identity.name, now, self.version))
        sending = self._send_task = asyncio.create_task(self._send_queue())
        receiving = asyncio.create_task(self._receive_messages())
        if self._closing is not None:
            # It was closed before there was a task to abort.
            self._schedule_abort()
        if self._read_now is not None:
            self._read_now(self._receive_now)
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            for table_id in tuple(self.subscriptions):
                self.host.unsubscribe(table_id, self)
            for sheet_id in tuple(self.sheets):
                self.host.sheets.unfollow(sheet_id, self)
            # asyncio.gather would lose the reason when the server cancels this task.
            await asyncio.wait((sending, receiving))
            # Break the reference cycle through the frames in the exception of the task.
            self._send_task = None
            for task in (sending, receiving):
                error = None if task.cancelled() else task.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
                    logger.error("connection failed", **error_fields(error))
            if not self._is_stuck:
                with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                    async with asyncio.timeout(CLOSE_TIMEOUT):
                        await self.socket.close()

    async def _receive_messages(self) -> None:
        while True:
            # Many messages may have arrived together: others get their turn after each of them.
            await asyncio.sleep(0)
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text") or received.get("bytes") or b""
            # The limit is in bytes, and a character may have several.
            text = text.encode() if isinstance(text, str) else text
            if len(text) > self.settings.largest_message:
                self.close(LIMIT_EXCEEDED, wire.Closing("too-large", "A message was too large; send smaller ones."))
                return
            if not self._check_rate():
                return
            if is_nested_too_deep(text):
                self._send_problem("bad-message", f"This message is nested deeper than {DEEPEST_NESTING} levels.")
                continue
            try:
                message = wire.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                self._send_problem("bad-message", f"This is not a message of the protocol: {str(error)[:200]}")
                continue
            self._is_busy = True
            await self._process(message)
            self._is_busy = False

    def _receive_now(self, text: bytes) -> bool:
        """Process a draft at once; return False, with nothing done, for messages that are processed in order."""
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
        if self._check_rate():
            try:
                self._share_draft(message)
            except Exception as error:
                # A draft has no response, and the event loop would log the tiles in the error.
                logger.error("draft failed", **error_fields(error))
        return True

    def _check_rate(self) -> bool:
        """Return whether the client is within its rate of messages; if not, close the connection."""
        now = self.host.clock.now()
        if (
            self._own_limit.take(now)
            and self._person_limit.take(now)
            and self._limits.address_messages.take(self._address, now)
        ):
            return True
        self.close(
            LIMIT_EXCEEDED,
            wire.Closing("too-many", "You send too many messages; connect again later.", 10_000),
        )
        return False

    async def _process(self, message: wire.AnyClientMessage) -> None:
        match message:
            case wire.CommandMessage():
                await self._command(message)
            case wire.Preview():
                await self._preview(message)
            case wire.Judge():
                await self._judge(message)
            case wire.Draft():
                self._share_draft(message)
            case wire.Subscribe():
                await self._subscribe(message)
            case wire.Unsubscribe(table_id):
                self._unsubscribe(table_id)
            case wire.Reading(table_id, is_reading):
                self.host.set_reading(table_id, self, is_reading)
            case wire.Ping():
                self.send_message(wire.Pong(self.host.clock.now()))
            case wire.Hello(protocol):
                if protocol not in wire.SUPPORTED_PROTOCOLS:
                    supported = ", ".join(map(str, wire.SUPPORTED_PROTOCOLS))
                    sentence = f"This server supports versions {supported} of the protocol, not {protocol}; reload."
                    self.close(LIMIT_EXCEEDED, wire.Closing("protocol", sentence))
            case wire.Say() | wire.React():
                await self._say(message)
            case wire.FollowSheet(sheet_id):
                await self._follow_sheet(sheet_id)
            case wire.UnfollowSheet(sheet_id):
                self._unfollow_sheet(sheet_id)
            case wire.Take(table_id) | wire.PutDown(table_id):
                reason = TableReason.NOT_SHARED
                self._send_problem(reason.code, reason.sentence, table_id)

    async def _command(self, message: wire.CommandMessage) -> None:
        began, outcome = time.perf_counter(), "failed"
        try:
            outcome = await self._run_command(message)
        finally:
            metrics.commands.labels(outcome).observe(time.perf_counter() - began)

    async def _run_command(self, message: wire.CommandMessage) -> str:
        """Run a command, send the response, and return the outcome for the metrics."""
        refusal: RefusalView
        outcome = "refused"
        if not COMMAND_ID.fullmatch(message.id):
            sentence = "The id of a command has 1 to 64 letters, digits and the characters . _ : and -."
            self.send_message(wire.Refused(message.id[:64], message.table[:64], RefusalView("bad-id", None, sentence)))
            return outcome
        try:
            number = await self.host.command(
                message.table, self.person, self.identity.name, message.id, message.command, self.identity.avatar
            )
        except Stopping as error:
            outcome = "stopping"
            refusal = RefusalView("stopping", None, str(error))
        except StorageError:
            outcome = "storage"
            refusal = RefusalView("storage", None, "This could not be stored; send it again in a moment.")
        except TilewiseError as error:
            refusal = refusal_of(error)
        else:
            self.send_message(wire.Done(message.id, message.table, number))
            return "done"
        self.send_message(wire.Refused(message.id, message.table, refusal))
        return outcome

    async def _subscribe(self, message: wire.Subscribe) -> None:
        table_id = message.table
        if len(self.subscriptions) >= MOST_TABLES:
            # Some subscriptions may have ended: the table was closed to spectators, or deleted.
            self.subscriptions = {each for each in self.subscriptions if self.host.is_subscribed(each, self)}
        if len(self.subscriptions) >= MOST_TABLES and table_id not in self.subscriptions:
            self._send_problem(
                "too-many-tables", f"A connection can subscribe to at most {MOST_TABLES} tables.", table_id
            )
            return
        # Before the first await: a client that disconnects meanwhile has to be unsubscribed.
        self.subscriptions.add(table_id)
        try:
            await self.host.subscribe(table_id, self, message.since)
            await self._send_chat_history(table_id)
        except NotPossible as error:
            self._unsubscribe(table_id)
            self._send_problem(error.reason.code, str(error), table_id)
        except StorageError:
            self._send_problem("storage", UNREADABLE, table_id)

    def _unsubscribe(self, table_id: str) -> None:
        self.subscriptions.discard(table_id)
        self.host.unsubscribe(table_id, self)

    async def _follow_sheet(self, sheet_id: str) -> None:
        if len(self.sheets) >= MOST_SHEETS:
            # Some of them may have been deleted.
            self.sheets = {each for each in self.sheets if self.host.sheets.is_followed(each, self)}
        if len(self.sheets) >= MOST_SHEETS and sheet_id not in self.sheets:
            self._send_problem("too-many-sheets", f"A connection can follow at most {MOST_SHEETS} score sheets.")
            return
        self.sheets.add(sheet_id)
        try:
            await self.host.sheets.follow(sheet_id, self)
        except StorageError:
            # The client connects again after a pause, and everything is read anew.
            self._unfollow_sheet(sheet_id)
            self.close(TRY_AGAIN, wire.Closing("storage", "The score sheet cannot be read; try again.", 2000))

    def _unfollow_sheet(self, sheet_id: str) -> None:
        self.sheets.discard(sheet_id)
        self.host.sheets.unfollow(sheet_id, self)

    async def _send_chat_history(self, table_id: str) -> None:
        live = self.host.tables.get(table_id)
        if live is not None and live.state.settings.chat and self.identity.chat:
            recent = await self.host.chat.messages.recent(table_id)
            messages = tuple(wire_message(each) for each in recent if self.receives_chat_from(each.person))
            if messages:
                self.send_message(wire.ChatHistory(table_id, messages))

    async def _preview(self, message: wire.Preview) -> None:
        try:
            check_length(*message.sets, message.loose)
            sets, loose = parse_sets(message.sets), parse_loose(message.loose)
            preview = await self._assess(message.table, sets, message.words)
        except TilewiseError as error:
            self._send_refusal(error, message.table)
        else:
            self.send_message(wire.Previewed(message.table, message.asked, preview))
            if message.share and not message.words:
                self.host.drafts.share(message.table, self.person, message.number, sets, loose)

    async def _judge(self, message: wire.Judge) -> None:
        try:
            preview = await self._assess(message.table, parse_sets(message.sets), message.words)
        except TilewiseError as error:
            self._send_refusal(error, message.table)
        else:
            self.send_message(wire.Judged(message.table, message.asked, preview))

    async def _assess(self, table_id: str, sets: Table, words: str) -> TurnPreview:
        """Return the preview of a turn of this person; raises NotPossible, Refused, ApiError and StorageError."""
        live = await self.host.table(table_id)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        draft = draft_at(live.state, live.state.seat_of(self.person), sets)
        if is_quick(draft, words):
            async with self.quick_previews:
                await asyncio.sleep(0)
                return preview_draft(draft, words)
        question = partial(preview_draft, draft, words)
        return await self.questions.ask(person_budget_key(self.identity), question, TurnPreview)

    def _share_draft(self, message: wire.Draft) -> None:
        """Share a draft of version 1; ignored unless its tiles are written as the server writes them."""
        parsed = parse_draft(message.sets, message.loose)
        if parsed is not None:
            texts = (message.sets, message.loose)
            self.host.drafts.share(message.table, self.person, message.number, *parsed, texts)

    def _send_refusal(self, error: TilewiseError, table_id: str) -> None:
        """Say why there is no preview."""
        match error:
            case StorageError():
                self._send_problem("storage", UNREADABLE, table_id)
            case ApiError():
                self._send_problem(error.code, str(error), table_id)
            case _:
                refusal = refusal_of(error)
                self._send_problem(refusal.code, refusal.message, table_id)

    def _send_problem(self, code: str, sentence: str, table_id: str | None = None) -> None:
        self.send_message(wire.Problem(code, sentence, table_id))

    async def _say(self, message: wire.Say | wire.React) -> None:
        table_id = message.table
        if table_id not in self.subscriptions:
            self._send_problem("not-followed", "Subscribe to the table first.", table_id)
            return
        if not self._limits.chat.take(self._address, self.host.clock.now()):
            reason = TableReason.TOO_FAST
            self._send_problem(reason.code, reason.sentence, table_id)
            return
        try:
            if isinstance(message, wire.Say):
                await self.host.chat.post(table_id, self.person, self.identity.name, message.text)
            else:
                self.host.chat.react(table_id, self.person, self.identity.name, message.reaction)
        except NotPossible as error:
            self._send_problem(error.reason.code, str(error), table_id)
        except StorageError:
            self._send_problem("storage", "This could not be stored; try again in a moment.", table_id)


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
