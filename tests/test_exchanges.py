"""Jokers of different kinds that were exchanged for one another (U8)."""

from __future__ import annotations

import pytest

from tilewise.exchanges import joker_exchanges
from tilewise.sets import TileSet, changes_between, read_set
from tilewise.tiles import parse_table


def read(text: str) -> list[TileSet]:
    readings = [read_set(tiles) for tiles in parse_table(text)]
    sets = [reading for reading in readings if isinstance(reading, TileSet)]
    assert len(sets) == len(readings), text
    return sets


def exchanged(before: str, after: str, version: int = 2) -> bool:
    return any(joker_exchanges(*changes_between(read(before), read(after)), version))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The examples of the rule.
        ("k5 D k8", "k5 J J k8 k9 | D b9 o9"),
        ("k5 D k8", "k5 J k7 k8 | D b9 o9"),
        ("r3 r4 J", "r3 r4 C | k9 b9 J"),
        # The other direction, and between special jokers.
        ("J k7 k8", "b4 b5 C k7 k8 | k9 b9 J"),
        ("k5 J J k8", "k5 D k8 | J J b9"),
        ("r3 r4 C", "r3 r4 J | C b9 b10"),
        ("r3 r4 D", "r3 r4 C | D b9 o9"),
        ("r3 b3 D", "r3 b3 J | D b9 o9"),
        ("r3 b3 J", "r3 b3 D | J b9 o9"),
        ("r3 b3 J J", "r3 b3 D | J J b9"),
        # Longer, and shorter.
        ("k5 D k8", "k4 k5 J J k8 | D b9 o9"),
        ("r2 r3 r4 J", "r3 r4 C | r2 b2 o2 | k9 b9 J"),
        ("k3 k4 J", "k3 k4 C b6 b7 | k9 b9 J"),
        # One side of a mirrored run, from either side, and a run that becomes mirrored.
        ("k3 D M k5 k4 k3", "k3 J J M k5 k4 k3 | k9 b9 D"),
        ("k3 D M k5 k4 k3", "k3 k4 k5 M J J k3 | k9 b9 D"),
        ("k5 D k8", "k5 J J k8 M k8 k7 k6 k5 | D b9 o9"),
        # A mirror has no number: its place is that between its neighbours.
        ("J M J", "J D J | r9 M r9"),
        ("k4 k5 M J J", "k4 k5 D J J | r9 M r9"),
        ("k4 k5 D J J", "k4 k5 M J J | r9 b9 D"),
        ("J J M k5 k4", "k4 k5 D J J | r9 M r9"),
        # Nothing else has changed, although the group is a run now.
        ("J J r3", "C J r3 | k9 b9 J"),
        # A second set does not hide that one joker was exchanged.
        ("r3 r4 J | r3 r4 J", "r3 r4 J r6 | r3 r4 C | k9 b9 J"),
    ],
)
def test_a_joker_of_another_kind_in_the_place_of_a_joker_is_an_exchange_u8(before: str, after: str) -> None:
    assert exchanged(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # One kind of joker only.
        ("r3 J r5", "r3 r4 r5 | k9 b9 J"),
        # Freed by number tiles, or by rearranging.
        ("k5 D k8", "k5 k6 k7 k8 | J b9 D"),
        ("D r5 r6", "r5 r6 J | k9 b9 D"),
        ("r3 b3 D", "r3 b3 k3 o3 | J b9 D"),
        ("r3 r4 r5 J r7 r8 r9", "r3 r4 r5 | r7 r8 r9 | k9 C b11 | b9 J o9"),
        # The neighbours are not where they were.
        ("k5 D k8", "k4 J J k7 | k5 b5 o5 | k8 b8 D"),
        ("k3 b3 o3 J", "k3 b3 D | o3 o4 o5 | J b9 b10"),
        # The set still has its joker; another one joins it, or lies next to it.
        ("D r5 r6", "D r5 r6 J"),
        ("r3 r4 J | r3 r4 r5", "r3 r4 J | r3 r4 C | r5 k5 b5"),
        ("r3 r4 J | r3 r4 r5", "r3 r4 J r6 | r3 r4 C | r5 k5 b5"),
        ("k4 k5 M J J | k4 k5 k6", "k3 k4 k5 M J J k3 | k4 k5 D J J | k6 b6 o6"),
        # The other joker was there before.
        ("r3 r4 J | r3 r4 C b6", "r3 r4 C b6 b7 | r3 k3 b3 | r4 k4 b4 | k9 b9 J"),
        # Every tile could have come from the rack.
        ("r3 r4 J", "r3 r4 r5 | r3 r4 C | k9 b9 J"),
        # Sets of different families.
        ("r3 J J", "b3 D r3 | k9 J J"),
        # Jokers next to nothing but jokers are replaced one by one only.
        ("J J J", "J D r7 | J J k9"),
    ],
)
def test_freeing_joining_and_laying_sets_from_the_rack_are_no_exchange_u8(before: str, after: str) -> None:
    assert not exchanged(before, after)


@pytest.mark.parametrize(
    ("before", "after", "in_version_1"),
    [
        ("k5 D k8", "k5 J J k8 | D b9 o9", True),
        ("J M J", "J D J | r9 M r9", True),
        ("r3 b3 D", "J b3 r3 | D b9 o9", True),
        ("k3 D M k5 k4 k3", "k3 k4 k5 M J J k3 | k9 b9 D", True),
        # Even if the set could have come from the rack.
        ("D r5 r6", "r3 r4 r5 r6 | J r5 r6 | k9 b9 D", True),
        ("k5 D k8", "k5 J J k8 k9 | D b9 o9", False),
        ("k5 D k8", "k5 J k7 k8 | D b9 o9", False),
        ("r3 r4 J", "r3 r4 C | k9 b9 J", False),
        ("D r5 r6", "D r5 r6 r7 | J r5 r6", False),
        ("r3 D r6", "r3 r4 r5 r6 | k9 b9 D", False),
    ],
)
def test_version_1_protects_only_special_jokers_in_a_set_that_is_otherwise_the_same_u8(
    before: str, after: str, in_version_1: bool
) -> None:
    assert exchanged(before, after, version=1) == in_version_1
