"""The JSON Schema of all WebSocket messages."""

from __future__ import annotations

import inspect
import json
from typing import Any

import msgspec

from tilewise.server import protocol


def generate(_present: str = "") -> str:
    """Return docs/protocol.schema.json."""
    return json.dumps(message_schema(), indent=1, ensure_ascii=False) + "\n"


def message_schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages.

    `$defs/ClientMessage` and `$defs/ServerMessage` are the two directions. Raises ValueError if two types of messages
    have the same name: the names are also those of the page's TypeScript types.
    """
    (client, server), parts = msgspec.json.schema_components(
        [protocol.AnyClientMessage, protocol.AnyServerMessage], ref_template="#/$defs/{name}"
    )
    for name, part in parts.items():
        if "." in name:
            # msgspec tells equal names apart by their modules.
            raise ValueError(f"Two types of messages are called {name.rpartition('.')[2]}. Rename one of them.")
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tilewise, messages of the WebSocket, version {protocol.PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {"ClientMessage": client, "ServerMessage": server, **parts},
    }
