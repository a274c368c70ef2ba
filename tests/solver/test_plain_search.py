"""The search without special jokers: what it finds, and how much work it is."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support import interpreted_solver, solver_oracle
from tilewise.solver.plain_choices import CHOICE_SIZE, CHOICES, tile_counts
from tilewise.solver.plain_layout import PlainKernel
from tilewise.solver.plain_search import INFEASIBLE, SOLVED, SPARE_JOKER, UNCHANGED, missing_tiles
from tilewise.tiles import FACES, JOKER, parse_table, parse_tiles

EACH = (1,) * len(FACES)


@pytest.mark.parametrize(
    ("group", "others", "missing"),
    [
        ((1, 1, 1, 0), (), 0),
        ((1, 1, 1, 1), (), 0),
        ((1, 1, 0, 0), (), 1),
        ((2, 2, 1, 1), (), 0),  # two groups of three
        ((2, 1, 1, 1), (), 1),
        ((3, 0, 0, 0), (), 6),
        ((2, 0, 0, 0), (1,), 3),
        ((2, 0, 0, 0), (3, 3), 0),
        ((0, 0, 0, 0), (3,), 0),
    ],
)
def test_groups_need_a_joker_for_each_tile_that_is_missing(
    group: tuple[int, ...], others: tuple[int, ...], missing: int
) -> None:
    """T1, T4."""
    assert missing_tiles(group, *others) == missing


def test_the_tiles_of_a_number_are_packed_into_two_bits_for_each_colour() -> None:
    assert len(tile_counts()) == 256
    assert tile_counts()[0b11_10_01_00] == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("table", "rack", "must_place", "status"),
    [
        ("r3 r4 r5", "r6", "", SOLVED),
        ("r3 r4 r5", "k9", "", UNCHANGED),
        ("r3 r4 r5", "", "k9", INFEASIBLE),
        ("r5 b5 k5 o5", "J", "", SPARE_JOKER),
        ("r5 b5 k5 o5", "J J", "", SOLVED),
        ("", "", "", UNCHANGED),
    ],
)
def test_a_search_says_how_it_ended(table: str, rack: str, must_place: str, status: int) -> None:
    kernel = PlainKernel()
    kernel.ask(parse_table(table), parse_tiles(rack), EACH, parse_tiles(must_place))
    assert kernel.solve() == status


def test_the_full_search_answers_where_a_joker_has_no_place() -> None:
    kernel = PlainKernel()
    kernel.ask(parse_table("r5 b5 k5 o5"), (JOKER,), EACH)
    assert kernel.solve() == SPARE_JOKER
    assert kernel.solve(full=True) == UNCHANGED


@pytest.mark.parametrize(("options", "total"), [({"threshold": 30}, 3), ({"by_value": True}, 33)])
def test_an_opening_reaches_a_threshold_or_the_greatest_value(options: dict[str, Any], total: int) -> None:
    """U3."""
    kernel = PlainKernel()
    kernel.ask((), parse_tiles("r11 b11 k11 k1 k2"), EACH)
    assert kernel.solve(full=True, **options) == SOLVED
    assert kernel.total == total


def test_the_full_search_is_never_worse_than_the_lean_one() -> None:
    kernel = PlainKernel()
    rng = random.Random("variants")
    for table, rack in solver_oracle.random_positions("two-copies", 60, 3):
        weights = tuple(rng.randint(1, 10) for _ in FACES)
        kernel.ask(table, rack, weights)
        if kernel.solve() == SOLVED and len(rack) < 12:
            lean = kernel.total
            assert kernel.solve(full=True) == SOLVED
            assert kernel.total == lean


def test_the_layers_stay_small() -> None:
    """The number of states does not depend on the machine: a search that explodes is noticed here."""
    kernel = PlainKernel()
    most = 0
    for table, rack in solver_oracle.random_positions("two-copies", 300, 4):
        kernel.ask(table, rack, EACH)
        kernel.solve()
        most = max(most, kernel.explored)
    assert 10 < most < 4_000


def test_lists_of_choices_are_forgotten_when_there_is_no_room_for_more() -> None:
    kernel = interpreted_solver.load(with_cython=False)["plain_layout"].PlainKernel()
    answers = []
    for is_full in (False, True):
        if is_full:
            kernel.choices_end = CHOICE_SIZE * CHOICES
        kernel.ask(parse_table("r3 r4 r5 | k7 b7 o7 r7"), parse_tiles("r6 k8 k9 r5"), EACH)
        answers.append((kernel.solve(), kernel.total, kernel.arrangement(FACES), kernel.explored))
    assert answers[0] == answers[1]
    assert kernel.choices_end < CHOICE_SIZE * CHOICES
