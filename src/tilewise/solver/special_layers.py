"""The states of the search for positions with special jokers: layers, dominated states, and the beam.

A state is what matters of all decisions so far: the run state of each colour (see `encoding`), the pending sets that
special jokers left open (see `special_codes`), the jokers left of each kind, and the score. A number is decided in
several stages, so a state also contains what is decided of the current number: the tiles taken from each colour, the
pending sets that become plain runs after this number, and the tiles in groups.

A state dominates another if it has at least its score, jokers and run states, and is equal in everything else. Equal
parts form a key; the states of a key are found through a hash table. If a layer grows beyond the width of the beam,
only the most promising states are kept, equally many for each number of special jokers left, and the answer is not
proven.

Two layers exist at a time, in the two halves of the buffers. The acts that led to a state are a chain, each with the
one before it.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from tilewise.solver.encoding import COLOURS, NO_RUNS, NUMBERS, TILES, EncodedPosition, buffer, filled
from tilewise.solver.special_codes import MIRRORED, NUMBER_AT, USE_GROUP_JOKERS, USE_TILES, WAITING, WAITING_MIRRORED

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

BUCKETS = 1 << 15
MOST_STATES = 1 << 17
"""In a layer: some 20 MB."""
MOST_ACTS = 1 << 22
"""Of all layers: some 30 MB."""

# The compiler turns these into C variables, which Python cannot see.
_COLOURS = cython.declare(cython.int, COLOURS)
_NO_RUNS = cython.declare(cython.int, NO_RUNS)
_BUCKETS = cython.declare(cython.int, BUCKETS)
_MOST_STATES = cython.declare(cython.int, MOST_STATES)
_MOST_PENDING = cython.declare(cython.int, 8)  # sets of one state
_MOST_NEW_ACTS = cython.declare(cython.int, 32)  # in one stage
_MIRRORED = cython.declare(cython.int, MIRRORED)

# The buffer `node` has eight numbers for each state, together in one cache line: the fields by which states are
# compared (in the first word with the plain jokers left, and those spent in the full search), the score, the value of
# an opening, the two parts of the key (pending sets with special jokers left; decisions about the current number), and
# the next state in the same bucket.
_FIRST_FIELDS = cython.declare(cython.int, 0)
_SECOND_FIELDS = cython.declare(cython.int, 1)
_SCORE = cython.declare(cython.int, 2)
_VALUE = cython.declare(cython.int, 3)
_KEY = cython.declare(cython.int, 4)
_CURRENT = cython.declare(cython.int, 5)
_CHAIN = cython.declare(cython.int, 6)
_DROPPED = cython.declare(cython.int, -2)  # in place of the next state
_GUARD_FIRST = cython.declare(cython.longlong, 0x8888888888 | 1 << 45 | 1 << 51)
_GUARD_SECOND = cython.declare(cython.longlong, 0x8888888888)
_JOKERS_AT = cython.declare(cython.int, 40)
_SPENT_AT = cython.declare(cython.int, 46)

# The key has six bits for each pending set, then the special jokers left.
_PENDING_BITS = cython.declare(cython.longlong, (1 << 48) - 1)
_SPECIALS_AT = cython.declare(cython.int, 48)

# The decisions about the current number: the tiles taken, three bits for each colour; the runs that join the plain
# ones, three bits for each colour and length; the tiles in groups, and the most of one colour.
_JOINING_AT = cython.declare(cython.int, 12)
_JOINING_BITS = cython.declare(cython.longlong, (1 << 36) - 1)
_GROUPED_AT = cython.declare(cython.int, 48)
_HIGHEST_AT = cython.declare(cython.int, 53)
_HASHED_BITS = cython.declare(cython.longlong, (1 << 30) - 1)


class SpecialLayers(EncodedPosition):
    """A position with special jokers, the layers of its states, and the state that is being built."""

    def __init__(self) -> None:
        super().__init__()
        self.full = self.by_value = False
        self.threshold = -1
        self.width = 0
        self.work = 0
        self.trimmed = False
        self.number = self.rest_at = 0
        self.new_joining = self.new_score = 0
        self.new_grouped = self.new_highest = self.new_value = 0
        self.new_pending_count = self.new_act_count = self.new_last_act = 0
        self.best = -1
        self.best_score = self.best_known = 0
        self.potential = buffer("q", TILES + 1)
        self.potential_value = buffer("i", TILES + 1)
        self.bucket = filled("i", [-1] * BUCKETS)
        self.stratum = buffer("i", 626)
        self.new_taken = buffer("i", COLOURS)
        self.new_left = buffer("i", 4)
        self.new_runs = buffer("i", COLOURS)
        self.new_pending = buffer("i", 32)
        self.new_acts = buffer("i", 64)
        self.sorted_pending = buffer("i", 16)
        self._grow(1 << 13, 1 << 16)

    def _grow(self, size: int, acts_size: int) -> None:
        """Make room for this many states in a layer, and this many acts in all layers."""
        self.size = size
        self.acts_size = acts_size
        self.node = buffer("q", 16 * size)
        self.states = buffer("i", 2 * size)
        self.jokers_left = buffer("i", 2 * size)
        self.last_act = buffer("i", 2 * size)
        self.priority = buffer("q", 2 * size)
        self.order = buffer("i", size)
        self.acts = buffer("i", acts_size)
        self.previous_act = buffer("i", acts_size)

    def acts_by_number(self) -> list[tuple[list[int], int]]:
        """Return for each number the acts of special jokers in the answer, and the code of how other tiles are used.

        The code has nine bits for each colour (tiles in runs, in groups, jokers in runs), then the jokers in groups.
        """
        acts: list[list[int]] = [[] for _ in range(NUMBERS)]
        codes = [0] * NUMBERS
        at = self.last_act[self.best]
        while at >= 0:
            act, n = self.acts[at] & ((1 << NUMBER_AT) - 1), self.acts[at] >> NUMBER_AT
            if act & 15 == USE_TILES:
                codes[n - 1] |= (act >> 6) << (9 * (act >> 4 & 3))
            elif act & 15 == USE_GROUP_JOKERS:
                codes[n - 1] |= (act >> 4) << 36
            else:
                acts[n - 1].append(act)
            at = self.previous_act[at]
        return [(done[::-1], code) for done, code in zip(acts, codes, strict=True)]

    def _begin_layers(self) -> None:
        """Make the first layer: one state with all jokers and no runs."""
        specials: cython.longlong = self.jokers[1] | self.jokers[2] << 3 | self.jokers[3] << 6
        self.trimmed = False
        self.explored_states = 1
        self.no_room = 0
        self.acts_used = 0
        self.acts_before = 0
        self.first = 0
        self.end = 1
        self.next_first = self.size
        self.used = self.size
        self.states[0] = _NO_RUNS | _NO_RUNS << 8 | _NO_RUNS << 16 | _NO_RUNS << 24
        self.node[_KEY] = specials << _SPECIALS_AT
        self.node[_CURRENT] = 0
        self.node[_SCORE] = 0
        self.node[_VALUE] = 0
        self.jokers_left[0] = self.jokers[0]
        self.last_act[0] = -1

    def _any_pending(self) -> cython.int:
        """Return whether a state of the layer has a pending set."""
        i: cython.int
        for i in range(self.first, self.end):
            if self.node[8 * i + _KEY] & _PENDING_BITS:
                return 1
        return 0

    def _load_state(self, i: cython.int) -> None:
        """Begin to build new states from a state of the layer."""
        k: cython.int
        pending: cython.longlong = self.node[8 * i + _KEY] & _PENDING_BITS
        left: cython.longlong = self.node[8 * i + _KEY] >> _SPECIALS_AT
        current: cython.longlong = self.node[8 * i + _CURRENT]
        self.new_left[0] = self.jokers_left[i]
        self.new_left[1] = left & 7
        self.new_left[2] = (left >> 3) & 7
        self.new_left[3] = (left >> 6) & 7
        for k in range(4):
            self.new_taken[k] = (current >> (3 * k)) & 7
            self.new_runs[k] = (self.states[i] >> (8 * k)) & 255
        self.new_joining = (current >> _JOINING_AT) & _JOINING_BITS
        self.new_grouped = (current >> _GROUPED_AT) & 31
        self.new_highest = (current >> _HIGHEST_AT) & 7
        self.new_pending_count = 0
        while pending:
            self.new_pending[self.new_pending_count] = pending & 63
            self.new_pending_count += 1
            pending >>= 6
        if self.by_value:
            self.new_score = 0
            self.new_value = self.node[8 * i + _SCORE]
        else:
            self.new_score = self.node[8 * i + _SCORE]
            self.new_value = self.node[8 * i + _VALUE]
        self.new_act_count = 0
        self.new_last_act = self.last_act[i]

    def _add_state(self) -> None:
        """Add the state that was built to the next layer, unless another dominates it; drop those that it dominates."""
        i: cython.int
        k: cython.int
        item: cython.int
        previous: cython.int = -1
        after: cython.int
        slot: cython.int
        left: cython.int = self.new_left[0]
        kept: cython.longlong = left
        spent: cython.longlong = self.jokers[0] - left
        score: cython.longlong = self.new_score
        value: cython.int = self.new_value
        key: cython.longlong = 0
        specials: cython.longlong
        current: cython.longlong
        first: cython.longlong
        second: cython.longlong
        potential: cython.longlong
        self.work -= 3
        if self.new_pending_count > _MOST_PENDING or self.new_act_count > _MOST_NEW_ACTS:
            self.trimmed = True
            return
        if self.full:
            potential = self.new_value + self.potential_value[self.rest_at]
            potential += 13 * (left + self.new_left[2]) + 26 * self.new_left[1]
            if potential < self.threshold or (self.by_value and potential <= self.best_known):
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
        if not self.by_value and score + self.potential[self.rest_at] <= self.best_known:
            return
        # Pending sets are sorted, so that the same ones give the same key.
        for k in range(self.new_pending_count):
            item = self.new_pending[k]
            i = k
            while i > 0 and self.sorted_pending[i - 1] < item:
                self.sorted_pending[i] = self.sorted_pending[i - 1]
                i -= 1
            self.sorted_pending[i] = item
        for k in range(self.new_pending_count):
            key = key << 6 | self.sorted_pending[k]
        specials = self.new_left[1] | self.new_left[2] << 3 | self.new_left[3] << 6
        key |= specials << _SPECIALS_AT
        current = self.new_highest << 5 | self.new_grouped
        current = current << (_GROUPED_AT - _JOINING_AT) | self.new_joining
        current = current << _JOINING_AT | (
            self.new_taken[0] | self.new_taken[1] << 3 | self.new_taken[2] << 6 | self.new_taken[3] << 9
        )
        first = self.run_fields[self.new_runs[0]] | self.run_fields[self.new_runs[1]] << 20 | kept << _JOKERS_AT
        second = self.run_fields[self.new_runs[2]] | self.run_fields[self.new_runs[3]] << 20
        if self.full:
            first |= spent << _SPENT_AT
        slot = self._bucket_of(key, current)
        i = self.bucket[slot]
        while i >= 0:
            self.work -= 1
            after = self.node[8 * i + _CHAIN]
            if self.node[8 * i + _KEY] == key and self.node[8 * i + _CURRENT] == current:
                if (
                    self.node[8 * i + _SCORE] >= score
                    and self.node[8 * i + _VALUE] >= value
                    and ((self.node[8 * i + _FIRST_FIELDS] | _GUARD_FIRST) - first) & _GUARD_FIRST == _GUARD_FIRST
                    and ((self.node[8 * i + _SECOND_FIELDS] | _GUARD_SECOND) - second) & _GUARD_SECOND == _GUARD_SECOND
                ):
                    return
                if (
                    self.node[8 * i + _SCORE] <= score
                    and self.node[8 * i + _VALUE] <= value
                    and ((first | _GUARD_FIRST) - self.node[8 * i + _FIRST_FIELDS]) & _GUARD_FIRST == _GUARD_FIRST
                    and ((second | _GUARD_SECOND) - self.node[8 * i + _SECOND_FIELDS]) & _GUARD_SECOND == _GUARD_SECOND
                ):
                    self.node[8 * i + _CHAIN] = _DROPPED
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
            self._make_room()
        if self.acts_used + self.new_act_count > self.acts_size:
            self.no_room = 2
            return
        i = self.used
        self.states[i] = self.new_runs[0] | self.new_runs[1] << 8 | self.new_runs[2] << 16 | self.new_runs[3] << 24
        self.node[8 * i + _KEY] = key
        self.node[8 * i + _CURRENT] = current
        self.jokers_left[i] = left
        self.node[8 * i + _SCORE] = score
        self.node[8 * i + _VALUE] = value
        self.node[8 * i + _FIRST_FIELDS] = first
        self.node[8 * i + _SECOND_FIELDS] = second
        self.last_act[i] = self.new_last_act
        for k in range(self.new_act_count):
            self.acts[self.acts_used] = self.new_acts[k]
            self.previous_act[self.acts_used] = self.last_act[i]
            self.last_act[i] = self.acts_used
            self.acts_used += 1
        self.node[8 * i + _CHAIN] = self.bucket[slot]
        self.bucket[slot] = i
        self.used = i + 1

    def _bucket_of(self, key: cython.longlong, current: cython.longlong) -> cython.int:
        """Return the bucket of a key."""
        mixed: cython.longlong = (key & _HASHED_BITS) * 0x2545F491 ^ (key >> 30) * 0x1B873593
        mixed ^= (current & _HASHED_BITS) * 0x27D4EB2F ^ (current >> 30) * 0x165667B1
        return (mixed >> 21 ^ mixed >> 36) & (_BUCKETS - 1)

    def _end_layer(self) -> None:
        """Let the next layer become the current one."""
        i: cython.int
        self._compact_layer()
        i = self.first
        self.first = self.next_first
        self.end = self.used
        self.next_first = i
        self.used = i
        self.acts_before = self.acts_used
        self.explored_states += self.end - self.first

    def _make_room(self) -> None:
        """Make room in a next layer that is much wider than the beam."""
        i: cython.int
        slot: cython.int
        self._compact_layer()
        for i in range(self.next_first, self.used):
            slot = self._bucket_of(self.node[8 * i + _KEY], self.node[8 * i + _CURRENT])
            self.node[8 * i + _CHAIN] = self.bucket[slot]
            self.bucket[slot] = i

    def _compact_layer(self) -> None:
        """Remove dropped states and their acts from the next layer, trim it to the beam, and empty the buckets."""
        i: cython.int
        k: cython.int
        to: cython.int
        act: cython.int
        count: cython.int
        alive: cython.int = 0
        for i in range(self.next_first, self.used):
            self.bucket[self._bucket_of(self.node[8 * i + _KEY], self.node[8 * i + _CURRENT])] = -1
            if self.node[8 * i + _CHAIN] != _DROPPED:
                alive += 1
        if alive > self.width:
            self._trim(self.width)
        to = self.next_first
        self.acts_used = self.acts_before
        for i in range(self.next_first, self.used):
            if self.node[8 * i + _CHAIN] == _DROPPED:
                continue
            # The acts of this stage are neighbours, in the order of the states.
            count = 0
            act = self.last_act[i]
            while act >= self.acts_before:
                count += 1
                act = self.previous_act[act]
            if count > 0:
                act = self.last_act[i] - count + 1
                self.acts[self.acts_used] = self.acts[act]
                self.previous_act[self.acts_used] = self.previous_act[act]
                for k in range(1, count):
                    self.acts[self.acts_used + k] = self.acts[act + k]
                    self.previous_act[self.acts_used + k] = self.acts_used + k - 1
                self.acts_used += count
                self.last_act[to] = self.acts_used - 1
            else:
                self.last_act[to] = self.last_act[i]
            if to < i:
                for k in range(_CHAIN):
                    self.node[8 * to + k] = self.node[8 * i + k]
                self.states[to] = self.states[i]
                self.jokers_left[to] = self.jokers_left[i]
            to += 1
        self.used = to

    def _discard_layer(self) -> None:
        """Give up the next layer."""
        for i in range(BUCKETS):
            self.bucket[i] = -1

    def _grow_if_possible(self) -> bool:
        """Make the buffers that were too small four times as large; returns False if they have their greatest size."""
        self._discard_layer()
        if self.no_room == 1 and self.size < MOST_STATES:
            self._grow(self.size * 4, self.acts_size)
        elif self.no_room == 2 and self.acts_size < MOST_ACTS:
            self._grow(self.size, self.acts_size * 4)
        else:
            return False
        return True

    def _trim(self, width: cython.int) -> None:
        """Keep the most promising states, and of each number of special jokers left equally many as far as possible."""
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
        self.trimmed = True
        for k in range(strata + 1):
            self.stratum[k] = 0
        for i in range(self.next_first, self.used):
            if self.node[8 * i + _CHAIN] != _DROPPED:
                self.priority[i] = self._priority_of(i)
                self.stratum[self._stratum_of(i) + 1] += 1
        # Each stratum gets the same quota; what one does not need is shared among the others.
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
            if self.node[8 * i + _CHAIN] != _DROPPED:
                k = self._stratum_of(i)
                self.order[self.stratum[k]] = i
                self.stratum[k] += 1
        # Now `stratum` says where the states of each stratum end.
        begin = 0
        for k in range(strata):
            end = self.stratum[k]
            if end - begin > quota:
                self._select(self.order, self.priority, begin, end - 1, begin + quota)
                for i in range(begin + quota, end):
                    self.node[8 * self.order[i] + _CHAIN] = _DROPPED
            begin = end

    def _stratum_of(self, i: cython.int) -> cython.int:
        """Return a number for the special jokers that a state has left; in the full search also for the plain ones."""
        left: cython.int = self.node[8 * i + _KEY] >> _SPECIALS_AT
        k: cython.int = left >> 6
        k = k * (self.jokers[2] + 1) + ((left >> 3) & 7)
        k = k * (self.jokers[1] + 1) + (left & 7)
        return k * (self.jokers[0] + 1) + self.jokers_left[i] if self.full else k

    def _priority_of(self, i: cython.int) -> cython.longlong:
        """Return how promising a state is: by its score, its value as an opening, its jokers, and few short runs."""
        k: cython.int
        state: cython.int
        item: cython.int
        short: cython.int = 0
        value: cython.longlong = self.node[8 * i + _VALUE]
        pending: cython.longlong = self.node[8 * i + _KEY] & _PENDING_BITS
        joining: cython.longlong = (self.node[8 * i + _CURRENT] >> _JOINING_AT) & _JOINING_BITS
        for k in range(_COLOURS):
            state = (self.states[i] >> (8 * k)) & 255
            short += 2 * self.one_tile[state] + self.two_tiles[state]
            short += 2 * (joining & 7) + ((joining >> 3) & 7)
            joining >>= 9
        while pending:
            item = pending & 63
            pending >>= 6
            if item < _MIRRORED:
                short += 2 - (item - 1) % 3
        return (self.node[8 * i + _SCORE] + (value << 20)) * 1024 + self.jokers_left[i] * 32 - short * 8

    def _pick_best(self) -> bool:
        """Choose the best state of the last layer in which every set is complete."""
        for i in range(self.first, self.end):
            if not self._may_end(self.node[8 * i + _KEY]):
                continue
            if self.node[8 * i + _VALUE] < self.threshold:
                continue
            key = self.node[8 * i + _KEY] >> _SPECIALS_AT
            score = self.node[8 * i + _SCORE]
            spent = self.jokers[0] - self.jokers_left[i]
            if self.full:
                if spent < self.jokers_required[0]:
                    continue
                score += 0 if self.by_value else self.joker_weight[0] * (spent - self.jokers_required[0])
            elif self.joker_weight[0] >= 0:
                score += self.joker_weight[0] * (self.jokers[0] - self.jokers_required[0])
            elif spent > self.jokers_required[0]:
                score += self.joker_weight[0] * (spent - self.jokers_required[0])
            short = False
            for kind in range(1, 4):
                spent = self.jokers[kind] - ((key >> (3 * (kind - 1))) & 7)
                short = short or spent < self.jokers_required[kind]
                score += 0 if self.by_value else self.joker_weight[kind] * (spent - self.jokers_required[kind])
            if not short and score > self.best_known and (self.best < 0 or score > self.best_score):
                self.best = i
                self.best_score = score
        return self.best >= 0

    def _may_end(self, key: int) -> bool:
        """Return whether the pending sets of a state are complete."""
        pending = key & _PENDING_BITS
        while pending:
            item = pending & 63
            pending >>= 6
            if item < WAITING:
                return False
            if item < MIRRORED and (item - WAITING) % 3 < 2:
                return False
            if MIRRORED <= item < WAITING_MIRRORED and (item - MIRRORED) % 3:
                return False
        return True
