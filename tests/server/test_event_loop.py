"""No request holds the event loop for long, whatever it asks.

Only the processor time of the loop's own thread counts, so a busy machine changes nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.asgi_server import InMemoryServer, SocketClient, in_memory
from tests.support.hard_requests import hard_box_sets, hard_questions, hard_sets
from tests.support.http_server import EASY_POSITION
from tests.support.loop_probe import watched_loop
from tests.support.socket_scenes import in_turn, two_at_a_table
from tilewise.draft import Draft
from tilewise.server.app import ENDPOINTS
from tilewise.server.http import socket
from tilewise.server.http.security import LARGEST_BODIES
from tilewise.server.tables.preview import TurnPreview, preview_draft

LONGEST: Final = 0.03
"""Seconds of the longest step. One needs a millisecond or two; a machine may be slower."""

BODY: Final = 16_000
"""Bytes: nearly as many as a message may have."""

ACCOUNT: Final = {"name": "Ada", "passphrase": "a few good words"}

_JOKERS: Final = " ".join(("J J D D C C M M",) * 5)

PREVIEWS: Final[list[tuple[list[str], str]]] = [
    (hard_sets(20), ""),
    (hard_sets(230), ""),
    (hard_box_sets(), ""),
    (["J J J J J J"] * 600, ""),
    (["k1 k2 k3"] * 400, ""),
    (["r1", "r2", "b3"] * 200, ""),
    ([], f"add {_JOKERS}"),
    (hard_box_sets(), f"add {_JOKERS}"),
]
"""Sets and typed words."""


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[InMemoryServer]:
    """A server that has done before what every server does once."""
    async with in_memory(tmp_path, question_seconds=0.5) as running:
        running.server.questions.slices = (0.1, 0.2)
        await running.server.retention.stop()
        response = await running.ask("POST", "/api/tools/solve", json=EASY_POSITION)
        assert response.status_code == 200
        yield running


async def assert_short_steps(what: str, work: Coroutine[Any, Any, object]) -> None:
    """Assert that no step of the event loop is long until some work is done."""
    with watched_loop() as probe:
        # A task, since the current step is not measured.
        await asyncio.create_task(work)
    assert probe.longest() < [(LONGEST, "")], (what[:100], probe.longest(3))


async def seated(running: InMemoryServer, profile: str) -> tuple[str, SocketClient, SocketClient]:
    """Return a table with a game, the client in turn and the other one."""
    table, ada, bob = await two_at_a_table(running, profile=profile)
    return table, *in_turn(running, table, ada, bob)


async def test_hard_questions_to_the_tools(running: InMemoryServer) -> None:
    for number, (path, body) in enumerate(hard_questions()):
        _, token = await running.guest(f"Guest {number}")
        await assert_short_steps(f"{path} {body}", running.ask("POST", path, token, json=body))


@pytest.mark.parametrize("profile", ["twist", "international"])
async def test_previews(running: InMemoryServer, profile: str) -> None:
    async def ask(client: SocketClient, type_: str, **fields: Any) -> None:
        client.say(type_, asked=1, **fields)
        await client.next("previewed", "judged", "problem")

    table, first, second = await seated(running, profile)
    for sets, words in PREVIEWS:
        fields = {"table": table, "sets": sets, "words": words}
        await assert_short_steps(f"preview {fields}", ask(first, "preview", number=0, **fields))
        await assert_short_steps(f"judge {fields}", ask(second, "judge", **fields))


async def test_previews_of_many_clients_leave_the_event_loop_to_others_after_each_one(
    running: InMemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They arrive together, so no client ever waits for its next message."""
    rounds = 0
    assessed_in = Counter[int]()

    async def count_rounds() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    def preview(draft: Draft, words: str) -> TurnPreview:
        assessed_in[rounds] += 1
        return preview_draft(draft, words)

    table, ada, bob = await two_at_a_table(running)
    clients = [await running.client(each.person, each.token) for each in (ada, bob) * 3]
    monkeypatch.setattr(socket, "preview_draft", preview)
    counting = asyncio.create_task(count_rounds())
    for client in clients:
        for asked in range(5):
            client.say("preview", table=table, asked=asked, number=0, sets=["k1 k2 k3"])
    for client in clients:
        await client.next("previewed", asked=4)
    counting.cancel()
    assert assessed_in.total() == 30
    # A preview may come before or after the count of its round.
    assert max(assessed_in.values()) <= 2


async def test_drafts_plays_chat_and_messages_that_are_none(running: InMemoryServer) -> None:
    table, client, _ = await seated(running, "twist")

    async def draft(sets: list[str]) -> None:
        number = running.server.host.tables[table].state.number
        client.say("draft", table=table, number=number, sets=sets)
        await client.settle()

    async def say(text: str) -> None:
        client.say("say", table=table, text=text)
        await client.next("said", "problem")

    async def say_raw(text: str) -> None:
        client.say_raw(text)
        await client.next("problem")

    for sets in (hard_sets(20), hard_sets(230), hard_box_sets(), ["J"] * 3_000, ["r1 " * 5_000]):
        await assert_short_steps(f"draft {sets}", draft(sets))
        await assert_short_steps(f"play {sets}", client.answer(table, "play", table=sets))
    for text in ("a" * BODY, "[" * BODY, "http://a." * 1_700, "\u0344" * (BODY // 6), "\u202e" * (BODY // 6)):
        await assert_short_steps(f"say {text}", say(text))
    for text in ("[" * BODY, "{}" * (BODY // 2), '["["' + ',"["' * 4_000 + "]", '"' * BODY, "\\" * BODY):
        await assert_short_steps(text, say_raw(text))


def large_bodies(size: int) -> list[str]:
    """Return bodies of a size that take long to read."""
    return [
        "[" + "{}," * (size // 3) + "{}]",
        "[" * size,
        "[[[[[[[[[[[[[[[[[" + '"",' * (size // 3),
        '{"record":"' + "\\\\" * (size // 2) + '"}',
        '{"record":"' + "\\u0001" * (size // 6) + '"}',
        '{"rules":{' + ",".join(f'"r{n}":{n}' for n in range(size // 14)) + "}}",
        json.dumps({"seats": ["person"] * (size // 12)}),
        json.dumps({"name": "\u0344" * (size // 8), "profile": "jumbo"}),
        json.dumps({"entries": [{"id": "a" * 8, "key": "k", "value": 1}] * (size // 50)}),
    ]


async def test_the_largest_bodies_of_every_endpoint(running: InMemoryServer) -> None:
    ada = await running.newcomer("Ada")
    assert (await running.ask("POST", "/api/me/account", ada.token, json=ACCOUNT)).status_code == 201
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{table}", "0" * 16).replace("{profile}", "twist")
        size = LARGEST_BODIES.get(path, BODY) - 100
        for body in large_bodies(size) if endpoint.body else [""]:
            headers = {"authorization": f"Bearer {ada.token}", "content-type": "application/json"}
            work = running.http.request(endpoint.method, path, content=body, headers=headers)
            await assert_short_steps(f"{endpoint.method} {path} {body}", work)
