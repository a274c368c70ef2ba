"""The bus between processes: Redis publish and subscribe, a channel for each table.

Redis may go away and come back: the bus tries again, and says that messages may have been lost.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tilewise.server import metrics
from tilewise.server.bus.messages import AnyBusMessage, BusError, Hear, decode_message, encode_message

MOST_WAITING: Final = 10_000
"""Messages that wait to be sent; older ones are dropped, since all of them may be lost."""

TRY_AGAIN: Final = 0.5
"""Seconds."""

_EVERYBODY: Final = "tilewise"
"""A channel on which nothing is said: Redis wants at least one."""

log = structlog.get_logger("tilewise.bus")


class RedisBus:
    """The connection of this process to Redis."""

    def __init__(self, url: str, prefix: str = "tilewise:") -> None:
        try:
            self._redis: Redis = Redis.from_url(url, socket_connect_timeout=5, health_check_interval=15)
        except ValueError:
            raise BusError("The bus is not a URL like redis://HOST:6379.") from None
        self._prefix = prefix
        self._tables: set[str] = set()
        self._waiting: deque[AnyBusMessage] = deque(maxlen=MOST_WAITING)
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub = self._redis.pubsub(ignore_subscribe_messages=True)

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Connect and begin to listen; raises BusError."""
        try:
            await self._redis.ping()
            await self._pubsub.subscribe(self._prefix + _EVERYBODY)
        except (RedisError, OSError) as error:
            raise BusError(f"Redis cannot be reached: {str(error).splitlines()[0]}.") from None
        self._tasks = [
            asyncio.create_task(self._listen(hear, missed), name="bus-listen"),
            asyncio.create_task(self._send(), name="bus-send"),
        ]

    async def join(self, table: str) -> None:
        """Hear of a table."""
        self._tables.add(table)
        # While Redis is away this fails; the listener subscribes to everything when it is back.
        with suppress(RedisError, OSError):
            await self._pubsub.subscribe(self._prefix + table)

    async def leave(self, table: str) -> None:
        """Hear of it no more."""
        self._tables.discard(table)
        with suppress(RedisError, OSError):
            await self._pubsub.unsubscribe(self._prefix + table)

    async def check(self) -> None:
        """Ask Redis for a sign of life; raises BusError."""
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise BusError(f"Redis does not answer: {type(error).__name__}.") from None

    def publish(self, message: AnyBusMessage) -> None:
        """Send soon."""
        if len(self._waiting) == MOST_WAITING:
            metrics.dropped.labels("bus").inc()
        self._waiting.append(message)
        self._something.set()

    async def close(self) -> None:
        """Send what waits, then stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._sent(), 1)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _sent(self) -> None:
        while self._waiting:
            await asyncio.sleep(0.01)

    async def _send(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), 100))]
                try:
                    async with self._redis.pipeline(transaction=False) as pipeline:
                        for message in batch:
                            pipeline.publish(self._prefix + message.table, encode_message(message))
                        await pipeline.execute()
                except (RedisError, OSError):
                    # Lost, as may be; drafts from before the trouble would only confuse.
                    await asyncio.sleep(TRY_AGAIN)

    async def _listen(self, hear: Hear, missed: Callable[[], None]) -> None:
        while True:
            try:
                received = await self._pubsub.get_message(timeout=30)
            except (RedisError, OSError):
                log.warning("redis away")
                await self._reconnect()
                log.info("redis back")
                missed()
                continue
            if received is not None and received["type"] == "message":
                message = decode_message(received["data"])
                if message is not None:
                    hear(message)

    async def _reconnect(self) -> None:
        while True:
            await asyncio.sleep(TRY_AGAIN)
            try:
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                self._pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
                channels = [self._prefix + table for table in (_EVERYBODY, *self._tables)]
                await self._pubsub.subscribe(*channels)
                return
            except (RedisError, OSError):
                continue
