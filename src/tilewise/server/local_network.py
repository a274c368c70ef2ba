"""Invitations on the local network: a second listener, opened only when a person at this machine agrees.

A server that was started for this machine alone listens on a loopback address, and its links work nowhere else. With
the second listener, devices on the same network reach it at this machine's own address, until the server stops.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address

from tilewise.errors import TilewiseError

Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]
"""Serves the application on a further socket."""


class NoLocalNetwork(TilewiseError):
    """Other machines cannot reach this one."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Other devices cannot reach this machine: {reason}.")


class LocalNetwork:
    """Where other devices reach this server: nowhere, until the listener is open."""

    def __init__(self, address: str = "") -> None:
        """`address` is the machine's address on its network; if it is empty, it is determined when it is needed."""
        self.url: str | None = None
        """The URL for other devices; None if they cannot reach the server."""
        self._address = address
        self._port = 0
        self._listen: Listen | None = None
        self._listener: asyncio.Server | None = None

    def start(self, host: str, port: int, listen: Listen) -> None:
        """Note where the server listens, and how it listens on a further socket."""
        self._port, self._listen = port, listen
        if ip_address(host).is_unspecified:
            address = self._address or network_address()
            self.url = None if address is None else _url(address, port)
            self._listen = None
        elif not ip_address(host).is_loopback:
            self._listen = None

    @property
    def can_open(self) -> bool:
        """Whether the listener can be opened: the server listens on a loopback address, and there is a network."""
        return self._listen is not None and self._listener is None and self._found() is not None

    async def open(self) -> str:
        """Listen on the local network, and return the URL for other devices; raises NoLocalNetwork."""
        if self.url is not None:
            return self.url
        address = self._found()
        if self._listen is None or address is None:
            raise NoLocalNetwork("it is connected to no network, or the server was started for another address")
        listening = _bound(address, self._port)
        try:
            self._listener = await self._listen(listening)
        except OSError as error:
            listening.close()
            raise NoLocalNetwork(error.strerror or str(error)) from None
        self.url = _url(address, listening.getsockname()[1])
        return self.url

    def close(self) -> None:
        """Accept no more connections from the local network, if the listener is open."""
        if self._listener is not None:
            self._listener.close()
            self._listener = self.url = None

    def _found(self) -> str | None:
        return self._address or network_address()


def network_address() -> str | None:
    """Return the address at which other machines reach this one, or None without a network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address


def _bound(address: str, port: int) -> socket.socket:
    """Return a socket on the same port as the server's, or on any free one; raises NoLocalNetwork."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    reason = ""
    for wanted in (port, 0):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address, wanted))
            listening.listen(128)
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
        else:
            return listening
    raise NoLocalNetwork(reason)


def _url(address: str, port: int) -> str:
    return f"http://{f'[{address}]' if ':' in address else address}:{port}"
