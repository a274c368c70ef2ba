"""The best play as an integer programme, written from shared/RULES.md alone, to check the solver against.

Nothing is enumerated but places. Every kind of set is a flow or a local count, and every place of a set is
filled by a tile without a name, so that equal sets, and jokers for tiles that are all in use, need no care:

- a run is a path over (number, colour, how many tiles so far: 1, 2, 3 or more); a double joker is an arc over
  two numbers, a colour-change joker an arc to a node that only other colours leave (T2-T4, X1, X2);
- the groups of a number are counted: `k` groups hold at most `k` tiles of a colour and 3k to 4k tiles in all;
  a group with a double joker holds that and two more (T1, T4, X1);
- a mirrored run is a path with two places to each number; a node knows how many of the two sides lie under the
  second half of a double joker (X3);
- in a mirrored group every colour has two places; doubles join places of one side, in one of a few patterns.

Whether a special joker is exchanged for another joker (U8) depends on how the sets lay: it is not judged here.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
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
"""A sum: variables, each so many times."""


def _total(terms: Terms) -> cp_model.LinearExprT:
    return cp_model.LinearExpr.weighted_sum([var for var, _ in terms], [times for _, times in terms])


class _Node(NamedTuple):
    """A run so far, its last place at `number`; `change`: that is a colour-change joker, `colour` the one before it."""

    number: int
    colour: Colour | None
    state: int
    change: bool = False


_START: Final = _Node(0, None, 0)

_PATTERNS: Final = ((0, 0, 0), (1, 2, 0), (2, 4, 0), (2, 0, 2), (2, 2, 1), (3, 2, 2), (4, 0, 4))
"""Doubles in a mirrored group: how many, and how many colours have one place, and no place, beside them.

Two doubles on different sides either cover the same two colours, or lie askew on three. Any number of colours
with both places free may be added, up to four in all.
"""


class _Programme:
    """All sets that may lie, the tiles they are made of, and what they are worth."""

    def __init__(self, table: Counter[Tile], rack: Counter[Tile]) -> None:
        self.model = cp_model.CpModel()
        self.held = table + rack
        self.placed = {
            tile: self.model.new_int_var(table[tile], count, "") for tile, count in self.held.items() if count > 0
        }
        self.value: Terms = []
        self.uses: defaultdict[Tile, Terms] = defaultdict(list)
        """Of each tile, where it is for sure: groups for the numbered ones, everything for the jokers."""
        self.places: defaultdict[Tile, Terms] = defaultdict(list)
        """Places that show a face, for its tile or a plain joker."""
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
        """Return the greatest value of what is to be maximised; None if nothing is possible at all."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise AssertionError(f"No proof: {solver.status_name(status)}.")
        return round(solver.objective_value)

    def _var(self, most: int) -> cp_model.IntVar:
        return self.model.new_int_var(0, most, "")

    def _on(self, colour: Colour, number: int) -> int:
        """How many tiles could show this face."""
        return self.held[Tile.of(colour, number)] + self.held[JOKER]

    def _balance(self) -> None:
        for tile in NUMBERED:
            terms = self.places[tile] + self.uses[tile]
            if terms and self.held[JOKER] and self.places[tile]:
                jokers = self._var(self.held[JOKER])
                self.uses[JOKER].append((jokers, 1))
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
        flow = _Flow(self)
        for number in NUMBERS:
            before = [_START, *flow.nodes_at(number - 1)]
            for node in before:
                tiles = min(node.state + 1, FEWEST_TILES)
                for colour in _next_colours(node):
                    if most := self._on(colour, number):
                        arc = flow.arc(node, _Node(number, colour, tiles), most)
                        self.places[Tile.of(colour, number)].append((arc, 1))
                        self.value.append((arc, number))
                    if number < HIGHEST and self.held[DOUBLE]:
                        arc = flow.arc(node, _Node(number + 1, colour, tiles), self.held[DOUBLE])
                        self.uses[DOUBLE].append((arc, 1))
                        self.value.append((arc, number + number + 1))
                if self.held[COLOUR_CHANGE] and not node.change:
                    arc = flow.arc(node, _Node(number, node.colour, tiles, change=True), self.held[COLOUR_CHANGE])
                    self.uses[COLOUR_CHANGE].append((arc, 1))
                    self.value.append((arc, number))
        flow.conserve(may_end=lambda node: node.state == FEWEST_TILES)

    # Groups (T1, T4, X1)

    def _groups(self, number: int) -> None:
        tiles = [Tile.of(colour, number) for colour in Colour]
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
        flow = _Flow(self)
        mirrors = self.held[MIRROR]
        for number in NUMBERS:
            before = [_START, *flow.nodes_at(number - 1)]
            for node in before:
                covered = node.state
                for colour in _next_colours(node):
                    for doubles in range(min(2 - covered, self.held[DOUBLE]) + 1 if number < HIGHEST else 1):
                        singles = 2 - covered - doubles
                        if singles and not self._on(colour, number):
                            continue
                        arc = flow.arc(node, _Node(number, colour, doubles), mirrors)
                        self.places[Tile.of(colour, number)].append((arc, singles))
                        self.uses[DOUBLE].append((arc, doubles))
                        self._mirror_arc(node, arc, number)
                if self.held[COLOUR_CHANGE] >= 2 and not node.change and not covered:
                    arc = flow.arc(node, _Node(number, node.colour, 0, change=True), mirrors)
                    self.uses[COLOUR_CHANGE].append((arc, 2))
                    self._mirror_arc(node, arc, number)
        flow.conserve(may_end=lambda node: node.state == 0)

    def _mirror_arc(self, node: _Node, arc: cp_model.IntVar, number: int) -> None:
        self.value.append((arc, 2 * number))
        if node == _START:
            self.uses[MIRROR].append((arc, 1))

    # Mirrored groups (X3)

    def _mirrored_groups(self, number: int) -> None:
        for doubles, with_one, with_none in _PATTERNS:
            if doubles > self.held[DOUBLE]:
                continue
            groups = self._var(self.held[MIRROR])
            self.uses[MIRROR].append((groups, 1))
            self.uses[DOUBLE].append((groups, doubles))
            columns: dict[int, Terms] = {0: [], 1: [], 2: []}
            for colour in Colour:
                here: Terms = []
                for free in (0, 1, 2):
                    if (free == 0 and not with_none) or (free == 1 and not with_one):
                        continue
                    if free and not self._on(colour, number):
                        continue
                    column = self._var(self.held[MIRROR])
                    columns[free].append((column, 1))
                    here.append((column, 1))
                    self.places[Tile.of(colour, number)].append((column, free))
                    self.value.append((column, 2 * number))
                if here:
                    self.model.add(_total(here) <= groups)
            self.model.add(_total(columns[1]) == with_one * groups)
            self.model.add(_total(columns[0]) == with_none * groups)
            if not doubles:
                self.model.add(_total(columns[2]) >= groups)


class _Flow:
    """Variables along the arcs between nodes; what comes in goes out, or ends where it may."""

    def __init__(self, programme: _Programme) -> None:
        self.programme = programme
        self.into: defaultdict[_Node, Terms] = defaultdict(list)
        self.out_of: defaultdict[_Node, Terms] = defaultdict(list)
        self.nodes: defaultdict[int, list[_Node]] = defaultdict(list)

    def nodes_at(self, number: int) -> list[_Node]:
        return self.nodes[number]

    def arc(self, tail: _Node, head: _Node, most: int) -> cp_model.IntVar:
        var = self.programme._var(most)
        if head not in self.into:
            self.nodes[head.number].append(head)
        self.into[head].append((var, 1))
        self.out_of[tail].append((var, -1))
        return var

    def conserve(self, may_end: Callable[[_Node], bool]) -> None:
        for node, into in self.into.items():
            left = _total(into + self.out_of[node])
            self.programme.model.add(left >= 0 if may_end(node) else left == 0)


def _next_colours(node: _Node) -> Iterable[Colour]:
    """The colours in which a run may go on: the same, or any other after a colour-change joker (X2)."""
    if node.change:
        return [colour for colour in Colour if colour != node.colour]
    return Colour if node.colour is None else (node.colour,)


# Positions

FAMILIES: Final = ("two-copies", "four-jokers", "three-copies", "twist")
MOST_ON_TABLE: Final = 130
MOST_ON_RACK: Final = 30
_FAILURES: Final = 40
"""So many sets that cannot be laid, one after the other, and the box is searched for one that can."""


def random_positions(family: str, count: int, seed: int) -> Iterator[tuple[Table, Tiles]]:
    """Yield tables of valid sets and racks of one to thirty tiles, from one box each; equal for equal arguments."""
    rng = random.Random(f"{family} {seed}")
    for _ in range(count):
        box = box_of(family, rng)
        style = rng.choice(_STYLES)
        table = tuple(_lay_table(rng, box, style))
        yield table, _deal_rack(rng, box, style.rack)


def box_of(family: str, rng: random.Random) -> Counter[Tile]:
    """Return the tiles of a family's box (E1, E2)."""
    if family not in FAMILIES:
        raise ValueError(f"{family!r} is none of {', '.join(FAMILIES)}.")
    box = Counter(dict.fromkeys(NUMBERED, 3 if family == "three-copies" else 2))
    box[JOKER] = {"two-copies": rng.randint(0, 2), "twist": 2}.get(family, 4)
    if family == "twist":
        box.update({DOUBLE: 2, COLOUR_CHANGE: 2, MIRROR: 2})
    return +box


class _Style(NamedTuple):
    """How a table comes about."""

    kinds: tuple[str, ...] = ("group", "run", "group", "run", "long run", "mirror")
    jokers: tuple[float, ...] = (0.02, 0.1, 0.3, 0.8)
    """How readily jokers take the place of tiles; one of these."""
    most: int = MOST_ON_TABLE
    rack: str = "any"
    again: float = 0.1
    """How readily the same set is laid once more."""


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
    """Make up a set; it may need more than the box has, or be none."""
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
"""The faces of a set; no colour: a colour-change joker."""


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
    """Fill a row with tiles and, more or less readily, with jokers."""
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
    """Return some small set that the box still holds, or None if it holds none."""
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
