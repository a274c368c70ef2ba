"""The encoding of a position: run states, their tables, and the tiles that a kernel counts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support import interpreted_solver
from tilewise.solver.encoding import (
    MOST_RUNS,
    NO_RUNS,
    RUN_STATES,
    STATE_NUMBERS,
    SpecialJoker,
    next_states,
    run_fields,
)
from tilewise.solver.plain_layout import PlainKernel
from tilewise.solver.special_search import SpecialKernel
from tilewise.tiles import FACES, parse_table, parse_tiles

EACH = (1,) * len(FACES)


@pytest.fixture(scope="module")
def encoding() -> Any:
    """The interpreted module, whose fields Python can see."""
    return interpreted_solver.load(with_cython=False)["encoding"]


def test_there_is_a_run_state_for_every_number_of_short_and_long_runs() -> None:
    assert len(RUN_STATES) == len(set(RUN_STATES)) == 120
    assert max(map(sum, RUN_STATES)) == MOST_RUNS
    assert RUN_STATES[NO_RUNS] == (0, 0, 0)


@pytest.mark.parametrize(
    ("state", "tiles", "following"),
    [
        ((0, 0, 0), 2, (2, 0, 0)),  # two new runs
        ((1, 0, 0), 1, (0, 1, 0)),
        ((0, 1, 0), 1, (0, 0, 1)),
        ((1, 1, 1), 3, (0, 1, 2)),  # all are prolonged
        ((1, 1, 1), 2, (0, 1, 1)),  # the long run ends
        ((0, 0, 2), 3, (1, 0, 2)),
        ((1, 1, 0), 1, None),  # a short run cannot end
    ],
)
def test_short_runs_are_prolonged_first_then_long_ones_then_new_runs_begin(
    state: tuple[int, int, int], tiles: int, following: tuple[int, int, int] | None
) -> None:
    """T2."""
    number = next_states()[8 * STATE_NUMBERS[state] + tiles]
    assert (None if number < 0 else RUN_STATES[number]) == following


def at_least_as_good(one: int, other: int) -> bool:
    fields = run_fields()
    return all(fields[one] >> (4 * place) & 15 >= fields[other] >> (4 * place) & 15 for place in range(5))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((0, 0, 1), (0, 0, 0)),
        ((0, 0, 1), (0, 1, 0)),
        ((0, 1, 0), (1, 0, 0)),
        ((0, 0, 2), (1, 1, 0)),
    ],
)
def test_longer_runs_are_better_and_a_long_run_is_better_than_none(
    better: tuple[int, int, int], worse: tuple[int, int, int]
) -> None:
    assert at_least_as_good(STATE_NUMBERS[better], STATE_NUMBERS[worse])
    assert not at_least_as_good(STATE_NUMBERS[worse], STATE_NUMBERS[better])


def test_a_short_run_and_none_cannot_be_compared() -> None:
    one, none = STATE_NUMBERS[1, 0, 0], NO_RUNS
    assert not at_least_as_good(one, none)
    assert not at_least_as_good(none, one)


def test_tiles_are_counted_by_number_and_colour_and_jokers_by_kind(encoding: Any) -> None:
    position = encoding.EncodedPosition()
    position.ask(parse_table("k1 k2 k3 | o13 r13 J"), parse_tiles("k1 D M"), EACH, parse_tiles("b2 C"))
    assert [code for code, count in enumerate(position.required) if count] == [0, 4, 6, 8, 49, 51]
    assert position.available[0] == 2
    assert position.required[0] == 1
    assert position.jokers_required == [1, 0, 1, 0]
    assert position.jokers == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("table", "obvious"),
    [
        ("", True),
        ("r3 r4 r5", True),
        ("r3 J r5 J", True),
        ("J J r3", True),
        ("o7 k7 b7 | r1 r2 r3", True),
        ("J r7 o7", True),
        ("r4 r3 r5", False),  # valid in another order
        ("J J J", False),  # valid, but not at a glance
        ("r3 r4", False),
        ("r3 r4 r6", False),
        ("r7 r7 b7", False),
        ("r7 k7 b7 o7 J", False),
        ("J r1 r2", False),
        ("r12 r13 J", False),
        ("r13 k1 k2", False),  # neighbours by face, not by number
        ("r3 b3 D", False),
    ],
)
def test_valid_sets_are_recognised_at_a_glance_and_others_never(table: str, obvious: bool) -> None:
    """T1-T5."""
    assert SpecialKernel().ask(parse_table(table), (), EACH) == obvious


def test_a_special_joker_is_for_the_other_kernel() -> None:
    with pytest.raises(SpecialJoker):
        PlainKernel().ask((), parse_tiles("r3 D"), EACH)


def test_selection_moves_the_entries_of_the_highest_priority_to_the_front(encoding: Any) -> None:
    rng = random.Random("select")
    position = encoding.EncodedPosition()
    for _ in range(200):
        size = rng.randint(1, 30)
        priority = [rng.randint(0, 9) for _ in range(size)]
        order = list(range(size))
        wanted = rng.randint(0, size - 1)
        position._select(order, priority, 0, size - 1, wanted)
        assert sorted(order) == list(range(size))
        chosen = sorted((priority[i] for i in order[:wanted]), reverse=True)
        assert chosen == sorted(priority, reverse=True)[:wanted]
