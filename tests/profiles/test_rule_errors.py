"""Errors about rules have a reason and facts, like refusals in a game."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from tilewise.game import new_game
from tilewise.match import new_match
from tilewise.profiles import PROFILES, RULE_FIELDS, RulesError, RulesReason, parse_house_rules, profile_named

JUMBO = PROFILES["jumbo"]
VIENNA_EN = PROFILES["vienna-en"]


@pytest.mark.parametrize(
    ("wrong", "reason", "facts"),
    [
        (lambda: profile_named("x"), RulesReason.NO_SUCH_PROFILE, {"name": "'x'", "profiles": ", ".join(PROFILES)}),
        (
            lambda: JUMBO.with_rules({"x": 1}),
            RulesReason.NO_SUCH_RULE,
            {"name": "'x'", "rules": ", ".join(RULE_FIELDS)},
        ),
        (lambda: parse_house_rules(["x"]), RulesReason.NOT_FIELD_AND_VALUE, {"word": "'x'"}),
        (
            lambda: JUMBO.with_rules({"pool_tie": "x"}),
            RulesReason.NO_SUCH_CHOICE,
            {"rule": "pool_tie", "choices": "'shared', 'fewest-tiles'", "value": "'x'"},
        ),
        (
            lambda: JUMBO.with_rules({"rack_size": 99}),
            RulesReason.OUT_OF_RANGE,
            {"rule": "rack_size", "least": 1, "most": 30, "value": "99"},
        ),
        (
            lambda: JUMBO.box(5),
            RulesReason.WRONG_PLAYERS,
            {"profile": "jumbo", "least": 2, "most": 4, "players": "5"},
        ),
        (lambda: new_game(JUMBO, 2, 1, starter=2), RulesReason.NO_SUCH_STARTER, {"last": 1, "starter": 2}),
        (lambda: new_match(JUMBO, 2, 1, games=0), RulesReason.WRONG_GAMES, {"most": 1000, "games": 0}),
        (lambda: new_match(VIENNA_EN, 2, 1, games=3), RulesReason.NOT_WHOLE_ROUNDS, {"players": 2, "games": 3}),
    ],
    ids=lambda part: part.name if isinstance(part, RulesReason) else "",
)
def test_an_error_about_rules_has_a_reason_and_facts(
    wrong: Callable[[], object], reason: RulesReason, facts: dict[str, object]
) -> None:
    """E3, S6, C5."""
    with pytest.raises(RulesError) as caught:
        wrong()
    assert (caught.value.reason, caught.value.facts) == (reason, facts)
    assert str(caught.value) == reason.sentence.format(**facts)
    back = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (type(back), back.reason, back.facts) == (RulesError, reason, facts)
