"""Who asks, and of which server."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tilewise.server.people.people import Person
from tilewise.server.running import Server
from tilewise.server.web.answers import ApiError


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request or a WebSocket came to."""
    server: Server = connection.app.state.server
    return server


def address_of(connection: HTTPConnection) -> str:
    """What counts as the address of who asks."""
    return "unknown" if connection.client is None else connection.client.host


async def person_asking(connection: HTTPConnection) -> Person:
    """Who asks; raises ApiError if that is nobody."""
    person = await server_of(connection).person_of(connection.cookies, connection.headers.get("authorization"))
    if person is None:
        raise ApiError(401, "nobody", "Become a guest first: POST /api/guests.")
    return person
