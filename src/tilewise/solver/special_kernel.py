# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The solver's kernel for positions with special jokers (X1-X3): the plain programme with more things open.

Beside the open runs of each colour, which it counts as `kernel` does, a state lists what special jokers left open:

- a *covered* run, whose last tile is a double joker that lies on the next number too;
- a *waiting* run, whose last tile is a colour-change joker: any other colour may go on;
- a *mirrored* run, which takes two tiles of a number at a time, one for either side; on either side a double joker
  may lie on the next number too; or it waits, after two colour-change jokers.

A number is gone through in small *stages*, each of which decides one thing and makes a layer of its own: what becomes
of the things open; groups with double jokers; colour-change jokers that begin runs; mirrored groups; then for each
colour what special jokers begin or prolong there, and how the rest of its tiles is used, as in the plain programme.
So no state has many successors at once, although all stages of a number together offer millions of ways, and
states that have become alike are merged at once.

States are compared only if they have the same things open and the same special jokers left. If a layer grows beyond
the width of the beam, only the most promising states are kept, equally many for each number of special jokers left as
far as they go, and the answer is not proven.
"""

from __future__ import annotations

from typing import Any

from tilewise.errors import TilewiseError
from tilewise.solver import plain_kernel as plain

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

COMPILED = cython.compiled

# What an act does, for whoever lays it out; the last two tell of the plain part: a colour's tiles, jokers in groups.
CARRY, CLOSE, WAIT_ON, MIRROR_ON, MIRROR_WAIT_ON, DOUBLE_ON, DOUBLE_NEW, DOUBLE_GROUP = range(8)
CHANGE_ON, CHANGE_NEW, MIRROR_NEW, MIRROR_CHANGE, MIRROR_WAIT_NEW, MIRROR_GROUP, USE, JOIN = range(8, 16)

_FACES = cython.declare(cython.int, 52)
_NUMBERS = cython.declare(cython.int, 13)
_COLOURS = cython.declare(cython.int, 4)
_MOST_RUNS = cython.declare(cython.int, 7)
_MOST_OPEN = cython.declare(cython.int, 8)
_MOST_ACTS = cython.declare(cython.int, 32)  # of one stage
_BUCKETS = cython.declare(cython.int, 1 << 15)
_MOST_STATES = cython.declare(cython.int, 1 << 17)  # of a layer: some 20 MB
_MOST_TOLD = cython.declare(cython.int, 1 << 22)  # acts of all layers: some 30 MB
_DEAD = cython.declare(cython.int, -2)
_GUARD_RUNS = cython.declare(cython.longlong, 0x8888888888)
_GUARD_FIRST = cython.declare(cython.longlong, 0x8888888888 | 1 << 45 | 1 << 51)
_LEFT_AT = cython.declare(cython.int, 40)
_SPENT_AT = cython.declare(cython.int, 46)
_LOWEST = cython.declare(cython.longlong, -(1 << 62))
_OPEN_MASK = cython.declare(cython.longlong, (1 << 48) - 1)
_NUMBER_AT = cython.declare(cython.int, 26)  # where an act says at which number it was

# What a state says of the number that is being gone through: tiles taken (three bits for each colour), runs that join
# the plain ones of a colour afterwards (three bits for each colour and length), and the tiles of its groups.
_JOINING_AT = cython.declare(cython.int, 12)
_JOINING = cython.declare(cython.longlong, (1 << 36) - 1)
_GROUPED_AT = cython.declare(cython.int, 48)
_HIGHEST_AT = cython.declare(cython.int, 53)
_ONE = cython.declare(cython.longlong, 1)
_LOW = cython.declare(cython.longlong, (1 << 30) - 1)

# Where a state's node has what states are compared by, together in one line of the processor's cache: the counts of the
# open runs with the plain jokers left, the score, the value in an opening; what is equal in states that are compared
# (the things open with the special jokers left, and the above); and the next state in the list.
_FIRST = cython.declare(cython.int, 0)
_SECOND = cython.declare(cython.int, 1)
_SCORE = cython.declare(cython.int, 2)
_VALUE = cython.declare(cython.int, 3)
_KEY = cython.declare(cython.int, 4)
_BUSY = cython.declare(cython.int, 5)
_CHAIN = cython.declare(cython.int, 6)

# Things open: 1-12 covered (colour, length), 13-27 waiting (not colour, length), 28-39 mirrored (colour, sides
# covered), 40-44 mirrored and waiting (not colour).
_COVERED = cython.declare(cython.int, 1)
_WAITING = cython.declare(cython.int, 13)
_MIRRORED = cython.declare(cython.int, 28)
_MIRROR_WAITING = cython.declare(cython.int, 40)
_OTHER_COLOURS = cython.declare(cython.int, 4)  # a colour-change joker at the start: any colour may follow

# What an act is, as numbers of C.
_A_CARRY = cython.declare(cython.int, CARRY)
_A_CLOSE = cython.declare(cython.int, CLOSE)
_A_WAIT_ON = cython.declare(cython.int, WAIT_ON)
_A_MIRROR_ON = cython.declare(cython.int, MIRROR_ON)
_A_MIRROR_WAIT_ON = cython.declare(cython.int, MIRROR_WAIT_ON)
_A_DOUBLE_ON = cython.declare(cython.int, DOUBLE_ON)
_A_DOUBLE_NEW = cython.declare(cython.int, DOUBLE_NEW)
_A_DOUBLE_GROUP = cython.declare(cython.int, DOUBLE_GROUP)
_A_CHANGE_ON = cython.declare(cython.int, CHANGE_ON)
_A_CHANGE_NEW = cython.declare(cython.int, CHANGE_NEW)
_A_MIRROR_NEW = cython.declare(cython.int, MIRROR_NEW)
_A_MIRROR_CHANGE = cython.declare(cython.int, MIRROR_CHANGE)
_A_MIRROR_WAIT_NEW = cython.declare(cython.int, MIRROR_WAIT_NEW)
_A_MIRROR_GROUP = cython.declare(cython.int, MIRROR_GROUP)
_A_USE = cython.declare(cython.int, USE)
_A_JOIN = cython.declare(cython.int, JOIN)

# The stages of a number; from _BEGIN on two for each colour.
_THINGS = cython.declare(cython.int, 0)
_DOUBLE_GROUPS = cython.declare(cython.int, 1)
_NEW_CHANGES = cython.declare(cython.int, 2)
_MIRRORED_GROUPS = cython.declare(cython.int, 3)
_BEGIN = cython.declare(cython.int, 4)
_STAGES = cython.declare(cython.int, 12)


def _run_tables() -> tuple[list[int], list[int]]:
    """For each state of a colour and length 1-3: the state with such a run taken out, and with one added (-1: none)."""
    states, _, _ = plain.colour_states()
    index = {state: i for i, state in enumerate(states)}
    without, with_one = [], []
    for state in states:
        for length in range(3):
            fewer, more = list(state), list(state)
            fewer[length] -= 1
            more[length] += 1
            without.append(index.get((fewer[0], fewer[1], fewer[2]), -1))
            with_one.append(index.get((more[0], more[1], more[2]), -1))
    return without, with_one


_WITHOUT, _WITH = _run_tables()


@cython.final
@cython.cclass
class SpecialKernel:
    """Solves one position at a time; holds the buffers for it."""

    # The question: tiles by number and colour, jokers by kind (plain, double, colour-change, mirror)
    must: cython.int[::1]
    most: cython.int[::1]
    weight: cython.longlong[::1]
    jokers_must: cython.int[::1]
    jokers: cython.int[::1]
    joker_weight: cython.longlong[::1]
    full: cython.int
    threshold: cython.int
    by_value: cython.int

    # The tables
    start: cython.int
    following: cython.int[::1]
    fields: cython.longlong[::1]
    short_one: cython.int[::1]
    short_two: cython.int[::1]
    open_runs: cython.int[::1]
    without: cython.int[::1]
    with_one: cython.int[::1]

    # Two layers, the one that is and the one in the making, in the halves of the same buffers
    size: cython.int
    width: cython.int
    first: cython.int
    end: cython.int
    next_first: cython.int
    used: cython.int
    kept: cython.longlong
    trimmed: cython.int
    node: cython.longlong[::1]
    states: cython.int[::1]
    left: cython.int[::1]
    tail: cython.int[::1]
    promise: cython.longlong[::1]
    order: cython.int[::1]
    bucket: cython.int[::1]
    stratum: cython.int[::1]

    # What was done: each act knows the one before it
    told: cython.int
    told_before: cython.int
    most_told: cython.int
    act: cython.int[::1]
    before: cython.int[::1]

    # The state in the making
    now_n: cython.int
    now_rest: cython.int
    now_taken: cython.int[::1]
    now_left: cython.int[::1]
    now_base: cython.int[::1]
    now_joining: cython.longlong
    now_grouped: cython.int
    now_highest: cython.int
    now_open: cython.int[::1]
    now_opens: cython.int
    now_score: cython.longlong
    now_value: cython.int
    now_acts: cython.int
    now_act: cython.int[::1]
    now_tail: cython.int
    was_open: cython.int[::1]
    was_opens: cython.int
    in_order: cython.int[::1]
    no_room: cython.int

    best: cython.int
    best_score: cython.longlong
    bound: cython.longlong
    work: cython.longlong
    rest: cython.longlong[::1]
    rest_value: cython.int[::1]

    def __init__(self, size: int = 1 << 13) -> None:
        states, following, fields = plain.colour_states()
        self.must = plain.buffer("i", 64)
        self.most = plain.buffer("i", 64)
        self.weight = plain.buffer("q", 52)
        self.jokers_must = plain.buffer("i", 4)
        self.jokers = plain.buffer("i", 4)
        self.joker_weight = plain.buffer("q", 4)
        self.start = states.index((0, 0, 0))
        self.following = plain.filled("i", following)
        self.fields = plain.filled("q", fields)
        self.short_one = plain.filled("i", [state[0] for state in states])
        self.short_two = plain.filled("i", [state[1] for state in states])
        self.open_runs = plain.filled("i", [sum(state) for state in states])
        self.without = plain.filled("i", _WITHOUT)
        self.with_one = plain.filled("i", _WITH)
        self.rest = plain.buffer("q", 53)
        self.rest_value = plain.buffer("i", 53)
        self.bucket = plain.filled("i", [-1] * (1 << 15))
        self.stratum = plain.buffer("i", 626)
        self.now_taken = plain.buffer("i", 4)
        self.now_left = plain.buffer("i", 4)
        self.now_base = plain.buffer("i", 4)
        self.now_open = plain.buffer("i", 32)
        self.now_act = plain.buffer("i", 64)
        self.was_open = plain.buffer("i", 16)
        self.in_order = plain.buffer("i", 16)
        self._grow(size, 1 << 16)

    def _grow(self, size: int, most_told: int) -> None:
        self.size = size
        self.most_told = most_told
        self.node = plain.buffer("q", 16 * size)
        self.states = plain.buffer("i", 2 * size)
        self.left = plain.buffer("i", 2 * size)
        self.tail = plain.buffer("i", 2 * size)
        self.promise = plain.buffer("q", 2 * size)
        self.order = plain.buffer("i", size)
        self.act = plain.buffer("i", most_told)
        self.before = plain.buffer("i", most_told)

    def ask(
        self,
        table: tuple[tuple[Any, ...], ...],
        rack: tuple[Any, ...],
        weights: tuple[int, ...],
        must_place: tuple[Any, ...] = (),
    ) -> None:
        """Set the question, as `kernel.Kernel.ask` does."""
        i: cython.int
        face: cython.int
        plain.check_tiles((*rack, *must_place), table, 55)
        if len(weights) < 56:
            raise TilewiseError("There is a weight for each of the 56 faces.")
        for i in range(64):
            self.must[i] = 0
            self.most[i] = 0
        for i in range(4):
            self.jokers_must[i] = 0
            self.jokers[i] = 0
            self.joker_weight[i] = weights[52 + i]
        for tiles in (*table, must_place):
            for tile in tiles:
                face = tile
                if face < 52:
                    self.must[4 * (face % 13) + face // 13] += 1
                else:
                    self.jokers_must[face - 52] += 1
        for i in range(52):
            self.most[i] = self.must[i]
        for i in range(4):
            self.jokers[i] = self.jokers_must[i]
        for tile in rack:
            face = tile
            if face < 52:
                self.most[4 * (face % 13) + face // 13] += 1
            else:
                self.jokers[face - 52] += 1
        for face in range(52):
            self.weight[4 * (face % 13) + face // 13] = weights[face]

    def solve(
        self,
        width: int,
        full: bool = False,
        threshold: int = -1,
        by_value: bool = False,
        better_than: int | None = None,
        most_work: int = 1 << 40,
    ) -> bool:
        """Solve the question with a beam of so many states; returns whether there is an answer (see `is_proven`).

        In the lean programme plain jokers may be left over, for `spare_jokers` to be absorbed. Only answers that
        weigh more than `better_than` are looked for; after `most_work` states were looked at the search gives up.
        """
        n: cython.int
        stage: cython.int
        self.full = full
        self.threshold = threshold
        self.by_value = by_value
        self.trimmed = 0
        self.kept = 1
        self.work = most_work
        self.no_room = 0
        self.width = width
        self.told = 0
        self.told_before = 0
        self.best = -1
        self.bound = _LOWEST if better_than is None else better_than
        self._count_rest()
        self.first = 0
        self.next_first = self.size
        self._first_state()
        for n in range(1, 14):
            for stage in range(12):
                if not self._has_stage(n, stage):
                    continue
                with cython.nogil:
                    self._go_through(n, stage)
                    if self.work > 0 and not self.no_room:
                        self._end_layer()
                if self.no_room and self._may_grow():
                    return self.solve(width, full, threshold, by_value, better_than, most_work)
                if self.no_room or self.work <= 0:
                    self._forget_layer()
                    self.trimmed = 1
                    return False
                if self.first == self.end:
                    return False
        return self._choose()

    @property
    def is_proven(self) -> bool:
        """Whether no state was left out."""
        return self.trimmed == 0

    @property
    def total(self) -> int:
        """The weights of the tiles placed, together; the value of the sets, where that was asked for."""
        return self.best_score

    @property
    def explored(self) -> int:
        """How many states were kept."""
        return self.kept

    @property
    def spare_jokers(self) -> int:
        """Plain jokers that must, or gladly may, still find a place in the lean programme's answer."""
        if self.full:
            return 0
        if self.joker_weight[0] >= 0:
            return self.left[self.best]
        spent = self.jokers[0] - self.left[self.best]
        return max(0, self.jokers_must[0] - spent)

    def story(self) -> list[tuple[list[int], int]]:
        """For each number, from 1 on, what special jokers did, and the code of what the colours did.

        The code has nine bits for each colour (tiles in runs, in groups, jokers in runs), then the jokers in groups.
        """
        acts: list[list[int]] = [[] for _ in range(13)]
        codes = [0] * 13
        at = self.tail[self.best]
        while at >= 0:
            done, n = self.act[at] & ((1 << 26) - 1), self.act[at] >> 26
            if done & 15 == USE:
                codes[n - 1] |= (done >> 6) << (9 * (done >> 4 & 3))
            elif done & 15 == JOIN:
                codes[n - 1] |= (done >> 4) << 36
            else:
                acts[n - 1].append(done)
            at = self.before[at]
        return [(done[::-1], code) for done, code in zip(acts, codes, strict=True)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_rest(self) -> cython.void:
        """Count what the tiles from a place on, and all jokers, could still bring: no state gains more."""
        at: cython.int
        k: cython.int
        self.rest[_FACES] = 0
        self.rest_value[_FACES] = 0
        for k in range(4):
            if self.joker_weight[k] > 0:
                self.rest[_FACES] += self.joker_weight[k] * (self.jokers[k] - self.jokers_must[k])
        for at in range(_FACES - 1, -1, -1):
            self.rest[at] = self.rest[at + 1]
            if self.weight[at] > 0:
                self.rest[at] += self.weight[at] * (self.most[at] - self.must[at])
            self.rest_value[at] = self.rest_value[at + 1] + (at // 4 + 1) * self.most[at]

    def _first_state(self) -> None:
        """Before the first number nothing is open, and all jokers are there."""
        specials: cython.longlong = self.jokers[1] | self.jokers[2] << 3 | self.jokers[3] << 6
        self.states[0] = self.start | self.start << 8 | self.start << 16 | self.start << 24
        self.node[_KEY] = specials << 48
        self.node[_BUSY] = 0
        self.left[0] = self.jokers[0]
        self.node[_SCORE] = 0
        self.node[_VALUE] = 0
        self.tail[0] = -1
        self.end = 1
        self.used = self.next_first

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_stage(self, n: cython.int, stage: cython.int) -> cython.int:
        """Whether anything can happen in a stage."""
        i: cython.int
        if stage == _THINGS:
            for i in range(self.first, self.end):
                if self.node[8 * i + _KEY] & _OPEN_MASK:
                    return 1
            return 0
        if stage == _DOUBLE_GROUPS:
            return self.jokers[1]
        if stage == _NEW_CHANGES:
            return self.jokers[2] if n <= 11 else 0
        if stage == _MIRRORED_GROUPS:
            return self.jokers[3]
        if (stage - _BEGIN) & 1:
            return 1
        return self.jokers[1] + self.jokers[2] + self.jokers[3]

    def _choose(self) -> bool:
        """Choose the best state of the last layer in which everything may be closed."""
        for i in range(self.first, self.end):
            if not self._may_end(self.node[8 * i + _KEY]):
                continue
            if self.node[8 * i + _VALUE] < self.threshold:
                continue
            key = self.node[8 * i + _KEY] >> 48
            score = self.node[8 * i + _SCORE]
            spent = self.jokers[0] - self.left[i]
            if self.full:
                if spent < self.jokers_must[0]:
                    continue
                score += 0 if self.by_value else self.joker_weight[0] * (spent - self.jokers_must[0])
            elif self.joker_weight[0] >= 0:
                score += self.joker_weight[0] * (self.jokers[0] - self.jokers_must[0])
            elif spent > self.jokers_must[0]:
                score += self.joker_weight[0] * (spent - self.jokers_must[0])
            short = False
            for kind in range(1, 4):
                spent = self.jokers[kind] - ((key >> (3 * (kind - 1))) & 7)
                short = short or spent < self.jokers_must[kind]
                score += 0 if self.by_value else self.joker_weight[kind] * (spent - self.jokers_must[kind])
            if not short and score > self.bound and (self.best < 0 or score > self.best_score):
                self.best = i
                self.best_score = score
        return self.best >= 0

    def _may_end(self, key: int) -> bool:
        opened = key & ((1 << 48) - 1)
        while opened:
            thing = opened & 63
            opened >>= 6
            if thing < 13:
                return False
            if thing < 28 and (thing - 13) % 3 < 2:
                return False
            if 28 <= thing < 40 and (thing - 28) % 3:
                return False
        return True

    # Stages

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_through(self, n: cython.int, stage: cython.int) -> cython.void:
        """Make the layer after a stage from the one before it."""
        i: cython.int
        colour: cython.int = (stage - _BEGIN) >> 1
        self.now_n = n
        self.now_rest = 4 * (n - 1) + (colour if stage > _BEGIN else 0)
        if stage >= _BEGIN and (stage - _BEGIN) & 1:
            self.now_rest += 1
        for i in range(self.first, self.end):
            if self.work <= 0 or self.no_room:
                return
            self._load(i)
            if stage == _THINGS:
                self.was_opens = self.now_opens
                for colour in range(self.now_opens):
                    self.was_open[colour] = self.now_open[colour]
                self.now_opens = 0
                self._go_on(0)
            elif stage == _DOUBLE_GROUPS:
                self._double_groups(0)
            elif stage == _NEW_CHANGES:
                self._new_changes()
            elif stage == _MIRRORED_GROUPS:
                self._new_mirrors()
            elif (stage - _BEGIN) & 1:
                self._use(colour)
            else:
                self._begin_doubles(colour, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _load(self, i: cython.int) -> cython.void:
        """Take a state to make others of it."""
        k: cython.int
        opened: cython.longlong = self.node[8 * i + _KEY] & _OPEN_MASK
        left: cython.longlong = self.node[8 * i + _KEY] >> 48
        busy: cython.longlong = self.node[8 * i + _BUSY]
        self.now_left[0] = self.left[i]
        self.now_left[1] = left & 7
        self.now_left[2] = (left >> 3) & 7
        self.now_left[3] = (left >> 6) & 7
        for k in range(4):
            self.now_taken[k] = (busy >> (3 * k)) & 7
            self.now_base[k] = (self.states[i] >> (8 * k)) & 255
        self.now_joining = (busy >> _JOINING_AT) & _JOINING
        self.now_grouped = (busy >> _GROUPED_AT) & 31
        self.now_highest = (busy >> _HIGHEST_AT) & 7
        self.now_opens = 0
        while opened:
            self.now_open[self.now_opens] = opened & 63
            self.now_opens += 1
            opened >>= 6
        if self.by_value:
            self.now_score = 0
            self.now_value = self.node[8 * i + _SCORE]
        else:
            self.now_score = self.node[8 * i + _SCORE]
            self.now_value = self.node[8 * i + _VALUE]
        self.now_acts = 0
        self.now_tail = self.tail[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _act(self, act: cython.int) -> cython.void:
        self.now_act[self.now_acts] = act | self.now_n << _NUMBER_AT
        self.now_acts += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has(self, colour: cython.int) -> cython.int:
        """How many tiles of this number the colour has left."""
        return self.most[4 * (self.now_n - 1) + colour] - self.now_taken[colour]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wants(self, colour: cython.int, count: cython.int) -> cython.int:
        """Whether the colour has more than so many tiles of this number that would rather be used than a plain joker.

        A joker and the same tile elsewhere could change places, so that the joker is only needed where none is left.
        """
        return not self.full and self._has(colour) > count and self.weight[4 * (self.now_n - 1) + colour] >= 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _join(self, colour: cython.int, length: cython.int) -> cython.int:
        """Let a run of a length (0: one tile, 2: three or more) go on as a plain one after this number; 0: too many."""
        at: cython.int = 3 * (3 * colour + length)
        if (self.now_joining >> at) & 7 == 7:
            self.trimmed = 1
            return 0
        self.now_joining += _ONE << at
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_on(self, k: cython.int) -> cython.void:
        """Decide about the k-th thing that was open, then about the others."""
        thing: cython.int
        colour: cython.int
        length: cython.int
        other: cython.int
        sides: cython.int
        joining: cython.longlong = self.now_joining
        opens: cython.int = self.now_opens
        acts: cython.int = self.now_acts
        value: cython.int = self.now_value
        if k == self.was_opens:
            self._emit()
            return
        thing = self.was_open[k]
        if thing < _WAITING:
            # A covered run lies on this number already.
            if self._join((thing - _COVERED) // 3, (thing - _COVERED) % 3):
                self._act(_A_CARRY | thing << 4)
                self._go_on(k + 1)
        elif thing < _MIRRORED:
            other = (thing - _WAITING) // 3
            length = (thing - _WAITING) % 3
            if length == 2:
                self._act(_A_CLOSE | thing << 4)
                self._go_on(k + 1)
                self.now_acts = acts
            else:
                length += 1
            for colour in range(_COLOURS):
                if colour == other:
                    continue
                if self._has(colour) > 0 and self._join(colour, length):
                    self.now_taken[colour] += 1
                    self.now_value = value + self.now_n
                    self._act(_A_WAIT_ON | thing << 4 | colour << 10)
                    self._go_on(k + 1)
                    self.now_acts = acts
                    self.now_taken[colour] -= 1
                    self.now_joining = joining
                if self.now_left[0] > 0 and not self._wants(colour, 0) and self._join(colour, length):
                    self.now_left[0] -= 1
                    self.now_value = value + self.now_n
                    self._act(_A_WAIT_ON | thing << 4 | colour << 10 | 1 << 12)
                    self._go_on(k + 1)
                    self.now_acts = acts
                    self.now_left[0] += 1
                    self.now_joining = joining
                if self.now_left[1] > 0 and self.now_n < _NUMBERS:
                    self.now_left[1] -= 1
                    self.now_value = value + 2 * self.now_n + 1
                    self.now_open[opens] = _COVERED + colour * 3 + length
                    self.now_opens = opens + 1
                    self._act(_A_WAIT_ON | thing << 4 | colour << 10 | 2 << 12)
                    self._go_on(k + 1)
                    self.now_acts = acts
                    self.now_opens = opens
                    self.now_left[1] += 1
        elif thing < _MIRROR_WAITING:
            colour = (thing - _MIRRORED) // 3
            sides = (thing - _MIRRORED) % 3
            if sides == 0:
                self._act(_A_CLOSE | thing << 4)
                self._go_on(k + 1)
                self.now_acts = acts
                if self.now_left[2] >= 2:
                    self.now_left[2] -= 2
                    self.now_value = value + 2 * self.now_n
                    self.now_open[opens] = _MIRROR_WAITING + colour
                    self.now_opens = opens + 1
                    self._act(_A_MIRROR_CHANGE | thing << 4)
                    self._go_on(k + 1)
                    self.now_acts = acts
                    self.now_opens = opens
                    self.now_left[2] += 2
                    self.now_value = value
            self._pair(colour, sides, _A_MIRROR_ON | thing << 4, k + 1)
        else:
            other = thing - _MIRROR_WAITING
            self._act(_A_CLOSE | thing << 4)
            self._go_on(k + 1)
            self.now_acts = acts
            for colour in range(_COLOURS):
                if colour != other:
                    self._pair(colour, 0, _A_MIRROR_WAIT_ON | thing << 4, k + 1)
        self.now_joining = joining
        self.now_opens = opens
        self.now_acts = acts
        self.now_value = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pair(self, colour: cython.int, sides: cython.int, act: cython.int, k: cython.int) -> cython.void:
        """Put tiles on both sides of a mirrored run where no double lies yet, then go on with k or more mirrors."""
        real: cython.int
        jokers: cython.int
        doubles: cython.int
        places: cython.int = 2 - sides
        value: cython.int = self.now_value
        opens: cython.int = self.now_opens
        acts: cython.int = self.now_acts
        for real in range(places + 1):
            if self._has(colour) < real:
                break
            for jokers in range(places - real + 1):
                doubles = places - real - jokers
                if jokers > self.now_left[0] or doubles > self.now_left[1] or (doubles > 0 and self.now_n == _NUMBERS):
                    continue
                if jokers > 0 and self._wants(colour, real):
                    break
                self.now_taken[colour] += real
                self.now_left[0] -= jokers
                self.now_left[1] -= doubles
                self.now_value = value + self.now_n * (real + jokers) + doubles * (2 * self.now_n + 1)
                self.now_open[opens] = _MIRRORED + colour * 3 + doubles
                self.now_opens = opens + 1
                self._act(act | colour << 10 | real << 12 | jokers << 14 | doubles << 16)
                if k >= 0:
                    self._go_on(k)
                else:
                    self._begin_mirrors(colour)
                self.now_acts = acts
                self.now_opens = opens
                self.now_taken[colour] -= real
                self.now_left[0] += jokers
                self.now_left[1] += doubles
        self.now_value = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _double_groups(self, option: cython.int) -> cython.void:
        """Lay groups of four with a double, and two of other colours, real or jokers; options never go back."""
        reals: cython.int
        colour: cython.int
        count: cython.int
        fits: cython.int
        jokers: cython.int
        acts: cython.int = self.now_acts
        self._emit()
        if self.now_left[1] == 0:
            return
        self.now_left[1] -= 1
        for reals in range(option, 16):
            count = (reals & 1) + ((reals >> 1) & 1) + ((reals >> 2) & 1) + ((reals >> 3) & 1)
            jokers = 2 - count
            if jokers < 0 or jokers > self.now_left[0]:
                continue
            fits = 1
            for colour in range(_COLOURS):
                if (reals >> colour) & 1:
                    if self._has(colour) == 0:
                        fits = 0
                elif jokers > 0 and self._wants(colour, 0):
                    fits = 0
            if not fits:
                continue
            for colour in range(_COLOURS):
                self.now_taken[colour] += (reals >> colour) & 1
            self.now_left[0] -= jokers
            self.now_value += 4 * self.now_n
            self._act(_A_DOUBLE_GROUP | reals << 10)
            self._double_groups(reals)
            self.now_acts = acts
            self.now_value -= 4 * self.now_n
            self.now_left[0] += jokers
            for colour in range(_COLOURS):
                self.now_taken[colour] -= (reals >> colour) & 1
        self.now_left[1] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _new_changes(self) -> cython.void:
        """Begin runs with colour-change jokers."""
        self._emit()
        if self.now_left[2] == 0:
            return
        self.now_left[2] -= 1
        self.now_value += self.now_n
        self.now_open[self.now_opens] = _WAITING + _OTHER_COLOURS * 3
        self.now_opens += 1
        self._act(_A_CHANGE_NEW)
        self._new_changes()
        self.now_acts -= 1
        self.now_opens -= 1
        self.now_value -= self.now_n
        self.now_left[2] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _new_mirrors(self) -> cython.void:
        """Begin mirrored runs with two colour-change jokers, and lay mirrored groups."""
        self._mirrored_groups(0)
        if self.now_left[3] == 0 or self.now_left[2] < 2:
            return
        self.now_left[3] -= 1
        self.now_left[2] -= 2
        self.now_value += 2 * self.now_n
        self.now_open[self.now_opens] = _MIRROR_WAITING + _OTHER_COLOURS
        self.now_opens += 1
        self._act(_A_MIRROR_WAIT_NEW)
        self._new_mirrors()
        self.now_acts -= 1
        self.now_opens -= 1
        self.now_value -= 2 * self.now_n
        self.now_left[2] += 2
        self.now_left[3] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mirrored_groups(self, option: cython.int) -> cython.void:
        """Lay mirrored groups: up to two tiles of each colour, and jokers for what lacks on either side."""
        i: cython.int
        colour: cython.int
        count: cython.int
        shown: cython.int
        reals: cython.int
        gaps: cython.int
        gapped: cython.int
        wanted: cython.int
        fits: cython.int
        width: cython.int
        jokers: cython.int
        doubles: cython.int
        acts: cython.int = self.now_acts
        self._emit()
        if self.now_left[3] == 0:
            return
        self.now_left[3] -= 1
        for i in range(option, 81):
            shown = 0
            reals = 0
            gapped = 0
            fits = 1
            wanted = 0
            count = i
            for colour in range(_COLOURS):
                if self._has(colour) < count % 3:
                    fits = 0
                if count % 3:
                    shown += 1
                    reals += count % 3
                    gapped += count % 3 == 1
                if count % 3 < 2 and self._wants(colour, count % 3):
                    # Where one tile is laid a joker may stand opposite; where none is, only in a wider group.
                    wanted |= 1 if count % 3 else 2
                count //= 3
            if not fits:
                continue
            # One tile a side is a mirrored run as well.
            for width in range(shown if shown > 1 else 2, _COLOURS + 1):
                gaps = 2 * width - reals
                for doubles in range(gaps // 2 + 1):
                    jokers = gaps - 2 * doubles
                    if doubles > self.now_left[1] or jokers > self.now_left[0]:
                        continue
                    # A double joker lies on two colours of one side; three do not fit into three colours.
                    if doubles > 0 and gapped + width - shown < (4 if doubles == 3 else 2):
                        continue
                    if jokers > 0 and doubles == 0 and (wanted & 1 or (width > shown and wanted)):
                        continue
                    count = i
                    for colour in range(_COLOURS):
                        self.now_taken[colour] += count % 3
                        count //= 3
                    self.now_left[0] -= jokers
                    self.now_left[1] -= doubles
                    self.now_value += 2 * width * self.now_n
                    self._act(_A_MIRROR_GROUP | i << 10 | jokers << 17 | doubles << 21)
                    self._mirrored_groups(i)
                    self.now_acts = acts
                    self.now_value -= 2 * width * self.now_n
                    self.now_left[0] += jokers
                    self.now_left[1] += doubles
                    count = i
                    for colour in range(_COLOURS):
                        self.now_taken[colour] -= count % 3
                        count //= 3
        self.now_left[3] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_doubles(self, colour: cython.int, option: cython.int) -> cython.void:
        """Lay doubles on runs of a colour, or begin runs with them; then colour-changes and mirrors."""
        length: cython.int
        n: cython.int = self.now_n
        base: cython.int = self.now_base[colour]
        opens: cython.int = self.now_opens
        self._begin_changes(colour, 0)
        if self.now_left[1] == 0 or n == _NUMBERS:
            return
        self.now_left[1] -= 1
        self.now_value += 2 * n + 1
        for length in range(option, 4):
            if length < 3:
                # Two tiles are no set: another number must follow.
                if self.without[3 * base + length] < 0 or (length == 0 and n > 11):
                    continue
                self.now_base[colour] = self.without[3 * base + length]
                self.now_open[opens] = _COVERED + colour * 3 + (length + 1 if length < 2 else 2)
                self._act(_A_DOUBLE_ON | colour << 10 | length << 12)
            else:
                if n > 10:
                    continue
                self.now_open[opens] = _COVERED + colour * 3
                self._act(_A_DOUBLE_NEW | colour << 10)
            self.now_opens = opens + 1
            self._begin_doubles(colour, length)
            self.now_acts -= 1
            self.now_opens = opens
            self.now_base[colour] = base
        self.now_value -= 2 * n + 1
        self.now_left[1] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_changes(self, colour: cython.int, option: cython.int) -> cython.void:
        """Lay colour-change jokers on runs of a colour; then mirrors."""
        length: cython.int
        base: cython.int = self.now_base[colour]
        opens: cython.int = self.now_opens
        self._begin_mirrors(colour)
        if self.now_left[2] == 0:
            return
        self.now_left[2] -= 1
        self.now_value += self.now_n
        for length in range(option, 3):
            if self.without[3 * base + length] < 0 or (length == 0 and self.now_n == _NUMBERS):
                continue
            self.now_base[colour] = self.without[3 * base + length]
            self.now_open[opens] = _WAITING + colour * 3 + (length + 1 if length < 2 else 2)
            self._act(_A_CHANGE_ON | colour << 10 | length << 12)
            self.now_opens = opens + 1
            self._begin_changes(colour, length)
            self.now_acts -= 1
            self.now_opens = opens
            self.now_base[colour] = base
        self.now_value -= self.now_n
        self.now_left[2] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin_mirrors(self, colour: cython.int) -> cython.void:
        """Begin mirrored runs of a colour."""
        self._emit()
        if self.now_left[3] > 0:
            self.now_left[3] -= 1
            self._pair(colour, 0, _A_MIRROR_NEW, -1)
            self.now_left[3] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _use(self, colour: cython.int) -> cython.void:
        """Use what is left of a colour's tiles in every way: in runs, in groups; see `kernel.Kernel._ways_of`."""
        n: cython.int = self.now_n
        at: cython.int = 4 * (n - 1) + colour
        taken: cython.int = self.now_taken[colour]
        must: cython.int = self.must[at]
        most: cython.int = self.most[at] - taken
        weight: cython.longlong = self.weight[at]
        state: cython.int = self.now_base[colour]
        left: cython.int = self.now_left[0]
        spare: cython.int = left + self.now_left[1] + self.now_left[2]
        short: cython.int = self.short_one[state] + self.short_two[state]
        running: cython.int = self.open_runs[state]
        score: cython.longlong = self.now_score
        value: cython.int = self.now_value
        grouped: cython.int = self.now_grouped
        highest: cython.int = self.now_highest
        joining: cython.longlong = self.now_joining
        here: cython.int = (joining >> (9 * colour)) & 511
        runs: cython.int
        group: cython.int
        jokers: cython.int
        most_jokers: cython.int
        tiles: cython.int
        following: cython.int
        one: cython.int
        two: cython.int
        length: cython.int
        count: cython.int
        self.now_taken[colour] = 0
        self.now_joining = joining & ~((511 * _ONE) << (9 * colour))
        for runs in range(most + 1):
            for group in range(most - runs + 1):
                if runs + group + taken < must:
                    continue
                if group > 0:
                    most_jokers = 0
                elif self.full:
                    most_jokers = left
                elif runs < most and weight >= 0:
                    most_jokers = 0
                elif n >= 9:
                    # Doubles and colour-changes can make a run end at 13 that a joker begins further down.
                    most_jokers = left
                else:
                    most_jokers = left if left < running else running
                for jokers in range(short - runs if short > runs else 0, most_jokers + 1):
                    tiles = runs + jokers
                    if tiles > _MOST_RUNS:
                        break
                    # A tile that would stay on the rack could prolong a long run that ends here.
                    if tiles < running and runs + group < most and weight >= 0:
                        continue
                    following = self.following[8 * state + tiles]
                    for length in range(3):
                        for count in range((here >> (3 * length)) & 7):  # noqa: B007
                            if following >= 0:
                                following = self.with_one[3 * following + length]
                    if following < 0:
                        continue
                    one = self.short_one[following]
                    two = self.short_two[following]
                    if n >= 12 and (one > 0 or (n == 13 and two > 0)):
                        continue
                    if one + two > self.most[at + 4] + spare - jokers or one > self.most[at + 8] + spare - jokers:
                        continue
                    self.now_base[colour] = following
                    self.now_left[0] = left - jokers
                    self.now_score = score + (runs + group + taken - must) * weight
                    self.now_value = value + n * (tiles + group)
                    self.now_grouped = grouped + group
                    self.now_highest = highest if highest > group else group
                    self.now_acts = 0
                    if runs + group + jokers > 0:
                        self._act(_A_USE | colour << 4 | (runs | group << 3 | jokers << 6) << 6)
                    if colour == _COLOURS - 1:
                        self._group()
                    else:
                        self._emit()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _group(self) -> cython.void:
        """Make the groups of a number, with as many jokers as they lack; in the full programme with more, too."""
        grouped: cython.int = self.now_grouped
        highest: cython.int = self.now_highest
        left: cython.int = self.now_left[0]
        value: cython.int = self.now_value
        acts: cython.int = self.now_acts
        groups: cython.int = highest
        wanted: cython.int = 3 * highest - grouped
        last: cython.int = -1
        if wanted > left or self._lacks() > left + self.now_left[1] + self.now_left[2]:
            return
        self.now_grouped = 0
        self.now_highest = 0
        while groups == highest or (self.full and 3 * groups - grouped <= left):
            wanted = 3 * groups - grouped
            if wanted <= last:
                wanted = last + 1
            if wanted < 0:
                wanted = 0
            while wanted <= left and wanted <= 4 * groups - grouped:
                self.now_left[0] = left - wanted
                self.now_value = value + self.now_n * wanted
                if wanted > 0:
                    self._act(_A_JOIN | wanted << 4)
                self._emit()
                self.now_acts = acts
                last = wanted
                wanted += 1
                if not self.full:
                    break
            groups += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lacks(self) -> cython.int:
        """How many places of the next number jokers must fill, because runs have to go on there and tiles lack."""
        k: cython.int
        at: cython.int = 4 * self.now_n
        lacks: cython.int = 0
        waiting: cython.int = 0
        spare: cython.int = 0
        thing: cython.int
        for k in range(_COLOURS):
            thing = self.short_one[self.now_base[k]] + self.short_two[self.now_base[k]] - self.most[at + k]
            if thing > 0:
                lacks += thing
            else:
                spare -= thing
        for k in range(self.now_opens):
            thing = self.now_open[k]
            if _WAITING <= thing < _MIRRORED and (thing - _WAITING) % 3 < 2:
                waiting += 1
        return lacks + waiting - spare if waiting > spare else lacks

    # The layer in the making

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, key: cython.longlong, busy: cython.longlong) -> cython.int:
        """Where states like this one are listed."""
        mixed: cython.longlong = (key & _LOW) * 0x2545F491 ^ (key >> 30) * 0x1B873593
        mixed ^= (busy & _LOW) * 0x27D4EB2F ^ (busy >> 30) * 0x165667B1
        return (mixed >> 21 ^ mixed >> 36) & (_BUCKETS - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _emit(self) -> cython.void:
        """Add the state to the layer, unless another that is like it dominates it."""
        i: cython.int
        k: cython.int
        thing: cython.int
        previous: cython.int = -1
        after: cython.int
        slot: cython.int
        left: cython.int = self.now_left[0]
        kept: cython.longlong = left
        spent: cython.longlong = self.jokers[0] - left
        score: cython.longlong = self.now_score
        value: cython.int = self.now_value
        key: cython.longlong = 0
        specials: cython.longlong
        busy: cython.longlong
        first: cython.longlong
        second: cython.longlong
        hope: cython.longlong
        self.work -= 3
        if self.now_opens > _MOST_OPEN or self.now_acts > _MOST_ACTS:
            self.trimmed = 1
            return
        if self.full:
            hope = self.now_value + self.rest_value[self.now_rest]
            hope += 13 * (left + self.now_left[2]) + 26 * self.now_left[1]
            if hope < self.threshold or (self.by_value and hope <= self.bound):
                return
            if self.by_value:
                score = value
                value = 0
            elif self.threshold < 0:
                value = 0
            elif value > self.threshold:
                value = self.threshold
        else:
            value = 0
        if not self.by_value and score + self.rest[self.now_rest] <= self.bound:
            return
        # The things open, in the order of their numbers: the same ones are then the same state.
        for k in range(self.now_opens):
            thing = self.now_open[k]
            i = k
            while i > 0 and self.in_order[i - 1] < thing:
                self.in_order[i] = self.in_order[i - 1]
                i -= 1
            self.in_order[i] = thing
        for k in range(self.now_opens):
            key = key << 6 | self.in_order[k]
        specials = self.now_left[1] | self.now_left[2] << 3 | self.now_left[3] << 6
        key |= specials << 48
        busy = self.now_highest << 5 | self.now_grouped
        busy = busy << (_GROUPED_AT - _JOINING_AT) | self.now_joining
        busy = busy << _JOINING_AT | (
            self.now_taken[0] | self.now_taken[1] << 3 | self.now_taken[2] << 6 | self.now_taken[3] << 9
        )
        first = self.fields[self.now_base[0]] | self.fields[self.now_base[1]] << 20 | kept << _LEFT_AT
        second = self.fields[self.now_base[2]] | self.fields[self.now_base[3]] << 20
        if self.full:
            first |= spent << _SPENT_AT
        slot = self._slot(key, busy)
        i = self.bucket[slot]
        while i >= 0:
            self.work -= 1
            after = self.node[8 * i + _CHAIN]
            if self.node[8 * i + _KEY] == key and self.node[8 * i + _BUSY] == busy:
                if (
                    self.node[8 * i + _SCORE] >= score
                    and self.node[8 * i + _VALUE] >= value
                    and ((self.node[8 * i + _FIRST] | _GUARD_FIRST) - first) & _GUARD_FIRST == _GUARD_FIRST
                    and ((self.node[8 * i + _SECOND] | _GUARD_RUNS) - second) & _GUARD_RUNS == _GUARD_RUNS
                ):
                    return
                if (
                    self.node[8 * i + _SCORE] <= score
                    and self.node[8 * i + _VALUE] <= value
                    and ((first | _GUARD_FIRST) - self.node[8 * i + _FIRST]) & _GUARD_FIRST == _GUARD_FIRST
                    and ((second | _GUARD_RUNS) - self.node[8 * i + _SECOND]) & _GUARD_RUNS == _GUARD_RUNS
                ):
                    self.node[8 * i + _CHAIN] = _DEAD
                    if previous < 0:
                        self.bucket[slot] = after
                    else:
                        self.node[8 * previous + _CHAIN] = after
                else:
                    previous = i
            else:
                previous = i
            i = after
        if self.used >= self.next_first + self.size:
            if self.size < _MOST_STATES or self.width > self.size // 2:
                self.no_room = 1
                return
            self._thin()
        if self.told + self.now_acts > self.most_told:
            self.no_room = 2
            return
        i = self.used
        self.states[i] = self.now_base[0] | self.now_base[1] << 8 | self.now_base[2] << 16 | self.now_base[3] << 24
        self.node[8 * i + _KEY] = key
        self.node[8 * i + _BUSY] = busy
        self.left[i] = left
        self.node[8 * i + _SCORE] = score
        self.node[8 * i + _VALUE] = value
        self.node[8 * i + _FIRST] = first
        self.node[8 * i + _SECOND] = second
        self.tail[i] = self.now_tail
        for k in range(self.now_acts):
            self.act[self.told] = self.now_act[k]
            self.before[self.told] = self.tail[i]
            self.tail[i] = self.told
            self.told += 1
        self.node[8 * i + _CHAIN] = self.bucket[slot]
        self.bucket[slot] = i
        self.used = i + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _end_layer(self) -> cython.void:
        """Let the layer in the making be the one to go on from."""
        i: cython.int
        self._close_ranks()
        i = self.first
        self.first = self.next_first
        self.end = self.used
        self.next_first = i
        self.used = i
        self.told_before = self.told
        self.kept += self.end - self.first

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _thin(self) -> cython.void:
        """Make room in a layer in the making that is much wider than the beam."""
        i: cython.int
        slot: cython.int
        self._close_ranks()
        for i in range(self.next_first, self.used):
            slot = self._slot(self.node[8 * i + _KEY], self.node[8 * i + _BUSY])
            self.node[8 * i + _CHAIN] = self.bucket[slot]
            self.bucket[slot] = i

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close_ranks(self) -> cython.void:
        """Leave in the layer in the making only what is worth keeping: no gaps, no lists, no acts of others."""
        i: cython.int
        k: cython.int
        to: cython.int
        act: cython.int
        count: cython.int
        alive: cython.int = 0
        for i in range(self.next_first, self.used):
            self.bucket[self._slot(self.node[8 * i + _KEY], self.node[8 * i + _BUSY])] = -1
            if self.node[8 * i + _CHAIN] != _DEAD:
                alive += 1
        if alive > self.width:
            self._trim(self.width)
        to = self.next_first
        self.told = self.told_before
        for i in range(self.next_first, self.used):
            if self.node[8 * i + _CHAIN] == _DEAD:
                continue
            # The acts of this stage lie one after the other, in the order of the states.
            count = 0
            act = self.tail[i]
            while act >= self.told_before:
                count += 1
                act = self.before[act]
            if count > 0:
                act = self.tail[i] - count + 1
                self.act[self.told] = self.act[act]
                self.before[self.told] = self.before[act]
                for k in range(1, count):
                    self.act[self.told + k] = self.act[act + k]
                    self.before[self.told + k] = self.told + k - 1
                self.told += count
                self.tail[to] = self.told - 1
            else:
                self.tail[to] = self.tail[i]
            if to < i:
                for k in range(_CHAIN):
                    self.node[8 * to + k] = self.node[8 * i + k]
                self.states[to] = self.states[i]
                self.left[to] = self.left[i]
            to += 1
        self.used = to

    def _forget_layer(self) -> None:
        """Give up the layer in the making."""
        for i in range(1 << 15):
            self.bucket[i] = -1

    def _may_grow(self) -> bool:
        """Make the buffers that were too small four times as large, if they are not at their largest."""
        self._forget_layer()
        if self.no_room == 1 and self.size < _MOST_STATES:
            self._grow(self.size * 4, self.most_told)
        elif self.no_room == 2 and self.most_told < _MOST_TOLD:
            self._grow(self.size, self.most_told * 4)
        else:
            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trim(self, width: cython.int) -> cython.void:
        """Keep the most promising states: as many for each number of special jokers left, where there are as many."""
        i: cython.int
        k: cython.int
        begin: cython.int
        end: cython.int
        quota: cython.int = 0
        room: cython.int = width
        more: cython.int
        strata: cython.int = (self.jokers[1] + 1) * (self.jokers[2] + 1) * (self.jokers[3] + 1)
        if self.full:
            strata *= self.jokers[0] + 1
        self.trimmed = 1
        for k in range(strata + 1):
            self.stratum[k] = 0
        for i in range(self.next_first, self.used):
            if self.node[8 * i + _CHAIN] != _DEAD:
                self.promise[i] = self._promise(i)
                self.stratum[self._stratum(i) + 1] += 1
        # Share the room out: what some have no use for, the others get.
        while room > 0:
            more = 0
            for k in range(1, strata + 1):
                if self.stratum[k] > quota:
                    more += 1
            if more == 0 or room < more:
                break
            quota += room // more
            room = width
            for k in range(1, strata + 1):
                room -= self.stratum[k] if self.stratum[k] < quota else quota
        for k in range(1, strata + 1):
            self.stratum[k] += self.stratum[k - 1]
        for i in range(self.next_first, self.used):
            if self.node[8 * i + _CHAIN] != _DEAD:
                k = self._stratum(i)
                self.order[self.stratum[k]] = i
                self.stratum[k] += 1
        # Now each number has stepped to where its states end.
        begin = 0
        for k in range(strata):
            end = self.stratum[k]
            if end - begin > quota:
                self._select(begin, end - 1, begin + quota)
                for i in range(begin + quota, end):
                    self.node[8 * self.order[i] + _CHAIN] = _DEAD
            begin = end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _stratum(self, i: cython.int) -> cython.int:
        """A number for the special jokers that a state has left, in the full programme for the plain ones too."""
        left: cython.int = self.node[8 * i + _KEY] >> 48
        k: cython.int = left >> 6
        k = k * (self.jokers[2] + 1) + ((left >> 3) & 7)
        k = k * (self.jokers[1] + 1) + (left & 7)
        return k * (self.jokers[0] + 1) + self.left[i] if self.full else k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self, low: cython.int, high: cython.int, wanted: cython.int) -> cython.void:
        """Put the most promising states before a place in the order (quickselect)."""
        i: cython.int
        j: cython.int
        swapped: cython.int
        pivot: cython.longlong
        while low < high:
            pivot = self.promise[self.order[(low + high) >> 1]]
            i = low
            j = high
            while i <= j:
                while self.promise[self.order[i]] > pivot:
                    i += 1
                while self.promise[self.order[j]] < pivot:
                    j -= 1
                if i <= j:
                    swapped = self.order[i]
                    self.order[i] = self.order[j]
                    self.order[j] = swapped
                    i += 1
                    j -= 1
            if wanted <= j:
                high = j
            elif wanted >= i:
                low = i
            else:
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promise(self, i: cython.int) -> cython.longlong:
        """How good a state looks: its score, its value in an opening, then jokers left and few runs that must go on."""
        k: cython.int
        state: cython.int
        thing: cython.int
        short: cython.int = 0
        value: cython.longlong = self.node[8 * i + _VALUE]
        opened: cython.longlong = self.node[8 * i + _KEY] & _OPEN_MASK
        joining: cython.longlong = (self.node[8 * i + _BUSY] >> _JOINING_AT) & _JOINING
        for k in range(_COLOURS):
            state = (self.states[i] >> (8 * k)) & 255
            short += 2 * self.short_one[state] + self.short_two[state]
            short += 2 * (joining & 7) + ((joining >> 3) & 7)
            joining >>= 9
        while opened:
            thing = opened & 63
            opened >>= 6
            if thing < _MIRRORED:
                short += 2 - (thing - 1) % 3
        return (self.node[8 * i + _SCORE] + (value << 20)) * 1024 + self.left[i] * 32 - short * 8
