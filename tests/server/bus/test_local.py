"""The bus inside one process."""

from __future__ import annotations

import asyncio

from tests.support.buses import Receiver
from tilewise.server.bus.local import Hub, LocalBus
from tilewise.server.bus.messages import Appended


def test_a_server_alone_sends_its_messages_to_nobody() -> None:
    async def body() -> None:
        bus, receiver = LocalBus(), Receiver()
        await bus.start(receiver.receive, receiver.lose)
        await bus.join("t1")
        await bus.check()
        bus.publish(Appended("t1", "a", 1))
        await asyncio.sleep(0)
        assert receiver.messages == []
        await bus.close()

    asyncio.run(body())


def test_a_message_arrives_after_the_current_callback() -> None:
    async def body() -> None:
        hub = Hub()
        sender, bus, receiver = LocalBus(hub), LocalBus(hub), Receiver()
        await sender.start(Receiver().receive, receiver.lose)
        await bus.start(receiver.receive, receiver.lose)
        await bus.join("t1")
        sender.publish(Appended("t1", "a", 1))
        assert receiver.messages == []
        await asyncio.sleep(0)
        assert receiver.messages == [Appended("t1", "a", 1)]

    asyncio.run(body())
