"""The second listener for devices on the local network; 127.0.0.2 takes the place of this machine's network address."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import urllib.request
from pathlib import Path

import pytest

from tests.support.served import SECONDS, served
from tilewise.server.local_network import LocalNetwork, NoLocalNetwork


async def listen(listening: socket.socket) -> asyncio.Server:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    return await asyncio.start_server(answer, sock=listening)


def free_port() -> tuple[socket.socket, int]:
    """Return a socket that holds a port of 127.0.0.1, and the port."""
    holder = socket.create_server(("127.0.0.1", 0))
    return holder, holder.getsockname()[1]


async def test_nothing_is_open_until_it_is_opened_and_it_can_be_closed_again() -> None:
    holder, port = free_port()
    with contextlib.closing(holder):
        network = LocalNetwork("127.0.0.2")
        assert (network.url, network.can_open) == (None, False)
        network.start("127.0.0.1", port, listen)
        assert (network.url, network.can_open) == (None, True)
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.2", port)
        url = await network.open()
        assert url == f"http://127.0.0.2:{port}"
        assert (await network.open(), network.can_open) == (url, False)
        _, writer = await asyncio.open_connection("127.0.0.2", port)
        writer.close()
        network.close()
        assert (network.url, network.can_open) == (None, True)


async def test_another_port_is_used_if_the_same_one_is_taken() -> None:
    with contextlib.closing(socket.create_server(("127.0.0.2", 0))) as taken:
        port = taken.getsockname()[1]
        network = LocalNetwork("127.0.0.2")
        network.start("127.0.0.1", port, listen)
        url = await network.open()
        assert url.startswith("http://127.0.0.2:")
        assert url != f"http://127.0.0.2:{port}"
        network.close()


def test_a_server_for_all_addresses_needs_no_second_listener() -> None:
    network = LocalNetwork("192.0.2.7")
    network.start("0.0.0.0", 8013, listen)  # noqa: S104
    assert (network.url, network.can_open) == ("http://192.0.2.7:8013", False)


async def test_a_server_for_one_other_address_opens_nothing() -> None:
    network = LocalNetwork("127.0.0.2")
    network.start("192.0.2.7", 8013, listen)
    assert (network.url, network.can_open) == (None, False)
    with pytest.raises(NoLocalNetwork):
        await network.open()


async def test_an_address_that_this_machine_does_not_have_is_an_error() -> None:
    network = LocalNetwork("203.0.113.77")
    network.start("127.0.0.1", 8013, listen)
    with pytest.raises(NoLocalNetwork):
        await network.open()
    assert network.url is None


def test_devices_reach_the_whole_server_after_a_person_at_the_machine_agreed(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--network-address", "127.0.0.2") as server:
        token, _ = server.seated_guest()
        assert json.loads(server.get("/api/network")[1]) == {"url": None, "can_open": True}
        url = server.post("/api/network", None, token)["url"]
        assert url == f"http://127.0.0.2:{server.port}"
        with urllib.request.urlopen(f"{url}/", timeout=SECONDS) as page:  # noqa: S310
            assert page.read() == server.get("/")[1]
        code, _, _ = server.stop()
        assert code == 0
