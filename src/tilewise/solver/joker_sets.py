"""The sets with plain jokers that matter for U7: what continues an old set, and where a joker from the table can lie.

A set is compared by its *shape*: its kind, its number tiles and the places of its jokers. Tiles and places are bits of
whole numbers, because the search under U7 (`freed_jokers`) compares thousands of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from tilewise.sets import Kind, TileSet, read_set
from tilewise.tiles import HIGHEST, JOKER, LOWEST, Colour, Tile, Tiles

LONGEST = 5
"""A longer run can be cut around a joker into runs of at least three tiles, so that the joker's has at most five."""

OVERHANG = 2
"""A run that continues an old one can be cut where three or more further tiles begin."""


class Shape(NamedTuple):
    """What U7 compares of a set."""

    tiles: Tiles
    """In their order on the table."""
    kind: Kind
    numbers: int
    """The number tiles, one bit for each face."""
    places: int
    """Of a run, the numbers that jokers stand for, one bit each; 0 for a group."""
    jokers: int

    def continues(self, old: Shape) -> bool:
        """Return whether this set could continue an old one: the same kind, and all its number tiles."""
        return old.numbers != 0 and old.kind is self.kind and not old.numbers & ~self.numbers


def shape_of(tiles: Tiles) -> Shape:
    """Return the shape of a set as it lies on the table."""
    reading = read_set(tiles)
    assert isinstance(reading, TileSet), f"{tiles}: {reading}"  # noqa: S101  (the table consists of sets)
    places = 0
    if reading.kind is Kind.RUN:
        for tile, faces in zip(reading.tiles, reading.faces, strict=True):
            if tile == JOKER:
                places |= 1 << faces[0].number
    return Shape(reading.tiles, reading.kind, mask_of(reading.tiles), places, reading.tiles.count(JOKER))


def mask_of(tiles: Tiles) -> int:
    """Return the faces of number tiles, one bit each."""
    mask = 0
    for tile in tiles:
        if tile < JOKER:
            mask |= 1 << tile
    return mask


def sets_with_jokers(present: int, jokers: int) -> list[Shape]:
    """Return every group, and every run of up to five tiles, with jokers and with number tiles of these faces."""
    absent = ~present
    return [shape for count in range(1, jokers + 1) for shape in _sets_with(count) if not shape.numbers & absent]


@lru_cache
def _sets_with(jokers: int) -> tuple[Shape, ...]:
    """Return every group, and every run of up to five tiles, with exactly this many jokers."""
    found = [*_groups_with(jokers), *_runs_with(jokers)]
    if 3 <= jokers <= len(Colour):
        found.append(shape_of((JOKER,) * jokers))
    return tuple(found)


def _groups_with(jokers: int) -> Iterator[Shape]:
    for number in range(LOWEST, HIGHEST + 1):
        faces = [Tile.of(colour, number) for colour in Colour]
        for size in range(max(1, 3 - jokers), len(Colour) - jokers + 1):
            for tiles in combinations(faces, size):
                yield group_of(tiles, jokers)


def group_of(tiles: Tiles, jokers: int) -> Shape:
    """Return a group of these number tiles and this many jokers, in an order that is not a run."""
    # r5 J J would be a run; J J r5 is worth more as a group.
    order = (JOKER,) * jokers + tiles if len(tiles) == 1 else tiles + (JOKER,) * jokers
    return Shape(order, Kind.GROUP, mask_of(tiles), 0, jokers)


def _runs_with(jokers: int) -> Iterator[Shape]:
    for colour in Colour:
        for size in range(max(3, jokers + 1), LONGEST + 1):
            for first in range(LOWEST, HIGHEST - size + 2):
                for wild in combinations(range(first, first + size), jokers):
                    tiles = [JOKER if n in wild else Tile.of(colour, n) for n in range(first, first + size)]
                    shape = _run_of(tuple(tiles), first)
                    if shape is not None:
                        yield shape


def _run_of(tiles: Tiles, first: int) -> Shape | None:
    """Return a run with this first number; None if these tiles in this order are a group, which is worth more."""
    jokers = tiles.count(JOKER)
    if jokers >= len(tiles) - 1 and shape_of(tiles).kind is not Kind.RUN:
        return None
    places = 0
    for place, tile in enumerate(tiles):
        if tile == JOKER:
            places |= 1 << (first + place)
    return Shape(tiles, Kind.RUN, mask_of(tiles), places, jokers)


def continuing_sets(
    old: Shape, present: int, jokers: int, keeping: int = 0, overhang: int = OVERHANG
) -> Iterator[Shape]:
    """Yield the sets that continue an old one, with number tiles of these faces and up to this many jokers.

    Of a run, jokers stay exactly at the places `keeping`, and are not at its other places; a run reaches at most
    `overhang` numbers beyond its old tiles and these jokers.
    """
    if old.kind is not Kind.RUN:
        yield from _continuing_groups(old, present, jokers)
        return
    numbers = [tile.number for tile in old.tiles if tile.number]
    colour = next(tile.colour for tile in old.tiles if tile.colour is not None)
    fixed = [*numbers, *(n for n in range(LOWEST, HIGHEST + 1) if keeping >> n & 1)]
    low, high = min(fixed), max(fixed)
    # A core of two tiles, which is not a set, may need all of three further ones.
    most = max(overhang, 3) if high - low == 1 else overhang
    options: list[tuple[Tile, ...]] = []
    for n in range(LOWEST, HIGHEST + 1):
        tile = Tile.of(colour, n)
        if n in numbers:
            options.append((tile,))
        elif keeping >> n & 1:
            options.append((JOKER,))
        else:
            real = (tile,) if present >> tile & 1 else ()
            options.append(real if old.places >> n & 1 else (*real, JOKER))
    for first in range(max(LOWEST, low - most), low + 1):
        for last in range(max(high, first + 2), min(HIGHEST, high + most) + 1):
            for tiles in product(*options[first - 1 : last]):
                if tiles.count(JOKER) <= jokers:
                    shape = _run_of(tiles, first)
                    if shape is not None:
                        yield shape


def _continuing_groups(old: Shape, present: int, jokers: int) -> Iterator[Shape]:
    tiles = tuple(tile for tile in old.tiles if tile.number)
    number = tiles[0].number
    others = [Tile.of(colour, number) for colour in Colour]
    others = [tile for tile in others if present >> tile & 1 and tile not in tiles]
    for more in range(len(Colour) - len(tiles) + 1):
        for added in combinations(others, more):
            size = len(tiles) + more
            for filled in range(max(0, 3 - size), min(jokers, len(Colour) - size) + 1):
                yield group_of((*tiles, *added), filled)


def keeping_sets(old: Shape, present: int, jokers: int, overhang: int = OVERHANG) -> Iterator[Shape]:
    """Yield the runs that continue an old run and keep some of its jokers in their places."""
    places = [n for n in range(LOWEST, HIGHEST + 1) if old.places >> n & 1]
    for count in range(1, min(len(places), jokers) + 1):
        for kept in combinations(places, count):
            yield from continuing_sets(old, present, jokers, sum(1 << n for n in kept), overhang)


def are_interlocked(olds: list[Shape]) -> bool:
    """Return whether two old runs could lie within each other: then no run that continues both can be cut in two."""
    runs = [old for old in olds if old.kind is Kind.RUN and old.numbers]
    for one, other in combinations(runs, 2):
        if not one.numbers & other.numbers and _spans_overlap(one.numbers, other.numbers):
            return True
    return False


def _spans_overlap(one: int, other: int) -> bool:
    """Return whether number tiles of one colour lie between those of the other."""
    low, high = (one & -one).bit_length() - 1, one.bit_length() - 1
    other_low, other_high = (other & -other).bit_length() - 1, other.bit_length() - 1
    return low // HIGHEST == other_low // HIGHEST and low < other_high and other_low < high
