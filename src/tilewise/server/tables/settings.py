"""What a table is made with."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from tilewise.bots import LEVELS
from tilewise.match import new_match
from tilewise.profiles import Profile, RulesError, profile_named

PERSON: Final = "person"
"""A seat for a person; any other word is the level of a computer player."""

CORRESPONDENCE_FROM: Final = 3600
"""Seconds for a turn from which on nobody is expected to stay at the table."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """The settings of a table; they never change."""

    profile: str = "international"
    rules: dict[str, int | str | None] = {}
    """House rules by name; `turn_seconds` also makes a game by correspondence."""
    seats: tuple[str, ...] = (PERSON, PERSON)
    """`person`, or the level of a computer player, for each seat."""
    games: int = 1
    """Games of the match."""
    public: bool = False
    """Shown in the lobby; otherwise found by its code only."""
    spectators: bool = True
    rated: bool = False
    live_drafts: bool = True
    """Whether the others see the tiles move while a turn is made."""
    chat: bool = True
    hints: bool = False
    """Whether the solver may be asked about the game that is being played."""

    @property
    def players(self) -> int:
        """How many sit here."""
        return len(self.seats)

    @property
    def by_correspondence(self) -> bool:
        """Whether a turn takes hours or days."""
        return (self.rules_profile().turn_seconds or 0) >= CORRESPONDENCE_FROM

    def rules_profile(self) -> Profile:
        """The profile with the house rules; raises RulesError."""
        return _profile(self.profile, tuple(self.rules.items()))


@lru_cache(256)
def _profile(name: str, rules: tuple[tuple[str, int | str | None], ...]) -> Profile:
    """Kept, because every timer of every table asks for it."""
    return profile_named(name).with_rules(dict(rules))


def check_settings(settings: TableSettings) -> Profile:
    """Return the rules of a table; raises RulesError for settings that make no table."""
    profile = settings.rules_profile()
    new_match(profile, settings.players, "0", settings.games)
    for seat in settings.seats:
        if seat != PERSON and seat not in LEVELS:
            raise RulesError(f"A seat is for a {PERSON} or one of {', '.join(LEVELS)}, not {seat[:20]!r}.")
    people = settings.seats.count(PERSON)
    if not people:
        raise RulesError("A table needs a seat for a person.")
    if settings.rated and people < settings.players:
        raise RulesError("A rated table is for people only: choose no computer players, or unrated.")
    if settings.rated and settings.hints:
        raise RulesError("A rated table has no hints.")
    return profile
