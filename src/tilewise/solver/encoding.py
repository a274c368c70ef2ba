"""The position as both kernels see it: codes, tables and selection.

The kernels work with small whole numbers only.

- A numbered tile has a *code*, 4 * (number - 1) + colour, so that the four colours of a number are neighbours. For
  each code a position counts the tiles that are required (those on the table) and those available (with the rack).
- Jokers are counted by kind: plain, double, colour-change, mirror.
- The unfinished runs of one colour are a *run state*: how many of them have one tile, two tiles, three tiles or more.
  A run of one or two tiles has to continue; a longer one may end. There are 120 run states, because a colour never has
  more than seven runs at a time (three copies of a tile and four jokers). The tables below say for each run state
  what follows from it.

Where a C compiler exists, Cython compiles this module and the others with a `.pxd` file, which declares their C types.
Elsewhere Python runs the same source, with the same answers.
"""

from __future__ import annotations

from array import array
from typing import Any

from tilewise.errors import TilewiseError
from tilewise.solver.validation import check_tiles, check_weights
from tilewise.tiles import FACES, HIGHEST, JOKERS, NUMBERED, Colour

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

COMPILED = cython.compiled

TILES = len(NUMBERED)
NUMBERS = HIGHEST
COLOURS = len(Colour)
MOST_RUNS = 7
"""Unfinished runs of one colour at a time."""

MOST_SETS = 80
"""More than a box with three copies and four jokers can make."""

LOWEST_SCORE = -(1 << 62)
"""Less than any sum of weights."""

# The compiler turns these into C variables, which Python cannot see.
_TILES = cython.declare(cython.int, TILES)
_NUMBERS = cython.declare(cython.int, NUMBERS)
_COLOURS = cython.declare(cython.int, COLOURS)
_MOST_SETS = cython.declare(cython.int, MOST_SETS)

RunState = tuple[int, int, int]
"""How many runs have one tile, two tiles, three tiles or more."""


def run_states() -> list[RunState]:
    """List all run states; their places in this list are the numbers by which the kernels know them."""
    counts = range(MOST_RUNS + 1)
    return [(one, two, long) for one in counts for two in counts for long in counts if one + two + long <= MOST_RUNS]


RUN_STATES = run_states()
STATE_NUMBERS = {state: number for number, state in enumerate(RUN_STATES)}
NO_RUNS = STATE_NUMBERS[0, 0, 0]


def next_states() -> list[int]:
    """List the run state that follows from each one, for 0 to 7 tiles of the next number; -1 if those are too few.

    It is never wrong to prolong the short runs first, then the long ones, and to begin new runs with the other tiles.
    """
    following: list[int] = []
    for one, two, long in RUN_STATES:
        for tiles in range(MOST_RUNS + 1):
            if tiles < one + two:
                following.append(-1)
            else:
                prolonged = min(long, tiles - one - two)
                following.append(STATE_NUMBERS[tiles - one - two - prolonged, one, two + prolonged])
    return following


def run_fields() -> list[int]:
    """List five counts for each run state, packed with four bits each: more is better in all of them.

    One run state is at least as good as another if and only if it is so in every count (by Hall's theorem): a long run
    is better than none, than one of two tiles and than one of one tile, which have to continue.
    """
    packed: list[int] = []
    for one, two, long in RUN_STATES:
        counts = (MOST_RUNS - one, MOST_RUNS - one - two, long, two + long, one + two + long)
        packed.append(sum(count << (4 * place) for place, count in enumerate(counts)))
    return packed


def buffer(kind: str, size: int) -> Any:
    """Return memory for numbers: an array if compiled; if interpreted a list, which is faster then."""
    return array(kind, bytes(size * array(kind).itemsize)) if COMPILED else [0] * size


def filled(kind: str, values: list[int]) -> Any:
    """Return memory that contains these numbers."""
    return array(kind, values) if COMPILED else values


class SpecialJoker(TilewiseError):
    """A position contains a special joker, and the plain kernel was asked."""

    def __init__(self) -> None:
        super().__init__("This solver does not know special jokers.")


class EncodedPosition:
    """The base class of both kernels: the position to solve, as counts of tiles, and the tables of run states."""

    def __init__(self) -> None:
        # Eight zeros follow, so that the kernels may look two numbers ahead.
        self.required = buffer("i", TILES + 8)
        self.available = buffer("i", TILES + 8)
        self.weight = buffer("q", TILES)
        self.jokers_required = buffer("i", len(JOKERS))
        self.jokers = buffer("i", len(JOKERS))
        self.joker_weight = buffer("q", len(JOKERS))
        self.counted = buffer("i", len(FACES))
        self.code_of = filled("i", [COLOURS * (face % NUMBERS) + face // NUMBERS for face in range(TILES)])
        self.last_face = len(FACES) - 1
        self.table_is_valid = False
        self.may_stay = False
        self.known_weights = None
        self.table_jokers = 0
        self.olds = 0
        self.old_key = buffer("i", MOST_SETS)
        self.old_tiles = buffer("i", MOST_SETS)
        self.old_jokers = buffer("i", MOST_SETS)
        self.olds_are_clear = False
        self.next_state = filled("i", next_states())
        self.run_fields = filled("q", run_fields())
        self.one_tile = filled("i", [state[0] for state in RUN_STATES])
        self.two_tiles = filled("i", [state[1] for state in RUN_STATES])
        self.open_runs = filled("i", [sum(state) for state in RUN_STATES])

    def ask(self, table: Any, rack: Any, weights: Any, must_place: Any = ()) -> bool:
        """Set the position: the tiles of the table and of `must_place` have to be used, those of the rack may be.

        `weights` are those of all faces. Returns whether the table obviously consists of valid sets; if not, the
        caller must check it. Raises TilewiseError if these are not tiles, if there are more of them than any box
        contains, or if the weights are wrong; SpecialJoker if there is one and this is the plain kernel.
        """
        try:
            self._count_all(table, rack, must_place)
        except (TypeError, ValueError, OverflowError):
            check_tiles(table, rack, must_place)
            raise
        # Nearly always these are the weights of the last question.
        if weights is not self.known_weights:
            self._set_weights(weights)
        return self.table_is_valid

    def _count_all(self, table: Any, rack: Any, must_place: Any) -> int:
        i: cython.int
        kinds: cython.int = self.last_face - _TILES + 1
        if type(table) is not tuple or type(rack) is not tuple or type(must_place) is not tuple:
            raise TypeError
        for i in range(_TILES + kinds):
            self.counted[i] = 0
        self.table_is_valid = True
        self.olds = 0
        self.olds_are_clear = True
        for tiles in table:
            if type(tiles) is not tuple:
                raise TypeError
            if not self._count_set(tiles):
                self.table_is_valid = False
        self.table_jokers = self.counted[_TILES]
        self.may_stay = self.table_is_valid and len(must_place) == 0
        self._count(must_place)
        for i in range(_TILES):
            self.required[self.code_of[i]] = self.counted[i]
        for i in range(kinds):
            self.jokers_required[i] = self.counted[_TILES + i]
        self._count(rack)
        for i in range(_TILES):
            self.available[self.code_of[i]] = self.counted[i]
        for i in range(kinds):
            self.jokers[i] = self.counted[_TILES + i]
        return 0

    def _count(self, tiles: tuple[Any, ...]) -> int:
        """Count tiles by face; raises SpecialJoker, or ValueError if a face does not exist or occurs too often."""
        face: cython.longlong
        i: cython.int
        for tile in tiles:
            if not isinstance(tile, int):
                raise TypeError
            face = tile
            if face < 0 or face > self.last_face:
                self._refuse(tile)
            i = face
            self.counted[i] += 1
            if self.counted[i] > (3 if i < _TILES else 4):
                raise ValueError
        return 0

    def _count_set(self, tiles: tuple[Any, ...]) -> int:
        """Count the tiles of a set, as `_count` does; returns 1 if they are a set, 0 if that is not obvious.

        Obvious are groups, and runs that lie in order. They are noted as sets that were there before (U7).
        """
        face: cython.longlong
        i: cython.int
        size: cython.int = 0
        code: cython.int = 0
        first: cython.int = -1
        first_at: cython.int = 0
        number: cython.int = 0
        colours: cython.int = 0
        wild: cython.int = 0
        jokers: cython.int = 0
        is_run: cython.int = 1
        is_group: cython.int = 1
        for tile in tiles:
            if not isinstance(tile, int):
                raise TypeError
            face = tile
            if face < 0 or face > self.last_face:
                self._refuse(tile)
            i = face
            self.counted[i] += 1
            if self.counted[i] > (3 if i < _TILES else 4):
                raise ValueError
            if i < _TILES:
                code = self.code_of[i]
                if first < 0:
                    first = i
                    first_at = size
                    number = code >> 2
                if i - first != size - first_at:
                    is_run = 0
                if code >> 2 != number or (colours >> (code & 3)) & 1:
                    is_group = 0
                colours |= 1 << (code & 3)
            elif i > _TILES:
                # What a special joker makes of a set is not obvious.
                first = -1
                is_run = is_group = 0
            elif size <= _NUMBERS:
                wild |= 1 << size
                jokers += 1
            size += 1
        if first < 0 or size < 3:
            self.olds_are_clear = False
            return 0
        is_group = is_group and size <= _COLOURS
        is_run = is_run and number >= first_at and number - first_at + size <= _NUMBERS
        # One tile between jokers could be either kind, and the rules decide which (T5).
        if is_run == is_group or self.olds >= _MOST_SETS:
            self.olds_are_clear = False
        elif is_group:
            self._note_set(_COLOURS + number, colours, jokers)
        else:
            number -= first_at
            self._note_set(code & 3, (((1 << size) - 1) & ~wild) << number, wild << number)
        return is_run or is_group

    def _note_set(self, key: cython.int, tiles: cython.int, jokers: cython.int) -> int:
        """Note a set that was there before.

        For a run these are its colour, its numbers and those of its jokers, one bit each from 1 up; for a group 4 and
        its number from 0 up, its colours, one bit each, and the number of its jokers.
        """
        self.old_key[self.olds] = key
        self.old_tiles[self.olds] = tiles
        self.old_jokers[self.olds] = jokers
        self.olds += 1
        return 0

    def _refuse(self, tile: Any) -> int:
        """Raise the error for a face that this kernel does not know."""
        if self.last_face < tile < len(FACES):
            raise SpecialJoker
        raise ValueError

    def _set_weights(self, weights: Any) -> int:
        i: cython.int
        check_weights(weights)
        self.known_weights = None
        for i in range(_TILES):
            self.weight[self.code_of[i]] = weights[i]
        for i in range(4):
            self.joker_weight[i] = weights[_TILES + i]
        self.known_weights = weights
        return 0

    def _select(
        self,
        order: cython.int[::1],
        priority: cython.longlong[::1],
        low: cython.int,
        high: cython.int,
        wanted: cython.int,
    ) -> None:
        """Reorder `order` from `low` to `high` so that the entries of the highest priority come before `wanted`.

        This is quickselect: the entries on either side are in no order.
        """
        i: cython.int
        j: cython.int
        swapped: cython.int
        pivot: cython.longlong
        while low < high:
            pivot = priority[order[(low + high) >> 1]]
            i = low
            j = high
            while i <= j:
                while priority[order[i]] > pivot:
                    i += 1
                while priority[order[j]] < pivot:
                    j -= 1
                if i <= j:
                    swapped = order[i]
                    order[i] = order[j]
                    order[j] = swapped
                    i += 1
                    j -= 1
            if wanted <= j:
                high = j
            elif wanted >= i:
                low = i
            else:
                return
