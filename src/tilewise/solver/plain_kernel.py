# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The solver's hot kernel: one source, compiled by Cython or run as it is, with the same answers.

A dynamic programme over the numbers 1 to 13. For each colour a state counts the open runs of one, two, and three
or more tiles; a layer holds the states after a number, with the jokers left and the score so far. At each number
every colour puts some of its tiles into runs and some into groups:

- The next state of a colour follows from the number of tiles put into its runs, because it is never wrong to
  prolong the runs that must go on first, then the long ones, and to begin new runs with what is left.
- Groups of one number with g tiles of each colour need max(0, 3 max(g) - sum(g)) jokers.
- A state is dropped when another has at least its score and jokers and is at least as well placed: some of its runs
  longer, or further runs of three or more. By Hall's theorem five counts for each colour decide that; they are
  packed into fields with a guard bit each, so that one subtraction compares them all.

What else keeps it small, and leaves every best answer in: the ways of a colour are listed once for a number, and long
runs count only as far as something can prolong them, so that many states become one; jokers that runs will need are
claimed at once; tiles of the rack that no set could hold are forgotten; a state that cannot become better than what is
known goes (the table as it lies is known from the beginning); the first, narrow tries look only for a way to place
everything, which nothing can beat; and the numbers are gone through from 13 down where that looks like less work.

Two programmes share this. The *lean* one spends a joker only where a real tile lacks, and `_absorb` finds a place
for those left over; that succeeds nearly always, and then the answer is the greatest there can be. The *full* one
tries every use of every joker, and compares only states with equally many jokers left; it answers where a joker was
not absorbed, and where jokers count what they stand for: in an opening, whose value is a further criterion.

Everything is in whole numbers of fixed size. Counts are given by face: 4 * (number - 1) + colour.
"""

from __future__ import annotations

from array import array
from typing import Any

from tilewise.errors import TilewiseError
from tilewise.tiles import FACES

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

COMPILED = cython.compiled

INFEASIBLE, SOLVED, NOT_ABSORBED, UNCHANGED = 0, 1, 2, 3
"""What `Kernel.solve` says; NOT_ABSORBED: a joker found no place, so the full programme must answer; UNCHANGED: nothing
is better than the table as it lies."""

_TOO_MANY = "The solver knows up to three tiles of a number and four of a joker."

# For the compiler these are numbers of C; Python cannot see them.
_FACES = cython.declare(cython.int, 52)
_NUMBERS = cython.declare(cython.int, 13)
_COLOURS = cython.declare(cython.int, 4)
_MOST_RUNS = cython.declare(cython.int, 7)  # open runs of one colour at a time: three copies and four jokers
_WAYS = cython.declare(cython.int, 64)  # in which one colour can use its tiles at one number, at the most
# What the ways of the colours add up to: the tiles in groups in two bits for each colour, a bit for each colour with a
# tile that stays on the rack, the jokers spent or owed to runs that must go on, the jokers spent, and the tiles.
_IDLE = cython.declare(cython.int, 1 << 8)
_CLAIMED_AT = cython.declare(cython.int, 12)
_SPENT_NOW_AT = cython.declare(cython.int, 17)
_TILES_AT = cython.declare(cython.int, 22)
# A list of ways has four numbers, side by side: when it was made, where it begins, where it ends (and above that the
# most tiles that it puts into groups), and the greatest gain in it.
_END = cython.declare(cython.longlong, (1 << 32) - 1)
_TOP_AT = cython.declare(cython.longlong, 32)
_MOST_SETS = cython.declare(cython.int, 80)
_RUN = cython.declare(cython.int, 0)
_GROUP = cython.declare(cython.int, 1)
_NO = cython.declare(cython.int, INFEASIBLE)
_YES = cython.declare(cython.int, SOLVED)
_LEFT_OVER = cython.declare(cython.int, NOT_ABSORBED)
_AS_IT_LIES = cython.declare(cython.int, UNCHANGED)
_NO_ROOM = cython.declare(cython.int, 4)  # the buffers are too small: grow them and try again

# What states are compared by, in two words, the second with nothing but runs: a guard bit above each of the ten counts
# of two colours, above the jokers left, above those spent, and above the value in an opening.
_GUARD = cython.declare(cython.longlong, 0x8888888888 | 1 << 43 | 1 << 47 | 1 << 59)
_LEFT_AT = cython.declare(cython.int, 40)
_SPENT_AT = cython.declare(cython.int, 44)
_VALUE_AT = cython.declare(cython.int, 48)
_MOST_VALUE = cython.declare(cython.int, (1 << 11) - 1)  # more than all tiles of a box are worth
# Where a choice counts the jokers of its groups, behind nine bits for each colour.
_JOKERS = cython.declare(cython.longlong, 1 << 36)
_NARROW = cython.declare(cython.int, 3)  # states after each number in the first, quick try
_WIDE = cython.declare(cython.int, 80)  # and in the first that may leave tiles on the rack
_FAR = cython.declare(cython.int, 9)  # a number at which it is worth while to look for all once more
_MANY = cython.declare(cython.int, 12)  # tiles of the rack; with fewer, to leave some there makes little more work
_CROWDED = cython.declare(cython.int, 60)  # tiles on the table; with more, it is worth while to look for all first
_THIN = cython.declare(cython.int, 24)  # once such a try is too narrow, and only to give a bound
_WIDER = cython.declare(cython.int, 8)  # from try to try
_DOWNWARDS = cython.declare(cython.int, 4)  # so many tiles more make up for going down instead of up
_LOWEST = cython.declare(cython.longlong, -(1 << 62))


def colour_states() -> tuple[list[tuple[int, int, int]], list[int], list[int]]:
    """List the states of a colour, the next state for each number of tiles in runs, and the packed counts."""
    counts = range(_MOST_RUNS + 1)
    states = [(one, two, long) for one in counts for two in counts for long in counts if one + two + long <= _MOST_RUNS]
    index = {state: i for i, state in enumerate(states)}
    following: list[int] = []
    fields: list[int] = []
    for one, two, long in states:
        for tiles in range(_MOST_RUNS + 1):
            if tiles < one + two:
                following.append(-1)
            else:
                prolonged = min(long, tiles - one - two)
                following.append(index[tiles - one - two - prolonged, one, two + prolonged])
        packed = 0
        better_when_more = (_MOST_RUNS - one, _MOST_RUNS - one - two, long, two + long, one + two + long)
        for place, count in enumerate(better_when_more):
            packed |= count << (4 * place)
        fields.append(packed)
    return states, following, fields


_STATES, _FOLLOWING, _FIELDS = colour_states()
_START = cython.declare(cython.int, _STATES.index((0, 0, 0)))


_GROUPED = [tuple((packed >> (2 * colour)) & 3 for colour in range(_COLOURS)) for packed in range(256)]
"""How many tiles of each colour are in the groups of a number."""


def lacking(group: tuple[int, ...], *more: int) -> int:
    """How many jokers groups need at least, if further colours can add so many tiles each."""
    highest = max(group)
    return max(0, 3 * highest - sum(group) - sum(min(highest, most) for most in more))


def buffer(kind: str, size: int) -> object:
    """Memory for numbers: an array where it is compiled, a list (which is faster there) where it is interpreted."""
    return array(kind, bytes(size * array(kind).itemsize)) if COMPILED else [0] * size


class SpecialJoker(TilewiseError):
    """There is a joker among the tiles that only the other kernel knows."""

    def __init__(self) -> None:
        super().__init__("This solver does not know special jokers.")


@cython.final
@cython.cclass
class Kernel:
    """Solves one position at a time; holds the buffers for it."""

    # The question
    must: cython.int[60]
    most: cython.int[60]
    weight: cython.longlong[52]
    counted: cython.int[53]
    place: cython.int[52]
    asked_weights: object
    lies: cython.int
    jokers_must: cython.int
    jokers: cython.int
    joker_weight: cython.longlong
    full: cython.int
    threshold: cython.int
    by_value: cython.int

    # The tables
    following: cython.int[960]
    fields: cython.longlong[120]
    short_one: cython.int[120]
    short_two: cython.int[120]
    open_runs: cython.int[120]
    without_long: cython.int[120]
    highest: cython.int[256]
    lacking: cython.int[256]
    lacking_one: cython.int[1024]
    lacking_two: cython.int[4096]
    could_join: cython.int[256]

    # The layers
    size: cython.int
    used: cython.int
    layer: cython.int[15]
    states: cython.int[::1]
    left: cython.int[::1]
    score: cython.longlong[::1]
    value: cython.int[::1]
    first_fields: cython.longlong[::1]
    second_fields: cython.longlong[::1]
    parent: cython.int[::1]
    choice: cython.longlong[::1]

    # The ways of each colour at one number
    stamp: cython.longlong
    ways_used: cython.int
    way_lists: cython.longlong[16384]
    way_next: cython.int[::1]
    way_sums: cython.longlong[::1]
    way_code: cython.longlong[::1]
    way_gain: cython.longlong[::1]

    # The arrangement: runs (colour, first number, length, places of jokers) and groups (number, colours, jokers)
    sets: cython.int
    set_kind: cython.int[80]
    set_a: cython.int[80]
    set_b: cython.int[80]
    set_c: cython.int[80]
    set_d: cython.int[80]
    path: cython.longlong[14]
    best_score: cython.longlong
    best_spent: cython.int
    first_spent: cython.int
    first_path: cython.longlong[14]
    width: cython.int
    beam: cython.int
    reached: cython.int
    spare: cython.int
    laid: cython.int
    trimmed: cython.int
    bound: cython.longlong
    floor: cython.longlong
    have: cython.int[4]
    rest: cython.longlong[14]
    jokers_placed: cython.int
    taken: cython.int[52]
    running: cython.int[4]
    run_at: cython.int[32]

    def __init__(self, size: int = 1 << 12) -> None:
        self.must = buffer("i", _FACES + 8)
        self.most = buffer("i", _FACES + 8)
        self.weight = buffer("q", _FACES)
        self.counted = buffer("i", _FACES + 1)
        self.place = filled("i", [4 * (face % _NUMBERS) + face // _NUMBERS for face in range(_FACES)])
        self.asked_weights = None
        self.have = buffer("i", _COLOURS)
        self.following = filled("i", _FOLLOWING)
        self.fields = filled("q", _FIELDS)
        self.short_one = filled("i", [state[0] for state in _STATES])
        self.short_two = filled("i", [state[1] for state in _STATES])
        self.open_runs = filled("i", [sum(state) for state in _STATES])
        self.without_long = filled("i", [_STATES.index((one, two, max(long - 1, 0))) for one, two, long in _STATES])
        self.highest = filled("i", [max(group) for group in _GROUPED])
        self.lacking = filled("i", [lacking(group) for group in _GROUPED])
        self.lacking_one = filled("i", [lacking(group, one) for group in _GROUPED for one in range(4)])
        self.lacking_two = filled(
            "i", [lacking(group, one, other) for group in _GROUPED for one in range(4) for other in range(4)]
        )
        self.could_join = filled(
            "i", [sum((count < max(group)) << colour for colour, count in enumerate(group)) for group in _GROUPED]
        )
        self.layer = buffer("i", _NUMBERS + 2)
        self.stamp = 0
        self.way_lists = buffer("q", _COLOURS * 8 * 128 * 4)
        self.set_kind = buffer("i", _MOST_SETS)
        self.set_a = buffer("i", _MOST_SETS)
        self.set_b = buffer("i", _MOST_SETS)
        self.set_c = buffer("i", _MOST_SETS)
        self.set_d = buffer("i", _MOST_SETS)
        self.path = buffer("q", _NUMBERS + 1)
        self.first_path = buffer("q", _NUMBERS + 1)
        self.rest = buffer("q", _NUMBERS + 1)
        self.taken = buffer("i", _FACES)
        self.running = buffer("i", _COLOURS)
        self.run_at = buffer("i", _COLOURS * 8)
        self.size = 0
        self._grow(size)

    def grow(self) -> None:
        """Make the buffers for states four times as large."""
        self._grow(self.size * 4)

    def _grow(self, size: int) -> None:
        self.size = size
        self.states = buffer("i", size)
        self.left = buffer("i", size)
        self.score = buffer("q", size)
        self.value = buffer("i", size)
        self.first_fields = buffer("q", size)
        self.second_fields = buffer("q", size)
        self.parent = buffer("i", size)
        self.choice = buffer("q", size)
        self.way_next = buffer("i", size)
        self.way_sums = buffer("q", size)
        self.way_code = buffer("q", size)
        self.way_gain = buffer("q", size)
        # The lists are gone with the old buffers.
        self.stamp += 1

    # The question, and the answer in Python's terms

    def ask(
        self,
        table: tuple[tuple[Any, ...], ...],
        rack: tuple[Any, ...],
        weights: tuple[int, ...],
        must_place: tuple[Any, ...] = (),
    ) -> None:
        """Set the question: the tiles by face as `tilewise.tiles` numbers them, and the weight of each face.

        Tiles of the table and of `must_place` have to be used, those of the rack may be.
        """
        i: cython.int
        for i in range(_FACES + 1):
            self.counted[i] = 0
        self.lies = len(must_place) == 0
        for tiles in table:
            self._count(tiles)
            if self.lies:
                self.lies = self._is_set(tiles)
        self._count(must_place)
        for i in range(_FACES):
            self.must[self.place[i]] = self.counted[i]
        self.jokers_must = self.counted[_FACES]
        self._count(rack)
        for i in range(_FACES):
            self.most[self.place[i]] = self.counted[i]
        self.jokers = self.counted[_FACES]
        # Nearly always they are those of the last question.
        if weights is not self.asked_weights:
            if len(weights) <= _FACES:
                raise TilewiseError("There is a weight for each of the 53 faces.")
            self.asked_weights = None
            for i in range(_FACES):
                self.weight[self.place[i]] = weights[i]
            self.joker_weight = weights[_FACES]
            self.asked_weights = weights

    @cython.cfunc
    def _count(self, tiles: tuple[Any, ...]) -> None:
        """Count tiles by face; raises SpecialJoker, or TilewiseError if the buffers could not hold what they allow."""
        face: cython.longlong
        i: cython.int
        for tile in tiles:
            face = tile
            if face < 0 or face > _FACES:
                if _FACES < face < len(FACES):
                    raise SpecialJoker
                raise TilewiseError(f"There is no face {face} here.")
            i = face
            self.counted[i] += 1
            if self.counted[i] > (3 if i < _FACES else 4):
                raise TilewiseError(_TOO_MANY)

    @cython.cfunc
    def _is_set(self, tiles: tuple[Any, ...]) -> cython.int:
        """Whether tiles lie as a set, for all that can be seen at a glance: 0 says nothing. They are known faces."""
        i: cython.int
        face: cython.int
        place: cython.int
        first: cython.int = -1
        number: cython.int = 0
        first_at: cython.int = 0
        colours: cython.int = 0
        size: cython.int = len(tiles)
        is_run: cython.int = 1
        is_group: cython.int = size <= _COLOURS
        for i in range(size):
            face = tiles[i]
            if face == _FACES:
                continue
            place = self.place[face]
            if first < 0:
                first = face
                first_at = i
                number = place >> 2
            if face - first != i - first_at:
                is_run = 0
            if place >> 2 != number or (colours >> (place & 3)) & 1:
                is_group = 0
            colours |= 1 << (place & 3)
        if first < 0 or size < 3:
            return 0
        return is_group or (is_run and number >= first_at and number - first_at + size <= _NUMBERS)

    def solve(self, full: bool = False, threshold: int = -1, by_value: bool = False) -> int:
        """Solve the question; returns INFEASIBLE, SOLVED, NOT_ABSORBED or UNCHANGED.

        `threshold` is what the sets must be worth together (an opening; only the full programme asks), or -1.
        With `by_value` the answer is worth most, whatever the weights (the full programme, with an empty table).
        """
        status: cython.int
        self.full = full
        self.threshold = threshold
        if self.threshold > _MOST_VALUE:
            self.threshold = _MOST_VALUE
        self.by_value = by_value
        while True:
            with cython.nogil:
                status = self._search()
            if status != _NO_ROOM:
                return status
            self.grow()

    def arrangement(self, faces: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
        """The sets of the answer, each in its order; `faces` are the tiles to make them of, jokers at 52."""
        i: cython.int
        laid = []
        joker = faces[_FACES]
        for i in range(self.sets):
            if self.set_kind[i] == _RUN:
                tiles = [
                    joker if (self.set_d[i] >> k) & 1 else faces[self.set_a[i] * _NUMBERS + self.set_b[i] + k - 1]
                    for k in range(self.set_c[i])
                ]
            else:
                tiles = [faces[k * _NUMBERS + self.set_a[i] - 1] for k in range(_COLOURS) if (self.set_b[i] >> k) & 1]
                tiles.extend([joker] * self.set_c[i])
            laid.append(tuple(tiles))
        return tuple(laid)

    def placed(self, faces: tuple[Any, ...]) -> list[Any]:
        """The tiles that the answer takes from the rack, in the order of their faces."""
        n: cython.int
        colour: cython.int
        count: cython.int
        tiles = []
        for colour in range(_COLOURS):
            for n in range(_NUMBERS):
                count = self.taken[4 * n + colour]
                while count > 0:
                    tiles.append(faces[colour * _NUMBERS + n])
                    count -= 1
        for _ in range(self.jokers_placed):
            tiles.append(faces[_FACES])
        return tiles

    @property
    def total(self) -> int:
        """The weights of the tiles placed, together; the value of the sets, where that was asked for."""
        return self.best_score

    @property
    def explored(self) -> int:
        """How many states were kept: a measure of the work that does not depend on the machine."""
        return self.used

    # The dynamic programme

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop_useless(self) -> cython.void:
        """Forget tiles of the rack that no set could hold, even if all tiles and jokers were free for it."""
        n: cython.int
        colour: cython.int
        have: cython.int
        useless: cython.int
        dropped: cython.int = 1
        for colour in range(_COLOURS):
            have = 0
            for n in range(_NUMBERS):
                have |= (self.most[4 * n + colour] > 0) << n
            self.have[colour] = have
        # With two jokers, any tile is part of a set.
        while dropped and self.jokers < 2:
            dropped = 0
            for colour in range(_COLOURS):
                have = self.have[colour]
                useless = have & ~self._in_groups(3 - self.jokers)
                if self.jokers == 0:
                    useless &= ~self._in_runs(colour)
                else:
                    useless &= ~(have << 1 | have << 2 | have >> 1 | have >> 2)
                n = 0
                while useless:
                    if useless & 1 and self.most[4 * n + colour] > self.must[4 * n + colour]:
                        self.most[4 * n + colour] = self.must[4 * n + colour]
                        if self.must[4 * n + colour] == 0:
                            self.have[colour] &= ~(1 << n)
                            dropped = 1
                    useless >>= 1
                    n += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _in_groups(self, colours: cython.int) -> cython.int:
        """The numbers, a bit for each, that there are in so many colours: two or three."""
        a: cython.int = self.have[0]
        b: cython.int = self.have[1]
        c: cython.int = self.have[2]
        d: cython.int = self.have[3]
        return a & b & (c | d) | c & d & (a | b) if colours == 3 else a & b | c & d | (a | b) & (c | d)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _in_runs(self, colour: cython.int) -> cython.int:
        """The numbers of a colour that runs without jokers could hold."""
        first: cython.int = self.have[colour] & self.have[colour] >> 1 & self.have[colour] >> 2
        return first | first << 1 | first << 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self) -> cython.int:
        """Find the best path through the numbers, from the end where that is less work, and lay it out."""
        n: cython.int
        status: cython.int
        turned: cython.int
        self._drop_useless()
        # What sets are worth in an opening is counted from 1 up.
        turned = not self.full and self._is_better_turned()
        if turned:
            self._turn()
        self._count_rest()
        status = self._widen()
        if turned:
            self._turn()
        if status != _YES:
            return status
        self.best_score = self.bound
        self.best_spent = self.first_spent
        for n in range(1, _NUMBERS + 1):
            self.path[n] = self.first_path[_NUMBERS + 1 - n if turned else n]
        return self._finish()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_better_turned(self) -> cython.int:
        """Whether to go from 13 down to 1: there are fewer tiles there that fit into runs as well as into groups.

        What they make possible has to be carried along until it is settled: the later they come, the better. By
        measurement the five numbers at either end count, and without a great difference down is better.
        """
        n: cython.int
        colour: cython.int
        both: cython.int
        more: cython.int = _DOWNWARDS
        for colour in range(_COLOURS):
            both = self._in_groups(3) & self._in_runs(colour)
            for n in range(5):
                if (both >> n) & 1:
                    more += self.most[4 * n + colour]
            for n in range(8, _NUMBERS):
                if (both >> n) & 1:
                    more -= self.most[4 * n + colour]
        return more > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _turn(self) -> cython.void:
        """Exchange the numbers 1 and 13, 2 and 12, and so on: runs and groups stay what they are."""
        i: cython.int
        j: cython.int
        for i in range(_FACES // 2 - 2):
            j = _FACES - 4 - (i & ~3) + (i & 3)
            self.must[i], self.must[j] = self.must[j], self.must[i]
            self.most[i], self.most[j] = self.most[j], self.most[i]
            self.weight[i], self.weight[j] = self.weight[j], self.weight[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _widen(self) -> cython.int:
        """Widen a beam until it leaves nothing out; what a narrower one has found bounds the next.

        The first tries are for all that the rack could bring: they follow only states that have lost nothing, so that
        they are soon over where that cannot be. An answer is final when a try has left nothing out but what cannot be
        better, or when nothing can be better than the answer: how wide the tries are is only a matter of time.
        """
        status: cython.int
        n: cython.int
        found: cython.int = 0
        # Placing nothing is always possible, if the table lies in sets.
        unchanged: cython.int = self.lies and not self.by_value and self.threshold < 0
        worst: cython.longlong = 0 if unchanged else _LOWEST
        # On a table with room a rack is seldom placed whole, unless the table does not lie in sets yet.
        everything: cython.int = (not unchanged or self.spare >= _MANY or self.laid >= _CROWDED) and (
            not self.by_value and self.threshold < 0
        )
        if unchanged and self.rest[0] == 0:
            self.used = 0
            return _AS_IT_LIES
        self.width = _NARROW if everything else _WIDE
        self.bound = self.rest[0] - 1 if everything else worst
        while True:
            self.trimmed = 0
            status = self._run()
            if status == _NO_ROOM:
                return status
            if status == _YES:
                # Here is the best so far, since only what is better than the bound counts.
                found = 1
                self.bound = self.best_score
                self.first_spent = self.best_spent
                for n in range(1, _NUMBERS + 1):
                    self.first_path[n] = self.path[n]
            if found and not self.by_value and self.bound == self.rest[0]:
                break
            if everything:
                self.width = self.width * 4
                if not self.trimmed or self.spare < _MANY or self.reached < _FAR or self.width >= _WIDE:
                    everything = 0
                    self.width = _WIDE
                    self.bound = worst
                continue
            if not self.trimmed:
                break
            self.width = self.width * _WIDER
        if not found:
            return _AS_IT_LIES if unchanged else _NO
        return _YES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_rest(self) -> cython.void:
        """Count what the tiles of the numbers after n, and all jokers, could still bring: no state gains more."""
        n: cython.int
        colour: cython.int
        at: cython.int
        self.spare = 0
        self.laid = 0
        self.rest[_NUMBERS] = 0
        if self.joker_weight > 0:
            self.rest[_NUMBERS] = self.joker_weight * (self.jokers - self.jokers_must)
        for n in range(_NUMBERS, 0, -1):
            self.rest[n - 1] = self.rest[n]
            for colour in range(_COLOURS):
                at = 4 * (n - 1) + colour
                self.spare += self.most[at] - self.must[at]
                self.laid += self.must[at]
                if self.weight[at] > 0:
                    self.rest[n - 1] += self.weight[at] * (self.most[at] - self.must[at])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trim(self, n: cython.int) -> cython.void:
        """Keep the most promising states of a layer that is wider than the beam."""
        begin: cython.int = self.layer[n]
        low: cython.int = begin
        high: cython.int = self.used - 1
        wanted: cython.int
        i: cython.int
        j: cython.int
        pivot: cython.longlong
        if self.used <= begin + self.beam:
            return
        self.trimmed = 1
        # Now this try can only give a bound, and does that quickly.
        if self.beam > _THIN:
            self.beam = _THIN
        wanted = begin + self.beam
        # Quickselect: the best states come first, in no order among themselves.
        while low < high:
            pivot = self._promise((low + high) >> 1)
            i = low
            j = high
            while i <= j:
                while self._promise(i) > pivot:
                    i += 1
                while self._promise(j) < pivot:
                    j -= 1
                if i <= j:
                    self._swap(i, j)
                    i += 1
                    j -= 1
            if wanted <= j:
                high = j
            elif wanted >= i:
                low = i
            else:
                break
        self.used = wanted
        self.floor = self._promise(begin)
        for i in range(begin + 1, wanted):
            if self._promise(i) < self.floor:
                self.floor = self._promise(i)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promise(self, i: cython.int) -> cython.longlong:
        """How good a state looks: its score, then the jokers left, then few runs that must go on."""
        k: cython.int
        state: cython.int
        short: cython.int = 0
        for k in range(_COLOURS):
            state = (self.states[i] >> (8 * k)) & 255
            short += 2 * self.short_one[state] + self.short_two[state]
        return (self.score[i] + self.value[i]) * 256 + self.left[i] * 32 - short

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _swap(self, i: cython.int, j: cython.int) -> cython.void:
        self.states[i], self.states[j] = self.states[j], self.states[i]
        self.left[i], self.left[j] = self.left[j], self.left[i]
        self.score[i], self.score[j] = self.score[j], self.score[i]
        self.value[i], self.value[j] = self.value[j], self.value[i]
        self.first_fields[i], self.first_fields[j] = self.first_fields[j], self.first_fields[i]
        self.second_fields[i], self.second_fields[j] = self.second_fields[j], self.second_fields[i]
        self.parent[i], self.parent[j] = self.parent[j], self.parent[i]
        self.choice[i], self.choice[j] = self.choice[j], self.choice[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self) -> cython.int:
        """Go through the numbers with the beam and the bound that are set; leaves the best path, if there is one."""
        n: cython.int
        start: cython.int = _START
        self.states[0] = start | start << 8 | start << 16 | start << 24
        self.left[0] = self.jokers
        self.score[0] = 0
        self.value[0] = 0
        self.used = 1
        self.beam = self.width
        self.layer[0] = 0
        self.layer[1] = 1
        for n in range(1, _NUMBERS + 1):
            self.floor = _LOWEST
            self.reached = n
            if self._expand(n) == _NO_ROOM:
                return _NO_ROOM
            if self.used == self.layer[n]:
                return _NO
            self._trim(n)
            self.layer[n + 1] = self.used
        return self._choose()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ways_of(self, n: cython.int, colour: cython.int, state: cython.int, left: cython.int) -> cython.int:
        """List the ways in which a colour can use its tiles of number n: into runs, into groups, with jokers.

        Many states of a layer agree in one colour, so that each list is made once for a number and found again by
        its key, which is returned; -1: there is no room for it.
        """
        key: cython.int = (colour * 8 + left) * 128 + state
        if self.way_lists[4 * key] == self.stamp:
            return 4 * key
        at: cython.int = 4 * (n - 1) + colour
        must: cython.int = self.must[at]
        most: cython.int = self.most[at]
        next_most: cython.int = self.most[at + 4]
        weight: cython.longlong = self.weight[at]
        full: cython.int = self.full
        short: cython.int = self.short_one[state] + self.short_two[state]
        running: cython.int = self.open_runs[state]
        most_grouped: cython.int = self._most_grouped(n, colour, left) if most > 0 else 0
        needed: cython.int
        count: cython.int = self.ways_used
        runs: cython.int
        group: cython.int
        jokers: cython.int
        most_jokers: cython.int
        tiles: cython.int
        following: cython.int
        one: cython.int
        two: cython.int
        owed: cython.int
        useful: cython.int
        idle: cython.int
        top: cython.longlong = 0
        code: cython.longlong
        sums: cython.longlong
        gain: cython.longlong
        best: cython.longlong = _LOWEST
        if count + _WAYS > self.size:
            return -1
        key *= 4
        self.way_lists[key] = self.stamp
        self.way_lists[key + 1] = count
        if most + running == 0 and (left == 0 or (n != 11 and not full)):
            # Nothing to place, and nothing that waits for it.
            self._add_way(colour, state, 0, 0, 0)
            self.way_lists[key + 2] = count + 1
            self.way_lists[key + 3] = 0
            return key
        if left == 0:
            self._list_without_jokers(at, colour, state, key, most_grouped)
            return key
        for runs in range(must - most_grouped if must > most_grouped else 0, most + 1):
            for group in range(must - runs if must > runs else 0, most - runs + 1):
                if group > most_grouped:
                    break
                # A joker in a run and the same real tile in a group could change places: only one way is tried.
                if group > 0:
                    most_jokers = 0
                elif full:
                    most_jokers = left
                elif runs < most and weight >= 0:
                    most_jokers = 0
                elif n == 11:
                    # Only before 12-13 does a joker begin a run; elsewhere it could as well lie at the run's end.
                    most_jokers = left
                else:
                    most_jokers = left if left < running else running
                needed = short - runs if short > runs else 0
                idle = weight >= 0 and runs + group < most
                for jokers in range(needed, most_jokers + 1):
                    tiles = runs + jokers
                    if tiles > _MOST_RUNS:
                        break
                    # A tile that would stay on the rack could prolong a long run that ends here.
                    if idle and tiles < running:
                        continue
                    # A joker behind a long run is for a later tile to be reached.
                    if jokers > needed and not full and n != 11 and not self._reaches(at, left - jokers):
                        break
                    following = self.following[8 * state + tiles]
                    one = self.short_one[following]
                    two = self.short_two[following]
                    if n >= 12 and (one > 0 or (n == 13 and two > 0)):
                        continue
                    # Runs that must go on where tiles lack have to get jokers.
                    owed = one + two - next_most if one + two > next_most else 0
                    if one > self.most[at + 8]:
                        owed += one - self.most[at + 8]
                    if jokers + owed > left:
                        continue
                    # Long runs count only as far as tiles or jokers can prolong them: the others end here anyway.
                    if self.open_runs[following] > one + two:
                        useful = next_most - one - two if next_most > one + two else 0
                        if jokers < left and (full or n == 10 or self._reaches(at + 4, left - jokers - 1)):
                            useful += left - jokers
                        while self.open_runs[following] - one - two > useful:
                            following = self.without_long[following]
                    gain = (runs + group - must) * weight
                    if gain > best:
                        best = gain
                    if group > top:
                        top = group
                    code = runs | group << 3 | jokers << 6
                    sums = tiles + group
                    sums = (
                        sums << _TILES_AT
                        | jokers << _SPENT_NOW_AT
                        | (jokers + owed) << _CLAIMED_AT
                        | group << (2 * colour)
                    )
                    if idle and not full:
                        sums |= _IDLE << colour
                    self._add_way(colour, following, code, sums, gain)
        self.way_lists[key + 2] = self.ways_used | top << _TOP_AT
        self.way_lists[key + 3] = best
        return key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_without_jokers(
        self, at: cython.int, colour: cython.int, state: cython.int, key: cython.int, most_grouped: cython.int
    ) -> cython.void:
        """List the same ways where no joker is left: most lists are of this kind, and little is to be asked."""
        must: cython.int = self.must[at]
        most: cython.int = self.most[at]
        next_most: cython.int = self.most[at + 4]
        after_next: cython.int = self.most[at + 8]
        weight: cython.longlong = self.weight[at]
        running: cython.int = self.open_runs[state]
        fewest: cython.int = self.short_one[state] + self.short_two[state]
        runs: cython.int
        group: cython.int
        following: cython.int
        going_on: cython.int
        idle: cython.int
        top: cython.longlong = 0
        code: cython.longlong
        sums: cython.longlong
        gain: cython.longlong
        best: cython.longlong = _LOWEST
        if must - most_grouped > fewest:
            fewest = must - most_grouped
        for runs in range(fewest, most + 1):
            following = self.following[8 * state + runs]
            going_on = self.short_one[following] + self.short_two[following]
            if going_on > next_most or self.short_one[following] > after_next:
                continue
            while self.open_runs[following] > next_most:
                following = self.without_long[following]
            for group in range(must - runs if must > runs else 0, most - runs + 1):
                if group > most_grouped:
                    break
                idle = weight >= 0 and runs + group < most
                if idle and runs < running:
                    continue
                gain = (runs + group - must) * weight
                if gain > best:
                    best = gain
                if group > top:
                    top = group
                code = runs | group << 3
                sums = runs + group
                sums = sums << _TILES_AT | group << (2 * colour)
                if idle and not self.full:
                    sums |= _IDLE << colour
                self._add_way(colour, following, code, sums, gain)
        self.way_lists[key + 2] = self.ways_used | top << _TOP_AT
        self.way_lists[key + 3] = best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_way(
        self,
        colour: cython.int,
        following: cython.int,
        code: cython.longlong,
        sums: cython.longlong,
        gain: cython.longlong,
    ) -> cython.void:
        """Add a way of a colour to the list that is being made."""
        count: cython.int = self.ways_used
        self.way_next[count] = following << (8 * colour)
        self.way_code[count] = code << (9 * colour)
        self.way_sums[count] = sums
        self.way_gain[count] = gain
        self.ways_used = count + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _most_grouped(self, n: cython.int, colour: cython.int, left: cython.int) -> cython.int:
        """How many tiles of a colour groups of number n can hold: each needs two others, of other colours or jokers."""
        at: cython.int = 4 * (n - 1)
        groups: cython.int = self.most[at + colour]
        other: cython.int
        tiles: cython.int
        while groups > 0:
            tiles = left
            for other in range(_COLOURS):
                tiles += self.most[at + other] if self.most[at + other] < groups else groups
            if tiles >= 3 * groups:
                break
            groups -= 1
        return groups

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reaches(self, at: cython.int, jokers: cython.int) -> cython.int:
        """Whether a later tile of the colour can be reached over so many further jokers."""
        while at + 4 < _FACES and jokers >= 0:
            at += 4
            if self.most[at] > 0:
                return 1
            jokers -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, n: cython.int) -> cython.int:
        """Make the layer after number n from the one before it."""
        i: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        ways_a: cython.int
        ways_b: cython.int
        ways_c: cython.int
        ways_d: cython.int
        begin_b: cython.int
        begin_c: cython.int
        begin_d: cython.int
        end_b: cython.int
        end_c: cython.int
        end_d: cython.int
        top_c: cython.int
        top_d: cython.int
        state: cython.int
        left: cython.int
        wanted: cython.int
        claimed: cython.int
        kind: cython.int
        sums_a: cython.longlong
        sums_b: cython.longlong
        sums_c: cython.longlong
        sums: cython.longlong
        code_b: cython.longlong
        code_c: cython.longlong
        gain_a: cython.longlong
        gain_b: cython.longlong
        gain_c: cython.longlong
        gain: cython.longlong
        packed_b: cython.int
        packed_c: cython.int
        best_b: cython.longlong
        best_c: cython.longlong
        best_d: cython.longlong
        # What a state must have already to become better than the best that is known.
        enough: cython.longlong = _LOWEST if self.by_value else self.bound - self.rest[n]
        self.stamp += 1
        self.ways_used = 0
        for i in range(self.layer[n - 1], self.layer[n]):
            state = self.states[i]
            left = self.left[i]
            ways_a = self._ways_of(n, 0, state & 255, left)
            ways_b = self._ways_of(n, 1, (state >> 8) & 255, left)
            ways_c = self._ways_of(n, 2, (state >> 16) & 255, left)
            ways_d = self._ways_of(n, 3, (state >> 24) & 255, left)
            if ways_a < 0 or ways_b < 0 or ways_c < 0 or ways_d < 0:
                return _NO_ROOM
            begin_b, end_b = self.way_lists[ways_b + 1], self.way_lists[ways_b + 2] & _END
            begin_c, end_c = self.way_lists[ways_c + 1], self.way_lists[ways_c + 2] & _END
            begin_d, end_d = self.way_lists[ways_d + 1], self.way_lists[ways_d + 2] & _END
            if begin_b == end_b or begin_c == end_c or begin_d == end_d:
                continue
            top_c, top_d = self.way_lists[ways_c + 2] >> _TOP_AT, self.way_lists[ways_d + 2] >> _TOP_AT
            best_d = enough - self.way_lists[ways_d + 3]
            best_c = best_d - self.way_lists[ways_c + 3]
            best_b = best_c - self.way_lists[ways_b + 3]
            for a in range(self.way_lists[ways_a + 1], self.way_lists[ways_a + 2] & _END):
                gain_a = self.score[i] + self.way_gain[a]
                if gain_a <= best_b:
                    continue
                sums_a = self.way_sums[a]
                for b in range(begin_b, end_b):
                    gain_b = gain_a + self.way_gain[b]
                    sums_b = sums_a + self.way_sums[b]
                    kind = sums_b & 255
                    claimed = (sums_b >> _CLAIMED_AT) & 31
                    # Groups need what the other two colours cannot give.
                    if (
                        gain_b <= best_c
                        or self.could_join[kind] & (sums_b >> 8)
                        or claimed + self.lacking_two[kind * 16 + top_c * 4 + top_d] > left
                    ):
                        continue
                    code_b = self.way_code[a] | self.way_code[b]
                    packed_b = self.way_next[a] | self.way_next[b]
                    for c in range(begin_c, end_c):
                        gain_c = gain_b + self.way_gain[c]
                        sums_c = sums_b + self.way_sums[c]
                        kind = sums_c & 255
                        claimed = (sums_c >> _CLAIMED_AT) & 31
                        if (
                            gain_c <= best_d
                            or self.could_join[kind] & (sums_c >> 8)
                            or claimed + self.lacking_one[kind * 4 + top_d] > left
                        ):
                            continue
                        code_c = code_b | self.way_code[c]
                        packed_c = packed_b | self.way_next[c]
                        for d in range(begin_d, end_d):
                            gain = gain_c + self.way_gain[d]
                            sums = sums_c + self.way_sums[d]
                            kind = sums & 255
                            wanted = self.lacking[kind]
                            claimed = (sums >> _CLAIMED_AT) & 31
                            # A tile that would stay on the rack could join a group that lacks its colour.
                            if gain <= enough or claimed + wanted > left or self.could_join[kind] & (sums >> 8):
                                continue
                            if self.full:
                                if self._keep_full(
                                    n, i, packed_c | self.way_next[d], gain, sums, code_c | self.way_code[d]
                                ):
                                    return _NO_ROOM
                            elif self._keep(
                                n,
                                i,
                                packed_c | self.way_next[d],
                                left - wanted - ((sums >> _SPENT_NOW_AT) & 31),
                                gain,
                                0,
                                code_c | self.way_code[d] | _JOKERS * wanted,
                            ):
                                return _NO_ROOM
        return _YES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_full(
        self,
        n: cython.int,
        parent: cython.int,
        packed: cython.int,
        gain: cython.longlong,
        sums: cython.longlong,
        code: cython.longlong,
    ) -> cython.int:
        """Add states with every number of jokers that the groups could hold. 1: no room."""
        left: cython.int = self.left[parent] - ((sums >> _SPENT_NOW_AT) & 31)
        claimed: cython.int = ((sums >> _CLAIMED_AT) & 31) - ((sums >> _SPENT_NOW_AT) & 31)
        tiles: cython.int = sums >> _TILES_AT
        highest: cython.int = self.highest[sums & 255]
        grouped: cython.int = (sums & 3) + ((sums >> 2) & 3) + ((sums >> 4) & 3) + ((sums >> 6) & 3)
        value: cython.int = self.score[parent] if self.by_value else self.value[parent]
        groups: cython.int = highest
        wanted: cython.int
        last: cython.int = -1
        # Groups may hold more jokers than they need, and there may be more of them.
        while groups == highest or 3 * groups - grouped <= left:
            wanted = 3 * groups - grouped
            if wanted <= last:
                wanted = last + 1
            if wanted < 0:
                wanted = 0
            while wanted + claimed <= left and wanted <= 4 * groups - grouped:
                if self._keep(
                    n, parent, packed, left - wanted, gain, value + n * (tiles + wanted), code | _JOKERS * wanted
                ):
                    return 1
                last = wanted
                wanted += 1
            groups += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(
        self,
        n: cython.int,
        parent: cython.int,
        packed: cython.int,
        left: cython.int,
        score: cython.longlong,
        value: cython.int,
        choice: cython.longlong,
    ) -> cython.int:
        """Add a state to the layer, unless another dominates it; drop those that it dominates. 1: no room."""
        i: cython.int
        begin: cython.int = self.layer[n]
        end: cython.int = self.used
        kept: cython.longlong = left
        spent: cython.longlong = self.jokers - left
        worth: cython.longlong
        first: cython.longlong
        second: cython.longlong
        if self.full:
            if self.by_value:
                score = value
                value = 0
            elif self.threshold < 0:
                value = 0
            elif value > self.threshold:
                value = self.threshold
        # The beam has better ones already.
        if (score + value) * 256 + left * 32 < self.floor:
            self.trimmed = 1
            return 0
        first = self.fields[packed & 255] | self.fields[(packed >> 8) & 255] << 20 | kept << _LEFT_AT
        second = self.fields[(packed >> 16) & 255] | self.fields[(packed >> 24) & 255] << 20
        if self.full:
            worth = value
            first |= spent << _SPENT_AT | worth << _VALUE_AT
        # The fields in the layer have their guard bits set; one that a subtraction takes says where they are less.
        for i in range(begin, end):
            if (self.first_fields[i] - first) & (self.second_fields[i] - second) & _GUARD == _GUARD and self.score[
                i
            ] >= score:
                return 0
        first += _GUARD
        second += _GUARD
        i = begin
        while i < end:
            if (first + _GUARD - self.first_fields[i]) & (
                second + _GUARD - self.second_fields[i]
            ) & _GUARD == _GUARD and self.score[i] <= score:
                end -= 1
                self.states[i] = self.states[end]
                self.left[i] = self.left[end]
                self.score[i] = self.score[end]
                self.value[i] = self.value[end]
                self.first_fields[i] = self.first_fields[end]
                self.second_fields[i] = self.second_fields[end]
                self.parent[i] = self.parent[end]
                self.choice[i] = self.choice[end]
            else:
                i += 1
        if end >= self.size:
            return 1
        self.states[end] = packed
        self.left[end] = left
        self.score[end] = score
        self.value[end] = value
        self.first_fields[end] = first
        self.second_fields[end] = second
        self.parent[end] = parent
        self.choice[end] = choice
        self.used = end + 1
        if end - self.layer[n] > 2 * self.beam:
            self._trim(n)
        return 0

    # The answer

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose(self) -> cython.int:
        """Choose the best state of the last layer, and remember how it came about."""
        i: cython.int
        n: cython.int
        spent: cython.int
        best: cython.int = -1
        score: cython.longlong
        for i in range(self.layer[_NUMBERS], self.layer[_NUMBERS + 1]):
            spent = self.jokers - self.left[i]
            score = self.score[i]
            if self.full:
                if spent < self.jokers_must or self.value[i] < self.threshold:
                    continue
                if not self.by_value:
                    score += self.joker_weight * (spent - self.jokers_must)
            elif self.joker_weight >= 0:
                score += self.joker_weight * (self.jokers - self.jokers_must)
            elif spent > self.jokers_must:
                score += self.joker_weight * (spent - self.jokers_must)
            # Between equals, a joker is better kept.
            if score > self.bound and (
                best < 0 or score > self.best_score or (score == self.best_score and self.left[i] > self.left[best])
            ):
                best = i
                self.best_score = score
        if best < 0:
            return _NO
        self.best_spent = self.jokers - self.left[best]
        for n in range(_NUMBERS, 0, -1):
            self.path[n] = self.choice[best]
            best = self.parent[best]
        return _YES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self) -> cython.int:
        """Lay the path out, and find places for the jokers that nothing needs."""
        extra: cython.int = 0
        if not self.full:
            if self.joker_weight >= 0:
                extra = self.jokers - self.best_spent
            elif self.best_spent < self.jokers_must:
                extra = self.jokers_must - self.best_spent
        self._lay_out()
        if not self.full:
            self._put_jokers_last()
        self.jokers_placed = self.best_spent + extra - self.jokers_must
        return _YES if self._absorb(extra) else _LEFT_OVER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay_out(self) -> cython.void:
        """Make the sets that the path describes."""
        n: cython.int
        colour: cython.int
        code: cython.longlong
        runs: cython.int
        group: cython.int
        jokers: cython.int
        k: cython.int
        at: cython.int
        kept: cython.int
        turn: cython.int
        grouped: cython.int
        highest: cython.int
        groups: cython.int
        wanted: cython.int
        first_group: cython.int
        smallest: cython.int
        self.sets = 0
        for colour in range(_COLOURS):
            self.running[colour] = 0
        for n in range(1, _NUMBERS + 1):
            code = self.path[n]
            grouped = 0
            highest = 0
            for colour in range(_COLOURS):
                runs = (code >> (9 * colour)) & 7
                group = (code >> (9 * colour + 3)) & 7
                jokers = (code >> (9 * colour + 6)) & 7
                self.taken[4 * (n - 1) + colour] = runs + group - self.must[4 * (n - 1) + colour]
                grouped += group
                if group > highest:
                    highest = group
                # First the runs that must go on, then the long ones, then new ones; jokers before real tiles.
                for turn in range(2):
                    for k in range(self.running[colour]):
                        at = self.run_at[8 * colour + k]
                        if at < 0 or (self.set_c[at] >= 3) != (turn == 1) or self.set_b[at] + self.set_c[at] > n:
                            continue
                        if runs + jokers > 0:
                            if jokers > 0:
                                self.set_d[at] |= 1 << self.set_c[at]
                                jokers -= 1
                            else:
                                runs -= 1
                            self.set_c[at] += 1
                kept = 0
                for k in range(self.running[colour]):
                    at = self.run_at[8 * colour + k]
                    if self.set_b[at] + self.set_c[at] > n:
                        self.run_at[8 * colour + kept] = at
                        kept += 1
                while runs + jokers > 0:
                    at = self.sets
                    self.sets += 1
                    self.set_kind[at] = _RUN
                    self.set_a[at] = colour
                    self.set_b[at] = n
                    self.set_c[at] = 1
                    self.set_d[at] = 0
                    if runs > 0:
                        runs -= 1
                    else:
                        self.set_d[at] = 1
                        jokers -= 1
                    self.run_at[8 * colour + kept] = at
                    kept += 1
                self.running[colour] = kept
            wanted = (code >> 36) & 31
            groups = highest
            while 4 * groups < grouped + wanted:
                groups += 1
            first_group = self.sets
            for k in range(groups):
                self.set_kind[first_group + k] = _GROUP
                self.set_a[first_group + k] = n
                self.set_b[first_group + k] = 0
                self.set_c[first_group + k] = 0
                self.set_d[first_group + k] = 0
            self.sets += groups
            turn = 0
            for colour in range(_COLOURS):
                for k in range((code >> (9 * colour + 3)) & 7):  # noqa: B007
                    at = first_group + turn % groups
                    self.set_b[at] |= 1 << colour
                    self.set_d[at] += 1
                    turn += 1
            while wanted > 0:
                smallest = first_group
                for k in range(first_group + 1, self.sets):
                    if self.set_d[k] < self.set_d[smallest]:
                        smallest = k
                self.set_c[smallest] += 1
                self.set_d[smallest] += 1
                wanted -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put_jokers_last(self) -> cython.void:
        """Move jokers from the beginning of runs to their end, where a person expects them, while there is room."""
        i: cython.int
        for i in range(self.sets):
            if self.set_kind[i] == _RUN:
                while self.set_d[i] & 1 and self.set_b[i] + self.set_c[i] <= _NUMBERS:
                    self.set_b[i] += 1
                    self.set_d[i] = self.set_d[i] >> 1 | 1 << (self.set_c[i] - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _absorb(self, extra: cython.int) -> cython.int:
        """Find places for jokers that nothing needs; 0 if one stays over."""
        i: cython.int
        at: cython.int
        while extra > 0:
            at = -1
            for i in range(self.sets):
                if self.set_kind[i] == _RUN:
                    if self.set_b[i] + self.set_c[i] <= _NUMBERS:
                        self.set_d[i] |= 1 << self.set_c[i]
                        self.set_c[i] += 1
                        at = i
                        break
                    if self.set_b[i] > 1:
                        self.set_b[i] -= 1
                        self.set_c[i] += 1
                        self.set_d[i] = self.set_d[i] << 1 | 1
                        at = i
                        break
                    # All of 1 to 13: two runs have ends to add to.
                    at = self.sets
                    self.sets += 1
                    self.set_kind[at] = _RUN
                    self.set_a[at] = self.set_a[i]
                    self.set_b[at] = 7
                    self.set_c[at] = 7
                    self.set_d[at] = self.set_d[i] >> 6
                    self.set_c[i] = 7
                    self.set_d[i] = (self.set_d[i] & 63) | 64
                    break
                if self.set_d[i] == 3:
                    self.set_c[i] += 1
                    self.set_d[i] += 1
                    at = i
                    break
            if at >= 0:
                extra -= 1
                continue
            # Now every set is a group of four.
            if extra >= 3 or (extra >= 2 and self.sets > 0):
                at = self.sets
                self.sets += 1
                self.set_kind[at] = _GROUP
                self.set_a[at] = _NUMBERS
                self.set_b[at] = 0
                self.set_c[at] = 3
                self.set_d[at] = 3
                if extra >= 3:
                    extra -= 3
                else:
                    self._split_group(0, at)
                    extra -= 2
                continue
            return 0
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _split_group(self, full: cython.int, at: cython.int) -> cython.void:
        """Make two groups of three of a group of four and two jokers."""
        colour: cython.int
        moved: cython.int = 0
        self.set_a[at] = self.set_a[full]
        self.set_c[at] = 1
        self.set_d[at] = 3
        for colour in range(_COLOURS):
            if moved < 2 and (self.set_b[full] >> colour) & 1:
                self.set_b[full] &= ~(1 << colour)
                self.set_b[at] |= 1 << colour
                moved += 1
        # Jokers of the old group make up what real tiles lack.
        self.set_c[full] += 1 - (2 - moved)
        self.set_c[at] += 2 - moved
        self.set_d[full] = 3


def check_tiles(rack: tuple[Any, ...], table: tuple[tuple[Any, ...], ...], last_face: cython.int) -> None:
    """Raise TilewiseError unless the buffers can hold these tiles: known faces, three of a number, four of a joker."""
    counts: cython.int[56]
    i: cython.int
    face: cython.longlong
    if not COMPILED:
        counts = [0] * 56
    for i in range(56):
        counts[i] = 0
    for tiles in (rack, *table):
        for tile in tiles:
            face = tile
            if face < 0 or face > last_face:
                raise TilewiseError(f"There is no face {face} here.")
            i = face
            counts[i] += 1
            if counts[i] > (3 if i < 52 else 4):
                raise TilewiseError(_TOO_MANY)


def filled(kind: str, values: list[int]) -> object:
    """Memory for numbers that are known."""
    return array(kind, values) if COMPILED else values
