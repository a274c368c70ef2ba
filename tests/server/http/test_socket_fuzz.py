"""Random messages to the WebSocket cause no error in the log, no lost connection and no growth of memory."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.asgi_server import InMemoryServer, SocketClient, in_memory
from tests.support.effort import THOROUGH, examples
from tests.support.garbage import earlier_objects_ignored
from tilewise.server.protocol import AnyClientMessage, AnyServerMessage
from tilewise.server.tables.commands import AnyCommand

ANSWERS: msgspec.json.Decoder[AnyServerMessage] = msgspec.json.Decoder(AnyServerMessage)

wild_texts = st.one_of(
    st.text(max_size=40),
    st.sampled_from(("", "\0", "\ud7ff", "../..", "r3 r4 r5", "J", "J J J J", "r1 " * 200, "ä" * 70, "%s", "{table}")),
)
wild_numbers = st.one_of(
    st.integers(-3, 12), st.integers(), st.sampled_from((2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63), 10**40))
)
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | wild_numbers | st.floats() | wild_texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(wild_texts, inner, max_size=4),
    max_leaves=8,
)


def mostly(usual: st.SearchStrategy[Any], wild: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a usual value, or sometimes a random one."""
    return st.integers(0, 9).flatmap(lambda number: wild if number == 9 else usual)


def tagged(kinds: Any, field: str) -> dict[str, list[str]]:
    """Return the names of a union's structs and their fields."""
    return {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in kinds.__args__}


MESSAGES = tagged(AnyClientMessage, "type")
COMMANDS = tagged(AnyCommand, "do")


@st.composite
def commands(draw: st.DrawFn) -> Any:
    name = draw(st.sampled_from(sorted(COMMANDS)))
    command: dict[str, Any] = {"do": name}
    sensible: dict[str, st.SearchStrategy[Any]] = {
        "seat": wild_numbers,
        "level": st.sampled_from(("casual", "genius", "")),
        "text": wild_texts,
        "table": st.lists(wild_texts, max_size=5),
    }
    for field in COMMANDS[name]:
        if draw(st.integers(0, 19)) < 19:
            command[field] = draw(mostly(sensible.get(field, anything), anything))
    return command


@st.composite
def messages(draw: st.DrawFn) -> str | bytes:
    """Return a message of the right shape with random values, or something that is not a message."""
    shape = draw(st.integers(0, 15))
    if shape == 15:
        return draw(st.binary(max_size=60))
    if shape == 1:
        return draw(wild_texts)
    if shape == 2:
        return json.dumps(draw(anything))
    if shape == 3:
        deep = draw(st.integers(1, 5000))
        opening, closing = draw(st.sampled_from((("[", "]"), ('{"type":', "}"), ('{"a":[', "]}"))))
        return (opening * deep + draw(st.sampled_from(("", "1", closing * deep))))[:16_000]
    name = draw(st.sampled_from((*sorted(MESSAGES), "command", "command", "command")))
    sensible: dict[str, st.SearchStrategy[Any]] = {
        "table": mostly(st.just("TABLE"), st.just("0123456789abcdef") | wild_texts),
        "id": mostly(st.integers(0, 10**9).map(str), wild_texts),
        "command": commands(),
        "number": wild_numbers,
        "since": st.none() | wild_numbers,
        "sets": st.lists(st.sampled_from(("r1 r2 r3", "J", "k7")) | wild_texts, max_size=4),
        "loose": wild_texts,
        "protocol": st.just(1),
        "text": wild_texts,
        "reaction": st.sampled_from(("thanks", "wow", "boo")),
    }
    message: dict[str, Any] = {"type": name}
    for field in MESSAGES[name]:
        if draw(st.integers(0, 19)) < 19:
            message[field] = draw(
                sensible[field] if field == "protocol" else mostly(sensible.get(field, anything), anything)
            )
    if draw(st.integers(0, 9)) == 9:
        message[draw(wild_texts)] = draw(anything)
    text = json.dumps(message, ensure_ascii=draw(st.booleans()))
    return text.encode("utf-8", "replace") if draw(st.integers(0, 5)) == 5 else text


class RandomClient:
    """A server with a game in progress, and a client that sends random messages."""

    def __init__(self, folder: Path) -> None:
        self.runner = asyncio.Runner()
        self.serving = in_memory(folder, queue=100_000, tables_per_person=10_000)
        self.running: InMemoryServer = self.runner.run(self.serving.__aenter__())
        self.table, self.client = self.runner.run(self.begin())

    async def begin(self) -> tuple[str, SocketClient]:
        ada, bob = await self.running.newcomer("Ada"), await self.running.newcomer("Bob")
        table = await self.running.table(ada.token)
        await bob.done(table, "sit")
        await ada.done(table, "deal")
        await bob.done(table, "add", text="b")
        ada.say("subscribe", table=table)
        return table, ada

    def close(self) -> None:
        self.runner.run(self.serving.__aexit__(None, None, None))
        self.runner.close()

    def say(self, content: str | bytes) -> list[str]:
        """Send a message and return the responses; connect again after too many messages."""
        if isinstance(content, bytes):
            content = content.replace(b"TABLE", self.table.encode())
        else:
            content = content.replace("TABLE", self.table).encode("utf-8", "replace").decode()
        return self.runner.run(self._say(content))

    async def _say(self, content: str | bytes) -> list[str]:
        client = self.client
        client.raw.clear()
        client.messages.clear()
        client._read = 0
        client.say_raw(content)
        client.say("ping")
        last = await client.next("pong", "closing")
        if last["type"] == "closing":
            assert last["code"] in ("protocol", "too-large", "too-many")
            self.running.clients.remove(client)
            await client.close()
            self.client = await self.running.client(client.person, client.token)
            self.client.say("subscribe", table=self.table)
        raw = list(client.raw)
        live = self.running.server.host.tables.get(self.table)
        if live is None or live.state.phase in ("over", "closed") or live.state.seat_of(self.client.person) is None:
            # A new table, where more commands are possible.
            for old in self.running.clients:
                await old.close()
            self.running.clients.clear()
            self.table, self.client = await self.begin()
        return raw


@pytest.fixture(scope="module")
def wild(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RandomClient]:
    server = RandomClient(tmp_path_factory.mktemp("wild"))
    yield server
    server.close()


def test_arbitrary_messages_get_responses_of_the_protocol(wild: RandomClient, caplog: pytest.LogCaptureFixture) -> None:
    kinds: Counter[str] = Counter()

    @settings(max_examples=examples(100, thorough=1500))
    @given(messages())
    def anything_said(content: str | bytes) -> None:
        with structlog.testing.capture_logs() as lines:
            responses = wild.say(content)
        assert responses, "a connection always responses"
        for raw in responses:
            kinds[type(ANSWERS.decode(raw)).__name__] += 1
            assert "Traceback" not in raw
        assert [line for line in lines if line["log_level"] in ("error", "critical", "warning")] == []

    anything_said()
    assert {"Pong", "Problem", "Refused"} <= set(kinds)
    # Few of a hundred messages are commands that are possible.
    assert {"Done", "View"} <= set(kinds) or not THOROUGH
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


SAID = [
    '{"type": "ping"}',
    "{",
    '{"type": "subscribe", "table": "TABLE"}',
    '{"type": "subscribe", "table": "TABLE", "since": 3}',
    '{"type": "subscribe", "table": "0123456789abcdef"}',
    '{"type": "unsubscribe", "table": "TABLE"}',
    '{"type": "subscribe", "table": "x"}',
    '{"type": "draft", "table": "TABLE", "number": 7, "sets": ["r1 r2 r3"]}',
    '{"type": "command", "id": "a-NUMBER", "table": "TABLE", "command": {"do": "play", "table": ["r1 r2 r3"]}}',
    '{"type": "command", "id": "b-NUMBER", "table": "TABLE", "command": {"do": "rematch"}}',
    '{"type": "command", "id": "c-NUMBER", "table": "fedcba9876543210", "command": {"do": "draw"}}',
    '{"type": "command", "id": "NUMBER' + "x" * 80 + '", "table": "TABLE", "command": {"do": "draw"}}',
]


def test_memory_does_not_grow_with_messages(wild: RandomClient) -> None:
    def much(rounds: int, first: int) -> None:
        for number in range(first, first + rounds):
            for content in SAID:
                wild.say(content.replace("NUMBER", str(number)))

    rounds, batches = examples(10, thorough=40), examples(4, thorough=6)
    much(20, 0)
    grown = []
    tracemalloc.start()
    try:
        with earlier_objects_ignored():
            much(20, 1000)
            gc.collect()
            for batch in range(batches):
                before = tracemalloc.get_traced_memory()[0]
                much(rounds, 2000 + rounds * batch)
                gc.collect()
                grown.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    # Caches and the game grow now and then. A leak would grow every time, by more than a hundred bytes a message.
    assert min(grown) < 100 * rounds * len(SAID), f"memory grew with every round of messages, by {grown} bytes"
