"""The levels of the computer players, and how to create a player for a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tilewise.bots.beginner import Beginner
from tilewise.bots.casual import Casual
from tilewise.bots.player import Player
from tilewise.bots.solid import Solid
from tilewise.errors import TilewiseError
from tilewise.shuffle import derived_seed


class Level(NamedTuple):
    """A kind of computer player."""

    create: Callable[[str], Player]
    """Creates a player from a seed."""
    description: str
    """A sentence for people who choose a level."""


LEVELS: Final = {
    "beginner": Level(lambda _: Beginner(), "Opens when it can, lays complete sets and extends sets on the table."),
    "casual": Level(Casual, "Plays well, rearranges a little, and now and then misses a play."),
    "solid": Level(lambda _: Solid(), "Never misses a tile it could place, but never thinks ahead."),
}
"""The levels by name, the weakest first."""

WEAKEST_LEVEL: Final = next(iter(LEVELS))


def new_player(level: str, seed: str = "0") -> Player:
    """Create a computer player whose random choices follow from the seed; raises TilewiseError for an unknown level.

    Never pass the seed of the game: it reveals every rack. `seat_player` and `seat_players` derive a safe one.
    """
    if level not in LEVELS:
        raise TilewiseError(f"There is no computer player {level!r}; the levels are {', '.join(LEVELS)}.")
    return LEVELS[level].create(seed)


def seat_player(level: str, game_seed: str, seat: int) -> Player:
    """Create the computer player of a seat; raises TilewiseError for an unknown level.

    The player's own seed is derived one way from the game's, so a player cannot work out the deal from it.
    """
    return new_player(level, derived_seed(game_seed, f"bot/{seat}"))


def seat_players(levels: Sequence[str], game_seed: str) -> list[Player]:
    """Create one computer player for each seat; raises TilewiseError for an unknown level."""
    return [seat_player(level, game_seed, seat) for seat, level in enumerate(levels)]
