"""The fields that every question has."""

from __future__ import annotations

import pytest

from tilewise.companion import answer, check_set
from tilewise.companion.question import players_of, profile_of
from tilewise.json_fields import Fields
from tilewise.profiles import PROFILES


def test_a_question_names_its_profile_and_house_rules() -> None:
    """E3."""
    assert profile_of(Fields({"profile": "jumbo"})) is PROFILES["jumbo"]
    assert profile_of(Fields({"profile": "jumbo", "rules": {}})) is PROFILES["jumbo"]
    changed = profile_of(Fields({"profile": "jumbo", "rules": {"opening_threshold": 0}}))
    assert changed == PROFILES["jumbo"].with_rules({"opening_threshold": 0})


def test_the_number_of_players_is_four_or_the_nearest_that_the_profile_allows() -> None:
    """E3."""
    assert players_of(Fields({}), PROFILES["tm-toys"]) == 4
    assert players_of(Fields({}), PROFILES["jumbo"].with_rules({"max_players": 3})) == 3
    assert players_of(Fields({}), PROFILES["tm-toys"].with_rules({"min_players": 5})) == 5
    assert players_of(Fields({"players": 2}), PROFILES["jumbo"]) == 2


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        ({"set": "r3 r4 r5"}, "bad-field", "The field 'profile' is missing."),
        ({"profile": "jumbbo", "set": "r3"}, "rules", "There is no profile 'jumbbo'"),
        ({"profile": "jumbo", "set": "r3", "rules": {"x": 1}}, "rules", "There is no rule 'x'"),
        ({"profile": "jumbo", "set": "r3", "rules": [1]}, "bad-field", "should be an object"),
        (["r3 r4 r5"], "bad-field", "This should be an object with named fields"),
    ],
)
def test_a_question_without_a_profile_or_with_impossible_rules_gets_an_error(
    question: object, error: str, words: str
) -> None:
    answered = answer(check_set, question)
    assert set(answered) == {"error", "message"}
    assert answered["error"] == error
    assert words in answered["message"]
