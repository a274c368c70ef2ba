"""The set that tiles form, or why they form none."""

from __future__ import annotations

from functools import lru_cache

from tilewise.errors import Refusal
from tilewise.sets.arrangement import arrangements
from tilewise.sets.flaws import FEWEST_TILES, LONGEST_SET, flaw_of
from tilewise.sets.runs_and_groups import read_in_order
from tilewise.sets.tile_set import TileSet
from tilewise.tiles import Table, Tiles

_CACHE_SIZE = 1 << 16
"""Sets stay on a table for many turns, so results are cached (at most about 1 KB each)."""


@lru_cache(_CACHE_SIZE)
def read_set(tiles: Tiles) -> TileSet | Refusal:
    """Return the set that tiles form, or a refusal, which is false.

    Tiles that form a set in the given order keep it, because it decides what a joker stands for. Otherwise they are
    arranged, with the jokers where they are worth most (T5).

    >>> from tilewise.tiles import parse_tiles
    >>> read = read_set(parse_tiles("b3 b4 C r6 r7"))
    >>> read.kind.value, read.value, read.stands_for
    ('run', 25, ('b3', 'b4', '5', 'r6', 'r7'))
    >>> str(read_set(parse_tiles("r3 r4 r6")))
    'This run lacks 5.'
    """
    if not FEWEST_TILES <= len(tiles) <= LONGEST_SET:
        return flaw_of(tiles)
    in_order = read_in_order(tiles)
    if in_order is not None:
        return in_order
    arranged = [reading for order in arrangements(tiles) if (reading := read_in_order(order))]
    return max(arranged, key=lambda reading: reading.value) if arranged else flaw_of(tiles)


def read_sets(table: Table) -> list[TileSet]:
    """Return the sets of a table, leaving out tiles that form none.

    >>> from tilewise.tiles import parse_table
    >>> [one.value for one in read_sets(parse_table("r3 r4 r5 | k7 b7 | k7 b7 o7"))]
    [12, 21]
    """
    return [reading for tiles in table if isinstance(reading := read_set(tiles), TileSet)]
