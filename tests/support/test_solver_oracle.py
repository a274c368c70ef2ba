"""The integer programme of solver_oracle.py, compared with trying everything on positions of at most nine tiles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

import pytest

from tests.support import set_oracle
from tests.support.effort import examples
from tests.support.solver_oracle import (
    FAMILIES,
    FEWEST_TILES,
    MOST_ON_RACK,
    MOST_ON_TABLE,
    best_opening,
    best_play,
    greatest_opening_value,
    is_set,
    random_positions,
)
from tilewise.sets.arrangement import arrangements
from tilewise.sets.runs_and_groups import read_in_order
from tilewise.tiles import (
    COLOUR_CHANGE,
    DOUBLE,
    FACES,
    HIGHEST,
    JOKER,
    JOKERS,
    LOWEST,
    MIRROR,
    Colour,
    Tile,
    Tiles,
    format_table,
    format_tiles,
    parse_tiles,
)

pytestmark = pytest.mark.long

EACH_ONE = dict.fromkeys(FACES, 1)
MOST_TILES = 9


# Trying everything


@lru_cache(1 << 16)
def value_of_set(tiles: Tiles) -> int | None:
    """Return the value of the tiles as one set, in the best order; None if they are not a set."""
    if len(tiles) < FEWEST_TILES:
        return None
    readings = [reading for order in arrangements(tiles) if (reading := read_in_order(order))]
    return max((reading.value for reading in readings), default=None)


@lru_cache(1 << 18)
def value_in_sets(tiles: Tiles) -> int | None:
    """Return the greatest value of sorted tiles, all of them in sets; None if that is impossible."""
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = None
    for others in sub_multisets(Counter(rest)):
        value = value_of_set(tuple(sorted((first, *others))))
        if value is not None:
            remaining = value_in_sets(tuple(sorted((Counter(rest) - Counter(others)).elements())))
            if remaining is not None and (best is None or value + remaining > best):
                best = value + remaining
    return best


def sub_multisets(tiles: Counter[Tile]) -> Iterator[Tiles]:
    for counts in product(*(range(count + 1) for count in tiles.values())):
        yield tuple(tile for tile, count in zip(tiles, counts, strict=True) for _ in range(count))


def play_by_trying(table: Counter[Tile], rack: Counter[Tile], weight: dict[Tile, int]) -> int | None:
    plays = (
        sum(weight[tile] for tile in placed)
        for placed in sub_multisets(rack)
        if value_in_sets(tuple(sorted((*table.elements(), *placed)))) is not None
    )
    return max(plays, default=None)


def openings_by_trying(rack: Counter[Tile], weight: dict[Tile, int]) -> list[tuple[int, int]]:
    """Return the value and the weight of every selection that can be laid, except nothing."""
    return [
        (value, sum(weight[tile] for tile in placed))
        for placed in sub_multisets(rack)
        if placed and (value := value_in_sets(tuple(sorted(placed)))) is not None
    ]


# Small positions


MANY_JOKERS = (1, 2, 2, 3, 3, 3, 4, 5)
FEW_JOKERS = (1, 2, 2, 2, 3, 3)
"""The number of special jokers: with more, the proof that nothing is worth more is slower."""


def small_positions(
    family: str, count: int, seed: int, jokers_of_twist: tuple[int, ...] = MANY_JOKERS
) -> Iterator[tuple[Counter[Tile], Counter[Tile]]]:
    """Yield tables and racks that probably fit together: few numbers, few colours, many jokers."""
    rng = random.Random(f"{family} {seed}")
    for _ in range(count):
        copies = 3 if family == "three-copies" else 2
        lowest = rng.randint(LOWEST, HIGHEST - 3)
        numbers = range(lowest, rng.randint(lowest, min(lowest + 4, HIGHEST)) + 1)
        colours = rng.sample(tuple(Colour), rng.choice((1, 2, 2, 3, 4)) if len(numbers) > 1 else 4)
        if family == "twist":
            jokers = rng.sample([tile for tile in JOKERS for _ in range(2)], rng.choice(jokers_of_twist))
        else:
            jokers = [JOKER] * (rng.randint(0, 2) if family == "two-copies" else rng.randint(1, 4))
        size = rng.choice((5, 6, 7, 7, 8, 8, MOST_TILES))
        box = [Tile.of(colour, number) for colour in colours for number in numbers for _ in range(copies)]
        rng.shuffle(box)
        tiles = [*jokers, *box][:size]
        rng.shuffle(tiles)
        table, rack = Counter(tiles), Counter[Tile]()
        if rng.random() < 0.8:
            # What can lie on a table: some of the tiles that lie in sets, and sometimes one too many.
            hands = [hand for hand in sub_multisets(Counter(tiles)) if value_in_sets(tuple(sorted(hand))) is not None]
            table = Counter(rng.choice(hands[1:] or hands))
            rack = Counter(tiles) - table
            if rack and rng.random() < 0.3:
                extra = rng.choice(list(rack.elements()))
                table, rack = table + Counter([extra]), rack - Counter([extra])
        else:
            cut = rng.randint(0, min(5, size))
            table, rack = Counter(tiles[:cut]), Counter(tiles[cut:])
        yield table, rack


def random_weights(rng: random.Random) -> dict[Tile, int]:
    match rng.randrange(4):
        case 0:
            return EACH_ONE
        case 1:
            return {tile: tile.number or 30 for tile in FACES}
        case _:
            return {tile: rng.randint(-3, 10) for tile in FACES}


SEEDS = range(examples(1, thorough=2))
PLAYS = 64
OPENINGS = FEW_PLAYS = examples(16, thorough=64)
"""With special jokers the programme takes longer."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("family", FAMILIES)
def test_plays_are_those_found_by_trying(family: str, seed: int) -> None:
    rng = random.Random(seed)
    seen = Counter[str]()
    for table, rack in small_positions(family, FEW_PLAYS if family == "twist" else PLAYS, seed):
        weight = random_weights(rng)
        expected = play_by_trying(table, rack, weight)
        where = f"{format_tiles(table.elements())} + {format_tiles(rack.elements())} by {weight}"
        assert best_play(table, rack, weight) == expected, where
        seen["none" if expected is None else "something" if expected else "nothing"] += 1
    assert min(seen[kind] for kind in ("none", "something", "nothing")) > 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("family", FAMILIES)
def test_openings_are_those_found_by_trying(family: str, seed: int) -> None:
    rng = random.Random(seed)
    opened = 0
    for table, rest in small_positions(family, OPENINGS, seed + len(SEEDS), FEW_JOKERS):
        rack, weight = table + rest, random_weights(rng)
        openings = openings_by_trying(rack, weight)
        greatest = max((value for value, _ in openings), default=0)
        assert greatest_opening_value(rack) == greatest, format_tiles(rack.elements())
        threshold = rng.choice((0, 30, greatest, greatest + 1, rng.randint(1, 50)))
        expected = max((weighed for value, weighed in openings if value >= threshold), default=None)
        where = f"{format_tiles(rack.elements())} for {threshold} by {weight}"
        assert best_opening(rack, weight, threshold) == expected, where
        opened += expected is not None
    assert OPENINGS / 5 < opened < OPENINGS


def test_the_value_of_a_set_is_that_of_its_best_order() -> None:
    """The basis of trying everything, compared with the slow reader of sets."""
    rng = random.Random(7)
    sets = 0
    for table, rack in small_positions("twist", 60, 99):
        tiles = sorted((table + rack).elements())
        for _ in range(12):
            some = tuple(sorted(rng.sample(tiles, min(len(tiles), rng.randint(3, 6)))))
            forms = set_oracle.forms_for(some)
            values = (form.value for form in forms if next(set_oracle.orders_that_cover(some, form), None) is not None)
            expected = next(values, None)
            assert value_of_set(some) == expected, format_tiles(some)
            sets += expected is not None
    assert sets > 100


# Positions that are easily got wrong


@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        ("", "", 0),
        ("", "r3 r4", 0),
        ("r3 r4", "", None),
        ("r3 r4", "b5", None),
        ("r3 r4", "b5 r5", 1),
        # U7: a joker goes where it is needed; an unneeded one stays somewhere.
        ("r1 r2 r3 J", "b5 b6 b7", 3),
        ("r1 r2 r3 J", "b5 b6", 2),
        ("r7 b7 k7", "J", 1),
        ("r7 b7 k7 J", "o7", 0),
        ("r7 b7 k7 J", "o7 r7", 2),
        ("k5 r5 b5 o5", "J", 0),
        ("k5 r5 b5 o5", "J J", 2),
        ("k5 r5 b5 o5", "J J J", 3),
        ("k5 r5 b5 o5 k5 r5 b5 o5", "J", 1),
        ("", "J", 0),
        ("", "J J", 0),
        ("", "J J J", 3),
        ("", "J J J J", 4),
        ("J J J", "r3 J", 2),
        ("J J J", "r3 b9", 1),
        ("J J J J", "r3 b9", 2),
        # Groups: (2, 2, 1, 1) is two of three; (2, 2, 2, 1) a three and a four; (3, 3, 1, 1) needs a joker.
        ("", "k5 k5 r5 r5 b5 o5", 6),
        ("", "k5 k5 r5 r5 b5 b5 o5", 7),
        ("", "k5 k5 k5 r5 r5 r5 b5 o5", 6),
        ("", "k5 k5 k5 r5 r5 r5 b5 o5 J", 9),
        # T3: 1 never follows 13.
        ("r11 r12 r13", "r1", 0),
        ("r11 r12 r13", "J", 1),
        # A joker may stand for a tile of which all copies are in use; the same set may lie twice.
        ("r3 r4 r5 r3 r4 r5", "r4 r6 J", 3),
        ("k5 r5 b5 k5 r5 b5 k5 r5 b5", "o5 o5 o5", 3),
        # X1
        ("", "D r5 r6", 3),
        ("", "D r7", 0),
        ("", "D r1 r2", 3),
        ("", "D r2 b9", 0),
        ("r3 b3 D", "k3", 0),
        ("k3 r3 b3 o3", "D", 0),
        ("k3 r3 b3 o3 k3 r3 b3 o3", "D", 1),
        ("k3 r3 b3 k3 r3 b3", "D", 0),
        ("k3 r3 b3 k3 r3", "D", 1),
        ("", "D D", 0),
        ("", "D D J", 3),
        ("", "D D k3", 3),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "D", 1),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "D J", 2),
        # X2
        ("", "b3 b4 C r6 r7", 5),
        ("", "b3 b4 C b6 b7", 3),
        ("", "b3 b4 C", 3),
        ("", "C b1 b2", 3),
        ("", "C b12 b13", 3),
        ("", "C b1 C", 0),
        ("", "C b2 C", 3),
        ("", "C b13 C", 0),
        ("", "C C J", 3),
        ("", "b3 C C r6", 3),
        ("", "b3 C C r6 J", 5),
        ("", "b3 C k5 C r7", 5),
        ("", "b3 C k5 C b7", 5),
        ("", "C r7 b7 k7", 3),
        ("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13", "C", 1),
        # X3
        ("", "k3 k4 k5 M k5 k4 k3", 7),
        ("", "r7 b7 M b7 r7", 5),
        ("", "r7 M r7", 3),
        ("", "M r7 b7", 0),
        ("", "M J r7", 3),
        ("", "M J J", 3),
        ("", "M D D", 3),
        ("", "M C C", 3),
        ("", "M C D", 0),
        ("", "M M r7 r7", 3),
        ("", "M M r7 r7 b7 b7", 6),
        ("", "M D r7 b7", 4),
        ("", "M D r7 r8", 4),
        ("", "M D r7 r9", 0),
        ("", "M D D r7 r9", 5),
        ("", "M D D r7 r8", 4),
        ("", "M D D k7 r7 b7 o7", 7),
        ("", "M D D r7 r7 r8 r8", 7),
        ("", "M r3 r3 C C b5 b5", 7),
        ("", "M r3 r3 C C r5 r5", 6),
        ("", "M r3 r3 C b5 b5", 3),
        ("r7 M r7", "b7", 0),
        ("r7 M r7", "b7 J", 2),
        ("r7 M r7", "b7 k7", 0),
    ],
)
def test_known_positions(table: str, rack: str, placed: int | None) -> None:
    lies, held = Counter(parse_tiles(table)), Counter(parse_tiles(rack))
    assert best_play(lies, held, EACH_ONE) == placed


def test_runs_of_one_to_thirteen_take_jokers_by_splitting() -> None:
    """Twice red 1..13 and a joker need three open runs of one colour."""
    full = Counter(parse_tiles(" ".join(f"r{number}" for number in range(LOWEST, HIGHEST + 1))))
    for times in (1, 2, 3):
        table = Counter(dict.fromkeys(full, times))
        for jokers in range(1, 5):
            assert best_play(table, Counter({JOKER: jokers}), EACH_ONE) == jokers


def test_weights_may_be_negative() -> None:
    table, rack = Counter(parse_tiles("r3 r4")), Counter(parse_tiles("r2 r5 r6"))
    weight = {tile: -tile.number for tile in FACES}
    assert best_play(table, rack, weight) == -2
    assert best_play(table, rack, weight | {Tile.parse("r6"): 9}) == 4
    assert best_play(Counter(), rack, weight) == 0
    assert best_opening(Counter(parse_tiles("r2 r3 r4")), weight, 0) == -9


def test_no_solution_is_lost_by_presolve() -> None:
    """CP-SAT 9.15.6755 with presolve proves 3 here."""
    table, rack = Counter(parse_tiles("b2 J J J")), Counter(parse_tiles("b3 J"))
    assert best_play(table, rack, {Tile.parse("b2"): 6, Tile.parse("b3"): 5, JOKER: -2}) == 5


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("", 0),
        ("r3 r4", 0),
        ("r1 r2 r3", 6),
        ("r9 r10 J", 30),
        ("r10 J r12", 33),
        ("J J J", 39),
        ("J J J J", 52),
        ("k1 r1 J", 3),
        ("k1 r1 J J", 6),
        ("r12 r13 J", 36),
        ("r1 r2 r3 k4 b4 o4 r4", 6 + 16),
        ("r3 r4 r5 k3 b3 o3 J", 9 + 12 + 6),
        # X4
        ("D r5 r6", 26),
        ("D D J", 9 + 10 + 11 + 12 + 13),
        ("r3 b3 D", 12),
        ("b3 b4 C r6 r7", 25),
        ("C b12 b13", 36),
        ("b9 b10 C", 30),
        ("k3 k4 k5 M k5 k4 k3", 24),
        ("M D D", 52),
        ("M C C", 26),
        ("M r7 J", 14),
    ],
)
def test_openings_are_worth_what_the_tiles_stand_for(rack: str, value: int) -> None:
    held = Counter(parse_tiles(rack))
    assert greatest_opening_value(held) == value
    if value:
        assert best_opening(held, EACH_ONE, value) in range(FEWEST_TILES, held.total() + 1)
        assert best_opening(held, EACH_ONE, value + 1) is None
    else:
        assert best_opening(held, EACH_ONE, 0) is None


def test_most_tiles_and_enough_worth_differ() -> None:
    rack = Counter(parse_tiles("r1 r2 r3 r4 b4 k4 o11 o12 o13"))
    assert best_opening(rack, EACH_ONE, 30) == 9
    rack = Counter(parse_tiles("r10 b10 k10 k9 k8 b1 b2"))
    assert best_opening(rack, EACH_ONE, 30) == 3
    # Several small sets open together.
    rack = Counter(parse_tiles("r1 r2 r3 b4 r4 k4 o3 o4 o5"))
    assert best_opening(rack, EACH_ONE, 30) == 9


# The generator


@pytest.mark.parametrize("family", FAMILIES)
def test_random_positions_come_from_one_box(family: str) -> None:
    copies = 3 if family == "three-copies" else 2
    positions = list(random_positions(family, 150, 1))
    assert positions[:20] == list(islice(random_positions(family, 20, 1), 20))
    assert positions[:20] != list(random_positions(family, 20, 2))
    for table, rack in positions:
        assert all(is_set(tiles) for tiles in table), format_table(table)
        tiles = Counter(tile for tiles in (*table, rack) for tile in tiles)
        most = Counter(dict.fromkeys(FACES, copies))
        most[JOKER] = 2 if family in ("two-copies", "twist") else 4
        if family != "twist":
            most -= Counter(dict.fromkeys((DOUBLE, COLOUR_CHANGE, MIRROR), copies))
        assert tiles <= most
        assert sum(map(len, table)) <= MOST_ON_TABLE
        assert 1 <= len(rack) <= MOST_ON_RACK


@pytest.mark.parametrize("family", FAMILIES)
def test_random_positions_are_varied(family: str) -> None:
    positions = list(random_positions(family, 300, 1))
    sizes = [sum(map(len, table)) for table, _ in positions]
    assert min(sizes) == 0
    assert max(sizes) >= 100
    assert any(len(rack) > 24 for _, rack in positions)
    assert any(len(rack) == 1 for _, rack in positions)
    assert any(all(tile.is_joker for tile in rack) for _, rack in positions)
    assert any(len(tiles) == HIGHEST for table, _ in positions for tiles in table)
    assert any(table and all(len({t.number for t in s}) == 1 and len(s) == 4 for s in table) for table, _ in positions)
    assert any(len(table) > len(set(table)) for table, _ in positions)
    if family != "two-copies":
        assert any(all(tile.is_joker for tile in tiles) for table, _ in positions for tiles in table)
    if family == "twist":
        on_tables = Counter(tile for table, _ in positions for tiles in table for tile in tiles)
        assert min(on_tables[joker] for joker in (DOUBLE, COLOUR_CHANGE, MIRROR)) > 30


@pytest.mark.parametrize("family", FAMILIES)
def test_every_random_table_can_be_arranged(family: str) -> None:
    for table, rack in random_positions(family, 8, 3):
        lies = Counter(tile for tiles in table for tile in tiles)
        placed = best_play(lies, Counter(rack), EACH_ONE)
        assert placed is not None
        assert 0 <= placed <= len(rack)


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(ValueError, match="is not one of two-copies"):
        next(random_positions("five-copies", 1, 1))
