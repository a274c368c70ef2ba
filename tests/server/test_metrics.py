"""The metrics of a running server."""

from __future__ import annotations

import json

import pytest

from tests.support.processes import until as wait_until
from tests.support.served import Served, metric, served, until
from tilewise.server import metrics

NAME = "Zebedee Quux"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Served:  # type: ignore[misc]
    with served(tmp_path_factory.mktemp("metrics") / "tables.db") as running:
        yield running


def test_commands_are_counted_by_outcome_and_connections_while_they_are_open(server: Served) -> None:
    token = server.guest(NAME)
    table = server.table(token)
    before = server.metrics()
    with server.socket(token) as socket:
        socket.send(json.dumps({"type": "subscribe", "table": table}))
        until(socket, "view")
        for number, command in enumerate(({"do": "add", "text": "chance"}, {"do": "sit"})):
            socket.send(json.dumps({"type": "command", "id": f"c{number}", "table": table, "command": command}))
            until(socket, "done", "refused")
        # The connection of an earlier test may still be closing.
        wait_until(lambda: metric(server.metrics(), "tilewise_connections") == 1)
        after = server.metrics()
    for outcome in ("done", "refused"):
        name = f'tilewise_command_seconds_count{{outcome="{outcome}"}}'
        assert metric(after, name) == metric(before, name) + 1
    assert metric(after, "tilewise_tables") >= 1
    assert metric(after, "tilewise_store_write_seconds_count") > metric(before, "tilewise_store_write_seconds_count")


def test_metrics_contain_no_person_table_or_token(server: Served) -> None:
    token = server.guest(NAME)
    table = server.table(token)
    with server.socket(token) as socket:
        socket.send(json.dumps({"type": "subscribe", "table": table}))
        until(socket, "view")
        text = server.metrics()
    for secret in (NAME, "Zebedee", token, token.split(".")[0], table, "127.0.0.1"):
        assert secret not in text


def test_nothing_that_a_client_sends_becomes_a_label(server: Served) -> None:
    token = server.guest(NAME)
    before = len(server.metrics().splitlines())
    with server.socket(token) as socket:
        for number in range(20):
            command = {"do": "draw"}
            message = {"type": "command", "id": f"odd{number}", "table": f"odd{number}", "command": command}
            socket.send(json.dumps(message))
            until(socket, "refused")
    for number in range(20):
        server.get(f"/odd{number}")
    text = server.metrics()
    assert "odd" not in text
    assert len(text.splitlines()) - before <= 4


def test_an_unknown_reason_for_closing_is_counted_as_other() -> None:
    def other() -> float:
        return metric(metrics.exposition().decode(), 'tilewise_connections_closed_total{reason="other"}')

    before = other()
    metrics.count_closed("made-up-by-a-client")
    assert other() == before + 1
    assert "made-up" not in metrics.exposition().decode()
