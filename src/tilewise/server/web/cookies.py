"""The cookie that holds a person's token: no script reads it, other sites' forms do not send it."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tilewise.server.people.tokens import HOLDS_FOR
from tilewise.server.running import COOKIE, Server


def give_token(response: Response, connection: HTTPConnection, server: Server, token: str) -> None:
    """Let the browser keep a token."""
    secure = server.settings.is_secure
    response.set_cookie(COOKIE, token, max_age=HOLDS_FOR // 1000, httponly=True, samesite="lax", secure=secure)


def take_token(response: Response, connection: HTTPConnection, server: Server) -> None:
    """Let the browser forget its token."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=server.settings.is_secure)
