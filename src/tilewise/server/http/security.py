"""What stands between the network and the application: limits, origins, sizes, and the headers of every answer.

Pure ASGI, because it has to see the stream of a body before anything reads it, and WebSockets too.
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

from tilewise.server.error_report import fault
from tilewise.server.http.origins import Origins
from tilewise.server.http.responses import ApiError, TooMuch, error_answer
from tilewise.server.limits import address_key
from tilewise.server.server import Server

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that change nothing."""

BODY_WITHIN: Final = 20.0
"""Seconds in which a body has to arrive."""

COSTS: Final = {("POST", "/api/guests"): 5}
"""What counts as several requests, because the database keeps something of it."""

UNCOUNTED: Final = frozenset(("/health",))
"""Asked by machines that watch the server; costs nothing."""

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
"""Pages use what this server serves, and nothing else; nobody puts them in a frame."""

HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Links to tables are secrets: other sites do not learn them.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Of every answer, unless it says otherwise itself."""

ONLY_HTTPS: Final = "max-age=31536000"
"""For a year a browser comes by https without being told."""

log = structlog.get_logger("tilewise.web")


class Protection:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server
        self.origins = Origins(server.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        sending = _Sending(send, self._headers(scope, headers))
        try:
            self._check_often(scope)
            if "\0" in scope["path"]:
                raise ApiError(404, "nothing-here", "There is nothing here; GET /api lists what there is.")
            if self._is_preflight(scope, headers):
                await _preflight(scope, receive, sending)
                return
            if scope["method"] not in SAFE:
                self.origins.check(headers)
                _check_content_type(headers)
            receiving = _Receiving(receive, headers, self.server.settings.largest_message)
            await self.app(scope, receiving, sending)
        except ApiError as error:
            if not sending.begun:
                await error_answer(error)(scope, receive, sending)
        except ClientDisconnect:
            return
        except Exception as error:
            # The person gets a number to tell, the log gets the rest.
            number = secrets.token_hex(4)
            log.error("a request failed", number=number, **fault(error))
            if not sending.begun:
                sentence = f"Something went wrong here; it is in the log of the server under {number}."
                await error_answer(ApiError(500, "internal", sentence))(scope, receive, sending)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        address = _address(scope)
        places = self.server.limits.places
        try:
            self._check_often(scope)
            self.origins.check(headers)
            if not places.take(address):
                sentence = "There are too many connections just now; come back in a moment."
                raise TooMuch("connections", sentence, 10_000, status=503 if places.is_full else 429)
        except ApiError as error:
            await _deny(scope, receive, send, error)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            places.leave(address)

    def _check_often(self, scope: Scope) -> None:
        if scope["path"] in UNCOUNTED:
            return
        addresses, address, now = self.server.limits.addresses, _address(scope), self.server.clock.now()
        cost = COSTS.get((scope.get("method", ""), scope["path"]), 1)
        if not addresses.take(address, now, cost):
            sentence = "Too many requests come from your address; wait a moment."
            raise TooMuch("too-many-requests", sentence, addresses.wait(address, now, cost))

    def _is_preflight(self, scope: Scope, headers: Headers) -> bool:
        return scope["method"] == "OPTIONS" and "access-control-request-method" in headers

    def _headers(self, scope: Scope, headers: Headers) -> dict[str, str]:
        """What every answer to this request says."""
        said = dict(HEADERS)
        if scope["path"].startswith("/api"):
            said["Cache-Control"] = "no-store"
        if self.server.settings.is_secure or scope.get("scheme") == "https":
            said["Strict-Transport-Security"] = ONLY_HTTPS
        origin = headers.get("origin")
        if self.origins.others:
            said["Vary"] = "Origin"
        if origin is not None and self.origins.is_other(origin):
            said["Access-Control-Allow-Origin"] = origin
            said["Access-Control-Allow-Credentials"] = "true"
            said["Access-Control-Expose-Headers"] = "Retry-After"
            said["Cross-Origin-Resource-Policy"] = "cross-origin"
        return said


class _Sending:
    """Sends an answer, with the headers that every answer has."""

    def __init__(self, send: Send, headers: dict[str, str]) -> None:
        self._send = send
        self._headers = headers
        self.begun = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
        await self._send(message)


class _Receiving:
    """Receives a body that is neither too large nor too slow; raises ApiError before more of it is kept."""

    def __init__(self, receive: Receive, headers: Headers, largest: int) -> None:
        self._receive = receive
        self._largest = largest
        self._got = 0
        self._deadline: float | None = None
        self._whole = False
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or len(length) > 12 or int(length) > largest:
            raise self._too_large()

    async def __call__(self) -> Message:
        if self._whole:
            # Whether the client goes away may be waited for as long as it takes.
            return await self._receive()
        loop = asyncio.get_running_loop()
        if self._deadline is None:
            self._deadline = loop.time() + BODY_WITHIN
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            sentence = f"The body of this request did not arrive within {BODY_WITHIN:g} seconds."
            raise ApiError(408, "too-slow", sentence, headers={"Connection": "close"}) from None
        if message["type"] == "http.request":
            self._got += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._got > self._largest:
                raise self._too_large()
        return message

    def _too_large(self) -> ApiError:
        sentence = f"The body of a request has at most {self._largest} bytes."
        return ApiError(413, "too-large", sentence, headers={"Connection": "close"})


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return address_key(client[0] if client else None)


def _check_content_type(headers: Headers) -> None:
    """Raise ApiError unless a body is JSON, which a form of another site cannot send without being asked about."""
    given = headers.get("content-type")
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if given is None and not has_body:
        return
    if (given or "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "not-json", "The body of a request is JSON: send it as application/json.")


async def _preflight(scope: Scope, receive: Receive, sending: _Sending) -> None:
    """Answer the question whether a page of another origin may ask; the other headers say whether it may."""
    allowed = {
        "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
        "Access-Control-Max-Age": "600",
    }
    await Response(status_code=204, headers=allowed)(scope, receive, sending)


async def _deny(scope: Scope, receive: Receive, send: Send, error: ApiError) -> None:
    """Refuse a WebSocket before it is one, with a sentence where the server can send it."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
        return
    response = error_answer(error)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    await response(scope, receive, send)
