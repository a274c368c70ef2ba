"""Who asks, from where, and of which server."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tilewise.server.http.responses import ApiError, TooMuch
from tilewise.server.limits import address_key
from tilewise.server.people.store import Person
from tilewise.server.server import Server


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request or a WebSocket came to."""
    server: Server = connection.app.state.server
    return server


def address_of(connection: HTTPConnection) -> str:
    """What counts as the address of who asks; a trusted proxy's word about it has been heard already."""
    return address_key(None if connection.client is None else connection.client.host)


async def person_if_known(connection: HTTPConnection) -> Person | None:
    """Who asks; None if that is nobody. Raises TooMuch if a person asks too often, from however many addresses."""
    server = server_of(connection)
    person = await server.person_of(connection.cookies, connection.headers.get("authorization"))
    if person is not None:
        now = server.clock.now()
        if not server.limits.people.take(person.id, now):
            wait = server.limits.people.wait(person.id, now)
            raise TooMuch("too-many-requests", "You ask too often; wait a moment.", wait)
    return person


async def person_asking(connection: HTTPConnection) -> Person:
    """Who asks; raises ApiError if that is nobody."""
    person = await person_if_known(connection)
    if person is None:
        raise ApiError(401, "nobody", "Become a guest first: POST /api/guests.")
    return person


async def caller_of(connection: HTTPConnection) -> str:
    """Whose budget a request uses: a person's, or an address's."""
    person = await person_if_known(connection)
    return f"address {address_of(connection)}" if person is None else caller_name(person)


def caller_name(person: Person) -> str:
    """Under which name a person's budget is kept."""
    return f"person {person.id}"
