"""The engine of the page: it speaks the WebSocket protocol and answers the questions of the HTTP API, on this device.

    engine = Engine(log, send, clock)
    await engine.receive('{"type": "hello", "protocol": 3}')
    status, body = await engine.answer("POST", "/api/tables", '{"seats": ["person", "solid"], "people": [...]}')

`send` is called with the text of every message to the page. Messages are processed in the order in which `receive` is
called. A table behaves as on a server, and its events are sent only after the log has stored them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from tilewise import __version__
from tilewise.browser.device_host import DeviceHost, Sleep, new_secret, person_id
from tilewise.browser.event_log import EventLog, LogError
from tilewise.browser.questions import Answer, Questions
from tilewise.browser.stored_tables import UnreadableTable
from tilewise.errors import TilewiseError
from tilewise.server import protocol as wire
from tilewise.server.clock import Clock
from tilewise.server.tables.commands import COMMAND_ID
from tilewise.server.tables.decisions import SecretSource
from tilewise.server.tables.preview import TurnPreview, parse_loose, parse_sets, preview_turn
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.schedule import ThinkingTime, human_thinking_time
from tilewise.server.tables.shared_drafts import SharedDraft
from tilewise.server.tables.views import RefusalView, refusal_of
from tilewise.tiles import Table, Tiles


class Engine:
    """A server for one page, without a network."""

    def __init__(
        self,
        log: EventLog,
        send: Callable[[str], None],
        clock: Clock,
        sleep: Sleep = asyncio.sleep,
        thinking_time: ThinkingTime = human_thinking_time,
        secret_source: SecretSource = new_secret,
    ) -> None:
        self.host = DeviceHost(log, send, clock, sleep, thinking_time, secret_source)
        self._questions = Questions(self.host)
        self._send_text = send
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """Stop: nothing is sent any more. Everything that was sent is stored."""
        await self.host.close()

    async def answer(self, method: str, path: str, body: str = "") -> Answer:
        """Return the answer to a question of the page, as the server's HTTP API would answer it."""
        return await self._questions.answer(method, path, body)

    async def receive(self, text: str) -> None:
        """Process a message of the page; what is wrong with it is sent as `problem` or `refused`."""
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._problem("bad-message", f"This is not a message of the protocol: {str(error)[:200]}")
            return
        async with self._turn:
            await self._process(message)

    async def _process(self, message: wire.AnyClientMessage) -> None:
        match message:
            case wire.Hello(protocol):
                self._hello(protocol)
            case wire.Ping():
                self._send(wire.Pong(self.host.clock.now()))
            case wire.CommandMessage():
                await self._command(message)
            case wire.Reading(table_id, is_reading):
                self.host.set_reading(table_id, is_reading)
            case wire.Unsubscribe(table_id):
                self.host.unload(table_id)
            case wire.FollowSheet(sheet_id):
                # Sheets are shared through a server.
                self._send(wire.SheetDeleted(sheet_id))
            case wire.UnfollowSheet():
                pass
            case _:
                await self._process_at_table(message)

    async def _process_at_table(
        self,
        message: wire.Subscribe
        | wire.Preview
        | wire.Draft
        | wire.Judge
        | wire.Say
        | wire.React
        | wire.Take
        | wire.PutDown,
    ) -> None:
        """Process a message whose errors are problems of its table."""
        try:
            match message:
                case wire.Subscribe(table_id, since):
                    await self._subscribe(table_id, since)
                case wire.Preview():
                    await self._preview(message)
                case wire.Judge(table_id, asked, sets, words):
                    judgement = await self._assess(table_id, parse_sets(sets), words)
                    self._send(wire.Judged(table_id, asked, judgement))
                case wire.Draft(table_id, number, sets, loose):
                    self._note_draft(table_id, number, parse_sets(sets), parse_loose(loose))
                case wire.Take(table_id, seat):
                    await self.host.take(table_id, seat)
                case wire.PutDown(table_id):
                    await self.host.put_down(table_id)
                case wire.Say() | wire.React():
                    raise NotPossible(TableReason.CHAT_OFF)
        except NotPossible as error:
            self._problem(error.reason.code, str(error), message.table)
        except (LogError, UnreadableTable) as error:
            self._problem(error.code, str(error), message.table)

    def _hello(self, protocol: int) -> None:
        if protocol not in wire.SUPPORTED_PROTOCOLS:
            self._send(wire.Closing("protocol", "This page and its engine have different versions; reload."))
            return
        self._send(wire.Welcome(wire.PROTOCOL, person_id(0), "", self.host.clock.now(), __version__))

    async def _subscribe(self, table_id: str, since: int | None) -> None:
        table, now = await self.host.follow(table_id), self.host.clock.now()
        if table.is_shared:
            # Whoever has opened the page has to say who they are.
            table.hold(None, now)
        person = table.holder.person
        # At a shared device the page may know what another player saw, so it always gets a new view.
        missed = None if since is None or table.is_shared else table.live.events_since(since, person)
        if missed is None:
            table.holder.send(table.live.view_message(person, now))
        else:
            self._send(wire.Events(table_id, now, missed))
        self._send(wire.Presence(table_id, table.state.people, 0))
        self.host.send_hand_over(table)

    async def _command(self, message: wire.CommandMessage) -> None:
        if not COMMAND_ID.fullmatch(message.id):
            sentence = "The id of a command has 1 to 64 letters, digits and the characters . _ : and -."
            self._send(wire.Refused(message.id[:64], message.table[:64], RefusalView("bad-id", None, sentence)))
            return
        try:
            number = await self.host.command(message.table, message.id, message.command)
        except (LogError, UnreadableTable) as error:
            refusal = RefusalView(error.code, None, str(error))
        except TilewiseError as error:
            refusal = refusal_of(error)
        else:
            self._send(wire.Done(message.id, message.table, number))
            return
        self._send(wire.Refused(message.id, message.table, refusal))

    async def _preview(self, message: wire.Preview) -> None:
        sets, loose = parse_sets(message.sets), parse_loose(message.loose)
        preview = await self._assess(message.table, sets, message.words)
        self._send(wire.Previewed(message.table, message.asked, preview))
        if message.share and not message.words:
            self._note_draft(message.table, message.number, sets, loose)

    async def _assess(self, table_id: str, sets: Table, words: str) -> TurnPreview:
        table = await self.host.follow(table_id)
        if table.is_shared and table.held_by is None:
            raise NotPossible(TableReason.NOBODY_HERE)
        return preview_turn(table.state, table.held_by, sets, words)

    def _note_draft(self, table_id: str, number: int, sets: Table, loose: Tiles) -> None:
        """Note that the player has moved tiles: it matters if the time runs out (U10)."""
        table = self.host.tables.get(table_id)
        seat = None if table is None else table.held_by
        if table is not None and seat is not None:
            table.live.drafts.update(table.state, SharedDraft(number, seat, sets, loose))

    def _send(self, message: wire.AnyServerMessage) -> None:
        self._send_text(wire.encode(message).decode())

    def _problem(self, code: str, sentence: str, table_id: str | None = None) -> None:
        self._send(wire.Problem(code, sentence, table_id))
