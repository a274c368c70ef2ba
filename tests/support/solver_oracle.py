"""The best play as an integer programme, written from docs/rules.md alone, to compare the solver with.

Sets are not enumerated. Every kind of set is a flow or a local count, and tiles are counted by face, so equal sets, and
jokers for tiles that are all in use, need no special treatment:

- a run is a path over (number, colour, how many tiles so far: 1, 2, 3 or more); a double joker is an arc over
  two numbers, a colour-change joker an arc to a node that only other colours leave (T2-T4, X1, X2);
- the groups of a number are counted: `k` groups hold at most `k` tiles of a colour and 3k to 4k tiles in all;
  a group with a double joker holds that and two more (T1, T4, X1);
- a mirrored run is a path with two places to each number; a node knows how many of the two sides lie under the
  second half of a double joker (X3);
- in a mirrored group every colour has two places; doubles join places of one side, in one of a few patterns.

Whether a special joker was exchanged for another joker (U8) depends on the sets before the turn, and is ignored here.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ortools.sat.python import cp_model

from tilewise.sets import TileSet, read_set
from tilewise.tiles import (
    COLOUR_CHANGE,
    DOUBLE,
    HIGHEST,
    JOKER,
    JOKERS,
    LOWEST,
    MIRROR,
    NUMBERED,
    Colour,
    Table,
    Tile,
    Tiles,
)

NUMBERS: Final = range(LOWEST, HIGHEST + 1)
FEWEST_TILES: Final = 3


def best_play(table: Counter[Tile], rack: Counter[Tile], weight: Mapping[Tile, int]) -> int | None:
    """Return the greatest weight of rack tiles that can lie in sets with all table tiles; None if no sets hold those.

    Placing nothing is allowed. A tile without a weight weighs nothing.
    """
    programme = _Programme(table, rack)
    programme.maximise([(programme.placed[tile], weight.get(tile, 0)) for tile in programme.placed])
    most = programme.solve()
    return None if most is None else most - sum(weight.get(tile, 0) * count for tile, count in table.items())


def best_opening(rack: Counter[Tile], weight: Mapping[Tile, int], threshold: int) -> int | None:
    """Return the greatest weight of an opening worth at least the threshold; None if there is none (U3, U4, X4).

    An opening has at least one set, even if the threshold is 0.
    """
    programme = _Programme(Counter(), rack)
    programme.place_something()
    programme.be_worth(threshold)
    programme.maximise([(programme.placed[tile], weight.get(tile, 0)) for tile in programme.placed])
    return programme.solve()


def greatest_opening_value(rack: Counter[Tile]) -> int:
    """Return what the sets that can be laid from the rack are worth at most; 0 if there is no set."""
    programme = _Programme(Counter(), rack)
    programme.maximise(programme.value)
    most = programme.solve()
    if most is None:
        raise AssertionError("Laying nothing is always possible.")
    return most


Terms = list[tuple[cp_model.IntVar, int]]
"""A sum of variables with factors."""


def _total(terms: Terms) -> cp_model.LinearExprT:
    return cp_model.LinearExpr.weighted_sum([var for var, _ in terms], [times for _, times in terms])


_FIRST_TURN: Final = 0.1
"""The effort of the first strategy, in deterministic time of CP-SAT (about seconds)."""

_TURNS: Final = 16
"""After that, some minutes later, the oracle gives up with an error."""

most_effort: float = math.inf
"""The limit for all turns of one query together, in the same unit."""

_PATTERNS: Final = ((1, 2, 0), (2, 4, 0), (2, 0, 2), (2, 2, 1), (3, 2, 2), (4, 0, 4))
"""Doubles in a mirrored group: how many, and how many colours have one place, and no place, beside them.

Two doubles on different sides cover either the same two colours, or three colours. Any number of colours with both
places free may be added, up to four in all.
"""


class _Programme:
    """All possible sets, their tiles, and their value."""

    def __init__(self, table: Counter[Tile], rack: Counter[Tile]) -> None:
        self.model = cp_model.CpModel()
        self.held = table + rack
        self.placed = {
            tile: self.model.new_int_var(table[tile], count, "") for tile, count in self.held.items() if count > 0
        }
        self.colours = self._colours_of_runs()
        self.numbers = self._numbers_of_runs()
        self.value: Terms = []
        self.uses: defaultdict[Tile, Terms] = defaultdict(list)
        """Where each tile is used as itself: numbered tiles in groups, jokers everywhere."""
        self.places: defaultdict[Tile, Terms] = defaultdict(list)
        """The places for each face, which its tile or a plain joker fills."""
        self._runs()
        for number in NUMBERS:
            self._groups(number)
        if self.held[MIRROR]:
            self._mirrored_runs()
            for number in NUMBERS:
                self._mirrored_groups(number)
        self._balance()

    def maximise(self, terms: Terms) -> None:
        self.model.maximize(_total(terms))

    def be_worth(self, least: int) -> None:
        self.model.add(_total(self.value) >= least)

    def place_something(self) -> None:
        self.model.add(_total([(var, 1) for var in self.placed.values()]) >= 1)

    def solve(self) -> int | None:
        """Return the greatest value of what is to be maximised; None if nothing is possible at all.

        What one strategy cannot prove soon, another often can: they take turns, each longer than the last. Time is
        counted in deterministic steps, so that a position always takes the same course.

        Presolve is off: in 9.15.6755 it loses solutions. It called 3 the optimum of `b2 J J J` with `b3 J` on the
        rack (b3 weighs 5, a joker -2), where 5 is possible. It would not save time either.
        """
        special = any(self.held[joker] for joker in (DOUBLE, COLOUR_CHANGE, MIRROR))
        effort_left = most_effort
        for turn in range(_TURNS):
            effort = min(_FIRST_TURN * 1.6**turn, effort_left)
            effort_left -= effort
            if effort <= 0:
                break
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.random_seed = 1
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = ((0, 1, 2) if special else (1, 2, 0))[turn % 3]
            solver.parameters.max_deterministic_time = effort
            status = solver.solve(self.model)
            if status == cp_model.INFEASIBLE:
                return None
            if status == cp_model.OPTIMAL:
                most = float(solver.objective_value)
                return round(most)
        raise AssertionError("No proof.")

    def _var(self, most: int) -> cp_model.IntVar:
        return self.model.new_int_var(0, most, "")

    def _on(self, colour: Colour, number: int) -> int:
        """Return how many tiles could stand for this face in a run."""
        return 0 if number not in self.numbers else self.held[Tile.of(colour, number)] + self.held[JOKER]

    def _colours_of_runs(self) -> list[Colour]:
        """Return the colours of the tiles and two more, so that any stretch of jokers can differ from others."""
        held = [colour for colour in Colour if any(tile.colour == colour for tile in self.held)]
        return held + [colour for colour in Colour if colour not in held][:2]

    def _numbers_of_runs(self) -> set[int]:
        """Return the numbers that jokers can reach from a tile, and the highest, where jokers alone are worth most."""
        reach = self.held[JOKER] + 2 * self.held[DOUBLE] + self.held[COLOUR_CHANGE]
        known = {tile.number for tile in self.held if tile.number} | {HIGHEST}
        return {number for number in NUMBERS if any(abs(number - other) <= reach for other in known)}

    def _balance(self) -> None:
        for tile in NUMBERED:
            terms = self.places[tile] + self.uses[tile]
            if self.held[JOKER] and self.places[tile]:
                jokers = self._var(self.held[JOKER])
                self.uses[JOKER].append((jokers, 1))
                if self.uses[tile]:
                    self.model.add(_total(self.places[tile]) >= jokers)
                terms = [*terms, (jokers, -1)]
            self._use_all(tile, terms)
        for joker in JOKERS:
            self._use_all(joker, self.uses[joker])

    def _use_all(self, tile: Tile, terms: Terms) -> None:
        if tile in self.placed:
            terms = [*terms, (self.placed[tile], -1)]
        if terms:
            self.model.add(_total(terms) == 0)

    # Runs (T2-T4, X1, X2)

    def _runs(self) -> None:
        """Runs are flows over nodes (number, colour, tiles so far), where three tiles or more are the same.

        After a colour-change joker a run waits at a node without a colour, enters the node of its new colour
        at the same number, and must not turn to another colour-change joker there.
        """
        laid: defaultdict[tuple[int, Colour, int], Terms] = defaultdict(list)
        """The flow into a node by a tile."""
        entered: defaultdict[tuple[int, Colour, int], Terms] = defaultdict(list)
        """The flow into a node from a colour-change joker."""
        turned: defaultdict[tuple[int, int], list[tuple[Colour | None, cp_model.IntVar]]] = defaultdict(list)
        """The flow into colour-change jokers, by number and tiles so far, with the colour before."""
        changes = self.held[COLOUR_CHANGE]
        for number in NUMBERS:
            if changes:
                for tiles in range(1, FEWEST_TILES + 1):
                    leaving = self._after_change(turned[number - 1, tiles], tiles == FEWEST_TILES)
                    for colour, var in leaving.items():
                        entered[number - 1, colour, tiles].append((var, 1))
                if number in self.numbers:
                    turned[number, 1].append((None, self._change(number, 1)))
            for colour in self.colours:
                for tiles in range(FEWEST_TILES + 1):
                    node = (number - 1, colour, tiles)
                    if tiles and not laid[node] and not entered[node]:
                        continue
                    more = min(tiles + 1, FEWEST_TILES)
                    out: Terms = []
                    if most := self._on(colour, number):
                        var = self._var(most)
                        laid[number, colour, more].append((var, 1))
                        self.places[Tile.of(colour, number)].append((var, 1))
                        self.value.append((var, number))
                        out.append((var, -1))
                    if self.held[DOUBLE] and {number, number + 1} <= self.numbers:
                        var = self._var(self.held[DOUBLE])
                        laid[number + 1, colour, more].append((var, 1))
                        self.uses[DOUBLE].append((var, 1))
                        self.value.append((var, number + number + 1))
                        out.append((var, -1))
                    if not tiles:
                        continue
                    if changes and laid[node] and number in self.numbers:
                        var = self._change(number, 1)
                        turned[number, more].append((colour, var))
                        out.append((var, -1))
                        if entered[node]:
                            self.model.add(_total(laid[node]) >= var)
                    left = _total(laid[node] + entered[node] + out)
                    self.model.add(left >= 0 if tiles == FEWEST_TILES else left == 0)
        for colour in self.colours:
            for tiles in range(1, FEWEST_TILES):
                if laid[HIGHEST, colour, tiles]:
                    self.model.add(_total(laid[HIGHEST, colour, tiles]) == 0)
        if changes:
            for tiles in range(1, FEWEST_TILES):
                self.model.add(_total([(var, 1) for _, var in turned[HIGHEST, tiles]]) == 0)

    def _change(self, number: int, sides: int) -> cp_model.IntVar:
        var = self._var(self.held[COLOUR_CHANGE] // sides)
        self.uses[COLOUR_CHANGE].append((var, sides))
        self.value.append((var, number * sides))
        return var

    def _after_change(
        self, coming: list[tuple[Colour | None, cp_model.IntVar]], may_end: bool
    ) -> dict[Colour, cp_model.IntVar]:
        """Return the flow into each colour after colour-change jokers: every run continues in another colour.

        By Hall's theorem that is possible if no colour has too large a share on both sides together.
        """
        if not coming:
            return {}
        leaving = {colour: self._var(self.held[COLOUR_CHANGE]) for colour in self.colours}
        total = _total([(var, 1) for _, var in coming])
        gone = _total([(var, 1) for var in leaving.values()])
        self.model.add(gone <= total if may_end else gone == total)
        for colour, var in leaving.items():
            others = [(coming_var, 1) for before, coming_var in coming if before != colour]
            self.model.add(_total(others) >= var)
        return leaving

    # Groups (T1, T4, X1)

    def _groups(self, number: int) -> None:
        tiles = [Tile.of(colour, number) for colour in Colour]
        if number < HIGHEST and not any(self.held[tile] for tile in tiles):
            return  # Jokers alone are worth most in groups of the highest number.
        for doubles in range(min(self.held[DOUBLE], 1) + 1):
            least, most = (2, 2) if doubles else (3, 4)
            groups_at_most = (sum(self.held[tile] for tile in tiles) + self.held[JOKER]) // least
            if doubles:
                groups_at_most = min(groups_at_most, self.held[DOUBLE])
            if not groups_at_most:
                continue
            groups = self._var(groups_at_most)
            filled: Terms = []
            for tile in tiles:
                if self.held[tile]:
                    var = self._var(self.held[tile])
                    self.model.add(var <= groups)
                    self.uses[tile].append((var, 1))
                    filled.append((var, 1))
            if self.held[JOKER]:
                var = self._var(self.held[JOKER])
                self.uses[JOKER].append((var, 1))
                filled.append((var, 1))
            if least == most:
                self.model.add(_total(filled) == least * groups)
            else:
                self.model.add(_total(filled) >= least * groups)
                self.model.add(_total(filled) <= most * groups)
            self.value += [(var, number) for var, _ in filled]
            if doubles:
                self.uses[DOUBLE].append((groups, 1))
                self.value.append((groups, 2 * number))

    # Mirrored runs (X3)

    def _mirrored_runs(self) -> None:
        """Mirrored runs are flows over nodes (number, colour, sides covered by a double's second half).

        A run starts at the node before its first number, and continues by columns of two places; it does the same
        after colour-change jokers, one on each side.
        """
        mirrors, changes = self.held[MIRROR], self.held[COLOUR_CHANGE] >= 2
        laid: defaultdict[tuple[int, Colour, int], Terms] = defaultdict(list)
        turned: defaultdict[int, list[tuple[Colour | None, cp_model.IntVar]]] = defaultdict(list)
        for number in NUMBERS:
            leaving = self._after_change(turned[number - 1], may_end=True)
            if changes and number in self.numbers:
                var = self._change(number, 2)
                self.uses[MIRROR].append((var, 1))
                turned[number].append((None, var))
            for colour in self.colours:
                start = self._var(mirrors)
                self.uses[MIRROR].append((start, 1))
                for covered in range(3):
                    here = laid[number - 1, colour, covered]
                    if covered and not here:
                        continue
                    out: Terms = []
                    most_doubles = self.held[DOUBLE] if {number, number + 1} <= self.numbers else 0
                    for doubles in range(min(2 - covered, most_doubles) + 1):
                        singles = 2 - covered - doubles
                        if singles and not self._on(colour, number):
                            continue
                        var = self._var(mirrors)
                        laid[number, colour, doubles].append((var, 1))
                        self.value.append((var, 2 * number))
                        self.uses[DOUBLE].append((var, doubles))
                        self.places[Tile.of(colour, number)].append((var, singles))
                        out.append((var, -1))
                    if covered:
                        self.model.add(_total(here + out) == 0)
                        continue
                    entered = [(start, 1)]
                    if leaving:
                        entered.append((leaving[colour], 1))
                    self.model.add(_total(entered + out) <= 0)
                    if changes and here and number in self.numbers:
                        var = self._change(number, 2)
                        turned[number].append((colour, var))
                        out.append((var, -1))
                    self.model.add(_total(here + entered + out) >= 0)

    # Mirrored groups (X3)

    def _mirrored_groups(self, number: int) -> None:
        """Count mirrored groups by the pattern of their doubles, and for each colour the groups that show it.

        A colour has both its places free, or one, or none; the doubles cover the others.
        """
        mirrors = self.held[MIRROR]
        tiles = [Tile.of(colour, number) for colour in Colour]
        if number < HIGHEST and not any(self.held[tile] for tile in tiles):
            return  # Jokers alone: as for groups.
        plain = self._var(mirrors)
        groups: Terms = [(plain, 1)]
        free = {tile: self._var(mirrors) for tile in tiles}
        shown: dict[Tile, Terms] = {}
        for tile, var in free.items():
            self.places[tile].append((var, 2))
            self.value.append((var, 2 * number))
            shown[tile] = [(var, 1)]
        self.model.add(_total([(var, 1) for var in free.values()]) >= plain)
        for doubles, with_one, with_none in _PATTERNS:
            if doubles > self.held[DOUBLE]:
                continue
            these = self._var(mirrors)
            groups.append((these, 1))
            self.uses[DOUBLE].append((these, doubles))
            taken: dict[Tile, Terms] = {tile: [] for tile in tiles}
            for places, colours in ((1, with_one), (0, with_none)):
                if not colours:
                    continue
                columns = {tile: self._var(mirrors) for tile in tiles}
                self.model.add(_total([(var, 1) for var in columns.values()]) == colours * these)
                for tile, var in columns.items():
                    taken[tile].append((var, 1))
                    self.places[tile].append((var, places))
                    self.value.append((var, 2 * number))
            for tile in tiles:
                self.model.add(_total(taken[tile]) <= these)
                shown[tile] += taken[tile]
        for tile in tiles:
            self.model.add(_total(shown[tile]) <= _total(groups))
        self.uses[MIRROR] += groups


# Positions

FAMILIES: Final = ("two-copies", "four-jokers", "three-copies", "twist")
MOST_ON_TABLE: Final = 130
MOST_ON_RACK: Final = 30
_FAILURES: Final = 40
"""After so many random sets in a row that cannot be laid, the box is searched for one that can."""


def random_positions(family: str, count: int, seed: int) -> Iterator[tuple[Table, Tiles]]:
    """Yield tables of valid sets and racks of 1 to 30 tiles, each from one box; the same for the same arguments."""
    rng = random.Random(f"{family} {seed}")
    for _ in range(count):
        box = box_of(family, rng)
        style = rng.choice(_STYLES)
        table = tuple(_lay_table(rng, box, style))
        yield table, _deal_rack(rng, box, style.rack)


def box_of(family: str, rng: random.Random) -> Counter[Tile]:
    """Return the tiles of a family's box (E1, E2)."""
    if family not in FAMILIES:
        raise ValueError(f"{family!r} is not one of {', '.join(FAMILIES)}.")
    box = Counter(dict.fromkeys(NUMBERED, 3 if family == "three-copies" else 2))
    box[JOKER] = {"two-copies": rng.randint(0, 2), "twist": 2}.get(family, 4)
    if family == "twist":
        box.update({DOUBLE: 2, COLOUR_CHANGE: 2, MIRROR: 2})
    return +box


class _Style(NamedTuple):
    """How a table is generated."""

    kinds: tuple[str, ...] = ("group", "run", "group", "run", "long run", "mirror")
    jokers: tuple[float, ...] = (0.02, 0.1, 0.3, 0.8)
    """Probabilities that a joker replaces a tile; one of them is chosen."""
    most: int = MOST_ON_TABLE
    rack: str = "any"
    again: float = 0.1
    """The probability that a set is laid once more."""


_STYLES: Final = (
    *(_Style(),) * 6,
    *(_Style(most=40),) * 4,
    _Style(most=30, rack="neighbours"),
    _Style(rack="neighbours"),
    _Style(rack="jokers first"),
    _Style(jokers=(0.0,), rack="jokers first"),
    _Style(jokers=(0.0,), rack="jokers"),
    _Style(most=30, jokers=(0.0,), rack="jokers"),
    _Style(kinds=("group",), jokers=(0.0, 0.3)),
    _Style(kinds=("run", "long run")),
    _Style(kinds=("full group",), jokers=(0.0,), rack="jokers"),
    _Style(kinds=("full group",), jokers=(0.0,), rack="jokers first"),
    _Style(kinds=("full group",), jokers=(0.0, 0.2), most=30, rack="jokers first"),
    _Style(kinds=("full run",), jokers=(0.0,), most=40, rack="jokers first", again=0.7),
    _Style(kinds=("full run",), jokers=(0.0, 0.1), rack="jokers", again=0.7),
    _Style(kinds=("full run", "full group"), jokers=(0.0,), rack="jokers first"),
    _Style(kinds=("jokers", "group", "run"), most=40),
    _Style(kinds=("jokers",), most=9, rack="jokers first"),
    _Style(kinds=("group", "run"), again=0.9),
    _Style(kinds=("mirror", "mirror", "run", "group"), jokers=(0.1, 0.5)),
    _Style(kinds=("run", "mirror"), jokers=(0.5, 0.8), most=30, rack="neighbours"),
    _Style(most=0),
    _Style(most=0, rack="jokers first"),
)


def _lay_table(rng: random.Random, box: Counter[Tile], style: _Style) -> Iterator[Tiles]:
    """Lay random sets, taking them out of the box, until a random size is reached or nothing fits."""
    most = min(style.most, box.total() - 1)
    left = rng.choice((most, rng.randint(0, most)))
    readiness = rng.choice(style.jokers)
    laid: list[Tiles] = []
    failures = 0
    while left >= FEWEST_TILES and failures < 2 * _FAILURES:
        if laid and rng.random() < style.again:
            tiles: Tiles | None = rng.choice(laid)
        elif failures < _FAILURES:
            tiles = _random_set(rng, box, rng.choice(style.kinds), readiness)
        else:
            tiles = _set_in(rng, box, style.kinds)
            if tiles is None:
                return
        if tiles is None or len(tiles) > left or not Counter(tiles) <= box or not is_set(tiles):
            failures += 1
            continue
        failures = 0
        box.subtract(tiles)
        left -= len(tiles)
        laid.append(tiles)
        yield tiles


def is_set(tiles: Tiles) -> bool:
    return isinstance(read_set(tiles), TileSet)


def _random_set(rng: random.Random, box: Counter[Tile], kind: str, readiness: float) -> Tiles | None:
    """Return random tiles that are probably a set; the box may not contain them."""
    if kind == "jokers":
        jokers = [tile for tile in (JOKER, JOKER, JOKER, *JOKERS) for _ in range(box[tile])]
        return tuple(rng.sample(jokers, min(len(jokers), rng.choice((3, 3, 4)))))
    if kind == "mirror":
        if not box[MIRROR]:
            return None
        row = _random_row(rng, box, rng.choice(("group", "run")), readiness)[: rng.randint(1, 5)]
        one, other = _cover(rng, box, row, readiness), _cover(rng, box, row, readiness)
        return (*one, MIRROR, *other[::-1])
    return _cover(rng, box, _random_row(rng, box, kind, readiness), readiness)


_Row = list[tuple[Colour | None, int]]
"""The faces of a set; a colour-change joker has no colour."""


def _random_row(rng: random.Random, box: Counter[Tile], kind: str, readiness: float) -> _Row:
    if kind in ("group", "full group"):
        size = 4 if kind == "full group" else rng.choice((3, 3, 4))
        number = rng.choice(NUMBERS)
        return [(colour, number) for colour in rng.sample(tuple(Colour), size)]
    length = {"run": rng.randint(3, 5), "long run": rng.randint(5, 12), "full run": HIGHEST}[kind]
    first = rng.randint(LOWEST, HIGHEST - length + 1)
    colour = rng.choice(tuple(Colour))
    row: _Row = []
    for number in range(first, first + length):
        changed = bool(row) and row[-1][0] is None
        if box[COLOUR_CHANGE] and not changed and rng.random() < readiness / 2:
            row.append((None, number))
            colour = rng.choice([other for other in Colour if other != colour])
        else:
            row.append((colour, number))
    return row


def _cover(rng: random.Random, box: Counter[Tile], row: _Row, readiness: float) -> Tiles:
    """Fill a row with tiles and, by some probability, with jokers."""
    tiles: list[Tile] = []
    rest = list(row)
    while rest:
        colour, number = rest.pop(0)
        if colour is None:
            tiles.append(COLOUR_CHANGE)
        elif box[DOUBLE] and rest and rest[0][0] is not None and rng.random() < readiness:
            rest.pop(0)
            tiles.append(DOUBLE)
        elif box[JOKER] and rng.random() < (readiness if box[Tile.of(colour, number)] else readiness + 0.3):
            tiles.append(JOKER)
        else:
            tiles.append(Tile.of(colour, number))
    return tuple(tiles)


def _set_in(rng: random.Random, box: Counter[Tile], kinds: tuple[str, ...]) -> Tiles | None:
    """Return a small set that the box still contains, or None if there is none."""
    rows: list[Tiles] = []
    for number in NUMBERS:
        colours = [tile for colour in Colour if box[tile := Tile.of(colour, number)] > 0]
        if "group" in kinds and len(colours) >= FEWEST_TILES:
            rows.append(tuple(rng.sample(colours, FEWEST_TILES)))
        if len(colours) == len(Colour) and {"group", "full group"} & set(kinds):
            rows.append(tuple(colours))
        if "run" in kinds and number <= HIGHEST - 2:
            for colour in Colour:
                run = tuple(Tile.of(colour, number + i) for i in range(FEWEST_TILES))
                if all(box[tile] > 0 for tile in run):
                    rows.append(run)
    return rng.choice(rows) if rows else None


def _deal_rack(rng: random.Random, box: Counter[Tile], how: str) -> Tiles:
    left = list((+box).elements())
    rng.shuffle(left)
    size = rng.choice((rng.randint(1, MOST_ON_RACK), rng.randint(1, 14)))
    if how == "neighbours":
        middle = rng.choice(NUMBERS)
        left.sort(key=lambda tile: abs((tile.number or middle) - middle) + 3 * rng.random())
    elif how != "any":
        left.sort(key=lambda tile: not tile.is_joker)
        if how == "jokers" and left[0].is_joker:
            size = min(size, sum(tile.is_joker for tile in left))
    return tuple(sorted(left[:size]))
