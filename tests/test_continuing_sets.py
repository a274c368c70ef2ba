"""Which sets after a turn may continue which sets before it (U7)."""

from __future__ import annotations

import pytest

from tilewise.continuing_sets import Continuations, alike, holds, mask, packed
from tilewise.sets import read_sets
from tilewise.tiles import parse_table


def continuations(before: str, after: str) -> Continuations:
    return Continuations(read_sets(parse_table(before)), read_sets(parse_table(after)))


@pytest.mark.parametrize(
    ("before", "after", "candidates"),
    [
        ("r3 r4 r5", "r3 r4 r5 r6", [[0]]),
        ("r3 r4 r5 | r6 r7 r8", "r3 r4 r5 r6 r7 r8", [[0], [0]]),
        ("r3 J r5", "r3 r4 r5 | r5 r6 r7", [[0]]),
        ("r7 b7 J", "r7 b7 k7 | r7 b7 o7 | r6 r7 r8", [[0, 1]]),
        ("J J J", "J J J r9", [[]]),
        ("r7 M r7", "r7 b7 M b7 r7 | r7 b7 k7", [[0]]),
    ],
)
def test_a_set_of_the_same_kind_with_all_number_tiles_may_continue_an_old_one(
    before: str, after: str, candidates: list[list[int]]
) -> None:
    """U7."""
    assert continuations(before, after).candidates == candidates


def test_old_sets_that_compete_for_a_set_with_a_joker_are_a_family() -> None:
    before = "r3 r4 r5 | r4 r5 r6 | k7 b7 o7 | b1 b2 b3"
    after = "r3 r4 r5 r6 J | r3 r4 r5 | k7 b7 o7 J | b1 b2 b3"
    assert [sorted(family) for family in continuations(before, after).families] == [[0, 1], [2]]


def test_the_first_set_with_room_is_the_first_home() -> None:
    sets = continuations("r3 r4 r5 | r3 r4 r5 | r4 r5 r6", "r3 r4 r5 J | r3 r4 r5 r6")
    assert sets.first_homes() == [0, 1, None]


def test_equal_sets_are_alike() -> None:
    sets = read_sets(parse_table("r3 r4 r5 | k7 b7 o7 | o7 k7 b7 | r3 r4 r5 r6"))
    assert alike(sets) == [[1, 2]]


def test_packed_tiles_count_equal_tiles() -> None:
    """X3: a mirrored set has each number twice."""
    mirrored, once = (packed(one) for one in read_sets(parse_table("r7 M r7 | r7 J J")))
    assert holds(mirrored, once)
    assert holds(mirrored - once, once)
    assert not holds(mirrored - once, mirrored)
    assert mask(mirrored) == mask(once)
