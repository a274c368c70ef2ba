"""Computer players. They see a view, never the game.

- player: what a computer player is, and how a table of them plays a game
- beginner: opens when it can, lays complete sets, extends sets on the table
- casual: sees what a relaxed person sees, and now and then misses a play
- solid: opens as soon as it can, then plays the exact optimum every turn
"""

from collections.abc import Callable
from typing import Final

from tilewise.bots.beginner import Beginner
from tilewise.bots.casual import Casual
from tilewise.bots.player import Player, play_out
from tilewise.bots.solid import Solid
from tilewise.errors import TilewiseError

LEVELS: Final[dict[str, Callable[[str], Player]]] = {
    "beginner": lambda _: Beginner(),
    "casual": Casual,
    "solid": lambda _: Solid(),
}
"""How to make a computer player of each level from a seed, the weakest first."""


def player_of(level: str, seed: str = "0") -> Player:
    """Make a computer player, whose chance follows from the seed; raises TilewiseError with the levels there are."""
    maker = LEVELS.get(level)
    if maker is None:
        raise TilewiseError(f"There is no computer player {level!r}; the levels are {', '.join(LEVELS)}.")
    return maker(seed)


__all__ = ["LEVELS", "Beginner", "Casual", "Player", "Solid", "play_out", "player_of"]
