"""The kernel for positions without special jokers: solves a position, and turns the path of the search into sets.

The path says for each number how many tiles of each colour are in runs and in groups, and where jokers are. The layout
prolongs the open runs by these tiles, and deals the tiles of groups out. After the lean search it finds places for the
jokers that no set needs: at the end of a run, as the fourth tile of a group, or in a set that is split in two.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from typing import Any

from tilewise.solver.encoding import COLOURS, LOWEST_SCORE, MOST_SETS, TILES, buffer
from tilewise.solver.plain_search import PlainSearch

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

# Constants of C. They are literals, so that its compiler knows their values, and `test_compilation` compares them with
# those of the other modules.
_TILES = cython.declare(cython.const[cython.int], 52)
_NUMBERS = cython.declare(cython.const[cython.int], 13)
_COLOURS = cython.declare(cython.const[cython.int], 4)
_SOLVED = cython.declare(cython.const[cython.int], 1)
_SPARE_JOKER = cython.declare(cython.const[cython.int], 2)
_NO_ROOM = cython.declare(cython.const[cython.int], 4)
_RUN = cython.declare(cython.const[cython.int], 0)
_GROUP = cython.declare(cython.const[cython.int], 1)
# The tiles and jokers in groups, in the code of a choice.
_IN_GROUPS = cython.declare(cython.const[cython.longlong], 0x1F1C0E07038)


class PlainKernel(PlainSearch):
    """Solves one position at a time; owns the buffers for it."""

    def __init__(self) -> None:
        super().__init__()
        self.last_face = TILES
        self.sets = 0
        self.set_kind = buffer("i", MOST_SETS)
        self.set_number = buffer("i", MOST_SETS)
        self.set_size = buffer("i", MOST_SETS)
        self.set_colours = buffer("i", MOST_SETS)
        self.set_jokers = buffer("i", MOST_SETS)
        self.open_count = buffer("i", COLOURS)
        self.open_run = buffer("i", COLOURS * 8)
        self.is_continued = buffer("i", MOST_SETS)
        self.taken_from_rack = buffer("i", TILES)
        self.jokers_taken = 0

    def solve(self, full: bool = False, threshold: int = -1, by_value: bool = False) -> int:
        """Solve the position; returns INFEASIBLE, SOLVED, SPARE_JOKER or UNCHANGED.

        `threshold` is the value that an opening must reach, or -1; `by_value` asks for the sets of the greatest value,
        whatever the weights. Both need the full search, and an empty table.
        """
        status: cython.int
        self.full = full
        self.threshold = threshold
        self.by_value = by_value
        self.floor = LOWEST_SCORE
        while True:
            with cython.nogil:
                status = self._search()
                if status == _SOLVED:
                    status = self._build_answer()
            if status != _NO_ROOM:
                return status
            self._grow(self.size * 4)

    def arrangement(self, faces: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
        """Return the sets of the answer, each in its order, made of these faces."""
        i: cython.int
        first: cython.int
        joker = faces[_TILES]
        sets = []
        for i in range(self.sets):
            if self.set_kind[i] == _RUN:
                first = self.set_colours[i] * _NUMBERS + self.set_number[i] - 1
                tiles = [joker if (self.set_jokers[i] >> k) & 1 else faces[first + k] for k in range(self.set_size[i])]
            else:
                first = self.set_number[i] - 1
                tiles = [faces[k * _NUMBERS + first] for k in range(_COLOURS) if (self.set_colours[i] >> k) & 1]
                tiles.extend([joker] * self.set_jokers[i])
            sets.append(tuple(tiles))
        return tuple(sets)

    def placed(self, faces: tuple[Any, ...]) -> list[Any]:
        """Return the tiles that the answer takes from the rack, in the order of their faces."""
        n: cython.int
        colour: cython.int
        count: cython.int
        tiles = []
        for colour in range(_COLOURS):
            for n in range(_NUMBERS):
                count = self.taken_from_rack[4 * n + colour]
                while count > 0:
                    tiles.append(faces[colour * _NUMBERS + n])
                    count -= 1
        for _ in range(self.jokers_taken):
            tiles.append(faces[_TILES])
        return tiles

    def obeys_every_rule(self) -> bool:
        """Return whether the jokers of the answer surely lie where every rule for freed jokers allows it (U7).

        That is so if as many jokers as there were on the table lie in new sets, or where the set that they continue had
        a joker: then all others count as jokers from the rack. False also where that is not obvious.
        """
        return self._lie_legally() != 0

    @property
    def total(self) -> int:
        """The sum of the weights of the tiles placed; the value of the sets, if `by_value` was asked for."""
        return self.best_score

    @property
    def explored(self) -> int:
        """The number of states in the layers: a measure of the work that does not depend on the machine."""
        return self.used

    def _lie_legally(self) -> cython.int:
        """Count the jokers that may come from the table; returns 1 if there are enough of them."""
        i: cython.int
        k: cython.int
        key: cython.int
        tiles: cython.int
        jokers: cython.int
        continued: cython.int
        kept: cython.int
        legal: cython.int = 0
        if self.table_jokers == 0:
            return 1
        if not self.olds_are_clear:
            return 0
        for k in range(self.olds):
            self.is_continued[k] = 0
        for i in range(self.sets):
            jokers = self.set_jokers[i]
            if jokers == 0:
                continue
            if self.set_kind[i] == _RUN:
                key = self.set_colours[i]
                tiles = (((1 << self.set_size[i]) - 1) & ~jokers) << (self.set_number[i] - 1)
                jokers = jokers << (self.set_number[i] - 1)
            else:
                key = _COLOURS + self.set_number[i] - 1
                tiles = self.set_colours[i]
            # One tile between jokers could be either kind.
            if tiles & (tiles - 1) == 0:
                return 0
            continued = 0
            kept = 0
            for k in range(self.olds):
                if (
                    self.old_key[k] == key
                    and self.old_tiles[k] & ~tiles == 0
                    and self.old_tiles[k] & continued == 0
                    and not self.is_continued[k]
                ):
                    self.is_continued[k] = 1
                    continued |= self.old_tiles[k]
                    kept = kept | self.old_jokers[k] if self.set_kind[i] == _RUN else kept + self.old_jokers[k]
            if self.set_kind[i] != _RUN:
                legal += kept if continued and kept < jokers else jokers
            else:
                if continued:
                    jokers &= kept
                while jokers:
                    jokers &= jokers - 1
                    legal += 1
        return legal >= self.table_jokers

    def _build_answer(self) -> cython.int:
        """Build the sets, and place the jokers that none of them needs; returns SOLVED or SPARE_JOKER."""
        spare: cython.int = 0
        if not self.full:
            if self.joker_weight[0] >= 0:
                spare = self.jokers[0] - self.best_spent
            elif self.best_spent < self.jokers_required[0]:
                spare = self.jokers_required[0] - self.best_spent
        self._build_sets()
        if not self.full:
            self._move_jokers_to_ends()
        self.jokers_taken = self.best_spent + spare - self.jokers_required[0]
        return _SOLVED if self._place_spare_jokers(spare) else _SPARE_JOKER

    def _build_sets(self) -> None:
        """Build the sets that the path describes."""
        n: cython.int
        colour: cython.int
        tiles: cython.int
        jokers: cython.int
        code: cython.longlong
        self.sets = 0
        for colour in range(_COLOURS):
            self.open_count[colour] = 0
        for n in range(1, _NUMBERS + 1):
            code = self.path[n]
            for colour in range(_COLOURS):
                if (code >> (9 * colour)) & 511 == 0:
                    # Nothing of this colour: its runs end.
                    self.open_count[colour] = 0
                    self.taken_from_rack[4 * (n - 1) + colour] = 0
                    continue
                tiles = (code >> (9 * colour)) & 7
                jokers = (code >> (9 * colour + 6)) & 7
                if tiles + jokers + self.open_count[colour] > 0:
                    self._build_runs(n, colour, tiles, jokers)
                self.taken_from_rack[4 * (n - 1) + colour] = (
                    tiles + ((code >> (9 * colour + 3)) & 7) - self.required[4 * (n - 1) + colour]
                )
            if code & _IN_GROUPS:
                self._build_groups(n, code)

    def _build_runs(self, n: cython.int, colour: cython.int, tiles: cython.int, jokers: cython.int) -> None:
        """Prolong the short runs of a colour, then the long ones, then begin new ones; jokers before real tiles."""
        long: cython.int
        k: cython.int
        at: cython.int
        still_open: cython.int = 0
        for long in range(2):
            for k in range(self.open_count[colour]):
                at = self.open_run[8 * colour + k]
                if (self.set_size[at] >= 3) != long or self.set_number[at] + self.set_size[at] > n:
                    continue
                if tiles + jokers > 0:
                    if jokers > 0:
                        self.set_jokers[at] |= 1 << self.set_size[at]
                        jokers -= 1
                    else:
                        tiles -= 1
                    self.set_size[at] += 1
        for k in range(self.open_count[colour]):
            at = self.open_run[8 * colour + k]
            if self.set_number[at] + self.set_size[at] > n:
                self.open_run[8 * colour + still_open] = at
                still_open += 1
        while tiles + jokers > 0:
            at = self._add_set(_RUN, n, 1, colour, 0)
            if tiles > 0:
                tiles -= 1
            else:
                self.set_jokers[at] = 1
                jokers -= 1
            self.open_run[8 * colour + still_open] = at
            still_open += 1
        self.open_count[colour] = still_open

    def _build_groups(self, n: cython.int, code: cython.longlong) -> None:
        """Deal the tiles of a number out into as few groups as possible, then jokers to the smallest groups."""
        colour: cython.int
        count: cython.int
        k: cython.int
        at: cython.int
        turn: cython.int = 0
        tiles: cython.int = 0
        groups: cython.int = 0
        first: cython.int = self.sets
        jokers: cython.int = (code >> 36) & 31
        smallest: cython.int
        for colour in range(_COLOURS):
            count = (code >> (9 * colour + 3)) & 7
            tiles += count
            if count > groups:
                groups = count
        while 4 * groups < tiles + jokers:
            groups += 1
        while self.sets < first + groups:
            self._add_set(_GROUP, n, 0, 0, 0)
        for colour in range(_COLOURS):
            count = (code >> (9 * colour + 3)) & 7
            while count > 0:
                at = first + turn
                self.set_colours[at] |= 1 << colour
                self.set_size[at] += 1
                turn += 1
                if turn == groups:
                    turn = 0
                count -= 1
        while jokers > 0:
            smallest = first
            for k in range(first + 1, self.sets):
                if self.set_size[k] < self.set_size[smallest]:
                    smallest = k
            self.set_jokers[smallest] += 1
            self.set_size[smallest] += 1
            jokers -= 1

    def _add_set(
        self, kind: cython.int, number: cython.int, size: cython.int, colours: cython.int, jokers: cython.int
    ) -> cython.int:
        """Add a set; returns its place in the list."""
        at: cython.int = self.sets
        self.set_kind[at] = kind
        self.set_number[at] = number
        self.set_size[at] = size
        self.set_colours[at] = colours
        self.set_jokers[at] = jokers
        self.sets = at + 1
        return at

    def _move_jokers_to_ends(self) -> None:
        """Move jokers from the beginning of runs to their end, where people expect them, while there is room."""
        i: cython.int
        for i in range(self.sets):
            if self.set_kind[i] == _RUN:
                while self.set_jokers[i] & 1 and self.set_number[i] + self.set_size[i] <= _NUMBERS:
                    self.set_number[i] += 1
                    self.set_jokers[i] = self.set_jokers[i] >> 1 | 1 << (self.set_size[i] - 1)

    def _place_spare_jokers(self, spare: cython.int) -> cython.int:
        """Find places for jokers that no set needs; returns 0 if one of them has no place."""
        while spare > 0:
            if self._add_joker():
                spare -= 1
            # Now every set is a group of four.
            elif spare >= 3:
                self._add_set(_GROUP, _NUMBERS, 3, 0, 3)
                spare -= 3
            elif spare >= 2 and self.sets > 0:
                self._split_group(0)
                spare -= 2
            else:
                return 0
        return 1

    def _add_joker(self) -> cython.int:
        """Add a joker to the first set that has room for it; returns 0 if there is none."""
        i: cython.int
        for i in range(self.sets):
            if self.set_kind[i] == _RUN:
                if self.set_number[i] + self.set_size[i] <= _NUMBERS:
                    self.set_jokers[i] |= 1 << self.set_size[i]
                    self.set_size[i] += 1
                elif self.set_number[i] > 1:
                    self.set_number[i] -= 1
                    self.set_size[i] += 1
                    self.set_jokers[i] = self.set_jokers[i] << 1 | 1
                else:
                    # A run of 1 to 13 becomes 1 to 6 with the joker, and 7 to 13.
                    self._add_set(_RUN, 7, 7, self.set_colours[i], self.set_jokers[i] >> 6)
                    self.set_size[i] = 7
                    self.set_jokers[i] = (self.set_jokers[i] & 63) | 64
                return 1
            if self.set_size[i] == 3:
                self.set_jokers[i] += 1
                self.set_size[i] += 1
                return 1
        return 0

    def _split_group(self, full: cython.int) -> None:
        """Make two groups of three out of a group of four and two jokers."""
        colour: cython.int
        moved: cython.int = 0
        at: cython.int = self._add_set(_GROUP, self.set_number[full], 3, 0, 1)
        for colour in range(_COLOURS):
            if moved < 2 and (self.set_colours[full] >> colour) & 1:
                self.set_colours[full] &= ~(1 << colour)
                self.set_colours[at] |= 1 << colour
                moved += 1
        # Jokers of the old group stand in for real tiles that it does not have.
        self.set_jokers[full] += 1 - (2 - moved)
        self.set_jokers[at] += 2 - moved
        self.set_size[full] = 3
