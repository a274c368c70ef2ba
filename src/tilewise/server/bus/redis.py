"""The bus between processes: Redis publish and subscribe, a channel for each table.

Redis may go away and come back: the bus tries again, and says that messages may have been lost, as long as it is
away and once more when it is back.
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
from tilewise.server.bus.messages import AnyBusMessage, Appended, BusError, Hear, decode_message, encode_message

MOST_WAITING: Final = 10_000
"""Messages that wait to be sent; older ones are dropped, since all of them may be lost."""

TRY_AGAIN: Final = 0.5
"""Seconds."""

ANSWER_WITHIN: Final = 5
"""Seconds: a Redis that does not answer for so long is as good as away."""

JOIN_WITHIN: Final = 1
"""Seconds that a table waits until Redis has heard that we listen; then it does without."""

_EVERYBODY: Final = "tilewise"
"""A channel on which nothing is said: Redis wants at least one."""

log = structlog.get_logger("tilewise.bus")


class RedisBus:
    """The connection of this process to Redis."""

    def __init__(self, url: str, prefix: str = "tilewise:") -> None:
        try:
            self._redis: Redis = Redis.from_url(
                url,
                socket_connect_timeout=ANSWER_WITHIN,
                socket_timeout=ANSWER_WITHIN,
                socket_keepalive=True,
                health_check_interval=15,
                # The library would connect again without a word, and nobody would know that messages were lost.
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError:
            raise BusError("The bus is not a URL like redis://HOST:6379.") from None
        self._prefix = prefix
        self._tables: set[str] = set()
        self._waiting: deque[AnyBusMessage] = deque(maxlen=MOST_WAITING)
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: PubSub = self._redis.pubsub()
        self._away = False
        self._joining: dict[str, asyncio.Event] = {}
        """Channels of which Redis has not said yet that we listen to them."""

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Connect and begin to listen; raises BusError."""
        try:
            await self._redis.ping()
            await self._pubsub.subscribe(self._prefix + _EVERYBODY)
        except (RedisError, OSError) as error:
            with suppress(RedisError, OSError):
                await self._redis.aclose()
            raise BusError(f"Redis cannot be reached: {str(error).splitlines()[0].rstrip('.')}.") from None
        self._tasks = [
            asyncio.create_task(self._listen(hear, missed), name="bus-listen"),
            asyncio.create_task(self._send(), name="bus-send"),
        ]

    async def join(self, table: str) -> None:
        """Hear of a table; what is said when this has returned is heard, unless Redis is away."""
        self._tables.add(table)
        # While Redis is away this is left out; the listener subscribes to everything when it is back.
        if self._away:
            return
        channel = self._prefix + table
        joined = self._joining.setdefault(channel, asyncio.Event())
        with suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(JOIN_WITHIN):
                await self._pubsub.subscribe(channel)
                await joined.wait()
        self._joining.pop(channel, None)

    async def leave(self, table: str) -> None:
        """Hear of it no more."""
        self._tables.discard(table)
        if self._away:
            return
        with suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(JOIN_WITHIN):
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
        while self._waiting and not self._away:
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
                    # Drafts and presence from before the trouble would only confuse; that a log has grown stays true.
                    if len(self._waiting) < MOST_WAITING // 2:
                        self._waiting.extendleft(m for m in reversed(batch) if isinstance(m, Appended))
                    await asyncio.sleep(TRY_AGAIN)

    async def _listen(self, hear: Hear, missed: Callable[[], None]) -> None:
        while True:
            try:
                connection = self._pubsub.connection
                if connection is None or not connection.is_connected:
                    # Broken while a table was joined: the library would connect again without a word.
                    raise ConnectionError("not connected")
                received: dict[str, Any] | None = await self._pubsub.get_message(timeout=10)
            except (RedisError, OSError):
                self._away = True
                log.warning("redis away")
                await self._reconnect(missed)
                log.info("redis back")
                missed()
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
                    hear(message)

    async def _reconnect(self, missed: Callable[[], None]) -> None:
        while True:
            missed()
            await asyncio.sleep(TRY_AGAIN)
            try:
                await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                self._pubsub = self._redis.pubsub()
                asked: set[str] = set()
                # Tables may be joined while this waits: those that are not asked for yet come next.
                while missing := ({_EVERYBODY} | self._tables) - asked:
                    await self._pubsub.subscribe(*(self._prefix + table for table in missing))
                    asked |= missing
                self._away = False
                return
            except (RedisError, OSError):
                continue
