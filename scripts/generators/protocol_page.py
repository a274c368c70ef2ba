"""The reference part of docs/protocol.md, from the types of the messages and the texts below their fields."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec

from scripts.generators.sections import replace_section
from tilewise.server import protocol
from tilewise.server.tables import commands, views
from tilewise.server.tables.refusals import TableReason


def generate(page: str) -> str:
    """Return the page with a section for every message, command and event, and every part of them."""
    return replace_section(page, "reference", "\n".join(_reference()))


def _reference() -> Iterable[str]:
    yield from _section("Messages from a client", protocol.AnyClientMessage.__args__)
    yield from _section("Commands", commands.AnyCommand.__args__)
    yield from _section("Messages from the server", protocol.AnyServerMessage.__args__)
    yield from _section("Events", views.AnyTableEvent.__args__)
    yield from _section("Parts of messages", (kind for kind in _all_structs() if kind.__struct_config__.tag is None))
    yield "## Reasons of a table\n"
    yield "`refused` and `problem` can have these codes, besides the reasons that name a rule.\n"
    yield "| code | sentence |"
    yield "| --- | --- |"
    for reason in TableReason:
        yield f"| `{reason.code}` | {reason.sentence} |"
    yield ""


def _section(title: str, kinds: Iterable[type[msgspec.Struct]]) -> Iterable[str]:
    yield f"## {title}\n"
    for kind in kinds:
        yield from _struct(kind)


def _struct(kind: type[msgspec.Struct]) -> Iterable[str]:
    tag = kind.__struct_config__.tag
    yield f"### {f'`{tag}`' if tag else kind.__name__}\n"
    yield f"{inspect.cleandoc(kind.__doc__ or '')}\n"
    fields = msgspec.structs.fields(kind)
    if not fields:
        return
    yield "| field | type | meaning |"
    yield "| --- | --- | --- |"
    for field in fields:
        name_of_type = _type(msgspec.inspect.type_info(field.type))
        optional = "" if field.required else "; optional"
        yield f"| `{field.encode_name}` | {name_of_type}{optional} | {_meaning(kind, field.name)} |"
    yield ""


def _all_structs() -> list[type[msgspec.Struct]]:
    """Return every struct that a message can contain, in the order of their first use."""
    structs: dict[type[msgspec.Struct], None] = {}

    def visit(info: Any) -> None:
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in structs:
                return
            structs[info.cls] = None
            for field in info.fields:
                visit(field.type)
        elif isinstance(info, msgspec.inspect.UnionType):
            for part in info.types:
                visit(part)
        elif isinstance(info, msgspec.inspect.VarTupleType):
            visit(info.item_type)
        elif isinstance(info, msgspec.inspect.DictType):
            visit(info.value_type)

    visit(msgspec.inspect.type_info(protocol.AnyClientMessage | protocol.AnyServerMessage))
    return list(structs)


_PLAIN_TYPES: Final[dict[type, str]] = {
    msgspec.inspect.StrType: "text",
    msgspec.inspect.IntType: "whole number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "true or false",
    msgspec.inspect.NoneType: "null",
}

_LONGEST_UNION: Final = 4
"""A longer union of tagged structs is named as a whole, and has a section of its own."""


def _type(info: Any) -> str:
    """Return a type in plain words; raises TypeError for a type that no message used so far."""
    if type(info) in _PLAIN_TYPES:
        return _PLAIN_TYPES[type(info)]
    if isinstance(info, msgspec.inspect.StructType):
        return f"`{info.tag}`" if info.tag else info.cls.__name__
    if isinstance(info, msgspec.inspect.LiteralType):
        return " or ".join(f"`{value}`" for value in info.values)
    if isinstance(info, msgspec.inspect.VarTupleType):
        return f"list of {_type(info.item_type)}"
    if isinstance(info, msgspec.inspect.DictType):
        return f"object of {_type(info.value_type)} by name"
    if isinstance(info, msgspec.inspect.UnionType):
        tagged = [part for part in info.types if isinstance(part, msgspec.inspect.StructType) and part.tag]
        if len(tagged) > _LONGEST_UNION:
            return "a command" if tagged[0].tag_field == "do" else "an event"
        return " or ".join(map(_type, info.types))
    raise TypeError(f"There are no words for {info} yet. Add them to scripts/generators/protocol_page.py.")


def _meaning(kind: type[msgspec.Struct], field: str) -> str:
    """Return the text below a field in the source of the struct or of one of its bases."""
    for base in kind.__mro__:
        if base.__module__.startswith("tilewise."):
            text = _texts_below_fields(base.__module__).get((base.__name__, field))
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
