"""What people say at tables: kept first, then passed on to everybody who wants to hear it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import structlog

from tilewise.server import protocol as wire
from tilewise.server.bus.messages import Bus, Said
from tilewise.server.clock import Clock
from tilewise.server.limits import Limiter
from tilewise.server.live_table import LiveTable
from tilewise.server.people.chat_log import LONGEST_TEXT, ChatLog, StoredMessage, clean
from tilewise.server.store.database import Database, StorageError
from tilewise.server.tables.refusals import NotPossible, TableReason

SAID_AN_HOUR: Final = 1800
SAID_AT_ONCE: Final = 6
"""How much one person says at all tables: one thing in two seconds, and some more at once."""

log = structlog.get_logger("tilewise.talking")


def wire_message(stored: StoredMessage) -> wire.ChatMessage:
    """Return a stored chat message as clients receive it."""
    return wire.ChatMessage(stored.chat, stored.person, stored.name, stored.at, stored.text)


class TableChat:
    """The talk at the tables of this process."""

    def __init__(
        self, tables: Mapping[str, LiveTable], bus: Bus, clock: Clock, process: str, database: Database
    ) -> None:
        self.messages = ChatLog(database)
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._process = process
        self._limiter = Limiter.hourly(SAID_AN_HOUR, SAID_AT_ONCE)

    async def say(self, table: str, person: str, name: str, text: str) -> None:
        """Keep what somebody says, then pass it on; raises NotPossible and StorageError."""
        live = self._may_talk(table, person)
        text = clean(text[: 4 * LONGEST_TEXT])
        if not text:
            raise NotPossible(TableReason.NOTHING_SAID)
        if len(text) > LONGEST_TEXT:
            raise NotPossible(TableReason.TOO_LONG, longest=LONGEST_TEXT)
        now = self._clock.now()
        chat = await self.messages.add(table, person, name, now, text)
        self._pass_on(live, wire.Said(table, person, name, now, text, chat))

    def react(self, table: str, person: str, name: str, reaction: wire.Reaction) -> None:
        """Pass a reaction on; raises NotPossible."""
        live = self._may_talk(table, person)
        self._pass_on(live, wire.Said(table, person, name, self._clock.now(), reaction))

    def hear(self, live: LiveTable, said: Said) -> None:
        """Pass on what was said in another process."""
        live.send_said(wire.Said(live.table_id, said.person, said.name, said.at, said.text, said.chat))

    async def repeat(self) -> None:
        """Tell everybody again what was said last: messages of other processes may have been lost."""
        for live in tuple(self._tables.values()):
            if live.subscribers and live.state.settings.chat:
                try:
                    said = await self.messages.recent(live.table_id)
                except StorageError as error:
                    log.warning("what was said cannot be read", reason=str(error))
                    return
                for subscriber in tuple(live.subscribers):
                    heard = tuple(wire_message(one) for one in said if subscriber.receives_chat_from(one.person))
                    if heard:
                        subscriber.send(wire.encode(wire.ChatHistory(live.table_id, heard)))

    def _may_talk(self, table: str, person: str) -> LiveTable:
        """The table at which somebody talks. Spectators listen: players could not make them go away."""
        live = self._tables.get(table)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        if not live.state.settings.chat:
            raise NotPossible(TableReason.CHAT_OFF)
        if live.state.seat_of(person) is None:
            raise NotPossible(TableReason.NOT_SEATED)
        if not self._limiter.take(person, self._clock.now()):
            raise NotPossible(TableReason.TOO_FAST)
        return live

    def _pass_on(self, live: LiveTable, said: wire.Said) -> None:
        live.send_said(said)
        self._bus.publish(Said(live.table_id, self._process, said.person, said.name, said.at, said.text, said.chat))
