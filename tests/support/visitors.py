"""People at a server in the test process, each with a token and a WebSocket if needed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tests.support.http_server import with_cheap_hashes
from tests.support.processes import until
from tilewise.server.app import Server, make_app
from tilewise.server.bot_pool import InlineBotPool
from tilewise.server.settings import Settings

_numbers = itertools.count(1)
"""Every command has a new id: a repeated one would be a retry."""

PASSPHRASE = "correct horse battery"  # noqa: S105


class ManualClock:
    """A clock that tests can set forward."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


def new_server(place: Path, **settings: Any) -> Server:
    """Return a server with its own database and cheap passphrase hashes."""
    settings = {"database": f"sqlite:///{place / 'tilewise.db'}", "tempo": 0, **settings}
    server = Server(Settings(**settings), ManualClock(), InlineBotPool())
    # Tests run the updates of people themselves.
    server.people_updates.interval = 3600.0
    return with_cheap_hashes(server)


class House:
    """A running server and its HTTP client."""

    def __init__(self, server: Server, client: TestClient) -> None:
        self.server = server
        self.client = client

    def guest(self, name: str = "Ada") -> Visitor:
        made = self.ask("POST", "/api/guests", None, {"name": name, "avatar": "initial"})
        assert made.status_code == 201, made.text
        return Visitor(self, made.json()["person"], made.json()["token"])

    def ask(self, method: str, path: str, token: str | None, body: object = None) -> Any:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        response = self.client.request(method, path, headers=headers, json=body)
        # Each visitor has their own device: the shared client must not store cookies.
        self.client.cookies.clear()
        return response

    def do(self, work: Any) -> Any:
        """Run a coroutine function in the server's event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(work)


class Visitor:
    """A person on one device."""

    def __init__(self, house: House, person: str, token: str) -> None:
        self.house = house
        self.person = person
        self.token = token

    def ask(self, method: str, path: str, body: object = None) -> Any:
        return self.house.ask(method, path, self.token, body)

    def get(self, path: str) -> Any:
        response = self.ask("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: object, status: int = 200) -> Any:
        response = self.ask("POST", path, body)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    def table(self, **settings: object) -> str:
        table: str = self.post("/api/tables", settings, 201)["table"]
        return table

    def account(self, name: str) -> None:
        self.token = self.post("/api/me/account", {"name": name, "passphrase": PASSPHRASE}, 201)["token"]

    @contextmanager
    def socket(self) -> Iterator[Socket]:
        headers = {"authorization": f"Bearer {self.token}"}
        connections = self.house.server.connections
        before = set(connections)
        with self.house.client.websocket_connect("/api/socket", headers=headers) as session:
            socket = Socket(session)
            (connection,) = set(connections) - before
            try:
                yield socket
            finally:
                # Starlette's client would cancel the server's side during the closing handshake.
                session.close()
                until(lambda: connection not in connections)


class Socket:
    """The client's side of a WebSocket."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.welcome = session.receive_json()

    def send(self, kind: str, **fields: object) -> None:
        self.session.send_json({"type": kind, **fields})

    def until(self, kind: str) -> list[Any]:
        """Return all messages up to the next one of a type."""
        messages = []
        while True:
            messages.append(self.session.receive_json())
            if messages[-1]["type"] == kind:
                return messages

    def waiting(self) -> list[Any]:
        """Return all messages that have arrived."""
        self.send("ping")
        return self.until("pong")[:-1]

    def ask(self, kind: str, **fields: object) -> list[Any]:
        """Send a message and return all messages that follow from it here."""
        self.send(kind, **fields)
        return self.waiting()

    def command(self, table: str, do: str, **fields: object) -> Any:
        """Send a command; return `done` or `refused`."""
        self.send("command", id=f"c{next(_numbers)}", table=table, command={"do": do, **fields})
        while True:
            message = self.session.receive_json()
            if message["type"] in ("done", "refused"):
                return message

    def play(self, table: str, do: str, **fields: object) -> None:
        """Send a command that must be done."""
        response = self.command(table, do, **fields)
        assert response["type"] == "done", response


def of_type(messages: list[Any], kind: str) -> list[Any]:
    return [message for message in messages if message["type"] == kind]


@contextmanager
def visiting(place: Path, **settings: Any) -> Iterator[House]:
    """Run a server with its database in a folder."""
    server = new_server(place, **settings)
    with TestClient(make_app(server)) as client:
        yield House(server, client)


def join(socket: Socket, table: str, sit: bool = False) -> None:
    """Subscribe to a table, and take a seat if wanted."""
    socket.ask("subscribe", table=table)
    if sit:
        socket.play(table, "sit")


def play_and_leave(leaves: Visitor, stays: Visitor, *others: Visitor, rated: bool = True) -> str:
    """Play a game that ends because all players but one leave it; return its table."""
    table = leaves.table(seats=["person"] * (2 + len(others)), rated=rated)
    for visitor in (stays, *others):
        with visitor.socket() as socket:
            socket.play(table, "sit")
    with leaves.socket() as socket:
        socket.play(table, "deal")
    for visitor in (leaves, stays, *others):
        with visitor.socket() as socket:
            socket.play(table, "add", text="chance")
    for visitor in (leaves, *others):
        with visitor.socket() as socket:
            socket.play(table, "leave")
    return table


def rate(house: House) -> int:
    """Rate all finished games; return how many there were."""
    count: int = house.do(house.server.ratings.rate_all)
    return count
