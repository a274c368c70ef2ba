# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The choices of one colour at one number, for the plain search: tiles into runs, into groups, and with which jokers.

Many states of a layer agree in one colour. So the choices that a run state of a colour has are listed once for each
number and number of jokers left, and found again by a key. A list leaves out what cannot be part of a best play, or
what another choice replaces: a tile that stays on the rack although it could prolong a run, a joker where a real tile
would do, a run that must continue although neither tiles nor jokers are left for it.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from tilewise.solver.encoding import (
    COLOURS,
    LOWEST_SCORE,
    MOST_RUNS,
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
# spent or promised to short runs, the jokers spent, and the number of tiles.
IDLE = 1 << 8
PROMISED_AT = 12
SPENT_AT = 17
TILES_AT = 22

# A list has four numbers: when it was made (`stamp`), where it begins, where it ends (with the most tiles that one of
# its choices puts into groups in the bits above), and the greatest gain in it.
LIST_END = (1 << 32) - 1
MOST_GROUPED_AT = 32

# The compiler turns these into C variables, which Python cannot see.
_TILES = cython.declare(cython.int, TILES)
_COLOURS = cython.declare(cython.int, COLOURS)
_MOST_RUNS = cython.declare(cython.int, MOST_RUNS)
_MOST_CHOICES = cython.declare(cython.int, 64)  # in one list
_IDLE = cython.declare(cython.int, IDLE)
_PROMISED_AT = cython.declare(cython.int, PROMISED_AT)
_SPENT_AT = cython.declare(cython.int, SPENT_AT)
_TILES_AT = cython.declare(cython.int, TILES_AT)
_MOST_GROUPED_AT = cython.declare(cython.longlong, MOST_GROUPED_AT)
_LOWEST_SCORE = cython.declare(cython.longlong, LOWEST_SCORE)


class ColourChoices(EncodedPosition):
    """A position, and the choices of its colours at one number."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self.size = 0
        self.stamp = 0
        self.choices_used = 0
        self.choice_lists = buffer("q", COLOURS * 8 * 128 * 4)
        self.without_long = filled("i", [STATE_NUMBERS[one, two, max(long - 1, 0)] for one, two, long in RUN_STATES])

    def _grow_choices(self, size: int) -> None:
        """Make room for this many choices in all lists."""
        self.size = size
        self.choice_state = buffer("i", size)
        self.choice_sums = buffer("q", size)
        self.choice_code = buffer("q", size)
        self.choice_gain = buffer("q", size)
        # The lists are gone with the old buffers.
        self.stamp += 1

    def _list_choices(
        self, n: cython.int, colour: cython.int, state: cython.int, left: cython.int, key: cython.int
    ) -> cython.int:
        """List the choices of a colour in a run state at number n, with this many jokers left; 1: no room."""
        at: cython.int = 4 * (n - 1) + colour
        required: cython.int = self.required[at]
        available: cython.int = self.available[at]
        next_available: cython.int = self.available[at + 4]
        weight: cython.longlong = self.weight[at]
        full: cython.int = self.full
        short: cython.int = self.one_tile[state] + self.two_tiles[state]
        running: cython.int = self.open_runs[state]
        most_grouped: cython.int = self._most_grouped(n, colour, left) if available > 0 else 0
        needed: cython.int
        count: cython.int = self.choices_used
        in_runs: cython.int
        in_groups: cython.int
        jokers: cython.int
        most_jokers: cython.int
        tiles: cython.int
        following: cython.int
        one: cython.int
        two: cython.int
        promised: cython.int
        useful: cython.int
        idle: cython.int
        top: cython.longlong = 0
        code: cython.longlong
        sums: cython.longlong
        gain: cython.longlong
        best: cython.longlong = _LOWEST_SCORE
        if count + _MOST_CHOICES > self.size:
            return 1
        self.choice_lists[key] = self.stamp
        self.choice_lists[key + 1] = count
        if available + running == 0 and (left == 0 or (n != 11 and not full)):
            # There is nothing to place, and nothing that waits for it.
            self._add_choice(colour, state, 0, 0, 0)
            self.choice_lists[key + 2] = count + 1
            self.choice_lists[key + 3] = 0
            return 0
        if left == 0:
            self._list_without_jokers(at, colour, state, key, most_grouped)
            return 0
        for in_runs in range(required - most_grouped if required > most_grouped else 0, available + 1):
            for in_groups in range(required - in_runs if required > in_runs else 0, available - in_runs + 1):
                if in_groups > most_grouped:
                    break
                # A joker in a run and the same real tile in a group could change places: only one of both is tried.
                if in_groups > 0:
                    most_jokers = 0
                elif full:
                    most_jokers = left
                elif in_runs < available and weight >= 0:
                    most_jokers = 0
                elif n == 11:
                    # A joker begins a run only before 12-13; elsewhere it could as well lie at the end of the run.
                    most_jokers = left
                else:
                    most_jokers = left if left < running else running
                needed = short - in_runs if short > in_runs else 0
                idle = weight >= 0 and in_runs + in_groups < available
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
                    gain = (in_runs + in_groups - required) * weight
                    if gain > best:
                        best = gain
                    if in_groups > top:
                        top = in_groups
                    code = in_runs | in_groups << 3 | jokers << 6
                    sums = tiles + in_groups
                    sums = (
                        sums << _TILES_AT
                        | jokers << _SPENT_AT
                        | (jokers + promised) << _PROMISED_AT
                        | in_groups << (2 * colour)
                    )
                    if idle and not full:
                        sums |= _IDLE << colour
                    self._add_choice(colour, following, code, sums, gain)
        self.choice_lists[key + 2] = self.choices_used | top << _MOST_GROUPED_AT
        self.choice_lists[key + 3] = best
        return 0

    def _list_without_jokers(
        self, at: cython.int, colour: cython.int, state: cython.int, key: cython.int, most_grouped: cython.int
    ) -> None:
        """List the same choices where no joker is left: most lists are of this kind, and need fewer conditions."""
        required: cython.int = self.required[at]
        available: cython.int = self.available[at]
        next_available: cython.int = self.available[at + 4]
        after_next: cython.int = self.available[at + 8]
        weight: cython.longlong = self.weight[at]
        running: cython.int = self.open_runs[state]
        fewest: cython.int = self.one_tile[state] + self.two_tiles[state]
        in_runs: cython.int
        in_groups: cython.int
        following: cython.int
        short: cython.int
        idle: cython.int
        top: cython.longlong = 0
        code: cython.longlong
        sums: cython.longlong
        gain: cython.longlong
        best: cython.longlong = _LOWEST_SCORE
        if required - most_grouped > fewest:
            fewest = required - most_grouped
        for in_runs in range(fewest, available + 1):
            following = self.next_state[8 * state + in_runs]
            short = self.one_tile[following] + self.two_tiles[following]
            if short > next_available or self.one_tile[following] > after_next:
                continue
            while self.open_runs[following] > next_available:
                following = self.without_long[following]
            for in_groups in range(required - in_runs if required > in_runs else 0, available - in_runs + 1):
                if in_groups > most_grouped:
                    break
                idle = weight >= 0 and in_runs + in_groups < available
                if idle and in_runs < running:
                    continue
                gain = (in_runs + in_groups - required) * weight
                if gain > best:
                    best = gain
                if in_groups > top:
                    top = in_groups
                code = in_runs | in_groups << 3
                sums = in_runs + in_groups
                sums = sums << _TILES_AT | in_groups << (2 * colour)
                if idle and not self.full:
                    sums |= _IDLE << colour
                self._add_choice(colour, following, code, sums, gain)
        self.choice_lists[key + 2] = self.choices_used | top << _MOST_GROUPED_AT
        self.choice_lists[key + 3] = best

    def _add_choice(
        self,
        colour: cython.int,
        following: cython.int,
        code: cython.longlong,
        sums: cython.longlong,
        gain: cython.longlong,
    ) -> None:
        """Add a choice to the list that is being made."""
        count: cython.int = self.choices_used
        self.choice_state[count] = following << (8 * colour)
        self.choice_code[count] = code << (9 * colour)
        self.choice_sums[count] = sums
        self.choice_gain[count] = gain
        self.choices_used = count + 1

    def _most_grouped(self, n: cython.int, colour: cython.int, left: cython.int) -> cython.int:
        """Return how many tiles of a colour the groups of number n can hold: each needs two others, or jokers."""
        at: cython.int = 4 * (n - 1)
        groups: cython.int = self.available[at + colour]
        other: cython.int
        tiles: cython.int
        while groups > 0:
            tiles = left
            for other in range(_COLOURS):
                tiles += self.available[at + other] if self.available[at + other] < groups else groups
            if tiles >= 3 * groups:
                break
            groups -= 1
        return groups

    def _reaches(self, at: cython.int, jokers: cython.int) -> cython.int:
        """Return whether this many further jokers reach a later tile of the colour."""
        while at + 4 < _TILES and jokers >= 0:
            at += 4
            if self.available[at] > 0:
                return 1
            jokers -= 1
        return 0
