"""Orders in which tiles form a set: tiles that are a set in some order are never refused for their order (T5).

A set is a row of columns: the numbers of a run or the colours of a group. Each column has one place, or two if the
set has a mirror, one on either side of it. Numbered tiles belong to a column; the jokers are tried in the remaining
places, the greatest value first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product, repeat
from typing import Final, NamedTuple

from tilewise.sets.runs_and_groups import COLOURS_IN_GROUP, places_of
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, LOWEST, MIRROR, Colour, Tile, Tiles

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
        for row in (_run(numbered, jokers, width, sides), _group(numbered, jokers, width, sides)):
            if row is not None:
                yield _flattened(row, sides)


class _Jokers(NamedTuple):
    """How many jokers of each kind are to be placed."""

    plain: int
    doubles: int
    changes: int


def _run(numbered: list[Tile], jokers: _Jokers, width: int, sides: int) -> Row | None:
    by_number: defaultdict[int, Tiles] = defaultdict(tuple)
    for tile in numbered:
        by_number[tile.number] += (tile,)
    if any(len(column) > sides or len(set(column)) > 1 for column in by_number.values()):
        return None
    lowest = max(LOWEST, max(by_number, default=0) - width + 1)
    highest = min(HIGHEST - width + 1, min(by_number, default=HIGHEST))
    filling = _Filling([by_number[number] for number in range(LOWEST, HIGHEST + 1)], jokers, sides)
    rows = (filling.row(first - LOWEST, width, ANY_COLOUR) for first in range(highest, lowest - 1, -1))
    return next((row for row in rows if row is not None), None)


def _group(numbered: list[Tile], jokers: _Jokers, width: int, sides: int) -> Row | None:
    if width > COLOURS_IN_GROUP or jokers.changes or len({tile.number for tile in numbered}) > 1:
        return None
    by_colour: defaultdict[Colour | None, Tiles] = defaultdict(tuple)
    for tile in sorted(numbered):
        by_colour[tile.colour] += (tile,)
    if len(by_colour) > width or any(len(column) > sides for column in by_colour.values()):
        return None
    columns = [*by_colour.values(), *repeat((), width - len(by_colour))]
    orders = dict.fromkeys(permutations(columns))
    rows = (_Filling(order, jokers, sides).row(0, width, ALL_COLOURS) for order in orders)
    return next((row for row in rows if row is not None), None)


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


ANY_COLOUR: Final = _Stretch(one_colour=True)
"""The start of a run."""
ALL_COLOURS: Final = _Stretch(one_colour=False)
"""A group."""

_Covered = tuple[bool, ...]
"""For each side, whether it starts with the second half of a double joker."""


class _Choice(NamedTuple):
    """What may start in a column on each side, the jokers that it takes, and how the next column begins."""

    tiles: tuple[Tile | None, ...]
    taken: int
    stretch: _Stretch
    covered: _Covered


_PLAIN, _DOUBLE, _CHANGE = (32**kind for kind in range(3))
"""How many jokers there are of each kind is one number with a digit for each: 26 places and one more column are 28."""


class _Filling:
    """Ways to fill columns from left to right.

    There may be millions of them, but what matters of each is only how many jokers of each kind it takes. So a set of
    bits says for every column which numbers of jokers can fill the columns from there on; it follows from those of the
    next column.
    """

    def __init__(self, columns: Sequence[Tiles], jokers: _Jokers, sides: int) -> None:
        self.columns = columns
        self.jokers = jokers
        self.sides = sides
        self.numbered_columns = max((index + 1 for index, column in enumerate(columns) if column), default=0)
        self.within = sum(
            1 << plain * _PLAIN + doubles * _DOUBLE + changes * _CHANGE
            for plain, doubles, changes in product(*(range(count + 1) for count in jokers))
        )
        self.known: dict[tuple[int, _Stretch, _Covered], int] = {}

    def row(self, first: int, width: int, stretch: _Stretch) -> Row | None:
        """Return the first way to fill as many columns as there are places; None if there is none."""
        left = self.jokers.plain * _PLAIN + self.jokers.doubles * _DOUBLE + self.jokers.changes * _CHANGE
        covered: _Covered = (False,) * self.sides
        if not self._can_take(left, first, stretch, covered):
            return None
        row: Row = []
        for column in range(first, first + width):
            tiles, taken, stretch, covered = next(
                choice
                for choice in self._choices(column, stretch, covered)
                if self._can_take(left - choice.taken, column + 1, choice.stretch, choice.covered)
            )
            row.append(tiles)
            left -= taken
        return row

    def _can_take(self, jokers: int, column: int, stretch: _Stretch, covered: _Covered) -> bool:
        return jokers >= 0 and self._takes(column, stretch, covered) >> jokers & 1 == 1

    def _takes(self, column: int, stretch: _Stretch, covered: _Covered) -> int:
        """Return which jokers can fill columns from this one on, at least all those with numbered tiles, as bits."""
        key = column, stretch, covered
        takes = self.known.get(key)
        if takes is None:
            takes = int(column >= self.numbered_columns and not any(covered))
            for _, taken, after, beyond in self._choices(column, stretch, covered):
                takes |= self._takes(column + 1, after, beyond) << taken
            takes &= self.within
            self.known[key] = takes
        return takes

    def _choices(self, column: int, stretch: _Stretch, covered: _Covered) -> Iterator[_Choice]:
        if column == len(self.columns):
            return
        numbered = self.columns[column]
        if numbered and not stretch.allows(numbered[0]):
            return
        after = stretch._replace(colour=numbered[0].colour if numbered else stretch.colour, starts=False)
        for tiles, taken, beyond in _column_choices(numbered, covered, self.jokers.plain > 0, self.jokers.doubles > 0):
            yield _Choice(tiles, taken, after, beyond)
        if stretch.one_colour and not (numbered or any(covered) or stretch.starts) and self.jokers.changes:
            change = (COLOUR_CHANGE,) * self.sides
            yield _Choice(change, _CHANGE * self.sides, _Stretch(True, not_colour=stretch.colour, starts=True), covered)


@cache
def _column_choices(
    numbered: Tiles, covered: _Covered, plain: bool, doubles: bool
) -> tuple[tuple[tuple[Tile | None, ...], int, _Covered], ...]:
    """Return what may start in a column on each side, the jokers that it takes, and the sides covered after it."""
    wild = (*(JOKER,) * plain, *(DOUBLE,) * doubles)
    options = [(None,) if half else (*numbered[:1], *wild) for half in covered]
    return tuple(
        (tiles, tiles.count(JOKER) * _PLAIN + tiles.count(DOUBLE) * _DOUBLE, tuple(tile == DOUBLE for tile in tiles))
        for tiles in product(*options)
        if sum(tile in numbered for tile in tiles) == len(numbered)
    )


def _flattened(row: Row, sides: int) -> Tiles:
    left = [column[0] for column in row if column[0] is not None]
    if sides == 1:
        return tuple(left)
    right = [column[1] for column in reversed(row) if column[1] is not None]
    return (*left, MIRROR, *right)
