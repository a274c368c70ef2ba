"""A play as the moves of a hand: every move is possible, and together they make the new table."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewise.solver.steps import Step, moved_tiles, steps_between
from tilewise.tiles import Table, Tiles, parse_table, parse_tiles


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        ("r3 r4 r5", "r3 r4 r5", 0),
        ("r3 r4 r5", "r3 r4 r5 r6", 0),
        ("r3 r4 r5 r6 r7 r8", "r3 r4 r5 | r6 r7 r8", 3),
        ("k4 r4 b4 o4 | b5 b6 b7", "k4 r4 o4 | b4 b5 b6 b7", 1),
        ("k4 r4 b4 | k5 r5 b5 | k6 r6 b6", "k4 k5 k6 | r4 r5 r6 | b4 b5 b6", 6),
    ],
)
def test_tiles_that_leave_the_largest_part_of_their_set_are_moved(old: str, new: str, moved: int) -> None:
    assert moved_tiles(parse_table(old), parse_table(new)) == moved


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [
        ("r3 r4 r5", "r3 r4 r5 r6", ["Add r6 to r3 r4 r5."]),
        ("", "r3 r4 r5", ["Lay r3 r4 r5."]),
        ("r3 r4 r5 | r6 r7 r8", "r3 r4 r5 r6 r7 r8", ["Join r6 r7 r8 to r3 r4 r5."]),
        ("r3 r4 r5 r6 r7", "r3 r4 r5 | r6 r7 r8", ["Split r6 r7 off r3 r4 r5 r6 r7.", "Add r8 to r6 r7."]),
        ("k4 r4 b4 o4", "k4 r4 o4 | b3 b4 b5", ["Take b4 from k4 r4 b4 o4.", "Lay b3 b4 b5."]),
    ],
)
def test_moves_are_named_as_a_person_would_name_them(old: str, new: str, steps: list[str]) -> None:
    assert [str(step) for step in steps_between(parse_table(old), parse_table(new))] == steps


def table_after(old: Table, steps: tuple[Step, ...]) -> Counter[Tiles]:
    """Make the moves on a table, whose sets are sorted; fails if a move is impossible."""
    sets = [sorted(tiles) for tiles in old]
    hand: Counter[int] = Counter()
    for step in steps:
        if step.verb == "lay":
            sets.append(sorted(step.tiles))
            continue
        current = next(tiles for tiles in sets if tiles == sorted(step.to))
        if step.verb in ("split", "take"):
            for tile in step.tiles:
                current.remove(tile)
            if step.verb == "split":
                sets.append(sorted(step.tiles))
            else:
                hand.update(step.tiles)
        else:
            if step.verb == "join":
                sets.remove(sorted(step.tiles))
            current += step.tiles
            current.sort()
    return Counter(tuple(tiles) for tiles in sets if tiles)


@pytest.mark.parametrize(
    ("old", "rack", "new"),
    [
        ("r3 r4 r5 | k7 b7 o7", "r6", "r3 r4 r5 r6 | k7 b7 o7"),
        ("r3 r4 r5 r6 r7 r8", "r5 r6", "r3 r4 r5 r6 | r5 r6 r7 r8"),
        ("k4 r4 b4 o4 | b5 b6 b7", "b3", "k4 r4 o4 | b3 b4 b5 b6 b7"),
        ("k4 r4 b4 | k5 r5 b5 | k6 r6 b6", "", "k4 k5 k6 | r4 r5 r6 | b4 b5 b6"),
        ("r1 r2 r3 J", "k1 o1", "r2 r3 J | r1 k1 o1"),
    ],
)
def test_the_moves_make_the_new_table(old: str, rack: str, new: str) -> None:
    before, after = parse_table(old), parse_table(new)
    steps = steps_between(before, after)
    assert table_after(before, steps) == Counter(tuple(sorted(tiles)) for tiles in after)
    assert Counter(parse_tiles(rack)) == Counter(t for s in after for t in s) - Counter(t for s in before for t in s)
