"""Answers about rules, without a server. tests/server/http/test_rules_api.py asks for the same over HTTP."""

from __future__ import annotations

import pytest

from tilewise.bots import LEVELS
from tilewise.profiles import PROFILES, RULE_FIELDS, RulesError
from tilewise.server.api.api_errors import ApiError
from tilewise.server.api.rule_answers import (
    LanguageQuery,
    RulesRequest,
    level_infos,
    profile_infos,
    rule_field_infos,
    rules_of_profile,
    rules_with_changes,
)


def test_every_profile_field_and_level_is_listed() -> None:
    assert [info.name for info in profile_infos()] == list(PROFILES)
    assert [field.name for field in rule_field_infos()] == list(RULE_FIELDS)
    assert [level.level for level in level_infos()] == list(LEVELS)


def test_the_rules_of_a_box_are_a_text_in_the_language_asked_for() -> None:
    english = rules_of_profile("jumbo", LanguageQuery())
    german = rules_of_profile("jumbo", LanguageQuery("de"))
    assert english.text != german.text
    assert (german.profile, german.language) == ("jumbo", "de")
    with pytest.raises(ApiError) as raised:
        rules_of_profile("unknown", LanguageQuery())
    assert (raised.value.status, raised.value.code) == (404, "no-profile")


def test_house_rules_are_compared_with_the_box_or_with_another_one() -> None:
    asked = RulesRequest("jumbo", {"opening_threshold": 50})
    assert len(rules_with_changes(asked).differences) == 1
    assert len(rules_with_changes(RulesRequest("jumbo", compare="twist")).differences) > 1
    with pytest.raises(RulesError):
        rules_with_changes(RulesRequest("jumbo", {"copies": 99}))
