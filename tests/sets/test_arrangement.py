"""Orders in which tiles form a set (T5)."""

from __future__ import annotations

import pytest

from tests.support.set_texts import set_of
from tilewise.sets.arrangement import arrangements
from tilewise.tiles import format_tiles, parse_tiles


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
