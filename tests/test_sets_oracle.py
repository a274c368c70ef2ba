"""`read_set` against the slow reader of set_oracle.py (T1-T5, X1-X4)."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, permutations

import pytest

import set_oracle
from tilewise.sets import Kind, TileSet, read_set
from tilewise.tiles import (
    COLOUR_CHANGE,
    DOUBLE,
    JOKER,
    JOKERS,
    MIRROR,
    NUMBERED,
    Colour,
    Tile,
    Tiles,
    format_tiles,
    parse_tiles,
)

NO_SET = None
SAMPLES = 2500
MOST_TILES = 7
IN_THE_BOX = 2
"""How many of each face there are in the box with special jokers (E1, E2)."""

FEW = (
    *(Tile.of(colour, number) for colour in (Colour.BLACK, Colour.RED) for number in (1, 2, 3, 11, 12, 13)),
    *JOKERS,
)
FEWER = (*parse_tiles("k1 k2 k12 k13 r2 r13"), *JOKERS)


def disagreement(tiles: Tiles) -> str | None:
    """Compare the two readers; say in one line where they differ."""
    read = read_set(tiles)
    verdict = set_oracle.judge(tiles)
    shown = format_tiles(tiles)
    if not isinstance(read, TileSet):
        return f"{shown}: refused ({read}), but it is {verdict}" if verdict else None
    if verdict is None:
        return f"{shown}: read as {read}, but it is no set"
    if (read.kind, read.value) != (verdict.kind, verdict.value):
        return f"{shown}: {read.kind} {read.value} {read.stands_for}, but it is {verdict}"
    if verdict.in_order and read.tiles != tiles:
        return f"{shown}: laid as {format_tiles(read.tiles)}, but it is a set as it lies"
    if sorted(read.tiles) != sorted(tiles):
        return f"{shown}: laid as {format_tiles(read.tiles)}, which are other tiles"
    faces = tuple(set_oracle.in_a_fixed_order(part) for part in read.faces)
    expected = set_oracle.readings(read.tiles, verdict.kind, verdict.value)
    if faces not in expected:
        return f"{shown}: laid as {format_tiles(read.tiles)}, stands for {faces}, but it is one of {expected}"
    if len(read.stands_for) != len(tiles):
        return f"{shown}: says in words {read.stands_for}"
    return None


def random_tiles_near_a_set(dice: random.Random) -> Tiles:
    """Draw 3-7 tiles out of the box: a set with jokers in it, often in another order, with a tile changed."""
    while True:
        tiles = _random_set(dice)
        if dice.random() < 0.5:
            dice.shuffle(tiles)
        elif dice.random() < 0.3:
            tiles.reverse()
        for _ in range(dice.choice((0, 0, 0, 1, 1, 2))):
            _change_one(tiles, dice)
        if 3 <= len(tiles) <= MOST_TILES and all(tiles.count(tile) <= IN_THE_BOX for tile in tiles):
            return tuple(tiles)


def _random_set(dice: random.Random) -> list[Tile]:
    changes = dice.choice((0, 0, 1, 2))
    mirrors = dice.choice((0, 0, 1))
    places = dice.choice((2, 4, 4, 6, 6, 8)) if mirrors else dice.randint(3, 9)
    forms = set_oracle.all_forms(places, changes, mirrors)
    if not forms:
        return []
    kind = dice.choice(sorted({form.kind for form in forms}))
    row = dice.choice([form for form in forms if form.kind is kind]).places
    jokers = dice.choice((0.1, 0.3, 0.6))
    tiles: list[Tile] = []
    at = 0
    while at < len(row):
        place = row[at]
        if place is None:
            tiles.append(MIRROR)
        elif place.colour is None:
            tiles.append(COLOUR_CHANGE)
        elif set_oracle.fits(DOUBLE, row[at : at + 2]) and dice.random() < jokers:
            tiles.append(DOUBLE)
            at += 1
        elif dice.random() < jokers:
            tiles.append(JOKER)
        else:
            tiles.append(Tile.of(place.colour, place.number))
        at += 1
    return tiles


def _change_one(tiles: list[Tile], dice: random.Random) -> None:
    if not tiles:
        return
    at = dice.randrange(len(tiles))
    match dice.randrange(5):
        case 0:
            tiles[at] = dice.choice(JOKERS)
        case 1 if not tiles[at].is_joker:
            tiles[at] = dice.choice([t for t in NUMBERED if t.number == tiles[at].number])
        case 2 if not tiles[at].is_joker:
            tiles[at] = dice.choice([t for t in NUMBERED if abs(t.number - tiles[at].number) == 1])
        case 3:
            del tiles[at]
        case _:
            tiles.insert(at, dice.choice((*JOKERS, dice.choice(tiles))))


def test_read_set_agrees_on_every_three_tiles_of_a_small_box() -> None:
    """T1-T5, X1-X4."""
    found = [disagreement(tiles) for tiles in combinations_with_replacement(sorted(FEW), 3)]
    assert [line for line in found if line] == []


def test_read_set_agrees_on_every_order_of_three_and_four_tiles_of_a_smaller_box() -> None:
    """T5: the order that lies there is kept if it is a set."""
    racks = [
        tiles for size in (3, 4) for chosen in combinations_with_replacement(FEWER, size) for tiles in _orders(chosen)
    ]
    found = [disagreement(tiles) for tiles in racks]
    assert [line for line in found if line] == []


def _orders(tiles: Tiles) -> list[Tiles]:
    return sorted(set(permutations(tiles)))


@pytest.mark.parametrize("seed", range(5))
def test_read_set_agrees_on_random_tiles_near_a_set(seed: int) -> None:
    """T1-T5, X1-X4."""
    dice = random.Random(seed)
    found = [disagreement(random_tiles_near_a_set(dice)) for _ in range(SAMPLES // 5)]
    assert [line for line in found if line] == []
