"""Whole games: a pure function of the profile, the number of players, the seed and the actions.

actions      what a player can do
deal         the start draw and the deal (S1-S5)
state        the state of a game, and new games
empty_pool   who can still place a tile, who must, and when the game is over (N2)
transitions  the game after an action, or why the action is refused (U1-U13, N1, N2)
"""

from tilewise.game.actions import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.game.state import ActionResult, Game, PoolEnding, new_game
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
    "PoolEnding",
    "Redeal",
    "TimeOut",
    "apply",
    "new_game",
    "refusal_of",
    "replay",
]
