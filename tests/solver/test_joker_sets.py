"""The sets with jokers that the search under U7 tries."""

from __future__ import annotations

import pytest

from tilewise.sets import Kind, TileSet, read_set
from tilewise.solver.joker_sets import (
    LONGEST,
    are_interlocked,
    continuing_sets,
    keeping_sets,
    mask_of,
    sets_with_jokers,
    shape_of,
)
from tilewise.tiles import JOKER, NUMBERED, Tile, Tiles, format_tiles, parse_table, parse_tiles

EVERYTHING = mask_of(NUMBERED)


def texts(shapes: object) -> list[str]:
    return sorted(format_tiles(shape.tiles) for shape in shapes)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "kind", "numbers", "places", "jokers"),
    [
        ("r3 J r5", Kind.RUN, "r3 r5", [4], 1),
        ("J r12 r13", Kind.RUN, "r12 r13", [11], 1),
        ("r5 J J", Kind.RUN, "r5", [6, 7], 2),
        ("J J r5", Kind.GROUP, "r5", [], 2),
        ("k7 b7 J", Kind.GROUP, "k7 b7", [], 1),
        ("k7 b7 o7", Kind.GROUP, "k7 b7 o7", [], 0),
        ("J J J", Kind.GROUP, "", [], 3),
    ],
)
def test_a_shape_is_what_the_rules_read(text: str, kind: Kind, numbers: str, places: list[int], jokers: int) -> None:
    """T4, T5."""
    shape = shape_of(parse_tiles(text))
    assert (shape.kind, shape.numbers, shape.jokers) == (kind, mask_of(parse_tiles(numbers)), jokers)
    assert shape.places == sum(1 << place for place in places)


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("r3 r4 r5 J", "r3 J r5", True),
        ("r3 J r5", "r3 r4 r5", False),
        ("r3 r4 r5 r6", "r3 r4 J", True),
        ("k7 b7 o7 J", "k7 b7 J", True),
        ("r7 r8 r9", "k7 r7 J", False),
        ("J J J", "J J J", False),
        ("r5 J J", "J J r5", False),
    ],
)
def test_a_set_continues_an_old_one_of_its_kind_whose_number_tiles_it_contains(
    new: str, old: str, expected: bool
) -> None:
    """U7."""
    assert shape_of(parse_tiles(new)).continues(shape_of(parse_tiles(old))) is expected


def test_all_sets_with_jokers_are_tried_and_have_the_shape_that_the_rules_read() -> None:
    found = sets_with_jokers(EVERYTHING, 4)
    assert len({shape.tiles for shape in found}) == len(found)
    for shape in found:
        assert shape == shape_of(shape.tiles)
        assert shape.jokers >= 1
    # By brute force: runs of one colour and groups of one number.
    for tiles in all_sets():
        reading = read_set(tiles)
        assert isinstance(reading, TileSet)
        same = [shape for shape in found if sorted(shape.tiles) == sorted(tiles) and shape.kind is reading.kind]
        places = shape_of(tiles).places
        assert any(shape.places == places for shape in same), format_tiles(tiles)


def all_sets() -> set[Tiles]:
    """Return all sets of red tiles or of fives with jokers, by brute force."""
    rows = [
        tuple(Tile(f"r{n}") for n in range(first, first + size)) for size in (3, 4, 5) for first in range(1, 15 - size)
    ]
    rows += [parse_tiles(text) for text in ("k5 r5 b5 o5", "k5 r5 b5", "k5 r5 o5", "k5 b5 o5", "r5 b5 o5")]
    found = set()
    for row in rows:
        for wild in range(1, 1 << len(row)):
            if wild.bit_count() <= 4:
                found.add(tuple(JOKER if wild >> i & 1 else tile for i, tile in enumerate(row)))
    return {tiles for tiles in found if read_set(tiles) and len(tiles) <= LONGEST}


def test_only_tiles_that_are_present_and_as_many_jokers_as_there_are_make_sets() -> None:
    present = mask_of(parse_tiles("r3 r4 k4 r9"))
    assert texts(sets_with_jokers(present, 1)) == ["J r3 r4", "k4 r4 J", "r3 r4 J"]
    assert "J J r9" in texts(sets_with_jokers(present, 2))
    assert "J J J" not in texts(sets_with_jokers(present, 2))
    assert "J J J" in texts(sets_with_jokers(present, 3))


def test_a_run_that_keeps_a_joker_grows_by_up_to_two_tiles_at_each_end() -> None:
    """U7: three further tiles are a run of their own."""
    old = shape_of(parse_tiles("r5 J r7"))
    present = mask_of(parse_tiles("r2 r3 r4 r5 r7 r8 r9 r10"))
    found = texts(keeping_sets(old, present, 1))
    assert found == sorted(
        f"{before}r5 J r7{after}" for before in ("", "r4 ", "r3 r4 ") for after in ("", " r8", " r8 r9")
    )
    assert "r2 r3 r4 r5 J r7" in texts(keeping_sets(old, present, 1, overhang=3))


def test_a_run_may_keep_one_of_two_jokers() -> None:
    old = shape_of(parse_tiles("r4 J J"))
    found = texts(keeping_sets(old, mask_of(parse_tiles("r4 r5 r6 r7 r3")), 1))
    assert {"r3 r4 J", "r4 J r6", "r4 r5 J"} <= set(found)
    assert "r4 J J" not in found


@pytest.mark.parametrize(
    ("old", "present", "jokers", "expected"),
    [
        ("r3 J r5", "r3 r4 r5", 0, ["r3 r4 r5"]),
        ("k7 b7 J", "k7 b7 o7", 1, ["k7 b7 J", "k7 b7 o7", "k7 b7 o7 J"]),
        ("k7 b7 o7", "k7 b7 o7 r7", 0, ["k7 b7 o7", "k7 b7 o7 r7"]),
    ],
)
def test_the_sets_that_continue_an_old_one(old: str, present: str, jokers: int, expected: list[str]) -> None:
    """U7."""
    found = continuing_sets(shape_of(parse_tiles(old)), mask_of(parse_tiles(present)), jokers)
    assert texts(found) == sorted(expected)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("r3 J r5 | r6 r7 r8", False),
        ("r3 J J r6 | r4 r5 J", True),
        ("r3 J J r6 | k4 k5 J", False),
        ("r3 r4 r5 | r4 r5 r6", False),
    ],
)
def test_runs_are_interlocked_if_one_has_jokers_where_the_other_has_tiles(table: str, expected: bool) -> None:
    assert are_interlocked([shape_of(tiles) for tiles in parse_table(table)]) is expected
