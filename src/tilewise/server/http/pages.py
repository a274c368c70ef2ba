"""The web page, built from `web/` and committed with the package, and the engine that plays in it without a server.

`security` sets the headers that restrict what the page may load.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
from functools import cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.engine_files import engine_list, find_file
from tilewise.server.http.responses import NOT_FOUND, error_response
from tilewise.server.http.security import CONTENT_POLICY

STATIC: Final = Path(__file__).parent / "static"

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""


A_DAY: Final = "public, max-age=86400"
"""For files that hardly ever change, and whose names do not change with them."""


ENGINE_POLICY: Final = CONTENT_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of the engine's worker, the only place where WebAssembly may be compiled."""


class _Cached:
    """An application whose successful responses have a Cache-Control header, and perhaps another policy."""

    def __init__(self, app: ASGIApp, cache_control: str, policy: str | None = None) -> None:
        self.app = app
        self.headers = {"cache-control": cache_control} | ({"content-security-policy": policy} if policy else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_header(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, send_with_header)


class _Assets(StaticFiles):
    """Files that are compressed once, not for every visitor; fonts are already."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = Path(full_path)
        if path.suffix == ".woff2" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return super().file_response(full_path, stat_result, scope, status_code)
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        media_type = mimetypes.guess_type(path)[0]
        return Response(_compressed(path, stat_result.st_mtime_ns), status_code, headers, media_type)


@cache
def _compressed(path: Path, changed_at: int) -> bytes:
    return gzip.compress(path.read_bytes())


async def home(request: Request) -> Response:
    """Return the page, which loads everything else. Never cached, since it refers to the newest files."""
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


def unknown_page() -> Response:
    """Return the page for an address at which there is nothing: the page itself, marked so that it says so."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    # The address may be in a folder, so the page's files are named from the root.
    text = text.replace('="./', '="/').replace('<div id="app">', '<div id="app" data-unknown>')
    return HTMLResponse(text, 404, headers={"cache-control": "no-cache"})


def wants_page(request: Request) -> bool:
    """Return whether a browser opens an address, rather than a program or a page calling the API."""
    is_visit = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return is_visit and not request.url.path.startswith(("/api", "/assets/", "/engine/", "/worker/"))


async def service_worker(request: Request) -> Response:
    """Return the service worker, which stores the files of the newest build. Never cached, so that it is the newest."""
    return FileResponse(STATIC / "sw.js", media_type="text/javascript", headers={"cache-control": "no-cache"})


async def manifest(request: Request) -> Response:
    """Return what a phone needs to install the page as an app."""
    headers = {"cache-control": "no-cache"}
    return FileResponse(STATIC / "manifest.webmanifest", media_type="application/manifest+json", headers=headers)


def engine(request: Request) -> Response:
    """Return the list of the engine's files. Never cached, since it names the newest files."""
    return Response(engine_list(), media_type="application/json", headers={"cache-control": "no-cache"})


def engine_file(request: Request) -> Response:
    """Return a file of the engine. The worker decompresses it; of a script the browser has to be told."""
    file = find_file(request.path_params["name"])
    if file is None:
        return error_response(ApiError(404, *NOT_FOUND))
    headers = {"cache-control": FOREVER}
    if not file.is_script:
        return Response(file.content, media_type="application/octet-stream", headers=headers)
    headers["vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(file.content), media_type="text/javascript", headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(file.content, media_type="text/javascript", headers=headers)


ROUTES = [
    Route("/", home),
    Route("/sw.js", service_worker),
    Route("/manifest.webmanifest", manifest),
    Route("/engine/files.json", engine),
    Route("/engine/{name}", engine_file),
    Mount("/icons", _Cached(StaticFiles(directory=STATIC / "icons", check_dir=False), A_DAY)),
    Mount("/assets", _Cached(_Assets(directory=STATIC / "assets", check_dir=False), FOREVER)),
    Mount("/worker", _Cached(StaticFiles(directory=STATIC / "worker", check_dir=False), FOREVER, ENGINE_POLICY)),
]
