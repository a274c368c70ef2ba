"""Finding the best play."""

from __future__ import annotations

from typing import Any

import pytest

from tilewise.companion import answer, solve_position
from tilewise.profiles import PROFILES
from tilewise.tiles import parse_table, parse_tiles
from tilewise.turn import LegalTurn, judge_turn

QUESTION: dict[str, Any] = {
    "profile": "international",
    "players": 2,
    "table": ["r3 r4 r5", "k7 b7 o7"],
    "rack": "r6 J o1",
}


def test_the_best_play_is_answered_with_what_is_placed_and_the_table_after() -> None:
    found = answer(solve_position, QUESTION)
    assert (found["tiles"], found["worth"], found["proven"], found["placed"]) == (2, 36, True, ["r6", "J"])
    before, after = parse_table("r3 r4 r5 | k7 b7 o7"), parse_table(" | ".join(found["table"]))
    turn = judge_turn(PROFILES["international"], before, parse_tiles("r6 J o1"), after, opened=True)
    assert isinstance(turn, LegalTurn)
    assert turn.placed == parse_tiles("r6 J")


def test_a_table_is_one_text_or_a_list() -> None:
    assert answer(solve_position, QUESTION | {"table": "r3 r4 r5 | k7 b7 o7"}) == answer(solve_position, QUESTION)
    assert answer(solve_position, QUESTION | {"table": "r5 r3 r4 | k7 b7 o7"}) == answer(solve_position, QUESTION)


def test_the_best_opening_places_nothing_if_there_is_none() -> None:
    """U3."""
    question = QUESTION | {"rack": "r10 b10 k10 r6", "opening": True}
    assert answer(solve_position, question)["placed"] == ["k10", "r10", "b10"]
    nothing = answer(solve_position, QUESTION | {"opening": True, "rack": "r6 r7 k1"})
    assert nothing["tiles"] == nothing["worth"] == 0
    assert nothing["table"] == ["r3 r4 r5", "k7 b7 o7"]
    low = answer(solve_position, question | {"rack": "r1 r2 r3", "rules": {"opening_threshold": 0}})
    assert low["tiles"] == 3


def test_the_goal_is_tiles_or_points() -> None:
    """C1."""
    question = QUESTION | {"table": [], "rack": "k1 k2 k4 J r13 b13"}
    assert answer(solve_position, question | {"goal": "tiles"})["worth"] == 37
    assert answer(solve_position, question | {"goal": "points"})["worth"] == 56


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"rack": "r6 r6 r6"}, "not-in-box", "2 of r6, not 3"),
        ({"rack": "J J J"}, "not-in-box", "2 of J, not 3"),
        ({"rack": "r3 r3"}, "not-in-box", "2 of r3, not 3"),
        ({"rack": "D"}, "not-in-box", "0 of D"),
        ({"table": ["r3 r4"]}, "invalid-table", "r3 r4 is not a set"),
        ({"table": ["r3 r4 r6"]}, "invalid-table", "r3 r4 r6"),
        ({"table": [""]}, "invalid-table", "an empty set"),
        ({"table": "r3 r4 r5 | "}, "notation", "empty set"),
        ({"rack": "r6 x9"}, "notation", "'x9'"),
        ({"rack": "r14"}, "notation", "1 to 13"),
        ({"table": ["r3 joker r5"]}, "notation", "'joker'"),
        ({"goal": "win"}, "bad-field", "'goal'"),
        ({"goal": 3}, "bad-field", "'goal'"),
        ({"goal": None}, "bad-field", "'goal'"),
        ({"opening": "yes"}, "bad-field", "'opening'"),
        ({"rack": None}, "bad-field", "'rack'"),
        ({"rack": ["r6"]}, "bad-field", "'rack'"),
        ({"table": 7}, "bad-field", "'table'"),
        ({"table": [["r3", "r4", "r5"]]}, "bad-field", "'table'"),
        ({"players": 9}, "rules", "9"),
        ({"profile": "nowhere"}, "rules", "nowhere"),
        ({"rules": {"copies": 99}}, "rules", "copies"),
    ],
)
def test_a_position_that_cannot_be_solved_gets_an_error(change: dict[str, Any], error: str, says: str) -> None:
    """E1, E2, E3."""
    found = answer(solve_position, QUESTION | change)
    assert found.keys() == {"error", "message"}
    assert found["error"] == error
    assert says in found["message"]


@pytest.mark.parametrize("missing", ["profile", "table", "rack"])
def test_a_missing_field_is_named(missing: str) -> None:
    question = {name: value for name, value in QUESTION.items() if name != missing}
    assert answer(solve_position, question) == {"error": "bad-field", "message": f"The field {missing!r} is missing."}


@pytest.mark.parametrize("question", [None, [], "r3", 7, True])
def test_a_question_is_an_object(question: object) -> None:
    assert answer(solve_position, question)["error"] == "bad-field"


def test_with_steps_the_best_play_has_its_moves_as_sentences() -> None:
    """U6: a set that the play does not need stays as it is."""
    question = {"profile": "jumbo", "table": ["r3 r4 r5", "k7 b7 o7"], "rack": "r6 o1", "steps": True}
    found = solve_position(question)
    assert (found["placed"], found["kept"], found["moved"]) == (["r6"], 1, 0)
    assert found["steps"] == ["Add r6 to r3 r4 r5."]


def test_with_steps_an_opening_only_lays_new_sets() -> None:
    """U3: nothing on the table is touched."""
    question = {"profile": "jumbo", "table": ["k7 b7 o7"], "rack": "r10 r11 r12", "opening": True, "steps": True}
    found = solve_position(question)
    assert (found["kept"], found["moved"], found["steps"]) == (1, 0, ["Lay r10 r11 r12."])
