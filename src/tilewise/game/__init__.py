"""A whole game, as a pure function of its profile, the number of players, the seed and the actions.

actions  what a seat can do
deal     who starts, and which tiles everybody gets (S1-S5)
state    where a game stands
apply    what an action does, or why it is refused (U1-U13, N1, N2)
"""

from tilewise.game.actions import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.game.state import ActionResult, Game, new_game
from tilewise.game.transitions import apply, refusal_of, replay

__all__ = [
    "Action",
    "ActionResult",
    "Announce",
    "Draw",
    "Game",
    "GiveUp",
    "Pass",
    "Play",
    "Redeal",
    "TimeOut",
    "apply",
    "new_game",
    "refusal_of",
    "replay",
]
