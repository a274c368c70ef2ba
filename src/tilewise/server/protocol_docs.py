"""The WebSocket protocol, described from its own types: docs/protocol.md and the JSON Schema of all messages.

`python -m tilewise.server.protocol_docs docs` writes both again; a test fails when they are not up to date.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from tilewise.server import protocol as wire
from tilewise.server.tables import commands, views
from tilewise.server.tables.refusals import TableReason

PAGE: Final = "protocol.md"
SCHEMA: Final = "protocol.schema.json"
MARK: Final = "<!-- From here on the page is made by `python -m tilewise.server.protocol_docs docs`. -->\n"
"""What stands above it in the page is written by hand."""


def protocol_schema() -> dict[str, Any]:
    """The JSON Schema of all messages: `$defs/ClientMessage` and `$defs/ServerMessage` are the two directions."""
    (client, server), parts = msgspec.json.schema_components(
        [wire.AnyClientMessage, wire.AnyServerMessage], ref_template="#/$defs/{name}"
    )
    for part in parts.values():
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tilewise, messages of the WebSocket, version {wire.PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {"ClientMessage": client, "ServerMessage": server, **parts},
    }


def schema_text() -> str:
    """The schema as it is kept in the repository."""
    return json.dumps(protocol_schema(), indent=1, ensure_ascii=False) + "\n"


def described_page(page: str) -> str:
    """A page with all that is below the mark made anew; raises ValueError if there is no mark."""
    by_hand, mark, _ = page.partition(MARK)
    if not mark:
        raise ValueError(f"The page has no line {MARK.strip()!r}.")
    return by_hand + mark + "\n" + "\n".join(_sections())


def _sections() -> Iterable[str]:
    yield from _section("Messages from a client", "###", wire.AnyClientMessage.__args__)
    yield from _section("Commands", "###", commands.AnyCommand.__args__)
    yield from _section("Messages from the server", "###", wire.AnyServerMessage.__args__)
    yield from _section("Events, as they are told", "###", views.AnyTableEvent.__args__)
    parts = [kind for kind in _all_structs() if kind.__struct_config__.tag is None]
    yield from _section("Parts of messages", "###", parts)
    yield "## Reasons of a table\n"
    yield "`refused` and `problem` can have these codes, beside the reasons of the rules, which name their rule.\n"
    yield "| code | sentence |"
    yield "| --- | --- |"
    for reason in TableReason:
        yield f"| `{reason.code}` | {reason.sentence} |"
    yield ""


def _section(title: str, level: str, kinds: Iterable[type[msgspec.Struct]]) -> Iterable[str]:
    yield f"## {title}\n"
    for kind in kinds:
        yield from _described(level, kind)


def _described(level: str, kind: type[msgspec.Struct]) -> Iterable[str]:
    tag = kind.__struct_config__.tag
    yield f"{level} {f'`{tag}`' if tag else kind.__name__}\n"
    yield f"{inspect.cleandoc(kind.__doc__ or '')}\n"
    fields = msgspec.structs.fields(kind)
    if fields:
        yield "| field | is | meaning |"
        yield "| --- | --- | --- |"
    for field in fields:
        is_ = _in_words(msgspec.inspect.type_info(field.type))
        if not field.required:
            is_ = f"{is_}; may be left out"
        yield f"| `{field.encode_name}` | {is_} | {_meaning(kind, field.name)} |"
    if fields:
        yield ""


def _all_structs() -> list[type[msgspec.Struct]]:
    """Every struct that stands in a message, in the order in which they are met."""
    found: dict[type[msgspec.Struct], None] = {}

    def visit(info: Any) -> None:
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in found:
                return
            found[info.cls] = None
            for field in info.fields:
                visit(field.type)
        elif isinstance(info, msgspec.inspect.UnionType):
            for part in info.types:
                visit(part)
        elif isinstance(info, msgspec.inspect.VarTupleType):
            visit(info.item_type)
        elif isinstance(info, msgspec.inspect.DictType):
            visit(info.value_type)

    visit(msgspec.inspect.type_info(wire.AnyClientMessage | wire.AnyServerMessage))
    return list(found)


_WORDS: Final[dict[type, str]] = {
    msgspec.inspect.StrType: "text",
    msgspec.inspect.IntType: "whole number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "true or false",
    msgspec.inspect.NoneType: "null",
}


def _in_words(info: Any) -> str:
    """A type in plain words; raises TypeError for one that has none yet."""
    if type(info) in _WORDS:
        return _WORDS[type(info)]
    if isinstance(info, msgspec.inspect.StructType):
        return f"`{info.tag}`" if info.tag else info.cls.__name__
    if isinstance(info, msgspec.inspect.LiteralType):
        return " or ".join(f"`{value}`" for value in info.values)
    if isinstance(info, msgspec.inspect.VarTupleType):
        return f"list of {_in_words(info.item_type)}"
    if isinstance(info, msgspec.inspect.DictType):
        return f"object of {_in_words(info.value_type)} by name"
    if isinstance(info, msgspec.inspect.UnionType):
        tags = [part for part in info.types if isinstance(part, msgspec.inspect.StructType) and part.tag]
        if len(tags) > 4:
            return "one of the commands" if tags[0].tag_field == "do" else "one of the events"
        return " or ".join(map(_in_words, info.types))
    raise TypeError(f"{info} has no words yet.")


def _meaning(kind: type[msgspec.Struct], field: str) -> str:
    """What stands below a field in the source, of the struct or of what it is made from."""
    for part in kind.__mro__:
        if part.__module__.startswith("tilewise."):
            text = _texts_below_fields(part.__module__).get((part.__name__, field))
            if text is not None:
                return " ".join(text.split())
    return ""


@cache
def _texts_below_fields(module: str) -> dict[tuple[str, str], str]:
    texts: dict[tuple[str, str], str] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            for line, below in zip(node.body, node.body[1:], strict=False):
                match line, below:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        texts[node.name, name] = text
    return texts


def write_all(folder: Path) -> None:
    """Write page and schema again."""
    page = folder / PAGE
    page.write_text(described_page(page.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / SCHEMA).write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
