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
from tilewise.simulator.policies import POLICIES, Policy


class Level(NamedTuple):
    """A kind of computer player."""

    create: PlayerFactory
    description: str
    """A sentence for people who choose a level."""


_QUICK: Final = POLICIES["solid"]

_FOX_MOODS: Final[tuple[PlayerFactory, ...]] = (
    # Without limits it still lays a single tile where it must place (N2).
    partial(Limited, POLICIES["wait2"], Limits()),
    partial(Patient, POLICIES["wait"]),
    *[partial(Patient, Policy(patience=18))] * 2,
)
"""It waits to the end, waits until the pool is empty, or in half of its games waits while it has at most 18 tiles."""

LEVELS: Final = {
    "beginner": Level(Beginner, "Opens when it can, lays complete sets and extends sets on the table."),
    "learner": Level(
        partial(Limited, _QUICK, Limits(sets=1, tiles=10)), "Is getting better, and rearranges one set on the table."
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
        "Draws calmly for a long time. In some games it waits to the end: you never know.",
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
    """Return the seed of a seat's player. It is derived one way, so a player cannot work out the deal from it."""
    return derived_seed(game_seed, f"bot/{seat}")


def seat_player(level: str, game: Game, seat: int) -> Player:
    """Create the computer player of a seat; raises TilewiseError for an unknown level."""
    return new_player(level, seat, game.profile, player_seed(game.seed, seat))


def seat_players(levels: Sequence[str], game: Game) -> list[Player]:
    """Create one computer player for each seat; raises TilewiseError for an unknown level."""
    return [seat_player(level, game, seat) for seat, level in enumerate(levels)]
