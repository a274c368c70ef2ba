"""Sets as values, and which of them a turn changed (T1, T5, X3)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.set_texts import set_of
from tilewise.sets import Kind, TileSet, changes_between, read_sets
from tilewise.tiles import format_table, parse_table


def test_a_set_without_a_mirror_has_no_index_of_one() -> None:
    """X3."""
    assert set_of("r3 r4 r5").mirror is None


def test_a_group_is_the_same_in_any_order() -> None:
    """T1."""
    assert len({set_of(" ".join(order)).key for order in permutations(("k7", "r7", "b7", "J"))}) == 1
    assert set_of("k7 r7 b7").key != set_of("k7 r7 o7").key
    assert set_of("k7 r7 b7").key != set_of("k7 r7 J").key


def test_runs_are_the_same_only_if_their_jokers_stand_for_the_same() -> None:
    """T5."""
    assert set_of("r5 r3 r4").key == set_of("r3 r4 r5").key
    assert set_of("J r4 r5").key != set_of("r4 r5 J").key


def test_a_group_and_a_run_of_the_same_tiles_are_not_the_same() -> None:
    """T5: J J r3 is a group worth 9, r3 J J a run worth 12: two different sets."""
    group, run = set_of("J J r3"), set_of("r3 J J")
    assert (group.kind, run.kind) == (Kind.GROUP, Kind.RUN)
    assert group.key != run.key


def test_a_mirrored_set_is_the_same_from_either_side() -> None:
    """X3."""
    assert set_of("k3 D M k5 k4 k3").key == set_of("k3 k4 k5 M D k3").key
    assert set_of("r7 b7 M b7 r7").key == set_of("b7 r7 M r7 b7").key
    assert set_of("k3 k4 M k4 k3").key != set_of("k4 k3 M k3 k4").key


# Which sets a turn changed


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
