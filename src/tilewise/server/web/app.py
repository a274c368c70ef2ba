"""The application: the server's doors, and what they answer when something is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from tilewise.companion import ERROR_CODES
from tilewise.profiles import RulesError
from tilewise.server.hosting import Stopping
from tilewise.server.running import Server
from tilewise.server.store.database import StorageError
from tilewise.server.web import hints, pages, people, ratings, records, rules, state, tables, talk, tools
from tilewise.server.web.answers import ApiError, TooMuch, error_answer
from tilewise.server.web.asking import person_asking, server_of
from tilewise.server.web.openapi import routes_about
from tilewise.server.web.protection import Protection
from tilewise.server.web.routes import Door, routes_of
from tilewise.server.web.serving import READ_NOW, WRITE_NOW
from tilewise.server.web.socket import NOBODY, Connection
from tilewise.tiles import TilewiseError

DOORS: Final[tuple[Door, ...]] = (
    *people.DOORS,
    *ratings.DOORS,
    *talk.DOORS,
    *tables.DOORS,
    *records.DOORS,
    *rules.DOORS,
    *tools.DOORS,
    *hints.DOORS,
)
"""Everything that can be asked over HTTP, in the order of the documentation."""

_HTTP_ERRORS: Final = {
    404: ("nothing-here", "There is nothing here; GET /api lists what there is."),
    405: ("wrong-method", "That cannot be done here; the header Allow says what can."),
}


async def socket(websocket: WebSocket) -> None:
    """The WebSocket."""
    server = server_of(websocket)
    try:
        person = await person_asking(websocket)
    except ApiError as error:
        # Accepted first: a browser is not told why a connection was refused.
        await websocket.accept()
        await websocket.close(NOBODY, str(error))
        return
    await websocket.accept()
    of_person = server.limits.messages.of(person.id)
    extensions = websocket.scope.get("extensions", {})
    write_now, read_now = extensions.get(WRITE_NOW), extensions.get(READ_NOW)
    connection = Connection(
        websocket, server.host, server.settings, person, server.version, of_person, write_now, read_now
    )
    server.connections.add(connection)
    try:
        # What has changed since the token was looked at is not missed: from here on changes reach the connection.
        with suppress(StorageError):
            await server.check_sessions(person.id)
        await connection.serve()
    finally:
        server.connections.remove(connection)


async def _on_error(_: Request, error: Exception) -> Response:
    match error:
        case ApiError():
            return error_answer(error)
        case Stopping():
            return error_answer(ApiError(503, "stopping", str(error)))
        case StorageError():
            sentence = "The database cannot be used just now; try again in a moment."
            return error_answer(TooMuch("storage", sentence, 2000, status=503))
        case HTTPException(status_code=status, headers=headers):
            code, sentence = _HTTP_ERRORS.get(status, ("http", "This cannot be answered."))
            return error_answer(ApiError(status, code, sentence, headers=headers))
        case RulesError(reason=reason, facts=facts):
            return error_answer(ApiError(400, ERROR_CODES[RulesError], str(error), reason=reason.code, facts=facts))
        case TilewiseError():
            return error_answer(ApiError(400, ERROR_CODES.get(type(error), "bad-input"), str(error)))
        case _:
            raise error


def make_app(server: Server) -> Starlette:
    """The application for a server."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = Starlette(
        routes=[
            *routes_of(DOORS),
            *routes_about(DOORS),
            *state.ROUTES,
            *pages.ROUTES,
            WebSocketRoute("/api/socket", socket),
        ],
        middleware=[Middleware(state.CountRequests), Middleware(Protection, server=server)],
        lifespan=lifespan,
        exception_handlers={TilewiseError: _on_error, HTTPException: _on_error},
    )
    # An address that is almost right is not: a redirection would repeat whatever name the server was asked by.
    app.router.redirect_slashes = False
    app.state.server = server
    return app
