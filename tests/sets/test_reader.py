"""The set that tiles form, in the given order or arranged: a valid order is kept (T5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.set_texts import set_of
from tilewise.sets.arrangement import arrangements
from tilewise.tiles import format_tiles, parse_tiles


def test_a_joker_at_the_low_end_of_a_run_is_worth_less_than_at_the_high_end() -> None:
    """T5: the order says what a joker stands for."""
    assert set_of("J r4 r5").value == 12
    assert set_of("r4 r5 J").value == 15


@pytest.mark.parametrize("order", list(permutations(("r4", "r5", "r6", "J"))))
def test_tiles_are_never_refused_for_their_order(order: tuple[str, ...]) -> None:
    """T5: a valid order is kept; otherwise the tiles are arranged, with the joker where it is worth most."""
    read = set_of(" ".join(order))
    arranged = format_tiles(read.tiles)
    if order in (("J", "r4", "r5", "r6"), ("r4", "r5", "r6", "J")):
        assert arranged == " ".join(order)
    else:
        assert (arranged, read.value) == ("r4 r5 r6 J", 22)


# Orders in which tiles form a set


def test_a_joker_without_room_above_goes_below() -> None:
    """T3, T5."""
    read = set_of("r12 r13 J")
    assert (format_tiles(read.tiles), read.stands_for) == ("J r12 r13", ("r11", "r12", "r13"))


@pytest.mark.parametrize(("text", "arranged"), [("D r2 r3", "r2 r3 D"), ("r11 r12 D", "D r11 r12")])
def test_a_double_is_never_placed_directly_before_2_or_after_12(text: str, arranged: str) -> None:
    """X1: both numbers are within 1 to 13."""
    assert format_tiles(set_of(text).tiles) == arranged


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("r5 r3 r4", ["r3 r4 r5"]),
        ("r3 J b3", ["r3 b3 J"]),
        ("J J r5", ["r5 J J", "r5 J J"]),  # a run and a group
        ("k4 M k3 k3 k4", ["k3 k4 M k4 k3"]),
        ("r3 r4 k5", []),
        ("r3 r3 r4", []),
        ("r7 M M r7", []),  # at most one mirror
        ("r7 b7 M r7", []),  # the two sides differ in size
    ],
)
def test_tiles_have_at_most_one_order_as_a_run_and_one_as_a_group(text: str, orders: list[str]) -> None:
    """T1, T2, T5, X3."""
    assert [format_tiles(order) for order in arrangements(parse_tiles(text))] == orders
