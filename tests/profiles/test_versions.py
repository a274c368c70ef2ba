"""Profiles in earlier versions of the rules."""

from __future__ import annotations

import pytest

from tilewise.errors import TilewiseError
from tilewise.profiles import (
    FIRST_VERSION,
    PROFILES,
    RULES_VERSION,
    RulesError,
    format_house_rules,
    house_rules_of,
    profile_as_of,
)


@pytest.mark.parametrize("name", PROFILES)
def test_the_current_version_is_the_profile_itself(name: str) -> None:
    assert profile_as_of(RULES_VERSION, name) is PROFILES[name]
    assert PROFILES[name].rules_version == RULES_VERSION


@pytest.mark.parametrize("name", PROFILES)
def test_in_version_1_a_freed_joker_goes_anywhere_and_passes_end_the_game_u7_n2(name: str) -> None:
    old = profile_as_of(FIRST_VERSION, name)
    assert (old.rules_version, old.freed_joker) == (1, "anywhere")
    assert old.empty_pool == ("last-round" if name in ("jumbo", "tm-toys") else "passes")
    same = {"freed_joker": PROFILES[name].freed_joker, "empty_pool": PROFILES[name].empty_pool}
    assert old.with_rules(same) != PROFILES[name], "the versions differ"
    assert house_rules_of(old.with_rules(same)) == {}, "in nothing else that house rules may change"


def test_house_rules_are_those_of_a_version() -> None:
    old = profile_as_of(FIRST_VERSION, "international").with_rules({"rack_size": 10, "freed_joker": "new-set"})
    assert house_rules_of(old, FIRST_VERSION) == {"rack_size": 10, "freed_joker": "new-set"}
    assert format_house_rules(old, FIRST_VERSION) == "rack_size=10 freed_joker=new-set"
    assert house_rules_of(old)["rack_size"] == 10


@pytest.mark.parametrize("version", [0, 3, -1])
def test_an_unknown_version_is_an_error(version: int) -> None:
    with pytest.raises(TilewiseError, match=f"version {version} of the rules"):
        profile_as_of(version, "jumbo")


def test_an_unknown_profile_is_an_error_in_every_version() -> None:
    with pytest.raises(RulesError, match="There is no profile 'chess'"):
        profile_as_of(FIRST_VERSION, "chess")
