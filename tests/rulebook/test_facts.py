"""The facts that the templates may name."""

from __future__ import annotations

import pytest

from tests.support.rulebook_texts import chapters_text
from tilewise.profiles import PROFILES
from tilewise.profiles.worth import rack_worth
from tilewise.rulebook import LANGUAGES
from tilewise.rulebook.facts import EXAMPLE_RACKS, always_large, facts_of, sometimes_large

TM_TOYS = PROFILES["tm-toys"]


def test_the_facts_contain_every_field_of_the_profile() -> None:
    for profile in PROFILES.values():
        assert profile.as_dict().keys() <= facts_of(profile).keys()


def test_the_large_game_is_for_all_players_or_for_some() -> None:
    """E1."""
    for start, sometimes, always in ((None, False, False), (2, False, True), (5, True, False), (6, True, False)):
        profile = TM_TOYS.with_rules({"large_game_from": start})
        assert (sometimes_large(profile), always_large(profile)) == (sometimes, always)
    facts = facts_of(TM_TOYS.with_rules({"large_game_from": 2}))
    assert (facts["tiles"], facts["copies"], facts["jokers"]) == (156, 3, 4)


def test_a_single_tile_left_over_joins_the_last_pile() -> None:
    """S3."""
    for jokers, piles in ((0, "14 × 7 + 6"), (1, "15 × 7"), (2, "14 × 7 + 8"), (3, "15 × 7 + 2")):
        facts = facts_of(PROFILES["jumbo"].with_rules({"jokers": jokers}))
        assert (facts["piles"], facts["large_piles"], facts["rack_piles"]) == (piles, piles, 2)
    assert facts_of(TM_TOYS)["large_piles"] == "22 × 7 + 6"


def test_the_racks_of_the_example_are_worth_what_the_texts_say() -> None:
    """C4."""
    assert [rack_worth(TM_TOYS, rack) for rack in EXAMPLE_RACKS] == [1, 5, 10, 15]


@pytest.mark.parametrize(
    ("profile", "scores"),
    [
        ("vienna-de", "+30, −5, −10, −15"),
        ("international", "+27, −4, −9, −14"),
        ("tm-toys", "+27, −4, −9, −14"),
        ("jumbo", "−1, −5, −10, −15"),
    ],
)
def test_the_example_for_an_empty_pool_follows_the_profile(profile: str, scores: str) -> None:
    """C4."""
    for language in LANGUAGES:
        assert scores in chapters_text(PROFILES[profile], language)
