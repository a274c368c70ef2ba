"""Which pages may talk to this server.

A browser says on whose page a request was made (Origin, Sec-Fetch-Site). Requests that change something, and
WebSockets, are taken only from our own pages and from those of `settings.origins`: so no other site can act with
the cookie of somebody who visits it. Programs send no Origin, but they send no cookie either: they are taken if they
show a token in the Authorization header, or nothing at all.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from tilewise.server.http.responses import ApiError
from tilewise.server.server import COOKIE, SECURE_COOKIE
from tilewise.server.settings import Settings


class Origins:
    """The origins whose pages are welcome."""

    def __init__(self, settings: Settings) -> None:
        self.others = frozenset(filter(None, (_origin(text) for text in settings.origins.split(","))))
        """Further ones, to which answers are shown as well (CORS)."""
        self._own = _origin(settings.address)
        self._is_public = bool(settings.public_url)

    def check(self, headers: Headers) -> None:
        """Raise ApiError unless a request comes from a page that is welcome, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            if _site(headers) not in (None, "same-origin", "none") or _acts_by_cookie(headers):
                raise _refused("a page that is not named")
        elif not self.is_welcome(origin, headers.get("host", "")):
            raise _refused(origin[:100])

    def is_other(self, origin: str) -> bool:
        """Whether this is one of the further origins, whose pages may also read our answers."""
        return _origin(origin) in self.others

    def is_welcome(self, origin: str, host: str) -> bool:
        """Whether pages of an origin may talk to us, who were asked as `host`."""
        wanted = _origin(origin)
        if wanted is None:
            return False
        if wanted == self._own or wanted in self.others:
            return True
        # Without a public address nobody has told us our names: then our own page is one at the name we are asked by.
        scheme = wanted.partition("://")[0]
        return not self._is_public and wanted == _origin(f"{scheme}://{host.strip()}")


def _refused(whose: str) -> ApiError:
    sentence = f"This server does not take requests from {whose}; its own pages and the setting origins say from where."
    return ApiError(403, "origin", sentence)


def _acts_by_cookie(headers: Headers) -> bool:
    cookies = headers.get("cookie", "")
    return "authorization" not in headers and (f"{COOKIE}=" in cookies or f"{SECURE_COOKIE}=" in cookies)


def _site(headers: Headers) -> str | None:
    return headers.get("sec-fetch-site")


def _origin(text: str) -> str | None:
    """An origin as it is compared: scheme, host, and the port unless it is the usual one; None if it is none.

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
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")
