"""Checking a set."""

from __future__ import annotations

import pytest

from tilewise.companion import answer, check_set


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
def test_a_set_is_answered_with_its_kind_its_value_and_what_its_tiles_stand_for(
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
def test_what_the_tiles_stand_for_is_in_the_order_of_the_question(tiles: str, stands_for: list[str]) -> None:
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
def test_tiles_that_are_not_a_set_are_answered_with_the_reason(
    profile: str, tiles: str, reason: str, message: str
) -> None:
    """T1, T2, E2."""
    assert check_set({"profile": profile, "set": tiles}) == {"valid": False, "reason": reason, "message": message}


def test_house_rules_may_put_special_jokers_into_the_box() -> None:
    """E2."""
    question = {"profile": "jumbo", "set": "r7 M r7", "rules": {"mirror_jokers": 1}}
    assert check_set(question)["kind"] == "mirror-group"


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        ({"profile": "jumbo", "set": "r3 r44"}, "notation", "'r44' is not a tile"),
        ({"profile": "jumbo"}, "bad-field", "The field 'set' is missing."),
    ],
)
def test_a_set_that_cannot_be_read_gets_an_error(question: object, error: str, words: str) -> None:
    answered = answer(check_set, question)
    assert set(answered) == {"error", "message"}
    assert answered["error"] == error
    assert words in answered["message"]


def test_several_sets_are_answered_with_everything_about_each() -> None:
    """T2, T5: also the order in which the tiles are a set, and the rule with its facts if they are none."""
    answered = check_set({"profile": "jumbo", "sets": ["r5 J r3", "r3 r4 r6"]})
    run, no_set = answered["sets"]
    assert run == {
        "valid": True,
        "kind": "run",
        "value": 12,
        "stands_for": ["r5", "r4", "r3"],
        "arranged": "r3 J r5",
    }
    assert (no_set["valid"], no_set["rule"], no_set["reason"]) == (False, "T2", "gap")
    assert no_set["facts"] == {"missing": (5,)}
    assert no_set["message"] == "This run lacks 5."
    assert check_set({"profile": "jumbo", "sets": []}) == {"sets": []}


def test_one_set_and_several_sets_are_two_questions() -> None:
    answered = answer(check_set, {"profile": "jumbo", "set": "r3 r4 r5", "sets": []})
    assert answered == {"error": "bad-field", "message": "Name 'set' (one set) or 'sets' (several), not both."}
