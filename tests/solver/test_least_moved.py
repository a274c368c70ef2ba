"""The same tiles in sets with the fewest of them moved: compared with all arrangements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from tilewise.sets import TileSet, read_set
from tilewise.solver.least_moved import arrange_with_fewest_moves
from tilewise.solver.steps import moved_tiles
from tilewise.tiles import Tiles, parse_table, parse_tiles


def tables_of(tiles: Tiles) -> Iterator[tuple[Tiles, ...]]:
    """Yield all ways to lay these tiles in sets, by brute force."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for count in range(2, len(rest) + 1):
        for chosen in combinations(range(len(rest)), count):
            reading = read_set((first, *(rest[i] for i in chosen)))
            if isinstance(reading, TileSet):
                left = tuple(tile for i, tile in enumerate(rest) if i not in chosen)
                for others in tables_of(left):
                    yield (reading.tiles, *others)


@pytest.mark.parametrize(
    ("table", "placed"),
    [
        ("r3 r4 r5 r6 | k6 b6 o6", "r7"),
        ("r3 r4 r5 r6 | k6 b6 o6", "r6"),
        ("r3 r4 r5 | r6 r7 r8", "r5 r6"),
        ("k4 r4 b4 o4 | r5 r6 r7", "r3"),
        ("r1 r2 r3 J | k4 b4 o4", "r4"),
        ("k7 r7 b7 J", "o7 o8 o9"),
        ("r5 r6 r7 | b5 b6 b7 | k5 k6 k7", "o6"),
    ],
)
def test_no_arrangement_of_the_same_tiles_moves_fewer(table: str, placed: str) -> None:
    old, tiles = parse_table(table), parse_tiles(placed)
    every = list(tables_of((*(tile for old_set in old for tile in old_set), *tiles)))
    fewest = min(moved_tiles(old, new) for new in every)
    found = arrange_with_fewest_moves(old, tiles, 100)
    assert found is not None
    assert moved_tiles(old, found) == fewest
    assert arrange_with_fewest_moves(old, tiles, fewest) is None
