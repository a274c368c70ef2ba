"""The levels of the computer players, and how to create a player for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from tilewise.bots.beginner import Beginner
from tilewise.bots.limited import Limited, Limits
from tilewise.bots.moods import by_mood
from tilewise.bots.patient import Patient
from tilewise.bots.player import Player, PlayerFactory
from tilewise.bots.searcher import Searcher
from tilewise.errors import TilewiseError
from tilewise.game import Game
from tilewise.profiles import Profile
from tilewise.shuffle import derived_seed
from tilewise.simulator.policies import POLICIES


class Level(NamedTuple):
    """A kind of computer player."""

    create: PlayerFactory
    description: str
    """A sentence for people who choose a level."""


_QUICK: Final = POLICIES["solid"]

_FOX_MOODS: Final[tuple[PlayerFactory, ...]] = (
    partial(Patient, POLICIES["wait4"]),
    partial(Patient, POLICIES["cap12"]),
)
"""In half of its games it waits to the end, in the others only while it has at most twelve tiles."""

LEVELS: Final = {
    "beginner": Level(Beginner, "Opens when it can, lays complete sets and extends sets on the table."),
    "learner": Level(
        partial(Limited, _QUICK, Limits(sets=1, tiles=10, attention=17)),
        "Is getting better, and rearranges one set on the table.",
    ),
    "tinkerer": Level(
        partial(Limited, _QUICK, Limits(sets=2, tiles=15, attention=13)),
        "Likes to rearrange two sets, but overlooks those that have lain there for long.",
    ),
    "casual": Level(
        partial(Limited, _QUICK, Limits(sets=2, tiles=15)), "Plays for fun, and rearranges two sets on the table."
    ),
    "solid": Level(partial(Limited, _QUICK, Limits(tiles=25)), "Sees every tile it could place, and never waits."),
    "collector": Level(
        partial(Limited, POLICIES["cap12"], Limits(tiles=25)), "Keeps a dozen tiles and its jokers, then lays several."
    ),
    "fox": Level(
        partial(by_mood, _FOX_MOODS),
        "Draws calmly for a long time, and in some games waits to the end: you never know.",
    ),
    "master": Level(Searcher, "Waits, watches the others, thinks ahead, and often goes out in one great turn."),
}
"""The levels by name, the weakest first. Tables and records name them, so a name is never changed."""

WEAKEST_LEVEL: Final = next(iter(LEVELS))


def new_player(level: str, seat: int, profile: Profile, seed: str) -> Player:
    """Create a computer player whose random choices follow from the seed; raises TilewiseError for an unknown level.

    Never pass the seed of the game: it reveals every rack. `seat_player` and `seat_players` derive a safe one.
    """
    if level not in LEVELS:
        raise TilewiseError(f"There is no computer player {level!r}; the levels are {', '.join(LEVELS)}.")
    return LEVELS[level].create(seat, profile, seed)


def player_seed(game_seed: str, seat: int) -> str:
    """Return the seed of a seat's player, which is derived one way.

    A player can work out the deal from it only by trying seeds of the game, so that one must be long and random if the
    player is not trusted.
    """
    return derived_seed(game_seed, f"bot/{seat}")


def seat_player(level: str, game: Game, seat: int) -> Player:
    """Create the computer player of a seat; raises TilewiseError for an unknown level."""
    return new_player(level, seat, game.profile, player_seed(game.seed, seat))


def seat_players(levels: Sequence[str], game: Game) -> list[Player]:
    """Create one computer player for each seat; raises TilewiseError for an unknown level."""
    return [seat_player(level, game, seat) for seat, level in enumerate(levels)]
