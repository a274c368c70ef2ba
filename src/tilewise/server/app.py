"""The application: all endpoints, and the lifecycle of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from tilewise.errors import TilewiseError
from tilewise.server.api.api_errors import ApiError, TooMuch, api_error
from tilewise.server.bot_pool import BotPool, WorkerBotPool
from tilewise.server.clock import Clock
from tilewise.server.host import Stopping
from tilewise.server.http import (
    chat_api,
    device_games_api,
    hints_api,
    network_api,
    pages,
    people_api,
    push_api,
    ratings_api,
    records_api,
    rules_api,
    sheets_api,
    status_api,
    tables_api,
    tools_api,
)
from tilewise.server.http.endpoints import Endpoint, routes_of
from tilewise.server.http.openapi import documentation_routes
from tilewise.server.http.responses import NOT_FOUND, error_response
from tilewise.server.http.security import Protection
from tilewise.server.http.socket import socket_endpoint
from tilewise.server.retention import Retention
from tilewise.server.services import Services
from tilewise.server.settings import Settings
from tilewise.server.store.database import StorageError
from tilewise.server.timers import Timers

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *people_api.ENDPOINTS,
    *push_api.ENDPOINTS,
    *ratings_api.ENDPOINTS,
    *chat_api.ENDPOINTS,
    *tables_api.ENDPOINTS,
    *records_api.ENDPOINTS,
    *device_games_api.ENDPOINTS,
    *rules_api.ENDPOINTS,
    *tools_api.ENDPOINTS,
    *sheets_api.ENDPOINTS,
    *hints_api.ENDPOINTS,
    *network_api.ENDPOINTS,
)
"""All endpoints of the API, in the order of the documentation."""

FINISH_TIMEOUT: Final = 5.0
"""Seconds for running commands when the server stops."""

DISCONNECT_TIMEOUT: Final = 2.0
"""Seconds for clients to disconnect when the server stops."""

_HTTP_ERRORS: Final = {
    404: NOT_FOUND,
    405: ("wrong-method", "This method is not allowed here; see the header Allow."),
}

logger = structlog.get_logger("tilewise.server")


class Server(Services):
    """The services of a server, and how they start and stop."""

    def __init__(self, settings: Settings, clock: Clock | None = None, bots: BotPool | None = None) -> None:
        super().__init__(settings, clock)
        self.bots = WorkerBotPool() if bots is None else bots
        self.timers = Timers(self.host, self.bots, 1000 * settings.lease)
        self.retention = Retention(self.host, settings.retention_days, settings.abandoned_days)

    async def start(self) -> None:
        """Start serving; raises StorageError and BusError."""
        await self.host.start()
        await self.timers.start()
        await self.people_updates.start()
        self.retention.start()
        logger.info("started", process=self.host.process, schema=self.schema, version=self.version)

    async def stop(self) -> None:
        """Refuse new commands, finish running ones, release the leases, and ask clients to come back later."""
        self.host.stopping = True
        logger.info("stopping", connections=len(self.connections), tables=len(self.host.tables))
        await self.people_updates.stop()
        await self.retention.stop()
        self.timers.pause()
        await self.host.finish(FINISH_TIMEOUT)
        await self.timers.stop()
        await self.connections.close_all(DISCONNECT_TIMEOUT)
        await self._close()
        logger.info("stopped")

    async def abort(self) -> None:
        """Release everything after a failed start."""
        self.host.stopping = True
        await self.people_updates.stop()
        await self.retention.stop()
        self.timers.pause()
        await self._close()

    async def _close(self) -> None:
        await self.questions.close()
        await self.bots.close()
        await self.host.close()
        self.accounts.close()
        await self.database.close()


def make_app(server: Server) -> Starlette:
    """Return the ASGI application of a server; its lifespan starts and stops the server."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = Starlette(
        routes=[
            *routes_of(ENDPOINTS),
            *documentation_routes(ENDPOINTS),
            *status_api.ROUTES,
            *pages.ROUTES,
            WebSocketRoute("/api/socket", socket_endpoint),
        ],
        middleware=[Middleware(status_api.CountRequests), Middleware(Protection, services=server)],
        lifespan=lifespan,
        exception_handlers={TilewiseError: _on_error, HTTPException: _on_error},
    )
    # A redirect would repeat the Host header of the request, which anyone can forge.
    app.router.redirect_slashes = False
    app.state.services = server
    return app


async def _on_error(request: Request, error: Exception) -> Response:
    match error:
        case HTTPException(status_code=404) if pages.wants_page(request):
            return pages.unknown_page()
        case Stopping():
            return error_response(TooMuch("stopping", str(error), 2000, status=503))
        case StorageError():
            sentence = "The database is not available; try again in a moment."
            return error_response(TooMuch("storage", sentence, 2000, status=503))
        case HTTPException(status_code=status, headers=headers):
            code, sentence = _HTTP_ERRORS.get(status, ("http", "This request cannot be answered."))
            return error_response(ApiError(status, code, sentence, headers=headers))
        case TilewiseError():
            return error_response(api_error(error))
        case _:
            raise error
