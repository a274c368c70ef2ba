"""Finding the best play."""

from __future__ import annotations

from typing import Any

import pytest

from tilewise.companion import answer, solve_position
from tilewise.companion.solver_tool import _made_by
from tilewise.profiles import PROFILES
from tilewise.solver import Step
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


@pytest.mark.parametrize("more", [{}, {"steps": True}])
@pytest.mark.parametrize("opening", [False, True])
def test_going_out_places_the_whole_rack_or_nothing(opening: bool, more: dict[str, Any]) -> None:
    """N1."""
    question = {**QUESTION, "goal": "out", "opening": opening, **more}
    out = solve_position({**question, "rack": "r10 b10 k10"})
    assert (out["tiles"], out["placed"]) == (3, ["k10", "r10", "b10"])
    stuck = solve_position({**question, "rack": "r10 b10 k10 o1"})
    assert (stuck["tiles"], stuck["table"], stuck["proven"]) == (0, ["r3 r4 r5", "k7 b7 o7"], True)
    assert stuck.get("steps", []) == []


def test_details_are_the_moves_with_the_sets_that_they_make() -> None:
    """U6: the run gives up its end, and what is laid last comes from the rack and from the table."""
    question = {"profile": "jumbo", "table": ["r3 r4 r5 r6", "k9 b9 o9"], "rack": "k6 b6", "details": True}
    found = solve_position(question)
    assert found["moves"] == [
        {"verb": "take", "tiles": "r6", "to": "r3 r4 r5 r6", "makes": "r3 r4 r5"},
        {"verb": "lay", "tiles": "k6 r6 b6", "to": "", "makes": "k6 r6 b6"},
    ]
    assert (found["kept"], found["moved"], found["jokers"]) == (1, 1, {})
    assert "steps" not in found


def test_a_set_that_is_made_lies_in_its_order_t5() -> None:
    question = {"profile": "jumbo", "table": ["r3 r4 r5"], "rack": "r2 r6 r1", "details": True}
    (move,) = solve_position(question)["moves"]
    assert (move["verb"], move["to"], move["makes"]) == ("add", "r3 r4 r5", "r1 r2 r3 r4 r5 r6")


def test_an_unfinished_set_is_sorted_until_it_is_finished() -> None:
    """U6: what happens during a turn is free."""
    table = ["r3 r4 r5", "r7 r8 r9"]
    found = solve_position({"profile": "jumbo", "table": table, "rack": "r6", "details": True})
    assert [move["makes"] for move in found["moves"]][-1] in found["table"]
    assert _made_by(Step("join", parse_tiles("r3 r4"), parse_tiles("r6 r7")), ()) == parse_tiles("r3 r4 r6 r7")


def test_details_say_what_the_jokers_stand_for_before_and_after_t4() -> None:
    question = {"profile": "jumbo", "table": ["k7 b7 J"], "rack": "r5 r6 J o1", "details": True}
    jokers = solve_position(question)["jokers"]
    assert jokers["k7 b7 J"] == ["k7", "b7", "7"]
    assert jokers["r5 r6 J"] == ["r5", "r6", "r7"]


def test_details_of_an_opening_say_what_it_is_worth_u3() -> None:
    """A joker counts as the tile it stands for, not as on a rack."""
    question = {"profile": "jumbo", "table": ["k7 b7 o7"], "rack": "r10 J r12 k1", "opening": True, "details": True}
    found = solve_position(question)
    assert (found["opening"], found["kept"]) == (33, 1)
    assert [move["verb"] for move in found["moves"]] == ["lay"]
    assert solve_position({**question, "rack": "k1"})["opening"] == 0


def test_the_tiles_that_could_be_placed_are_those_of_some_play() -> None:
    question = {**QUESTION, "rack": "r6 r2 r7 o1", "playable": True}
    assert solve_position(question)["playable"] == ["r2", "r6", "r7"]
    assert solve_position({**question, "opening": True})["playable"] == []
