"""Requests go to push services only, never into the network in which the server runs."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from tilewise.server import push_transport
from tilewise.server.push_transport import BadEndpoint, check_endpoint, public_address, send_request
from tilewise.server.settings import Settings

HOSTS = Settings(database="sqlite://").push_hosts


@pytest.mark.parametrize(
    "url",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://FCM.googleapis.com:443/wp/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/QGuQ",
    ],
)
def test_push_services_of_browsers_are_allowed(url: str) -> None:
    check_endpoint(url, HOSTS)


@pytest.mark.parametrize(
    "url",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/",
        "https://fcm.googleapis.com.evil.example/",
        "https://evilpush.apple.com/",
        "https://push.apple.com@evil.example/",
        "https://user:word@fcm.googleapis.com/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "https://169.254.169.254/latest/meta-data",
        "https://example.org/",
        "file:///etc/passwd",
        "https://fcm.googleapis.com/a\r\nHost: evil",
        "https://fcm.googleapis.com:x/",
        "",
    ],
)
def test_every_other_address_is_refused(url: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(url, HOSTS)


def test_no_host_is_allowed_if_none_is_set() -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint("https://fcm.googleapis.com/", "")


def resolving_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


@pytest.mark.parametrize("private", ["127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "::1", "fd00::1"])
async def test_a_name_that_leads_into_a_private_network_is_refused(
    monkeypatch: pytest.MonkeyPatch, private: str
) -> None:
    resolving_to(monkeypatch, private)
    with pytest.raises(BadEndpoint):
        public_address("fcm.googleapis.com")
    resolving_to(monkeypatch, "142.250.1.95", private)
    with pytest.raises(BadEndpoint):
        await send_request("https://fcm.googleapis.com/", {}, b"")


async def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "142.250.1.95")
    asked: list[Any] = []

    def connect(address: Any, timeout: float) -> socket.socket:
        asked.append((address, timeout))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        await send_request("https://fcm.googleapis.com/fcm/send/x", {}, b"")
    assert asked == [(("142.250.1.95", 443), push_transport.TIMEOUT)]
