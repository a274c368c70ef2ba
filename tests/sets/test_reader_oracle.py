"""`read_set` against the slow reader of set_oracle.py (T1-T5, X1-X4)."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, permutations

import pytest

from tests.support import set_oracle
from tests.support.effort import examples
from tilewise.sets import TileSet, read_set
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

SEEDS = examples(1, thorough=4)
SAMPLES = 1500
MOST_TILES = 7
IN_THE_BOX = 2
"""How many of each face there are in the box with special jokers (E1, E2)."""

FEW = (
    *(Tile.of(colour, number) for colour in (Colour.BLACK, Colour.RED) for number in (1, 2, 3, 11, 12, 13)),
    *JOKERS,
)
FEWER = (*parse_tiles("k1 k2 k12 k13 r2 r13"), *JOKERS)


CASES = [
    # T1 groups
    ("T1", "r7 b7 k7", "group 21", "r7 b7 k7"),
    ("T1", "r7 b7 k7 o7", "group 28", "r7 b7 k7 o7"),
    ("T1", "r7 r7 b7", "no set", ""),
    ("T1", "r7 b7 k8", "no set", ""),
    ("T1", "r7 b7", "no set", ""),
    ("T1", "r7 b7 k7 o7 J", "no set", ""),
    # T2 runs
    ("T2", "r3 r4 r5", "run 12", "r3 r4 r5"),
    ("T2", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "run 91", None),
    ("T2", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J", "no set", ""),
    ("T2", "r3 r4 r6", "no set", ""),
    ("T2", "r3 r4 b5", "no set", ""),
    ("T2", "r3 r4", "no set", ""),
    # T3 the ends
    ("T3", "r1 r2 r3", "run 6", "r1 r2 r3"),
    ("T3", "r11 r12 r13", "run 36", "r11 r12 r13"),
    ("T3", "r12 r13 r1", "no set", ""),
    ("T3", "r13 r1 r2", "no set", ""),
    ("T3", "r13 J r2", "no set", ""),
    # T4 plain jokers
    ("T4", "r3 J r5", "run 12", "r3 r4 r5"),
    ("T4", "r7 b7 J", "group 21", "r7 b7 7"),
    ("T4", "r7 b7 k7 J", "group 28", "r7 b7 k7 o7"),
    ("T4", "r7 b7 J J", "group 28", "r7 b7 7 7"),
    ("T4", "J J J", "group 39", "13 13 13"),
    ("T4", "J J J J", "group 52", "13 13 13 13"),
    ("T4", "J J J J J", "run 55", "9 10 11 12 13"),
    # T5 the order
    ("T5", "J r4 r5", "run 12", "r3 r4 r5"),
    ("T5", "r4 r5 J", "run 15", "r4 r5 r6"),
    ("T5", "r5 J r4", "run 15", "r4 r5 r6"),
    ("T5", "r5 r3 r4", "run 12", "r3 r4 r5"),
    ("T5", "r5 J r3", "run 12", "r3 r4 r5"),
    ("T5", "r12 r13 J", "run 36", "r11 r12 r13"),
    ("T5", "J r1 r2", "run 6", "r1 r2 r3"),
    ("T5", "r3 J J", "run 12", "r3 r4 r5"),
    ("T5", "J r3 J", "group 9", "3 r3 3"),
    ("T5", "J J r3", "group 9", "3 3 r3"),
    # X1 double jokers
    ("X1", "D r5 r6", "run 18", "r3+r4 r5 r6"),
    ("X1", "r3 D r6", "run 18", "r3 r4+r5 r6"),
    ("X1", "r5 r6 D", "run 26", "r5 r6 r7+r8"),
    ("X1", "r3 b3 D", "group 12", "r3 b3 k3+o3"),
    ("X1", "r3 J D", "run 18", "r3 r4 r5+r6"),
    ("X1", "r13 J D", "group 52", "r13 13 13+13"),
    ("X1", "D r7", "no set", ""),
    ("X1", "D D", "no set", ""),
    ("X1", "r3 b3 k3 D", "no set", ""),
    ("X1", "D r2 r3", "run 14", "r2 r3 r4+r5"),
    ("X1", "r11 r12 D", "run 42", "r9+r10 r11 r12"),
    ("X1", "D r12 r2", "no set", ""),
    ("X1", "r2 r4 D", "no set", ""),
    ("X1", "D D r7", "run 25", "r3+r4 r5+r6 r7"),
    ("X1", "J D D", "run 55", "9 10+11 12+13"),
    # X2 colour-change jokers
    ("X2", "b3 b4 C r6 r7", "run 25", "b3 b4 5 r6 r7"),
    ("X2", "b3 b4 C b6 b7", "no set", ""),
    ("X2", "b3 b4 C r6 b7", "no set", ""),
    ("X2", "b3 C r5", "run 12", "b3 4 r5"),
    ("X2", "r3 C r5", "no set", ""),
    ("X2", "r5 C b3", "run 12", "b3 4 r5"),
    ("X2", "b3 b4 C", "run 12", "b3 b4 5"),
    ("X2", "C b4 b5", "run 12", "3 b4 b5"),
    ("X2", "C b4 C", "run 12", "3 b4 5"),
    ("X2", "b3 J C r6", "run 18", "b3 b4 5 r6"),
    ("X2", "b3 D C r7", "run 25", "b3 b4+b5 6 r7"),
    ("X2", "b3 C r5 C k7", "run 25", "b3 4 r5 6 k7"),
    ("X2", "b3 C r5 C b7", "run 25", "b3 4 r5 6 b7"),
    ("X2", "b3 C J C b7", "run 25", "b3 4 5 6 b7"),
    ("X2", "b3 C b5 C r7", "no set", ""),
    ("X2", "b3 C C r6", "no set", ""),
    ("X2", "r7 b7 C", "no set", ""),
    ("X2", "r7 b7 k7 C", "no set", ""),
    ("X2", "C J C", "run 36", "11 12 13"),
    # X3 mirrors
    ("X3", "k3 k4 k5 M k5 k4 k3", "mirror-run 24", "k3 k4 k5 - k5 k4 k3"),
    ("X3", "k5 k4 k3 M k3 k4 k5", "mirror-run 24", "k5 k4 k3 - k3 k4 k5"),
    ("X3", "r7 b7 M b7 r7", "mirror-group 28", "r7 b7 - b7 r7"),
    ("X3", "r7 b7 M r7 b7", "mirror-group 28", None),
    ("X3", "r7 M r7", "mirror-group 14", "r7 - r7"),
    ("X3", "r7 r7 M", "mirror-group 14", "r7 - r7"),
    ("X3", "k3 J k5 M k5 k4 k3", "mirror-run 24", "k3 k4 k5 - k5 k4 k3"),
    ("X3", "k3 D M k5 k4 k3", "mirror-run 24", "k3 k4+k5 - k5 k4 k3"),
    ("X3", "r7 b7 M D", "mirror-group 28", "r7 b7 - r7+b7"),
    ("X3", "r7 b7 k7 J M o7 k7 b7 r7", "mirror-group 56", "r7 b7 k7 o7 - o7 k7 b7 r7"),
    ("X3", "r7 b7 D M J k7 b7 r7", "mirror-group 56", "r7 b7 k7+o7 - o7 k7 b7 r7"),
    ("X3", "J k4 M k4 J", "mirror-run 18", "k5 k4 - k4 k5"),
    ("X3", "k3 C r5 M r5 C k3", "mirror-run 24", "k3 4 r5 - r5 4 k3"),
    ("X3", "k3 C M C k3", "mirror-run 14", None),
    ("X3", "C M C", "mirror-run 26", "13 - 13"),
    ("X3", "J M J", "mirror-group 26", "13 - 13"),
    ("X3", "D M D", "mirror-group 52", "13+13 - 13+13"),
    ("X3", "D M J r13", "mirror-group 52", None),
    ("X3", "k3 C r5 M r5 J k3", "no set", ""),
    ("X3", "k3 C k5 M k5 C k3", "no set", ""),
    ("X3", "r7 M b7", "no set", ""),
    ("X3", "r7 b7 M", "no set", ""),
    ("X3", "k3 k4 k5 M", "no set", ""),
    ("X3", "k3 k4 M k4", "no set", ""),
    ("X3", "r7 M M r7", "no set", ""),
    ("X3", "r7 M", "no set", ""),
    # X4 values in an opening
    ("X4", "k10 D k13", "run 46", "k10 k11+k12 k13"),
    ("X4", "k10 C r12", "run 33", "k10 11 r12"),
    ("X4", "k10 M k10", "mirror-group 20", "k10 - k10"),
    ("X4", "k10 D C M C D k10", "mirror-run 92", "k10 k11+k12 13 - 13 k11+k12 k10"),
]
"""Rule, tiles in order, the set that they form, and what each tile stands for in its best order.

`-` is a mirror; None leaves it open which of several orders is laid.
"""


def difference(tiles: Tiles) -> str | None:
    """Compare the results of the two readers: set or not, kind, value, order. Return a line about a difference."""
    read = read_set(tiles)
    verdict = set_oracle.judge(tiles)
    shown = format_tiles(tiles)
    if not isinstance(read, TileSet):
        return f"{shown}: refused ({read}), but it is {verdict}" if verdict else None
    if verdict is None:
        return f"{shown}: {read.kind} {read.value}, but it is no set"
    if (read.kind, read.value) != (verdict.kind, verdict.value):
        return f"{shown}: {read.kind} {read.value}, but it is {verdict}"
    if verdict.in_order and read.tiles != tiles:
        return f"{shown}: laid as {format_tiles(read.tiles)}, but it is a set as it lies"
    if sorted(read.tiles) != sorted(tiles):
        return f"{shown}: laid as {format_tiles(read.tiles)}, which are other tiles"
    again = set_oracle.judge(read.tiles)
    return None if again == verdict._replace(in_order=True) else f"{shown}: laid as {format_tiles(read.tiles)}"


def difference_of_faces(tiles: Tiles) -> str | None:
    """Compare what each tile stands for, including open colours. Return a line about a difference."""
    read = read_set(tiles)
    if not isinstance(read, TileSet):
        return None
    faces = tuple(set_oracle.in_a_fixed_order(part) for part in read.faces)
    expected = set_oracle.readings(read.tiles, read.kind, read.value)
    if faces in expected:
        return None
    either = " or ".join(map(in_words, expected))
    return f"{format_tiles(tiles)}: laid as {format_tiles(read.tiles)} is {in_words(faces)}, not {either}"


def in_words(faces: set_oracle.Faces) -> str:
    return " ".join("+".join(map(str, part)) or "-" for part in faces)


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


THREES = tuple(combinations_with_replacement(sorted(FEW), 3))
EVERY_ORDER = tuple(
    tiles
    for size in (3, 4)
    for chosen in combinations_with_replacement(FEWER, size)
    for tiles in sorted(set(permutations(chosen)))
)


def random_racks(seed: int) -> list[Tiles]:
    dice = random.Random(seed)
    return [random_tiles_near_a_set(dice) for _ in range(SAMPLES)]


@pytest.mark.parametrize(("rule", "text", "verdict", "words"), CASES, ids=lambda part: str(part))
def test_the_slow_reader_reads_the_examples_of_the_rules(rule: str, text: str, verdict: str, words: str | None) -> None:
    """T1-T5, X1-X4: set_oracle.py itself is right about the printed examples."""
    judged = set_oracle.judge(parse_tiles(text))
    assert (f"{judged.kind} {judged.value}" if judged else "no set") == verdict, rule


@pytest.mark.parametrize(("rule", "text", "verdict", "words"), CASES, ids=lambda part: str(part))
def test_read_set_reads_the_examples_of_the_rules(rule: str, text: str, verdict: str, words: str | None) -> None:
    """T1, T2, T3, T4, T5, X1, X2, X3, X4: the examples, and what each tile stands for."""
    read = read_set(parse_tiles(text))
    if isinstance(read, TileSet):
        assert f"{read.kind} {read.value}" == verdict, rule
        assert words in (" ".join(part or "-" for part in read.stands_for), None), rule
    else:
        assert verdict == "no set", rule


def test_read_set_agrees_on_every_three_tiles_of_a_small_box() -> None:
    """T1-T5, X1-X4."""
    assert [line for tiles in THREES if (line := difference(tiles))] == []


@pytest.mark.long
def test_read_set_agrees_on_every_order_of_three_and_four_tiles_of_a_smaller_box() -> None:
    """T5: an order that is a set is preserved, any other is arranged."""
    assert [line for tiles in EVERY_ORDER if (line := difference(tiles))] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
def test_read_set_agrees_on_random_tiles_near_a_set(seed: int) -> None:
    """T1-T5, X1-X4."""
    assert [line for tiles in random_racks(seed) if (line := difference(tiles))] == []


def test_read_set_names_the_same_faces_on_every_three_tiles_of_a_small_box() -> None:
    """T4, X1-X3: which faces a tile stands for, and which colours stay open."""
    assert [line for tiles in THREES if (line := difference_of_faces(tiles))] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
def test_read_set_names_the_same_faces_on_random_tiles_near_a_set(seed: int) -> None:
    """T4, X1-X3: which faces a tile stands for, and which colours stay open."""
    assert [line for tiles in random_racks(seed) if (line := difference_of_faces(tiles))] == []


def test_every_set_names_what_its_tiles_stand_for() -> None:
    """T4, X1-X3."""
    for tiles in (*THREES, *EVERY_ORDER, *random_racks(0)):
        read = read_set(tiles)
        if isinstance(read, TileSet):
            assert len(read.stands_for) == len(tiles), format_tiles(tiles)
