"""The best play as a tool, with the moves of a hand; and typed commands about tiles that are nowhere."""

from __future__ import annotations

import pytest

from tilewise import PROFILES, parse_table, parse_tiles
from tilewise.companion import solve_position
from tilewise.draft import Draft
from tilewise.errors import Refused
from tilewise.instructions import parse_instruction, perform


def test_with_steps_the_best_play_is_told_as_the_moves_of_a_hand() -> None:
    """U6: the set that nothing needs stays as it lies."""
    question = {"profile": "jumbo", "table": ["r3 r4 r5", "k7 b7 o7"], "rack": "r6 o1", "steps": True}
    found = solve_position(question)
    assert (found["placed"], found["kept"], found["moved"]) == (["r6"], 1, 0)
    assert found["steps"] == ["Add r6 to r3 r4 r5."]


def test_with_steps_an_opening_is_laid_beside_the_table() -> None:
    """U3: nothing on the table is touched."""
    question = {"profile": "jumbo", "table": ["k7 b7 o7"], "rack": "r10 r11 r12", "opening": True, "steps": True}
    found = solve_position(question)
    assert (found["kept"], found["moved"], found["steps"]) == (1, 0, ["Lay r10 r11 r12."])


def test_a_tile_that_is_nowhere_cannot_be_added() -> None:
    table = parse_table("r3 r4 r5")
    draft = Draft(PROFILES["jumbo"], True, table, parse_tiles("k1"), table)
    with pytest.raises(Refused, match="r9 is neither on the rack nor loose"):
        perform(draft, parse_instruction("add r9 to 1"))
