"""The clients that are connected to this process."""

from __future__ import annotations

from collections.abc import Iterator

from tilewise.server.http.socket import Connection


class Connections:
    """All connections, and those of one person without looking through the others."""

    def __init__(self) -> None:
        self._of: dict[str, set[Connection]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Connection]:
        for some in tuple(self._of.values()):
            yield from tuple(some)

    def add(self, connection: Connection) -> None:
        """Somebody has connected."""
        self._of.setdefault(connection.person, set()).add(connection)
        self._count += 1

    def remove(self, connection: Connection) -> None:
        """A connection has ended."""
        some = self._of[connection.person]
        some.remove(connection)
        self._count -= 1
        if not some:
            del self._of[connection.person]

    def of(self, person: str) -> tuple[Connection, ...]:
        """The connections of a person."""
        return tuple(self._of.get(person, ()))

    def people(self) -> list[str]:
        """Who is connected."""
        return list(self._of)
