"""Runs and groups, and what each place of them stands for (T1-T4, X1-X4)."""

from __future__ import annotations

import pytest

from tests.support.set_texts import set_of
from tilewise.sets import Kind
from tilewise.tiles import parse_tiles


@pytest.mark.parametrize("text", ["k7 r7 b7", "k7 r7 b7 o7", "o1 k1 b1", "r13 b13 o13 k13"])
def test_a_group_is_three_or_four_tiles_of_one_number_in_different_colours(text: str) -> None:
    """T1."""
    read = set_of(text)
    assert read.kind is Kind.GROUP
    assert read.value == sum(tile.number for tile in parse_tiles(text))
    assert read.stands_for == tuple(text.split())


@pytest.mark.parametrize("text", ["b3 b4 b5 b6", "r1 r2 r3", "k11 k12 k13", " ".join(f"o{n}" for n in range(1, 14))])
def test_a_run_is_three_to_thirteen_consecutive_numbers_of_one_colour(text: str) -> None:
    """T2, T3."""
    read = set_of(text)
    assert read.kind is Kind.RUN
    assert read.value == sum(tile.number for tile in parse_tiles(text))
    assert read.stands_for == tuple(text.split())


@pytest.mark.parametrize(
    ("text", "stands_for"),
    [
        ("J r4 r5", ("r3", "r4", "r5")),
        ("r3 J r5", ("r3", "r4", "r5")),
        ("r3 r4 J", ("r3", "r4", "r5")),
        ("J J r5", ("5", "5", "r5")),  # a group worth 15 rather than the run 3-4-5 worth 12
        ("k7 J b7", ("k7", "7", "b7")),
        ("k7 J b7 o7", ("k7", "r7", "b7", "o7")),
        ("k7 J J b7", ("k7", "7", "7", "b7")),
        ("J J J", ("13", "13", "13")),
    ],
)
def test_a_joker_stands_for_the_tile_of_its_place(text: str, stands_for: tuple[str, ...]) -> None:
    """T4: in a group of three, for either missing colour; a set may be nothing but jokers."""
    assert set_of(text).stands_for == stands_for


@pytest.mark.parametrize(
    ("text", "stands_for", "value"),
    [
        ("D r5 r6", ("r3+r4", "r5", "r6"), 18),
        ("r3 D r6", ("r3", "r4+r5", "r6"), 18),
        ("r5 r6 D", ("r5", "r6", "r7+r8"), 26),
        ("D r3 r4", ("r1+r2", "r3", "r4"), 10),
        ("r10 r11 D", ("r10", "r11", "r12+r13"), 46),
        ("r3 b3 D", ("r3", "b3", "k3+o3"), 12),
        ("r3 J D", ("r3", "r4", "r5+r6"), 18),
    ],
)
def test_a_double_stands_for_two_tiles(text: str, stands_for: tuple[str, ...], value: int) -> None:
    """X1, X4: two consecutive numbers of a run, or two colours of a group; both count."""
    read = set_of(text)
    assert (read.stands_for, read.value) == (stands_for, value)


@pytest.mark.parametrize(
    ("text", "stands_for"),
    [
        ("b3 b4 C r6 r7", ("b3", "b4", "5", "r6", "r7")),
        ("b3 b4 C", ("b3", "b4", "5")),
        ("C r6 r7", ("5", "r6", "r7")),
        ("b3 C r5 C k7", ("b3", "4", "r5", "6", "k7")),
        ("b3 C r5 C b7", ("b3", "4", "r5", "6", "b7")),
        ("b3 J C D r8", ("b3", "b4", "5", "r6+r7", "r8")),
    ],
)
def test_a_colour_change_takes_a_number_between_two_colours_or_at_an_end(
    text: str, stands_for: tuple[str, ...]
) -> None:
    """X2, X4."""
    read = set_of(text)
    assert (read.kind, read.stands_for) == (Kind.RUN, stands_for)
    numbers = [int(part.lstrip("krbo")) for face in stands_for for part in face.split("+")]
    assert read.value == sum(numbers)


@pytest.mark.parametrize(
    ("text", "kind", "stands_for", "value"),
    [
        ("k3 k4 k5 M k5 k4 k3", Kind.MIRROR_RUN, "k3 k4 k5 - k5 k4 k3", 24),
        ("k5 k4 M k4 k5", Kind.MIRROR_RUN, "k5 k4 - k4 k5", 18),
        ("r7 b7 M b7 r7", Kind.MIRROR_GROUP, "r7 b7 - b7 r7", 28),
        ("r7 M r7", Kind.MIRROR_GROUP, "r7 - r7", 14),
        ("k3 J k5 M k5 k4 k3", Kind.MIRROR_RUN, "k3 k4 k5 - k5 k4 k3", 24),
        ("k3 D M k5 k4 k3", Kind.MIRROR_RUN, "k3 k4+k5 - k5 k4 k3", 24),
        ("k3 C r5 M r5 C k3", Kind.MIRROR_RUN, "k3 4 r5 - r5 4 k3", 24),
    ],
)
def test_a_mirror_is_between_two_sides_that_are_mirror_images(
    text: str, kind: Kind, stands_for: str, value: int
) -> None:
    """X3, X4: the mirror is worth 0 and stands for nothing."""
    read = set_of(text)
    assert (read.kind, " ".join(part or "-" for part in read.stands_for), read.value) == (kind, stands_for, value)
    assert read.mirror == text.split().index("M")
