"""The fields that every question has: the profile, house rules and the number of players."""

from __future__ import annotations

from typing import Final

from tilewise.json_fields import Fields
from tilewise.profiles import Profile, profile_named

DEFAULT_PLAYERS: Final = 4


def profile_of(fields: Fields) -> Profile:
    """Return the profile of a question, with its house rules; raises TilewiseError."""
    profile = profile_named(fields.text("profile"))
    rules = fields.mapping("rules")
    # A printed profile is valid: checking it again would take most of the time of a simple question.
    return profile.with_rules(rules) if rules else profile


def players_of(fields: Fields, profile: Profile) -> int:
    """Return the number of players: by default four, or the nearest number that the profile allows."""
    players = fields.whole("players", min(max(DEFAULT_PLAYERS, profile.min_players), profile.max_players))
    profile.check_players(players)
    return players
