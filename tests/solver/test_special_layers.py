"""The layers of the special search: they grow, are trimmed to the beam, and merge equal states."""

from __future__ import annotations

from tilewise.solver.special_search import SpecialKernel
from tilewise.tiles import FACES, parse_table, parse_tiles

EACH = (1,) * len(FACES)
TABLE = parse_table("r3 b3 D | k3 k4 k5 | b5 b6 C r8 r9 | r7 M r7 | o1 o2 o3 o4")
RACK = tuple(sorted(parse_tiles("k2 k6 r10 b7 b8 o5 o7 k7 J D M C")))


def test_a_narrow_beam_explores_few_states_and_a_wide_one_more() -> None:
    kernel = SpecialKernel()
    kernel.ask(TABLE, RACK, EACH)
    explored = []
    for width in (5, 50, 500):
        kernel.solve(width)
        explored.append(kernel.explored)
    assert explored[0] < explored[1] < explored[2]
    # A number has up to twelve stages, and each of them a layer.
    assert explored[0] <= 1 + 5 * 12 * 13


def test_buffers_grow_with_the_search_and_the_answer_stays_the_same() -> None:
    fresh, used = SpecialKernel(), SpecialKernel()
    used.ask(TABLE, RACK, EACH)
    used.solve(20_000)
    for kernel in (fresh, used):
        kernel.ask(TABLE, RACK, EACH)
    answers = [(kernel.solve(300), kernel.total, kernel.explored, kernel.acts_by_number()) for kernel in (fresh, used)]
    assert answers[0] == answers[1]


def test_equal_tiles_do_not_multiply_the_states() -> None:
    kernel = SpecialKernel()
    kernel.ask((), tuple(sorted(parse_tiles("k3 k3 k4 k4 k5 k5 D"))), EACH)
    assert kernel.solve(1 << 30)
    assert kernel.is_proven
    assert kernel.explored < 3_000
