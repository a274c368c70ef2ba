"""The bus inside one process: for a single server, and for several servers in one test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tilewise.server.bus.messages import AnyBusMessage, Receiver


class Hub:
    """Connects the local buses of several servers."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []


class LocalBus:
    """The bus of one server at a hub."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = Hub() if hub is None else hub
        self._table_ids: set[str] = set()
        self._receive: Receiver | None = None

    async def start(self, receive: Receiver, messages_lost: Callable[[], None]) -> None:
        """Start receiving."""
        self._receive = receive
        self._hub.buses.append(self)

    async def join(self, table_id: str) -> None:
        """Receive messages about a table from now on."""
        self._table_ids.add(table_id)

    async def leave(self, table_id: str) -> None:
        """Stop receiving messages about a table."""
        self._table_ids.discard(table_id)

    async def check(self) -> None:
        """Do nothing: this bus always works."""

    def publish(self, message: AnyBusMessage) -> None:
        """Send a message to the other servers, after the current callback."""
        for bus in self._hub.buses:
            if bus is not self and message.table in bus._table_ids and bus._receive is not None:
                asyncio.get_running_loop().call_soon(bus._receive, message)

    async def close(self) -> None:
        """Stop."""
        if self in self._hub.buses:
            self._hub.buses.remove(self)
