"""The solver: the best play, exactly.

goals     what is best: most tiles, most points, or weights of one's own
plain     positions without special jokers, by the kernel
kernel    the dynamic programme, compiled where there is a C compiler
questions what one can ask: the best play, the best opening, going out, playable tiles, arrangements
"""

from tilewise.solver.goals import Goal
from tilewise.solver.kernel import COMPILED
from tilewise.solver.questions import (
    Greatest,
    Solution,
    arrange,
    best_opening,
    best_play,
    go_out,
    greatest_opening,
    playable_tiles,
)

__all__ = [
    "COMPILED",
    "Goal",
    "Greatest",
    "Solution",
    "arrange",
    "best_opening",
    "best_play",
    "go_out",
    "greatest_opening",
    "playable_tiles",
]
