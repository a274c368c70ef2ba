"""The sets that a rack contains (T1, T2, T4, X1-X4)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.support import set_oracle
from tilewise.sets import Kind, sets_in
from tilewise.tiles import JOKERS, Tile, Tiles, format_tiles, parse_tiles


def best_value(tiles: Tiles) -> tuple[Kind, int] | None:
    """Find the greatest value of these tiles as a set, in any order, by trying every form."""
    for form in set_oracle.forms_for(tiles):
        if next(set_oracle.orders_that_cover(tiles, form), None) is not None:
            return form.kind, form.value
    return None


def hands_of(rack: Tiles) -> Iterator[Tiles]:
    for size in range(3, len(rack) + 1):
        yield from set(combinations(rack, size))


def sets_by_brute_force(rack: Tiles) -> dict[Tiles, int]:
    """List every hand of the rack that is a set, with its value; runs of more than five tiles are left out."""
    found = {}
    for hand in hands_of(rack):
        best = best_value(hand)
        if best is not None and not (best[0] is Kind.RUN and len(hand) > 5):
            found[hand] = best[1]
    return found


def random_rack(dice: random.Random, jokers: str, size: int) -> Tiles:
    """Draw a small rack with many sets: two colours, five consecutive numbers, and these jokers."""
    low = dice.randint(1, 9)
    colours = dice.sample("krbo", 2)
    box = [Tile.parse(f"{colour}{low + n}") for colour in colours for n in range(5) for _ in range(2)]
    return tuple(sorted((*parse_tiles(jokers), *dice.sample(box, size - len(jokers.split())))))


@pytest.mark.long
@pytest.mark.parametrize("jokers", ["", "J", "J J", "D", "J D", "D D", "C", "C J", "C C", "M", "M J", "M D", "M C C"])
def test_all_sets_of_a_small_rack_are_found_and_nothing_else(jokers: str) -> None:
    """T1, T2, T4, X1, X2, X3, X4: complete, and each at its greatest value."""
    dice = random.Random(jokers)
    for _ in range(8):
        rack = random_rack(dice, jokers, 8)
        found = {tuple(sorted(s.tiles)): s.value for s in sets_in(rack)}
        assert found == sets_by_brute_force(rack), format_tiles(rack)


@pytest.mark.parametrize(
    "rack",
    ["k7 r7 b7 o7 J J", "k7 r7 b7 o7 k7 M", "r13 b13 J D M", "J J D M C", "D D M J", "C C J M", "k1 k1 r1 D M J"],
)
def test_all_sets_of_racks_with_groups_and_jokers_are_found(rack: str) -> None:
    """T1, T4, X1, X3: groups, and sets of nothing but jokers."""
    tiles = tuple(sorted(parse_tiles(rack)))
    assert {tuple(sorted(s.tiles)): s.value for s in sets_in(tiles)} == sets_by_brute_force(tiles)


def test_long_mirrored_sets_are_found_whole() -> None:
    """X3: unlike a long run, a mirrored set cannot be divided."""
    found = [s for s in sets_in(parse_tiles("k3 k3 k4 k4 k5 k5 k6 M J")) if len(s.tiles) == 9]
    assert [(s.kind, s.value) for s in found] == [(Kind.MIRROR_RUN, 36)]


def test_a_run_longer_than_five_is_found_as_shorter_runs() -> None:
    """T2."""
    found = sets_in(parse_tiles("r1 r2 r3 r4 r5 r6 r7"))
    assert max(len(s.tiles) for s in found) == 5
    assert {format_tiles(s.tiles) for s in found} >= {"r1 r2 r3", "r4 r5 r6 r7"}


def test_the_most_valuable_set_comes_first() -> None:
    values = [s.value for s in sets_in(parse_tiles("r3 r4 r5 r6 k4 b4 J"))]
    assert len(values) > 5
    assert values == sorted(values, reverse=True)


def test_a_rack_without_sets_has_none() -> None:
    """T1, T2."""
    assert sets_in(()) == []
    assert sets_in(parse_tiles("r1 r2 k3 b7 o7 r13")) == []
    assert sets_in(JOKERS[:1] * 2) == []
