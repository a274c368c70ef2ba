"""Who I am: guests and accounts."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tilewise.server.people.people import checked_name
from tilewise.server.people.tokens import HOLDS_FOR
from tilewise.server.running import COOKIE
from tilewise.server.web.answers import answer, body_of
from tilewise.server.web.asking import server_of


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: str


async def make_guest(request: Request) -> Response:
    """Play at once, as a guest."""
    server = server_of(request)
    wanted = await body_of(request, NewGuest)
    person = await server.people.make_guest(checked_name(wanted.name), server.clock.now())
    token = server.people.token_of(person, server.clock.now())
    response = answer({"person": person.id, "name": person.name, "token": token}, 201)
    secure = server.settings.is_secure
    response.set_cookie(COOKIE, token, max_age=HOLDS_FOR // 1000, httponly=True, samesite="lax", secure=secure)
    return response


ROUTES = [Route("/api/guests", make_guest, methods=["POST"])]
