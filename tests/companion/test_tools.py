"""Tools for a real table: check a set, judge a turn, count the scores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tilewise.companion import Tool, answer, check_set, check_turn, score_games
from tilewise.companion.question import players_of
from tilewise.errors import Reason, TilewiseError
from tilewise.json_fields import Fields
from tilewise.position import parse_position
from tilewise.profiles import PROFILES

# Checking a set


@pytest.mark.parametrize(
    ("profile", "tiles", "kind", "value", "stands_for"),
    [
        ("twist", "b3 b4 C r6 r7", "run", 25, ["b3", "b4", "5", "r6", "r7"]),
        ("jumbo", "r3 r4 J", "run", 12, ["r3", "r4", "r5"]),
        ("jumbo", "k7 b7 J", "group", 21, ["k7", "b7", "7"]),
        ("twist", "D b5 b6", "run", 18, ["b3+b4", "b5", "b6"]),
        ("twist", "k3 k4 k5 M k5 k4 k3", "mirror-run", 24, ["k3", "k4", "k5", "", "k5", "k4", "k3"]),
        ("twist", "r7 b7 M b7 r7", "mirror-group", 28, ["r7", "b7", "", "b7", "r7"]),
        ("twist", "r3 b3 D", "group", 12, ["r3", "b3", "k3+o3"]),
    ],
)
def test_a_set_is_answered_with_its_kind_its_value_and_what_each_tile_stands_for(
    profile: str, tiles: str, kind: str, value: int, stands_for: list[str]
) -> None:
    """T1, T2, T4, X1, X2, X3."""
    expected = {"valid": True, "kind": kind, "value": value, "stands_for": stands_for}
    assert check_set({"profile": profile, "set": tiles}) == expected


@pytest.mark.parametrize(
    ("tiles", "stands_for"),
    [
        ("r5 r3 r4", ["r5", "r3", "r4"]),
        ("r5 J r3 r6", ["r5", "r4", "r3", "r6"]),
        ("J r13 r12", ["r11", "r13", "r12"]),
        ("r6 J r4 J", ["r6", "r5", "r4", "r7"]),
    ],
)
def test_what_tiles_stand_for_is_said_in_the_order_in_which_they_were_given(tiles: str, stands_for: list[str]) -> None:
    """T5."""
    assert check_set({"profile": "jumbo", "set": tiles})["stands_for"] == stands_for


@pytest.mark.parametrize(
    ("profile", "tiles", "reason", "message"),
    [
        ("jumbo", "r3 r4 r6", "gap", "This run lacks 5."),
        ("jumbo", "", "too-few-tiles", "A set needs at least three tiles, not 0."),
        ("twist", "D r7", "too-few-tiles", "A set needs at least three tiles, not 2."),
        ("jumbo", "b3 b4 C r6 r7", "not-in-box", "The box of jumbo has no C."),
        ("tm-toys", "r7 M r7", "not-in-box", "The box of tm-toys has no M."),
    ],
)
def test_what_is_no_set_is_answered_with_the_reason(profile: str, tiles: str, reason: str, message: str) -> None:
    """T1, T2, E2."""
    assert check_set({"profile": profile, "set": tiles}) == {"valid": False, "reason": reason, "message": message}


def test_house_rules_may_put_special_jokers_into_the_box() -> None:
    """E2."""
    question = {"profile": "jumbo", "set": "r7 M r7", "rules": {"mirror_jokers": 1}}
    assert check_set(question)["kind"] == "mirror-group"


# Judging a turn

TURN = {
    "profile": "international",
    "players": 4,
    "before": "r3 r4 r5",
    "rack": "r6 J",
    "after": "r3 r4 r5 r6",
    "opened": True,
}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_legal_turn_is_answered_with_what_was_placed(profile: str) -> None:
    """U6."""
    assert check_turn({**TURN, "profile": profile}) == {"legal": True, "placed": ["r6"]}


@pytest.mark.parametrize(
    ("changes", "rule", "reason"),
    [
        ({"opened": False}, "U3", "table-touched"),
        ({"after": "r3 r4 r5"}, "U6", "nothing-placed"),
        ({"after": "r3 r4"}, "U6", "table-tile-missing"),
        ({"after": "r3 r4 r5 r6 r7"}, "U6", "unknown-tile"),
        ({"rack": "r7", "after": "r3 r4 r5 r7"}, "U6", "invalid-set"),
        ({"rack": "r1 r2 r3", "after": "r3 r4 r5 | r1 r2 r3", "opened": False}, "U3", "opening-too-low"),
        (
            {"before": "r3 J r5", "rack": "r4 k9 b9", "after": "r3 r4 r5 | k9 b9 J", "opened": False},
            "U7",
            "joker-too-early",
        ),
        (
            {"profile": "twist", "before": "D r5 r6", "rack": "J k9 b9", "after": "J r5 r6 | k9 b9 D"},
            "U8",
            "joker-exchanged",
        ),
        ({"rack": "r6 r3 r3"}, "E1", "too-many-of-face"),
        ({"rack": "r6 J J J"}, "E1", "too-many-of-face"),
    ],
    ids=str,
)
def test_an_illegal_turn_is_answered_with_the_rule_that_it_breaks(
    changes: dict[str, Any], rule: str, reason: str
) -> None:
    """U3, U6, U7, U8, E1."""
    answered = check_turn({**TURN, **changes})
    assert (answered["legal"], answered["rule"], answered["reason"]) == (False, rule, reason)
    assert answered["message"].endswith(".")
    assert set(answered) == {"legal", "rule", "reason", "message"}


def test_more_tiles_than_the_box_has_are_counted() -> None:
    """E1: three copies are for five and six players."""
    rack = {"rack": "r6 r5 r5"}
    assert check_turn({**TURN, **rack})["message"] == "There are 3 of r5; the box has 2."
    assert check_turn({**TURN, **rack, "profile": "tm-toys", "players": 5})["legal"]
    assert not check_turn({**TURN, **rack, "profile": "tm-toys", "players": 4})["legal"]


def test_the_number_of_players_is_four_or_as_many_as_can_play() -> None:
    """E3."""
    without = {key: value for key, value in TURN.items() if key != "players"}
    assert check_turn(without)["legal"]
    assert players_of(Fields({}), PROFILES["tm-toys"]) == 4
    assert players_of(Fields({}), PROFILES["jumbo"].with_rules({"max_players": 3})) == 3
    assert players_of(Fields({}), PROFILES["tm-toys"].with_rules({"min_players": 5})) == 5
    assert players_of(Fields({"players": 2}), PROFILES["jumbo"]) == 2


def test_a_table_that_was_wrong_before_the_turn_is_a_wrong_question() -> None:
    """U6."""
    with pytest.raises(TilewiseError, match=r"^Before the turn, r3 r4 was not a set: A set needs at least three"):
        check_turn({**TURN, "before": "r3 r4"})


def test_house_rules_are_judged_by() -> None:
    """U4."""
    opening = {**TURN, "before": "", "rack": "r1 r2 r3", "after": "r1 r2 r3", "opened": False}
    assert check_turn(opening)["reason"] == "opening-too-low"
    assert check_turn({**opening, "rules": {"opening_threshold": 0}}) == {"legal": True, "placed": ["r1", "r2", "r3"]}


@pytest.mark.parametrize(
    ("profile", "leftover_to", "draws"),
    [("international", "pool", 3), ("vienna-en", "pool", 3), ("jumbo", "pool", 5), ("tm-toys", "rack", 1)],
)
def test_leftover_tiles_are_answered_with_where_they_go(profile: str, leftover_to: str, draws: int) -> None:
    """U12."""
    assert check_turn({"profile": profile, "leftover": "r5 k3"}) == {"leftover_to": leftover_to, "draws": draws}


# Counting the scores


def test_a_rack_emptied_is_scored_by_the_example_of_the_issue() -> None:
    """C1, C2: racks nothing and r5 k10 J."""
    question = {"profile": "jumbo", "racks": ["", "r5 k10 J"], "ended": "out"}
    assert score_games(question) == {"scores": [45, -45], "winners": [0], "big_points": [1, 0]}
    assert score_games({**question, "profile": "tm-toys"})["scores"] == [65, -65]


@pytest.mark.parametrize(
    ("opened", "announced", "points"),
    [([True, True], [False, False], -31), ([True, False], [False, False], -200), ([True, False], [False, True], -31)],
)
def test_who_opened_and_who_announced_is_counted(opened: list[bool], announced: list[bool], points: int) -> None:
    """C3."""
    question = {"profile": "tm-toys", "racks": ["", "r9 r10 r11 k1"], "ended": "out"}
    assert score_games({**question, "opened": opened, "announced": announced})["scores"] == [-points, points]


def test_an_empty_pool_is_scored_by_the_printed_example() -> None:
    """C4."""
    question = {"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 r5"], "ended": "pool"}
    assert score_games(question) == {"scores": [27, -4, -9, -14], "winners": [0], "big_points": [1, 0, 0, 0]}


def test_a_share_that_is_not_whole_is_a_text_that_can_be_asked_again() -> None:
    """C4, C5."""
    answered = score_games({"profile": "vienna-de", "racks": ["r5", "k5", "b9"], "ended": "pool"})
    assert answered == {"scores": ["9/2", "9/2", -9], "winners": [0, 1], "big_points": [1, 1, 0]}
    again = score_games({"profile": "vienna-de", "games": [answered, answered]})
    assert again == {"totals": [9, 9, -18], "ranks": [1, 1, 3]}


@pytest.mark.parametrize(
    ("profile", "ranks"), [("jumbo", [3, 4, 2, 1]), ("international", [3, 4, 2, 1]), ("tm-toys", [3, 4, 2, 1])]
)
def test_a_match_is_scored_by_the_printed_table(profile: str, ranks: list[int]) -> None:
    """C6."""
    games = [
        {"scores": [24, -5, -16, -3], "winners": [0]},
        {"scores": [-6, -11, 22, -5], "winners": [2]},
        {"scores": [-32, -13, -2, 47], "winners": [3]},
    ]
    assert score_games({"profile": profile, "games": games}) == {"totals": [-14, -29, 4, 39], "ranks": ranks}


def test_big_points_come_first_where_the_profile_says_so() -> None:
    """C5: the printed table of `tm-toys`."""
    games = [
        {"scores": ["+24", -5, -16, -3], "winners": [0]},
        {"scores": [-6, -11, 22, -5], "winners": [2]},
        {"scores": [-32, -13, -2, 47], "winners": [3]},
        {"scores": [-10, -25, 41, -6], "winners": [2]},
    ]
    assert score_games({"profile": "tm-toys", "games": games}) == {"totals": [-24, -54, 45, 33], "ranks": [3, 4, 1, 2]}


def test_without_winners_the_highest_score_of_each_game_won_it() -> None:
    """C5."""
    games = [{"scores": [3, -3]}, {"scores": [2, -2]}, {"scores": [-90, 90]}]
    assert score_games({"profile": "tm-toys", "games": games})["ranks"] == [1, 2]


# Wrong questions


@pytest.mark.parametrize(
    ("tool", "question", "error", "words"),
    [
        (check_set, {"profile": "jumbo", "set": "r3 r44"}, "notation", "'r44' is no tile"),
        (check_set, {"profile": "jumbo"}, "bad-field", "The field 'set' is missing."),
        (check_set, {"set": "r3 r4 r5"}, "bad-field", "The field 'profile' is missing."),
        (check_set, {"profile": "jumbbo", "set": "r3"}, "rules", "There is no profile 'jumbbo'"),
        (check_set, {"profile": "jumbo", "set": "r3", "rules": {"x": 1}}, "rules", "There is no rule 'x'"),
        (check_set, {"profile": "jumbo", "set": "r3", "rules": [1]}, "bad-field", "should be an object"),
        (check_set, ["r3 r4 r5"], "bad-field", "This should be an object with named fields"),
        (check_turn, {**TURN, "players": 5}, "rules", "2 to 4 players, not for 5"),
        (check_turn, {**TURN, "opened": "yes"}, "bad-field", "true or false"),
        (check_turn, {**TURN, "after": "r3 | | r4"}, "notation", "beside an empty set"),
        (check_turn, {**TURN, "before": "r3 r4"}, "bad-input", "Before the turn"),
        (score_games, {"profile": "jumbo", "racks": ["", "r5"], "ended": "late"}, "bad-field", "'out' or 'pool'"),
        (score_games, {"profile": "jumbo", "racks": ["r5"], "ended": "out"}, "rules", "not for 1"),
        (score_games, {"profile": "jumbo", "racks": ["r5", "r6"], "ended": "out"}, "bad-input", "one empty rack"),
        (
            score_games,
            {"profile": "jumbo", "racks": ["", "r6"], "ended": "out", "opened": [True]},
            "bad-field",
            "2 times true or false",
        ),
        (score_games, {"profile": "jumbo", "games": []}, "bad-field", "at least one game"),
        (score_games, {"profile": "jumbo", "games": [7]}, "bad-field", "A game should be an object"),
        (
            score_games,
            {"profile": "jumbo", "games": [{"scores": [1, 2.5]}]},
            "bad-field",
            "A score should be a whole number",
        ),
        (
            score_games,
            {"profile": "jumbo", "games": [{"scores": [1, True]}]},
            "bad-field",
            "A score should be a whole number",
        ),
        (score_games, {"profile": "jumbo", "games": [{"scores": []}]}, "rules", "not for 0"),
        (
            score_games,
            {"profile": "jumbo", "games": [{"scores": [1, -1]}, {"scores": [1, 0, -1]}]},
            "bad-field",
            "Every game needs 2 scores, and winners from 0 to 1.",
        ),
        (
            score_games,
            {"profile": "jumbo", "games": [{"scores": [1, -1], "winners": [2]}]},
            "bad-field",
            "Every game needs 2 scores, and winners from 0 to 1.",
        ),
    ],
)
def test_a_wrong_question_gets_an_error_with_a_code_and_a_sentence(
    tool: Tool, question: object, error: str, words: str
) -> None:
    answered = answer(tool, question)
    assert answered["error"] == error
    assert words in answered["message"]
    assert set(answered) == {"error", "message"}


def test_more_tiles_than_the_box_has_have_an_error_code_of_their_own() -> None:
    """E1: whichever tool finds them."""

    def tool(question: object) -> dict[str, Any]:
        parse_position(str(question))
        return {}

    too_many = "jumbo; players 2; turn 0; opened -; table -; racks r3 r3 r3 / ?14; pool ?89"
    assert answer(tool, too_many)["error"] == "not-in-box"


@pytest.mark.parametrize("racks", [["", "r5 r5 r5"], ["", "r5 M"], ["", "J J J"]])
def test_racks_that_the_box_cannot_fill_are_not_scored(racks: list[str]) -> None:
    """E1, E2."""
    assert answer(score_games, {"profile": "jumbo", "racks": racks, "ended": "out"})["error"] == "not-in-box"


@pytest.mark.parametrize(
    ("tool", "question"),
    [
        (check_set, {"profile": "twist", "set": "b3 b4 C r6 r7"}),
        (check_set, {"profile": "jumbo", "set": "r3"}),
        (check_turn, TURN),
        (check_turn, {**TURN, "opened": False}),
        (check_turn, {"profile": "jumbo", "leftover": "r5"}),
        (score_games, {"profile": "vienna-de", "racks": ["r5", "k5", "b9"], "ended": "pool"}),
    ],
)
def test_every_answer_is_plain_json(tool: Tool, question: object) -> None:
    answered = answer(tool, question)
    assert json.loads(json.dumps(answered)) == answered


def test_the_two_reasons_about_the_box_are_given_here() -> None:
    """E1, E2: the other reasons about a set stand in tests/sets/test_reader.py."""
    assert check_set({"profile": "jumbo", "set": "D D D"})["reason"] == Reason.NOT_IN_BOX.code
    assert check_turn({**TURN, "rack": "r6 r3 r3"})["reason"] == Reason.TOO_MANY_OF_FACE.code
