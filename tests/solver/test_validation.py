"""The checks of a position; `test_compilation` has the same errors through the queries."""

from __future__ import annotations

from typing import Any

import pytest

from tilewise.errors import TilewiseError
from tilewise.solver import InvalidTable
from tilewise.solver.validation import HEAVIEST, arranged_table, check_tiles, check_weights
from tilewise.tiles import FACES, JOKER, parse_table, parse_tiles


@pytest.mark.parametrize(
    ("table", "rack", "message"),
    [
        (None, (), "A table is a tuple of sets, and sets and racks are tuples of tiles."),
        ((), [], "A table is a tuple of sets, and sets and racks are tuples of tiles."),
        (("r3",), (), "A table is a tuple of sets, and sets and racks are tuples of tiles."),
        ((), ("r3",), "'r3' is not a tile."),
        ((), (len(FACES),), "56 is not a tile."),
        ((), (-1,), "-1 is not a tile."),
        ((), (4.0,), "4.0 is not a tile."),
        ((), (FACES[4],) * 4, "The solver knows up to 3 tiles of a face and 4 jokers of a kind."),
        (((JOKER,) * 3,), (JOKER,) * 2, "The solver knows up to 3 tiles of a face and 4 jokers of a kind."),
    ],
)
def test_tiles_that_no_box_contains_are_named(table: Any, rack: Any, message: str) -> None:
    with pytest.raises(TilewiseError) as caught:
        check_tiles(table, rack)
    assert str(caught.value) == message


def test_a_whole_box_is_accepted() -> None:
    check_tiles(((FACES[0],) * 3,), FACES[1:52] * 3 + (JOKER,) * 4)


@pytest.mark.parametrize("weights", [None, (), (1,) * 55, [1] * 56, (1.0,) * 56, (HEAVIEST + 1,) * 56, ("1",) * 56])
def test_weights_are_whole_numbers_for_all_faces_within_a_limit(weights: Any) -> None:
    with pytest.raises(TilewiseError):
        check_weights(weights)
    check_weights((HEAVIEST, -HEAVIEST) * 28)


def test_a_table_is_returned_with_its_sets_in_order() -> None:
    """T5."""
    assert arranged_table(parse_table("r4 r3 r5 | o7 k7 b7")) == parse_table("r3 r4 r5 | o7 k7 b7")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("r3 r4 r6", "On the table r3 r4 r6 is not a set: This run lacks 5."),
        ("k1 k2 k3 | r3 r4", "On the table r3 r4 is not a set: "),
    ],
)
def test_a_set_that_is_not_valid_is_named_with_the_reason(table: str, message: str) -> None:
    with pytest.raises(InvalidTable, match=f"^{message}"):
        arranged_table(parse_table(table))


def test_an_empty_set_is_named() -> None:
    with pytest.raises(InvalidTable, match="an empty set"):
        arranged_table(((), parse_tiles("r3 r4 r5")))
