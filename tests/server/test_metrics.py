"""`/metrics`: who may read it, what it counts, and that nobody can make it grow."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from starlette.requests import Request

from tests.support.served import Served, served, until
from tilewise.server import metrics
from tilewise.server.http.status_api import _may_read

NAME = "Zebedee Quux"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Served:  # type: ignore[misc]
    with served(tmp_path_factory.mktemp("metrics") / "tables.db") as running:
        yield running


def figures(server: Served) -> str:
    status, body = server.get("/metrics")
    assert status == 200
    return body.decode()


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def test_commands_are_counted_by_outcome_and_connections_while_they_are_there(server: Served) -> None:
    token = server.guest(NAME)
    table = server.table(token)
    before = figures(server)
    with server.socket(token) as socket:
        socket.send(json.dumps({"type": "subscribe", "table": table}))
        until(socket, "view")
        for number, command in enumerate(({"do": "add", "text": "chance"}, {"do": "sit"})):
            socket.send(json.dumps({"type": "command", "id": f"c{number}", "table": table, "command": command}))
            until(socket, "done", "refused")
        after = figures(server)
    for outcome in ("done", "refused"):
        name = f'tilewise_command_seconds_count{{outcome="{outcome}"}}'
        assert figure(after, name) == figure(before, name) + 1
    assert figure(after, "tilewise_connections") == 1
    assert figure(after, "tilewise_tables") >= 1
    assert figure(after, "tilewise_store_write_seconds_count") > figure(before, "tilewise_store_write_seconds_count")


def test_requests_are_counted_by_the_hundred_of_their_status(server: Served) -> None:
    before = figures(server)
    server.get("/nothing-here")
    after = figures(server)
    assert figure(after, 'tilewise_requests_total{status="4xx"}') == (
        figure(before, 'tilewise_requests_total{status="4xx"}') + 1
    )
    # The first reading of the figures was itself an answer.
    assert figure(after, 'tilewise_requests_total{status="2xx"}') == (
        figure(before, 'tilewise_requests_total{status="2xx"}') + 1
    )


def test_metrics_hold_no_person_no_table_and_no_token(server: Served) -> None:
    token = server.guest(NAME)
    table = server.table(token)
    with server.socket(token) as socket:
        socket.send(json.dumps({"type": "subscribe", "table": table}))
        until(socket, "view")
        text = figures(server)
    for secret in (NAME, "Zebedee", token, token.split(".")[0], table, "127.0.0.1"):
        assert secret not in text


def test_nothing_that_a_client_sends_becomes_a_label(server: Served) -> None:
    token = server.guest(NAME)
    before = len(figures(server).splitlines())
    with server.socket(token) as socket:
        for number in range(20):
            command = {"do": "draw"}
            message = {"type": "command", "id": f"odd{number}", "table": f"odd{number}", "command": command}
            socket.send(json.dumps(message))
            until(socket, "refused")
    for number in range(20):
        server.get(f"/odd{number}")
    text = figures(server)
    assert "odd" not in text
    assert len(text.splitlines()) - before <= 4


@pytest.mark.parametrize(
    ("client", "headers", "token", "may"),
    [
        ("127.0.0.1", {}, "", True),
        ("::1", {}, "", True),
        ("192.0.2.7", {}, "", False),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, "", False),
        ("192.0.2.7", {"authorization": "Bearer right"}, "right", True),
        ("192.0.2.7", {"authorization": "Bearer wrong"}, "right", False),
        ("127.0.0.1", {}, "right", False),
        ("testclient", {}, "", False),
    ],
)
def test_metrics_are_for_this_machine_or_for_who_has_the_token(
    client: str, headers: dict[str, str], token: str, may: bool
) -> None:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    request = Request({"type": "http", "headers": raw, "client": (client, 1)})
    assert _may_read(request, token) is may


def test_metrics_can_be_switched_off(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", "--metrics", "no") as server:
        status, _ = server.get("/metrics")
    assert status == 404


def test_an_unknown_reason_for_closing_is_counted_as_other() -> None:
    def other() -> float:
        return figure(metrics.exposition().decode(), 'tilewise_connections_closed_total{reason="other"}')

    before = other()
    metrics.count_closed("made-up-by-a-client")
    assert other() == before + 1
    assert "made-up" not in metrics.exposition().decode()
