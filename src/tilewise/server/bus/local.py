"""The bus inside one process: for a server alone, and for several servers in one test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilewise.server.bus.messages import AnyBusMessage, Hear


class Hub:
    """What local buses are joined by."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []


class LocalBus:
    """One server's end of a hub; without other ends nobody hears it."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = Hub() if hub is None else hub
        self._tables: set[str] = set()
        self._hear: Hear | None = None

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin to listen."""
        self._hear = hear
        self._hub.buses.append(self)

    async def join(self, table: str) -> None:
        """Hear of a table."""
        self._tables.add(table)

    async def leave(self, table: str) -> None:
        """Hear of it no more."""
        self._tables.discard(table)

    async def check(self) -> None:
        """It is always there."""

    def publish(self, message: AnyBusMessage) -> None:
        """Tell the other ends, after what is being done now."""
        for bus in self._hub.buses:
            if bus is not self and message.table in bus._tables and bus._hear is not None:
                asyncio.get_running_loop().call_soon(bus._hear, message)

    async def close(self) -> None:
        """Stop."""
        if self in self._hub.buses:
            self._hub.buses.remove(self)
