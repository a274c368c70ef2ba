"""The pages that people open: built from `web/`, and committed with the package.

What they may load and do is said by `protection`, for every answer of the server.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC: Final = Path(__file__).parent / "static"

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""


class _Headed:
    """Static files that say how long they may be kept."""

    def __init__(self, app: ASGIApp, caching: str) -> None:
        self.app = app
        self.headers = {"cache-control": caching}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_headed(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, send_headed)


async def home(request: Request) -> Response:
    """The page: everything else is loaded by it. Asked for again each time, since it names the newest files."""
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


ROUTES = [
    Route("/", home),
    Mount("/assets", _Headed(GZipMiddleware(StaticFiles(directory=STATIC / "assets", check_dir=False)), FOREVER)),
]
