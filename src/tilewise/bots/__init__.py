"""Computer players. They see a view of the game, never the game itself.

player    what a computer player is, and how a table of them plays a game
levels    the levels, and how to create a player for a seat
beginner  opens when it can, lays complete sets, extends sets on the table
casual    sees what a relaxed person sees, and sometimes misses a play
solid     opens as soon as it can, then makes the best play every turn
"""

from tilewise.bots.beginner import Beginner
from tilewise.bots.casual import Casual
from tilewise.bots.levels import LEVELS, WEAKEST_LEVEL, Level, new_player, seat_player, seat_players
from tilewise.bots.player import Player, next_action, play_out
from tilewise.bots.solid import Solid

__all__ = [
    "LEVELS",
    "WEAKEST_LEVEL",
    "Beginner",
    "Casual",
    "Level",
    "Player",
    "Solid",
    "new_player",
    "next_action",
    "play_out",
    "seat_player",
    "seat_players",
]
