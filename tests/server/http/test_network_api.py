"""Only a browser at this machine, which opened the page at a loopback address, may open the local network."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.http_server import assert_error
from tilewise.server.app import Server, make_app
from tilewise.server.settings import Settings


class OpenedNetwork:
    """Records what is opened."""

    def __init__(self) -> None:
        self.sockets: list[socket.socket] = []

    async def listen(self, listening: socket.socket) -> asyncio.Server:
        self.sockets.append(listening)
        return await asyncio.start_server(lambda reader, writer: writer.close(), sock=listening)


CASES = [
    (("127.0.0.1", 5), "localhost:8013", {}, True),
    (("::1", 5), "[::1]:8013", {}, True),
    (("127.0.0.1", 5), "127.0.0.1:8013", {}, True),
    (("192.168.1.9", 5), "localhost:8013", {}, False),
    (("127.0.0.1", 5), "rebound.example:8013", {}, False),
    (("127.0.0.1", 5), "localhost:8013", {"X-Real-IP": "192.168.1.9"}, False),
    (("testclient", 5), "localhost:8013", {}, False),
]


@pytest.mark.parametrize(("client", "host", "headers", "allowed"), CASES)
def test_only_a_browser_at_this_machine_may_open_it_or_know_about_it(
    tmp_path: Path, client: tuple[str, int], host: str, headers: dict[str, str], allowed: bool
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tilewise.db'}", network_address="127.0.0.2")
    server, opened = Server(settings), OpenedNetwork()
    with socket.create_server(("127.0.0.1", 0)) as held:
        server.local_network.start("127.0.0.1", held.getsockname()[1], opened.listen)
        with TestClient(make_app(server), base_url=f"http://{host}", client=client) as browser:
            token = browser.post("/api/guests", json={"name": "Ada"}).json()["token"]
            browser.cookies.clear()
            headers = {**headers, "Authorization": f"Bearer {token}"}
            assert browser.get("/api/network", headers=headers).json() == {"url": None, "can_open": allowed}
            response = browser.post("/api/network", headers=headers)
            if not allowed:
                assert_error(response, 403, "not-local")
                assert_error(browser.delete("/api/network", headers=headers), 403, "not-local")
                assert opened.sockets == []
                return
            url = response.json()["url"]
            assert url == f"http://127.0.0.2:{held.getsockname()[1]}"
            assert browser.get("/api/network", headers=headers).json() == {"url": url, "can_open": False}
            assert browser.delete("/api/network", headers=headers).json() == {"url": None, "can_open": True}


def test_a_page_of_another_site_cannot_open_it(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tilewise.db'}")
    with TestClient(make_app(Server(settings)), base_url="http://localhost:8013", client=("127.0.0.1", 5)) as browser:
        browser.post("/api/guests", json={"name": "Ada"})
        response = browser.post("/api/network", headers={"Origin": "https://evil.example"})
        assert_error(response, 403, "origin")


def test_a_server_without_a_network_says_so(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tilewise.db'}")
    with TestClient(make_app(Server(settings)), base_url="http://localhost:8013", client=("127.0.0.1", 5)) as browser:
        token = browser.post("/api/guests", json={"name": "Ada"}).json()["token"]
        browser.cookies.clear()
        assert_error(browser.post("/api/network", headers={"Authorization": f"Bearer {token}"}), 409, "no-network")
