"""Which sets a turn changed."""

from __future__ import annotations

import pytest

from tilewise.sets import TileSet, changes_between, read_sets
from tilewise.tiles import format_table, parse_table


def read(text: str) -> list[TileSet]:
    return read_sets(parse_table(text))


@pytest.mark.parametrize(
    ("before", "after", "removed", "added"),
    [
        ("r3 r4 r5", "r3 r4 r5", "", ""),
        ("r3 r4 r5", "r3 r4 r5 r6", "r3 r4 r5", "r3 r4 r5 r6"),
        # The order of a group does not matter; that of a run with a joker does.
        ("k7 b7 o7", "o7 k7 b7", "", ""),
        ("J r4 r5", "r4 r5 J", "J r4 r5", "r4 r5 J"),
        # Of two equal sets, one stays.
        ("r3 r4 r5 | r3 r4 r5", "r3 r4 r5 | r3 r4 r5 r6", "r3 r4 r5", "r3 r4 r5 r6"),
        ("", "r3 r4 r5", "", "r3 r4 r5"),
    ],
)
def test_sets_that_stayed_are_in_neither_list(before: str, after: str, removed: str, added: str) -> None:
    gone, new = changes_between(read(before), read(after))
    assert [format_table([one.tiles for one in sets]) for sets in (gone, new)] == [removed, added]
