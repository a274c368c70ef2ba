"""The levels of the computer players, and how to create a player for a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tilewise.bots.beginner import Beginner
from tilewise.bots.casual import Casual
from tilewise.bots.player import Player
from tilewise.bots.solid import Solid
from tilewise.errors import TilewiseError
from tilewise.shuffle import derived_seed

LEVELS: Final[dict[str, Callable[[str], Player]]] = {
    "beginner": lambda _: Beginner(),
    "casual": Casual,
    "solid": lambda _: Solid(),
}
"""A function that creates a player from a seed, by level. The weakest level comes first."""

WEAKEST_LEVEL: Final = next(iter(LEVELS))


def new_player(level: str, seed: str = "0") -> Player:
    """Create a computer player whose random choices follow from the seed; raises TilewiseError for an unknown level.

    Never pass the seed of the game: it reveals every rack. `seat_player` and `seat_players` derive a safe one.
    """
    create = LEVELS.get(level)
    if create is None:
        raise TilewiseError(f"There is no computer player {level!r}; the levels are {', '.join(LEVELS)}.")
    return create(seed)


def seat_player(level: str, game_seed: str, seat: int) -> Player:
    """Create the computer player of a seat; raises TilewiseError for an unknown level.

    The player's own seed is derived one way from the game's, so a player cannot work out the deal from it.
    """
    return new_player(level, derived_seed(game_seed, f"bot/{seat}"))


def seat_players(levels: Sequence[str], game_seed: str) -> list[Player]:
    """Create one computer player for each seat; raises TilewiseError for an unknown level."""
    return [seat_player(level, game_seed, seat) for seat, level in enumerate(levels)]
