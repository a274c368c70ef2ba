"""Orders in which tiles form a set: tiles that are a set in some order are never refused for their order (T5).

A set is a row of columns: the numbers of a run or the colours of a group. Each column has one place, or two if the
set has a mirror, one on either side of it. Numbered tiles belong to a column; the jokers are tried in the remaining
places, the greatest value first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

from tilewise.sets.runs_and_groups import COLOURS_IN_GROUP, places_of
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, LOWEST, MIRROR, Colour, Tile, Tiles

Columns = list[list[Tile]]
"""The numbered tiles of each column."""

Row = list[tuple[Tile | None, ...]]
"""For each column, the tile that starts there on each side; None for the second half of a double joker."""


def arrangements(tiles: Tiles) -> Iterator[Tiles]:
    """Yield orders in which the tiles may form a set: the best run and the best group, if there are any."""
    mirrors = tiles.count(MIRROR)
    if mirrors > 1:
        return
    sides = 1 + mirrors
    places = len(places_of(tiles)) - mirrors
    if places % sides == 0:
        width = places // sides
        numbered = [tile for tile in tiles if tile.number]
        jokers = _Jokers(tiles.count(JOKER), tiles.count(DOUBLE), tiles.count(COLOUR_CHANGE))
        for rows in (_runs(numbered, jokers, width, sides), _groups(numbered, jokers, width, sides)):
            row = next(rows, None)
            if row is not None:
                yield _flattened(row, sides)


class _Jokers(NamedTuple):
    """How many jokers of each kind are still to be placed."""

    plain: int
    doubles: int
    changes: int


def _runs(numbered: list[Tile], jokers: _Jokers, width: int, sides: int) -> Iterator[Row]:
    by_number: defaultdict[int, list[Tile]] = defaultdict(list)
    for tile in numbered:
        by_number[tile.number].append(tile)
    if any(len(column) > sides or len(set(column)) > 1 for column in by_number.values()):
        return
    lowest = max(LOWEST, max(by_number, default=0) - width + 1)
    highest = min(HIGHEST - width + 1, min(by_number, default=HIGHEST))
    for first in range(highest, lowest - 1, -1):
        columns = [by_number.get(first + i, []) for i in range(width)]
        yield from _fill(columns, jokers, _Stretch(one_colour=True), (False,) * sides)


def _groups(numbered: list[Tile], jokers: _Jokers, width: int, sides: int) -> Iterator[Row]:
    if width > COLOURS_IN_GROUP or jokers.changes or len({tile.number for tile in numbered}) > 1:
        return
    by_colour: defaultdict[Colour | None, list[Tile]] = defaultdict(list)
    for tile in sorted(numbered):
        by_colour[tile.colour].append(tile)
    if len(by_colour) > width or any(len(column) > sides for column in by_colour.values()):
        return
    columns: Columns = [*by_colour.values(), *([] for _ in range(width - len(by_colour)))]
    for order in permutations(columns):
        yield from _fill(list(order), jokers, _Stretch(one_colour=False), (False,) * sides)


class _Stretch(NamedTuple):
    """The tiles since the last colour-change joker."""

    one_colour: bool
    colour: Colour | None = None
    not_colour: Colour | None = None
    starts: bool = False
    """Whether the last tile was a colour-change joker: another one may not follow it."""

    def allows(self, tile: Tile) -> bool:
        if not self.one_colour:
            return True
        return tile.colour == self.colour if self.colour is not None else tile.colour != self.not_colour


def _fill(columns: Columns, jokers: _Jokers, stretch: _Stretch, covered: tuple[bool, ...]) -> Iterator[Row]:
    """Yield rows that fill all places of the columns; `covered` sides start with the second half of a double joker."""
    if columns:
        yield from _fill_first(columns, jokers, stretch, covered)
    else:
        # The number of places is right, so no double joker extends beyond the last column.
        yield []


def _fill_first(columns: Columns, jokers: _Jokers, stretch: _Stretch, covered: tuple[bool, ...]) -> Iterator[Row]:
    """Try every possibility for the first column, then fill the others."""
    numbered, *rest = columns
    if numbered and not stretch.allows(numbered[0]):
        return
    after = stretch._replace(colour=numbered[0].colour if numbered else stretch.colour, starts=False)
    options = [(None,) if half else (*numbered[:1], JOKER, DOUBLE) for half in covered]
    for row in product(*options):
        left = jokers._replace(plain=jokers.plain - row.count(JOKER), doubles=jokers.doubles - row.count(DOUBLE))
        if min(left) >= 0 and sum(tile in numbered for tile in row) == len(numbered):
            for tail in _fill(rest, left, after, tuple(tile == DOUBLE for tile in row)):
                yield [row, *tail]
    sides = len(covered)
    if stretch.one_colour and not (numbered or any(covered) or stretch.starts) and jokers.changes >= sides:
        left = jokers._replace(changes=jokers.changes - sides)
        beyond = _Stretch(True, not_colour=stretch.colour, starts=True)
        for tail in _fill(rest, left, beyond, covered):
            yield [(COLOUR_CHANGE,) * sides, *tail]


def _flattened(row: Row, sides: int) -> Tiles:
    left = [column[0] for column in row if column[0] is not None]
    if sides == 1:
        return tuple(left)
    right = [column[1] for column in reversed(row) if column[1] is not None]
    return (*left, MIRROR, *right)
