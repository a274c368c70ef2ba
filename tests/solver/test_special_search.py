"""The search with special jokers: what a beam leaves out, what proves an answer, and when it gives up."""

from __future__ import annotations

from tilewise.solver.encoding import RUN_STATES, STATE_NUMBERS
from tilewise.solver.special_search import SpecialKernel, changed_states
from tilewise.tiles import FACES, parse_table, parse_tiles

EACH = (1,) * len(FACES)
TABLE = parse_table("r3 b3 D | k3 k4 k5 | b5 b6 C r8 r9 | r7 M r7 | o1 o2 o3 o4")
RACK = tuple(sorted(parse_tiles("k2 k6 r10 b7 o5 o7 D")))


def kernel_for(table: str = "", rack: str = "", must_place: str = "") -> SpecialKernel:
    kernel = SpecialKernel()
    kernel.ask(parse_table(table), tuple(sorted(parse_tiles(rack))), EACH, parse_tiles(must_place))
    return kernel


def test_a_run_state_has_a_neighbour_with_one_run_more_or_less_of_each_length() -> None:
    more, fewer = changed_states(1), changed_states(-1)
    assert len(more) == len(fewer) == 3 * len(RUN_STATES)
    at = 3 * STATE_NUMBERS[1, 0, 2]
    assert [RUN_STATES[number] for number in more[at : at + 3]] == [(2, 0, 2), (1, 1, 2), (1, 0, 3)]
    assert [number if number < 0 else RUN_STATES[number] for number in fewer[at : at + 3]] == [(0, 0, 2), -1, (1, 0, 1)]


def test_a_wide_beam_proves_its_answer_and_a_narrow_one_does_not() -> None:
    kernel = SpecialKernel()
    kernel.ask(TABLE, RACK, EACH)
    assert kernel.solve(1 << 30)
    assert kernel.is_proven
    best = kernel.total
    assert kernel.solve(20)
    assert not kernel.is_proven
    assert kernel.total <= best


def test_only_better_answers_than_a_known_one_count() -> None:
    kernel = kernel_for("r3 b3 D", "k3 k4 k5")
    assert kernel.solve(1 << 30)
    assert not kernel.solve(1 << 30, better_than=kernel.total)
    assert kernel.is_proven


def test_a_search_with_too_little_work_gives_up_and_proves_nothing() -> None:
    kernel = SpecialKernel()
    kernel.ask(TABLE, RACK, EACH)
    assert not kernel.solve(1 << 30, most_work=100)
    assert not kernel.is_proven
    # The next search is not disturbed by that.
    assert kernel.solve(1000)


def test_that_tiles_cannot_be_placed_is_proven() -> None:
    """N1."""
    kernel = kernel_for("k3 r3 D", must_place="k9")
    assert not kernel.solve(1 << 30)
    assert kernel.is_proven


def test_the_value_of_an_opening_counts_doubles_twice_and_mirrors_not_at_all() -> None:
    """X4."""
    for rack, value in (("k10 D k13", 46), ("k10 M k10", 20), ("k10 C r12", 33)):
        kernel = kernel_for(rack=rack)
        assert kernel.solve(1 << 30, full=True, by_value=True)
        assert kernel.total == value
        assert kernel.solve(1 << 30, full=True, threshold=value)
        assert not kernel.solve(1 << 30, full=True, threshold=value + 1)
