"""Requests to push services: only over HTTPS, only to known hosts, and never to an address of a private network.

The address of a push service comes from a browser, so anybody can choose it. Without these checks the server could be
made to send requests into the network that it runs in.
"""

from __future__ import annotations

import asyncio
import http.client
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from tilewise.errors import TilewiseError

TIMEOUT: Final = 10.0
"""Seconds for each step of a request."""

Transport = Callable[[str, Mapping[str, str], bytes], Awaitable[int]]
"""Sends a POST request with headers and a body to a URL and returns the status; raises OSError and BadEndpoint."""


class BadEndpoint(TilewiseError):
    """An address to which this server sends nothing."""

    def __init__(self) -> None:
        super().__init__("This is not the address of a push service that this server knows.")


def check_endpoint(url: str, hosts: str) -> None:
    """Raise BadEndpoint unless a URL uses HTTPS and its host is one of a comma-separated list.

    A host that begins with a dot stands for all names that end with it.

    >>> check_endpoint("https://updates.push.services.mozilla.com/wpush/v2/gAAA", ".push.services.mozilla.com")
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadEndpoint from None
    host = (parts.hostname or "").lower()
    allowed = [each.strip().lower() for each in hosts.split(",") if each.strip()]
    is_known = any(host.endswith(each) if each.startswith(".") else host == each for each in allowed)
    is_plain = parts.username is None and parts.password is None and port in (None, 443)
    if parts.scheme != "https" or not is_plain or not is_known or not url.isascii() or not url.isprintable():
        raise BadEndpoint


def public_address(host: str) -> str:
    """Return an address of a host on the internet; raises BadEndpoint if any of its addresses is private."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not found or not all(ip_address(address).is_global for address in found):
        raise BadEndpoint
    return found[0]


class _PinnedConnection(http.client.HTTPSConnection):
    """A connection to an address that has been checked. A second look-up of the name might give another one."""

    def __init__(self, host: str, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, 443, timeout=TIMEOUT, context=self._tls)
        self._address = address

    def connect(self) -> None:
        plain = socket.create_connection((self._address, 443), TIMEOUT)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


async def send_request(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Send a POST request and return the status, without following redirects; raises OSError and BadEndpoint."""
    return await asyncio.to_thread(_send, url, headers, body)


def _send(url: str, headers: Mapping[str, str], body: bytes) -> int:
    parts = urlsplit(url)
    host = parts.hostname or ""
    connection = _PinnedConnection(host, public_address(host))
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    try:
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(f"The push service sent no valid response: {type(error).__name__}.") from None
    finally:
        connection.close()
