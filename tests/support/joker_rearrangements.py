"""Random turns with jokers on the table: a valid table before, and the same tiles with more in a valid table after.

The rack of a turn is whatever the turn places, so every change is possible: the questions are only those of U7 and U8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tilewise.sets import TileSet, read_set
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, MIRROR, Colour, Table, Tile, Tiles

PLAIN = (JOKER,)
SPECIAL = (JOKER, DOUBLE, COLOUR_CHANGE, MIRROR)

Turn = tuple[Table, Tiles, Table]
"""The table before, the rack, and the table after."""


def random_turn(random: Random, kinds: Sequence[Tile], numbers: int = 7) -> Turn:
    """Return a turn that moves jokers; few numbers, so that equal tiles meet often."""
    maker = _Maker(random, kinds, min(numbers, HIGHEST))
    while True:
        before = [maker.new_set(jokers=True) for _ in range(random.randint(1, 2))]
        before += [maker.new_set(jokers=False) for _ in range(random.randint(0, 2))]
        if random.random() < 0.3:
            before.append(random.choice(before))
        after = list(before)
        for _ in range(random.randint(1, 4)):
            changed = random.choice((maker.move_joker, maker.move_joker, maker.take_apart, maker.extend, maker.lay))(
                after
            )
            after = after if changed is None else changed
        placed = _tiles(after) - _tiles(before)
        if placed and not _tiles(before) - _tiles(after):
            random.shuffle(after)
            return tuple(before), tuple(sorted(placed.elements())), tuple(after)


class _Maker:
    def __init__(self, random: Random, kinds: Sequence[Tile], numbers: int) -> None:
        self.random = random
        self.kinds = kinds
        self.numbers = numbers

    # Sets

    def new_set(self, jokers: bool, around: Tile | None = None) -> Tiles:
        """Return a set, with a certain joker or with any."""
        while True:
            tiles = self.random.choice((self.run, self.run, self.group))()
            if around == MIRROR or (MIRROR in self.kinds and self.random.random() < 0.2):
                side = tiles[: self.random.randint(1, len(tiles))]
                tiles = [*side, MIRROR, *side[::-1]]
            chosen = [around] if around is not None else []
            chosen += (
                [self.random.choice(self.kinds) for _ in range(self.random.choice((1, 1, 1, 2)))] if jokers else []
            )
            for joker in chosen:
                if joker != MIRROR:
                    self.put(tiles, joker)
            if around in (None, *tiles) and (not jokers or any(tile.is_joker for tile in tiles)) and _is_set(tiles):
                return tuple(tiles)

    def run(self) -> list[Tile]:
        length = self.random.randint(3, min(5, self.numbers))
        first = self.random.randint(1, self.numbers - length + 1)
        colours = [self.random.choice(list(Colour))] * length
        if COLOUR_CHANGE in self.kinds and self.random.random() < 0.3:
            change = self.random.randint(0, length)
            colours[change:] = [self.random.choice(list(Colour))] * (length - change)
        return [Tile.of(colour, first + i) for i, colour in enumerate(colours)]

    def group(self) -> list[Tile]:
        number = self.random.randint(1, self.numbers)
        return [Tile.of(colour, number) for colour in self.random.sample(list(Colour), self.random.randint(3, 4))]

    def put(self, tiles: list[Tile], joker: Tile) -> None:
        """Put a joker in place of a tile, of two for a double, or between tiles."""
        place = self.random.randrange(len(tiles))
        width = 2 if joker == DOUBLE and place + 1 < len(tiles) else 1
        tiles[place : place + (0 if joker == MIRROR else width)] = [joker]

    # Changes; None if a change is not possible

    def move_joker(self, table: list[Tiles]) -> list[Tiles] | None:
        """Replace or split off a joker, and put it into the same set, another one or a new one."""
        holders = [index for index, tiles in enumerate(table) if any(tile.is_joker for tile in tiles)]
        if not holders:
            return None
        source = self.random.choice(holders)
        place = self.random.choice([i for i, tile in enumerate(table[source]) if tile.is_joker])
        joker = table[source][place]
        rests = self.without(table[source], place)
        if not rests:
            return None
        rest = [*table[:source], *table[source + 1 :], *self.random.choice(rests)]
        if self.random.random() < 0.3:
            return [*rest, self.new_set(jokers=False, around=joker)]
        own = len(rest) - 1
        targets = [own] * 3 + list(range(len(rest)))
        for target in self.random.sample(targets, len(targets)):
            grown = self.with_tile(rest[target], joker)
            if grown is not None:
                return [*rest[:target], grown, *rest[target + 1 :]]
        return [*rest, self.new_set(jokers=False, around=joker)]

    def without(self, tiles: Tiles, place: int) -> list[list[Tiles]]:
        """Return what a set may be without a joker: with the tiles it stood for, another joker, or in two parts."""
        reading = read_set(tiles)
        assert isinstance(reading, TileSet)
        before, behind = tiles[:place], tiles[place + 1 :]
        fillings: list[Tiles] = [()]
        colours = {tile.colour for tile in tiles if tile.colour is not None} | {self.random.choice(list(Colour))}
        for colour in colours:
            numbers = [Tile.of(colour, face.number) for face in reading.faces[place]]
            fillings += [
                tuple(numbers),
                *([tuple(numbers), (numbers[0], JOKER), (JOKER, numbers[-1])] if numbers else []),
            ]
        fillings += [(kind,) for kind in self.kinds if kind != tiles[place]] + [(JOKER, JOKER)]
        ways = [[(*before, *filling, *behind)] for filling in fillings] + [[before, behind]]
        return [way for way in ways if all(map(_is_set, way)) and tiles[place] not in Counter(way[0]) - Counter(tiles)]

    def with_tile(self, tiles: Tiles, tile: Tile) -> Tiles | None:
        places = list(range(len(tiles) + 1))
        self.random.shuffle(places)
        for place in places:
            grown = (*tiles[:place], tile, *tiles[place:])
            if _is_set(grown):
                return grown
        return None

    def extend(self, table: list[Tiles]) -> list[Tiles] | None:
        """Add a tile to a set."""
        target = self.random.randrange(len(table))
        for tile in self.random.sample(list(self.faces()), 12):
            grown = self.with_tile(table[target], tile)
            if grown is not None:
                return [*table[:target], grown, *table[target + 1 :]]
        return None

    def faces(self) -> list[Tile]:
        numbered = [Tile.of(colour, number) for colour in Colour for number in range(1, self.numbers + 1)]
        return [*numbered, *self.kinds, *self.kinds]

    def lay(self, table: list[Tiles]) -> list[Tiles]:
        """Lay a set, often one that is there already, perhaps with a joker."""
        if self.random.random() < 0.5:
            tiles = list(self.random.choice(table))
            if self.random.random() < 0.5:
                self.put(tiles, self.random.choice(self.kinds))
            if _is_set(tiles):
                return [*table, tuple(tiles)]
        return [*table, self.new_set(jokers=self.random.random() < 0.3)]

    def take_apart(self, table: list[Tiles]) -> list[Tiles] | None:
        """Take a tile from a set into a new one, or join two sets."""
        source = self.random.randrange(len(table))
        rest, place = [*table[:source], *table[source + 1 :]], self.random.choice((0, -1))
        tiles = list(table[source])
        if rest and self.random.random() < 0.3:
            target = self.random.randrange(len(rest))
            joined = (*tiles, *rest[target])
            return [*rest[:target], joined, *rest[target + 1 :]] if _is_set(joined) else None
        taken = tiles.pop(place)
        if not _is_set(tiles):
            return None
        if taken.is_joker:
            return [*rest, tuple(tiles), self.new_set(jokers=False, around=taken)]
        others = [Tile.of(colour, taken.number) for colour in Colour if colour is not taken.colour]
        return [*rest, tuple(tiles), (taken, *self.random.sample(others, 2))]


def _is_set(tiles: Sequence[Tile]) -> bool:
    return isinstance(read_set(tuple(tiles)), TileSet)


def _tiles(table: Sequence[Tiles]) -> Counter[Tile]:
    return Counter(tile for tiles in table for tile in tiles)
