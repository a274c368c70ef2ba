"""What the rest of a position allows at best, if some of its tiles lie in certain sets: the bounds for `freed_jokers`.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from typing import Any

from tilewise.solver.encoding import COLOURS, TILES, buffer
from tilewise.solver.plain_layout import PlainKernel
from tilewise.solver.plain_search import NO_ROOM, SOLVED

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

# The compiler turns these into C variables, which Python cannot see.
_TILES = cython.declare(cython.int, TILES)
_ALL = cython.declare(cython.int, TILES + 2 * COLOURS)
_SOLVED = cython.declare(cython.int, SOLVED)
_NO_ROOM = cython.declare(cython.int, NO_ROOM)


class RemainderKernel(PlainKernel):
    """Solves one position again and again, each time without other tiles."""

    def __init__(self) -> None:
        super().__init__()
        self.all_required = buffer("i", TILES + 2 * COLOURS)
        self.all_available = buffer("i", TILES + 2 * COLOURS)
        self.all_jokers_required = 0
        self.all_jokers = 0
        self.searched = 0

    def remember(self) -> None:
        """Keep the position that was asked for."""
        i: cython.int
        for i in range(_ALL):
            self.all_required[i] = self.required[i]
            self.all_available[i] = self.available[i]
        self.all_jokers_required = self.jokers_required[0]
        self.all_jokers = self.jokers[0]
        self.searched = 0

    def bound(self, tiles: tuple[Any, ...], floor: int) -> int | None:
        """Return the greatest total if these tiles lie in sets already, and the others anywhere.

        None if it is not greater than `floor`, or if the position does not have these tiles. The total may be out of
        reach where a joker finds no place.
        """
        status: cython.int
        i: cython.int
        code: cython.int
        gain: cython.longlong = 0
        for i in range(_ALL):
            self.required[i] = self.all_required[i]
            self.available[i] = self.all_available[i]
        self.jokers_required[0] = self.all_jokers_required
        self.jokers[0] = self.all_jokers
        for tile in tiles:
            i = tile
            if i == _TILES:
                if self.jokers[0] == 0:
                    return None
                self.jokers[0] -= 1
                if self.jokers_required[0] > 0:
                    self.jokers_required[0] -= 1
                else:
                    gain += self.joker_weight[0]
            else:
                code = self.code_of[i]
                if self.available[code] == 0:
                    return None
                self.available[code] -= 1
                if self.required[code] > 0:
                    self.required[code] -= 1
                else:
                    gain += self.weight[code]
        self.full = False
        self.threshold = -1
        self.by_value = False
        self.may_stay = False
        self.floor = floor - gain
        self.searched += 1
        while True:
            with cython.nogil:
                status = self._search()
            if status != _NO_ROOM:
                break
            self._grow(self.size * 4)
        return gain + self.best_score if status == _SOLVED else None

    @property
    def searches(self) -> int:
        """The number of bounds that needed a search."""
        return self.searched
