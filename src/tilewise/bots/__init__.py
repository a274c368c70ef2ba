"""Computer players. They see a view of the game, never the game itself.

player     what a computer player is: the interface that the terminal, the server and the arena use
budget     the budget of a player, and the clock that counts it down
games      games between computer players, and what a faulty player loses
levels     the levels, and how to create a player for a seat
beginner   opens when it can, lays complete sets, extends sets on the table
solid      opens as soon as it can, then makes the best play every turn
patient    holds tiles back by a policy, until it can go out: the panel of opponents in the arena
limited    the same within human limits: few sets changed, few tiles laid in a turn
moods      a player who is patient in some games, and less so in others
searcher   the strongest player: a patient policy, and a search with play-outs
opponents  what the actions of the others tell
endgame    two players and an empty pool, searched exactly
"""

from tilewise.bots.beginner import Beginner
from tilewise.bots.budget import UNTIMED, Budget, Clock, TimeIsUp
from tilewise.bots.games import Fault, FaultKind, NotAChoice, next_action, notify, play_out, supervised_step
from tilewise.bots.levels import LEVELS, WEAKEST_LEVEL, Level, new_player, player_seed, seat_player, seat_players
from tilewise.bots.limited import Limited, Limits
from tilewise.bots.moods import by_mood
from tilewise.bots.patient import Patient
from tilewise.bots.player import Event, GameEnd, Player, PlayerFactory, play_or_draw, rejoin
from tilewise.bots.searcher import Searcher
from tilewise.bots.solid import Solid

__all__ = [
    "LEVELS",
    "UNTIMED",
    "WEAKEST_LEVEL",
    "Beginner",
    "Budget",
    "Clock",
    "Event",
    "Fault",
    "FaultKind",
    "GameEnd",
    "Level",
    "Limited",
    "Limits",
    "NotAChoice",
    "Patient",
    "Player",
    "PlayerFactory",
    "Searcher",
    "Solid",
    "TimeIsUp",
    "by_mood",
    "new_player",
    "next_action",
    "notify",
    "play_or_draw",
    "play_out",
    "player_seed",
    "rejoin",
    "seat_player",
    "seat_players",
    "supervised_step",
]
