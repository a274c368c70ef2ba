"""The bounds of the search under U7: what a position allows without some of its tiles."""

from __future__ import annotations

import random

from tests.support import solver_oracle
from tests.support.solver_positions import rack_of
from tilewise.solver import plain_solver
from tilewise.solver.encoding import LOWEST_SCORE
from tilewise.solver.plain_remainder import RemainderKernel
from tilewise.tiles import FACES, Tiles, parse_tiles

EACH = (1,) * len(FACES)


def kernel_for(required: Tiles, rack: Tiles, weights: tuple[int, ...] = EACH) -> RemainderKernel:
    kernel = RemainderKernel()
    kernel.ask((), rack, weights, required)
    kernel.remember()
    return kernel


def test_the_bound_counts_the_rack_tiles_in_and_beside_the_sets() -> None:
    kernel = kernel_for(parse_tiles("r3 r4 r5"), rack_of("r6 k7 b7 o7"))
    assert kernel.bound((), LOWEST_SCORE) == 4
    assert kernel.bound(parse_tiles("r4 r5 r6"), LOWEST_SCORE) is None
    assert kernel.bound(parse_tiles("r3 r4 r5"), LOWEST_SCORE) == 3
    assert kernel.bound(parse_tiles("k7 b7 o7"), LOWEST_SCORE) == 4


def test_only_more_than_the_floor_is_a_bound() -> None:
    kernel = kernel_for(parse_tiles("r3 r4 r5"), rack_of("r6 k7"))
    assert kernel.bound((), 0) == 1
    assert kernel.bound((), 1) is None
    assert kernel.bound((), 100) is None


def test_tiles_that_the_position_does_not_have_need_no_search() -> None:
    kernel = kernel_for(parse_tiles("r3 r4 r5"), rack_of("J"))
    assert kernel.bound(parse_tiles("r3 J J"), LOWEST_SCORE) is None
    assert kernel.bound(parse_tiles("r3 r3 J"), LOWEST_SCORE) is None
    assert kernel.searches == 0
    assert kernel.bound(parse_tiles("r3 r4 r5"), LOWEST_SCORE) == 1
    assert kernel.searches == 1


def test_bounds_are_the_totals_of_the_plain_kernel() -> None:
    """With any weights, and again and again on one kernel."""
    rng = random.Random("remainder")
    compared = 0
    for table, rack in solver_oracle.random_positions("four-jokers", 40, 9):
        weights = tuple(rng.randint(-3, 10) for _ in FACES)
        kernel = kernel_for(tuple(tile for tiles in table for tile in tiles), rack, weights)
        for i, tiles in enumerate(table):
            others = tuple(tile for other in (*table[:i], *table[i + 1 :]) for tile in other)
            expected = plain_solver.solve((), rack, weights, others)
            assert expected is not None
            assert kernel.bound(tiles, LOWEST_SCORE) == expected.total
            assert kernel.bound(tiles, expected.total) is None
            compared += 1
    assert compared > 100
