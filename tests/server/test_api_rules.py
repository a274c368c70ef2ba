"""Profiles, fields, rules in words, levels."""

from __future__ import annotations

import pytest
from calling import Calling, assert_error

from tilewise.bots import LEVELS
from tilewise.profiles import PROFILES, RULE_FIELDS, RulesError, profile_named
from tilewise.rulebook import LANGUAGES
from tilewise.server.web.rules import EXPLAINED


def test_every_profile_is_listed_with_every_rule(api: Calling) -> None:
    listed = api.get("/api/profiles").json()
    assert [profile["name"] for profile in listed] == list(PROFILES)
    for profile in listed:
        assert profile["rules"] == {name: getattr(PROFILES[profile["name"]], name) for name in RULE_FIELDS}


def test_every_rule_that_can_be_changed_is_explained_and_no_other(api: Calling) -> None:
    assert list(EXPLAINED) == list(RULE_FIELDS)
    assert [field["name"] for field in api.get("/api/rule-fields").json()] == list(RULE_FIELDS)


def test_a_form_made_from_the_fields_offers_what_the_rules_take_and_nothing_else(api: Calling) -> None:
    free = {"large_game_from", "min_players", "max_players", "rack_size", "jokers", "gift_tiles_in_box"}
    for field in api.get("/api/rule-fields").json():
        name, profile = field["name"], PROFILES["international"]
        assert field["defaults"]["international"] == getattr(profile, name)
        if field["type"] == "choice":
            with pytest.raises(RulesError, match="is one of"):
                profile.with_rules({name: "perhaps"})
            assert profile.with_rules({name: getattr(profile, name)}) == profile
            assert getattr(profile, name) in field["choices"]
        else:
            for beyond in (field.get("least", 0) - 1, field["most"] + 1):
                with pytest.raises(RulesError, match="lies between"):
                    profile.with_rules({name: beyond})
            if name not in free:
                value = getattr(profile, name)
                assert value is None or field.get("least", 0) <= value <= field["most"]
        if not field["may_be_none"]:
            with pytest.raises(RulesError):
                profile.with_rules({name: None})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_profile_are_told_in_every_language(api: Calling, language: str) -> None:
    texts = {api.get(f"/api/profiles/{name}/rules?language={language}").json()["text"] for name in PROFILES}
    assert len(texts) == len(PROFILES)


def test_an_unknown_profile_or_language_is_an_error(api: Calling) -> None:
    assert_error(api.get("/api/profiles/chess/rules"), 404, "no-profile")
    assert_error(api.get("/api/profiles/jumbo/rules?language=fr"), 400, "bad-query")


def test_house_rules_are_told_with_their_differences(api: Calling) -> None:
    told = api.post("/api/rules", {"profile": "jumbo", "rules": {"opening_threshold": 0}}).json()
    (difference,) = told["differences"]
    assert "U3" in difference
    other = api.post("/api/rules", {"profile": "jumbo", "compare": "twist", "language": "de"}).json()
    assert len(other["differences"]) > 3
    assert_error(api.post("/api/rules", {"profile": "jumbo", "rules": {"rack_size": 0}}), 400, "rules")


def test_every_level_of_computer_players_is_told_with_a_sentence(api: Calling) -> None:
    told = api.get("/api/levels").json()
    assert [level["level"] for level in told] == list(LEVELS)
    assert all(level["about"].endswith(".") for level in told)


def test_rules_may_be_kept_by_a_browser_for_a_while_and_other_answers_not(api: Calling) -> None:
    assert "max-age" in api.get("/api/profiles").headers["cache-control"]
    assert api.get("/api/lobby").headers["cache-control"] == "no-store"
    assert profile_named("jumbo").name == "jumbo"
