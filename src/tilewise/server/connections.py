"""The WebSocket connections of this process, by person; those of ended sessions are closed here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final, Protocol

from tilewise.server import protocol as wire
from tilewise.server.people.blocks import Blocks
from tilewise.server.people.store import People, Person

GOING_AWAY: Final = 1001
"""WebSocket close code: the server is stopping."""

LIMIT_EXCEEDED: Final = 1008
"""WebSocket close code: the client exceeded a limit."""

TRY_AGAIN: Final = 1013
"""WebSocket close code: something is not available now."""

UNAUTHORIZED: Final = 4401
"""WebSocket close code: become a guest first, or sign in again."""

PEOPLE_PER_QUERY: Final = 100
"""People whose sessions are read in one query."""

QUERY_PAUSE: Final = 0.05
"""Seconds between two such queries."""


class Client(Protocol):
    """A connected client."""

    person: str
    identity: Person
    muted: frozenset[str]
    """The people whose chat this person has muted or blocked."""

    def close(self, code: int, closing: wire.Closing) -> None:
        """Close the connection soon, and send the reason."""
        ...


class Connections:
    """All connections, indexed by person."""

    def __init__(self, people: People, blocks: Blocks) -> None:
        self._people = people
        self._blocks = blocks
        self._by_person: dict[str, set[Client]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Client]:
        for clients in tuple(self._by_person.values()):
            yield from tuple(clients)

    def add(self, client: Client) -> None:
        """Add a new connection."""
        self._by_person.setdefault(client.person, set()).add(client)
        self._count += 1

    def remove(self, client: Client) -> None:
        """Remove a connection that has ended."""
        clients = self._by_person[client.person]
        clients.remove(client)
        self._count -= 1
        if not clients:
            del self._by_person[client.person]

    def of(self, person: str) -> tuple[Client, ...]:
        """Return the connections of a person."""
        return tuple(self._by_person.get(person, ()))

    async def close_all(self, seconds: float) -> None:
        """Ask all clients to come back later, and wait up to some seconds until they have disconnected."""
        for client in self:
            client.close(GOING_AWAY, wire.Closing("stopping", "The server is being restarted.", 2000))
        try:
            async with asyncio.timeout(seconds):
                while self._count:
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return

    async def check_sessions(self, person: str | None = None) -> None:
        """Pass new names and blocks to connections, and close those of ended sessions; raises StorageError.

        Called for one person after a change in this process, and periodically for everyone: another process may have
        made the change.
        """
        ids = list(self._by_person) if person is None else [person]
        # In small batches with pauses: reading thousands of people at once would delay everything else.
        for start in range(0, len(ids), PEOPLE_PER_QUERY):
            if start:
                await asyncio.sleep(QUERY_PAUSE)
            await self._check_sessions_of(ids[start : start + PEOPLE_PER_QUERY])

    async def _check_sessions_of(self, ids: list[str]) -> None:
        clients = [client for person in ids for client in self.of(person)]
        if not clients:
            return
        people, muted = await self._people.find_all(ids), await self._blocks.muted_by(ids)
        for client in clients:
            person = people.get(client.person)
            if person is None or person.session != client.identity.session:
                sentence = "You have signed out, or signed in as someone else: connect again."
                client.close(UNAUTHORIZED, wire.Closing("signed-out", sentence))
            else:
                client.identity, client.muted = person, muted[client.person]
