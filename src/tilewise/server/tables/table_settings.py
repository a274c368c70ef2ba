"""The settings of a table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from tilewise.bots import LEVELS
from tilewise.match import new_match
from tilewise.profiles import RULES_VERSION, Profile, RulesError, house_rules_of, profile_as_of
from tilewise.server.tables.refusals import TableSettingsError, TableSettingsReason

PERSON: Final = "person"
"""A seat for a person; any other word is the level of a computer player."""

SUBSTITUTE: Final = "casual"
"""The level of the computer player that plays for an absent person."""

CORRESPONDENCE_FROM: Final = 3600
"""Seconds per turn from which a game is played by correspondence, so that no player is expected to stay connected."""

RATED_RULES: Final = frozenset({"turn_seconds"})
"""The house rules that a rated table may have. The time for a turn does not make it another game."""


MOST_SPECIAL_JOKERS: Final = 2
"""Of each kind, as in the box that has them. With more, a computer player may need a minute for a turn."""

SPECIAL_JOKERS: Final = ("double_jokers", "colour_change_jokers", "mirror_jokers")


PLAYER_COUNTS: Final = ("min_players", "max_players")


Tempo = Literal["slow", "normal", "fast", "instant"]
"""How fast computer players act."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """The settings of a table. Only the tempo can be changed later."""

    profile: str = "international"
    rules: dict[str, int | str | None] = {}
    """House rules by name; a large `turn_seconds` makes it a game by correspondence."""
    seats: tuple[str, ...] = (PERSON, PERSON)
    """`person`, or the level of a computer player, for each seat."""
    games: int = 1
    """The number of games in a match."""
    public: bool = False
    """Whether the lobby lists the table; otherwise people need its code or its link."""
    spectators: bool = True
    rated: bool = False
    live_drafts: bool = True
    """Whether the others see the tiles move during a turn."""
    chat: bool = True
    hints: bool = False
    """Whether players may ask the solver for hints."""
    tempo: Tempo = "normal"
    """How fast computer players act; the command `set-tempo` changes it at any time."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def by_correspondence(self) -> bool:
        """Whether a turn takes hours or days."""
        return takes_days(self.rules_profile())

    def rules_profile(self, version: int = RULES_VERSION) -> Profile:
        """Return the profile with the house rules; raises RulesError.

        `version` is the version of the rules that the table began with.
        """
        return _profile(version, self.profile, tuple(self.rules.items()), self.players)


@lru_cache(256)
def _profile(version: int, name: str, rules: tuple[tuple[str, int | str | None], ...], players: int) -> Profile:
    """Cached, because every timer of every table needs it."""
    profile, changes = profile_as_of(version, name), dict(rules)
    try:
        return profile.with_rules(changes)
    except RulesError:
        if players not in profile.player_counts or not changes.keys().isdisjoint(PLAYER_COUNTS):
            raise
        # House rules need to suit only the seats of this table; if they do not, the error is about these seats.
        return profile.with_rules({**changes, **dict.fromkeys(PLAYER_COUNTS, players)})


def settings_by(settings: TableSettings, profile: Profile) -> TableSettings:
    """Return the settings of a table with the rules it began with.

    What has changed since then is a house rule now: people see it as such.
    """
    if profile.rules_version == RULES_VERSION:
        return settings
    return msgspec.structs.replace(settings, rules=house_rules_of(profile))


def takes_days(profile: Profile) -> bool:
    """Return whether a game with these rules is played by correspondence."""
    return (profile.turn_seconds or 0) >= CORRESPONDENCE_FROM


def check_settings(settings: TableSettings) -> Profile:
    """Return the rules of a table; raises RulesError for invalid settings."""
    profile = settings.rules_profile()
    # A single game is not a match: every profile allows it, even where a match has whole rounds (C5).
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
        # Ratings compare people who have played the same game.
        raise TableSettingsError(TableSettingsReason.RATED_RULES, {"rules": ", ".join(changed)})
    if settings.rated and settings.hints:
        raise TableSettingsError(TableSettingsReason.RATED_HINTS)
    if takes_days(profile) and profile.clock_from != "first-turn":
        # An absent player who has not opened would keep the others waiting forever.
        raise TableSettingsError(TableSettingsReason.SLOW_CLOCK)
    return profile
