"""The best play under U7 as an integer programme, written from docs/rules.md alone. Plain jokers, few tiles.

Every set that the tiles can make is a column, with its jokers at definite places, as often as the tiles allow. Which
column continues which old set, which jokers arrive in it, and where each of them came from, are variables of their own.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from ortools.sat.python import cp_model

from tilewise.sets import Kind, TileSet, read_set
from tilewise.tiles import HIGHEST, JOKER, LOWEST, Colour, Table, Tile, Tiles

MOST_COLUMNS: Final = 6_000
"""A position with more sets is too large for this oracle."""


class Set(NamedTuple):
    """A set on the table, or one that could lie there."""

    kind: Kind
    numbers: frozenset[Tile]
    places: frozenset[int]
    """The numbers that the jokers of a run stand for."""
    jokers: int


class TooLarge(Exception):
    """The position has too many possible sets."""


def best_play(rule: str, table: Table, rack: Tiles, weight: Mapping[Tile, int]) -> int:
    """Return the greatest weight that a legal play places; 0 for none. Raises TooLarge."""
    return _Programme(rule, table, Counter(rack)).solve(weight)


def set_of(tiles: Tiles) -> Set:
    """Return the set that tiles form in this order."""
    reading = read_set(tiles)
    assert isinstance(reading, TileSet)
    numbers = frozenset(tile for tile in reading.tiles if tile != JOKER)
    places: frozenset[int] = frozenset()
    if reading.kind is Kind.RUN:
        pairs = zip(reading.tiles, reading.faces, strict=True)
        places = frozenset(faces[0].number for tile, faces in pairs if tile == JOKER)
    return Set(reading.kind, numbers, places, reading.tiles.count(JOKER))


def columns_of(held: Counter[Tile]) -> set[Set]:
    """Return every set that these tiles can make."""
    found: set[Set] = set()
    jokers = held[JOKER]
    rows = [
        tuple(Tile.of(colour, n) for n in range(first, last + 1))
        for colour in Colour
        for first in range(LOWEST, HIGHEST - 1)
        for last in range(first + 2, HIGHEST + 1)
    ]
    rows += [
        tuple(Tile.of(colour, n) for colour in chosen)
        for n in range(LOWEST, HIGHEST + 1)
        for size in (3, 4)
        for chosen in combinations(Colour, size)
    ]
    for row in rows:
        missing = [i for i, tile in enumerate(row) if not held[tile]]
        if len(missing) > jokers:
            continue
        others = [i for i in range(len(row)) if i not in missing]
        for more in range(jokers - len(missing) + 1):
            for chosen in combinations(others, more):
                wild = {*missing, *chosen}
                # The order of a group does not matter, except that one tile between jokers could be a run.
                found.add(set_of(tuple(JOKER if i in wild else tile for i, tile in enumerate(row))))
                tiles = tuple(tile for i, tile in enumerate(row) if i not in wild)
                if len({tile.number for tile in row}) == 1:
                    found.add(set_of((*[JOKER] * len(wild), *tiles)))
        if len(found) > MOST_COLUMNS:
            raise TooLarge
    return found


def _is_part(old: Set, new: Set) -> bool:
    return bool(old.numbers) and old.kind is new.kind and old.numbers <= new.numbers


class _Programme:
    def __init__(self, rule: str, table: Table, rack: Counter[Tile]) -> None:
        self.model = cp_model.CpModel()
        self.before = Counter(tile for tiles in table for tile in tiles)
        self.rack = rack
        self.olds = [set_of(tiles) for tiles in table]
        held = self.before + rack
        self.columns: list[tuple[Set, cp_model.IntVar]] = []
        """Each possible set, and whether it lies on the table."""
        uses: defaultdict[Tile, list[tuple[cp_model.IntVar, int]]] = defaultdict(list)
        for column in columns_of(held):
            copies = min(
                [held[tile] for tile in column.numbers] + ([held[JOKER] // column.jokers] if column.jokers else [])
            )
            for _ in range(copies):
                lies = self.model.new_bool_var("")
                self.columns.append((column, lies))
                for tile in column.numbers:
                    uses[tile].append((lies, 1))
                if column.jokers:
                    uses[JOKER].append((lies, column.jokers))
        self.placed: dict[Tile, cp_model.LinearExprT] = {}
        for tile, most in held.items():
            total = cp_model.LinearExpr.weighted_sum([var for var, _ in uses[tile]], [n for _, n in uses[tile]])
            self.placed[tile] = total - self.before[tile]
            self.model.add(total >= self.before[tile])
            self.model.add(total <= most)
        if rule != "anywhere":
            self._continue_sets()
            self._name_arrivals(rule)

    def solve(self, weight: Mapping[Tile, int]) -> int:
        self.model.maximize(sum(weight.get(tile, 0) * placed for tile, placed in self.placed.items()))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        # See solver_oracle: presolve of this version loses solutions.
        solver.parameters.cp_model_presolve = False
        status = solver.solve(self.model)
        assert status == cp_model.OPTIMAL
        most = float(solver.objective_value)
        return round(most)

    def _continue_sets(self) -> None:
        """Every old set is continued by at most one set, and by one as long as one has room for it."""
        self.continues: dict[tuple[int, int], cp_model.IntVar] = {}
        for i, old in enumerate(self.olds):
            for c, (column, lies) in enumerate(self.columns):
                if _is_part(old, column):
                    self.continues[i, c] = self.model.new_bool_var("")
                    self.model.add(self.continues[i, c] <= lies)
        for i in range(len(self.olds)):
            self.model.add(sum(var for (o, _), var in self.continues.items() if o == i) <= 1)
        for c in range(len(self.columns)):
            inside = [o for o in range(len(self.olds)) if (o, c) in self.continues]
            for one, other in combinations(inside, 2):
                if self.olds[one].numbers & self.olds[other].numbers:
                    self.model.add(self.continues[one, c] + self.continues[other, c] <= 1)
            for o in inside:
                anywhere = [var for (other, _), var in self.continues.items() if other == o]
                instead = [
                    self.continues[other, c]
                    for other in inside
                    if other != o and self.olds[other].numbers & self.olds[o].numbers
                ]
                self.model.add(sum(anywhere) + sum(instead) >= self.columns[c][1])

    def _name_arrivals(self, rule: str) -> None:
        """Every joker that arrives in a continuing set is named once: from the rack, or from another old set."""
        jokers = self.before[JOKER] + self.rack[JOKER]
        left = [self.model.new_int_var(0, old.jokers, "") for old in self.olds]
        stays: defaultdict[int, list[cp_model.IntVar]] = defaultdict(list)
        named: defaultdict[int, list[cp_model.IntVar]] = defaultdict(list)
        from_rack: list[cp_model.IntVar] = []
        for c, (column, _) in enumerate(self.columns):
            inside = [o for o in range(len(self.olds)) if (o, c) in self.continues]
            if not inside:
                continue
            here = {o: self.continues[o, c] for o in inside}
            for o in inside:
                stays[o].append(self.model.new_int_var(0, self.olds[o].jokers, ""))
                self.model.add(stays[o][-1] <= self.olds[o].jokers * here[o])
            arrivals = self.model.new_int_var(0, jokers, "")
            if column.kind is Kind.RUN:
                self._stay_in_run(column, here, {o: stays[o][-1] for o in inside}, arrivals)
            else:
                had = sum(self.olds[o].jokers * here[o] for o in inside)
                staying = self.model.new_int_var(0, column.jokers, "")
                self.model.add_min_equality(staying, [had, column.jokers])
                self.model.add(sum(stays[o][-1] for o in inside) == staying)
                for o in inside:
                    self.model.add(arrivals >= column.jokers - had - jokers * (1 - here[o]))
            if not column.jokers:
                continue
            from_rack.append(self.model.new_int_var(0, jokers, ""))
            names: list[cp_model.IntVar] = [from_rack[-1]]
            if rule == "another-set":
                for o in range(len(self.olds)):
                    names.append(self.model.new_int_var(0, jokers, ""))
                    named[o].append(names[-1])
                    if o in here:
                        self.model.add(names[-1] <= jokers * (1 - here[o]))
            self.model.add(sum(names) >= arrivals)
        for o, old in enumerate(self.olds):
            self.model.add(left[o] == old.jokers - sum(stays[o]))
            self.model.add(sum(named[o]) <= left[o])
        self.model.add(sum(from_rack) <= self.placed.get(JOKER, 0))

    def _stay_in_run(
        self,
        column: Set,
        here: Mapping[int, cp_model.IntVar],
        stays: Mapping[int, cp_model.IntVar],
        arrivals: cp_model.IntVar,
    ) -> None:
        """Of a run, jokers stay at their places; every other joker arrives."""
        staying: defaultdict[int, list[cp_model.IntVar]] = defaultdict(list)
        arriving = []
        for place in column.places:
            owners = [o for o in here if place in self.olds[o].places]
            same = []
            for o in owners:
                same.append(self.model.new_bool_var(""))
                self.model.add(same[-1] <= here[o])
                staying[o].append(same[-1])
            for o in owners:
                self.model.add(sum(same) >= here[o])
            self.model.add(sum(same) <= 1)
            arriving.append(self.model.new_bool_var(""))
            for o in here:
                self.model.add(arriving[-1] >= here[o] - sum(here[owner] for owner in owners))
        for o, var in stays.items():
            self.model.add(var == sum(staying[o]))
        self.model.add(arrivals >= sum(arriving))


def small_positions(count: int, seed: str, jokers: int, copies: int) -> Iterator[tuple[Table, Tiles]]:
    """Yield tables of up to four sets, one of them with a joker, and racks of up to five tiles that may fit."""
    rng = random.Random(seed)
    while count:
        lowest = rng.randint(LOWEST, HIGHEST - 4)
        numbers = range(lowest, lowest + rng.randint(2, 5))
        colours = rng.sample(tuple(Colour), rng.choice((2, 3, 4)))
        box = [Tile.of(colour, n) for colour in colours for n in numbers for _ in range(copies)]
        box += [JOKER] * jokers
        table: list[Tiles] = []
        for _ in range(rng.randint(1, 4)):
            for _ in range(60):
                rng.shuffle(box)
                size = rng.choice((3, 3, 4))
                reading = read_set(tuple(box[:size]))
                if isinstance(reading, TileSet):
                    table.append(reading.tiles)
                    del box[:size]
                    break
        if any(JOKER in tiles for tiles in table):
            yield tuple(table), tuple(sorted(box[: rng.randint(1, 5)]))
            count -= 1
