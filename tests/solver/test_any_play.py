"""Any legal play, or the proof that there is none."""

from __future__ import annotations

import pytest

from scripts.verify_solver import flaw_of
from tests.support.solver_positions import rack_of
from tilewise.profiles import PROFILES
from tilewise.solver import find_play, greatest_opening, special_solver
from tilewise.tiles import parse_table


@pytest.mark.parametrize(
    ("name", "table", "rack", "opened", "can_place"),
    [
        ("international", "r3 r4 r5", "r6 k1", True, True),
        ("international", "r3 r4 r5", "k6 k1", True, False),
        ("international", "", "r6 k1", True, False),
        ("international", "r3 r4 r5", "", True, False),
        # Only a set with a joker can grow.
        ("international", "r3 J r5 | k7 b7 o7", "r6 k1", True, True),
        ("international", "r3 J r5 | k7 b7 o7", "J k1", True, True),
        ("international", "r3 J r5 | k7 b7 o7", "k1 k12", True, False),
        # Rearranging: k5 and b5 need r5 out of the run.
        ("international", "r2 r3 r4 r5", "k5 b5", True, True),
        # Special jokers: a plain play, one that grows a special set, a special joker from the rack, and nothing.
        ("twist", "r3 r4 D | k7 b7 o7", "r7 k7", True, True),
        ("twist", "r3 r4 D | k7 b7 o7", "r2 k1", True, True),
        ("twist", "b3 b4 C", "r6 k1", True, True),
        ("twist", "b3 b4 b5", "M k1", True, False),
        ("twist", "b3 b4 b5", "D k1", True, True),
        ("twist", "r7 M r7 | k9 b9 o9 r9", "k1 k3 o12", True, False),
        # U3: an opening is worth enough, and takes no notice of the table.
        ("international", "r3 r4 r5", "r6 k9 k10 k11", False, True),
        ("international", "r3 r4 r5", "r6 k8 k9 k10", False, False),
        ("twist", "r3 r4 r5", "D k9 k10", False, True),
        ("twist", "r3 r4 r5", "D k1 k2", False, False),
    ],
)
def test_a_play_is_found_exactly_if_there_is_one(
    name: str, table: str, rack: str, opened: bool, can_place: bool
) -> None:
    """N2, U3, U6, X1-X3: and it is legal."""
    profile, before, held = PROFILES[name], parse_table(table), rack_of(rack)
    found = find_play(profile, before, held, opened)
    assert bool(found.placed) == can_place
    if found.placed:
        assert flaw_of(profile, before, held, found, opened) is None
    else:
        assert (found.table, found.proven) == (before, True)


def test_a_search_that_runs_out_of_work_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """N2: then a round of passes decides."""
    monkeypatch.setattr(special_solver, "LITTLE_WORK", 10)
    found = find_play(PROFILES["twist"], parse_table("r7 M r7 | k9 b9 o9 r9"), rack_of("k1 k3 o12"), opened=True)
    assert (found.placed, found.proven) == ((), False)


def test_the_limit_of_the_work_does_not_depend_on_earlier_positions() -> None:
    """N2: kernels are used again, with larger buffers; the answers stay the same, also those that are not proven."""
    table, rack = parse_table("r3 r4 D | k7 b7 o7 | b3 b4 C r6 | k3 M k3"), rack_of("k1 k12 o13 o1")
    answers = [find_play(PROFILES["twist"], table, rack, opened=True)]
    greatest_opening(rack_of("r1 r2 r3 r4 r5 r6 b1 b2 b3 b4 b5 b6 D D C C M M J J"))
    answers.append(find_play(PROFILES["twist"], table, rack, opened=True))
    assert answers[0] == answers[1]
