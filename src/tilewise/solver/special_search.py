"""The kernel for positions with special jokers (X1-X3): a dynamic programme over the numbers 1 to 13, in small stages.

It extends the plain search (see `plain_search`): a state also contains the pending sets that special jokers left open
(see `special_codes`). All decisions about one number together would be millions, so a number is decided in stages.
Each stage decides one item and makes a layer of its own, and states that have become equal are merged at once:

1. whether and how each pending set continues;
2. groups with double jokers;
3. runs that begin with a colour-change joker;
4. mirrored groups;
5. for each colour, what special jokers begin or prolong there, and then how its other tiles are used in runs and
   groups, as in the plain search. The last colour also settles the groups of the number.

`special_layers` stores the states, drops those that others dominate, and keeps the layers within the width of the beam.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from tilewise.solver import special_codes as codes
from tilewise.solver.encoding import (
    COLOURS,
    LOWEST_SCORE,
    MOST_RUNS,
    NUMBERS,
    RUN_STATES,
    STATE_NUMBERS,
    TILES,
    buffer,
    filled,
)
from tilewise.solver.special_layers import SpecialLayers

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

STAGES = 12

# The compiler turns these into C variables, which Python cannot see.
_TILES = cython.declare(cython.int, TILES)
_NUMBERS = cython.declare(cython.int, NUMBERS)
_COLOURS = cython.declare(cython.int, COLOURS)
_MOST_RUNS = cython.declare(cython.int, MOST_RUNS)
_ONE = cython.declare(cython.longlong, 1)

# The stages of a number; from _COLOUR_STAGES on two for each colour.
_PENDING = cython.declare(cython.int, 0)
_DOUBLE_GROUPS = cython.declare(cython.int, 1)
_NEW_CHANGES = cython.declare(cython.int, 2)
_MIRRORED_GROUPS = cython.declare(cython.int, 3)
_COLOUR_STAGES = cython.declare(cython.int, 4)

# Codes of pending sets and of acts.
_COVERED = cython.declare(cython.int, codes.COVERED)
_WAITING = cython.declare(cython.int, codes.WAITING)
_MIRRORED = cython.declare(cython.int, codes.MIRRORED)
_WAITING_MIRRORED = cython.declare(cython.int, codes.WAITING_MIRRORED)
_ANY_COLOUR = cython.declare(cython.int, codes.ANY_COLOUR)
_NUMBER_AT = cython.declare(cython.int, codes.NUMBER_AT)
_CARRY = cython.declare(cython.int, codes.CARRY)
_CLOSE = cython.declare(cython.int, codes.CLOSE)
_PROLONG_WAITING = cython.declare(cython.int, codes.PROLONG_WAITING)
_PROLONG_MIRRORED = cython.declare(cython.int, codes.PROLONG_MIRRORED)
_PROLONG_WAITING_MIRRORED = cython.declare(cython.int, codes.PROLONG_WAITING_MIRRORED)
_DOUBLE_ON_RUN = cython.declare(cython.int, codes.DOUBLE_ON_RUN)
_DOUBLE_FIRST = cython.declare(cython.int, codes.DOUBLE_FIRST)
_DOUBLE_IN_GROUP = cython.declare(cython.int, codes.DOUBLE_IN_GROUP)
_CHANGE_ON_RUN = cython.declare(cython.int, codes.CHANGE_ON_RUN)
_CHANGE_FIRST = cython.declare(cython.int, codes.CHANGE_FIRST)
_MIRROR_RUN = cython.declare(cython.int, codes.MIRROR_RUN)
_CHANGE_ON_MIRRORED = cython.declare(cython.int, codes.CHANGE_ON_MIRRORED)
_CHANGE_FIRST_MIRRORED = cython.declare(cython.int, codes.CHANGE_FIRST_MIRRORED)
_MIRROR_GROUP = cython.declare(cython.int, codes.MIRROR_GROUP)
_USE_TILES = cython.declare(cython.int, codes.USE_TILES)
_USE_GROUP_JOKERS = cython.declare(cython.int, codes.USE_GROUP_JOKERS)


def changed_states(change: int) -> list[int]:
    """List the run states that each one becomes with one run more (1) or less (-1), by the length of that run.

    The lengths are one tile, two tiles, three or more. -1 if there is no such run state.
    """
    changed = []
    for one, two, long in RUN_STATES:
        for state in ((one + change, two, long), (one, two + change, long), (one, two, long + change)):
            changed.append(STATE_NUMBERS.get(state, -1))
    return changed


class SpecialKernel(SpecialLayers):
    """Solves one position at a time; owns the buffers for it."""

    def __init__(self) -> None:
        super().__init__()
        self.without_run = filled("i", changed_states(-1))
        self.with_run = filled("i", changed_states(1))
        self.old_pending = buffer("i", 16)
        self.old_pending_count = 0

    def solve(
        self,
        width: int,
        full: bool = False,
        threshold: int = -1,
        by_value: bool = False,
        better_than: int | None = None,
        most_work: int = 1 << 40,
    ) -> bool:
        """Search with a beam of this many states; returns whether there is an answer (see `is_proven`).

        Only answers that weigh more than `better_than` count. The search gives up after it has looked at `most_work`
        states. The lean search may leave plain jokers without a place (see `unplaced_jokers`).
        """
        n: cython.int
        stage: cython.int
        self.full = full
        self.threshold = threshold
        self.by_value = by_value
        self.work = most_work
        self.width = width
        self.best = -1
        self.best_known = LOWEST_SCORE if better_than is None else better_than
        self._compute_potential()
        self._begin_layers()
        for n in range(1, NUMBERS + 1):
            for stage in range(STAGES):
                if not self._has_stage(n, stage):
                    continue
                with cython.nogil:
                    self._run_stage(n, stage)
                    if self.work > 0 and not self.no_room:
                        self._end_layer()
                if self.no_room and self._grow_if_possible():
                    return self.solve(width, full, threshold, by_value, better_than, most_work)
                if self.no_room or self.work <= 0:
                    self._discard_layer()
                    self.trimmed = True
                    return False
                if self.first == self.end:
                    return False
        return self._pick_best()

    @property
    def is_proven(self) -> bool:
        """Whether no state was left out."""
        return not self.trimmed

    @property
    def total(self) -> int:
        """The sum of the weights of the tiles placed; the value of the sets, if `by_value` was asked for."""
        return self.best_score

    @property
    def explored(self) -> int:
        """The number of states in all layers."""
        return self.explored_states

    @property
    def unplaced_jokers(self) -> int:
        """The plain jokers that still need a place in an answer of the lean search."""
        if self.full:
            return 0
        if self.joker_weight[0] >= 0:
            return self.jokers_left[self.best]
        spent = self.jokers[0] - self.jokers_left[self.best]
        return max(0, self.jokers_required[0] - spent)

    def _compute_potential(self) -> None:
        """Add up what the tiles from each code on, and all jokers, could add to a score and to a value at most."""
        at: cython.int
        k: cython.int
        self.potential[_TILES] = 0
        self.potential_value[_TILES] = 0
        for k in range(4):
            if self.joker_weight[k] > 0:
                self.potential[_TILES] += self.joker_weight[k] * (self.jokers[k] - self.jokers_required[k])
        for at in range(_TILES - 1, -1, -1):
            self.potential[at] = self.potential[at + 1]
            if self.weight[at] > 0:
                self.potential[at] += self.weight[at] * (self.available[at] - self.required[at])
            self.potential_value[at] = self.potential_value[at + 1] + (at // 4 + 1) * self.available[at]

    def _has_stage(self, n: cython.int, stage: cython.int) -> cython.int:
        """Return whether anything can happen in a stage."""
        if stage == _PENDING:
            return self._any_pending()
        if stage == _DOUBLE_GROUPS:
            return self.jokers[1]
        if stage == _NEW_CHANGES:
            return self.jokers[2] if n <= 11 else 0
        if stage == _MIRRORED_GROUPS:
            return self.jokers[3]
        if (stage - _COLOUR_STAGES) & 1:
            return 1
        return self.jokers[1] + self.jokers[2] + self.jokers[3]

    def _run_stage(self, n: cython.int, stage: cython.int) -> None:
        """Make the layer after a stage from the current one."""
        i: cython.int
        k: cython.int
        colour: cython.int = (stage - _COLOUR_STAGES) >> 1
        self.number = n
        self.rest_at = 4 * (n - 1) + (colour if stage > _COLOUR_STAGES else 0)
        if stage >= _COLOUR_STAGES and (stage - _COLOUR_STAGES) & 1:
            self.rest_at += 1
        for i in range(self.first, self.end):
            if self.work <= 0 or self.no_room:
                return
            self._load_state(i)
            if stage == _PENDING:
                self.old_pending_count = self.new_pending_count
                for k in range(self.new_pending_count):
                    self.old_pending[k] = self.new_pending[k]
                self.new_pending_count = 0
                self._continue_pending(0)
            elif stage == _DOUBLE_GROUPS:
                self._lay_double_groups(0)
            elif stage == _NEW_CHANGES:
                self._begin_with_changes()
            elif stage == _MIRRORED_GROUPS:
                self._begin_with_mirrors()
            elif (stage - _COLOUR_STAGES) & 1:
                self._use_tiles(colour)
            else:
                self._lay_doubles(colour, 0)

    def _note(self, act: cython.int) -> None:
        """Note an act of the state that is being built."""
        self.new_acts[self.new_act_count] = act | self.number << _NUMBER_AT
        self.new_act_count += 1

    def _tiles_left(self, colour: cython.int) -> cython.int:
        """Return how many tiles of this number and colour are left."""
        return self.available[4 * (self.number - 1) + colour] - self.new_taken[colour]

    def _prefers_tile(self, colour: cython.int, count: cython.int) -> cython.int:
        """Return whether more than this many tiles of a number and colour are left that should replace a plain joker.

        A joker and the same tile elsewhere could change places, so a joker is only needed where no tile is left.
        """
        return not self.full and self._tiles_left(colour) > count and self.weight[4 * (self.number - 1) + colour] >= 0

    def _join_runs(self, colour: cython.int, length: cython.int) -> cython.int:
        """Let a run of this length become a plain one after this number; returns 0 if there are too many."""
        at: cython.int = 3 * (3 * colour + length)
        if (self.new_joining >> at) & 7 == 7:
            self.trimmed = True
            return 0
        self.new_joining += _ONE << at
        return 1

    def _continue_pending(self, k: cython.int) -> None:
        """Decide about the k-th pending set, then about the others."""
        item: cython.int
        colour: cython.int
        length: cython.int
        other: cython.int
        sides: cython.int
        joining: cython.longlong = self.new_joining
        pending_count: cython.int = self.new_pending_count
        act_count: cython.int = self.new_act_count
        value: cython.int = self.new_value
        if k == self.old_pending_count:
            self._add_state()
            return
        item = self.old_pending[k]
        if item < _WAITING:
            # The double joker of a covered run is on this number, too.
            if self._join_runs((item - _COVERED) // 3, (item - _COVERED) % 3):
                self._note(_CARRY | item << 4)
                self._continue_pending(k + 1)
        elif item < _MIRRORED:
            other = (item - _WAITING) // 3
            length = (item - _WAITING) % 3
            if length == 2:
                self._note(_CLOSE | item << 4)
                self._continue_pending(k + 1)
                self.new_act_count = act_count
            else:
                length += 1
            for colour in range(_COLOURS):
                if colour == other:
                    continue
                if self._tiles_left(colour) > 0 and self._join_runs(colour, length):
                    self.new_taken[colour] += 1
                    self.new_value = value + self.number
                    self._note(_PROLONG_WAITING | item << 4 | colour << 10)
                    self._continue_pending(k + 1)
                    self.new_act_count = act_count
                    self.new_taken[colour] -= 1
                    self.new_joining = joining
                if self.new_left[0] > 0 and not self._prefers_tile(colour, 0) and self._join_runs(colour, length):
                    self.new_left[0] -= 1
                    self.new_value = value + self.number
                    self._note(_PROLONG_WAITING | item << 4 | colour << 10 | 1 << 12)
                    self._continue_pending(k + 1)
                    self.new_act_count = act_count
                    self.new_left[0] += 1
                    self.new_joining = joining
                if self.new_left[1] > 0 and self.number < _NUMBERS:
                    self.new_left[1] -= 1
                    self.new_value = value + 2 * self.number + 1
                    self.new_pending[pending_count] = _COVERED + colour * 3 + length
                    self.new_pending_count = pending_count + 1
                    self._note(_PROLONG_WAITING | item << 4 | colour << 10 | 2 << 12)
                    self._continue_pending(k + 1)
                    self.new_act_count = act_count
                    self.new_pending_count = pending_count
                    self.new_left[1] += 1
        elif item < _WAITING_MIRRORED:
            colour = (item - _MIRRORED) // 3
            sides = (item - _MIRRORED) % 3
            if sides == 0:
                self._note(_CLOSE | item << 4)
                self._continue_pending(k + 1)
                self.new_act_count = act_count
                if self.new_left[2] >= 2:
                    self.new_left[2] -= 2
                    self.new_value = value + 2 * self.number
                    self.new_pending[pending_count] = _WAITING_MIRRORED + colour
                    self.new_pending_count = pending_count + 1
                    self._note(_CHANGE_ON_MIRRORED | item << 4)
                    self._continue_pending(k + 1)
                    self.new_act_count = act_count
                    self.new_pending_count = pending_count
                    self.new_left[2] += 2
                    self.new_value = value
            self._prolong_mirrored(colour, sides, _PROLONG_MIRRORED | item << 4, k + 1)
        else:
            other = item - _WAITING_MIRRORED
            self._note(_CLOSE | item << 4)
            self._continue_pending(k + 1)
            self.new_act_count = act_count
            for colour in range(_COLOURS):
                if colour != other:
                    self._prolong_mirrored(colour, 0, _PROLONG_WAITING_MIRRORED | item << 4, k + 1)
        self.new_joining = joining
        self.new_pending_count = pending_count
        self.new_act_count = act_count
        self.new_value = value

    def _prolong_mirrored(self, colour: cython.int, sides: cython.int, act: cython.int, k: cython.int) -> None:
        """Put tiles on both sides of a mirrored run, except where a double covers this number.

        Then continue with pending set k, or with further mirrored runs if k is negative.
        """
        real: cython.int
        jokers: cython.int
        doubles: cython.int
        places: cython.int = 2 - sides
        value: cython.int = self.new_value
        pending_count: cython.int = self.new_pending_count
        act_count: cython.int = self.new_act_count
        for real in range(places + 1):
            if self._tiles_left(colour) < real:
                break
            for jokers in range(places - real + 1):
                doubles = places - real - jokers
                if jokers > self.new_left[0] or doubles > self.new_left[1] or (doubles > 0 and self.number == _NUMBERS):
                    continue
                if jokers > 0 and self._prefers_tile(colour, real):
                    break
                self.new_taken[colour] += real
                self.new_left[0] -= jokers
                self.new_left[1] -= doubles
                self.new_value = value + self.number * (real + jokers) + doubles * (2 * self.number + 1)
                self.new_pending[pending_count] = _MIRRORED + colour * 3 + doubles
                self.new_pending_count = pending_count + 1
                self._note(act | colour << 10 | real << 12 | jokers << 14 | doubles << 16)
                if k >= 0:
                    self._continue_pending(k)
                else:
                    self._begin_mirrored_runs(colour)
                self.new_act_count = act_count
                self.new_pending_count = pending_count
                self.new_taken[colour] -= real
                self.new_left[0] += jokers
                self.new_left[1] += doubles
        self.new_value = value

    def _lay_double_groups(self, option: cython.int) -> None:
        """Lay groups of a double joker and two other tiles, real or jokers.

        `option` makes sure that the same groups are not laid in another order, too.
        """
        reals: cython.int
        colour: cython.int
        count: cython.int
        fits: cython.int
        jokers: cython.int
        act_count: cython.int = self.new_act_count
        self._add_state()
        if self.new_left[1] == 0:
            return
        self.new_left[1] -= 1
        for reals in range(option, 16):
            count = (reals & 1) + ((reals >> 1) & 1) + ((reals >> 2) & 1) + ((reals >> 3) & 1)
            jokers = 2 - count
            if jokers < 0 or jokers > self.new_left[0]:
                continue
            fits = 1
            for colour in range(_COLOURS):
                if (reals >> colour) & 1:
                    if self._tiles_left(colour) == 0:
                        fits = 0
                elif jokers > 0 and self._prefers_tile(colour, 0):
                    fits = 0
            if not fits:
                continue
            for colour in range(_COLOURS):
                self.new_taken[colour] += (reals >> colour) & 1
            self.new_left[0] -= jokers
            self.new_value += 4 * self.number
            self._note(_DOUBLE_IN_GROUP | reals << 10)
            self._lay_double_groups(reals)
            self.new_act_count = act_count
            self.new_value -= 4 * self.number
            self.new_left[0] += jokers
            for colour in range(_COLOURS):
                self.new_taken[colour] -= (reals >> colour) & 1
        self.new_left[1] += 1

    def _begin_with_changes(self) -> None:
        """Begin runs with a colour-change joker."""
        self._add_state()
        if self.new_left[2] == 0:
            return
        self.new_left[2] -= 1
        self.new_value += self.number
        self.new_pending[self.new_pending_count] = _WAITING + _ANY_COLOUR * 3
        self.new_pending_count += 1
        self._note(_CHANGE_FIRST)
        self._begin_with_changes()
        self.new_act_count -= 1
        self.new_pending_count -= 1
        self.new_value -= self.number
        self.new_left[2] += 1

    def _begin_with_mirrors(self) -> None:
        """Lay mirrored groups, and begin mirrored runs with two colour-change jokers."""
        self._lay_mirrored_groups(0)
        if self.new_left[3] == 0 or self.new_left[2] < 2:
            return
        self.new_left[3] -= 1
        self.new_left[2] -= 2
        self.new_value += 2 * self.number
        self.new_pending[self.new_pending_count] = _WAITING_MIRRORED + _ANY_COLOUR
        self.new_pending_count += 1
        self._note(_CHANGE_FIRST_MIRRORED)
        self._begin_with_mirrors()
        self.new_act_count -= 1
        self.new_pending_count -= 1
        self.new_value -= 2 * self.number
        self.new_left[2] += 2
        self.new_left[3] += 1

    def _lay_mirrored_groups(self, option: cython.int) -> None:
        """Lay mirrored groups: up to two tiles of each colour, and jokers for what is missing on either side."""
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
        act_count: cython.int = self.new_act_count
        self._add_state()
        if self.new_left[3] == 0:
            return
        self.new_left[3] -= 1
        for i in range(option, 81):
            shown = 0
            reals = 0
            gapped = 0
            fits = 1
            wanted = 0
            count = i
            for colour in range(_COLOURS):
                if self._tiles_left(colour) < count % 3:
                    fits = 0
                if count % 3:
                    shown += 1
                    reals += count % 3
                    gapped += count % 3 == 1
                if count % 3 < 2 and self._prefers_tile(colour, count % 3):
                    # A joker may lie opposite a single tile; in the place of a missing colour only in a wider group.
                    wanted |= 1 if count % 3 else 2
                count //= 3
            if not fits:
                continue
            # One tile on each side is a mirrored run as well.
            for width in range(shown if shown > 1 else 2, _COLOURS + 1):
                gaps = 2 * width - reals
                for doubles in range(gaps // 2 + 1):
                    jokers = gaps - 2 * doubles
                    if doubles > self.new_left[1] or jokers > self.new_left[0]:
                        continue
                    # A double joker lies on two colours of one side; three do not fit into three colours.
                    if doubles > 0 and gapped + width - shown < (4 if doubles == 3 else 2):
                        continue
                    if jokers > 0 and doubles == 0 and (wanted & 1 or (width > shown and wanted)):
                        continue
                    count = i
                    for colour in range(_COLOURS):
                        self.new_taken[colour] += count % 3
                        count //= 3
                    self.new_left[0] -= jokers
                    self.new_left[1] -= doubles
                    self.new_value += 2 * width * self.number
                    self._note(_MIRROR_GROUP | i << 10 | jokers << 17 | doubles << 21)
                    self._lay_mirrored_groups(i)
                    self.new_act_count = act_count
                    self.new_value -= 2 * width * self.number
                    self.new_left[0] += jokers
                    self.new_left[1] += doubles
                    count = i
                    for colour in range(_COLOURS):
                        self.new_taken[colour] -= count % 3
                        count //= 3
        self.new_left[3] += 1

    def _lay_doubles(self, colour: cython.int, option: cython.int) -> None:
        """Lay double jokers on runs of a colour, or begin runs with them; then colour-change jokers and mirrors."""
        length: cython.int
        n: cython.int = self.number
        base: cython.int = self.new_runs[colour]
        pending_count: cython.int = self.new_pending_count
        self._lay_changes(colour, 0)
        if self.new_left[1] == 0 or n == _NUMBERS:
            return
        self.new_left[1] -= 1
        self.new_value += 2 * n + 1
        for length in range(option, 4):
            if length < 3:
                # Two tiles are not a set: another number must follow.
                if self.without_run[3 * base + length] < 0 or (length == 0 and n > 11):
                    continue
                self.new_runs[colour] = self.without_run[3 * base + length]
                self.new_pending[pending_count] = _COVERED + colour * 3 + (length + 1 if length < 2 else 2)
                self._note(_DOUBLE_ON_RUN | colour << 10 | length << 12)
            else:
                if n > 10:
                    continue
                self.new_pending[pending_count] = _COVERED + colour * 3
                self._note(_DOUBLE_FIRST | colour << 10)
            self.new_pending_count = pending_count + 1
            self._lay_doubles(colour, length)
            self.new_act_count -= 1
            self.new_pending_count = pending_count
            self.new_runs[colour] = base
        self.new_value -= 2 * n + 1
        self.new_left[1] += 1

    def _lay_changes(self, colour: cython.int, option: cython.int) -> None:
        """Lay colour-change jokers on runs of a colour; then mirrors."""
        length: cython.int
        base: cython.int = self.new_runs[colour]
        pending_count: cython.int = self.new_pending_count
        self._begin_mirrored_runs(colour)
        if self.new_left[2] == 0:
            return
        self.new_left[2] -= 1
        self.new_value += self.number
        for length in range(option, 3):
            if self.without_run[3 * base + length] < 0 or (length == 0 and self.number == _NUMBERS):
                continue
            self.new_runs[colour] = self.without_run[3 * base + length]
            self.new_pending[pending_count] = _WAITING + colour * 3 + (length + 1 if length < 2 else 2)
            self._note(_CHANGE_ON_RUN | colour << 10 | length << 12)
            self.new_pending_count = pending_count + 1
            self._lay_changes(colour, length)
            self.new_act_count -= 1
            self.new_pending_count = pending_count
            self.new_runs[colour] = base
        self.new_value -= self.number
        self.new_left[2] += 1

    def _begin_mirrored_runs(self, colour: cython.int) -> None:
        """Begin mirrored runs of a colour."""
        self._add_state()
        if self.new_left[3] > 0:
            self.new_left[3] -= 1
            self._prolong_mirrored(colour, 0, _MIRROR_RUN, -1)
            self.new_left[3] += 1

    def _use_tiles(self, colour: cython.int) -> None:
        """Use the other tiles of a colour in all ways: in runs, in groups, with plain jokers (see `plain_choices`)."""
        n: cython.int = self.number
        at: cython.int = 4 * (n - 1) + colour
        taken: cython.int = self.new_taken[colour]
        must: cython.int = self.required[at]
        most: cython.int = self.available[at] - taken
        weight: cython.longlong = self.weight[at]
        state: cython.int = self.new_runs[colour]
        left: cython.int = self.new_left[0]
        spare: cython.int = left + self.new_left[1] + self.new_left[2]
        short: cython.int = self.one_tile[state] + self.two_tiles[state]
        running: cython.int = self.open_runs[state]
        score: cython.longlong = self.new_score
        value: cython.int = self.new_value
        grouped: cython.int = self.new_grouped
        highest: cython.int = self.new_highest
        joining: cython.longlong = self.new_joining
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
        self.new_taken[colour] = 0
        self.new_joining = joining & ~((511 * _ONE) << (9 * colour))
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
                    following = self.next_state[8 * state + tiles]
                    for length in range(3):
                        for count in range((here >> (3 * length)) & 7):  # noqa: B007
                            if following >= 0:
                                following = self.with_run[3 * following + length]
                    if following < 0:
                        continue
                    one = self.one_tile[following]
                    two = self.two_tiles[following]
                    if n >= 12 and (one > 0 or (n == 13 and two > 0)):
                        continue
                    if (
                        one + two > self.available[at + 4] + spare - jokers
                        or one > self.available[at + 8] + spare - jokers
                    ):
                        continue
                    self.new_runs[colour] = following
                    self.new_left[0] = left - jokers
                    self.new_score = score + (runs + group + taken - must) * weight
                    self.new_value = value + n * (tiles + group)
                    self.new_grouped = grouped + group
                    self.new_highest = highest if highest > group else group
                    self.new_act_count = 0
                    if runs + group + jokers > 0:
                        self._note(_USE_TILES | colour << 4 | (runs | group << 3 | jokers << 6) << 6)
                    if colour == _COLOURS - 1:
                        self._close_groups()
                    else:
                        self._add_state()

    def _close_groups(self) -> None:
        """Complete the groups of a number with jokers: as many as they need, in the full search also more."""
        grouped: cython.int = self.new_grouped
        highest: cython.int = self.new_highest
        left: cython.int = self.new_left[0]
        value: cython.int = self.new_value
        act_count: cython.int = self.new_act_count
        groups: cython.int = highest
        wanted: cython.int = 3 * highest - grouped
        last: cython.int = -1
        if wanted > left or self._missing_next() > left + self.new_left[1] + self.new_left[2]:
            return
        self.new_grouped = 0
        self.new_highest = 0
        while groups == highest or (self.full and 3 * groups - grouped <= left):
            wanted = 3 * groups - grouped
            if wanted <= last:
                wanted = last + 1
            if wanted < 0:
                wanted = 0
            while wanted <= left and wanted <= 4 * groups - grouped:
                self.new_left[0] = left - wanted
                self.new_value = value + self.number * wanted
                if wanted > 0:
                    self._note(_USE_GROUP_JOKERS | wanted << 4)
                self._add_state()
                self.new_act_count = act_count
                last = wanted
                wanted += 1
                if not self.full:
                    break
            groups += 1

    def _missing_next(self) -> cython.int:
        """Return how many jokers the next number needs, because sets must continue there and tiles are missing."""
        k: cython.int
        at: cython.int = 4 * self.number
        lacks: cython.int = 0
        waiting: cython.int = 0
        spare: cython.int = 0
        item: cython.int
        for k in range(_COLOURS):
            item = self.one_tile[self.new_runs[k]] + self.two_tiles[self.new_runs[k]] - self.available[at + k]
            if item > 0:
                lacks += item
            else:
                spare -= item
        for k in range(self.new_pending_count):
            item = self.new_pending[k]
            if _WAITING <= item < _MIRRORED and (item - _WAITING) % 3 < 2:
                waiting += 1
        return lacks + waiting - spare if waiting > spare else lacks
