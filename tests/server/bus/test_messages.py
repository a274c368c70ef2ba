"""One suite for both buses: in one process, and by a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest
import redis.asyncio

from tests.support.services import Redis, free_port
from tilewise.server.bus.local import Hub, LocalBus
from tilewise.server.bus.messages import AnyBusMessage, Appended, Bus, BusError, ChatPosted, DraftShared, PresenceReport
from tilewise.server.bus.redis import RedisBus

MakeBus = Callable[[], Bus]


class Ear:
    """Hears what comes over a bus."""

    def __init__(self) -> None:
        self.heard: list[AnyBusMessage] = []
        self.missed = 0

    def hear(self, message: AnyBusMessage) -> None:
        self.heard.append(message)

    def miss(self) -> None:
        self.missed += 1


async def until(is_so: Callable[[], bool], within: float = 10.0) -> None:
    """Wait until something is so; raises TimeoutError."""
    async with asyncio.timeout(within):
        while not is_so():
            await asyncio.sleep(0.005)


@pytest.fixture(params=["local", "redis"])
def make_bus(request: pytest.FixtureRequest) -> MakeBus:
    """Makes ends of one bus."""
    if request.param == "local":
        hub = Hub()
        return lambda: LocalBus(hub)
    url: str = request.getfixturevalue("redis_url")
    prefix = f"{uuid4().hex}:"
    return lambda: RedisBus(url, prefix)


def with_buses(make_bus: MakeBus, body: Callable[[list[Bus], list[Ear]], Awaitable[None]], count: int = 2) -> None:
    """Do something with several ends of a bus."""

    async def doing() -> None:
        buses = [make_bus() for _ in range(count)]
        ears = [Ear() for _ in buses]
        for bus, ear in zip(buses, ears, strict=True):
            await bus.start(ear.hear, ear.miss)
        try:
            await body(buses, ears)
        finally:
            for bus in buses:
                await bus.close()

    asyncio.run(doing())


def test_every_message_comes_as_it_was_sent_and_in_order(make_bus: MakeBus) -> None:
    messages: list[AnyBusMessage] = [
        Appended("t1", "a", 7),
        DraftShared("t1", "a", 7, 1, ("r1 r2 r3", "J"), "b4"),
        PresenceReport("t1", "a", (0, 2), 3),
        ChatPosted("t1", "a", "p1", "Ada", 5, "Grüße, 世界", 12),
    ]

    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await buses[1].join("t1")
        for message in messages:
            buses[0].publish(message)
        await until(lambda: len(ears[1].heard) >= len(messages))
        assert ears[1].heard == messages

    with_buses(make_bus, body)


def test_only_who_has_joined_a_table_hears_of_it(make_bus: MakeBus) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await buses[1].join("t1")
        await buses[2].join("t2")
        for table in ("t1", "t2", "t3"):
            buses[0].publish(Appended(table, "a", 1))
        await until(lambda: all(ear.heard for ear in ears[1:]))
        await buses[1].leave("t1")
        await buses[1].join("t3")
        for table in ("t1", "t2", "t3"):
            buses[0].publish(Appended(table, "a", 2))
        await until(lambda: len(ears[1].heard) == len(ears[2].heard) == 2)
        assert ears[1].heard == [Appended("t1", "a", 1), Appended("t3", "a", 2)]
        assert ears[2].heard == [Appended("t2", "a", 1), Appended("t2", "a", 2)]

    with_buses(make_bus, body, 3)


def test_what_is_said_when_join_has_returned_is_heard(make_bus: MakeBus) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        for number in range(50):
            await buses[1].join(f"t{number}")
            buses[0].publish(Appended(f"t{number}", "a", number))
        await until(lambda: len(ears[1].heard) == 50)

    with_buses(make_bus, body)


def test_tables_can_be_joined_by_many_at_once(make_bus: MakeBus) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await asyncio.gather(*(buses[1].join(f"t{number}") for number in range(200)))
        for number in range(200):
            buses[0].publish(Appended(f"t{number}", "a", number))
        await until(lambda: len(ears[1].heard) == 200)

    with_buses(make_bus, body)


def test_publishing_never_waits_and_a_closed_bus_says_no_more(make_bus: MakeBus) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await buses[1].join("t1")
        for number in range(2_000):
            buses[0].publish(Appended("t1", "a", number))
        await until(lambda: len(ears[1].heard) == 2_000)
        await buses[1].close()
        buses[0].publish(Appended("t1", "a", 5_000))
        await asyncio.sleep(0.05)
        assert len(ears[1].heard) == 2_000

    with_buses(make_bus, body)


# Redis going away


def test_redis_that_cannot_be_reached_gets_one_sentence() -> None:
    async def body() -> None:
        for url in (f"redis://127.0.0.1:{free_port()}", "redis://no-such-host.invalid"):
            ear = Ear()
            bus = RedisBus(url)
            with pytest.raises(BusError) as refused:
                await bus.start(ear.hear, ear.miss)
            assert str(refused.value).startswith("Redis cannot be reached: ")
            assert "\n" not in str(refused.value)

    asyncio.run(body())
    with pytest.raises(BusError, match="is not a URL like"):
        RedisBus("http://localhost")


def test_a_restart_of_redis_is_noticed_and_everything_is_joined_again(own_redis: Redis) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await buses[1].join("t1")
        await asyncio.to_thread(own_redis.kill)
        await until(lambda: ears[0].missed > 0 and ears[1].missed > 0)
        # Nobody waits for Redis: neither who joins a table, nor who says something.
        async with asyncio.timeout(1):
            await buses[1].join("t2")
            await buses[1].join("left")
            await buses[1].leave("left")
        for number in range(100):
            buses[0].publish(Appended("t1", "a", number))
        was = ears[1].missed
        await until(lambda: ears[1].missed > was)
        await asyncio.to_thread(own_redis.start)
        await until(lambda: not any(bus._is_unavailable for bus in buses if isinstance(bus, RedisBus)))
        buses[0].publish(Appended("t2", "a", 1))
        buses[0].publish(Appended("left", "a", 1))
        buses[0].publish(Appended("t1", "a", 100))
        await until(lambda: Appended("t1", "a", 100) in ears[1].heard)
        assert Appended("t2", "a", 1) in ears[1].heard
        assert all(message.table != "left" for message in ears[1].heard)
        # And then there is nothing to miss any more.
        was = ears[1].missed
        await asyncio.sleep(1)
        assert ears[1].missed == was

    with_buses(lambda: RedisBus(own_redis.url), body)


def test_that_a_log_has_grown_is_said_again_if_it_could_not_be_said(own_redis: Redis) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await buses[1].join("t1")
        async with redis.asyncio.Redis.from_url(own_redis.url) as admin:
            for number in range(5):
                buses[0].publish(Appended("t1", "a", 10 * number))
                await until(lambda number=number: Appended("t1", "a", 10 * number) in ears[1].heard)  # type: ignore[misc]
                # The connections over which something is said break; those over which is listened do not.
                await admin.client_kill_filter(_type="normal", skipme=True)
                buses[0].publish(Appended("t1", "a", 10 * number + 1))
                await until(lambda number=number: Appended("t1", "a", 10 * number + 1) in ears[1].heard)  # type: ignore[misc]

    with_buses(lambda: RedisBus(own_redis.url), body)


def test_a_restart_of_redis_in_a_moment_is_noticed_too(own_redis: Redis) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        await buses[1].join("t1")
        for again in range(3):
            was = ears[1].missed
            own_redis.kill()
            own_redis.start()
            await until(lambda was=was: ears[1].missed > was)  # type: ignore[misc]
            async with asyncio.timeout(10):
                while Appended("t1", "a", again) not in ears[1].heard:
                    buses[0].publish(Appended("t1", "a", again))
                    await asyncio.sleep(0.1)

    with_buses(lambda: RedisBus(own_redis.url), body)


def test_a_redis_that_does_not_answer_keeps_nobody_waiting_for_long(own_redis: Redis) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        own_redis.pause()
        async with asyncio.timeout(3):
            await buses[1].join("t1")
        buses[0].publish(Appended("t1", "a", 1))
        own_redis.resume()
        await until(lambda: Appended("t1", "a", 1) in ears[1].heard)

    with_buses(lambda: RedisBus(own_redis.url), body)


def test_closing_does_not_wait_for_a_redis_that_is_away(own_redis: Redis) -> None:
    async def body(buses: list[Bus], ears: list[Ear]) -> None:
        own_redis.kill()
        buses[0].publish(Appended("t1", "a", 1))
        async with asyncio.timeout(3):
            await buses[0].close()

    with_buses(lambda: RedisBus(own_redis.url), body, 1)
