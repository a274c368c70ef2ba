"""From the path of the plain search to sets: every tile in its place, and places for jokers that no set needs."""

from __future__ import annotations

import pytest

from tests.support import solver_oracle
from tilewise.sets import TileSet, read_set
from tilewise.solver.plain_layout import PlainKernel
from tilewise.solver.plain_search import SOLVED
from tilewise.tiles import FACES, Table, format_table, parse_table, parse_tiles

EACH = (1,) * len(FACES)
RED_RUN = " ".join(f"r{number}" for number in range(1, 14))


def arrangement(table: str, rack: str) -> Table:
    kernel = PlainKernel()
    kernel.ask(parse_table(table), tuple(sorted(parse_tiles(rack))), EACH)
    assert kernel.solve() == SOLVED
    return kernel.arrangement(FACES)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 r4 r5", "r6", "r3 r4 r5 r6"),
        ("", "k7 r7 b7", "k7 r7 b7"),
        ("", "k7 r7 b7 J", "k7 r7 b7 J"),  # the fourth tile of a group
        ("", "r3 r4 J", "r3 r4 J"),  # jokers at the end
        ("", "r12 r13 J", "J r12 r13"),  # or at the beginning
        ("", "r3 J r5", "r3 J r5"),
        ("k5 r5 b5 o5", "J J", "b5 o5 J | k5 r5 J"),  # a group is split
        ("k5 r5 b5 o5", "J J J", "k5 r5 b5 o5 | J J J"),
        (RED_RUN, "J", "r1 r2 r3 r4 r5 r6 J | r7 r8 r9 r10 r11 r12 r13"),  # a run is split
    ],
)
def test_sets_are_built_with_jokers_where_people_expect_them(table: str, rack: str, after: str) -> None:
    """T1, T2, T4."""
    assert format_table(sorted(arrangement(table, rack))) == format_table(sorted(parse_table(after)))


@pytest.mark.parametrize("family", ["two-copies", "four-jokers", "three-copies"])
def test_every_answer_consists_of_sets_in_order_with_the_right_tiles(family: str) -> None:
    """T5, U6."""
    kernel = PlainKernel()
    for table, rack in solver_oracle.random_positions(family, 100, 6):
        kernel.ask(table, rack, EACH)
        if kernel.solve() != SOLVED:
            continue
        after, placed = kernel.arrangement(FACES), kernel.placed(FACES)
        for tiles in after:
            reading = read_set(tiles)
            assert isinstance(reading, TileSet)
            assert reading.tiles == tiles
        used = sorted(tile for tiles in after for tile in tiles)
        assert used == sorted([*(tile for tiles in table for tile in tiles), *placed])
        assert placed == sorted(placed)
        assert kernel.total == len(placed)
