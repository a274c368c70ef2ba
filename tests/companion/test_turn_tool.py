"""Checking a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tilewise.companion import answer, check_turn
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES

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
    assert set(answered) == {"legal", "rule", "reason", "facts", "message"}


def test_a_refused_joker_is_answered_with_where_it_came_from_and_where_it_went_u7_u8() -> None:
    rules = {"freed_joker": "another-set"}
    back = check_turn({**TURN, "rules": rules, "before": "r3 J r5", "rack": "r4", "after": "r3 r4 r5 J"})
    assert (back["rule"], back["reason"]) == ("U7", "joker-returned")
    assert back["facts"] == {"joker": "J", "from": "r3 J r5", "to": "r3 r4 r5 J"}
    exchange = {"profile": "twist", "before": "r3 r4 J", "rack": "C k9 b9", "after": "r3 r4 C | k9 b9 J"}
    assert check_turn({**TURN, **exchange})["facts"] == {"before": "r3 r4 J", "after": "r3 r4 C"}


def test_more_tiles_than_the_box_has_are_counted() -> None:
    """E1: three copies are for five and six players."""
    rack = {"rack": "r6 r5 r5"}
    assert check_turn({**TURN, **rack})["message"] == "There are 3 of r5; the box has 2."
    assert check_turn({**TURN, **rack, "profile": "tm-toys", "players": 5})["legal"]
    assert not check_turn({**TURN, **rack, "profile": "tm-toys", "players": 4})["legal"]


def test_a_table_that_was_invalid_before_the_turn_is_an_error() -> None:
    """U6."""
    with pytest.raises(TilewiseError, match=r"^Before the turn, r3 r4 was not a set: A set needs at least three"):
        check_turn({**TURN, "before": "r3 r4"})


def test_a_turn_is_checked_by_the_house_rules() -> None:
    """U4."""
    opening = {**TURN, "before": "", "rack": "r1 r2 r3", "after": "r1 r2 r3", "opened": False}
    assert check_turn(opening)["reason"] == "opening-too-low"
    assert check_turn({**opening, "rules": {"opening_threshold": 0}}) == {"legal": True, "placed": ["r1", "r2", "r3"]}


def test_details_say_what_each_set_is_and_what_the_opening_is_worth_u3() -> None:
    low = {**TURN, "rack": "k9 b9 J", "after": "r3 r4 r5 | k9 b9 J", "opened": False, "details": True}
    answered = check_turn(low)
    assert (answered["reason"], answered["opening"]) == ("opening-too-low", 27)
    assert [one["value"] for one in answered["sets"]] == [12, 27]
    assert answered["sets"][1]["stands_for"] == ["k9", "b9", "9"]
    enough = check_turn({**low, "rack": "k10 b10 J", "after": "r3 r4 r5 | k10 b10 J"})
    assert (enough["legal"], enough["opening"]) == (True, 30)


def test_details_of_a_later_turn_have_no_opening_and_name_the_flaw_of_a_set_u6() -> None:
    answered = check_turn({**TURN, "rack": "r7", "after": "r3 r4 r5 r7", "details": True})
    assert "opening" not in answered
    assert (answered["reason"], answered["sets"][0]["reason"]) == ("invalid-set", "gap")


@pytest.mark.parametrize(
    ("profile", "leftover_to", "draws"),
    [("international", "pool", 3), ("vienna-en", "pool", 3), ("jumbo", "pool", 5), ("tm-toys", "rack", 1)],
)
def test_leftover_tiles_are_answered_with_where_they_go(profile: str, leftover_to: str, draws: int) -> None:
    """U12."""
    assert check_turn({"profile": profile, "leftover": "r5 k3"}) == {"leftover_to": leftover_to, "draws": draws}


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        ({**TURN, "players": 5}, "rules", "2 to 4 players, not for 5"),
        ({**TURN, "opened": "yes"}, "bad-field", "true or false"),
        ({**TURN, "after": "r3 | | r4"}, "notation", "next to an empty set"),
        ({**TURN, "before": "r3 r4"}, "bad-input", "Before the turn"),
    ],
)
def test_a_turn_that_cannot_be_read_gets_an_error(question: object, error: str, words: str) -> None:
    answered = answer(check_turn, question)
    assert set(answered) == {"error", "message"}
    assert answered["error"] == error
    assert words in answered["message"]
