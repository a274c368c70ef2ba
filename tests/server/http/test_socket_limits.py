"""The WebSocket: invalid messages, and limits on what a client may send and follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.asgi_server import InMemoryServer, in_memory
from tests.support.http_server import AnonymousCaller
from tilewise.server.http.socket import MOST_SHEETS
from tilewise.server.limits import BURST_SECONDS, OPEN_TABS
from tilewise.server.store.database import StorageError


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        "5",
        '"hello"',
        '{"type": "fly"}',
        '{"type": "ping", "more": 1}',
        '{"type": "subscribe"}',
        '{"type": "subscribe", "table": 5}',
        '{"type": "subscribe", "table": "\\ud800"}',
        '{"type": "command", "id": "1", "table": "x", "command": {"do": "fly"}}',
        '{"type": "command", "id": "1", "table": "x", "command": {"do": "sit", "seat": 1.5}}',
        '{"type": "draft", "table": "x", "number": 123456789012345678901234567890, "sets": []}',
        "[" * 10_000,
        b"\xff\xfe",
        b"",
    ],
)
async def test_an_invalid_message_gets_a_problem_and_the_connection_stays_open(
    running: InMemoryServer, content: str | bytes
) -> None:
    ada = await running.newcomer("Ada")
    ada.say_raw(content)
    problem = await ada.next("problem")
    assert problem["code"] == "bad-message"
    assert len(problem["message"]) < 300
    await ada.settle()


async def test_binary_messages_are_accepted_too(running: InMemoryServer) -> None:
    ada = await running.newcomer("Ada")
    ada.say_raw(b'{"type": "ping"}')
    await ada.next("pong")


async def test_a_message_that_is_too_large_closes_the_connection(running: InMemoryServer) -> None:
    ada = await running.newcomer("Ada")
    ada.say_raw(json.dumps({"type": "ping", "x": "y" * 20_000}))
    assert (await ada.next("closing"))["code"] == "too-large"


async def test_too_many_messages_close_the_connection_with_a_time_to_reconnect(tmp_path: Path) -> None:
    async with in_memory(tmp_path, messages_per_second=3) as running:
        ada = await running.newcomer("Ada")
        for _ in range(40):
            ada.say("ping")
        closing = await ada.next("closing")
        assert (closing["code"], closing["retry_after"]) == ("too-many", 10_000)


async def test_a_connection_can_follow_a_limited_number_of_sheets(running: InMemoryServer) -> None:
    ada = await running.newcomer("Ada")
    sheets = running.server.host.sheets
    ids = [f"sheet-{number}" for number in range(MOST_SHEETS + 1)]
    for number, sheet in enumerate(ids):
        await sheets.store.create(sheet, f"CODE{number:02}", "p1", running.server.host.clock.now())
        ada.say("follow-sheet", sheet=sheet)
    assert (await ada.next("problem"))["code"] == "too-many-sheets"
    # A deleted one no longer counts.
    await sheets.delete(ids[0])
    await ada.next("sheet-deleted")
    ada.say("follow-sheet", sheet=ids[-1])
    await ada.next("sheet-changed", sheet=ids[-1])


async def test_a_client_that_follows_a_sheet_while_the_database_is_away_connects_again(
    running: InMemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(sheet: str) -> int:
        raise StorageError("The database is away.")

    ada = await running.newcomer("Ada")
    monkeypatch.setattr(running.server.host.sheets.store, "version", unreadable)
    ada.say("follow-sheet", sheet="0123456789abcdef")
    closing = await ada.next("closing")
    assert (closing["code"], closing["retry_after"]) == ("storage", 2000)


async def test_a_connection_can_subscribe_to_a_limited_number_of_tables(running: InMemoryServer) -> None:
    ada = await running.newcomer("Ada")
    tables = [await running.table(ada.token) for _ in range(21)]
    for table in tables:
        ada.say("subscribe", table=table)
    problem = await ada.next("problem")
    assert (problem["code"], problem["table"]) == ("too-many-tables", tables[-1])
    ada.say("unsubscribe", table=tables[0])
    ada.say("subscribe", table=tables[-1])
    await ada.next("view", table=tables[-1])


def test_a_message_that_is_nested_too_deep_gets_a_problem_and_the_connection_stays_open(api: AnonymousCaller) -> None:
    with api.client.websocket_connect("/api/socket", headers=api.guest("Ada").headers) as socket:
        socket.receive_json()
        socket.send_text("[" * 1000)
        assert socket.receive_json()["code"] == "bad-message"
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"


async def test_all_connections_of_a_person_share_one_rate_of_messages(tmp_path: Path) -> None:
    async with in_memory(tmp_path, messages_per_second=1) as running:
        ada = await running.newcomer("Ada")
        tabs = [ada, *[await running.client(ada.person, ada.token) for _ in range(OPEN_TABS)]]
        for tab in tabs[:-1]:
            for _ in range(BURST_SECONDS):
                await tab.settle()
        tabs[-1].say("ping")
        assert (await tabs[-1].next("closing"))["code"] == "too-many"
