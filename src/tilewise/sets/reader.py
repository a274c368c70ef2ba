"""Reading tiles as a set."""

from __future__ import annotations

from functools import lru_cache

from tilewise.errors import Refusal
from tilewise.sets.arrangement import arrangements
from tilewise.sets.flaws import FEWEST_TILES, flaw_of
from tilewise.sets.slots import read_in_order
from tilewise.sets.tile_set import TileSet
from tilewise.tiles import Tiles

_REMEMBERED = 1 << 16
"""Readings kept, because the same sets lie on a table for many turns (about 1 KB each at most)."""


@lru_cache(_REMEMBERED)
def read_set(tiles: Tiles) -> TileSet | Refusal:
    """Read tiles as a set, or say why they are none.

    Tiles that are a set in the order in which they lie keep that order: it says what a joker stands for.
    Otherwise they are arranged, with the jokers where they are worth most (T5).

    >>> from tilewise.tiles import parse_tiles
    >>> read = read_set(parse_tiles("b3 b4 C r6 r7"))
    >>> read.kind.value, read.value, read.stands_for
    ('run', 25, ('b3', 'b4', '5', 'r6', 'r7'))
    >>> str(read_set(parse_tiles("r3 r4 r6")))
    'This run lacks 5.'
    """
    if len(tiles) < FEWEST_TILES:
        return flaw_of(tiles)
    as_it_lies = read_in_order(tiles)
    if as_it_lies is not None:
        return as_it_lies
    arranged = [reading for order in arrangements(tiles) if (reading := read_in_order(order))]
    return max(arranged, key=lambda reading: reading.value) if arranged else flaw_of(tiles)
