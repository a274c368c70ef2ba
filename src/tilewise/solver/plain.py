"""Positions without special jokers: one question to the kernel, and the answer in tiles. Always exact."""

from __future__ import annotations

from tilewise.solver.goals import Weights
from tilewise.solver.plain_kernel import NOT_ABSORBED, SOLVED, UNCHANGED, Kernel
from tilewise.solver.solution import Answer
from tilewise.tiles import FACES, Table, Tiles

_idle: list[Kernel] = []
"""Kernels with their buffers, for reuse; a thread takes one out and puts it back."""


def solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()) -> Answer | None:
    """Use all tiles of the table and the best of the rack; None if it cannot be arranged. Raises SpecialJoker."""
    solver = _idle.pop() if _idle else Kernel()
    try:
        solver.ask(table, rack, weights, must_place)
        status = solver.solve()
        if status == NOT_ABSORBED:
            status = solver.solve(full=True)
        if status == UNCHANGED:
            return Answer((), table, 0, True)
        return _answer(solver, must_place) if status == SOLVED else None
    finally:
        _idle.append(solver)


def solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Lay sets from the rack worth at least the threshold; None if there are none. Raises SpecialJoker."""
    solver = _idle.pop() if _idle else Kernel()
    try:
        solver.ask((), rack, weights, must_place)
        status = solver.solve(full=True, threshold=max(threshold, 1))
        return _answer(solver, must_place) if status == SOLVED else None
    finally:
        _idle.append(solver)


def solve_greatest_opening(rack: Tiles) -> Answer:
    """Lay the sets from the rack that are worth most; its total is their value. Raises SpecialJoker."""
    solver = _idle.pop() if _idle else Kernel()
    try:
        solver.ask((), rack, (0,) * len(FACES))
        solver.solve(full=True, by_value=True)
        return _answer(solver)
    finally:
        _idle.append(solver)


def _answer(solver: Kernel, must_place: Tiles = ()) -> Answer:
    placed = solver.placed(FACES)
    if must_place:
        placed = sorted((*placed, *must_place))
    return Answer(tuple(placed), solver.arrangement(FACES), solver.total, True)
