"""The endpoints for profiles, house rules, rules as text, and levels."""

from __future__ import annotations

import pytest

from tests.support.http_server import AnonymousCaller, assert_error
from tilewise.bots import LEVELS
from tilewise.profiles import PROFILES, RULE_FIELDS, RulesError
from tilewise.rulebook import LANGUAGES
from tilewise.server.api.rule_answers import FIELD_DESCRIPTIONS
from tilewise.server.tables.table_settings import TableSettings, check_settings


def test_every_profile_is_listed_with_every_rule(api: AnonymousCaller) -> None:
    listed = api.get("/api/profiles").json()
    assert [profile["name"] for profile in listed] == list(PROFILES)
    for profile in listed:
        assert profile["rules"] == {name: getattr(PROFILES[profile["name"]], name) for name in RULE_FIELDS}


def test_exactly_the_rules_that_can_be_changed_are_described(api: AnonymousCaller) -> None:
    assert list(FIELD_DESCRIPTIONS) == list(RULE_FIELDS)
    assert [field["name"] for field in api.get("/api/rule-fields").json()] == list(RULE_FIELDS)


def test_a_form_made_from_the_fields_offers_exactly_what_a_table_accepts(api: AnonymousCaller) -> None:
    printed = PROFILES["international"]

    def check(name: str, value: object) -> None:
        check_settings(TableSettings(rules={name: value}))  # type: ignore[dict-item]

    for field in api.get("/api/rule-fields").json():
        name = field["name"]
        assert field["defaults"]["international"] == getattr(printed, name)
        if field["type"] == "choice":
            assert getattr(printed, name) in field["choices"]
            wrong: list[object] = ["perhaps", 1]
        else:
            value = getattr(printed, name)
            assert value is None or field["least"] <= value <= field["most"]
            wrong = [field["least"] - 1, field["most"] + 1, "1"]
        if not field["may_be_none"]:
            wrong.append(None)
        for value in wrong:
            with pytest.raises(RulesError, match=r"must be|at most 2"):
                check(name, value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_profile_exist_in_every_language(api: AnonymousCaller, language: str) -> None:
    texts = {api.get(f"/api/profiles/{name}/rules?language={language}").json()["text"] for name in PROFILES}
    assert len(texts) == len(PROFILES)


def test_an_unknown_profile_or_language_is_an_error(api: AnonymousCaller) -> None:
    assert_error(api.get("/api/profiles/chess/rules"), 404, "no-profile")
    assert_error(api.get("/api/profiles/jumbo/rules?language=fr"), 400, "bad-query")


def test_house_rules_are_described_with_their_differences(api: AnonymousCaller) -> None:
    content = api.post("/api/rules", {"profile": "jumbo", "rules": {"opening_threshold": 0}}).json()
    (difference,) = content["differences"]
    assert "U3" in difference
    other = api.post("/api/rules", {"profile": "jumbo", "compare": "twist", "language": "de"}).json()
    assert len(other["differences"]) > 3
    assert_error(api.post("/api/rules", {"profile": "jumbo", "rules": {"rack_size": 0}}), 400, "rules")


def test_every_level_of_computer_players_has_a_description(api: AnonymousCaller) -> None:
    content = api.get("/api/levels").json()
    assert [level["level"] for level in content] == list(LEVELS)
    assert all(level["about"].endswith(".") for level in content)


def test_browsers_may_cache_rules_but_no_other_responses(api: AnonymousCaller) -> None:
    assert "max-age" in api.get("/api/profiles").headers["cache-control"]
    assert api.get("/api/lobby").headers["cache-control"] == "no-store"
