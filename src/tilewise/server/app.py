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
from tilewise.errors import TilewiseError
from tilewise.profiles import RulesError
from tilewise.server.host import Stopping
from tilewise.server.http import (
    chat_api,
    hints_api,
    pages,
    people_api,
    ratings_api,
    records_api,
    rules_api,
    status_api,
    tables_api,
    tools_api,
)
from tilewise.server.http.auth import person_asking, server_of
from tilewise.server.http.endpoints import Endpoint, routes_of
from tilewise.server.http.openapi import routes_about
from tilewise.server.http.protocols import READ_NOW, WRITE_NOW
from tilewise.server.http.responses import ApiError, TooMuch, error_answer
from tilewise.server.http.security import Protection
from tilewise.server.http.socket import NOBODY, Connection
from tilewise.server.server import Server
from tilewise.server.store.database import StorageError

DOORS: Final[tuple[Endpoint, ...]] = (
    *people_api.DOORS,
    *ratings_api.DOORS,
    *chat_api.DOORS,
    *tables_api.DOORS,
    *records_api.DOORS,
    *rules_api.DOORS,
    *tools_api.DOORS,
    *hints_api.DOORS,
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
            *status_api.ROUTES,
            *pages.ROUTES,
            WebSocketRoute("/api/socket", socket),
        ],
        middleware=[Middleware(status_api.CountRequests), Middleware(Protection, server=server)],
        lifespan=lifespan,
        exception_handlers={TilewiseError: _on_error, HTTPException: _on_error},
    )
    # An address that is almost right is not: a redirection would repeat whatever name the server was asked by.
    app.router.redirect_slashes = False
    app.state.server = server
    return app
