"""The arena: computer players against each other, measured honestly.

entrants         the players that take part, by what a person types
lineups          who meets whom, and in which seats
duplicate_deals  one deal, played in all seatings: the unit of work
contest          a tournament from the first deal to the last, or until its question is decided
task_pool        many tasks on the cores of one machine
cluster          many tasks on a Ray cluster
run_folder       the results on disk, so that a run can be continued
line_log         a file that is only ever appended to
shared_folder    a folder that one process at a time writes
strength         win rates, points and Elo with confidence intervals
sequential       a test that stops as soon as the answer is clear
standings        the results of a tournament
charts           standings as a picture
rating_list      the rating list of a league, kept in a folder
external_player  a player that is a program of its own
player_lines     the lines that such a program reads and writes
"""

from tilewise.arena.contest import contest_results
from tilewise.arena.duplicate_deals import DealResult, PlayedGame, Tournament, play_task
from tilewise.arena.entrants import Entrant, read_entrants
from tilewise.arena.rating_list import League
from tilewise.arena.sequential import Question, SequentialTest
from tilewise.arena.standings import Standings, standings_of

__all__ = [
    "DealResult",
    "Entrant",
    "League",
    "PlayedGame",
    "Question",
    "SequentialTest",
    "Standings",
    "Tournament",
    "contest_results",
    "play_task",
    "read_entrants",
    "standings_of",
]
