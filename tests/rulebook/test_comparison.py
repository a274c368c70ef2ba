"""How two profiles differ."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.rulebook_texts import chapters_text, rule_ids
from tilewise.profiles import PROFILES
from tilewise.rulebook import LANGUAGES, differences

VIENNA, TWIST, JUMBO = (PROFILES[name] for name in ("vienna-de", "twist", "jumbo"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_box_and_itself_have_no_differences(language: str) -> None:
    for profile in PROFILES.values():
        assert differences(profile, profile, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_two_boxes_differ_in_both_directions(language: str) -> None:
    for profile, other in permutations(PROFILES.values(), 2):
        ours, theirs = differences(profile, other, language), differences(other, profile, language)
        assert ours
        assert ours != theirs
        assert [rule_ids(sentence) for sentence in ours] == [rule_ids(sentence) for sentence in theirs]


def test_a_difference_states_both_sides() -> None:
    without = TWIST.with_rules({"opening_threshold": 0})
    assert differences(TWIST, without, "en") == ["Opening: here at least 30 points; there any set. [U3]"]
    assert differences(without, TWIST, "de") == ["Eröffnung: hier jede Kombination; dort mindestens 30 Punkte. [U3]"]
    assert differences(TWIST, without, "pl") == ["Otwarcie: tutaj co najmniej 30 punktów; tam dowolny układ. [U3]"]


def test_fields_without_effect_make_no_difference() -> None:
    """A large game for more players than allowed, a clock that does not run, jokers that gift tiles replace."""
    untimed = TWIST.with_rules({"turn_seconds": None})
    gifts = VIENNA.with_rules({"gift_tiles": "instead"})
    for base, change in (
        (JUMBO, {"large_game_copies": 2}),
        (JUMBO, {"large_game_from": 5}),
        (untimed, {"clock_from": "first-turn"}),
        (gifts, {"jokers": 4}),
    ):
        assert differences(base, base.with_rules(change), "en") == []
        assert chapters_text(base, "en") == chapters_text(base.with_rules(change), "en")
