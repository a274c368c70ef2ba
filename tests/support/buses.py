"""Several buses in one test, and what each of them receives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tilewise.server.bus.messages import AnyBusMessage, Bus

MakeBus = Callable[[], Bus]


class Receiver:
    """Records the messages that a bus receives."""

    def __init__(self) -> None:
        self.messages: list[AnyBusMessage] = []
        self.losses = 0
        """How often messages may have been lost."""

    def receive(self, message: AnyBusMessage) -> None:
        self.messages.append(message)

    def lose(self) -> None:
        self.losses += 1


async def until(condition: Callable[[], bool], within: float = 60.0) -> None:
    """Wait for a condition; raises TimeoutError."""
    async with asyncio.timeout(within):
        while not condition():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def started(make_bus: MakeBus, count: int = 2) -> AsyncIterator[tuple[list[Bus], list[Receiver]]]:
    """Start several connected buses, and close them in the end."""
    buses = [make_bus() for _ in range(count)]
    receivers = [Receiver() for _ in buses]
    for bus, receiver in zip(buses, receivers, strict=True):
        await bus.start(receiver.receive, receiver.lose)
    try:
        yield buses, receivers
    finally:
        for bus in buses:
            await bus.close()
