"""The six profiles and what their rulebooks say (E1-E3, S3, S5, S6, U3, U9-U12, N2, C1, C3-C5)."""

from __future__ import annotations

import inspect
import re
from importlib import import_module

import pytest

from tilewise.profiles import PROFILES, RULE_FIELDS, RulesError, profile_named
from tilewise.tiles import JOKER, JOKERS, NUMBERED

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
    "freed_joker": ("another-set", "new-set", "anywhere", "new-set", "new-set", "another-set"),  # U7
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
    "empty_pool": ("stuck", "stuck", "last-round", "last-round", "must-place", "stuck"),  # N2
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
def test_every_profile_has_the_printed_values(field: str) -> None:
    """S3, S5, S6, U3, U9, U10, U11, U12, N2, C1, C3, C4, C5."""
    assert {name: getattr(PROFILES[name], field) for name in NAMES} == dict(zip(NAMES, TABLE[field], strict=True))


def test_the_table_above_has_every_field_except_those_of_the_box() -> None:
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


@pytest.mark.parametrize("name", NAMES)
def test_two_plain_jokers_are_in_every_box_and_special_ones_only_in_twist(name: str) -> None:
    """E2: `twist` has two of each kind."""
    box = PROFILES[name].box(4)
    special = 2 if name == "twist" else 0
    assert [box[joker] for joker in JOKERS] == [2, special, special, special]
    assert PROFILES[name].joker_kinds == (JOKERS if name == "twist" else (JOKER,))


@pytest.mark.parametrize("name", NAMES)
def test_up_to_four_players_have_two_copies_of_each_numbered_tile(name: str) -> None:
    """E1."""
    for players in (2, 3, 4):
        box = PROFILES[name].box(players)
        assert all(box[tile] == 2 for tile in NUMBERED)
        assert sum(box[tile] for tile in NUMBERED) == 104


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players_have_three_copies_and_four_jokers(players: int) -> None:
    """E1, E2."""
    box = PROFILES["tm-toys"].box(players)
    assert all(box[tile] == 3 for tile in NUMBERED)
    assert box[JOKER] == 4
    assert box.total() == 160


@pytest.mark.parametrize("name", NAMES)
def test_a_number_of_players_that_the_box_is_not_for_is_an_error(name: str) -> None:
    """E3."""
    most = 6 if name == "tm-toys" else 4
    profile = PROFILES[name]
    assert list(profile.player_counts) == list(range(2, most + 1))
    for players in profile.player_counts:
        profile.check_players(players)
    for players in (-1, 0, 1, most + 1, 100):
        with pytest.raises(RulesError, match=f"^{name} is for 2 to {most} players, not for {players}\\.$"):
            profile.box(players)


def test_the_error_about_an_unknown_profile_lists_the_profiles() -> None:
    assert profile_named("jumbo") is PROFILES["jumbo"]
    with pytest.raises(RulesError) as caught:
        profile_named("jumbbo")
    assert "'jumbbo'" in str(caught.value)
    assert all(name in str(caught.value) for name in NAMES)
