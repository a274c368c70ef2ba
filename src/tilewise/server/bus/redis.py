"""The bus between processes: Redis publish and subscribe, a channel for each table.

When Redis is unavailable, the bus reconnects, and reports that messages may have been lost: repeatedly while Redis is
unavailable, and once more afterwards.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tilewise.server import metrics
from tilewise.server.bus.messages import AnyBusMessage, Appended, BusError, Receiver, decode_message, encode_message

MOST_WAITING: Final = 10_000
"""Messages that wait to be sent; older ones are dropped."""

RETRY_INTERVAL: Final = 0.5
"""Seconds."""

RESPONSE_TIMEOUT: Final = 5
"""Seconds after which Redis counts as unavailable."""

JOIN_TIMEOUT: Final = 1
"""Seconds to wait for the confirmation of a subscription; a table does not depend on it."""

_COMMON_CHANNEL: Final = "tilewise"
"""A channel without messages: Redis needs at least one subscription."""

logger = structlog.get_logger("tilewise.bus")


class RedisBus:
    """The connection of this process to Redis."""

    def __init__(self, url: str, prefix: str = "tilewise:") -> None:
        try:
            self._redis: Redis = Redis.from_url(
                url,
                socket_connect_timeout=RESPONSE_TIMEOUT,
                socket_timeout=RESPONSE_TIMEOUT,
                socket_keepalive=True,
                health_check_interval=15,
                # The library would reconnect silently, and lost messages would go unnoticed.
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError:
            raise BusError("The bus is not a URL like redis://HOST:6379.") from None
        self._prefix = prefix
        self._table_ids: set[str] = set()
        self._waiting: deque[AnyBusMessage] = deque(maxlen=MOST_WAITING)
        self._has_messages = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: PubSub = self._redis.pubsub()
        self._is_unavailable = False
        self._joining: dict[str, asyncio.Event] = {}
        """Channels whose subscription Redis has not confirmed yet."""

    async def start(self, receive: Receiver, messages_lost: Callable[[], None]) -> None:
        """Connect and start receiving; raises BusError."""
        try:
            await self._redis.ping()
            await self._pubsub.subscribe(self._prefix + _COMMON_CHANNEL)
        except (RedisError, OSError) as error:
            with suppress(RedisError, OSError):
                await self._redis.aclose()
            raise BusError(f"Redis cannot be reached: {str(error).splitlines()[0].rstrip('.')}.") from None
        self._tasks = [
            asyncio.create_task(self._listen(receive, messages_lost), name="bus-listen"),
            asyncio.create_task(self._send(), name="bus-send"),
        ]

    async def join(self, table_id: str) -> None:
        """Receive messages about a table: all that are sent after this returns, unless Redis is unavailable."""
        self._table_ids.add(table_id)
        # When Redis is available again, the listener subscribes to all tables.
        if self._is_unavailable:
            return
        channel = self._prefix + table_id
        joined = self._joining.setdefault(channel, asyncio.Event())
        with suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(JOIN_TIMEOUT):
                await self._pubsub.subscribe(channel)
                await joined.wait()
        self._joining.pop(channel, None)

    async def leave(self, table_id: str) -> None:
        """Stop receiving messages about a table."""
        self._table_ids.discard(table_id)
        if self._is_unavailable:
            return
        with suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(JOIN_TIMEOUT):
                await self._pubsub.unsubscribe(self._prefix + table_id)

    async def check(self) -> None:
        """Ping Redis; raises BusError."""
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise BusError(f"Redis does not respond: {type(error).__name__}.") from None

    def publish(self, message: AnyBusMessage) -> None:
        """Queue a message for sending."""
        if len(self._waiting) == MOST_WAITING:
            metrics.dropped.labels("bus").inc()
        self._waiting.append(message)
        self._has_messages.set()

    async def close(self) -> None:
        """Send the queued messages, then stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._queue_sent(), 1)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _queue_sent(self) -> None:
        while self._waiting and not self._is_unavailable:
            await asyncio.sleep(0.01)

    async def _send(self) -> None:
        while True:
            await self._has_messages.wait()
            self._has_messages.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), 100))]
                try:
                    async with self._redis.pipeline(transaction=False) as pipeline:
                        for message in batch:
                            pipeline.publish(self._prefix + message.table, encode_message(message))
                        await pipeline.execute()
                except (RedisError, OSError):
                    # Old drafts and presence reports would only confuse; the notice of stored events stays true.
                    if len(self._waiting) < MOST_WAITING // 2:
                        self._waiting.extendleft(m for m in reversed(batch) if isinstance(m, Appended))
                    await asyncio.sleep(RETRY_INTERVAL)

    async def _listen(self, receive: Receiver, messages_lost: Callable[[], None]) -> None:
        while True:
            try:
                connection = self._pubsub.connection
                if connection is None or not connection.is_connected:
                    # The connection broke while a table was joined; the library would reconnect silently.
                    raise ConnectionError("not connected")
                received: dict[str, Any] | None = await self._pubsub.get_message(timeout=10)
            except (RedisError, OSError):
                self._is_unavailable = True
                logger.warning("redis is unavailable")
                await self._reconnect(messages_lost)
                logger.info("redis is available again")
                messages_lost()
                continue
            if received is None:
                continue
            if received["type"] == "subscribe":
                joined = self._joining.get(received["channel"].decode())
                if joined is not None:
                    joined.set()
            elif received["type"] == "message":
                message = decode_message(received["data"])
                if message is not None:
                    receive(message)

    async def _reconnect(self, messages_lost: Callable[[], None]) -> None:
        while True:
            messages_lost()
            await asyncio.sleep(RETRY_INTERVAL)
            try:
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                self._pubsub = self._redis.pubsub()
                subscribed: set[str] = set()
                # Tables may be joined meanwhile; those are subscribed to next.
                while missing := ({_COMMON_CHANNEL} | self._table_ids) - subscribed:
                    await self._pubsub.subscribe(*(self._prefix + table_id for table_id in missing))
                    subscribed |= missing
                self._is_unavailable = False
                return
            except (RedisError, OSError):
                continue
