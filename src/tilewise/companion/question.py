"""The rules that a question is asked by: a profile, and house rules if it names any."""

from __future__ import annotations

from typing import Final

from tilewise.json_fields import Fields
from tilewise.profiles import Profile, profile_named

DEFAULT_PLAYERS: Final = 4


def rules_of(fields: Fields) -> Profile:
    """Return the profile of a question, with its house rules; raises TilewiseError."""
    return profile_named(fields.text("profile")).with_rules(fields.mapping("rules"))


def players_of(fields: Fields, profile: Profile) -> int:
    """Return the number of players of a question; four, or as many as can play, if it does not say."""
    players = fields.whole("players", min(max(DEFAULT_PLAYERS, profile.min_players), profile.max_players))
    profile.check_players(players)
    return players
