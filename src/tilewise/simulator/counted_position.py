"""Racks and table as counts of tiles, and what a seat could place: for computer players in a hurry.

A position has the racks as counts by code (see `solver.encoding`), and the sets on the table. It is a plain kernel
itself, so it asks its questions without making a single Python object, and needs no GIL.

Where a joker lies on the table and may not go anywhere (U7), the kernel cannot always tell whether its answer is legal.
Then an *exact* game asks `freed_jokers`, which takes the GIL and some milliseconds, and answers as the players in
`tilewise.bots` do. Any other game makes the best play that leaves the sets with jokers alone. That is always legal, and
rarely another play. Of plays that are equally good it may choose another one, where that is faster.

Compiled where a C compiler exists (see `encoding`).
"""

from __future__ import annotations

from typing import Any

from tilewise.solver.encoding import COLOURS, MOST_SETS, TILES, buffer
from tilewise.solver.plain_layout import PlainKernel

try:
    import cython
except ImportError:  # Cython is only needed to compile
    from tilewise.solver import cython_stub as cython

COMPILED = cython.compiled

MOST_SEATS = 6
FACES = TILES + 1
"""The numbered tiles and the joker."""

FREED_JOKER = ("anywhere", "another-set", "new-set")
"""The values of that field of a profile, in the order of their numbers here."""

# Constants of C, as literals so that its compiler knows their values where that matters; `test_compilation` compares
# them with the names that they stand for.
_TILES = cython.declare(cython.const[cython.int], 52)
_FACES = cython.declare(cython.const[cython.int], 53)
_NUMBERS = cython.declare(cython.const[cython.int], 13)
_COLOURS = cython.declare(cython.const[cython.int], 4)
_LOWEST_SCORE = cython.declare(cython.const[cython.longlong], -(1 << 62))
_SOLVED = cython.declare(cython.const[cython.int], 1)
_SPARE_JOKER = cython.declare(cython.const[cython.int], 2)
_NO_ROOM = cython.declare(cython.const[cython.int], 4)
_RUN = cython.declare(cython.const[cython.int], 0)
_ANYWHERE = cython.declare(cython.int, FREED_JOKER.index("anywhere"))

# What an answer has most of: nothing, any tiles, tiles and then worth (Goal.TILES), or the fewest tiles for an opening.
NOTHING, ANY_TILES, MOST_TILES_PLACED, FEWEST_TILES = range(4)
_NOTHING = cython.declare(cython.int, NOTHING)
_ANY_TILES = cython.declare(cython.int, ANY_TILES)
_MOST_TILES = cython.declare(cython.int, MOST_TILES_PLACED)
_FEWEST_TILES = cython.declare(cython.int, FEWEST_TILES)

TILE_COST = 1 << 10
"""In an opening with the fewest tiles: more than the worth of any tile, which decides between equals."""
JOKER_COST = 3 * TILE_COST
"""A joker is kept if up to three other tiles can take its place."""
_TILE_COST = cython.declare(cython.longlong, TILE_COST)
_JOKER_COST = cython.declare(cython.longlong, JOKER_COST)
_TILE_GAIN = cython.declare(cython.longlong, 1 << 20)  # as in `goals`

# Instead of the version of a table: the seat could not open, whatever lies on the table.
_ANY_TABLE = cython.declare(cython.int, -2)

# Which sets of the table an answer leaves out, because they stay as they are.
_NO_SETS = cython.declare(cython.int, 0)
_JOKER_SETS = cython.declare(cython.int, 1)
_ALL_SETS = cython.declare(cython.int, 2)


class CountedPosition(PlainKernel):
    """The tiles of one position, which changes with every turn."""

    def __init__(self) -> None:
        super().__init__()
        self.opening_value = self.freed_joker = self.joker_penalty = 0
        self.is_exact = False
        self.players = 0
        self.rack = buffer("i", MOST_SEATS * FACES)
        self.rack_size = buffer("i", MOST_SEATS)
        self.opened = buffer("i", MOST_SEATS)
        self.last_drawn = buffer("i", MOST_SEATS)
        self.table = buffer("i", FACES)
        self.table_sets = 0
        self.table_kind = buffer("i", MOST_SETS)
        self.table_number = buffer("i", MOST_SETS)
        self.table_size = buffer("i", MOST_SETS)
        self.table_colours = buffer("i", MOST_SETS)
        self.table_joker_places = buffer("i", MOST_SETS)
        self.goal = -1
        self.answers = 0
        self.wanted = buffer("i", FACES)
        self.taken = buffer("i", FACES)
        self.kept = self.rest_is_stuck = 0
        self.table_version = 0
        self.stuck_version = buffer("i", MOST_SEATS)
        self.room = buffer("i", COLOURS)
        self.room_for_joker = 0
        self.drawn_since = buffer("i", MOST_SEATS)

    # The position, for Python

    def _set_tiles(self, racks: Any, table: Any, opened: Any) -> None:
        """Set the racks as faces, the table as from `encoded_set`, and who has opened."""
        i: cython.int
        seat: cython.int
        self.players = len(racks)
        for i in range(MOST_SEATS * _FACES):
            self.rack[i] = 0
        for i in range(_FACES):
            self.table[i] = 0
        for seat in range(self.players):
            for face in racks[seat]:
                self.rack[seat * _FACES + self._code(face)] += 1
            self.rack_size[seat] = len(racks[seat])
            self.opened[seat] = opened[seat]
            self.last_drawn[seat] = -1
            self.stuck_version[seat] = -1
        self.table_version = 0
        self.table_sets = 0
        self.sets = 0
        self._add_sets(table)
        for i in range(self.sets):
            self._count_table_set(i)
        self._copy_sets()

    def racks(self) -> list[list[int]]:
        """Return the racks by seat, as faces in their order."""
        return [self._faces(self.rack, seat * _FACES) for seat in range(self.players)]

    def table_of(self, faces: Any) -> Any:
        """Return the sets on the table, each in its order, made of these faces."""
        i: cython.int
        self.sets = 0
        for i in range(self.table_sets):
            self._add_set(
                self.table_kind[i],
                self.table_number[i],
                self.table_size[i],
                self.table_colours[i],
                self.table_joker_places[i],
            )
        return self.arrangement(faces)

    def answer_exactly(self, faces: Any, goal: int, everything: bool) -> Any:
        """Return the play of the exact solver as `(faces placed, sets)`; None if there is none.

        It places some of these faces, or all of them if `everything`.

        A subclass in Python implements it, because `freed_jokers` is a module of Python.
        """
        raise NotImplementedError

    def _code(self, face: Any) -> int:
        return _TILES if face == _TILES else self.code_of[face]

    def _faces(self, counts: Any, at: int) -> list[int]:
        """Return the faces that are counted from here on, in their order."""
        faces = [
            colour * _NUMBERS + number
            for colour in range(_COLOURS)
            for number in range(_NUMBERS)
            for _ in range(counts[at + 4 * number + colour])
        ]
        return faces + [_TILES] * counts[at + _TILES]

    def _add_sets(self, sets: Any) -> None:
        for kind, number, size, colours, jokers in sets:
            self._add_set(kind, number, size, colours, jokers)

    def _count_table_set(self, i: int) -> None:
        """Count the tiles of a set as tiles of the table."""
        for k in range(self.set_size[i] if self.set_kind[i] == _RUN else _COLOURS):
            if self.set_kind[i] != _RUN:
                if (self.set_colours[i] >> k) & 1:
                    self.table[4 * (self.set_number[i] - 1) + k] += 1
            elif (self.set_jokers[i] >> k) & 1:
                self.table[_TILES] += 1
            else:
                self.table[4 * (self.set_number[i] - 1 + k) + self.set_colours[i]] += 1
        if self.set_kind[i] != _RUN:
            self.table[_TILES] += self.set_jokers[i]

    def _copy_sets(self) -> None:
        """Add the sets of the answer to the table."""
        i: cython.int
        at: cython.int
        for i in range(self.sets):
            at = self.table_sets + i
            self.table_kind[at] = self.set_kind[i]
            self.table_number[at] = self.set_number[i]
            self.table_size[at] = self.set_size[i]
            self.table_colours[at] = self.set_colours[i]
            self.table_joker_places[at] = self.set_jokers[i]
        self.table_sets += self.sets

    # Questions to the kernel

    def _set_goal(self, goal: cython.int) -> None:
        """Set the weights, unless they are those of the last question."""
        i: cython.int
        number: cython.longlong
        if goal == self.goal:
            return
        self.goal = goal
        for i in range(_TILES):
            number = (i >> 2) + 1
            if goal == _MOST_TILES:
                self.weight[i] = _TILE_GAIN + number
            elif goal == _FEWEST_TILES:
                self.weight[i] = number - _TILE_COST
            else:
                self.weight[i] = goal
        if goal == _MOST_TILES:
            self.joker_weight[0] = _TILE_GAIN + self.joker_penalty
        elif goal == _FEWEST_TILES:
            self.joker_weight[0] = -_JOKER_COST
        else:
            self.joker_weight[0] = goal

    def _clear_question(self) -> None:
        """Ask for the lean search, with nothing that must be reached."""
        self.full = False
        self.threshold = -1
        self.by_value = False
        self.floor = _LOWEST_SCORE
        self.given = 0
        self.table_is_valid = True
        self.may_stay = True
        self.olds = 0
        self.table_jokers = 0
        self.joker_height = 0

    def _ask_about(self, seat: cython.int, with_jokers: cython.int, goal: cython.int) -> None:
        """Ask for a play: all tiles of the table, and some of the rack."""
        i: cython.int
        at: cython.int = seat * _FACES
        self._clear_question()
        self._set_goal(goal)
        for i in range(_TILES):
            self.required[i] = self.table[i]
            self.available[i] = self.table[i] + self.rack[at + i]
        self.jokers_required[0] = self.table[_TILES]
        self.jokers[0] = self.table[_TILES]
        if with_jokers:
            self.jokers[0] += self.rack[at + _TILES]
        self._note_joker_height()

    def _note_joker_height(self) -> None:
        """Note where the jokers of the table lie, which makes a search shorter.

        Of several plays that are equally good, it may then find another one; so not in an exact game.
        """
        i: cython.int
        k: cython.int
        if self.is_exact or self.table[_TILES] == 0:
            return
        for i in range(self.table_sets):
            if self.table_joker_places[i] == 0:
                continue
            if self.table_kind[i] == _RUN:
                for k in range(self.table_size[i]):
                    if (self.table_joker_places[i] >> k) & 1:
                        self.joker_height += self.table_number[i] + k - 7
            else:
                self.joker_height += self.table_joker_places[i] * (self.table_number[i] - 7)

    def _leave_joker_sets(self) -> None:
        """Leave the sets with jokers out of the question."""
        i: cython.int
        k: cython.int
        code: cython.int
        self.joker_height = 0
        self.jokers[0] -= self.table[_TILES]
        self.jokers_required[0] -= self.table[_TILES]
        for i in range(self.table_sets):
            if self.table_joker_places[i] == 0:
                continue
            for k in range(self.table_size[i] if self.table_kind[i] == _RUN else _COLOURS):
                if self.table_kind[i] == _RUN:
                    if (self.table_joker_places[i] >> k) & 1:
                        continue
                    code = 4 * (self.table_number[i] - 1 + k) + self.table_colours[i]
                else:
                    if not (self.table_colours[i] >> k) & 1:
                        continue
                    code = 4 * (self.table_number[i] - 1) + k
                self.required[code] -= 1
                self.available[code] -= 1

    def _answer(self) -> cython.int:
        """Let the kernel answer; returns SOLVED, INFEASIBLE or UNCHANGED."""
        status: cython.int
        self.answers += 1
        while True:
            status = self._search()
            if status == _SOLVED:
                status = self._build_answer()
            if status == _SPARE_JOKER and not self.full:
                self.full = True
            elif status == _NO_ROOM:
                with cython.gil:
                    self._grow(self.size * 4)
            else:
                return status

    def _note_taken(self, kept: cython.int) -> cython.int:
        """Note what the answer takes from the rack, and which sets it keeps; returns the number of tiles."""
        i: cython.int
        count: cython.int = self.jokers_taken
        for i in range(_TILES):
            self.taken[i] = self.taken_from_rack[i]
            count += self.taken_from_rack[i]
        self.taken[_TILES] = self.jokers_taken
        self.kept = kept
        self.rest_is_stuck = False
        return count

    def _note_table(self) -> None:
        """Note the sets on the table as those that were there before (U7), as `EncodedPosition` does."""
        i: cython.int
        kind: cython.int
        number: cython.int
        size: cython.int
        tiles: cython.int
        jokers: cython.int
        self.table_jokers = self.table[_TILES]
        self.olds = 0
        self.olds_are_clear = True
        for i in range(self.table_sets):
            kind = self.table_kind[i]
            number = self.table_number[i]
            size = self.table_size[i]
            jokers = self.table_joker_places[i]
            tiles = ((1 << size) - 1) & ~jokers if kind == _RUN else self.table_colours[i]
            # One tile between jokers could be either kind, and jokers alone could be anything.
            if tiles & (tiles - 1) == 0:
                self.olds_are_clear = False
                return
            if kind == _RUN:
                self.old_key[i] = self.table_colours[i]
                self.old_tiles[i] = tiles << (number - 1)
                self.old_jokers[i] = jokers << (number - 1)
            else:
                self.old_key[i] = _COLOURS + number - 1
                self.old_tiles[i] = tiles
                self.old_jokers[i] = jokers
            self.olds = i + 1

    def _is_stuck(self, seat: cython.int, drawn: cython.int) -> cython.int:
        """Return whether the seat could place nothing on this table, this many drawn tiles ago."""
        return self.stuck_version[seat] == self.table_version and self.drawn_since[seat] == drawn

    def _require_last_drawn(self, seat: cython.int) -> cython.int:
        """Require the tile drawn last: the only one that can have made a play possible. Returns its code, -1 for none.

        Of several plays that are equally good, the search may then find another one; so not in an exact game.
        """
        code: cython.int = self.last_drawn[seat]
        if self.is_exact or not self._is_stuck(seat, 1) or code < 0 or code == _TILES:
            return -1
        self.required[code] += 1
        self.given = self.weight[code]
        return code

    def _best_play(self, seat: cython.int, with_jokers: cython.int, goal: cython.int) -> cython.int:
        """Find the best play of a seat that has opened; returns the number of tiles placed."""
        placed: cython.int
        drawn: cython.int = -1
        whole_rack: cython.int = with_jokers or self.rack[seat * _FACES + _TILES] == 0
        if whole_rack and self._is_stuck(seat, 0):
            return 0
        self._ask_about(seat, with_jokers, goal)
        if whole_rack:
            drawn = self._require_last_drawn(seat)
        if (drawn >= 0 and self._has_hopeless_tile()) or self._answer() != _SOLVED:
            if whole_rack:
                self.stuck_version[seat] = self.table_version
                self.drawn_since[seat] = 0
            return 0
        placed = self._note_taken(_NO_SETS)
        if drawn >= 0:
            self.taken[drawn] += 1
            placed += 1
        if self.table[_TILES] > 0 and self.freed_joker != _ANYWHERE:
            self._note_table()
        # Could the rest be placed after the best play, then a better one would have placed it too.
        if self.table[_TILES] == 0 or self.freed_joker == _ANYWHERE or self._lie_legally():
            self.rest_is_stuck = whole_rack
            return placed
        if self.is_exact:
            return self._exact_play(seat, with_jokers, goal)
        return self._best_play_without_table_jokers(seat, with_jokers, goal)

    def _exact_play(self, seat: cython.int, with_jokers: cython.int, goal: cython.int) -> cython.int:
        """Ask the exact solver for the best play; returns the number of tiles placed."""
        i: cython.int
        for i in range(_FACES):
            self.wanted[i] = self.rack[seat * _FACES + i]
        if not with_jokers:
            self.wanted[_TILES] = 0
        return self._place_exactly(goal, 0)

    def _place_exactly(self, goal: cython.int, everything: cython.int) -> cython.int:
        """Ask the exact solver to place the wanted tiles, or some of them; returns how many were placed."""
        i: cython.int
        placed: cython.int = 0
        with cython.gil:
            answer = self.answer_exactly(self._faces(self.wanted, 0), goal, everything)
            if answer is not None:
                for i in range(_FACES):
                    self.taken[i] = 0
                for face in answer[0]:
                    self.taken[self._code(face)] += 1
                    placed += 1
                self.sets = 0
                self._add_sets(answer[1])
                self.kept = _NO_SETS
                self.rest_is_stuck = False
        return placed

    def _best_play_without_table_jokers(
        self, seat: cython.int, with_jokers: cython.int, goal: cython.int
    ) -> cython.int:
        """Find the best play that leaves the sets with jokers alone; returns the number of tiles placed."""
        self._ask_about(seat, with_jokers, goal)
        self._leave_joker_sets()
        return self._note_taken(_JOKER_SETS) if self._answer() == _SOLVED else 0

    def _has_hopeless_tile(self) -> cython.int:
        """Return whether a tile that is required can be part of no set. Table tiles never are."""
        n: cython.int
        colour: cython.int
        present: cython.int
        needed: cython.int
        if self.jokers[0] >= 2:
            return 0
        for colour in range(_COLOURS):
            present = 0
            for n in range(_NUMBERS):
                present |= (self.available[4 * n + colour] > 0) << n
            self.present[colour] = present
        for colour in range(_COLOURS):
            needed = 0
            for n in range(_NUMBERS):
                needed |= (self.required[4 * n + colour] > 0) << n
            needed &= ~self._numbers_in_groups(3 - self.jokers[0])
            if needed & ~self._numbers_in_runs(colour, self.jokers[0]):
                return 1
        return 0

    def _go_out(self, seat: cython.int) -> cython.int:
        """Find a play that empties the rack of a seat that has opened; returns the number of tiles, or 0."""
        i: cython.int
        for i in range(_FACES):
            self.wanted[i] = self.rack[seat * _FACES + i]
        return self._place_wanted()

    def _single_play(self, seat: cython.int) -> cython.int:
        """Find a play of one tile, the highest that fits, of a seat that has opened; returns 1, or 0 if there is none.

        Of equal numbers the first colour is chosen; a joker comes last.
        """
        i: cython.int
        k: cython.int
        code: cython.int
        for i in range(_FACES):
            self.wanted[i] = 0
        if not self.is_exact:
            self._note_room()
        for k in range(_FACES):
            code = _TILES if k == _TILES else 4 * (_NUMBERS - 1 - (k >> 2)) + (k & 3)
            if self.rack[seat * _FACES + code] == 0:
                continue
            self.wanted[code] = 1
            if not self.is_exact and code < _TILES and (self.room[code & 3] >> (code >> 2)) & 1:
                self._add_tile(code)
                return 1
            if self._place_wanted() > 0:
                return 1
            self.wanted[code] = 0
        return 0

    def _add_tile(self, code: cython.int) -> None:
        """Lay a tile where a set without jokers has room for it: the sets are then the answer."""
        i: cython.int
        at: cython.int
        first: cython.int
        size: cython.int
        number: cython.int = (code >> 2) + 1
        colour: cython.int = code & 3
        is_laid: cython.int = 0
        self.sets = 0
        for i in range(self.table_sets):
            first = self.table_number[i]
            size = self.table_size[i]
            at = self._add_set(self.table_kind[i], first, size, self.table_colours[i], self.table_joker_places[i])
            if is_laid or self.table_joker_places[i]:
                continue
            if self.table_kind[i] != _RUN:
                if first == number and size < _COLOURS and not (self.table_colours[i] >> colour) & 1:
                    self.set_colours[at] |= 1 << colour
                    self.set_size[at] += 1
                    is_laid = 1
            elif self.table_colours[i] != colour:
                continue
            elif number == first - 1:
                self.set_number[at] = number
                self.set_size[at] += 1
                is_laid = 1
            elif number == first + size:
                self.set_size[at] += 1
                is_laid = 1
            elif first + 2 <= number < first + size - 2:
                self.set_size[at] = number - first + 1
                self._add_set(_RUN, number, first + size - number, colour, 0)
                is_laid = 1
        for i in range(_FACES):
            self.taken[i] = self.wanted[i]
        self.kept = _NO_SETS
        self.rest_is_stuck = False

    def _place_wanted(self) -> cython.int:
        """Find a play of exactly the wanted tiles; returns their number, or 0 if they do not all fit."""
        i: cython.int
        count: cython.int = 0
        self._ask_about_wanted()
        if self._has_hopeless_tile() or self._answer() != _SOLVED:
            return 0
        self.kept = _NO_SETS
        if self.table[_TILES] > 0 and self.freed_joker != _ANYWHERE:
            self._note_table()
            if not self._lie_legally():
                if self.is_exact:
                    return self._place_exactly(_NOTHING, 1)
                self._ask_about_wanted()
                self._leave_joker_sets()
                if self._answer() != _SOLVED:
                    return 0
                self.kept = _JOKER_SETS
        self.rest_is_stuck = False
        for i in range(_FACES):
            self.taken[i] = self.wanted[i]
            count += self.wanted[i]
        return count

    def _ask_about_wanted(self) -> None:
        """Ask for a play of exactly the wanted tiles."""
        i: cython.int
        self._clear_question()
        self._set_goal(_NOTHING)
        self.may_stay = False
        for i in range(_TILES):
            self.required[i] = self.available[i] = self.table[i] + self.wanted[i]
        self.jokers_required[0] = self.jokers[0] = self.table[_TILES] + self.wanted[_TILES]

    def _opening(self, seat: cython.int, goal: cython.int, everything: cython.int) -> cython.int:
        """Find an opening, of the whole rack if `everything`; returns the number of tiles."""
        i: cython.int
        at: cython.int = seat * _FACES
        if not everything and self._still_cannot_open(seat):
            return 0
        self._clear_question()
        self._set_goal(goal)
        for i in range(_TILES):
            self.available[i] = self.rack[at + i]
            self.required[i] = self.rack[at + i] if everything else 0
        self.jokers[0] = self.rack[at + _TILES]
        self.jokers_required[0] = self.jokers[0] if everything else 0
        self.may_stay = not everything
        self.full = True
        self.threshold = self.opening_value
        if (everything and self._has_hopeless_tile()) or self._answer() != _SOLVED:
            if not everything:
                self.stuck_version[seat] = _ANY_TABLE
                self.drawn_since[seat] = 0
            return 0
        if not everything:
            self.stuck_version[seat] = -1
            return self._note_taken(_ALL_SETS)
        for i in range(_FACES):
            self.taken[i] = self.rack[at + i]
        self.kept = _ALL_SETS
        self.rest_is_stuck = False
        return self.rack_size[seat]

    def _still_cannot_open(self, seat: cython.int) -> cython.int:
        """Return whether the seat could not open one tile ago or less, and obviously still cannot.

        An opening would have to contain the tile drawn.
        """
        n: cython.int
        colour: cython.int
        fitting: cython.int
        at: cython.int = seat * _FACES
        jokers: cython.int = self.rack[at + _TILES]
        code: cython.int = self.last_drawn[seat]
        if self.stuck_version[seat] != _ANY_TABLE or self.drawn_since[seat] > 1:
            return 0
        if self.drawn_since[seat] == 0:
            return 1
        if code < 0 or code == _TILES or jokers >= 2:
            return 0
        for colour in range(_COLOURS):
            self.present[colour] = 0
            for n in range(_NUMBERS):
                self.present[colour] |= (self.rack[at + 4 * n + colour] > 0) << n
        fitting = self._numbers_in_groups(3 - jokers) | self._numbers_in_runs(code & 3, jokers)
        if (fitting >> (code >> 2)) & 1:
            return 0
        self.drawn_since[seat] = 0
        return 1

    def _keeps_more_than(self, seat: cython.int, most: cython.int) -> cython.int:
        """Return whether more tiles than this would stay after the best play of a seat that has opened, but for U7."""
        if self.rack_size[seat] <= most:
            return 0
        self._ask_about(seat, 1, _MOST_TILES)
        self.floor = (self.rack_size[seat] - most) * _TILE_GAIN - 1
        return self._answer() != _SOLVED

    def _tiles_stuck(self, seat: cython.int) -> cython.int:
        """Return how many tiles would stay on the rack after the best play of a seat that has opened, but for U7."""
        self._ask_about(seat, 1, _MOST_TILES)
        if self._answer() != _SOLVED:
            return self.rack_size[seat]
        return self.rack_size[seat] - self._note_taken(_NO_SETS)

    def _tiles_stuck_after_opening(self, seat: cython.int) -> cython.int:
        """Return how many tiles would stay on the rack after this opening and the best play, but for U7."""
        i: cython.int
        left: cython.int = self.rack_size[seat]
        self._ask_about(seat, 1, _MOST_TILES)
        for i in range(_TILES):
            self.required[i] += self.taken[i]
            left -= self.taken[i]
        self.jokers_required[0] += self.taken[_TILES]
        left -= self.taken[_TILES]
        return left - self._note_taken(_NO_SETS) if self._answer() == _SOLVED else left

    def _any_play(self, seat: cython.int) -> cython.int:
        """Find any play, as `solver.find_play` does; returns the number of tiles placed."""
        placed: cython.int
        if not self.opened[seat]:
            return self._opening(seat, _NOTHING, 0)
        if self._is_stuck(seat, 0):
            return 0
        if self.table[_TILES] > 0:
            placed = self._best_play_without_table_jokers(seat, 1, _ANY_TILES)
            if placed > 0:
                return placed
        return self._best_play(seat, 1, _ANY_TILES)

    def _note_room(self) -> None:
        """Note the numbers of each colour for which a set without jokers has room, one bit each."""
        i: cython.int
        colour: cython.int
        first: cython.int
        size: cython.int
        self.room_for_joker = 0
        for colour in range(_COLOURS):
            self.room[colour] = 0
        for i in range(self.table_sets):
            if self.table_joker_places[i]:
                continue
            size = self.table_size[i]
            if self.table_kind[i] == _RUN:
                # At either end; and a tile in the middle of five or more makes two runs of them.
                first = self.table_number[i] - 1
                self.room[self.table_colours[i]] |= ((1 << first) >> 1 | 1 << (first + size)) & ((1 << _NUMBERS) - 1)
                if size >= 5:
                    self.room[self.table_colours[i]] |= ((1 << (size - 4)) - 1) << (first + 2)
                self.room_for_joker |= size < _NUMBERS
            elif size < _COLOURS:
                self.room_for_joker = 1
                for colour in range(_COLOURS):
                    if not (self.table_colours[i] >> colour) & 1:
                        self.room[colour] |= 1 << (self.table_number[i] - 1)

    def _obviously_plays(self, seat: cython.int) -> cython.int:
        """Return whether a play needs no search: a tile for which there is room, or a set on the rack.

        `_any_play` finds one then, because the sets with jokers stay as they are.
        """
        n: cython.int
        colour: cython.int
        present: cython.int
        at: cython.int = seat * _FACES
        if not self.opened[seat]:
            return 0
        if self.rack[at + _TILES] > 0 and self.room_for_joker:
            return 1
        for colour in range(_COLOURS):
            present = 0
            for n in range(_NUMBERS):
                present |= (self.rack[at + 4 * n + colour] > 0) << n
            if present & self.room[colour] or present & present >> 1 & present >> 2:
                return 1
            self.present[colour] = present
        return self._numbers_in_groups(3) != 0

    # Turns

    def _play(self, seat: cython.int) -> None:
        """Make the play of the last answer."""
        i: cython.int
        stay: cython.int = 0
        at: cython.int = seat * _FACES
        for i in range(_FACES):
            self.rack[at + i] -= self.taken[i]
            self.rack_size[seat] -= self.taken[i]
            self.table[i] += self.taken[i]
        if self.kept == _ALL_SETS:
            stay = self.table_sets
        elif self.kept == _JOKER_SETS:
            for i in range(self.table_sets):
                if self.table_joker_places[i]:
                    self.table_kind[stay] = self.table_kind[i]
                    self.table_number[stay] = self.table_number[i]
                    self.table_size[stay] = self.table_size[i]
                    self.table_colours[stay] = self.table_colours[i]
                    self.table_joker_places[stay] = self.table_joker_places[i]
                    stay += 1
        self.table_sets = stay
        self._copy_sets()
        self.opened[seat] = 1
        self.table_version += 1
        if self.rest_is_stuck:
            self.stuck_version[seat] = self.table_version
            self.drawn_since[seat] = 0
