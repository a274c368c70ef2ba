"""Sets from their notation."""

from __future__ import annotations

from tilewise.errors import Refusal
from tilewise.sets import TileSet, read_set
from tilewise.tiles import parse_tiles


def set_of(text: str) -> TileSet:
    read = read_set(parse_tiles(text))
    assert isinstance(read, TileSet), str(read)
    return read


def refusal_of(text: str) -> Refusal:
    read = read_set(parse_tiles(text))
    assert isinstance(read, Refusal), f"{text} is a {read.kind}"
    return read
