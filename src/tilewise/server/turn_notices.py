"""Notifications of a person's turn, at tables where a turn takes days and nobody is expected to stay connected.

Best effort: a notification that cannot be sent is logged and forgotten. The game does not depend on it.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
import structlog

from tilewise.errors import TilewiseError
from tilewise.server.host import Host
from tilewise.server.limits import Limiter
from tilewise.server.live_table import LiveTable
from tilewise.server.people.push_subscriptions import PushSubscription, PushSubscriptions
from tilewise.server.store.database import StorageError
from tilewise.server.tables.table_state import TableState
from tilewise.server.web_push import WebPush

NOTICES_PER_HOUR: Final = 30
"""Notifications of one person."""

CONCURRENT: Final = 8
"""Requests to push services at the same time."""

GONE: Final = (404, 410)
"""Statuses of a browser that has unsubscribed."""

TEXTS: Final = {
    "en": ("Your turn", "It is your turn at the table with {names}."),
    "de": ("Du bist am Zug", "Du bist am Zug am Tisch mit {names}."),
    "pl": ("Twoja kolej", "Twoja kolej przy stole, przy którym grają: {names}."),
}
"""The title and the sentence of a notification in each language."""

logger = structlog.get_logger("tilewise.push")


class Notice(msgspec.Struct, frozen=True):
    """What the service worker of a browser gets."""

    title: str
    body: str
    table: str


class TurnNotices:
    """Notifies people whose turn has begun and who are not connected."""

    def __init__(self, host: Host, subscriptions: PushSubscriptions, push: WebPush) -> None:
        self._host = host
        self._subscriptions = subscriptions
        self._push = push
        self._limiter = Limiter.hourly(NOTICES_PER_HOUR)
        self._slots = asyncio.Semaphore(CONCURRENT)
        host.add_decision_observer(self.decision_stored)

    def decision_stored(self, live: LiveTable, before: TableState, after: TableState) -> None:
        """Notify the person in turn, if a decision that this process has stored began their turn."""
        game, now = after.game, self._host.clock.now()
        if not after.by_correspondence or after.phase != "playing" or game is None:
            return
        if before.phase == "playing" and before.turn_from == after.turn_from:
            return
        person = after.seats[game.turn].person
        if person is None or live.is_present(game.turn, now) or not self._push.is_available:
            return
        names = [seat.name for number, seat in enumerate(after.seats) if number != game.turn and not seat.is_free]
        self._host.tasks.spawn(self._notify(person, after.table_id, ", ".join(names), now))

    async def _notify(self, person: str, table_id: str, names: str, now: int) -> None:
        try:
            for subscription in await self._subscriptions.of(person):
                if not self._limiter.take(person, now):
                    return
                await self._send(subscription, table_id, names, now)
        except StorageError as error:
            logger.warning("nobody could be notified", reason=str(error))

    async def _send(self, to: PushSubscription, table_id: str, names: str, now: int) -> None:
        title, body = TEXTS.get(to.language, TEXTS["en"])
        content = msgspec.json.encode(Notice(title, body.format(names=names), table_id))
        try:
            async with self._slots:
                status = await self._push.send(to.endpoint, to.p256dh, to.auth, content, now, table_id[:32])
        except (OSError, TilewiseError) as error:
            # Not the address: it identifies a browser.
            logger.warning("a notification could not be sent", reason=type(error).__name__)
            return
        if status in GONE:
            await self._subscriptions.remove(to.endpoint)
        elif status >= 300:
            logger.warning("a push service refused a notification", status=status)
