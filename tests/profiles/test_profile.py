"""Profiles as values: the box, changed fields and their checks (E1, E2, S4, X1-X3)."""

from __future__ import annotations

import dataclasses
import json
import pickle
from typing import Any

import pytest

from tilewise.profiles import PROFILES, RULE_FIELDS, NotInBox, Profile, RulesError
from tilewise.profiles.profile import LONGEST_TURN, MOST_COPIES, MOST_JOKERS, MOST_PLAYERS
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, JOKER, MIRROR, format_tiles, parse_tiles


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en"])
@pytest.mark.parametrize(("gift_tiles", "jokers"), [("off", 2), ("added", 4), ("instead", 2)])
def test_gift_tiles_are_off_added_or_used_instead(name: str, gift_tiles: str, jokers: int) -> None:
    """E2."""
    assert PROFILES[name].with_rules({"gift_tiles": gift_tiles}).box(3)[JOKER] == jokers


def test_gift_tiles_used_instead_are_as_many_as_there_are_gift_tiles() -> None:
    """E2."""
    profile = PROFILES["vienna-de"].with_rules({"gift_tiles": "instead", "gift_tiles_in_box": 3})
    assert profile.box(2)[JOKER] == 3
    assert profile.with_rules({"gift_tiles": "off"}).box(2)[JOKER] == 2


def test_tiles_that_the_box_does_not_contain_are_named() -> None:
    """E1, E2."""
    jumbo = PROFILES["jumbo"]
    jumbo.check_in_box(4, parse_tiles("r5 r5 J J"))
    with pytest.raises(NotInBox, match=r"^The box of jumbo for 4 players has 2 of r5, not 3\.$"):
        jumbo.check_in_box(4, parse_tiles("r5 J r5 r5"))
    with pytest.raises(NotInBox, match=r"has 0 of M, not 1\.$"):
        jumbo.check_in_box(4, parse_tiles("M"))
    PROFILES["tm-toys"].check_in_box(5, parse_tiles("r5 r5 r5"))


@pytest.mark.parametrize("field", ["name", "title", "rulebook", "language", "advice", "opening", ""])
def test_house_rules_cannot_change_the_identity_of_a_profile_or_name_an_unknown_rule(field: str) -> None:
    with pytest.raises(RulesError, match=f"^There is no rule '{field}'; the rules are ") as caught:
        PROFILES["jumbo"].with_rules({field: "x"})
    assert "opening_threshold" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"min_players": 4, "max_players": 3}, "min_players 4 is more than max_players 3."),
        ({"gift_tiles": "added"}, "The box of jumbo has no gift tiles: gift_tiles can only be 'off'."),
        ({"gift_tiles": "instead"}, "The box of jumbo has no gift tiles: gift_tiles can only be 'off'."),
        ({"unopened_penalty": 100}, "Set both unopened_penalty and missed_opening_penalty, or neither."),
        ({"missed_opening_penalty": 200}, "Set both unopened_penalty and missed_opening_penalty, or neither."),
        ({"late_tiles": 1}, "late_tiles_unmoved must not be more than late_tiles."),
        ({"rack_size": 5}, "A rack of 5 cannot hold redeal_pairs=3 pairs."),
        ({"copies": 1}, "54 tiles are too few to deal 14 to 4 players."),
        ({"rack_size": 27}, "106 tiles are too few to deal 27 to 4 players."),
        ({"max_players": 6, "rack_size": 20}, "106 tiles are too few to deal 20 to 6 players."),
    ],
    ids=str,
)
def test_values_that_do_not_make_sense_together_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        PROFILES["jumbo"].with_rules(changes)
    assert str(caught.value) == sentence


def test_gift_tiles_and_jokers_together_have_a_limit() -> None:
    """E2."""
    rules = {"gift_tiles": "added", "jokers": MOST_JOKERS - 2}
    assert PROFILES["vienna-de"].with_rules(rules).box(2)[JOKER] == MOST_JOKERS
    with pytest.raises(RulesError) as caught:
        PROFILES["vienna-de"].with_rules({**rules, "jokers": MOST_JOKERS})
    assert str(caught.value) == f"A game has at most {MOST_JOKERS} plain jokers, not {MOST_JOKERS + 2}."


def test_the_pool_has_at_least_one_tile_after_the_deal() -> None:
    """S4: 104 numbered tiles without jokers are enough for 25 each, but not for 26."""
    rules = {"jokers": 0, "rack_size": 25}
    assert PROFILES["international"].with_rules(rules).rack_size == 25
    with pytest.raises(RulesError, match=r"^104 tiles are too few to deal 26 to 4 players\.$"):
        PROFILES["international"].with_rules({**rules, "rack_size": 26})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"turn_seconds": 0}, f"turn_seconds must be between 1 and {LONGEST_TURN}, not 0."),
        ({"turn_seconds": 10**8}, f"turn_seconds must be between 1 and {LONGEST_TURN}, not 100000000."),
        ({"min_players": 1}, f"min_players must be between 2 and {MOST_PLAYERS}, not 1."),
        ({"max_players": 99}, f"max_players must be between 2 and {MOST_PLAYERS}, not 99."),
        ({"copies": 0}, f"copies must be between 1 and {MOST_COPIES}, not 0."),
        ({"jokers": -1}, f"jokers must be between 0 and {MOST_JOKERS}, not -1."),
        ({"jokers": 99}, f"jokers must be between 0 and {MOST_JOKERS}, not 99."),
        ({"opening_threshold": 101}, "opening_threshold must be between 0 and 100, not 101."),
        ({"opening_threshold": None}, "opening_threshold must be a whole number, not None."),
        ({"opening_threshold": "30"}, "opening_threshold must be a whole number, not '30'."),
        ({"opening_threshold": True}, "opening_threshold must be a whole number, not True."),
        ({"opening_threshold": 30.0}, "opening_threshold must be a whole number, not 30.0."),
        ({"wrong_play": "fine"}, "wrong_play must be one of 'refused', 'penalty', not 'fine'."),
        ({"clock_from": None}, "clock_from must be one of 'first-turn', 'after-opening', not None."),
    ],
    ids=str,
)
def test_a_value_of_the_wrong_type_or_size_is_refused_with_what_it_must_be(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RulesError) as caught:
        PROFILES["jumbo"].with_rules(changes)
    assert str(caught.value) == sentence


def test_every_whole_number_has_a_greatest_and_a_smallest_value() -> None:
    for field in RULE_FIELDS:
        if isinstance(getattr(PROFILES["tm-toys"], field), int):
            for value in (-1, 10**9):
                with pytest.raises(RulesError, match=f"^{field} must be between "):
                    PROFILES["tm-toys"].with_rules({field: value})


def test_the_name_and_language_of_a_profile_are_checked_too() -> None:
    fields: dict[str, Any] = {"name": "x", "title": "X", "rulebook": "x.txt", "language": "en"}
    assert Profile(**fields).max_players == 4
    with pytest.raises(RulesError, match=r"^title must be a text, not 3\.$"):
        Profile(**{**fields, "title": 3})
    with pytest.raises(RulesError, match=r"^language must be one of 'de', 'en', 'pl', not 'fr'\.$"):
        Profile(**{**fields, "language": "fr"})
    with pytest.raises(RulesError, match=r"^advice must be one of 'piles-of-seven', .*, not 'cheat'\.$"):
        Profile(**{**fields, "advice": ("keep-a-joker", "cheat")})


def test_a_profile_is_an_immutable_value() -> None:
    jumbo = PROFILES["jumbo"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        jumbo.jokers = 3  # type: ignore[misc]
    assert hash(jumbo) == hash(jumbo.with_rules({}))
    assert jumbo == jumbo.with_rules({})
    assert jumbo != jumbo.with_rules({"jokers": 3})
    assert pickle.loads(pickle.dumps(jumbo)) == jumbo  # noqa: S301


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_goes_through_json_and_back(name: str) -> None:
    profile = PROFILES[name]
    assert Profile(**json.loads(json.dumps(profile.as_dict()))) == profile


def test_special_jokers_can_be_a_house_rule() -> None:
    """X1, X2, X3: behaviour depends on the fields, not on the name of the profile."""
    profile = PROFILES["jumbo"].with_rules({"double_jokers": 1, "mirror_jokers": 3})
    assert profile.joker_kinds == (JOKER, DOUBLE, MIRROR)
    assert profile.box(4)[COLOUR_CHANGE] == 0
    assert format_tiles(profile.joker_kinds) == "J D M"


def test_a_profile_without_changes_is_itself() -> None:
    assert PROFILES["jumbo"].with_rules({}) is PROFILES["jumbo"]
