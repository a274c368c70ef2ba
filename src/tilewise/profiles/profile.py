"""Rule profiles: an immutable value with a field for everything in which the rulebooks differ.

No code depends on which profile is played, only on the fields it needs. House rules are a profile with some fields
changed. Values that do not make sense are refused when a profile is created.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from tilewise.errors import Fact, TilewiseError
from tilewise.json_fields import short_repr
from tilewise.profiles.rule_errors import RulesError, RulesReason
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, JOKER, JOKERS, MIRROR, NUMBERED, Tile


class NotInBox(TilewiseError):
    """More tiles of one face than the box contains."""


RulesVersion = Literal[1, 2]
RULES_VERSION: Final = 2
"""The version of the rules that new games are played by."""

FreedJoker = Literal["anywhere", "another-set", "new-set"]
"""Where a freed joker may go (U7): into any set, into any but the one it was freed from, or only into a new one."""

MOST_PLAYERS: Final = 6
MOST_COPIES: Final = 3
MOST_JOKERS: Final = 4
"""Of each kind, as in the largest box; the solver is exact up to this number."""

LONGEST_TURN: Final = 14 * 24 * 3600
"""In seconds: two weeks, for games by correspondence."""

Advice = Literal[
    "piles-of-seven",
    "open-with-any-set",
    "other-time-limits",
    "hold-tiles-back",
    "keep-the-fourth",
    "keep-a-joker",
    "mirror-duplicates",
]
"""Something that a rulebook recommends but does not prescribe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The rules of one box, possibly with house rules.

    >>> from tilewise.profiles import PROFILES
    >>> PROFILES["tm-toys"].with_rules({"opening_threshold": 0}).opening_threshold
    0
    """

    # Identity
    name: str
    title: str
    rulebook: str
    """The box whose printed rulebook this profile follows."""
    language: Literal["de", "en", "pl"]
    """The language of the rulebook."""
    advice: tuple[Advice, ...] = ()
    """What the rulebook recommends; it is no rule, and only the rules page mentions it."""
    rules_version: RulesVersion = RULES_VERSION
    """The version of the rules; an older one only for games that began with it (`profiles.versions`)."""

    # Equipment (E1-E3)
    min_players: int = 2
    max_players: int = 4
    copies: int = 2
    """Copies of each numbered tile (E1)."""
    jokers: int = 2
    """Number of plain jokers (E2)."""
    double_jokers: int = 0
    """Number of double jokers (X1)."""
    colour_change_jokers: int = 0
    """Number of colour-change jokers (X2)."""
    mirror_jokers: int = 0
    """Number of mirrors (X3)."""
    large_game_from: int | None = None
    """From this number of players, the tiles of the large game are used (E1, E2); None: never."""
    large_game_copies: int = 3
    large_game_jokers: int = 4
    gift_tiles_in_box: int = 0
    gift_tiles: Literal["off", "added", "instead"] = "off"
    """Whether the gift tiles are unused, additional jokers, or replace the plain jokers (E2)."""

    # Set-up (S1-S6)
    rack_size: int = 14
    """Tiles dealt to each player (S3)."""
    redeal_pairs: int | None = None
    """Pairs on the first rack that give the right to a redeal (S5); None: no redeal."""
    next_starter: Literal["highest-tile", "left-of-last"] = "highest-tile"
    """Who starts the later games of a match (S6)."""

    # A turn (U1-U13)
    opening_threshold: int = 30
    """What an opening must be worth (U3); 0: any set is an opening (U4)."""
    freed_joker: FreedJoker = "new-set"
    """Where a joker freed from a set on the table may go (U7)."""
    turn_seconds: int | None = 60
    """The time limit of a turn (U9); None: no limit."""
    clock_from: Literal["first-turn", "after-opening"] = "first-turn"
    """Whether a player's turns are timed from the first or only after the opening (U9)."""
    late_tiles: int = 3
    """Penalty tiles for running out of time after moving a tile (U10)."""
    late_tiles_unmoved: int = 3
    """Penalty tiles for running out of time without moving a tile (U10)."""
    wrong_play: Literal["refused", "penalty"] = "refused"
    """Whether a wrong play is refused, or costs the same as running out of time (U11)."""
    leftover_tiles: Literal["pool", "pool-and-draw", "rack"] = "pool"
    """Where tiles go that nobody can put back in place (U12)."""

    # The end (N1, N2)
    empty_pool: Literal["passes", "stuck", "must-place", "last-round"] = "stuck"
    """When a game with an empty pool ends (N2).

    passes      after a full round of passes
    stuck       as soon as no player could place anything, or after a full round of passes
    must-place  the same, but a player who can place, or open, must
    last-round  after one last round
    """

    # Scoring (C1-C6)
    joker_penalty: int = 30
    """What a joker on a rack is worth (C1)."""
    unopened_penalty: int | None = None
    """What a player loses who never opened and could not have (C3); None: the value of the rack."""
    missed_opening_penalty: int | None = None
    """What a player loses who never opened but could have (C3); None: the value of the rack."""
    pool_score: Literal["rack", "difference", "all-minus"] = "rack"
    """Empty pool: losers lose their rack, or the difference to the winner's, or everyone loses their rack (C4)."""
    pool_tie: Literal["shared", "fewest-tiles"] = "shared"
    """Whether players with equal lowest racks share the win, or the one with the fewest tiles wins (C4)."""
    match_by: Literal["score", "games-won", "big-points"] = "score"
    """What decides a match (C5); a match decided by games won is played in whole rounds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "advice", tuple(self.advice))  # JSON has lists.
        _check_types(self)
        _check_combinations(self)

    @property
    def player_counts(self) -> range:
        """The numbers of players that this profile is for (E3)."""
        return range(self.min_players, self.max_players + 1)

    def check_players(self, players: int) -> None:
        """Raise RulesError unless the profile is for this number of players (E3)."""
        if players not in self.player_counts:
            least, most = self.min_players, self.max_players
            facts: dict[str, Fact] = {
                "profile": self.name,
                "least": least,
                "most": most,
                "players": short_repr(players),
            }
            raise RulesError(RulesReason.WRONG_PLAYERS, facts)

    def with_rules(self, changes: Mapping[str, Any]) -> Profile:
        """Return this profile with some fields changed; raises RulesError for unknown fields and wrong values."""
        for name in changes:
            if name not in RULE_FIELDS:
                raise RulesError(RulesReason.NO_SUCH_RULE, {"name": short_repr(name), "rules": ", ".join(RULE_FIELDS)})
        return replace(self, **changes) if changes else self

    @property
    def has_special_jokers(self) -> bool:
        """Whether the box contains special jokers (X1-X3)."""
        return self.double_jokers + self.colour_change_jokers + self.mirror_jokers > 0

    def box(self, players: int) -> Counter[Tile]:
        """Return how many tiles of each face a game with this number of players uses (E1, E2); raises RulesError (E3).

        >>> from tilewise.profiles import PROFILES
        >>> PROFILES["tm-toys"].box(4).total(), PROFILES["tm-toys"].box(6).total()
        (106, 160)
        """
        self.check_players(players)
        large = self.large_game_from is not None and players >= self.large_game_from
        jokers = self.large_game_jokers if large else self.jokers
        if self.gift_tiles == "added":
            jokers += self.gift_tiles_in_box
        elif self.gift_tiles == "instead":
            jokers = self.gift_tiles_in_box
        box = Counter(dict.fromkeys(NUMBERED, self.large_game_copies if large else self.copies))
        box[JOKER] = jokers
        box[DOUBLE] = self.double_jokers
        box[COLOUR_CHANGE] = self.colour_change_jokers
        box[MIRROR] = self.mirror_jokers
        return box

    @property
    def joker_kinds(self) -> tuple[Tile, ...]:
        """The kinds of jokers in this profile, with any number of players."""
        return tuple(self.most_jokers)

    @property
    def most_jokers(self) -> dict[Tile, int]:
        """How many jokers of each kind the largest box of this profile has, without the kinds that no box has."""
        boxes = [self.box(players) for players in self.player_counts]
        most = {joker: max(box[joker] for box in boxes) for joker in JOKERS}
        return {joker: count for joker, count in most.items() if count}

    def check_in_box(self, players: int, tiles: Iterable[Tile]) -> None:
        """Raise NotInBox if there are more tiles of a face than the box contains."""
        box = self.box(players)
        for tile, count in Counter(tiles).items():
            if count > box[tile]:
                raise NotInBox(f"The box of {self.name} for {players} players has {box[tile]} of {tile}, not {count}.")

    def as_dict(self) -> dict[str, Any]:
        """Return all fields by name, ready for JSON."""
        return asdict(self)


_NO_RULES: Final = ("name", "title", "rulebook", "language", "advice", "rules_version")

RULE_FIELDS: Final = tuple(f.name for f in fields(Profile) if f.name not in _NO_RULES)
"""The fields that house rules may change."""

_TYPES: Final = get_type_hints(Profile)
"""Resolved once: `get_type_hints` takes longer than all checks of a profile."""

_LEAST: Final = {
    "min_players": 2,
    "max_players": 2,
    "copies": 1,
    "large_game_from": 2,
    "large_game_copies": 1,
    "rack_size": 1,
    "redeal_pairs": 1,
    "turn_seconds": 1,
}
"""The least values of the fields that may not be 0."""

_MOST: Final = {
    "min_players": MOST_PLAYERS,
    "max_players": MOST_PLAYERS,
    "large_game_from": MOST_PLAYERS,
    "copies": MOST_COPIES,
    "large_game_copies": MOST_COPIES,
    "jokers": MOST_JOKERS,
    "large_game_jokers": MOST_JOKERS,
    "double_jokers": MOST_JOKERS,
    "colour_change_jokers": MOST_JOKERS,
    "mirror_jokers": MOST_JOKERS,
    "gift_tiles_in_box": MOST_JOKERS,
    "turn_seconds": LONGEST_TURN,
    "redeal_pairs": 7,
    "rack_size": 30,
    "opening_threshold": 100,
    "late_tiles": 30,
    "late_tiles_unmoved": 30,
    "joker_penalty": 1000,
    "unopened_penalty": 1000,
    "missed_opening_penalty": 1000,
}


def rule_range(name: str) -> tuple[int, int]:
    """Return the least and the greatest value of a field with a whole number.

    >>> rule_range("rack_size")
    (1, 30)
    """
    return _LEAST.get(name, 0), _MOST[name]


def _check_types(profile: Profile) -> None:
    for name, hint in _TYPES.items():
        value = getattr(profile, name)
        if get_origin(hint) is Literal:
            _check_choice(name, value, get_args(hint))
        elif get_origin(hint) is tuple:
            for one in value:
                _check_choice(name, one, get_args(get_args(hint)[0]))
        elif hint is str:
            if not isinstance(value, str):
                raise RulesError(RulesReason.NOT_A_TEXT, {"rule": name, "value": short_repr(value)})
        elif value is None and type(None) in get_args(hint):
            continue
        elif not isinstance(value, int) or isinstance(value, bool):
            raise RulesError(RulesReason.NOT_A_NUMBER, {"rule": name, "value": short_repr(value)})
        else:
            least, most = rule_range(name)
            if not least <= value <= most:
                raise RulesError(
                    RulesReason.OUT_OF_RANGE, {"rule": name, "least": least, "most": most, "value": short_repr(value)}
                )


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        facts = {"rule": name, "choices": ", ".join(map(repr, choices)), "value": short_repr(value)}
        raise RulesError(RulesReason.NO_SUCH_CHOICE, facts)


def _check_combinations(profile: Profile) -> None:
    """Raise RulesError for values that do not make sense together."""
    if profile.min_players > profile.max_players:
        raise RulesError(RulesReason.PLAYERS_REVERSED, {"least": profile.min_players, "most": profile.max_players})
    if profile.gift_tiles != "off" and not profile.gift_tiles_in_box:
        raise RulesError(RulesReason.NO_GIFT_TILES, {"profile": profile.name})
    boxes = {players: profile.box(players) for players in profile.player_counts}
    most = max(box[JOKER] for box in boxes.values())
    if most > MOST_JOKERS:
        raise RulesError(RulesReason.TOO_MANY_JOKERS, {"most": MOST_JOKERS, "jokers": most})
    if (profile.unopened_penalty is None) != (profile.missed_opening_penalty is None):
        raise RulesError(RulesReason.ONE_PENALTY)
    if profile.late_tiles_unmoved > profile.late_tiles:
        raise RulesError(RulesReason.LATE_TILES)
    if (profile.redeal_pairs or 0) * 2 > profile.rack_size:
        facts = {"pairs": profile.redeal_pairs or 0, "rack_size": profile.rack_size}
        raise RulesError(RulesReason.TOO_MANY_PAIRS, facts)
    for players, box in boxes.items():
        tiles = box.total()
        if players * profile.rack_size >= tiles:
            facts = {"tiles": tiles, "rack_size": profile.rack_size, "players": players}
            raise RulesError(RulesReason.TOO_FEW_TO_DEAL, facts)
