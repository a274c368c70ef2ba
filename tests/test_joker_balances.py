"""Whether every joker that arrived can be named (U7)."""

from __future__ import annotations

import pytest

from tests.support.work import CALLS_PER_MILLISECOND, calls_of
from tilewise import joker_balances
from tilewise.continuing_sets import Continuations
from tilewise.joker_balances import Balance, Tally, can_all_be_named, jokers_arrived, jokers_left, placed_jokers
from tilewise.profiles import FreedJoker
from tilewise.sets import TileSet, read_set, read_sets
from tilewise.tiles import DOUBLE, JOKER, MIRROR, parse_table, parse_tiles


def one(text: str) -> TileSet:
    reading = read_set(parse_tiles(text))
    assert isinstance(reading, TileSet)
    return reading


def sets(before: str, after: str) -> Continuations:
    return Continuations(read_sets(parse_table(before)), read_sets(parse_table(after)))


def test_the_place_of_a_joker_is_its_numbers_or_the_axis_of_its_mirror() -> None:
    assert placed_jokers(one("r1 J D")) == ((JOKER, 0b10), (DOUBLE, 0b1100))
    assert placed_jokers(one("r1 r2 M r2 r1")) == ((MIRROR, 1 << 15),)
    assert placed_jokers(one("r7 b7 J")) == ((JOKER, 0),)


@pytest.mark.parametrize(
    ("before", "after", "left", "arrived"),
    [
        ("r3 J r5", "r3 r4 r5 J", "J", "J"),
        ("r3 J r5", "r3 J r5 r6", "", ""),
        ("r3 r4 J", "r3 r4 D", "J", ""),
        ("r3 D r6", "r3 r4 D r7", "", ""),
        ("r7 b7 J", "r7 b7 k7", "J", ""),
        ("r7 b7 J", "r7 b7 J k7", "", ""),
    ],
)
def test_a_joker_that_keeps_its_place_neither_left_nor_arrived(
    before: str, after: str, left: str, arrived: str
) -> None:
    had, has, in_run = placed_jokers(one(before)), placed_jokers(one(after)), one(after).is_run
    assert jokers_left(had, has, in_run=in_run) == Tally(parse_tiles(left))
    assert jokers_arrived(had, has, in_run=in_run) == [Tally(parse_tiles(arrived))]


def test_a_freed_joker_may_be_named_only_under_another_set() -> None:
    freed, needed = Tally({JOKER: 1}), Tally({JOKER: 1})
    rules: list[tuple[FreedJoker, bool]] = [("another-set", True), ("new-set", False)]
    for rule, even in rules:
        there, here = Balance.of(Tally(), freed, rule), Balance.of(needed, Tally(), rule)
        assert there.plus(here, rule).is_even((0, 0, 0, 0)) is even
        assert here.is_even((1, 0, 0, 0))
    assert not Balance.of(needed, freed, "another-set").is_even((0, 0, 0, 0))


EQUAL_SETS = ("r3 J r5 | r3 r4 r5 | k1 k2 k3", "r3 r4 r5 J | r3 r4 r5 | k1 k2 k3 k4")
"""The old set without a joker may be the one that has a joker now. Then the joker went from one set to another."""


@pytest.mark.parametrize(("rule", "named"), [("another-set", True), ("new-set", False)])
def test_the_way_that_favours_the_player_counts(rule: FreedJoker, named: bool) -> None:
    assert can_all_be_named(rule, sets(*EQUAL_SETS)) is named


def test_with_too_many_ways_one_is_taken_to_favour_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joker_balances, "MOST_WAYS", 1)
    assert can_all_be_named("new-set", sets(*EQUAL_SETS))


def test_the_work_does_not_multiply_with_equal_sets() -> None:
    """Three copies of each run: 6 ways for each of them, 1,296 for the four runs of one colour."""
    runs = ["2 3 4", "5 6 7", "8 9 10", "11 12 13"]

    def table(colours: str) -> Continuations:
        old = " | ".join(" ".join(f"{colour}{n}" for n in run.split()) for colour in colours for run in runs * 3)
        new = " | ".join(
            " ".join([*["J"] * (copy == 0), *(f"{colour}{n}" for n in range(2, 14))])
            for colour in colours
            for copy in range(3)
        )
        return sets(old, new)

    few = calls_of(lambda: can_all_be_named("new-set", table("r")), 10 * CALLS_PER_MILLISECOND)
    many = calls_of(lambda: can_all_be_named("new-set", table("krbo")), 50 * CALLS_PER_MILLISECOND)
    assert many < 6 * few
