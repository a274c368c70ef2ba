"""The plain solver: kernels are reused, also after an error."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tilewise.errors import TilewiseError
from tilewise.solver import plain_solver
from tilewise.solver.encoding import SpecialJoker
from tilewise.tiles import FACES, parse_table, parse_tiles

EACH = (1,) * len(FACES)


def test_a_kernel_is_returned_after_an_error() -> None:
    plain_solver.solve((), (), EACH)
    idle = len(plain_solver._idle)
    with pytest.raises(SpecialJoker):
        plain_solver.solve((), parse_tiles("D"), EACH)
    with pytest.raises(TilewiseError):
        plain_solver.solve_opening((FACES[4],) * 4, EACH, 30)
    with pytest.raises(TilewiseError):
        plain_solver.solve_greatest_opening((FACES[4],) * 4)
    assert len(plain_solver._idle) == idle


def test_tiles_that_must_be_placed_are_among_those_placed() -> None:
    """N1."""
    answer = plain_solver.solve(parse_table("r3 r4 r5"), parse_tiles("r7"), EACH, parse_tiles("r6"))
    assert answer is not None
    assert answer.placed == parse_tiles("r6 r7")
    assert plain_solver.solve(parse_table("r3 r4 r5"), parse_tiles("r7"), EACH, parse_tiles("k1")) is None


def test_threads_do_not_share_a_kernel() -> None:
    table = parse_table("r3 r4 r5 | k7 b7 o7")
    racks = [parse_tiles(rack) for rack in ("r6 r7", "r7 k1", "J r2", "k7")]
    expected = [plain_solver.solve(table, rack, EACH) for rack in racks]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(50):
            assert list(threads.map(lambda rack: plain_solver.solve(table, rack, EACH), racks)) == expected
