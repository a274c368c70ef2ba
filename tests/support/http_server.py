"""A server in the test process, and people who send it HTTP requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient, WebSocketDenialResponse

from tilewise.server.app import Server, make_app
from tilewise.server.people.passphrases import Passphrases
from tilewise.server.settings import Settings

OUR_PAGE = "http://testserver"
"""The origin of the server's own page."""


UNLIMITED = {"requests_per_minute": 0, "people_per_address": 0}
"""Settings without limits on the requests of a person and on what an address may do."""

EASY_POSITION = {"profile": "international", "table": ["r3 r4 r5"], "rack": "r6 o1"}
"""A request to the solver that takes no time."""


class Caller:
    """A client of a server, with or without a token in a header."""

    def __init__(self, client: TestClient, token: str | None = None, person: str = "") -> None:
        self.client = client
        self.token = token
        self.person = person
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, json=body, **more)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**self.headers, **more.pop("headers", {})}
        response: httpx.Response = self.client.request(method, path, headers=headers, **more)
        self.client.cookies.clear()
        return response

    def guest(self, name: str) -> Caller:
        """Create a guest at the same server."""
        made = Caller(self.client).post("/api/guests", {"name": name})
        assert made.status_code == 201, made.text
        return Caller(self.client, made.json()["token"], made.json()["person"])

    def make_table(self, **settings: Any) -> str:
        made = self.post("/api/tables", settings)
        assert made.status_code == 201, made.text
        table: str = made.json()["table"]
        return table

    def command(self, at: str, do: str, command_id: str | None = None, /, **more: Any) -> httpx.Response:
        body = {"id": command_id or re.sub(r"\W", "-", f"{do}{more}")[:64], "command": {"do": do, **more}}
        return self.post(f"/api/tables/{at}/commands", body)

    def view(self, table: str) -> dict[str, Any]:
        seen = self.get(f"/api/tables/{table}")
        assert seen.status_code == 200, seen.text
        view: dict[str, Any] = seen.json()["view"]
        return view


class AnonymousCaller(Caller):
    """A client without a token, and the server itself."""

    def __init__(self, client: TestClient, server: Server) -> None:
        super().__init__(client)
        self.server = server


def with_cheap_hashes(server: Server) -> Server:
    """Let a server hash passphrases in no time; return it."""
    server.accounts.close()
    server.accounts.passphrases = Passphrases(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    return server


def server_in(folder: Path, **settings: Any) -> Server:
    """Return a server that is not started; by default, computer players do not wait and requests are not limited."""
    database = f"sqlite:///{folder / 'tilewise.db'}"
    return with_cheap_hashes(Server(Settings(**{**UNLIMITED, "tempo": 0, "database": database, **settings})))


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[AnonymousCaller]:
    """Run a server."""
    server = server_in(folder, **settings)
    with TestClient(make_app(server), base_url="http://testserver", client=("192.0.2.1", 5000)) as client:
        yield AnonymousCaller(client, server)


def assert_error(response: httpx.Response, status: int, code: str | None = None) -> None:
    """Assert that a response is an error with this status, a code and a sentence."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert set(body) <= {"error", "message", "rule", "reason", "facts"}
    assert body["message"].endswith((".", "»", ")")) or ":" in body["message"], body
    assert code is None or body["error"] == code, body


def play_to_the_end(caller: AnonymousCaller, ada: Caller, **settings: Any) -> str:
    """Return a table where a game has ended, because Ada left."""
    table = ada.make_table(seats=["person", "beginner"], **settings)
    assert ada.command(table, "add", text="abc").status_code == 200
    assert ada.command(table, "leave").status_code == 200
    return table


def refused_handshake(caller: AnonymousCaller, headers: dict[str, str]) -> httpx.Response:
    """Return the error response to a WebSocket handshake that the server refuses."""
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        caller.client.websocket_connect("/api/socket", headers=headers),
    ):
        pass
    response: httpx.Response = denied.value
    return response
