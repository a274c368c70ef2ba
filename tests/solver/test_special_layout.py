"""From the acts of the special kernel to sets: every kind of set with special jokers (X1-X3)."""

from __future__ import annotations

import pytest

from tests.support import solver_oracle
from tilewise.sets import TileSet, read_set
from tilewise.solver.special_layout import build_sets, place_jokers
from tilewise.solver.special_search import SpecialKernel
from tilewise.tiles import FACES, format_table, parse_table, parse_tiles

EACH = (1,) * len(FACES)


@pytest.mark.parametrize(
    "tiles",
    [
        "k3 D k6",  # a double joker in a run
        "D k5 k6",  # and at its beginning
        "k3 r3 D",  # in a group
        "b3 b4 C r6 r7",  # a colour-change joker
        "C b2 b3",
        "b3 b4 C",
        "k3 k4 M k4 k3",  # a mirrored run
        "k3 r3 M r3 k3",  # a mirrored group
        "k3 D M D k3",
        "k3 C r5 M r5 C k3",
        "k5 r5 J M J r5 k5",
    ],
)
def test_sets_with_special_jokers_are_built(tiles: str) -> None:
    kernel = SpecialKernel()
    held = tuple(sorted(parse_tiles(tiles)))
    kernel.ask((), (), EACH, held)
    assert kernel.solve(1000, full=True)
    sets = build_sets(kernel.acts_by_number())
    assert tuple(sorted(tile for laid in sets for tile in laid)) == held
    assert all(isinstance(read_set(laid), TileSet) for laid in sets)


def test_every_answer_consists_of_sets_with_the_right_tiles() -> None:
    kernel = SpecialKernel()
    built = 0
    for table, rack in solver_oracle.random_positions("twist", 60, 8):
        if len(rack) + sum(map(len, table)) > 30:
            continue
        kernel.ask(table, rack, EACH)
        if kernel.solve(30):
            sets = build_sets(kernel.acts_by_number())
            assert all(isinstance(reading := read_set(laid), TileSet) and reading.tiles == laid for laid in sets)
            built += 1
    assert built > 10


@pytest.mark.parametrize(
    ("table", "jokers", "after"),
    [
        ("r3 r4 r5", 0, "r3 r4 r5"),
        ("r3 r4 r5", 1, "r3 r4 r5 J"),
        ("k5 r5 b5", 1, "k5 r5 b5 J"),
        ("k5 r5 b5 o5", 1, None),
        ("k5 r5 b5 o5", 3, "k5 r5 b5 o5 | J J J"),
        ("", 2, None),
    ],
)
def test_jokers_that_no_set_needs_find_a_place_or_not(table: str, jokers: int, after: str | None) -> None:
    """T4."""
    found = place_jokers(parse_table(table), jokers)
    assert (None if found is None else format_table(found)) == after


def test_a_run_of_thirteen_is_split_for_a_joker() -> None:
    run = parse_tiles(" ".join(f"r{number}" for number in range(1, 14)))
    found = place_jokers((run,), 1)
    assert found is not None
    assert sorted(map(len, found)) == [7, 7]
