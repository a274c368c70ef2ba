"""Doors: what can be asked over HTTP. One table of them makes the routes and the OpenAPI document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked."""

    method: str
    path: str
    """With its parameters as Starlette writes them: `/api/tables/{table}/games/{game:int}`."""
    handler: Handler
    summary: str
    gives: Any
    """The type of the answer; `str`: plain text; None: no content."""
    takes: Any = None
    """The type of the body; None: there is none."""
    needs_person: bool = False
    status: int = 200
    query: type[msgspec.Struct] | None = None
    """The parameters behind the question mark; None: there are none."""
    tag: str = ""
    """The chapter of the documentation."""


def routes_of(doors: Iterable[Endpoint]) -> list[Route]:
    """The routes of doors: one for each path, so that a wrong method is answered with the right ones."""
    by_path: dict[str, dict[str, Handler]] = {}
    for door in doors:
        by_path.setdefault(door.path, {})[door.method] = door.handler
    return [Route(path, _by_method(handlers), methods=list(handlers)) for path, handlers in by_path.items()]


def _by_method(handlers: dict[str, Handler]) -> Handler:
    async def handle(request: Request) -> Response:
        # HEAD is answered as GET is; the body is left out on the way.
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle
