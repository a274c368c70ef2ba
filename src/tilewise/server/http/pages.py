"""The web page, built from `web/` and committed with the package, and the engine that plays in it without a server.

`security` sets the headers that restrict what the page may load.
"""

from __future__ import annotations

import gzip
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.built_page import compressed, page_file, page_files
from tilewise.server.http.engine_files import engine_list, find_file
from tilewise.server.http.responses import NOT_FOUND, error_response
from tilewise.server.http.security import CONTENT_POLICY

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""

A_DAY: Final = "public, max-age=86400"
"""For files that hardly ever change, and whose names do not change with them."""

ENGINE_POLICY: Final = CONTENT_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of the engine's worker, the only place where WebAssembly may be compiled."""


NO_CACHE: Final = "no-cache"
"""For files that name others, which must be the newest."""

COMPRESSED_ALREADY: Final = (".png", ".woff2")

MEDIA_TYPES: Final = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
"""By the end of a name; systems disagree about them."""


def _page_file(request: Request, name: str, cache_control: str) -> Response:
    """Return a file of the page, compressed for browsers that say so."""
    if name not in page_files():
        return error_response(ApiError(404, *NOT_FOUND))
    headers = {"cache-control": cache_control}
    media_type = MEDIA_TYPES[name.rpartition(".")[2]]
    if name.endswith(COMPRESSED_ALREADY):
        return Response(page_file(name), headers=headers, media_type=media_type)
    headers["vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(page_file(name), headers=headers, media_type=media_type)
    headers["content-encoding"] = "gzip"
    return Response(compressed(name), headers=headers, media_type=media_type)


def home(request: Request) -> Response:
    """Return the page, which loads everything else. Never cached, since it refers to the newest files."""
    return _page_file(request, "index.html", NO_CACHE)


def unknown_page() -> Response:
    """Return the page for an address at which there is nothing: the page itself, marked so that it says so."""
    text = page_file("index.html").decode()
    # The address may be in a folder, so the page's files are named from the root.
    text = text.replace('="./', '="/').replace('<div id="app">', '<div id="app" data-unknown>')
    return HTMLResponse(text, 404, headers={"cache-control": NO_CACHE})


def wants_page(request: Request) -> bool:
    """Return whether a browser opens an address, rather than a program or a page calling the API."""
    is_visit = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return is_visit and not request.url.path.startswith(("/api", "/assets/", "/engine/", "/worker/"))


def service_worker(request: Request) -> Response:
    """Return the service worker, which stores the files of the newest build. Never cached, so that it is the newest."""
    return _page_file(request, "sw.js", NO_CACHE)


def manifest(request: Request) -> Response:
    """Return what a phone needs to install the page as an app."""
    return _page_file(request, "manifest.webmanifest", NO_CACHE)


def icon(request: Request) -> Response:
    """Return an icon of the installed page."""
    return _page_file(request, f"icons/{request.path_params['name']}", A_DAY)


def asset(request: Request) -> Response:
    """Return a script, a style, a font or a picture of the page."""
    return _page_file(request, f"assets/{request.path_params['name']}", FOREVER)


def engine_worker(request: Request) -> Response:
    """Return a script of the engine's worker."""
    response = _page_file(request, f"worker/{request.path_params['name']}", FOREVER)
    response.headers["content-security-policy"] = ENGINE_POLICY
    return response


def engine(request: Request) -> Response:
    """Return the list of the engine's files. Never cached, since it names the newest files."""
    return Response(engine_list(), media_type="application/json", headers={"cache-control": NO_CACHE})


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
    Route("/icons/{name}", icon),
    Route("/assets/{name}", asset),
    Route("/worker/{name}", engine_worker),
]
