"""What a table is made with."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from tilewise.bots import LEVELS
from tilewise.match import new_match
from tilewise.profiles import Profile, house_rules_of, profile_named
from tilewise.server.tables.refusals import TableSettingsError, TableSettingsReason

PERSON: Final = "person"
"""A seat for a person; any other word is the level of a computer player."""

CORRESPONDENCE_FROM: Final = 3600
"""Seconds for a turn from which on nobody is expected to stay at the table."""

RATED_RULES: Final = frozenset({"turn_seconds"})
"""House rules of a rated table: how long a turn takes is the same game, quick or by correspondence."""


MOST_SPECIAL_JOKERS: Final = 2
"""Of each kind, as in the box that has them: with more, a computer player may think for a minute, and others wait."""

SPECIAL_JOKERS: Final = ("double_jokers", "colour_change_jokers", "mirror_jokers")


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
        """Whether a turn takes hours or days. A table that is being played knows it without asking here."""
        return takes_days(self.rules_profile())

    def rules_profile(self) -> Profile:
        """The profile with the house rules; raises RulesError."""
        return _profile(self.profile, tuple(self.rules.items()))


@lru_cache(256)
def _profile(name: str, rules: tuple[tuple[str, int | str | None], ...]) -> Profile:
    """Kept, because every timer of every table asks for it."""
    return profile_named(name).with_rules(dict(rules))


def takes_days(profile: Profile) -> bool:
    """Whether a turn by these rules takes hours or days: a game by correspondence."""
    return (profile.turn_seconds or 0) >= CORRESPONDENCE_FROM


def check_settings(settings: TableSettings) -> Profile:
    """Return the rules of a table; raises RulesError for settings that make no table."""
    profile = settings.rules_profile()
    # A single game is no match: it can be played by every profile, also where a match has whole rounds (C5).
    if settings.games == 1:
        profile.check_players(settings.players)
    else:
        new_match(profile, settings.players, "0", settings.games)
    for jokers in SPECIAL_JOKERS:
        if getattr(profile, jokers) > MOST_SPECIAL_JOKERS:
            raise TableSettingsError(
                TableSettingsReason.TOO_MANY_SPECIAL, {"rule": jokers, "most": MOST_SPECIAL_JOKERS}
            )
    for seat in settings.seats:
        if seat != PERSON and seat not in LEVELS:
            raise TableSettingsError(
                TableSettingsReason.NO_SUCH_PLAYER, {"levels": ", ".join(LEVELS), "seat": repr(seat[:20])}
            )
    people = settings.seats.count(PERSON)
    if not people:
        raise TableSettingsError(TableSettingsReason.NO_PERSON)
    if settings.rated and people < settings.players:
        raise TableSettingsError(TableSettingsReason.RATED_COMPUTERS)
    changed = [rule for rule in house_rules_of(profile) if rule not in RATED_RULES]
    if settings.rated and changed:
        # Ratings of a profile compare people who have played the same game.
        raise TableSettingsError(TableSettingsReason.RATED_RULES, {"rules": ", ".join(changed)})
    if settings.rated and settings.hints:
        raise TableSettingsError(TableSettingsReason.RATED_HINTS)
    if takes_days(profile) and profile.clock_from != "first-turn":
        # Somebody who never opens and never comes would keep the others waiting for ever.
        raise TableSettingsError(TableSettingsReason.SLOW_CLOCK)
    return profile
