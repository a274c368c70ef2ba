"""Small random positions of `twist` with jokers anywhere in the sets, and the single tiles that fit as those lie."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tilewise.profiles import PROFILES
from tilewise.sets import TileSet, read_set
from tilewise.tiles import (
    COLOUR_CHANGE,
    DOUBLE,
    FACES,
    HIGHEST,
    JOKER,
    MIRROR,
    Colour,
    Table,
    Tile,
    Tiles,
    format_table,
)
from tilewise.turn import judge_turn

TWIST = PROFILES["twist"]
COPIES = 2
"""Of every face: the special jokers, too, are two of each kind."""

PLACEABLE = (JOKER, DOUBLE, COLOUR_CHANGE)
"""The jokers that take the place of other tiles."""


class SmallPosition(NamedTuple):
    """A table and a rack of a player who has opened."""

    table: Table
    rack: Tiles

    def __str__(self) -> str:
        return f"{format_table(self.table)} + {' '.join(map(str, self.rack))}"


class SingleTile(NamedTuple):
    """A tile of the rack that fits in a set on the table, without another tile being moved."""

    tile: Tile
    after: Table


def small_positions(seed: int, count: int) -> Iterator[SmallPosition]:
    """Yield positions with one to four sets, at least one of them with a joker, and one to five tiles on the rack."""
    rng = random.Random(seed)
    for _ in range(count):
        box = Counter(dict.fromkeys(FACES, COPIES))
        table = [_set_from(box, rng, jokers=True)]
        for _ in range(rng.randrange(4)):
            table.append(_set_from(box, rng, jokers=rng.random() < 0.4))
        others = sorted(box.elements())
        near = [tile for tile in others if any(_is_near(tile, tiles) for tiles in table)]
        rack = [_take(rng.choice(near or others), box)]
        for _ in range(rng.randrange(5)):
            rack.append(_take(rng.choice(sorted(box.elements())), box))
        rng.shuffle(table)
        yield SmallPosition(tuple(table), tuple(sorted(rack)))


def single_tiles(position: SmallPosition) -> Iterator[SingleTile]:
    """Yield the legal plays of one tile of the rack that add it to a set in the order in which that lies."""
    for tile in sorted(set(position.rack)):
        for i, tiles in enumerate(position.table):
            for place in range(len(tiles) + 1):
                grown = (*tiles[:place], tile, *tiles[place:])
                reading = read_set(grown)
                if isinstance(reading, TileSet) and reading.tiles == grown:
                    after = (*position.table[:i], grown, *position.table[i + 1 :])
                    if judge_turn(TWIST, position.table, position.rack, after, opened=True):
                        yield SingleTile(tile, after)
                        break


def _set_from(box: Counter[Tile], rng: random.Random, *, jokers: bool) -> Tiles:
    """Take a random set from the box; its jokers lie where they happened to be put, not where they are worth most."""
    # Few jokers are left after a few sets.
    jokers = jokers and any(box[joker] for joker in PLACEABLE)
    while True:
        tiles = _random_run(rng) if rng.random() < 0.7 else _random_group(rng)
        if rng.random() < 0.1:
            tiles = (*tiles[:2], MIRROR, *tiles[:2][::-1])
        for _ in range(rng.choice((1, 1, 2)) if jokers else 0):
            tiles = _with_joker(tiles, rng)
        reading = read_set(tiles)
        has_joker = any(tile.is_joker for tile in tiles)
        if isinstance(reading, TileSet) and reading.tiles == tiles and has_joker == jokers and Counter(tiles) <= box:
            box.subtract(tiles)
            return tiles


def _random_run(rng: random.Random) -> Tiles:
    colour, size = rng.choice(list(Colour)), rng.choice((3, 3, 4, 5))
    first = rng.randrange(1, HIGHEST - size + 2)
    return tuple(Tile.of(colour, first + i) for i in range(size))


def _random_group(rng: random.Random) -> Tiles:
    number = rng.randint(1, HIGHEST)
    return tuple(Tile.of(colour, number) for colour in rng.sample(list(Colour), rng.choice((3, 4))))


def _with_joker(tiles: Tiles, rng: random.Random) -> Tiles:
    """Replace a tile, more often one at an end, or two by a double; it may form no set then."""
    joker = rng.choice(PLACEABLE)
    size = 2 if joker == DOUBLE else 1
    place = rng.choice((0, len(tiles) - size, rng.randrange(len(tiles) - size + 1)))
    return (*tiles[:place], joker, *tiles[place + size :])


def _is_near(tile: Tile, tiles: Tiles) -> bool:
    """Whether a tile could fit in a set or beside it."""
    return any(abs(tile.number - other.number) < 4 and other.number for other in tiles) and not tile.is_joker


def _take(tile: Tile, box: Counter[Tile]) -> Tile:
    box[tile] -= 1
    return tile
