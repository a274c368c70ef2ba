"""Openings: could this rack open, and with which sets (U3, U4, C3).

The search is exact: it finds an opening whenever one exists. Sets are tried the most valuable first, and a
branch ends where even the best use of every tile that is left could not reach the threshold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tilewise.sets import TileSet
from tilewise.sets.enumeration import sets_on
from tilewise.tiles import DOUBLE, HIGHEST, MIRROR, Tile


def find_opening(rack: Iterable[Tile], threshold: int) -> tuple[TileSet, ...] | None:
    """Return sets from the rack worth at least the threshold together, or None if there are none.

    >>> from tilewise.tiles import parse_tiles
    >>> [str(t) for s in find_opening(parse_tiles("r9 r10 J k1"), 30) for t in s.tiles]
    ['r9', 'r10', 'J']
    >>> find_opening(parse_tiles("r1 r2 r3 k1"), 30) is None
    True
    """
    held = Counter(rack)
    candidates = [(found, Counter(found.tiles)) for found in sets_on(held.elements())]

    def search(start: int, left: Counter[Tile], missing: int) -> tuple[TileSet, ...] | None:
        for index in range(start, len(candidates)):
            found, needed = candidates[index]
            if needed <= left:
                if found.value >= missing:
                    return (found,)
                rest = left - needed
                if _most_worth(rest) + found.value >= missing:
                    more = search(index, rest, missing - found.value)
                    if more is not None:
                        return (found, *more)
        return None

    return search(0, held, threshold)


def can_open(rack: Iterable[Tile], threshold: int) -> bool:
    """Whether the rack holds an opening worth at least the threshold; any set, if that is 0."""
    return find_opening(rack, threshold) is not None


def _most_worth(tiles: Counter[Tile]) -> int:
    """No use of these tiles is worth more than this."""
    return sum(_MOST_WORTH[tile] * count for tile, count in tiles.items())


def _most_worth_of(tile: Tile) -> int:
    if tile == MIRROR:
        return 0
    return tile.number or HIGHEST * (2 if tile == DOUBLE else 1)


_MOST_WORTH = [_most_worth_of(Tile(code)) for code in range(MIRROR + 1)]
