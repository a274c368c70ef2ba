"""The WebSocket protocol and its description in docs/protocol.md and docs/protocol.schema.json."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest

from scripts.generators.protocol_schema import message_schema
from tests.support.asgi_server import in_memory
from tests.support.socket_scenes import state_of
from tilewise.server import protocol as wire
from tilewise.server.tables.commands import AnyCommand
from tilewise.server.tables.schedule import ADDING_TIME, PAUSE
from tilewise.server.tables.table_state import Phase
from tilewise.server.tables.views import AnyTableEvent
from tilewise.server.tags import kebab
from tilewise.turn_clock import DELAY_ALLOWANCE

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_every_message_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for union in (wire.AnyClientMessage, wire.AnyServerMessage, AnyCommand, AnyTableEvent):
        for kind in union.__args__:
            assert f"### `{kind.__struct_config__.tag}`" in page
            assert (kind.__doc__ or "").strip(), f"{kind.__name__} says nothing about itself"
    for phase in Phase.__args__:  # type: ignore[attr-defined]
        assert f"| `{phase}` |" in page


def test_the_numbers_on_the_page_are_those_of_the_program() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"Version {wire.PROTOCOL}." in page
    assert (ADDING_TIME, PAUSE, DELAY_ALLOWANCE) == (3_000, 30_000, 1_000)
    assert "within three seconds" in page
    assert "after half a minute" in page
    assert "one second later" in page


def test_the_examples_on_the_page_are_messages() -> None:
    page = PAGE.read_text(encoding="utf-8")
    said = re.findall(r"^client  (\{.*\})$", page, re.MULTILINE)
    assert len(said) == 3
    for text in said:
        wire.decode(text)
    told = [
        text
        for text in re.findall(r"^server  (\{.*\})$", page, re.MULTILINE)
        if "..." not in text.replace("81c2...", "")
    ]
    assert len(told) == 3
    for text in told:
        msgspec.json.decode(text, type=wire.AnyServerMessage)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(message_schema())


async def test_the_messages_of_a_game_fit_the_schema(tmp_path: Path) -> None:
    schema = message_schema()
    told = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/ServerMessage"}]})
    said = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/ClientMessage"}]})
    async with in_memory(tmp_path) as running:
        ada = await running.newcomer("Ada")
        table = await running.table(ada.token, profile="jumbo", seats=["person", "beginner"])
        ada.say("subscribe", table=table)
        await ada.done(table, "add", text="a")
        for _ in range(3):
            await ada.answer(table, "keep")
            await ada.answer(table, "draw")
            while (game := state_of(running, table).game) is None or game.turn != 0:
                await asyncio.sleep(0.001)
        ada.say("subscribe", table=table, since=4)
        ada.say("nonsense")
        await ada.refused(table, "rematch")
        await ada.done(table, "leave")
        await ada.settle()
        kinds = {message["type"] for message in ada.messages}
        assert {"welcome", "view", "event", "events", "done", "refused", "presence", "problem", "pong"} <= kinds
        for message in ada.messages:
            told.validate(message)
    said.validate({"type": "subscribe", "table": "x", "since": None})
    for wrong in ({"type": "subscribe"}, {"type": "fly"}, {"type": "ping", "more": 1}, json.loads("[]")):
        assert not said.is_valid(wrong)
        with pytest.raises(msgspec.MsgspecError):
            wire.decode(json.dumps(wrong))


# Tags


@pytest.mark.parametrize(
    ("name", "tag"), [("Sat", "sat"), ("WentAway", "went-away"), ("ComputerSat", "computer-sat"), ("", "")]
)
def test_a_tag_is_the_class_name_with_hyphens(name: str, tag: str) -> None:
    assert kebab(name) == tag
