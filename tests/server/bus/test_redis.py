"""Redis as the bus: what happens when it is unavailable."""

from __future__ import annotations

import asyncio

import pytest
import redis.asyncio

from tests.support.buses import Receiver, started, until
from tests.support.services import Redis, refusing_port
from tilewise.server.bus import redis as redis_bus
from tilewise.server.bus.messages import Appended, BusError
from tilewise.server.bus.redis import RedisBus


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reconnect at once, and never take a busy machine for an unavailable Redis."""
    monkeypatch.setattr(redis_bus, "RETRY_INTERVAL", 0.02)
    for name in ("JOIN_TIMEOUT", "RESPONSE_TIMEOUT"):
        monkeypatch.setattr(redis_bus, name, 60)


async def test_an_unreachable_redis_is_reported_in_one_sentence() -> None:
    with refusing_port() as port:
        for url in (f"redis://127.0.0.1:{port}", "redis://no-such-host.invalid"):
            receiver = Receiver()
            bus = RedisBus(url)
            with pytest.raises(BusError) as refused:
                await bus.start(receiver.receive, receiver.lose)
            assert str(refused.value).startswith("Redis cannot be reached: ")
            assert "\n" not in str(refused.value)
    with pytest.raises(BusError, match="is not a URL like"):
        RedisBus("http://localhost")


async def test_after_a_restart_of_redis_all_tables_are_joined_again(own_redis: Redis) -> None:
    async with started(lambda: RedisBus(own_redis.url)) as (buses, receivers):
        await buses[1].join("t1")
        await asyncio.to_thread(own_redis.kill)
        await until(lambda: receivers[0].losses > 0 and receivers[1].losses > 0)
        # Neither joining a table nor publishing waits for Redis.
        await buses[1].join("t2")
        await buses[1].join("left")
        await buses[1].leave("left")
        for number in range(100):
            buses[0].publish(Appended("t1", "a", number))
        was = receivers[1].losses
        await until(lambda: receivers[1].losses > was)
        await asyncio.to_thread(own_redis.start)
        await until(lambda: not any(bus._is_unavailable for bus in buses if isinstance(bus, RedisBus)))
        buses[0].publish(Appended("t2", "a", 1))
        buses[0].publish(Appended("left", "a", 1))
        buses[0].publish(Appended("t1", "a", 100))
        await until(lambda: Appended("t1", "a", 100) in receivers[1].messages)
        assert Appended("t2", "a", 1) in receivers[1].messages
        assert all(message.table != "left" for message in receivers[1].messages)
        # From now on no messages are lost.
        was = receivers[1].losses
        buses[0].publish(Appended("t1", "a", 101))
        await until(lambda: Appended("t1", "a", 101) in receivers[1].messages)
        assert receivers[1].losses == was


async def test_notifications_of_stored_events_are_sent_again_after_a_failure(own_redis: Redis) -> None:
    async with started(lambda: RedisBus(own_redis.url)) as (buses, receivers):
        await buses[1].join("t1")
        async with redis.asyncio.Redis.from_url(own_redis.url) as admin:
            for number in range(5):
                buses[0].publish(Appended("t1", "a", 10 * number))
                await until(lambda number=number: Appended("t1", "a", 10 * number) in receivers[1].messages)  # type: ignore[misc]
                # Only the connections for publishing break, not those for receiving.
                await admin.client_kill_filter(_type="normal", skipme=True)
                buses[0].publish(Appended("t1", "a", 10 * number + 1))
                await until(lambda number=number: Appended("t1", "a", 10 * number + 1) in receivers[1].messages)  # type: ignore[misc]


async def test_a_quick_restart_of_redis_is_noticed_too(own_redis: Redis) -> None:
    async with started(lambda: RedisBus(own_redis.url)) as (buses, receivers):
        await buses[1].join("t1")
        for again in range(3):
            was = receivers[1].losses
            own_redis.kill()
            own_redis.start()
            await until(lambda was=was: receivers[1].losses > was)  # type: ignore[misc]
            while Appended("t1", "a", again) not in receivers[1].messages:
                buses[0].publish(Appended("t1", "a", again))
                await asyncio.sleep(0.01)


async def test_an_unresponsive_redis_delays_nobody_for_long(own_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "JOIN_TIMEOUT", 0.05)
    async with started(lambda: RedisBus(own_redis.url)) as (buses, receivers):
        own_redis.pause()
        await buses[1].join("t1")
        buses[0].publish(Appended("t1", "a", 1))
        own_redis.resume()
        await until(lambda: Appended("t1", "a", 1) in receivers[1].messages)


async def test_closing_does_not_wait_for_an_unavailable_redis(own_redis: Redis) -> None:
    async with started(lambda: RedisBus(own_redis.url), 1) as (buses, _):
        own_redis.kill()
        buses[0].publish(Appended("t1", "a", 1))
        await buses[0].close()
