"""Endpoints for operators: `/health`, `/ready` and `/metrics`."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewise.server import metrics
from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.auth import is_local, services_of
from tilewise.server.http.responses import json_response


async def health(_: Request) -> Response:
    """Report that the process is running."""
    return PlainTextResponse("ok")


async def ready(request: Request) -> Response:
    """Report whether the server can handle requests; if not, respond with 503 and the problems."""
    problems = await services_of(request).problems()
    return json_response({"ready": not problems, "troubles": problems}, 503 if problems else 200)


async def show_metrics(request: Request) -> Response:
    """Return the metrics for Prometheus to this machine, or to a client with the metrics token."""
    services = services_of(request)
    if not services.settings.metrics:
        raise ApiError(404, "http", "Metrics are turned off.")
    if not _may_read(request, services.settings.metrics_token):
        raise ApiError(403, "forbidden", "Metrics are available on this machine, or with the metrics token.")
    metrics.connections.set(len(services.connections))
    metrics.tables.set(len(services.host.tables))
    metrics.leases.set(sum(live.lease is not None for live in services.host.tables.values()))
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


def _may_read(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "")
    if token:
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    return is_local(request)


class CountRequests:
    """Middleware that counts HTTP responses by status."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count the status of its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def counting_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.count_request(message["status"])
            await send(message)

        await self._app(scope, receive, counting_send)


ROUTES = [Route("/health", health), Route("/ready", ready), Route("/metrics", show_metrics)]
