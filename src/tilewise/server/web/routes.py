"""The doors of the HTTP API, as data: what the application serves and what the OpenAPI description is made from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


@dataclass(frozen=True)
class Door:
    """One thing that can be asked for over HTTP."""

    method: str
    path: str
    handler: Callable[[Request], Awaitable[Response]]
    summary: str
    gives: Any
    """The type of the answer; None: no content."""
    takes: Any = None
    """The type of the body; None: no body."""
    needs_person: bool = False
    status: int = 200
    """Of the answer when all is well."""
    query: type[msgspec.Struct] | None = None
    """What may stand behind the question mark."""
    tag: str = ""


def routes_of(doors: Iterable[Door]) -> list[Route]:
    """The routes of some doors."""
    return [Route(door.path, door.handler, methods=[door.method]) for door in doors]
