"""Sets as values (T1, T5, X3)."""

from __future__ import annotations

from itertools import permutations

from tests.support.set_texts import set_of
from tilewise.sets import Kind


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
