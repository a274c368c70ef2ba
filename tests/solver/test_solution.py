"""Solutions: what the solver found, valued by the rules of a profile."""

from __future__ import annotations

import pytest

from tilewise.profiles import PROFILES
from tilewise.solver.solution import Answer, solution_of
from tilewise.tiles import parse_table, parse_tiles


@pytest.mark.parametrize(("profile", "worth"), [("international", 43), ("tm-toys", 63)])
def test_the_worth_of_a_solution_counts_jokers_as_the_profile_does(profile: str, worth: int) -> None:
    """C1."""
    answer = Answer(parse_tiles("r6 r7 J"), parse_table("r3 r4 r5 r6 r7 J"), total=3, proven=True)
    solution = solution_of(PROFILES[profile], answer)
    assert (solution.worth, solution.tiles) == (worth, 3)
    assert (solution.placed, solution.table, solution.proven) == (answer.placed, answer.table, True)


def test_a_solution_that_places_nothing_is_worth_nothing() -> None:
    table = parse_table("r3 r4 r5")
    solution = solution_of(PROFILES["twist"], Answer((), table, total=0, proven=False))
    assert (solution.worth, solution.tiles, solution.proven) == (0, 0, False)
