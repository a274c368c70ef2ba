"""The middleware between the network and the application: rate limits, origins, body sizes and security headers.

Pure ASGI, because it has to see WebSockets, and request bodies before anything else reads them.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewise.server.api.api_errors import ApiError, TooMuch
from tilewise.server.http.origins import Origins
from tilewise.server.http.responses import NOT_FOUND, error_response
from tilewise.server.limits import address_key
from tilewise.server.logging import error_fields
from tilewise.server.services import Services

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that change nothing."""

BODY_TIMEOUT: Final = 20.0
"""Seconds in which a request body has to arrive."""

LARGEST_BODIES: Final = {"/api/me/device-games": 131_072}
"""Bytes of a body at a path where the limit for messages is too small: a record repeats the table at every play."""

FILES: Final = frozenset(("/", "/sw.js", "/manifest.webmanifest", "/health"))
FOLDERS: Final = ("/assets/", "/icons/", "/worker/", "/engine/")
"""Paths that are not counted as requests: files, which cost little more than a refusal, and what monitoring asks for.

A browser that opens the page needs dozens of them, and a page without one of them is broken.
"""

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""Pages load resources from this server only, and cannot be framed."""

HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Links to tables are secret: other sites must not see them.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""The default headers of every response."""

STRICT_TRANSPORT_SECURITY: Final = "max-age=31536000"
"""Browsers use HTTPS for a year."""

logger = structlog.get_logger("tilewise.http")


class Protection:
    """The outermost middleware of the application."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self.services = services
        self.origins = Origins(services.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or respond with an error."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        respond = _Sender(send, self._response_headers(scope, headers))
        try:
            self._check_rate(scope)
            if "\0" in scope["path"]:
                raise ApiError(404, *NOT_FOUND)
            if self._is_preflight(scope, headers):
                await _preflight(scope, receive, respond)
                return
            if scope["method"] not in SAFE:
                self.origins.check(headers)
                _check_content_type(headers)
            largest = LARGEST_BODIES.get(scope["path"], self.services.settings.largest_message)
            receive_body = _Receiver(receive, headers, largest)
            await self.app(scope, receive_body, respond)
        except ApiError as error:
            if not respond.started:
                await error_response(error)(scope, receive, respond)
        except ClientDisconnect:
            return
        except Exception as error:
            # The person gets an error id to report, the log gets the details.
            error_id = secrets.token_hex(4)
            logger.error("request failed", error_id=error_id, **error_fields(error))
            if not respond.started:
                sentence = f"Something went wrong on the server; its log has the details under {error_id}."
                await error_response(ApiError(500, "internal", sentence))(scope, receive, respond)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        address = _address(scope)
        slots = self.services.limits.connections
        try:
            self._check_rate(scope)
            self.origins.check(headers)
            if not slots.take(address):
                sentence = "There are too many connections; try again in a moment."
                raise TooMuch("connections", sentence, 10_000, status=503 if slots.is_full else 429)
        except ApiError as error:
            await _deny(scope, receive, send, error)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            slots.release(address)

    def _check_rate(self, scope: Scope) -> None:
        if scope["path"] in FILES or scope["path"].startswith(FOLDERS):
            return
        requests, address, now = self.services.limits.address_requests, _address(scope), self.services.clock.now()
        if not requests.take(address, now):
            sentence = "Too many requests from your address; wait a moment."
            raise TooMuch("too-many-requests", sentence, requests.wait(address, now))

    def _is_preflight(self, scope: Scope, headers: Headers) -> bool:
        return scope["method"] == "OPTIONS" and "access-control-request-method" in headers

    def _response_headers(self, scope: Scope, headers: Headers) -> dict[str, str]:
        """Return the default headers of the response to a request."""
        defaults = dict(HEADERS)
        if scope["path"].startswith("/api"):
            defaults["Cache-Control"] = "no-store"
        if self.services.settings.is_secure or scope.get("scheme") == "https":
            defaults["Strict-Transport-Security"] = STRICT_TRANSPORT_SECURITY
        origin = headers.get("origin")
        if self.origins.others:
            defaults["Vary"] = "Origin"
        if origin is not None and self.origins.is_configured(origin):
            defaults["Access-Control-Allow-Origin"] = origin
            defaults["Access-Control-Allow-Credentials"] = "true"
            defaults["Access-Control-Expose-Headers"] = "Retry-After"
            defaults["Cross-Origin-Resource-Policy"] = "cross-origin"
        return defaults


class _Sender:
    """Sends a response with default headers."""

    def __init__(self, send: Send, headers: dict[str, str]) -> None:
        self._send = send
        self._headers = headers
        self.started = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
        await self._send(message)


class _Receiver:
    """Receives a body; raises ApiError as soon as it is too large or too slow."""

    def __init__(self, receive: Receive, headers: Headers, largest: int) -> None:
        self._receive = receive
        self._largest = largest
        self._received = 0
        self._deadline: float | None = None
        self._complete = False
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or len(length) > 12 or int(length) > largest:
            raise self._too_large()

    async def __call__(self) -> Message:
        if self._complete:
            # Only a disconnect can follow, and waiting for it has no time limit.
            return await self._receive()
        loop = asyncio.get_running_loop()
        if self._deadline is None:
            self._deadline = loop.time() + BODY_TIMEOUT
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            sentence = f"The body of this request did not arrive within {BODY_TIMEOUT:g} seconds."
            raise ApiError(408, "too-slow", sentence, headers={"Connection": "close"}) from None
        if message["type"] == "http.request":
            self._received += len(message.get("body", b""))
            self._complete = not message.get("more_body", False)
            if self._received > self._largest:
                raise self._too_large()
        return message

    def _too_large(self) -> ApiError:
        sentence = f"The body of this request is larger than {self._largest} bytes."
        return ApiError(413, "too-large", sentence, headers={"Connection": "close"})


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return address_key(client[0] if client else None)


def _check_content_type(headers: Headers) -> None:
    """Raise ApiError unless the body is JSON, which a form on another site cannot send without a preflight request."""
    given = headers.get("content-type")
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if given is None and not has_body:
        return
    if (given or "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "not-json", "The body of a request must be JSON: send it as application/json.")


async def _preflight(scope: Scope, receive: Receive, respond: _Sender) -> None:
    """Respond to a CORS preflight request; the default headers say whether the origin is allowed."""
    allowed = {
        "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
        "Access-Control-Max-Age": "600",
    }
    await Response(status_code=204, headers=allowed)(scope, receive, respond)


async def _deny(scope: Scope, receive: Receive, send: Send, error: ApiError) -> None:
    """Refuse a WebSocket handshake, with an error body if the ASGI server supports that."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
        return
    response = error_response(error)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    await response(scope, receive, send)
