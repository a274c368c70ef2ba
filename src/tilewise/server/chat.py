"""Chat at tables: each message is stored first, then sent to every subscriber who wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import structlog

from tilewise.server import protocol as wire
from tilewise.server.bus.messages import Bus, ChatPosted
from tilewise.server.clock import Clock
from tilewise.server.limits import Limiter
from tilewise.server.live_table import LiveTable
from tilewise.server.people.chat_log import LONGEST_TEXT, ChatLog, StoredMessage, clean
from tilewise.server.store.database import Database, StorageError
from tilewise.server.tables.refusals import NotPossible, TableReason

MESSAGES_PER_HOUR: Final = 1800
MESSAGES_AT_ONCE: Final = 6
"""How much a person may write at all tables together: a message every two seconds, and a few at once."""

logger = structlog.get_logger("tilewise.chat")


def wire_message(stored: StoredMessage) -> wire.ChatMessage:
    """Return a stored chat message as clients receive it."""
    return wire.ChatMessage(stored.chat, stored.person, stored.name, stored.at, stored.text)


class TableChat:
    """The chat at the tables of this process."""

    def __init__(
        self, tables: Mapping[str, LiveTable], bus: Bus, clock: Clock, process: str, database: Database
    ) -> None:
        self.messages = ChatLog(database)
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._process = process
        self._limiter = Limiter.hourly(MESSAGES_PER_HOUR, MESSAGES_AT_ONCE)

    async def post(self, table_id: str, person: str, name: str, text: str) -> None:
        """Store a chat message of a player, then send it; raises NotPossible and StorageError."""
        live = self._table_of_player(table_id, person)
        text = clean(text[: 4 * LONGEST_TEXT])
        if not text:
            raise NotPossible(TableReason.NOTHING_SAID)
        if len(text) > LONGEST_TEXT:
            raise NotPossible(TableReason.TOO_LONG, longest=LONGEST_TEXT)
        now = self._clock.now()
        number = await self.messages.add(table_id, person, name, now, text)
        self._send(live, wire.Said(table_id, person, name, now, text, number))

    def react(self, table_id: str, person: str, name: str, reaction: wire.Reaction) -> None:
        """Send a reaction of a player; raises NotPossible."""
        live = self._table_of_player(table_id, person)
        self._send(live, wire.Said(table_id, person, name, self._clock.now(), reaction))

    def receive(self, live: LiveTable, posted: ChatPosted) -> None:
        """Send a message that was posted through another process."""
        live.send_chat(wire.Said(live.table_id, posted.person, posted.name, posted.at, posted.text, posted.chat))

    async def send_recent(self) -> None:
        """Send the latest messages to everyone again, because messages of other processes may have been lost."""
        for live in tuple(self._tables.values()):
            if live.subscribers and live.state.settings.chat:
                try:
                    messages = await self.messages.recent(live.table_id)
                except StorageError as error:
                    logger.warning("the chat cannot be read", reason=str(error))
                    return
                for subscriber in tuple(live.subscribers):
                    wanted = tuple(wire_message(one) for one in messages if subscriber.receives_chat_from(one.person))
                    if wanted:
                        subscriber.send(wire.encode(wire.ChatHistory(live.table_id, wanted)))

    def _table_of_player(self, table_id: str, person: str) -> LiveTable:
        """Return the table at which a person may chat; raises NotPossible.

        Spectators may not: players could not send them away.
        """
        live = self._tables.get(table_id)
        if live is None:
            raise NotPossible(TableReason.NO_TABLE)
        if not live.state.settings.chat:
            raise NotPossible(TableReason.CHAT_OFF)
        if live.state.seat_of(person) is None:
            raise NotPossible(TableReason.NOT_SEATED)
        if not self._limiter.take(person, self._clock.now()):
            raise NotPossible(TableReason.TOO_FAST)
        return live

    def _send(self, live: LiveTable, said: wire.Said) -> None:
        live.send_chat(said)
        self._bus.publish(
            ChatPosted(live.table_id, self._process, said.person, said.name, said.at, said.text, said.chat)
        )
