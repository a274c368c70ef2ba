"""Positions without special jokers: asks the plain kernel, and returns its answer in tiles. Exact, but for U7."""

from __future__ import annotations

from tilewise.solver.goals import NO_WEIGHTS, Weights
from tilewise.solver.plain_layout import PlainKernel
from tilewise.solver.plain_search import SOLVED, SPARE_JOKER, UNCHANGED
from tilewise.solver.solution import Answer
from tilewise.solver.validation import arranged_table
from tilewise.tiles import FACES, Table, Tiles

_idle: list[PlainKernel] = []
"""Kernels for reuse, with their buffers; a thread takes one out and puts it back."""


def solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()) -> Answer | None:
    """Return the best arrangement of all tiles of the table, all of `must_place`, and some of the rack.

    It does not ask where jokers came from (U7): `freed_jokers.solve` does. None if there is none. Raises SpecialJoker,
    and TilewiseError if the position is invalid.
    """
    return solve_noting_jokers(table, rack, weights, must_place)[0]


def solve_noting_jokers(
    table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()
) -> tuple[Answer | None, bool]:
    """Return the same, and whether its jokers surely lie where every rule for freed jokers allows it (U7)."""
    kernel = _idle.pop() if _idle else PlainKernel()
    try:
        if not kernel.ask(table, rack, weights, must_place):
            arranged_table(table)
        status = kernel.solve()
        if status == SPARE_JOKER:
            status = kernel.solve(full=True)
        if status == UNCHANGED:
            return Answer((), table, 0, True), True
        if status == SOLVED:
            return _answer_of(kernel, must_place), kernel.obeys_every_rule()
        return None, True
    finally:
        _idle.append(kernel)


def solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Return the best sets from the rack worth at least the threshold; None if there are none. Raises SpecialJoker."""
    kernel = _idle.pop() if _idle else PlainKernel()
    try:
        kernel.ask((), rack, weights, must_place)
        status = kernel.solve(full=True, threshold=threshold if threshold > 1 else 1)
        return _answer_of(kernel, must_place) if status == SOLVED else None
    finally:
        _idle.append(kernel)


def solve_greatest_opening(rack: Tiles) -> Answer:
    """Return the sets from the rack that are worth most; the total is their value. Raises SpecialJoker."""
    kernel = _idle.pop() if _idle else PlainKernel()
    try:
        kernel.ask((), rack, NO_WEIGHTS)
        kernel.solve(full=True, by_value=True)
        return _answer_of(kernel)
    finally:
        _idle.append(kernel)


def _answer_of(kernel: PlainKernel, must_place: Tiles = ()) -> Answer:
    placed = kernel.placed(FACES)
    if must_place:
        placed = sorted((*placed, *must_place))
    return Answer(tuple(placed), kernel.arrangement(FACES), kernel.total, True)
