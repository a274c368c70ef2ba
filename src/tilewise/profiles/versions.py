"""Versions of the rules: the profiles as they were before a revision, so that old games keep their meaning.

    1  A freed joker may go anywhere (U7), only special jokers are never exchanged for other jokers (U8), and with an
       empty pool the game goes on until everyone has passed in a row (N2).
    2  U7, U8 and N2 as in docs/rules.md.

A record, a table on a server and a saved game state the version that they began with; without a statement it is 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast, get_args

from tilewise.errors import TilewiseError
from tilewise.profiles.catalogue import profile_named
from tilewise.profiles.profile import RULES_VERSION, Profile, RulesVersion

FIRST_VERSION: Final = 1
"""The version of a game that states none."""

_SINCE_VERSION_1: Final[Mapping[str, Mapping[str, Any]]] = {
    "vienna-de": {"freed_joker": "anywhere", "empty_pool": "passes"},
    "vienna-en": {"freed_joker": "anywhere", "empty_pool": "passes"},
    "tm-toys": {"freed_joker": "anywhere"},
    "international": {"freed_joker": "anywhere", "empty_pool": "passes"},
    "twist": {"freed_joker": "anywhere", "empty_pool": "passes"},
}
"""The fields of version 1 that have changed since, by profile."""


def profile_as_of(version: int, name: str) -> Profile:
    """Return the profile with this name as it was in a version of the rules; raises TilewiseError.

    >>> profile_as_of(1, "vienna-de").empty_pool
    'passes'
    """
    profile, known = profile_named(name), checked_version(version)
    if known == RULES_VERSION:
        return profile
    return replace(profile, rules_version=known, **_SINCE_VERSION_1.get(name, {}))


def checked_version(version: int) -> RulesVersion:
    """Return the version if this program knows it; raises TilewiseError."""
    if version not in get_args(RulesVersion):
        raise TilewiseError(
            f"this game was played by version {version} of the rules, and this program knows versions "
            f"{FIRST_VERSION} to {RULES_VERSION}: a newer program may know it."
        )
    return cast(RulesVersion, version)
