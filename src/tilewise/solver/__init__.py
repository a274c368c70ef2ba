"""The solver: the best play, exactly.

questions       what one can ask: best play, best opening, going out, playable tiles, arrangements
gentle          among the best plays, one that disturbs the fewest sets
steps           a play as the moves of a hand
goals           what is best: most tiles, most points, or weights of one's own
plain           positions without special jokers, by the kernel: always proven
kernel          the dynamic programme, compiled where there is a C compiler
special         positions with special jokers, by their kernel: a beam that widens until it proves itself
special_kernel  the same programme with more things open
layout          from its answer to the sets on the table
"""

from tilewise.solver.goals import Goal
from tilewise.solver.least_disturbance import LeastDisturbingPlay, least_disturbing_play
from tilewise.solver.openings import GreatestOpening, best_opening, can_open, find_opening, greatest_opening
from tilewise.solver.plain_kernel import COMPILED
from tilewise.solver.queries import arrange, best_play, go_out, playable_tiles
from tilewise.solver.solution import Solution

__all__ = [
    "COMPILED",
    "Goal",
    "GreatestOpening",
    "LeastDisturbingPlay",
    "Solution",
    "arrange",
    "best_opening",
    "best_play",
    "can_open",
    "find_opening",
    "go_out",
    "greatest_opening",
    "least_disturbing_play",
    "playable_tiles",
]
