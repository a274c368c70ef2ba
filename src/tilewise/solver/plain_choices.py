"""The choices of one colour at one number, for the plain search: tiles into runs, into groups, and with which jokers.

A list of choices leaves out what cannot be part of a best play, or what another choice replaces: a tile that stays on
the rack although it could prolong a run, a joker where a real tile would do, a run that must continue although neither
tiles nor jokers are left for it.

A list depends on little: the run state, the jokers left, how many groups the number can have, and a few tiles of the
colour. All that is packed into a *key*. Positions of one game have most of their keys in common, so the lists are kept
from question to question in a hash table, until there is no room for more of them.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from tilewise.solver.encoding import (
    COLOURS,
    NUMBERS,
    RUN_STATES,
    STATE_NUMBERS,
    TILES,
    EncodedPosition,
    buffer,
    filled,
)

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

# What a choice adds, packed into one number (`choice_sums`), so that the choices of the four colours can be added up:
# two bits for each colour with its tiles in groups, a bit for each colour that leaves a tile on the rack, the jokers
# spent or promised to short runs, the jokers spent, the number of tiles, those of them from the rack, and the run
# states that follow, eight bits for each colour.
IDLE = 1 << 8
PROMISED_AT = 12
SPENT_AT = 17
TILES_AT = 22
PLACED_AT = 27
STATES_AT = 32

# The key of a list begins with the surroundings of its tile: tiles required and available here, available at the next
# number and at the one after it, whether tiles are welcome, and the variant of the search. Jokers reach further: with
# jokers a list also depends on how near the last number is, and with several of them on the three numbers after those.
AVAILABLE_AT = 2
NEXT_AT = 4
LAST_AT = 6
WELCOME_AT = 8
FULL_AT = 9
NEAR_END_AT = 10
LATER_AT = 13
SEEN = tuple((1 << (LATER_AT + jokers - 1 if jokers else NEAR_END_AT)) - 1 for jokers in range(5))
"""What a list with this many jokers sees of the surroundings."""
# Then it has the colour, the most groups of the number, the jokers left, the run state, and when the list was made.
COLOUR_AT = 16
GROUPS_AT = 18
LEFT_AT = 20
STATE_AT = 23
MADE = 1 << 32

MOST_CHOICES = 64
"""In one list."""
CHOICE_SIZE = 4
"""A choice is four numbers: its sums, its code, and the fields of the run state after it, in the first word or in the
second."""
CHOICES = 1 << 15
"""In all lists."""
SLOTS = 2 * CHOICES
"""For lists, in the hash table."""
MOST_USED = CHOICE_SIZE * (CHOICES - COLOURS * MOST_CHOICES)
"""With more numbers in all lists there may be no room for those of one state."""

# A list is described by where it begins and ends, the most tiles that one of its choices puts into groups, the number
# of rack tiles that gains most, and whether it has a single choice.
END_AT = 20
MOST_GROUPED_AT = 40
BEST_AT = 42
SINGLE_AT = 45
PLACE = (1 << END_AT) - 1

# Constants of C. They are literals, so that its compiler knows their values, and `test_compilation` compares them with
# the names above.
_TILES = cython.declare(cython.const[cython.int], 52)
_NUMBERS = cython.declare(cython.const[cython.int], 13)
_MOST_RUNS = cython.declare(cython.const[cython.int], 7)
_CHOICE_SIZE = cython.declare(cython.const[cython.int], 4)
_IDLE = cython.declare(cython.const[cython.int], 1 << 8)
_PROMISED_AT = cython.declare(cython.const[cython.int], 12)
_SPENT_AT = cython.declare(cython.const[cython.int], 17)
_TILES_AT = cython.declare(cython.const[cython.int], 22)
_STATES_AT = cython.declare(cython.const[cython.int], 32)
_AVAILABLE_AT = cython.declare(cython.const[cython.int], 2)
_NEXT_AT = cython.declare(cython.const[cython.int], 4)
_LAST_AT = cython.declare(cython.const[cython.int], 6)
_WELCOME_AT = cython.declare(cython.const[cython.int], 8)
_FULL_AT = cython.declare(cython.const[cython.int], 9)
_NEAR_END_AT = cython.declare(cython.const[cython.int], 10)
_LATER_AT = cython.declare(cython.const[cython.int], 13)
_PLACED_AT = cython.declare(cython.const[cython.int], 27)
_END_AT = cython.declare(cython.const[cython.int], 20)
_MOST_GROUPED_AT = cython.declare(cython.const[cython.int], 40)
_BEST_AT = cython.declare(cython.const[cython.int], 42)
_SINGLE = cython.declare(cython.const[cython.longlong], 1 << 45)


def tile_counts() -> list[tuple[int, ...]]:
    """List the tiles of each colour, for each way to pack them into two bits each."""
    return [tuple((packed >> (2 * colour)) & 3 for colour in range(COLOURS)) for packed in range(256)]


def most_groups() -> list[int]:
    """List how many groups a number can have, by the tiles of each colour, two bits each, and the jokers left."""
    most: list[int] = []
    for tiles in tile_counts():
        for jokers in range(8):
            groups = 3
            while sum(min(count, groups) for count in tiles) + jokers < 3 * groups:
                groups -= 1
            most.append(groups)
    return most


class ColourChoices(EncodedPosition):
    """A position, and the choices of its colours at one number."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self.surroundings = buffer("i", TILES)
        self.plain_surroundings = buffer("i", TILES)
        self.tiles_at = buffer("i", NUMBERS)
        self.most_groups = filled("i", most_groups())
        self.without_long = filled("i", [STATE_NUMBERS[one, two, max(long - 1, 0)] for one, two, long in RUN_STATES])
        self.made = MADE
        self.seen = filled("i", list(SEEN))
        self.lists = buffer("q", 2 * SLOTS)
        self.choices_end = 0
        self.choices = buffer("q", CHOICE_SIZE * CHOICES)

    def _note_surroundings(self) -> None:
        """Note what the lists of choices depend on at each number and colour."""
        n: cython.int
        at: cython.Py_ssize_t
        tiles: cython.int
        following: cython.int
        last: cython.int
        here: cython.int
        later: cython.int
        unwelcome: cython.longlong = 0
        variant: cython.int = self.full << _FULL_AT | 1 << _WELCOME_AT
        for n in range(_NUMBERS):
            at = 4 * n
            self.tiles_at[n] = (
                self.available[at]
                | self.available[at + 1] << 2
                | self.available[at + 2] << 4
                | self.available[at + 3] << 6
            )
        for at in range(_TILES):
            unwelcome |= self.weight[at]
        # The C compiler makes this loop one for several tiles at a time.
        for at in range(_TILES):
            tiles = self.available[at]
            following = self.available[at + 4]
            last = self.available[at + 8]
            here = variant | self.required[at] | tiles << _AVAILABLE_AT
            self.surroundings[at] = here | following << _NEXT_AT | last << _LAST_AT
            # Without jokers, runs cannot use more tiles of a number than of the one before it.
            following = following if following < tiles else tiles
            last = last if last < following else following
            self.plain_surroundings[at] = here | following << _NEXT_AT | last << _LAST_AT
        if unwelcome < 0:
            for at in range(_TILES):
                if self.weight[at] < 0:
                    self.surroundings[at] &= ~(1 << _WELCOME_AT)
                    self.plain_surroundings[at] &= ~(1 << _WELCOME_AT)
        if self.jokers[0] == 0:
            return
        for at in range(36, _TILES):
            self.surroundings[at] |= ((at >> 2) - 8) << _NEAR_END_AT
        if self.jokers[0] > 1:
            for at in range(40):
                later = self.available[at + 12] > 0
                if at < 36:
                    later |= (self.available[at + 16] > 0) << 1
                if at < 32:
                    later |= (self.available[at + 20] > 0) << 2
                self.surroundings[at] |= later << _LATER_AT

    def _list_choices(
        self, n: cython.int, colour: cython.int, state: cython.int, left: cython.int, groups: cython.int
    ) -> cython.longlong:
        """List the choices of a colour in a run state at number n, with this many jokers left and groups at most."""
        at: cython.int = 4 * (n - 1) + colour
        required: cython.int = self.required[at]
        available: cython.int = self.available[at]
        next_available: cython.int = self.available[at + 4]
        welcome: cython.int = self.weight[at] >= 0
        full: cython.int = self.full
        short: cython.int = self.one_tile[state] + self.two_tiles[state]
        running: cython.int = self.open_runs[state]
        most_grouped: cython.int = groups if groups < available else available
        needed: cython.int
        begin: cython.longlong = self.choices_end
        in_runs: cython.int
        in_groups: cython.int
        jokers: cython.int
        most_jokers: cython.int
        tiles: cython.int
        following: cython.int
        one: cython.int
        two: cython.int
        promised: cython.int
        placed: cython.int
        useful: cython.int
        idle: cython.int
        top: cython.longlong = 0
        best: cython.longlong = 0 if welcome else available
        if available + running == 0 and (left == 0 or (n != 11 and not full)):
            # There is nothing to place, and nothing that waits for it.
            self._add_choice(colour, state, 0, 0, 0, 0, 0, 0)
            return begin | self.choices_end << _END_AT | _SINGLE
        for in_runs in range(required - most_grouped if required > most_grouped else 0, available + 1):
            for in_groups in range(required - in_runs if required > in_runs else 0, available - in_runs + 1):
                if in_groups > most_grouped:
                    break
                # A joker in a run and the same real tile in a group could change places: only one of both is tried.
                if in_groups > 0:
                    most_jokers = 0
                elif full:
                    most_jokers = left
                elif in_runs < available and welcome:
                    most_jokers = 0
                elif n == 11:
                    # A joker begins a run only before 12-13; elsewhere it could as well lie at the end of the run.
                    most_jokers = left
                else:
                    most_jokers = left if left < running else running
                needed = short - in_runs if short > in_runs else 0
                idle = welcome and in_runs + in_groups < available
                for jokers in range(needed, most_jokers + 1):
                    tiles = in_runs + jokers
                    if tiles > _MOST_RUNS:
                        break
                    # A tile that would stay on the rack could prolong a long run that ends here.
                    if idle and tiles < running:
                        continue
                    # A joker after a long run only makes sense if it reaches a later tile.
                    if jokers > needed and not full and n != 11 and not self._reaches(at, left - jokers):
                        break
                    following = self.next_state[8 * state + tiles]
                    one = self.one_tile[following]
                    two = self.two_tiles[following]
                    if n >= 12 and (one > 0 or (n == 13 and two > 0)):
                        continue
                    # Short runs for which there are no tiles have to get jokers.
                    promised = one + two - next_available if one + two > next_available else 0
                    if one > self.available[at + 8]:
                        promised += one - self.available[at + 8]
                    if jokers + promised > left:
                        continue
                    # Long runs only count as far as tiles or jokers can prolong them: many states become one.
                    if self.open_runs[following] > one + two:
                        useful = next_available - one - two if next_available > one + two else 0
                        if jokers < left and (full or n == 10 or self._reaches(at + 4, left - jokers - 1)):
                            useful += left - jokers
                        while self.open_runs[following] - one - two > useful:
                            following = self.without_long[following]
                    if in_groups > top:
                        top = in_groups
                    placed = in_runs + in_groups - required
                    if placed > best if welcome else placed < best:
                        best = placed
                    self._add_choice(colour, following, in_runs, in_groups, jokers, promised, placed, idle and not full)
        # An empty list takes a place as well, so that there are never more lists than choices.
        if self.choices_end == begin:
            self.choices_end += _CHOICE_SIZE
            return begin | begin << _END_AT
        if self.choices_end == begin + _CHOICE_SIZE:
            best |= _SINGLE >> _BEST_AT
        return begin | self.choices_end << _END_AT | top << _MOST_GROUPED_AT | best << _BEST_AT

    def _add_choice(
        self,
        colour: cython.int,
        following: cython.longlong,
        in_runs: cython.longlong,
        in_groups: cython.longlong,
        jokers: cython.longlong,
        promised: cython.longlong,
        placed: cython.longlong,
        idle: cython.int,
    ) -> None:
        """Add a choice to the list that is being made."""
        at: cython.int = self.choices_end
        fields: cython.longlong
        sums: cython.longlong = in_runs + in_groups + jokers
        sums = placed << _PLACED_AT | sums << _TILES_AT | jokers << _SPENT_AT | (jokers + promised) << _PROMISED_AT
        if idle:
            sums |= _IDLE << colour
        self.choices[at] = sums | in_groups << (2 * colour) | following << (_STATES_AT + 8 * colour)
        self.choices[at + 1] = (in_runs | in_groups << 3 | jokers << 6) << (9 * colour)
        fields = self.run_fields[following] << (20 * (colour & 1))
        self.choices[at + 2] = fields if colour < 2 else 0
        self.choices[at + 3] = fields if colour >= 2 else 0
        self.choices_end = at + _CHOICE_SIZE

    def _reaches(self, at: cython.int, jokers: cython.int) -> cython.int:
        """Return whether this many further jokers reach a later tile of the colour."""
        while at + 4 < _TILES and jokers >= 0:
            at += 4
            if self.available[at] > 0:
                return 1
            jokers -= 1
        return 0
