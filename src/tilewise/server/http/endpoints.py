"""The description of an endpoint, from which its route and its part of the OpenAPI document are made.

Each `*_api` module lists its endpoints in `ENDPOINTS`; `tilewise.server.app` collects them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tilewise.server.http.auth import charge_requests

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint of the HTTP API."""

    method: str
    path: str
    """With parameters as in Starlette: `/api/tables/{table}/games/{game:int}`."""
    handler: Handler
    summary: str
    response: Any
    """The type of the response body; `str` for plain text, None for no content."""
    body: Any = None
    """The type of the request body; None if there is none."""
    needs_person: bool = False
    status: int = 200
    query: type[msgspec.Struct] | None = None
    """The parameters of the query string; None if there are none."""
    tag: str = ""
    """The section of the documentation."""
    cost: int = 1
    """How many requests of an address it counts as: about one for each two milliseconds of processor time."""


def routes_of(endpoints: Iterable[Endpoint]) -> list[Route]:
    """Return one route for each path, so that the response to a wrong method lists the allowed ones."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, _dispatch_by_method(methods), methods=list(methods)) for path, methods in by_path.items()]


def _dispatch_by_method(endpoints: dict[str, Endpoint]) -> Handler:
    async def handle(request: Request) -> Response:
        # HEAD is handled like GET; Starlette leaves out the body.
        endpoint = endpoints["GET" if request.method == "HEAD" else request.method]
        if endpoint.cost > 1:
            charge_requests(request, endpoint.cost - 1)
        return await endpoint.handler(request)

    return handle
