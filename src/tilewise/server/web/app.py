"""The application: the server's doors, and what they answer when something is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tilewise.server.running import Server
from tilewise.server.store.database import StorageError
from tilewise.server.web import pages, people, tables
from tilewise.server.web.answers import ApiError, error_answer
from tilewise.server.web.asking import person_asking, server_of
from tilewise.server.web.socket import Connection
from tilewise.tiles import TilewiseError

NOBODY: Final = 4401
"""WebSocket close code: become a guest first."""

_HTTP_ERRORS: Final = {404: "There is nothing here.", 405: "That cannot be done here."}


async def health(request: Request) -> Response:
    """The process runs."""
    return PlainTextResponse("ok")


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
    connection = Connection(websocket, server.host, server.settings, person, server.version)
    server.connections.add(connection)
    try:
        await connection.serve()
    finally:
        server.connections.discard(connection)


async def _on_error(_: Request, error: Exception) -> Response:
    match error:
        case ApiError():
            return error_answer(error)
        case StorageError():
            sentence = "The database cannot be used just now; try again in a moment."
            return error_answer(ApiError(503, "storage", sentence))
        case HTTPException(status_code=status):
            return error_answer(ApiError(status, "http", _HTTP_ERRORS.get(status, "This cannot be answered.")))
        case _:
            return error_answer(ApiError(400, "bad-input", str(error)))


def make_app(server: Server) -> Starlette:
    """The application for a server."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = Starlette(
        routes=[
            *people.ROUTES,
            *tables.ROUTES,
            Route("/health", health),
            WebSocketRoute("/api/socket", socket),
            *pages.ROUTES,
        ],
        lifespan=lifespan,
        exception_handlers={TilewiseError: _on_error, HTTPException: _on_error},
    )
    app.state.server = server
    return app
