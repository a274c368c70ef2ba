"""Rule profiles: what the rulebooks say, and house rules (E1-E3, S5, S6, U9-U12, N2, C1, C3-C5)."""

from __future__ import annotations

import dataclasses
import inspect
import json
import pickle
import re
from importlib import import_module
from typing import Any

import pytest

from tilewise.profiles import PROFILES, RULE_FIELDS, NotInBox, Profile, RulesError, house_rules_of, profile_named
from tilewise.profiles.house_rules import format_house_rules, parse_house_rules
from tilewise.profiles.profile import LONGEST_TURN, MOST_COPIES, MOST_JOKERS, MOST_PLAYERS
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, JOKER, JOKERS, MIRROR, NUMBERED, format_tiles, parse_tiles

NAMES = ("vienna-de", "vienna-en", "jumbo", "tm-toys", "international", "twist")

RULEBOOKS = {
    "vienna-de": ("Vienna city edition", "de"),
    "vienna-en": ("Vienna city edition", "en"),
    "jumbo": ("Jumbo edition", "de"),
    "tm-toys": ("TM Toys editions", "pl"),
    "international": ("international edition", "en"),
    "twist": ("edition with special jokers", "de"),
}

TABLE: dict[str, tuple[object, ...]] = {
    # Each line is a rule: the values by profile, in the order of NAMES.
    "redeal_pairs": (None, None, 3, 3, None, None),  # S5
    "next_starter": ("highest-tile",) * 3 + ("left-of-last",) + ("highest-tile",) * 2,  # S6
    "rack_size": (14,) * 6,  # S3
    "opening_threshold": (30,) * 6,  # U3
    "turn_seconds": (60,) * 6,  # U9
    "clock_from": (  # U9
        "after-opening",
        "first-turn",
        "first-turn",
        "first-turn",
        "first-turn",
        "after-opening",
    ),
    "late_tiles": (3, 3, 3, 1, 3, 3),  # U10
    "late_tiles_unmoved": (3, 1, 3, 1, 3, 3),  # U10
    "wrong_play": ("refused", "refused", "refused", "penalty", "refused", "refused"),  # U11
    "leftover_tiles": ("pool", "pool", "pool-and-draw", "rack", "pool", "pool"),  # U12
    "empty_pool": ("passes", "passes", "last-round", "last-round", "passes", "passes"),  # N2
    "joker_penalty": (30, 30, 30, 50, 30, 30),  # C1
    "unopened_penalty": (None, None, None, 100, None, None),  # C3
    "missed_opening_penalty": (None, None, None, 200, None, None),  # C3
    "pool_score": ("rack", "difference", "all-minus", "difference", "difference", "rack"),  # C4
    "pool_tie": ("shared", "shared", "fewest-tiles", "shared", "shared", "shared"),  # C4
    "match_by": ("score", "games-won", "score", "big-points", "score", "score"),  # C5
    "gift_tiles": ("off",) * 6,  # E2
    "gift_tiles_in_box": (2, 2, 0, 0, 0, 0),  # E2
}


def test_five_rulebooks_make_six_profiles() -> None:
    assert tuple(PROFILES) == NAMES
    assert [profile.name for profile in PROFILES.values()] == list(NAMES)
    assert len({profile.rulebook for profile in PROFILES.values()}) == 5
    assert len({profile.title for profile in PROFILES.values()}) == 6


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_names_its_rulebook_and_language(name: str) -> None:
    profile = PROFILES[name]
    assert (profile.rulebook, profile.language) == RULEBOOKS[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_profiles_module_cites_its_rulebook_and_its_decided_points(name: str) -> None:
    module = import_module(f"tilewise.profiles.{name.replace('-', '_')}")
    docstring = inspect.getdoc(module) or ""
    assert docstring.startswith(f"`{name}`")
    assert re.search(r"\bthe rulebook of the\b", docstring, re.IGNORECASE)
    assert "Decided points" in docstring


@pytest.mark.parametrize("field", TABLE)
def test_every_profile_has_the_value_that_the_rules_print(field: str) -> None:
    """S3, S5, S6, U3, U9, U10, U11, U12, N2, C1, C3, C4, C5."""
    assert {name: getattr(PROFILES[name], field) for name in NAMES} == dict(zip(NAMES, TABLE[field], strict=True))


def test_the_tables_here_name_every_field_but_those_of_the_box() -> None:
    """A new field needs a line in the table above or a test of the box below."""
    box = {
        "min_players",
        "max_players",
        "copies",
        "jokers",
        "double_jokers",
        "colour_change_jokers",
        "mirror_jokers",
        "large_game_from",
        "large_game_copies",
        "large_game_jokers",
    }
    assert set(TABLE) | box == set(RULE_FIELDS)


# The box (E1, E2, E3)


@pytest.mark.parametrize("name", NAMES)
def test_up_to_four_players_have_two_copies_of_each_numbered_tile(name: str) -> None:
    """E1."""
    for players in (2, 3, 4):
        box = PROFILES[name].box(players)
        assert all(box[tile] == 2 for tile in NUMBERED)
        assert sum(box[tile] for tile in NUMBERED) == 104


@pytest.mark.parametrize("name", NAMES)
def test_two_plain_jokers_are_in_every_box_and_special_ones_only_in_twist(name: str) -> None:
    """E2: `twist` has two of each kind."""
    box = PROFILES[name].box(4)
    special = 2 if name == "twist" else 0
    assert [box[joker] for joker in JOKERS] == [2, special, special, special]
    assert PROFILES[name].joker_kinds == (JOKERS if name == "twist" else (JOKER,))


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players_have_three_copies_and_four_jokers(players: int) -> None:
    """E1, E2."""
    box = PROFILES["tm-toys"].box(players)
    assert all(box[tile] == 3 for tile in NUMBERED)
    assert box[JOKER] == 4
    assert box.total() == 160


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


@pytest.mark.parametrize("name", NAMES)
def test_a_number_of_players_that_the_box_is_not_for_is_a_clear_error(name: str) -> None:
    """E3."""
    most = 6 if name == "tm-toys" else 4
    profile = PROFILES[name]
    assert list(profile.player_counts) == list(range(2, most + 1))
    for players in profile.player_counts:
        profile.check_players(players)
    for players in (-1, 0, 1, most + 1, 100):
        with pytest.raises(RulesError, match=f"^{name} is for 2 to {most} players, not for {players}\\.$"):
            profile.box(players)


def test_tiles_that_the_box_does_not_have_are_named() -> None:
    """E1, E2."""
    jumbo = PROFILES["jumbo"]
    jumbo.check_in_box(4, parse_tiles("r5 r5 J J"))
    with pytest.raises(NotInBox, match=r"^The box of jumbo for 4 players has 2 of r5, not 3\.$"):
        jumbo.check_in_box(4, parse_tiles("r5 J r5 r5"))
    with pytest.raises(NotInBox, match=r"has 0 of M, not 1\.$"):
        jumbo.check_in_box(4, parse_tiles("M"))
    PROFILES["tm-toys"].check_in_box(5, parse_tiles("r5 r5 r5"))


# House rules


def test_an_unknown_profile_is_answered_with_the_names_there_are() -> None:
    assert profile_named("jumbo") is PROFILES["jumbo"]
    with pytest.raises(RulesError) as caught:
        profile_named("jumbbo")
    assert "'jumbbo'" in str(caught.value)
    assert all(name in str(caught.value) for name in NAMES)


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


@pytest.mark.parametrize("field", ["name", "title", "rulebook", "language", "opening", ""])
def test_house_rules_cannot_change_what_a_profile_is_or_name_a_rule_that_is_none(field: str) -> None:
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
def test_rules_that_no_table_could_play_by_are_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        PROFILES["jumbo"].with_rules(changes)
    assert str(caught.value) == sentence


def test_gift_tiles_and_jokers_together_are_not_endlessly_many() -> None:
    """E2."""
    rules = {"gift_tiles": "added", "jokers": MOST_JOKERS - 2}
    assert PROFILES["vienna-de"].with_rules(rules).box(2)[JOKER] == MOST_JOKERS
    with pytest.raises(RulesError) as caught:
        PROFILES["vienna-de"].with_rules({**rules, "jokers": MOST_JOKERS})
    assert str(caught.value) == f"A game has at most {MOST_JOKERS} plain jokers, not {MOST_JOKERS + 2}."


def test_the_pool_has_at_least_one_tile_after_the_deal() -> None:
    """S4: 104 numbered tiles and no joker are just enough for 25 each, and not for 26."""
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
def test_a_value_of_the_wrong_kind_or_size_is_refused_with_what_it_may_be(
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


def test_a_profiles_own_name_and_language_are_checked_too() -> None:
    fields: dict[str, Any] = {"name": "x", "title": "X", "rulebook": "x.txt", "language": "en"}
    assert Profile(**fields).max_players == 4
    with pytest.raises(RulesError, match=r"^title must be a text, not 3\.$"):
        Profile(**{**fields, "title": 3})
    with pytest.raises(RulesError, match=r"^language must be one of 'de', 'en', 'pl', not 'fr'\.$"):
        Profile(**{**fields, "language": "fr"})


def test_a_profile_is_an_immutable_value() -> None:
    jumbo = PROFILES["jumbo"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        jumbo.jokers = 3  # type: ignore[misc]
    assert hash(jumbo) == hash(jumbo.with_rules({}))
    assert jumbo == jumbo.with_rules({})
    assert jumbo != jumbo.with_rules({"jokers": 3})
    assert pickle.loads(pickle.dumps(jumbo)) == jumbo  # noqa: S301


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_goes_through_json_and_back(name: str) -> None:
    profile = PROFILES[name]
    assert Profile(**json.loads(json.dumps(profile.as_dict()))) == profile


def test_special_jokers_can_be_a_house_rule() -> None:
    """X1, X2, X3: behaviour asks for the field, not for the profile's name."""
    profile = PROFILES["jumbo"].with_rules({"double_jokers": 1, "mirror_jokers": 3})
    assert profile.joker_kinds == (JOKER, DOUBLE, MIRROR)
    assert profile.box(4)[COLOUR_CHANGE] == 0
    assert format_tiles(profile.joker_kinds) == "J D M"


# House rules as text


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
def test_a_word_that_is_no_house_rule_is_named(word: str) -> None:
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


def test_a_profile_without_changes_is_itself() -> None:
    assert PROFILES["jumbo"].with_rules({}) is PROFILES["jumbo"]
