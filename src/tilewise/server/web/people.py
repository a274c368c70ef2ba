"""Who I am: guests and accounts."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.people.people import checked_name
from tilewise.server.web.answers import answer, body_of
from tilewise.server.web.asking import server_of
from tilewise.server.web.cookies import give_token
from tilewise.server.web.routes import Door, routes_of


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: str


class MadeGuest(msgspec.Struct, frozen=True):
    """A new guest, and the token that says so."""

    person: str
    name: str
    token: str


async def make_guest(request: Request) -> Response:
    """Play at once, as a guest."""
    server = server_of(request)
    wanted = await body_of(request, NewGuest)
    person = await server.people.make_guest(checked_name(wanted.name), server.clock.now())
    token = server.people.token_of(person, server.clock.now())
    response = answer(MadeGuest(person.id, person.name, token), 201)
    give_token(response, request, server, token)
    return response


DOORS = [
    Door(
        "POST",
        "/api/guests",
        make_guest,
        "Play at once, as a guest",
        gives=MadeGuest,
        takes=NewGuest,
        status=201,
        tag="people",
    )
]
ROUTES = routes_of(DOORS)
