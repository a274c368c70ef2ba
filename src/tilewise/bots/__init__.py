"""Computer players. They see a view, never the game.

player    what a computer player is, and how a table of them plays a game
beginner  opens when it can, lays complete sets, extends sets on the table
"""

from collections.abc import Callable
from typing import Final

from tilewise.bots.beginner import Beginner
from tilewise.bots.player import Player, play_out
from tilewise.tiles import TilewiseError

LEVELS: Final[dict[str, Callable[[], Player]]] = {"beginner": Beginner}
"""The computer players by level, the weakest first."""


def player_of(level: str) -> Player:
    """Make a computer player; raises TilewiseError with the levels there are."""
    maker = LEVELS.get(level)
    if maker is None:
        raise TilewiseError(f"There is no computer player {level!r}; the levels are {', '.join(LEVELS)}.")
    return maker()


__all__ = ["LEVELS", "Beginner", "Player", "play_out", "player_of"]
