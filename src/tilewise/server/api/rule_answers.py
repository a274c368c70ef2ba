"""Answers about rules: the profiles, the fields of house rules, the rules as text, and the computer players."""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from tilewise.bots import LEVELS
from tilewise.profiles import PROFILES, RULE_FIELDS, Profile, RulesError, profile_named, rule_range
from tilewise.rulebook import differences, rules_text
from tilewise.server.api.api_errors import ApiError
from tilewise.server.tables.table_settings import MOST_SPECIAL_JOKERS, SPECIAL_JOKERS

Language = Literal["en", "de", "pl"]
Value = int | str | None
FieldType = Literal["whole", "choice"]

FIELD_DESCRIPTIONS: Final[dict[str, tuple[str, str]]] = {
    "min_players": ("E3", "The fewest players."),
    "max_players": ("E3", "The most players."),
    "copies": ("E1", "How often each numbered tile is in the box."),
    "jokers": ("E2", "Plain jokers in the box."),
    "double_jokers": (
        "X1",
        "Double jokers in the box; each stands for two neighbouring numbers of a run, or for two colours of a group.",
    ),
    "colour_change_jokers": ("X2", "Colour-change jokers in the box; after one, a run continues in another colour."),
    "mirror_jokers": ("X3", "Mirror jokers in the box; after one, a set is repeated backwards."),
    "large_game_from": (
        "E1",
        "The number of players from which the large game is played; none: there is no large game.",
    ),
    "large_game_copies": ("E1", "How often each numbered tile is used in the large game."),
    "large_game_jokers": ("E2", "Plain jokers in the large game."),
    "gift_tiles_in_box": ("E2", "Gift tiles in the box, which can be used as jokers."),
    "gift_tiles": ("E2", "Whether the gift tiles stay in the box, are added as jokers, or replace the plain jokers."),
    "rack_size": ("S3", "Tiles that each player is dealt."),
    "redeal_pairs": (
        "S5",
        "Pairs of equal tiles on the first rack that allow a player to ask for a redeal; none: no redeal.",
    ),
    "next_starter": (
        "S6",
        "Who starts the later games of a match: the player who draws the highest tile, or the next to the left.",
    ),
    "opening_threshold": ("U3", "Points that a player's first sets must be worth; 0: any set opens."),
    "freed_joker": (
        "U7",
        "Where a joker freed from a set may go: anywhere, into another set, or only into a set that is new this turn.",
    ),
    "turn_seconds": ("U9", "Seconds for a turn; none: no clock. An hour or more makes it a correspondence game."),
    "clock_from": ("U9", "Whether the clock runs from the first turn, or only for players who have opened."),
    "late_tiles": ("U10", "Tiles to draw if time runs out after tiles were moved."),
    "late_tiles_unmoved": ("U10", "Tiles to draw if time runs out before any tile was moved."),
    "wrong_play": ("U11", "Whether an illegal play is refused, or costs as many tiles as running out of time."),
    "leftover_tiles": ("U12", "Where tiles go that cannot be put back, at a real table."),
    "empty_pool": (
        "N2",
        "With an empty pool: play continues until everyone passes, until nobody can place, or for one last round.",
    ),
    "joker_penalty": ("C1", "Points that a joker on a rack costs at the end."),
    "unopened_penalty": ("C3", "Points for a player who could not open; none: the value of the rack."),
    "missed_opening_penalty": (
        "C3",
        "Points for a player who could have opened but did not; none: the value of the rack.",
    ),
    "pool_score": (
        "C4",
        "If nobody goes out: losers lose the value of their rack, or the difference, or everyone loses their own rack.",
    ),
    "pool_tie": (
        "C4",
        "If nobody goes out and racks are equal: the win is shared, or the player with fewer tiles wins.",
    ),
    "match_by": ("C5", "What decides a match: points; games won, then points; or big points, then small points."),
}
"""The rule id (docs/rules.md) and a sentence for every profile field that house rules may change."""


class ProfileInfo(msgspec.Struct, frozen=True):
    """A profile: the rules of a box."""

    name: str
    title: str
    language: Language
    """The language of its rulebook."""
    rules: dict[str, Value]
    """The value of each rule; GET /api/rule-fields describes them."""


class RuleFieldInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule that a table may change, with everything that a form needs."""

    name: str
    rule: str
    """Its rule id (docs/rules.md)."""
    about: str
    type: FieldType
    may_be_none: bool
    defaults: dict[str, Value]
    """The value in each profile."""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


class LanguageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language of a text."""

    language: Language = "en"


class RulesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile with house rules, and another profile to compare it with."""

    profile: Annotated[str, msgspec.Meta(max_length=40)]
    rules: dict[str, Value] = {}
    language: Language = "en"
    compare: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """The name of a profile; if it is left out, the rules are compared with the profile without house rules."""


class RulesText(msgspec.Struct, frozen=True):
    """The rules as text."""

    profile: str
    language: Language
    text: str
    """Markdown."""
    differences: tuple[str, ...]
    """A sentence for each rule that differs."""


class Level(msgspec.Struct, frozen=True):
    """A computer player."""

    level: str
    about: str


@cache
def profile_infos() -> tuple[ProfileInfo, ...]:
    """Return all profiles."""
    return tuple(
        ProfileInfo(p.name, p.title, p.language, {name: getattr(p, name) for name in RULE_FIELDS})
        for p in PROFILES.values()
    )


@cache
def rule_field_infos() -> tuple[RuleFieldInfo, ...]:
    """Return all rules that house rules may change, in the order of the profile's fields."""
    hints = get_type_hints(Profile)
    return tuple(_field_info(name, hints[name]) for name in RULE_FIELDS)


def _field_info(name: str, hint: Any) -> RuleFieldInfo:
    rule, about = FIELD_DESCRIPTIONS[name]
    defaults = {profile.name: getattr(profile, name) for profile in PROFILES.values()}
    if get_origin(hint) is Literal:
        return RuleFieldInfo(name, rule, about, "choice", False, defaults, choices=get_args(hint))
    least, most = rule_range(name)
    # A table on a server allows fewer special jokers than the rules do.
    if name in SPECIAL_JOKERS:
        most = MOST_SPECIAL_JOKERS
    may_be_none = isinstance(hint, types.UnionType)
    return RuleFieldInfo(name, rule, about, "whole", may_be_none, defaults, least, most)


@cache
def level_infos() -> tuple[Level, ...]:
    """Return the levels of computer players, weakest first."""
    return tuple(Level(name, level.description) for name, level in LEVELS.items())


def rules_of_profile(name: str, query: LanguageQuery) -> RulesText:
    """Return the rules of a profile as text; raises ApiError."""
    try:
        profile = profile_named(name)
    except RulesError as error:
        raise ApiError(404, "no-profile", str(error)) from None
    return RulesText(profile.name, query.language, rules_text(profile, query.language), ())


def rules_with_changes(asked: RulesRequest) -> RulesText:
    """Return the rules of a profile with house rules as text, and their differences; raises RulesError."""
    profile = profile_named(asked.profile).with_rules(asked.rules)
    other = profile_named(asked.compare or asked.profile)
    text = rules_text(profile, asked.language)
    return RulesText(profile.name, asked.language, text, tuple(differences(profile, other, asked.language)))
