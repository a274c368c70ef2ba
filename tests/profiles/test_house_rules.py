"""House rules as fields and as text (U4, U9)."""

from __future__ import annotations

from typing import Any

import pytest

from tilewise.profiles import (
    PROFILES,
    RULE_FIELDS,
    RulesError,
    format_house_rules,
    house_rules_of,
    parse_house_rules,
    profile_named,
)


@pytest.mark.parametrize(
    "changes",
    [
        {"opening_threshold": 0},
        {"turn_seconds": 30},
        {"turn_seconds": 40},
        {"turn_seconds": None},
        {"clock_from": "after-opening"},
        {"late_tiles": 0, "late_tiles_unmoved": 0},
    ],
    ids=str,
)
def test_house_rules_change_only_what_they_name(changes: dict[str, Any]) -> None:
    """U4, U9: `tm-toys` offers no threshold, 30 s, 40 s and no limit."""
    printed = PROFILES["tm-toys"]
    changed = printed.with_rules(changes)
    assert {field for field in RULE_FIELDS if getattr(changed, field) != getattr(printed, field)} == set(changes)
    assert house_rules_of(changed) == changes
    assert house_rules_of(printed) == {}
    assert printed == profile_named("tm-toys")


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("", {}),
        ("opening_threshold=0", {"opening_threshold": 0}),
        ("turn_seconds=none gift_tiles=added", {"turn_seconds": None, "gift_tiles": "added"}),
        ("late_tiles=-1", {"late_tiles": "-1"}),
        ("late_tiles=٣", {"late_tiles": "٣"}),
        ("late_tiles=9999999999", {"late_tiles": "9999999999"}),
        ("a=b=c", {"a": "b=c"}),
    ],
)
def test_house_rules_are_read_from_words(words: str, rules: dict[str, Any]) -> None:
    assert parse_house_rules(words.split()) == rules


@pytest.mark.parametrize("word", ["opening_threshold", "=3", "copies=", "="])
def test_a_word_that_is_not_a_house_rule_is_named(word: str) -> None:
    with pytest.raises(RulesError, match=f"^A house rule is written field=value, not '{word}'"):
        parse_house_rules([word])


def test_a_house_rule_is_given_once() -> None:
    with pytest.raises(RulesError, match=r"^The house rule 'copies' is given twice"):
        parse_house_rules(["copies=2", "copies=3"])


@pytest.mark.parametrize(
    "changes",
    [{}, {"turn_seconds": None}, {"opening_threshold": 0, "gift_tiles": "added"}, {"pool_score": "difference"}],
    ids=str,
)
def test_house_rules_read_back_as_they_are_written(changes: dict[str, Any]) -> None:
    profile = PROFILES["vienna-de"].with_rules(changes)
    text = format_house_rules(profile)
    assert PROFILES["vienna-de"].with_rules(parse_house_rules(text.split())) == profile
    assert bool(text) == bool(changes)
