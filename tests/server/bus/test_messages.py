"""One suite for both buses: in one process, and with a real Redis."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from tests.support.buses import MakeBus, Receiver, started, until
from tilewise.server.bus.local import Hub, LocalBus
from tilewise.server.bus.messages import AnyBusMessage, Appended, ChatPosted, DraftShared, PresenceReport
from tilewise.server.bus.redis import RedisBus


@pytest.fixture(params=["local", "redis"])
def make_bus(request: pytest.FixtureRequest) -> MakeBus:
    """Return a function that creates connected buses."""
    if request.param == "local":
        hub = Hub()
        return lambda: LocalBus(hub)
    url: str = request.getfixturevalue("redis_url")
    prefix = f"{uuid4().hex}:"
    return lambda: RedisBus(url, prefix)


async def test_every_message_arrives_unchanged_and_in_order(make_bus: MakeBus) -> None:
    messages: list[AnyBusMessage] = [
        Appended("t1", "a", 7),
        DraftShared("t1", "a", 7, 1, ("r1 r2 r3", "J"), "b4"),
        PresenceReport("t1", "a", (0, 2), 3, (2,)),
        ChatPosted("t1", "a", "p1", "Ada", 5, "Grüße, 世界", 12),
    ]

    async with started(make_bus) as (buses, receivers):
        await buses[1].join("t1")
        for message in messages:
            buses[0].publish(message)
        await until(lambda: len(receivers[1].messages) >= len(messages))
        assert receivers[1].messages == messages


async def test_only_processes_that_joined_a_table_receive_its_messages(make_bus: MakeBus) -> None:
    async with started(make_bus, 3) as (buses, receivers):
        await buses[1].join("t1")
        await buses[2].join("t2")
        for table in ("t1", "t2", "t3"):
            buses[0].publish(Appended(table, "a", 1))
        await until(lambda: all(receiver.messages for receiver in receivers[1:]))
        await buses[1].leave("t1")
        await buses[1].join("t3")
        for table in ("t1", "t2", "t3"):
            buses[0].publish(Appended(table, "a", 2))
        await until(lambda: len(receivers[1].messages) == len(receivers[2].messages) == 2)
        assert receivers[1].messages == [Appended("t1", "a", 1), Appended("t3", "a", 2)]
        assert receivers[2].messages == [Appended("t2", "a", 1), Appended("t2", "a", 2)]


async def test_messages_sent_after_a_join_has_returned_are_received(make_bus: MakeBus) -> None:
    async with started(make_bus) as (buses, receivers):
        for number in range(50):
            await buses[1].join(f"t{number}")
            buses[0].publish(Appended(f"t{number}", "a", number))
        await until(lambda: len(receivers[1].messages) == 50)


async def test_many_tables_can_be_joined_at_once(make_bus: MakeBus) -> None:
    async with started(make_bus) as (buses, receivers):
        await asyncio.gather(*(buses[1].join(f"t{number}") for number in range(200)))
        for number in range(200):
            buses[0].publish(Appended(f"t{number}", "a", number))
        await until(lambda: len(receivers[1].messages) == 200)


async def test_publishing_never_waits_and_a_closed_bus_receives_nothing(make_bus: MakeBus) -> None:
    async with started(make_bus, 3) as (buses, receivers):
        await buses[1].join("t1")
        await buses[2].join("t1")
        for number in range(2_000):
            buses[0].publish(Appended("t1", "a", number))
        await until(lambda: len(receivers[1].messages) == 2_000)
        await buses[1].close()
        buses[0].publish(Appended("t1", "a", 5_000))
        await until(lambda: len(receivers[2].messages) == 2_001)
        assert len(receivers[1].messages) == 2_000


# Only in one process


async def test_a_server_alone_sends_its_messages_to_nobody() -> None:
    bus, receiver = LocalBus(), Receiver()
    await bus.start(receiver.receive, receiver.lose)
    await bus.join("t1")
    await bus.check()
    bus.publish(Appended("t1", "a", 1))
    await asyncio.sleep(0)
    assert receiver.messages == []
    await bus.close()


async def test_a_message_arrives_after_the_current_callback() -> None:
    hub = Hub()
    sender, bus, receiver = LocalBus(hub), LocalBus(hub), Receiver()
    await sender.start(Receiver().receive, receiver.lose)
    await bus.start(receiver.receive, receiver.lose)
    await bus.join("t1")
    sender.publish(Appended("t1", "a", 1))
    assert receiver.messages == []
    await asyncio.sleep(0)
    assert receiver.messages == [Appended("t1", "a", 1)]
