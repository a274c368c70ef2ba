# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The solver's kernel for positions with special jokers (X1-X3): the plain programme with more things open.

Beside the open runs of each colour, which it counts as `kernel` does, a state lists what special jokers left open:

- a *covered* run, whose last tile is a double joker that lies on the next number too;
- a *waiting* run, whose last tile is a colour-change joker: any other colour may go on;
- a *mirrored* run, which takes two tiles of a number at a time, one for either side; on either side a double joker
  may lie on the next number too; or it waits, after two colour-change jokers.

At each number a *plan* says what happens to those and what the special jokers begin there; then the four colours use
the rest of their tiles as in the plain programme. States are compared only if they have the same things open and the
same special jokers left. If a layer grows beyond the width of the beam, only the most promising states are kept, and
the answer is not proven.
"""

from __future__ import annotations

from typing import Any

from tilewise.solver import kernel as plain
from tilewise.tiles import TilewiseError

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import no_cython as cython

COMPILED = cython.compiled
MOST_PLANS = 6000

# What a plan does, for whoever lays it out.
CARRY, CLOSE, WAIT_ON, MIRROR_ON, MIRROR_WAIT_ON, DOUBLE_ON, DOUBLE_NEW, DOUBLE_GROUP = range(8)
CHANGE_ON, CHANGE_NEW, MIRROR_NEW, MIRROR_CHANGE, MIRROR_WAIT_NEW, MIRROR_GROUP = range(8, 14)

_FACES = cython.declare(cython.int, 52)
_NUMBERS = cython.declare(cython.int, 13)
_COLOURS = cython.declare(cython.int, 4)
_MOST_RUNS = cython.declare(cython.int, 7)
_WAYS = cython.declare(cython.int, 64)
_PLANS = cython.declare(cython.int, MOST_PLANS)
_ACTS = cython.declare(cython.int, 16)
_BUCKETS = cython.declare(cython.int, 4096)
_DEAD = cython.declare(cython.int, -2)
_GUARD_RUNS = cython.declare(cython.longlong, 0x8888888888)
_GUARD_FIRST = cython.declare(cython.longlong, 0x8888888888 | 1 << 45 | 1 << 51)
_LEFT_AT = cython.declare(cython.int, 40)
_SPENT_AT = cython.declare(cython.int, 46)
_JOKERS = cython.declare(cython.longlong, 1 << 36)
_LOWEST = cython.declare(cython.longlong, -(1 << 62))
_OPEN_MASK = cython.declare(cython.longlong, (1 << 48) - 1)

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

    # The layers
    size: cython.int
    used: cython.int
    trimmed: cython.int
    layer: cython.int[::1]
    states: cython.int[::1]
    key: cython.longlong[::1]
    left: cython.int[::1]
    score: cython.longlong[::1]
    value: cython.int[::1]
    first_fields: cython.longlong[::1]
    second_fields: cython.longlong[::1]
    parent: cython.int[::1]
    plan: cython.int[::1]
    choice: cython.longlong[::1]
    chain: cython.int[::1]
    bucket: cython.int[::1]

    # The ways of each colour
    ways: cython.int[::1]
    way_next: cython.int[::1]
    way_group: cython.int[::1]
    way_jokers: cython.int[::1]
    way_tiles: cython.int[::1]
    way_idle: cython.int[::1]
    way_code: cython.longlong[::1]
    way_gain: cython.longlong[::1]

    # The plan in the making, and the plans made
    now_n: cython.int
    now_taken: cython.int[::1]
    now_left: cython.int[::1]
    now_base: cython.int[::1]
    now_adds: cython.longlong
    now_open: cython.int[::1]
    now_opens: cython.int
    now_value: cython.int
    now_acts: cython.int
    now_act: cython.int[::1]
    was_open: cython.int[::1]
    was_opens: cython.int
    plans: cython.int
    plan_taken: cython.int[::1]
    plan_left: cython.int[::1]
    plan_base: cython.int[::1]
    plan_adds: cython.longlong[::1]
    plan_open: cython.longlong[::1]
    plan_value: cython.int[::1]
    plan_acts: cython.int[::1]
    plan_act: cython.int[::1]

    best: cython.int
    best_score: cython.longlong
    bound: cython.longlong
    work: cython.longlong
    rest: cython.longlong[::1]

    def __init__(self, size: int = 1 << 13) -> None:
        states, following, fields = plain.colour_states()
        self.must = plain.buffer("i", 60)
        self.most = plain.buffer("i", 60)
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
        self.layer = plain.buffer("i", 16)
        self.rest = plain.buffer("q", 14)
        self.bucket = plain.buffer("i", 4096)
        self.ways = plain.buffer("i", 4)
        self.way_next = plain.buffer("i", 256)
        self.way_group = plain.buffer("i", 256)
        self.way_jokers = plain.buffer("i", 256)
        self.way_tiles = plain.buffer("i", 256)
        self.way_idle = plain.buffer("i", 256)
        self.way_code = plain.buffer("q", 256)
        self.way_gain = plain.buffer("q", 256)
        self.now_taken = plain.buffer("i", 4)
        self.now_left = plain.buffer("i", 4)
        self.now_base = plain.buffer("i", 4)
        self.now_open = plain.buffer("i", 16)
        self.now_act = plain.buffer("i", 64)
        self.was_open = plain.buffer("i", 16)
        self.plan_taken = plain.buffer("i", 4 * MOST_PLANS)
        self.plan_left = plain.buffer("i", 4 * MOST_PLANS)
        self.plan_base = plain.buffer("i", 4 * MOST_PLANS)
        self.plan_adds = plain.buffer("q", MOST_PLANS)
        self.plan_open = plain.buffer("q", MOST_PLANS)
        self.plan_value = plain.buffer("i", MOST_PLANS)
        self.plan_acts = plain.buffer("i", MOST_PLANS)
        self.plan_act = plain.buffer("i", 16 * MOST_PLANS)
        self._grow(size)

    def _grow(self, size: int) -> None:
        self.size = size
        self.states = plain.buffer("i", size)
        self.key = plain.buffer("q", size)
        self.left = plain.buffer("i", size)
        self.score = plain.buffer("q", size)
        self.value = plain.buffer("i", size)
        self.first_fields = plain.buffer("q", size)
        self.second_fields = plain.buffer("q", size)
        self.parent = plain.buffer("i", size)
        self.plan = plain.buffer("i", size)
        self.choice = plain.buffer("q", size)
        self.chain = plain.buffer("i", size)

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
        for i in range(60):
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
        i: cython.int
        room: cython.int
        self.full = full
        self.threshold = threshold
        self.by_value = by_value
        self.trimmed = 0
        self.work = most_work
        self.bound = _LOWEST if better_than is None or by_value else better_than
        self._count_rest()
        self.states[0] = self.start | self.start << 8 | self.start << 16 | self.start << 24
        self.key[0] = self._key(0, self.jokers[1], self.jokers[2], self.jokers[3])
        self.left[0] = self.jokers[0]
        self.score[0] = 0
        self.value[0] = 0
        self.used = 1
        self.layer[0] = 0
        self.layer[1] = 1
        for n in range(1, 14):
            for i in range(4096):
                self.bucket[i] = -1
            with cython.nogil:
                room = self._expand(n)
            if self.work <= 0:
                self.trimmed = 1
                return False
            if not room:
                self._grow(self.size * 4)
                return self.solve(width, full, threshold, by_value, better_than, most_work)
            self._trim(n, width)
            if self.used == self.layer[n]:
                return False
            self.layer[n + 1] = self.used
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
        return self.used

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
        """For each number, from 1 on, the acts of its plan and the code of what the colours did."""
        told = []
        at = self.best
        for n in range(13, 0, -1):
            plan, choice, at = self.plan[at], self.choice[at], self.parent[at]
            self._plans_for(n, at)
            count = self.plan_acts[plan]
            told.append(([self.plan_act[16 * plan + i] for i in range(count)], choice))
        told.reverse()
        return told

    def _count_rest(self) -> None:
        """Count what the tiles of the numbers after n, and all jokers, could still bring: no state gains more."""
        jokers = sum(max(self.joker_weight[k], 0) * (self.jokers[k] - self.jokers_must[k]) for k in range(4))
        self.rest[13] = jokers
        for n in range(13, 0, -1):
            gains = [max(self.weight[at], 0) * (self.most[at] - self.must[at]) for at in range(4 * n - 4, 4 * n)]
            self.rest[n - 1] = self.rest[n] + sum(gains)

    def _trim(self, n: int, width: int) -> None:
        """Close the gaps that dropped states left, and keep the most promising ones."""
        i: cython.int
        to: cython.int
        first: cython.int = self.layer[n]
        end: cython.int = self.used
        alive: cython.int = 0
        for i in range(first, end):
            if self.chain[i] != _DEAD:
                alive += 1
        if alive > width:
            self.trimmed = 1
            living = [i for i in range(first, end) if self.chain[i] != _DEAD]
            living.sort(key=lambda i: (-self._promise(i), i))
            for i in living[width:]:
                self.chain[i] = _DEAD
        to = first
        for i in range(first, end):
            if self.chain[i] != _DEAD:
                self.states[to] = self.states[i]
                self.key[to] = self.key[i]
                self.left[to] = self.left[i]
                self.score[to] = self.score[i]
                self.value[to] = self.value[i]
                self.first_fields[to] = self.first_fields[i]
                self.second_fields[to] = self.second_fields[i]
                self.parent[to] = self.parent[i]
                self.plan[to] = self.plan[i]
                self.choice[to] = self.choice[i]
                to += 1
        self.used = to

    def _promise(self, i: cython.int) -> int:
        """How good a state looks: its score, what its jokers may still bring, and its value in an opening."""
        key = self.key[i] >> 48
        hope = self.score[i] + self.left[i] * max(self.joker_weight[0], 0)
        for kind in range(1, 4):
            left = (key >> (3 * (kind - 1))) & 7
            hope += left * max(self.joker_weight[kind], 0)
        return hope + self.value[i] * (1 << 20)

    def _choose(self) -> bool:
        """Choose the best state of the last layer in which everything may be closed."""
        self.best = -1
        for i in range(self.layer[13], self.layer[14]):
            if not self._may_end(self.key[i]):
                continue
            if self.value[i] < self.threshold:
                continue
            key = self.key[i] >> 48
            score = self.score[i]
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _key(
        self, opened: cython.longlong, doubles: cython.longlong, changes: cython.longlong, mirrors: cython.longlong
    ) -> cython.longlong:
        return opened | (doubles | changes << 3 | mirrors << 6) << 48

    # Plans: what happens at one number to the things open, and what the special jokers begin there

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _plans_for(self, n: cython.int, at: cython.int) -> cython.void:
        """Make every plan for number n from a state."""
        i: cython.int
        opened: cython.longlong = self.key[at] & _OPEN_MASK
        left: cython.longlong = self.key[at] >> 48
        self.plans = 0
        self.now_n = n
        self.now_left[0] = self.left[at]
        self.now_left[1] = left & 7
        self.now_left[2] = (left >> 3) & 7
        self.now_left[3] = (left >> 6) & 7
        for i in range(4):
            self.now_taken[i] = 0
            self.now_base[i] = (self.states[at] >> (8 * i)) & 255
        self.now_adds = 0
        self.now_opens = 0
        self.now_value = 0
        self.now_acts = 0
        self.was_opens = 0
        while opened:
            self.was_open[self.was_opens] = opened & 63
            self.was_opens += 1
            opened >>= 6
        self._go_on(0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _act(self, act: cython.int) -> cython.void:
        self.now_act[self.now_acts] = act
        self.now_acts += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_take(self, colour: cython.int, count: cython.int) -> cython.int:
        """Whether the colour has so many tiles of this number left."""
        return self.now_taken[colour] + count <= self.most[4 * (self.now_n - 1) + colour]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_on(self, k: cython.int) -> cython.void:
        """Decide about the k-th thing open, then about the others, then about what begins."""
        thing: cython.int
        colour: cython.int
        length: cython.int
        other: cython.int
        sides: cython.int
        adds: cython.longlong = self.now_adds
        opens: cython.int = self.now_opens
        acts: cython.int = self.now_acts
        value: cython.int = self.now_value
        if k == self.was_opens:
            self._begin(0, 0)
            return
        thing = self.was_open[k]
        if thing < _WAITING:
            # A covered run lies on this number already.
            self.now_adds = adds * 16 + thing
            self._act(_A_CARRY | thing << 4)
            self._go_on(k + 1)
        elif thing < _MIRRORED:
            other = (thing - _WAITING) // 3
            length = (thing - _WAITING) % 3 + 1
            if length == 3:
                self._act(_A_CLOSE | thing << 4)
                self._go_on(k + 1)
                self.now_acts = acts
            else:
                length += 1
            for colour in range(_COLOURS):
                if colour == other:
                    continue
                if self._may_take(colour, 1):
                    self.now_taken[colour] += 1
                    self.now_value = value + self.now_n
                    self.now_adds = adds * 16 + 1 + colour * 3 + length - 1
                    self._act(_A_WAIT_ON | thing << 4 | colour << 10)
                    self._go_on(k + 1)
                    self.now_acts = acts
                    self.now_taken[colour] -= 1
                if self.now_left[0] > 0:
                    self.now_left[0] -= 1
                    self.now_value = value + self.now_n
                    self.now_adds = adds * 16 + 1 + colour * 3 + length - 1
                    self._act(_A_WAIT_ON | thing << 4 | colour << 10 | 1 << 12)
                    self._go_on(k + 1)
                    self.now_acts = acts
                    self.now_left[0] += 1
                self.now_adds = adds
                if self.now_left[1] > 0 and self.now_n < _NUMBERS:
                    self.now_left[1] -= 1
                    self.now_value = value + 2 * self.now_n + 1
                    self.now_open[opens] = _COVERED + colour * 3 + length - 1
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
        self.now_adds = adds
        self.now_opens = opens
        self.now_acts = acts
        self.now_value = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pair(self, colour: cython.int, sides: cython.int, act: cython.int, k: cython.int) -> cython.void:
        """Put tiles on both sides of a mirrored run where no double lies yet, then go on with k or with what begins."""
        real: cython.int
        jokers: cython.int
        doubles: cython.int
        places: cython.int = 2 - sides
        value: cython.int = self.now_value
        opens: cython.int = self.now_opens
        acts: cython.int = self.now_acts
        for real in range(places + 1):
            if not self._may_take(colour, real):
                break
            for jokers in range(places - real + 1):
                doubles = places - real - jokers
                if jokers > self.now_left[0] or doubles > self.now_left[1] or (doubles > 0 and self.now_n == _NUMBERS):
                    continue
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
                    self._begin(3, 0)
                self.now_acts = acts
                self.now_opens = opens
                self.now_taken[colour] -= real
                self.now_left[0] += jokers
                self.now_left[1] += doubles
        self.now_value = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self, kind: cython.int, option: cython.int) -> cython.void:
        """Let special jokers be laid: first doubles, then colour-changes, then mirrors; options never go back."""
        n: cython.int = self.now_n
        i: cython.int
        colour: cython.int
        length: cython.int
        base: cython.int
        second: cython.int
        reals: cython.int
        opens: cython.int = self.now_opens
        acts: cython.int = self.now_acts
        value: cython.int = self.now_value
        if kind == 0:
            self._begin(1, 0)
            if self.now_left[1] == 0:
                return
            self.now_left[1] -= 1
            if n < _NUMBERS:
                for i in range(option, 16):
                    colour = i // 4
                    length = i % 4
                    if length < 3:
                        base = self.now_base[colour]
                        second = self.without[3 * base + length]
                        if second < 0:
                            continue
                        self.now_base[colour] = second
                        self.now_open[opens] = _COVERED + colour * 3 + (length + 1 if length < 2 else 2)
                        self._act(_A_DOUBLE_ON | colour << 10 | length << 12)
                    else:
                        base = self.now_base[colour]
                        self.now_open[opens] = _COVERED + colour * 3
                        self._act(_A_DOUBLE_NEW | colour << 10)
                    self.now_opens = opens + 1
                    self.now_value = value + 2 * n + 1
                    self._begin(0, i)
                    self.now_acts = acts
                    self.now_opens = opens
                    self.now_base[colour] = base
            # A group of four: the double, and two of other colours, real or jokers.
            for i in range(option if option > 16 else 16, 32):
                reals = i - 16
                length = (reals & 1) + ((reals >> 1) & 1) + ((reals >> 2) & 1) + ((reals >> 3) & 1)
                if length > 2 or 2 - length > self.now_left[0]:
                    continue
                for colour in range(_COLOURS):
                    if (reals >> colour) & 1 and not self._may_take(colour, 1):
                        break
                else:
                    for colour in range(_COLOURS):
                        self.now_taken[colour] += (reals >> colour) & 1
                    self.now_left[0] -= 2 - length
                    self.now_value = value + 4 * n
                    self._act(_A_DOUBLE_GROUP | reals << 10)
                    self._begin(0, i)
                    self.now_acts = acts
                    self.now_left[0] += 2 - length
                    for colour in range(_COLOURS):
                        self.now_taken[colour] -= (reals >> colour) & 1
            self.now_left[1] += 1
            self.now_value = value
        elif kind == 1:
            self._begin(2, 0)
            if self.now_left[2] == 0:
                return
            self.now_left[2] -= 1
            self.now_value = value + n
            for i in range(option, 13):
                if i < 12:
                    colour = i // 3
                    length = i % 3
                    base = self.now_base[colour]
                    second = self.without[3 * base + length]
                    if second < 0:
                        continue
                    self.now_base[colour] = second
                    self.now_open[opens] = _WAITING + colour * 3 + (length + 1 if length < 2 else 2)
                    self._act(_A_CHANGE_ON | colour << 10 | length << 12)
                else:
                    colour = 0
                    base = self.now_base[colour]
                    self.now_open[opens] = _WAITING + _OTHER_COLOURS * 3
                    self._act(_A_CHANGE_NEW)
                self.now_opens = opens + 1
                self._begin(1, i)
                self.now_acts = acts
                self.now_opens = opens
                self.now_base[colour] = base
            self.now_left[2] += 1
            self.now_value = value
        else:
            if kind == 2 or self.now_left[3] == 0:
                self._made()
            if self.now_left[3] == 0:
                return
            if kind == 3:
                self._begin(2, 0)
                return
            self.now_left[3] -= 1
            for colour in range(_COLOURS):
                self._pair(colour, 0, _A_MIRROR_NEW, -1)
            if self.now_left[2] >= 2:
                self.now_left[2] -= 2
                self.now_value = value + 2 * n
                self.now_open[opens] = _MIRROR_WAITING + _OTHER_COLOURS
                self.now_opens = opens + 1
                self._act(_A_MIRROR_WAIT_NEW)
                self._begin(3, 0)
                self.now_acts = acts
                self.now_opens = opens
                self.now_left[2] += 2
                self.now_value = value
            self._mirrored_group()
            self.now_left[3] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mirrored_group(self) -> cython.void:
        """Lay a mirrored group: up to two tiles of each colour, and jokers for what lacks on either side."""
        i: cython.int
        colour: cython.int
        count: cython.int
        shown: cython.int
        reals: cython.int
        gaps: cython.int
        gapped: cython.int
        width: cython.int
        jokers: cython.int
        doubles: cython.int
        value: cython.int = self.now_value
        acts: cython.int = self.now_acts
        for i in range(81):
            shown = 0
            reals = 0
            gapped = 0
            count = i
            for colour in range(_COLOURS):
                if not self._may_take(colour, count % 3):
                    break
                if count % 3:
                    shown += 1
                    reals += count % 3
                    gapped += count % 3 == 1
                count //= 3
            else:
                for width in range(shown if shown > 0 else 1, _COLOURS + 1):
                    gaps = 2 * width - reals
                    for doubles in range(gaps // 2 + 1):
                        jokers = gaps - 2 * doubles
                        if doubles > self.now_left[1] or jokers > self.now_left[0]:
                            continue
                        if doubles > 0 and gapped + width - shown < 2:
                            continue
                        # One tile a side is a mirrored run as well.
                        if width == 1:
                            continue
                        count = i
                        for colour in range(_COLOURS):
                            self.now_taken[colour] += count % 3
                            count //= 3
                        self.now_left[0] -= jokers
                        self.now_left[1] -= doubles
                        self.now_value = value + 2 * width * self.now_n
                        self._act(_A_MIRROR_GROUP | i << 10 | jokers << 17 | doubles << 21)
                        self._begin(3, 0)
                        self.now_acts = acts
                        self.now_left[0] += jokers
                        self.now_left[1] += doubles
                        count = i
                        for colour in range(_COLOURS):
                            self.now_taken[colour] -= count % 3
                            count //= 3
        self.now_value = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _made(self) -> cython.void:
        """Remember the plan."""
        i: cython.int
        k: cython.int
        thing: cython.int
        at: cython.int = self.plans
        packed: cython.longlong = 0
        self.work -= 4
        if at == _PLANS or self.now_opens > 8 or self.now_acts > _ACTS:
            self.trimmed = 1
            return
        for i in range(4):
            self.plan_taken[4 * at + i] = self.now_taken[i]
            self.plan_left[4 * at + i] = self.now_left[i]
            self.plan_base[4 * at + i] = self.now_base[i]
        self.plan_adds[at] = self.now_adds
        self.plan_value[at] = self.now_value
        self.plan_acts[at] = self.now_acts
        for i in range(self.now_acts):
            self.plan_act[_ACTS * at + i] = self.now_act[i]
        # The things open, in the order of their numbers: the same ones are then the same state.
        for thing in range(44, 0, -1):
            for k in range(self.now_opens):
                if self.now_open[k] == thing:
                    packed = packed << 6 | thing
        self.plan_open[at] = packed
        self.plans = at + 1

    # The layers

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ways_of(self, n: cython.int, colour: cython.int, plan: cython.int) -> cython.int:
        """List the ways in which a colour can use what the plan leaves it; see `kernel.Kernel._ways_of`."""
        at: cython.int = 4 * (n - 1) + colour
        base: cython.int = colour * _WAYS
        taken: cython.int = self.plan_taken[4 * plan + colour]
        must: cython.int = self.must[at]
        most: cython.int = self.most[at] - taken
        weight: cython.longlong = self.weight[at]
        state: cython.int = self.plan_base[4 * plan + colour]
        left: cython.int = self.plan_left[4 * plan]
        spare: cython.int = left + self.plan_left[4 * plan + 1] + self.plan_left[4 * plan + 2]
        short: cython.int = self.short_one[state] + self.short_two[state]
        running: cython.int = self.open_runs[state]
        count: cython.int = 0
        runs: cython.int
        group: cython.int
        jokers: cython.int
        most_jokers: cython.int
        tiles: cython.int
        following: cython.int
        one: cython.int
        two: cython.int
        adds: cython.longlong
        add: cython.int
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
                    adds = self.plan_adds[plan]
                    while adds > 0 and following >= 0:
                        add = adds & 15
                        adds >>= 4
                        if (add - 1) // 3 == colour:
                            following = self.with_one[3 * following + (add - 1) % 3]
                    if following < 0:
                        continue
                    one = self.short_one[following]
                    two = self.short_two[following]
                    if n == 13 and one + two > 0:
                        continue
                    if n == 12 and one > 0:
                        continue
                    if one + two > self.most[at + 4] + spare - jokers:
                        continue
                    self.way_next[base + count] = following
                    self.way_group[base + count] = group
                    self.way_jokers[base + count] = jokers
                    self.way_tiles[base + count] = tiles + group
                    self.way_idle[base + count] = weight >= 0 and runs + group < most
                    self.way_code[base + count] = runs | group << 3 | jokers << 6
                    self.way_gain[base + count] = (runs + group + taken - must) * weight
                    count += 1
        self.ways[colour] = count
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, n: cython.int) -> cython.int:
        """Make the layer after number n from the one before it; 0: no room."""
        i: cython.int
        plan: cython.int
        for i in range(self.layer[n - 1], self.layer[n]):
            self._plans_for(n, i)
            for plan in range(self.plans):
                self.work -= 4
                if self.work <= 0:
                    return 1
                if self._ways_of(n, 0, plan) == 0:
                    continue
                if self._ways_of(n, 1, plan) == 0:
                    continue
                if self._ways_of(n, 2, plan) == 0:
                    continue
                if self._ways_of(n, 3, plan) == 0:
                    continue
                if not self._expand_plan(n, i, plan):
                    return 0
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand_plan(self, n: cython.int, i: cython.int, plan: cython.int) -> cython.int:
        """Combine the ways of the four colours; see `kernel.Kernel._expand`."""
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        left_a: cython.int
        left_b: cython.int
        left_c: cython.int
        left_d: cython.int
        grouped: cython.int
        highest: cython.int
        groups: cython.int
        wanted: cython.int
        last: cython.int
        tiles: cython.int
        packed: cython.int
        value: cython.int
        code: cython.longlong
        gain: cython.longlong
        first: cython.longlong
        second: cython.longlong
        left: cython.int = self.plan_left[4 * plan]
        key: cython.longlong = self._key(
            self.plan_open[plan],
            self.plan_left[4 * plan + 1],
            self.plan_left[4 * plan + 2],
            self.plan_left[4 * plan + 3],
        )
        value = (self.score[i] if self.by_value else self.value[i]) + self.plan_value[plan]
        for a in range(self.ways[0]):
            left_a = left - self.way_jokers[a]
            for b in range(_WAYS, _WAYS + self.ways[1]):
                left_b = left_a - self.way_jokers[b]
                if left_b < 0:
                    continue
                for c in range(2 * _WAYS, 2 * _WAYS + self.ways[2]):
                    left_c = left_b - self.way_jokers[c]
                    if left_c < 0:
                        continue
                    for d in range(3 * _WAYS, 3 * _WAYS + self.ways[3]):
                        left_d = left_c - self.way_jokers[d]
                        if left_d < 0:
                            continue
                        grouped = self.way_group[a] + self.way_group[b] + self.way_group[c] + self.way_group[d]
                        highest = self.way_group[a]
                        if self.way_group[b] > highest:
                            highest = self.way_group[b]
                        if self.way_group[c] > highest:
                            highest = self.way_group[c]
                        if self.way_group[d] > highest:
                            highest = self.way_group[d]
                        wanted = 3 * highest - grouped
                        if wanted > left_d:
                            continue
                        gain = self.score[i] + self.way_gain[a] + self.way_gain[b] + self.way_gain[c] + self.way_gain[d]
                        code = (
                            self.way_code[a] | self.way_code[b] << 9 | self.way_code[c] << 18 | self.way_code[d] << 27
                        )
                        tiles = self.way_tiles[a] + self.way_tiles[b] + self.way_tiles[c] + self.way_tiles[d]
                        packed = (
                            self.way_next[a] | self.way_next[b] << 8 | self.way_next[c] << 16 | self.way_next[d] << 24
                        )
                        first = self.fields[self.way_next[a]] | self.fields[self.way_next[b]] << 20
                        second = self.fields[self.way_next[c]] | self.fields[self.way_next[d]] << 20
                        if wanted < 0:
                            wanted = 0
                        if not self.full:
                            # A tile that would stay on the rack could join a group that lacks its colour.
                            if (
                                (self.way_idle[a] and self.way_group[a] < highest)
                                or (self.way_idle[b] and self.way_group[b] < highest)
                                or (self.way_idle[c] and self.way_group[c] < highest)
                                or (self.way_idle[d] and self.way_group[d] < highest)
                            ):
                                continue
                            if not self._keep(
                                n,
                                i,
                                plan,
                                packed,
                                key,
                                left_d - wanted,
                                gain,
                                0,
                                first,
                                second,
                                code | _JOKERS * wanted,
                            ):
                                return 0
                            continue
                        groups = highest
                        last = -1
                        while groups == highest or 3 * groups - grouped <= left_d:
                            wanted = 3 * groups - grouped
                            if wanted <= last:
                                wanted = last + 1
                            if wanted < 0:
                                wanted = 0
                            while wanted <= left_d and wanted <= 4 * groups - grouped:
                                if not self._keep(
                                    n,
                                    i,
                                    plan,
                                    packed,
                                    key,
                                    left_d - wanted,
                                    gain,
                                    value + n * (tiles + wanted),
                                    first,
                                    second,
                                    code | _JOKERS * wanted,
                                ):
                                    return 0
                                last = wanted
                                wanted += 1
                            groups += 1
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(
        self,
        n: cython.int,
        parent: cython.int,
        plan: cython.int,
        packed: cython.int,
        key: cython.longlong,
        left: cython.int,
        score: cython.longlong,
        value: cython.int,
        first: cython.longlong,
        second: cython.longlong,
        choice: cython.longlong,
    ) -> cython.int:
        """Add a state to the layer, unless another with the same key dominates it; 0: no room."""
        kept: cython.longlong = left
        spent: cython.longlong = self.jokers[0] - left
        i: cython.int
        before: cython.int = -1
        after: cython.int
        slot: cython.int = (key ^ key >> 11 ^ key >> 23 ^ key >> 41) & (_BUCKETS - 1)
        self.work -= 1
        if score + self.rest[n] <= self.bound:
            return 1
        first |= kept << _LEFT_AT
        if self.full:
            first |= spent << _SPENT_AT
            if self.by_value:
                score = value
                value = 0
            elif self.threshold < 0:
                value = 0
            elif value > self.threshold:
                value = self.threshold
        i = self.bucket[slot]
        while i >= 0:
            self.work -= 1
            after = self.chain[i]
            if self.key[i] == key:
                if (
                    self.score[i] >= score
                    and self.value[i] >= value
                    and ((self.first_fields[i] | _GUARD_FIRST) - first) & _GUARD_FIRST == _GUARD_FIRST
                    and ((self.second_fields[i] | _GUARD_RUNS) - second) & _GUARD_RUNS == _GUARD_RUNS
                ):
                    return 1
                if (
                    self.score[i] <= score
                    and self.value[i] <= value
                    and ((first | _GUARD_FIRST) - self.first_fields[i]) & _GUARD_FIRST == _GUARD_FIRST
                    and ((second | _GUARD_RUNS) - self.second_fields[i]) & _GUARD_RUNS == _GUARD_RUNS
                ):
                    self.chain[i] = _DEAD
                    if before < 0:
                        self.bucket[slot] = after
                    else:
                        self.chain[before] = after
                else:
                    before = i
            else:
                before = i
            i = after
        i = self.used
        if i >= self.size:
            return 0
        self.states[i] = packed
        self.key[i] = key
        self.left[i] = left
        self.score[i] = score
        self.value[i] = value
        self.first_fields[i] = first
        self.second_fields[i] = second
        self.parent[i] = parent
        self.plan[i] = plan
        self.choice[i] = choice
        self.chain[i] = self.bucket[slot]
        self.bucket[slot] = i
        self.used = i + 1
        return 1
