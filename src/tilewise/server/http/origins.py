"""Which web pages may use this server.

Browsers report which page made a request (Origin, Sec-Fetch-Site). Requests that change something, and WebSockets, are
accepted only from the server's own pages and from the origins in the settings: no other site can act with a visitor's
cookie. Programs send no Origin. They are accepted with a token in the Authorization header, or with no token at all.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from tilewise.server.api.api_errors import ApiError
from tilewise.server.http.auth import COOKIE, SECURE_COOKIE
from tilewise.server.settings import Settings


class Origins:
    """The origins whose pages are allowed."""

    def __init__(self, settings: Settings) -> None:
        self.others = frozenset(filter(None, (_origin(text) for text in settings.origins.split(","))))
        """The origins in the settings, whose pages may also read responses (CORS)."""
        self._own = _origin(settings.address)
        self._is_public = bool(settings.public_url)

    def check(self, headers: Headers) -> None:
        """Raise ApiError unless a request comes from an allowed page or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            if headers.get("sec-fetch-site") not in (None, "same-origin", "none") or _uses_cookie(headers):
                raise _refused("an unknown page")
        elif not self.is_allowed(origin, headers.get("host", "")):
            raise _refused(origin[:100])

    def is_configured(self, origin: str) -> bool:
        """Return whether this is one of the origins in the settings."""
        return _origin(origin) in self.others

    def is_allowed(self, origin: str, host: str) -> bool:
        """Return whether pages of an origin are allowed, for a request with this Host header."""
        wanted = _origin(origin)
        if wanted is None:
            return False
        if wanted == self._own or wanted in self.others:
            return True
        # Without a public URL the server does not know its names: then the Host header names its own pages.
        scheme = wanted.partition("://")[0]
        return not self._is_public and wanted == _origin(f"{scheme}://{host.strip()}")


def _refused(origin: str) -> ApiError:
    sentence = f"This server does not accept requests from {origin}; allow it with the setting origins."
    return ApiError(403, "origin", sentence)


def _uses_cookie(headers: Headers) -> bool:
    cookies = headers.get("cookie", "")
    return "authorization" not in headers and (f"{COOKIE}=" in cookies or f"{SECURE_COOKIE}=" in cookies)


def _origin(text: str) -> str | None:
    """Return an origin in a form that can be compared, without a default port; None if it is not an origin.

    >>> _origin("HTTPS://Example.org:443/"), _origin("http://[::1]:8013"), _origin("null")
    ('https://example.org', 'http://[::1]:8013', None)
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    default = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, default) else f":{port}")
