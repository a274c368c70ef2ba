"""The page at `/`: a small client to play with, until the real one comes. Nothing on it is loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

KINDS: Final = {
    "index.html": "text/html; charset=utf-8",
    "play.css": "text/css; charset=utf-8",
    "play.js": "text/javascript; charset=utf-8",
}
"""The files there are, and nothing else: no path is ever made from what a client sends."""


@cache
def _file(name: str) -> bytes:
    return (files("tilewise.server.web") / "static" / name).read_bytes()


def _page(name: str) -> Response:
    # Looked at again each time: after an update nobody plays with an old page.
    return Response(_file(name), media_type=KINDS[name], headers={"cache-control": "no-cache"})


async def index(_: Request) -> Response:
    """The page."""
    return _page("index.html")


async def static(request: Request) -> Response:
    """What belongs to the page."""
    name = request.path_params["name"]
    if name not in KINDS:
        raise HTTPException(404)
    return _page(name)


ROUTES = [Route("/", index), Route("/static/{name}", static)]
