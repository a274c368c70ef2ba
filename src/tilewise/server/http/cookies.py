"""The cookie that holds a person's token.

HttpOnly: no script reads it. SameSite=Lax: other sites' requests do not carry it. By https also Secure, with the
name `__Host-tilewise`, which browsers accept from this very host and by https only, so that neither a neighbouring
site nor somebody on an unencrypted network can plant one.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tilewise.server.people.tokens import HOLDS_FOR
from tilewise.server.server import COOKIE, SECURE_COOKIE, Server


def is_secure(connection: HTTPConnection, server: Server) -> bool:
    """Whether a request came by https, by the settings or by a trusted proxy's word."""
    return server.settings.is_secure or connection.url.scheme in ("https", "wss")


def give_token(response: Response, connection: HTTPConnection, server: Server, token: str) -> None:
    """Let the browser keep a token."""
    secure = is_secure(connection, server)
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=HOLDS_FOR // 1000, path="/", httponly=True, samesite="lax", secure=secure)


def take_token(response: Response, connection: HTTPConnection, server: Server) -> None:
    """Let the browser forget its token."""
    secure = is_secure(connection, server)
    response.delete_cookie(SECURE_COOKIE if secure else COOKIE, path="/", httponly=True, samesite="lax", secure=secure)
