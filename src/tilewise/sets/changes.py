"""Which sets of a table are no longer there after a turn, and which were not there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tilewise.sets.tile_set import Kind, TileSet
from tilewise.tiles import Tiles


def changes_between(before: Sequence[TileSet], after: Iterable[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """Return the sets that are no longer on the table, and those that were not there before.

    >>> from tilewise.sets import read_set
    >>> from tilewise.tiles import format_tiles, parse_table
    >>> before = [read_set(tiles) for tiles in parse_table("r3 r4 r5 | k7 b7 o7")]
    >>> after = [read_set(tiles) for tiles in parse_table("o7 k7 b7 | r3 r4 r5 r6")]
    >>> [[format_tiles(one.tiles) for one in sets] for sets in changes_between(before, after)]
    [['r3 r4 r5'], ['r3 r4 r5 r6']]
    """
    unmatched = Counter[tuple[Kind, Tiles]]()
    for old in before:
        unmatched[old.key] += 1
    added = []
    for new in after:
        if unmatched[new.key]:
            unmatched[new.key] -= 1
        else:
            added.append(new)
    removed = []
    for old in before:
        if unmatched[old.key]:
            unmatched[old.key] -= 1
            removed.append(old)
    return removed, added
