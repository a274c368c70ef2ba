"""The relay of shared drafts: to the subscribers of a table here, and to other processes. Best effort."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from tilewise.server.bus.messages import Bus, DraftShared
from tilewise.server.clock import Clock
from tilewise.server.live_table import LiveTable
from tilewise.server.tables.shared_drafts import DraftTexts, SharedDraft, format_draft, parse_draft
from tilewise.tiles import Table, Tiles

DRAFT_INTERVAL: Final = 100
"""Milliseconds between two drafts of a table that are sent; of those in between, only the latest is sent."""


class DraftRelay:
    """Sends the drafts of this process's tables."""

    def __init__(self, tables: Mapping[str, LiveTable], bus: Bus, clock: Clock, process: str) -> None:
        self._tables = tables
        self._bus = bus
        self._clock = clock
        self._process = process
        self._sent_at: dict[str, int] = {}
        """When a draft was last sent, by table id."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """The timers of drafts that wait for their interval, by table id."""

    def share(
        self, table_id: str, person: str, number: int, sets: Table, loose: Tiles, received: DraftTexts | None = None
    ) -> None:
        """Share a draft; ignored if it is not the person's turn or the tiles do not fit.

        `received` are the texts of the draft, if they can be sent as they are.
        """
        live = self._tables.get(table_id)
        seat = None if live is None else live.state.seat_of(person)
        if live is None or seat is None:
            return
        if not live.drafts.update(live.state, SharedDraft(number, seat, sets, loose, received)):
            return
        wait = self._sent_at.get(table_id, 0) + DRAFT_INTERVAL - self._clock.now()
        if wait <= 0:
            self._send(table_id)
        elif table_id not in self._timers:
            self._timers[table_id] = asyncio.get_running_loop().call_later(wait / 1000, self._send, table_id)

    def is_waiting(self, table_id: str) -> bool:
        """Return whether a draft of a table waits for its interval."""
        return table_id in self._timers

    def forget(self, table_id: str) -> None:
        """Forget a table that is unloaded."""
        self._sent_at.pop(table_id, None)
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()

    def receive(self, live: LiveTable, message: DraftShared) -> None:
        """Send a draft from another process to the subscribers here."""
        parsed = parse_draft(message.sets, message.loose)
        if parsed is None:
            return
        draft = SharedDraft(message.number, message.seat, *parsed, (message.sets, message.loose))
        if live.drafts.update(live.state, draft):
            self._show(live, draft)

    def _send(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        live = self._tables.get(table_id)
        draft = None if live is None else live.drafts.latest
        if live is None or draft is None:
            return
        self._sent_at[table_id] = self._clock.now()
        self._show(live, draft)
        # Even where drafts are not shown: the process that runs the timer needs to know that a tile was moved (U10).
        self._bus.publish(DraftShared(table_id, self._process, draft.number, draft.seat, *format_draft(draft)))

    def _show(self, live: LiveTable, draft: SharedDraft) -> None:
        message = live.draft_message()
        if message is not None:
            live.send_to_all(message, except_person=live.state.seats[draft.seat].person)
