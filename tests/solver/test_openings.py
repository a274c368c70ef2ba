"""Openings: whether a rack can open, answered exactly (U3, U4, C3)."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from scripts.verify_solver import flaw_of
from tests.support import set_oracle
from tests.support.solver_positions import rack_of
from tilewise.profiles import PROFILES
from tilewise.sets import TileSet, read_set
from tilewise.solver import Goal, best_opening, can_open, find_opening, greatest_opening, special_solver
from tilewise.solver.solution import GAVE_UP
from tilewise.tiles import FACES, Tile, Tiles, format_tiles, parse_table, parse_tiles

TM_TOYS = PROFILES["tm-toys"]


@cache
def value_of(hand: Tiles) -> int:
    """Find what a hand is worth as one set of any length and order, or 0 if it is none."""
    if len(hand) < 3:
        return 0
    for form in set_oracle.forms_for(hand):
        if next(set_oracle.orders_that_cover(hand, form), None) is not None:
            return form.value
    return 0


def greatest_worth(rack: Tiles) -> int:
    """Find the greatest worth of disjoint sets of a rack, by trying every hand for the first tile or leaving it."""

    @cache
    def best(left: Tiles) -> int:
        if len(left) < 3:
            return 0
        first, rest = left[0], left[1:]
        most = best(rest)
        for size in range(2, len(rest) + 1):
            for others in set(combinations(rest, size)):
                worth = value_of((first, *others))
                if worth:
                    most = max(most, worth + best(without(rest, others)))
        return most

    return best(tuple(sorted(rack)))


def without(tiles: Tiles, taken: Tiles) -> Tiles:
    return tuple(sorted((Counter(tiles) - Counter(taken)).elements()))


def assert_is_opening(found: tuple[TileSet, ...], rack: Tiles, threshold: int) -> None:
    """U3: complete sets, from the rack alone, worth enough."""
    laid = Counter(tile for opening in found for tile in opening.tiles)
    assert laid <= Counter(rack)
    assert all(value_of(tuple(sorted(opening.tiles))) >= opening.value > 0 for opening in found)
    assert sum(opening.value for opening in found) >= threshold
    assert found


def random_rack(seed: int, jokers: int, special: bool) -> Tiles:
    """Draw eight tiles of which many fit: few colours and numbers, and some jokers."""
    dice = random.Random(seed)
    low = dice.choice((1, 2, 4, 6, 9))
    colours = dice.sample("krbo", dice.choice((2, 3)))
    box = [Tile.parse(f"{c}{n}") for c in colours for n in range(low, low + 4) for _ in range(2)]
    kinds = parse_tiles("J D C M") if special else parse_tiles("J")
    return tuple(sorted((*dice.choices(kinds, k=jokers), *dice.sample(box, 8 - jokers))))


@pytest.mark.long
@pytest.mark.parametrize("special", [False, True], ids=["plain", "special"])
@pytest.mark.parametrize("jokers", [0, 1, 2, 3])
def test_an_opening_is_found_exactly_when_there_is_one(jokers: int, special: bool) -> None:
    """U3, C3, X4: at the greatest worth of disjoint sets yes, one point above it no."""
    outcomes = Counter[bool]()
    for seed in range(20):
        rack = random_rack(seed, jokers, special)
        most = greatest_worth(rack)
        for threshold in {0, 10, 20, 30, 40, 50, most, most + 1}:
            found = find_opening(rack, threshold)
            assert (found is not None) == (most > 0 and most >= threshold), (format_tiles(rack), threshold, most)
            assert can_open(rack, threshold) == (found is not None)
            if found is not None:
                assert_is_opening(found, rack, threshold)
            outcomes[found is not None] += 1
    assert min(outcomes[True], outcomes[False]) > 10, "the racks decide nothing"


@pytest.mark.parametrize(
    ("rack", "opens"),
    [
        ("r9 r10 r11", True),  # exactly 30
        ("r10 b10 k10", True),  # exactly 30
        ("k7 r7 b7 o7", False),  # 28
        ("r8 r9 r10", False),  # 27
        ("r8 r9 r10 J", True),  # 38
        ("r9 r10 J", True),  # the joker is an 11
        ("r8 r9 J", False),  # the joker is a 10: 27
        ("k12 J k1 r3 b5", False),  # one tile and one joker make no set
        ("k10 J J", True),  # 10-11-12
        ("r1 r2 r3 k8 b8 o8", True),  # 6 + 24, exactly 30, in two sets
        ("r1 r2 r3 k7 b7 o7", False),  # 27
        ("r5 r6 r7 b7 k7", False),  # the 7 can be in one of the two only
        ("r5 r6 r7 r7 b7 k7", True),  # and here in both
        ("J J", False),  # two tiles
        ("J J J", True),  # 39
        ("r13 D r1 k2", False),  # two tiles that fit, however much they would be worth
    ],
)
def test_thirty_points_in_complete_sets_open(rack: str, opens: bool) -> None:
    """U3."""
    assert can_open(parse_tiles(rack), 30) == opens


@pytest.mark.parametrize(
    ("rack", "opens"), [("r1 r2 r3", True), ("k1 b1 J", True), ("r1 r2 b3", False), ("r13 b13", False), ("", False)]
)
def test_without_a_threshold_any_set_opens_but_a_set_is_needed(rack: str, opens: bool) -> None:
    """U4."""
    assert can_open(parse_tiles(rack), 0) == opens


@pytest.mark.parametrize(
    ("rack", "worth"),
    [
        ("k10 D k13", 46),
        ("k10 C r12", 33),
        ("k10 M k10", 20),
        ("k10 r10 M D", 40),
        ("M k13 k13 k12 k12 k11 k11", 72),
    ],
)
def test_a_double_counts_both_its_numbers_a_colour_change_its_own_and_a_mirror_nothing(rack: str, worth: int) -> None:
    """X4."""
    assert can_open(parse_tiles(rack), worth)
    assert not can_open(parse_tiles(rack), worth + 1)


def test_the_same_set_may_be_laid_twice() -> None:
    """U3."""
    rack = parse_tiles("k5 r5 b5 k5 r5 b5 o9")
    found = find_opening(rack, 30)
    assert found is not None
    assert [opening.value for opening in found] == [15, 15]


def test_a_run_of_thirteen_is_worth_all_its_numbers() -> None:
    """T2, U3: long runs are not lost in the search."""
    rack = parse_tiles(" ".join(f"o{n}" for n in range(1, 14)))
    assert can_open(rack, 91)
    assert not can_open(rack, 92)


def test_the_greedy_choice_is_not_taken_for_granted() -> None:
    """C3: the most valuable set, red 10-11-12-13, is worth 46 and leaves nothing; 11-12-13 and the tens make 66."""
    rack = parse_tiles("r10 r11 r12 r13 k10 b10 k11 b11")
    assert greatest_worth(rack) == 66
    assert can_open(rack, 66)
    assert not can_open(rack, 67)


@pytest.mark.parametrize("name", PROFILES)
def test_whether_a_large_rack_can_open_is_answered_at_once(name: str) -> None:
    """C3: forty tiles with every joker of the box."""
    box = [*PROFILES[name].box(4).elements()]
    jokers = [tile for tile in box if tile.is_joker]
    numbered = random.Random(name).sample([tile for tile in box if not tile.is_joker], 40 - len(jokers))
    found = find_opening((*jokers, *numbered), 30)
    assert found is not None
    assert sum(opening.value for opening in found) >= 30


@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_an_opening_is_found_exactly_when_there_is_one_even_if_the_kernel_gives_up(
    jokers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C3: penalties depend on it."""
    monkeypatch.setattr(special_solver, "solve_opening", lambda *_: GAVE_UP)
    for seed in range(20):
        rack = random_rack(seed, jokers, special=True)
        most = greatest_worth(rack)
        for threshold in {0, 30, most, most + 1}:
            found = find_opening(rack, threshold)
            assert (found is not None) == (most > 0 and most >= threshold), (format_tiles(rack), threshold, most)
            if found is not None:
                assert_is_opening(found, rack, threshold)


@pytest.mark.parametrize("rack", ["M D D D", "M D D D k7", "M D D D J J", "M M D D D D k5 r5"])
def test_three_double_jokers_find_a_place_next_to_a_mirror_or_stay_on_the_rack(rack: str) -> None:
    """X1, X3: house rules allow up to four jokers of a kind."""
    tiles = tuple(sorted(parse_tiles(rack)))
    most = greatest_worth(tiles)
    assert can_open(tiles, most)
    assert not can_open(tiles, most + 1)


def opening(rack: str, threshold: int, goal: Goal = Goal.TILES, table: str = "", name: str = "tm-toys") -> Any:
    profile = PROFILES[name].with_rules({"opening_threshold": threshold})
    before, held = parse_table(table), rack_of(rack)
    found = best_opening(profile, before, held, goal)
    if found is not None:
        assert found.placed
        assert found.table[: len(before)] == before
        assert flaw_of(profile, before, held, found, opened=False) is None
    return found


def test_an_opening_is_worth_the_threshold_and_leaves_the_table_alone() -> None:
    """U3."""
    found = opening("r10 b10 k10 r3 o4", 30, table="r4 r5 r6 | k4 b4 r4")
    assert found.placed == rack_of("r10 b10 k10")
    assert opening("r9 b9 k9 r10", 30, table="r11 r12 r13") is None
    assert opening("r9 b9 k9 r10", 27).tiles == 3


def test_several_sets_open_together() -> None:
    """U3."""
    assert opening("r1 r2 r3 b4 r4 k4 o3 o4 o5", 30).tiles == 9


def test_a_joker_counts_what_it_stands_for() -> None:
    """U3, T4: thirty with the joker as an eleven, not as an eight."""
    assert opening("r9 r10 J", 30).placed == rack_of("r9 r10 J")
    assert opening("r9 r10 J", 31) is None
    assert opening("J J J", 39).tiles == 3
    assert opening("J J J", 40) is None


def test_the_best_opening_without_a_threshold_has_at_least_one_set() -> None:
    """U4."""
    assert opening("r1 r2 r3", 0).worth == 6
    assert opening("r1 r2", 0) is None
    assert opening("", 0) is None
    weights = dict.fromkeys(FACES, -1)
    found = best_opening(TM_TOYS.with_rules({"opening_threshold": 0}), (), rack_of("r1 r2 r3 r4"), weights)
    assert found is not None
    assert found.tiles == 3


def test_an_opening_may_place_fewer_tiles_than_a_play_for_enough_value() -> None:
    rack = "r10 b10 k10 k9 k8 b1 b2"
    assert opening(rack, 30).placed == rack_of("r10 b10 k10")
    assert opening(rack, 30, Goal.POINTS).worth == 30
    assert opening(rack, 27).tiles == 3


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("", 0),
        ("r3 r4", 0),
        ("r9 r10 J", 30),
        ("r12 r13 J", 36),
        ("J J J J", 52),
        ("r9 r10 J k1 k2 k3", 36),
        ("k9 k10 k11 r11 b11", 33),
        # X4
        ("D r5 r6", 26),
        ("b3 b4 C r6 r7", 25),
        ("k3 k4 k5 M k5 k4 k3", 24),
        ("M D D", 52),
    ],
)
def test_the_greatest_value_of_an_opening(rack: str, value: int) -> None:
    """U3, X4."""
    found = greatest_opening(rack_of(rack))
    assert (found.value, found.proven) == (value, True)
    readings = [read_set(tiles) for tiles in found.sets]
    assert sum(reading.value for reading in readings if isinstance(reading, TileSet)) == value
    assert Counter(tile for tiles in found.sets for tile in tiles) <= Counter(rack_of(rack))


@pytest.mark.parametrize(
    ("text", "value"), [("J J J", 39), ("J J D", 52), ("J D D", 55), ("D D D", 63), ("J J J D D D", 104)]
)
def test_sets_of_jokers_are_worth_at_least_what_is_taken_for_granted(text: str, value: int) -> None:
    """X4: racks with many jokers can open without a search."""
    rack = parse_tiles(text)
    assert can_open(rack, value)
    assert greatest_opening(rack).value >= value
