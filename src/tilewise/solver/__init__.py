"""The solver: the best play, exactly, and the only search for openings.

Queries:

queries            best play, going out, playable tiles, arrangements
any_play           any legal play: can a player place something?
openings           whether a rack can open, and with which sets
goals              what makes a play the best: most tiles, most points, or weights
solution           what the queries return
least_disturbance  among the best plays, one that changes the fewest sets of the table
least_moved        the same tiles in sets, with the fewest of them moved
steps              a play as the moves of a hand
validation         the checks of a position

Positions without special jokers, exact unless the answer says that it is not proven:

freed_jokers       the best play under U7: a branch-and-bound search where the best arrangement is not legal
joker_sets         the sets with jokers that this search tries
plain_solver       asks the plain kernel; always exact, but does not know U7
plain_choices      the choices of one colour at one number
plain_search       the dynamic programme over the numbers 1 to 13
plain_layout       the plain kernel: search, and from its path to sets
plain_remainder    bounds for `freed_jokers`: what a position allows without some of its tiles

Positions with special jokers, exact unless the answer says that it is not proven:

special_solver     asks the special kernel with wider and wider beams
growing_sets       plays that only add to the sets with special jokers, for U7 and U8
special_codes      the codes of pending sets and of acts
special_layers     the states of the search
special_search     the special kernel: the dynamic programme, in small stages
special_layout     from the acts of an answer to sets

Both kernels:

encoding           codes, tables and selection
cython_stub        stands in for Cython where it is not installed

The modules with a `.pxd` file are compiled where a C compiler exists, and interpreted otherwise, with the same answers.
"""

from tilewise.solver.any_play import find_play
from tilewise.solver.encoding import COMPILED
from tilewise.solver.goals import Goal
from tilewise.solver.least_disturbance import LeastDisturbingPlay, least_disturbing_play
from tilewise.solver.openings import GreatestOpening, best_opening, can_open, find_opening, greatest_opening
from tilewise.solver.queries import arrange, best_play, go_out, playable_tiles
from tilewise.solver.solution import Solution
from tilewise.solver.steps import Step
from tilewise.solver.validation import InvalidTable

__all__ = [
    "COMPILED",
    "Goal",
    "GreatestOpening",
    "InvalidTable",
    "LeastDisturbingPlay",
    "Solution",
    "Step",
    "arrange",
    "best_opening",
    "best_play",
    "can_open",
    "find_opening",
    "find_play",
    "go_out",
    "greatest_opening",
    "least_disturbing_play",
    "playable_tiles",
]
