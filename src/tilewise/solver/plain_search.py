"""The search for positions without special jokers: a dynamic programme over the numbers 1 to 13.

A *state* is what matters of all decisions so far: the run state of each colour (see `encoding`), the jokers left, and
the score, which is the sum of the weights of the tiles placed from the rack. A *layer* holds the states after a
number. To get from one layer to the next, each colour puts some of its tiles of that number into runs and some into
groups (`plain_choices` lists these choices); the search combines the choices of the four colours. Groups of one number
with g tiles of each colour need max(0, 3 * max(g) - sum(g)) jokers. After 13 the best state is the answer, and the
choices that led to it are its *path*.

These ideas keep the layers small without losing a best answer:

- A state is dropped if another *dominates* it: one with at least its score, at least its jokers, and run states that
  are at least as good. Five counts for each colour decide that; they are packed into fields with a guard bit each, so
  that one subtraction compares them all.
- A state is dropped if not even its *potential*, all that the later numbers could add, makes it better than the best
  answer known so far. Placing nothing is such an answer from the beginning, because the table consists of sets.
- The search is a beam that widens until it leaves nothing out. The first, narrow sweeps only look for a way to place
  everything, which nothing can beat.
- Tiles of the rack that cannot be part of any set are ignored from the beginning.
- The sweep goes from 13 down to 1 where that looks like less work.

There are two variants. The *lean* search spends a joker only where a real tile is missing; `plain_layout` then finds a
place for the jokers left, which is nearly always possible. The *full* search tries every use of every joker, and
compares only states with equally many jokers left. It is needed if a joker found no place, and for openings, where a
joker counts what it stands for: there the value of the sets so far is a further criterion.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from tilewise.solver.encoding import COLOURS, LOWEST_SCORE, NUMBERS, buffer, filled
from tilewise.solver.plain_choices import IDLE, PROMISED_AT, ColourChoices, tile_counts

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

INFEASIBLE, SOLVED, SPARE_JOKER, UNCHANGED, NO_ROOM = range(5)
"""Results of a search. SPARE_JOKER: the lean search left a joker that has no place, so the full search must answer.
UNCHANGED: nothing is better than placing nothing. NO_ROOM: the buffers are too small."""

# Constants of C. They are literals, so that its compiler knows their values, and `test_compilation` compares them with
# those of `plain_choices` and `encoding`.
_NUMBERS = cython.declare(cython.const[cython.int], 13)
_COLOURS = cython.declare(cython.const[cython.int], 4)
_NO_RUNS = cython.declare(cython.const[cython.int], 0)
_LOWEST_SCORE = cython.declare(cython.const[cython.longlong], -(1 << 62))
_INFEASIBLE = cython.declare(cython.const[cython.int], 0)
_SOLVED = cython.declare(cython.const[cython.int], 1)
_UNCHANGED = cython.declare(cython.const[cython.int], 3)
_NO_ROOM = cython.declare(cython.const[cython.int], 4)
_SLOTS = cython.declare(cython.const[cython.int], 1 << 16)
_MOST_USED = cython.declare(cython.const[cython.int], 130048)
_COLOUR_AT = cython.declare(cython.const[cython.int], 16)
_GROUPS_AT = cython.declare(cython.const[cython.int], 18)
_LEFT_AT = cython.declare(cython.const[cython.int], 20)
_STATE_AT = cython.declare(cython.const[cython.int], 23)
_MADE = cython.declare(cython.const[cython.longlong], 1 << 32)
_END_AT = cython.declare(cython.const[cython.int], 20)
_MOST_GROUPED_AT = cython.declare(cython.const[cython.int], 40)
_BEST_AT = cython.declare(cython.const[cython.int], 42)
_SINGLE_AT = cython.declare(cython.const[cython.int], 45)
_PLACE = cython.declare(cython.const[cython.int], (1 << 20) - 1)
_PROMISED_AT = cython.declare(cython.const[cython.int], 12)
_SPENT_AT = cython.declare(cython.const[cython.int], 17)
_TILES_AT = cython.declare(cython.const[cython.int], 22)
_STATES_AT = cython.declare(cython.const[cython.int], 32)
_PLACED_AT = cython.declare(cython.const[cython.int], 27)
_ALL_IDLE = cython.declare(cython.const[cython.int], 0b1111 << 8)
_GOLDEN = cython.declare(cython.const[cython.longlong], 0x9E3779B1)  # spreads the keys over all slots

# The fields by which states are compared, in two words of two colours each. The first word also has the jokers left
# and, in the full search, the jokers spent and the value of the sets. Each field has a guard bit above it;
# _FIELDS has the greatest number in each of them.
_GUARD = cython.declare(cython.const[cython.longlong], 0x8888888888 | 1 << 43 | 1 << 47 | 1 << 59)
_FIELDS = cython.declare(cython.const[cython.longlong], 0x7777777777 | 7 << 40 | 7 << 44 | 0x7FF << 48)
_JOKERS_FIELD = cython.declare(cython.const[cython.int], 40)
_SPENT_FIELD = cython.declare(cython.const[cython.int], 44)
_VALUE_FIELD = cython.declare(cython.const[cython.int], 48)

# A state has its run states, eight bits for each colour, and then the jokers left.
_JOKERS_AT = cython.declare(cython.const[cython.int], 32)
_ONE_LEFT = cython.declare(cython.const[cython.longlong], 1 << 32)

# The code of a choice has nine bits for each colour, then the jokers in groups.
_GROUP_JOKER = cython.declare(cython.const[cython.longlong], 1 << 36)

# The widths of the beam, and when to try what: all by measurement, and only a matter of time.
_NARROW = cython.declare(cython.int, 3)  # the first sweep that looks for a way to place everything
_WIDE = cython.declare(cython.int, 80)  # the first sweep that may leave tiles on the rack
_WIDER = cython.declare(cython.int, 8)  # by how much the beam widens from sweep to sweep
_THIN = cython.declare(cython.int, 24)  # once states were left out, this sweep can only give a bound
_FAR = cython.declare(cython.int, 9)  # if a sweep for everything reached this number, a wider one is worth while
_MANY = cython.declare(cython.int, 12)  # with fewer rack tiles, leaving some of them makes little more work
_CROWDED = cython.declare(cython.int, 60)  # with more table tiles, it is worth while to look for everything first
_DOWNWARDS = cython.declare(cython.int, 4)  # extra tiles that make up for going up instead of down
_HEIGHT = cython.declare(cython.int, 4)  # extra tiles that make up for a joker of the table at the next number


def missing_tiles(group: tuple[int, ...], *others: int) -> int:
    """Return how many jokers the groups need at least, if further colours can add up to this many tiles each.

    >>> missing_tiles((2, 1, 0, 0)), missing_tiles((2, 1, 0, 0), 2)
    (3, 1)
    """
    highest = max(group)
    return max(0, 3 * highest - sum(group) - sum(min(highest, most) for most in others))


def group_needs(group: tuple[int, ...]) -> int:
    """Return how many jokers the groups need, and the colours that have room in one of them, as in `choice_sums`.

    >>> group_needs((1, 1, 0, 0)) == 1 << PROMISED_AT | 0b1100 * IDLE
    True
    """
    return missing_tiles(group) << PROMISED_AT | sum(IDLE << k for k, count in enumerate(group) if count < max(group))


def singles_first(mask: int) -> int:
    """Return the colours, two bits each, in the order in which their lists are combined: first those in the mask.

    >>> [singles_first(0b1010) >> 2 * place & 3 for place in range(4)]
    [1, 3, 0, 2]
    """
    colours = sorted(range(COLOURS), key=lambda colour: not mask >> colour & 1)
    return sum(colour << 2 * place for place, colour in enumerate(colours))


class PlainSearch(ColourChoices):
    """Finds the best path through the numbers 1 to 13."""

    def __init__(self) -> None:
        super().__init__()
        self.threshold = -1
        self.by_value = False
        self.floor = LOWEST_SCORE
        self.given = 0
        groups = tile_counts()
        self.highest = filled("i", [max(group) for group in groups])
        self.group_needs = filled("i", [group_needs(group) for group in groups])
        self.missing_one = filled("i", [missing_tiles(group, one) for group in groups for one in range(4)])
        self.missing_two = filled(
            "i", [missing_tiles(group, one, other) for group in groups for one in range(4) for other in range(4)]
        )
        self.singles_first = filled("i", [singles_first(mask) for mask in range(1 << COLOURS)])
        self.keys = buffer("q", COLOURS)
        self.found = buffer("q", COLOURS)
        self.present = buffer("i", COLOURS)
        self.joker_height = 0
        self.potential = buffer("q", NUMBERS + 1)
        self.layer = buffer("i", NUMBERS + 2)
        self.rack_tiles = self.table_tiles = self.most_value = 0
        self.used = self.reached = 0
        self.width = self.beam = 0
        self.beam_floor = 0
        self.trimmed = False
        self.best_known = self.best_score = 0
        self.best_spent = 0
        self.path = buffer("q", NUMBERS + 1)
        self._grow(1 << 12)

    def _grow(self, size: int) -> None:
        """Make room for this many states in all layers."""
        self.size = size
        self.value = buffer("i", size)
        self.compared = buffer("q", 4 * size)
        self.parent = buffer("i", size)
        self.chosen = buffer("q", size)
        self.order = buffer("i", size)
        self.priority = buffer("q", size)

    def _search(self) -> cython.int:
        """Find the best path through the numbers, in the direction that looks like less work."""
        n: cython.int
        status: cython.int
        is_reversed: cython.int
        self._drop_useless_tiles()
        # The value of an opening is counted from 1 up.
        is_reversed = not self.full and self._is_easier_reversed()
        if is_reversed:
            self._reverse_numbers()
        self._compute_potential()
        self._note_surroundings()
        status = self._widen_beam()
        if is_reversed:
            self._reverse_numbers()
            for n in range(1, _NUMBERS // 2 + 1):
                self.path[n], self.path[_NUMBERS + 1 - n] = self.path[_NUMBERS + 1 - n], self.path[n]
        return status

    def _drop_useless_tiles(self) -> None:
        """Ignore tiles of the rack that no set could contain, even if it could have all other tiles and jokers."""
        n: cython.int
        colour: cython.int
        present: cython.int
        useless: cython.int
        dropped: cython.int = 1
        for colour in range(_COLOURS):
            present = 0
            for n in range(_NUMBERS):
                present |= (self.available[4 * n + colour] > 0) << n
            self.present[colour] = present
        # With two jokers, any tile is part of a set.
        while dropped and self.jokers[0] < 2:
            dropped = 0
            for colour in range(_COLOURS):
                useless = self.present[colour] & ~self._numbers_in_groups(3 - self.jokers[0])
                useless &= ~self._numbers_in_runs(colour, self.jokers[0])
                n = 0
                while useless:
                    if useless & 1 and self.available[4 * n + colour] > self.required[4 * n + colour]:
                        self.available[4 * n + colour] = self.required[4 * n + colour]
                        if self.required[4 * n + colour] == 0:
                            self.present[colour] &= ~(1 << n)
                            dropped = 1
                    useless >>= 1
                    n += 1

    def _numbers_in_groups(self, colours: cython.int) -> cython.int:
        """Return the numbers, one bit each, that are available in this many colours: two or three."""
        a: cython.int = self.present[0]
        b: cython.int = self.present[1]
        c: cython.int = self.present[2]
        d: cython.int = self.present[3]
        return a & b & (c | d) | c & d & (a | b) if colours == 3 else a & b | c & d | (a | b) & (c | d)

    def _numbers_in_runs(self, colour: cython.int, jokers: cython.int) -> cython.int:
        """Return the numbers of a colour, one bit each, that runs with up to this many jokers could contain: 0 or 1."""
        present: cython.int = self.present[colour]
        first: cython.int = present & present >> 1 & present >> 2
        if jokers == 0:
            return first | first << 1 | first << 2
        return present << 1 | present << 2 | present >> 1 | present >> 2

    def _is_easier_reversed(self) -> cython.int:
        """Return whether going from 13 down to 1 looks like less work: the high numbers leave fewer decisions open.

        A tile that fits into runs as well as into groups makes more states: the later it comes, the better. By
        measurement the five numbers at either end count, and without a great difference down is better. More than that
        counts where the jokers of the table lie, if that is known: until a sweep gets there, most states that have
        spent a joker are in vain, because the set that it left cannot do without it.
        """
        n: cython.int
        colour: cython.int
        both: cython.int
        more: cython.int = _DOWNWARDS + _HEIGHT * self.joker_height
        for colour in range(_COLOURS):
            both = self._numbers_in_groups(3) & self._numbers_in_runs(colour, 0)
            for n in range(5):
                if (both >> n) & 1:
                    more += self.available[4 * n + colour]
            for n in range(8, _NUMBERS):
                if (both >> n) & 1:
                    more -= self.available[4 * n + colour]
        return more > 0

    def _reverse_numbers(self) -> None:
        """Exchange the numbers 1 and 13, 2 and 12, and so on: runs stay runs, and groups stay groups."""
        n: cython.int
        colour: cython.int
        at: cython.Py_ssize_t
        opposite: cython.Py_ssize_t
        for n in range(_NUMBERS // 2):
            for colour in range(_COLOURS):
                at = 4 * n + colour
                opposite = 4 * (_NUMBERS - 1 - n) + colour
                self.required[at], self.required[opposite] = self.required[opposite], self.required[at]
                self.available[at], self.available[opposite] = self.available[opposite], self.available[at]
                self.weight[at], self.weight[opposite] = self.weight[opposite], self.weight[at]

    def _compute_potential(self) -> None:
        """Add up what the numbers after each one, and all jokers, could add to a score at most."""
        n: cython.int
        at: cython.Py_ssize_t
        required: cython.int
        tiles: cython.int
        rack_tiles: cython.int = 0
        table_tiles: cython.int = 0
        value: cython.int = _NUMBERS * self.jokers[0]
        gain: cython.longlong = 0
        if self.joker_weight[0] > 0:
            gain = self.joker_weight[0] * (self.jokers[0] - self.jokers_required[0])
        self.potential[_NUMBERS] = gain
        for n in range(_NUMBERS, 0, -1):
            at = 4 * n - 4
            required = self.required[at] + self.required[at + 1] + self.required[at + 2] + self.required[at + 3]
            tiles = self.available[at] + self.available[at + 1] + self.available[at + 2] + self.available[at + 3]
            table_tiles += required
            value += n * tiles
            if tiles > required:
                rack_tiles += tiles - required
                for at in range(4 * n - 4, 4 * n):
                    if self.weight[at] > 0:
                        gain += self.weight[at] * (self.available[at] - self.required[at])
            self.potential[n - 1] = gain
        self.rack_tiles = rack_tiles
        self.table_tiles = table_tiles
        self.most_value = value
        if self.given > 0:
            self.rack_tiles += 1
            self.table_tiles -= 1

    def _widen_beam(self) -> cython.int:
        """Sweep with wider and wider beams until an answer is final; what one sweep has found bounds the next.

        The first sweeps only follow states that can still place everything, so that they end soon where that is
        impossible. An answer is final if a sweep has left out nothing that could be better.
        """
        status: cython.int
        found: cython.int = 0
        unchanged: cython.int = self.may_stay and not self.by_value and self.threshold < 0
        worst: cython.longlong = -self.given if unchanged else _LOWEST_SCORE
        # A whole rack can rarely be placed on a small table.
        everything: cython.int = (not unchanged or self.rack_tiles >= _MANY or self.table_tiles >= _CROWDED) and (
            not self.by_value and self.threshold < 0
        )
        if unchanged and self.potential[0] + self.given == 0:
            self.used = 0
            return _UNCHANGED
        if self.most_value < self.threshold:
            self.used = 0
            return _INFEASIBLE
        if self.floor > worst:
            worst = self.floor
            if self.potential[0] <= worst:
                self.used = 0
                return _INFEASIBLE
        self.width = _NARROW if everything else _WIDE
        self.best_known = self.potential[0] - 1 if everything else worst
        while True:
            self.trimmed = False
            status = self._sweep()
            if status == _NO_ROOM:
                return status
            if status == _SOLVED:
                # A sweep only finds what is better than the best so far.
                found = 1
                self.best_known = self.best_score
            if found and not self.by_value and self.best_known == self.potential[0]:
                break
            if everything:
                # If nothing may stay on the rack, such a sweep has tried all there is.
                if not self.trimmed and self.rack_tiles == 0 and self.jokers[0] == self.jokers_required[0]:
                    break
                self.width = self.width * 4
                if not self.trimmed or self.rack_tiles < _MANY or self.reached < _FAR or self.width >= _WIDE:
                    everything = 0
                    self.width = _WIDE
                    self.best_known = worst
                continue
            if not self.trimmed:
                break
            self.width = self.width * _WIDER
        if not found:
            return _UNCHANGED if unchanged else _INFEASIBLE
        return _SOLVED

    def _sweep(self) -> cython.int:
        """Go through all numbers once; sets the path if there is a better one than the best so far."""
        n: cython.int
        self.compared[2] = 0
        self.compared[3] = _NO_RUNS | _NO_RUNS << 8 | _NO_RUNS << 16 | _NO_RUNS << 24
        self.compared[3] += _ONE_LEFT * self.jokers[0]
        self.value[0] = 0
        self.used = 1
        self.beam = self.width
        self.layer[0] = 0
        self.layer[1] = 1
        for n in range(1, _NUMBERS + 1):
            self.beam_floor = _LOWEST_SCORE
            self.reached = n
            if self._expand(n) == _NO_ROOM:
                return _NO_ROOM
            if self.used == self.layer[n]:
                return _INFEASIBLE
            if self.used - self.layer[n] > self.beam:
                self._trim(n)
            self.layer[n + 1] = self.used
        return self._pick_best()

    def _list_of(
        self,
        key: cython.longlong,
        n: cython.int,
        colour: cython.int,
        state: cython.longlong,
        left: cython.int,
        groups: cython.int,
    ) -> cython.longlong:
        """Return the list of choices of a colour in a run state; the rest of its key is known."""
        slot: cython.Py_ssize_t
        key |= state << _STATE_AT
        slot = ((key * _GOLDEN) >> 29) & (2 * _SLOTS - 2)
        while self.lists[slot] != key:
            if self.lists[slot] < self.made:
                self.lists[slot] = key
                self.lists[slot + 1] = self._list_choices(n, colour, state, left, groups)
                break
            slot = (slot + 2) & (2 * _SLOTS - 2)
        return self.lists[slot + 1]

    def _note_keys(self, n: cython.int, left: cython.longlong, groups: cython.longlong) -> None:
        """Note the keys of the lists at number n, without the run states."""
        colour: cython.longlong
        for colour in range(4):
            self.keys[colour] = self.made | left << _LEFT_AT | groups << _GROUPS_AT | colour << _COLOUR_AT
            if left == 0:
                self.keys[colour] |= self.plain_surroundings[4 * n - 4 + colour]
            else:
                self.keys[colour] |= self.surroundings[4 * n - 4 + colour] & self.seen[left]

    def _expand(self, n: cython.int) -> cython.int:
        """Make the layer after number n from the one before it."""
        i: cython.Py_ssize_t
        a: cython.Py_ssize_t
        b: cython.Py_ssize_t
        c: cython.Py_ssize_t
        d: cython.Py_ssize_t
        list_a: cython.longlong
        list_b: cython.longlong
        list_c: cython.longlong
        list_d: cython.longlong
        begin_b: cython.Py_ssize_t
        begin_c: cython.Py_ssize_t
        begin_d: cython.Py_ssize_t
        end_a: cython.Py_ssize_t
        end_b: cython.Py_ssize_t
        end_c: cython.Py_ssize_t
        end_d: cython.Py_ssize_t
        tops: cython.Py_ssize_t
        top_d: cython.Py_ssize_t
        order: cython.Py_ssize_t
        state: cython.longlong
        left: cython.longlong
        known_left: cython.longlong = -1
        groups: cython.longlong = 0
        needs: cython.longlong
        sums_a: cython.longlong
        sums_b: cython.longlong
        sums_c: cython.longlong
        sums: cython.longlong
        score: cython.longlong
        gain: cython.longlong
        code: cython.longlong
        first: cython.longlong
        second: cython.longlong
        best_b: cython.longlong
        best_c: cython.longlong
        best_d: cython.longlong
        weight: cython.longlong = self._most_weight(n)
        is_even: cython.int = self._has_even_weights(n)
        # If everything has to be placed, it pays to find out soon that something is not.
        is_tight: cython.int = self.best_known + 1 == self.potential[0]
        # The score that a state must exceed to become better than the best answer so far.
        enough: cython.longlong = _LOWEST_SCORE if self.by_value else self.best_known - self.potential[n]
        for i in range(self.layer[n - 1], self.layer[n]):
            score = self.compared[4 * i + 2]
            state = self.compared[4 * i + 3]
            left = state >> _JOKERS_AT
            # There must be room for the lists of this state: the others can be made again.
            if self.choices_end > _MOST_USED:
                self.choices_end = 0
                self.made += _MADE
                known_left = -1
            if left != known_left:
                known_left = left
                groups = self.most_groups[8 * self.tiles_at[n - 1] + left]
                self._note_keys(n, left, groups)
            list_a = self._list_of(self.keys[0], n, 0, state & 255, left, groups)
            list_b = self._list_of(self.keys[1], n, 1, (state >> 8) & 255, left, groups)
            list_c = self._list_of(self.keys[2], n, 2, (state >> 16) & 255, left, groups)
            list_d = self._list_of(self.keys[3], n, 3, (state >> 24) & 255, left, groups)
            # Lists of a single choice come first, and the others keep their order: that makes the fewest steps.
            self.found[0] = list_a
            self.found[1] = list_b
            self.found[2] = list_c
            self.found[3] = list_d
            order = self.singles_first[
                ((list_a >> _SINGLE_AT) & 1)
                | ((list_b >> _SINGLE_AT) & 1) << 1
                | ((list_c >> _SINGLE_AT) & 1) << 2
                | ((list_d >> _SINGLE_AT) & 1) << 3
            ]
            list_a = self.found[order & 3]
            list_b = self.found[(order >> 2) & 3]
            list_c = self.found[(order >> 4) & 3]
            list_d = self.found[order >> 6]
            begin_b, end_b = list_b & _PLACE, (list_b >> _END_AT) & _PLACE
            begin_c, end_c = list_c & _PLACE, (list_c >> _END_AT) & _PLACE
            begin_d, end_d = list_d & _PLACE, (list_d >> _END_AT) & _PLACE
            # An empty list is none of a single choice, so it comes after those.
            if begin_b == end_b or begin_c == end_c or begin_d == end_d:
                continue
            top_d = (list_d >> _MOST_GROUPED_AT) & 3
            tops = ((list_c >> _MOST_GROUPED_AT) & 3) * 4 + top_d
            best_d = enough - score - ((list_d >> _BEST_AT) & 7) * weight
            best_c = best_d - ((list_c >> _BEST_AT) & 7) * weight
            best_b = best_c - ((list_b >> _BEST_AT) & 7) * weight
            end_a = (list_a >> _END_AT) & _PLACE
            for a in range(list_a & _PLACE, end_a, 4):
                sums_a = self.choices[a]
                if is_tight and ((sums_a >> _PLACED_AT) & 31) * weight <= best_b:
                    continue
                for b in range(begin_b, end_b, 4):
                    sums_b = sums_a + self.choices[b]
                    # Jokers must make up for what the other two colours cannot add to the groups.
                    if ((sums_b >> _PROMISED_AT) & 31) + self.missing_two[(sums_b & 255) * 16 + tops] > left or (
                        is_tight and ((sums_b >> _PLACED_AT) & 31) * weight <= best_c
                    ):
                        continue
                    for c in range(begin_c, end_c, 4):
                        sums_c = sums_b + self.choices[c]
                        if ((sums_c >> _PROMISED_AT) & 31) + self.missing_one[(sums_c & 255) * 4 + top_d] > left or (
                            is_tight and ((sums_c >> _PLACED_AT) & 31) * weight <= best_d
                        ):
                            continue
                        for d in range(begin_d, end_d, 4):
                            sums = sums_c + self.choices[d]
                            needs = self.group_needs[sums & 255]
                            # A tile that would stay on the rack could join a group that lacks its colour.
                            if ((sums >> _PROMISED_AT) & 31) + (
                                needs >> _PROMISED_AT
                            ) > left or needs & sums & _ALL_IDLE:
                                continue
                            code = self.choices[a + 1] | self.choices[b + 1] | self.choices[c + 1] | self.choices[d + 1]
                            if is_even:
                                gain = score + ((sums >> _PLACED_AT) & 31) * weight
                            else:
                                gain = score + self._gain_of(n, code)
                            if gain <= enough:
                                continue
                            first = (
                                self.choices[a + 2] | self.choices[b + 2] | self.choices[c + 2] | self.choices[d + 2]
                            )
                            second = (
                                self.choices[a + 3] | self.choices[b + 3] | self.choices[c + 3] | self.choices[d + 3]
                            )
                            if self.full:
                                if self._add_states_full(n, i, gain, sums, first, second, code):
                                    return _NO_ROOM
                            elif self._add_state(
                                n,
                                i,
                                gain,
                                0,
                                left - (needs >> _PROMISED_AT) - ((sums >> _SPENT_AT) & 31),
                                sums >> _STATES_AT,
                                first,
                                second,
                                code | _GROUP_JOKER * (needs >> _PROMISED_AT),
                            ):
                                return _NO_ROOM
        return _SOLVED

    def _most_weight(self, n: cython.int) -> cython.longlong:
        """Return the greatest weight of a tile of number n."""
        at: cython.Py_ssize_t
        most: cython.longlong = self.weight[4 * n - 4]
        for at in range(4 * n - 3, 4 * n):
            if self.weight[at] > most:
                most = self.weight[at]
        return most

    def _has_even_weights(self, n: cython.int) -> cython.int:
        """Return whether all tiles of number n have the same weight."""
        at: cython.Py_ssize_t
        for at in range(4 * n - 3, 4 * n):
            if self.weight[at] != self.weight[4 * n - 4]:
                return 0
        return 1

    def _gain_of(self, n: cython.int, code: cython.longlong) -> cython.longlong:
        """Return what the tiles from the rack gain that choices at number n place."""
        colour: cython.int
        at: cython.int
        tiles: cython.longlong
        gain: cython.longlong = 0
        for colour in range(_COLOURS):
            at = 4 * n - 4 + colour
            tiles = ((code >> (9 * colour)) & 7) + ((code >> (9 * colour + 3)) & 7)
            gain += (tiles - self.required[at]) * self.weight[at]
        return gain

    def _add_states_full(
        self,
        n: cython.int,
        parent: cython.int,
        score: cython.longlong,
        sums: cython.longlong,
        first: cython.longlong,
        second: cython.longlong,
        code: cython.longlong,
    ) -> cython.int:
        """Add states with every number of jokers that the groups could contain; returns 1 if there is no room."""
        left: cython.int = (self.compared[4 * parent + 3] >> _JOKERS_AT) - ((sums >> _SPENT_AT) & 31)
        promised: cython.int = ((sums >> _PROMISED_AT) & 31) - ((sums >> _SPENT_AT) & 31)
        tiles: cython.int = (sums >> _TILES_AT) & 31
        highest: cython.int = self.highest[sums & 255]
        grouped: cython.int = (sums & 3) + ((sums >> 2) & 3) + ((sums >> 4) & 3) + ((sums >> 6) & 3)
        groups: cython.int = highest
        wanted: cython.int
        value: cython.longlong
        spent: cython.longlong
        last: cython.int = -1
        # Groups may contain more jokers than they need, and there may be more groups.
        while groups == highest or 3 * groups - grouped <= left:
            wanted = 3 * groups - grouped
            if wanted <= last:
                wanted = last + 1
            if wanted < 0:
                wanted = 0
            while wanted + promised <= left and wanted <= 4 * groups - grouped:
                value = n * (tiles + wanted)
                if self.by_value:
                    score = self.compared[4 * parent + 2] + value
                    value = 0
                elif self.threshold < 0:
                    value = 0
                else:
                    value += self.value[parent]
                    if value > self.threshold:
                        value = self.threshold
                spent = self.jokers[0] - left + wanted
                if self._add_state(
                    n,
                    parent,
                    score,
                    value,
                    left - wanted,
                    sums >> _STATES_AT,
                    first | spent << _SPENT_FIELD | value << _VALUE_FIELD,
                    second,
                    code | _GROUP_JOKER * wanted,
                ):
                    return 1
                last = wanted
                wanted += 1
            groups += 1
        return 0

    def _add_state(
        self,
        n: cython.int,
        parent: cython.int,
        score: cython.longlong,
        value: cython.longlong,
        left: cython.longlong,
        runs: cython.longlong,
        first: cython.longlong,
        second: cython.longlong,
        choice: cython.longlong,
    ) -> cython.int:
        """Add a state to the layer unless another dominates it; returns 1 if there is no room.

        `first` and `second` are the fields by which states are compared, but for the jokers left.
        """
        at: cython.Py_ssize_t
        # The beam is full of better states.
        if (score + value) * 256 + left * 32 < self.beam_floor:
            self.trimmed = True
            return 0
        at = self._place_for(score, first | left << _JOKERS_FIELD, second)
        if at < 0:
            return 0
        if at >= self.size:
            return 1
        self.compared[4 * at + 3] = runs | left << _JOKERS_AT
        self.value[at] = value
        self.parent[at] = parent
        self.chosen[at] = choice
        self.used = at + 1
        if at - self.layer[n] > 2 * self.beam:
            self._trim(n)
        return 0

    def _place_for(self, score: cython.longlong, first: cython.longlong, second: cython.longlong) -> cython.Py_ssize_t:
        """Drop the states that a new one dominates, and return its place; -1 if another dominates it."""
        at: cython.Py_ssize_t = 4 * self.layer[self.reached]
        end: cython.Py_ssize_t = 4 * self.used
        first_lack: cython.longlong = _FIELDS - first
        second_lack: cython.longlong = _FIELDS - second
        # A layer notes what each count lacks of the greatest possible one. Where the new count is greater, its sum with
        # this lack reaches the guard bit; where it is less, so does the sum of its own lack and the other count.
        while at < end:
            if ((self.compared[at] + first) | (self.compared[at + 1] + second)) & _GUARD == 0 and (
                self.compared[at + 2] >= score
            ):
                return -1
            if (
                (first_lack + _FIELDS - self.compared[at]) | (second_lack + _FIELDS - self.compared[at + 1])
            ) & _GUARD == 0 and self.compared[at + 2] <= score:
                end -= 4
                self._move_state(end >> 2, at >> 2)
            else:
                at += 4
        at = end >> 2
        if at < self.size:
            self.compared[end] = first_lack
            self.compared[end + 1] = second_lack
            self.compared[end + 2] = score
        return at

    def _move_state(self, origin: cython.int, to: cython.int) -> None:
        """Let a state take the place of another."""
        self.value[to] = self.value[origin]
        self.compared[4 * to] = self.compared[4 * origin]
        self.compared[4 * to + 1] = self.compared[4 * origin + 1]
        self.compared[4 * to + 2] = self.compared[4 * origin + 2]
        self.compared[4 * to + 3] = self.compared[4 * origin + 3]
        self.parent[to] = self.parent[origin]
        self.chosen[to] = self.chosen[origin]

    def _trim(self, n: cython.int) -> None:
        """Keep only the most promising states of a layer that is wider than the beam."""
        begin: cython.int = self.layer[n]
        count: cython.int = self.used - begin
        end: cython.int
        dropped: cython.int
        i: cython.int
        if count <= self.beam:
            return
        self.trimmed = True
        # From now on this sweep can only give a bound, and a narrow beam does that quickly.
        if self.beam > _THIN:
            self.beam = _THIN
        for i in range(count):
            self.order[i] = begin + i
            self.priority[begin + i] = self._priority_of(begin + i)
        self._select(self.order, self.priority, 0, count - 1, self.beam)
        # States that are kept take the places of those that are dropped.
        end = begin + self.beam
        dropped = self.beam
        self.beam_floor = self.priority[self.order[0]]
        for i in range(self.beam):
            if self.priority[self.order[i]] < self.beam_floor:
                self.beam_floor = self.priority[self.order[i]]
            if self.order[i] >= end:
                while self.order[dropped] >= end:
                    dropped += 1
                self._move_state(self.order[i], self.order[dropped])
                dropped += 1
        self.used = end

    def _priority_of(self, i: cython.int) -> cython.longlong:
        """Return how promising a state is: by its score, then by the jokers left, then by few short runs."""
        k: cython.int
        state: cython.int
        left: cython.longlong
        short: cython.int = 0
        for k in range(_COLOURS):
            state = (self.compared[4 * i + 3] >> (8 * k)) & 255
            short += 2 * self.one_tile[state] + self.two_tiles[state]
        left = self.compared[4 * i + 3] >> _JOKERS_AT
        return (self.compared[4 * i + 2] + self.value[i]) * 256 + left * 32 - short

    def _pick_best(self) -> cython.int:
        """Choose the best state of the last layer, and follow its path back."""
        i: cython.int
        n: cython.int
        spent: cython.int
        best: cython.int = -1
        score: cython.longlong
        for i in range(self.layer[_NUMBERS], self.layer[_NUMBERS + 1]):
            spent = self.jokers[0] - (self.compared[4 * i + 3] >> _JOKERS_AT)
            score = self.compared[4 * i + 2]
            if self.full:
                if spent < self.jokers_required[0] or self.value[i] < self.threshold:
                    continue
                if not self.by_value:
                    score += self.joker_weight[0] * (spent - self.jokers_required[0])
            elif self.joker_weight[0] >= 0:
                score += self.joker_weight[0] * (self.jokers[0] - self.jokers_required[0])
            elif spent > self.jokers_required[0]:
                score += self.joker_weight[0] * (spent - self.jokers_required[0])
            # Of equals, the one that keeps more jokers is better.
            if score > self.best_known and (
                best < 0 or score > self.best_score or (score == self.best_score and spent < self.best_spent)
            ):
                best = i
                self.best_spent = spent
                self.best_score = score
        if best < 0:
            return _INFEASIBLE
        for n in range(_NUMBERS, 0, -1):
            self.path[n] = self.chosen[best]
            best = self.parent[best]
        return _SOLVED
