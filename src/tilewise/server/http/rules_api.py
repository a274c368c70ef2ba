"""Profiles, their fields for a form of house rules, the rules as a text, and the levels of computer players."""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.bots import LEVELS, new_player
from tilewise.profiles import PROFILES, RULE_FIELDS, Profile, RulesError, profile_named, rule_range
from tilewise.rulebook import differences, rules_text
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError, json_response, read_body, read_query
from tilewise.server.tables.table_settings import MOST_SPECIAL_JOKERS, SPECIAL_JOKERS

Language = Literal["en", "de", "pl"]
Value = int | str | None
FieldType = Literal["whole", "choice"]

EXPLAINED: Final[dict[str, tuple[str, str]]] = {
    "min_players": ("E3", "The fewest players."),
    "max_players": ("E3", "The most players."),
    "copies": ("E1", "How often each numbered tile is in the box."),
    "jokers": ("E2", "Plain jokers in the box."),
    "double_jokers": ("X1", "Double jokers in the box; one stands for two tiles next to each other."),
    "colour_change_jokers": ("X2", "Colour-change jokers in the box; behind one a run goes on in another colour."),
    "mirror_jokers": ("X3", "Mirror jokers in the box; behind one a set is repeated backwards."),
    "large_game_from": ("E1", "From this many players on the tiles of the large game are used; none: there is none."),
    "large_game_copies": ("E1", "How often each numbered tile is used in the large game."),
    "large_game_jokers": ("E2", "Plain jokers in the large game."),
    "gift_tiles_in_box": ("E2", "Blank gift tiles in the box, which can be used as jokers."),
    "gift_tiles": ("E2", "Whether the gift tiles stay in the box, are added as jokers, or replace the plain jokers."),
    "rack_size": ("S3", "Tiles that everybody is dealt."),
    "redeal_pairs": (
        "S5",
        "So many pairs of equal tiles on the first rack give the right to a redeal; none: no redeal.",
    ),
    "next_starter": ("S6", "Who starts the later games of a match: the highest tile drawn, or the next to the left."),
    "opening_threshold": ("U3", "Points that the first sets of a player must be worth; 0: any set opens."),
    "turn_seconds": ("U9", "Seconds for a turn; none: no clock. From an hour on it is a game by correspondence."),
    "clock_from": ("U9", "Whether the clock runs from the first turn on, or for those only who have opened."),
    "late_tiles": ("U10", "Tiles to draw when time runs out after tiles were moved."),
    "late_tiles_unmoved": ("U10", "Tiles to draw when time runs out before any tile was moved."),
    "wrong_play": ("U11", "Whether a wrong table is refused, or costs as many tiles as running out of time."),
    "leftover_tiles": ("U12", "Where tiles go that nobody can put back, at a real table."),
    "empty_pool": ("N2", "With an empty pool: play goes on until everybody passes, or for one last round."),
    "joker_penalty": ("C1", "Points that a joker costs on a rack at the end."),
    "unopened_penalty": ("C3", "Points that a rack costs whose player could not open; none: what its tiles are worth."),
    "missed_opening_penalty": ("C3", "The same for a player who could have opened, but did not."),
    "pool_score": ("C4", "If nobody goes out: losers lose their rack, or the difference, or everybody loses the own."),
    "pool_tie": ("C4", "If nobody goes out and racks are equal: the win is shared, or fewer tiles win."),
    "match_by": ("C5", "What decides a match: the points, the games won, or big points."),
}
"""The rule id (docs/rules.md) and a sentence for every profile field that house rules may change."""


class ProfileInfo(msgspec.Struct, frozen=True):
    """The rules of a box."""

    name: str
    title: str
    language: Language
    """Of its rulebook."""
    rules: dict[str, Value]
    """Every field by name; GET /api/rule-fields explains them."""


class RuleFieldInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule that a table may change: all that a form needs to ask for it."""

    name: str
    rule: str
    """Its id in the rules."""
    about: str
    type: FieldType
    may_be_none: bool
    defaults: dict[str, Value]
    """By profile."""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


class InLanguage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In which language."""

    language: Language = "en"


class WantedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules to be written out: a profile with house rules, and another one to compare them with."""

    profile: Annotated[str, msgspec.Meta(max_length=40)]
    rules: dict[str, Value] = {}
    language: Language = "en"
    compare: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """The name of a profile; without one, the rules are compared with the profile as printed."""


class RulesText(msgspec.Struct, frozen=True):
    """The rules in words."""

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
def rule_field_infos() -> tuple[RuleFieldInfo, ...]:
    """Every field that house rules may change, in the order of the profile."""
    hints = get_type_hints(Profile)
    return tuple(_told_field(name, hints[name]) for name in RULE_FIELDS)


def _told_field(name: str, hint: Any) -> RuleFieldInfo:
    rule, about = EXPLAINED[name]
    defaults = {profile.name: getattr(profile, name) for profile in PROFILES.values()}
    if get_origin(hint) is Literal:
        return RuleFieldInfo(name, rule, about, "choice", False, defaults, choices=get_args(hint))
    least, most = rule_range(name)
    if name in SPECIAL_JOKERS:
        most = MOST_SPECIAL_JOKERS
    may_be_none = isinstance(hint, types.UnionType)
    return RuleFieldInfo(name, rule, about, "whole", may_be_none, defaults, least, most)


@cache
def level_infos() -> tuple[Level, ...]:
    """The levels there are, the weakest first."""
    return tuple(Level(level, (type(new_player(level)).__doc__ or level).partition("\n")[0]) for level in LEVELS)


def _lasting(response: Response) -> Response:
    """The same for everybody until the server is renewed: may be kept for a while."""
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


async def profiles(request: Request) -> Response:
    """The profiles."""
    told = [
        ProfileInfo(p.name, p.title, p.language, {name: getattr(p, name) for name in RULE_FIELDS})
        for p in PROFILES.values()
    ]
    return _lasting(json_response(told))


async def rule_fields(request: Request) -> Response:
    """The fields of a profile."""
    return _lasting(json_response(rule_field_infos()))


async def rules_of_profile(request: Request) -> Response:
    """The rules of a profile as printed."""
    wanted = read_query(request, InLanguage)
    try:
        profile = profile_named(request.path_params["profile"])
    except RulesError as error:
        raise ApiError(404, "no-profile", str(error)) from None
    return _lasting(json_response(RulesText(profile.name, wanted.language, rules_text(profile, wanted.language), ())))


async def rules_with_changes(request: Request) -> Response:
    """The rules of a profile with house rules, and in what they differ."""
    wanted = await read_body(request, WantedRules)
    profile = profile_named(wanted.profile).with_rules(wanted.rules)
    other = profile_named(wanted.compare or wanted.profile)
    text = rules_text(profile, wanted.language)
    return json_response(
        RulesText(profile.name, wanted.language, text, tuple(differences(profile, other, wanted.language)))
    )


async def levels(request: Request) -> Response:
    """The computer players."""
    return _lasting(json_response(level_infos()))


ENDPOINTS = [
    Endpoint("GET", "/api/profiles", profiles, "The rules of every box", response=list[ProfileInfo], tag="rules"),
    Endpoint(
        "GET",
        "/api/rule-fields",
        rule_fields,
        "Every rule that a table may change, with what a form needs to ask for it",
        response=list[RuleFieldInfo],
        tag="rules",
    ),
    Endpoint(
        "GET",
        "/api/profiles/{profile}/rules",
        rules_of_profile,
        "The rules of a profile in words",
        response=RulesText,
        query=InLanguage,
        tag="rules",
    ),
    Endpoint(
        "POST",
        "/api/rules",
        rules_with_changes,
        "The rules of a profile with house rules in words, and in what they differ",
        response=RulesText,
        body=WantedRules,
        tag="rules",
    ),
    Endpoint(
        "GET", "/api/levels", levels, "The computer players, the weakest first", response=list[Level], tag="rules"
    ),
]
