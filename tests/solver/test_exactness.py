"""The solver is exact: compared with an integer programme, and with trying everything.

`make verify-solver` compares thousands of positions (scripts/verify_solver.py).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import pytest

from scripts import verify_solver
from scripts.verify_solver import AGREED, RULES, SKIPPED, UNPROVEN_LESS, WRONG
from tests.support import set_oracle, solver_oracle
from tests.support.effort import examples
from tilewise.profiles import PROFILES, Profile
from tilewise.solver import best_play, playable_tiles
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
    format_tiles,
)

pytestmark = pytest.mark.long

PLAIN_FAMILIES = ("two-copies", "four-jokers", "three-copies")


# Compared with the integer programme


@pytest.mark.parametrize("part", range(examples(1, thorough=2)))
@pytest.mark.parametrize("family", PLAIN_FAMILIES)
def test_answers_without_special_jokers_are_the_best_there_are(family: str, part: int) -> None:
    """Best plays, openings and going out: U3, U4, U6, N1."""
    rng = random.Random(f"exact {family} {part}")
    for table, rack in solver_oracle.random_positions(family, 12, 100 + part):
        for outcome in verify_solver.check_position(RULES[family], verify_solver.arranged(table), rack, rng):
            assert outcome.verdict == AGREED, outcome.detail


def test_answers_with_special_jokers_are_never_better_than_possible_and_mostly_the_best() -> None:
    """U8, X1, X2, X3, X4: those that claim to be proven are the best."""
    rng = random.Random("exact twist")
    verdicts = Counter[str]()
    with verify_solver.oracle_within(2.0):
        positions = solver_oracle.random_positions("twist", 80, 107)
        few = [(table, rack) for table, rack in positions if len(rack) + sum(map(len, table)) <= 20]
        for table, rack in few[: examples(3, thorough=6)]:
            for outcome in verify_solver.check_position(RULES["twist"], verify_solver.arranged(table), rack, rng):
                assert outcome.verdict != WRONG, outcome.detail
                verdicts[outcome.verdict] += 1
    assert verdicts[AGREED] > verdicts.total() / 2
    assert verdicts[SKIPPED] + verdicts[UNPROVEN_LESS] < verdicts.total() / 4


def test_plays_that_free_jokers_are_the_best_legal_ones() -> None:
    """U7: compared with a programme of arranged sets; on small positions every answer is proven."""
    for outcome in verify_solver.check_freed_jokers(examples(6, thorough=12), 7):
        assert outcome.verdict == AGREED, outcome.detail


@pytest.mark.parametrize("family", RULES)
def test_positions_that_a_solver_easily_gets_wrong(family: str) -> None:
    rng = random.Random(f"awkward {family}")
    wrong = []
    with verify_solver.oracle_within(5.0):
        for table, rack in verify_solver.awkward_positions(RULES[family]):
            outcomes = verify_solver.check_position(RULES[family], table, rack, rng)
            wrong += [outcome.detail for outcome in outcomes if outcome.verdict == WRONG]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("family", PLAIN_FAMILIES)
def test_a_position_with_its_numbers_reversed_has_an_equally_good_answer(family: str) -> None:
    """If the search goes from 1 up for one of the two, it probably goes from 13 down for the other."""
    rng = random.Random(f"turned {family}")
    for table, rack in solver_oracle.random_positions(family, 150, 31):
        weights = {tile: rng.randint(-3, 10) for tile in FACES}
        there = best_play(RULES[family], table, rack, weights)
        back = best_play(
            RULES[family],
            tuple(tuple(reversed_tile(tile) for tile in reversed(tiles)) for tiles in table),
            tuple(sorted(reversed_tile(tile) for tile in rack)),
            {reversed_tile(tile): weight for tile, weight in weights.items()},
        )
        totals = [
            sum(weights[tile] for tile in there.placed),
            sum(weights[reversed_tile(tile)] for tile in back.placed),
        ]
        assert totals[0] == totals[1], f"{format_table(table)} + {format_tiles(rack)}: {totals}"


def reversed_tile(tile: Tile) -> Tile:
    """Return the tile with 13 in place of 1, 12 in place of 2, and so on."""
    return tile if tile.is_joker else FACES[tile // HIGHEST * HIGHEST + HIGHEST - 1 - tile % HIGHEST]


# Compared with trying everything


@lru_cache(1 << 16)
def value_of_set(tiles: Tiles) -> int | None:
    """Return the greatest value of the tiles as one set; None if they are not a set."""
    if len(tiles) < set_oracle.FEWEST_TILES:
        return None
    forms = set_oracle.forms_for(tiles)
    covered = (form.value for form in forms if next(set_oracle.orders_that_cover(tiles, form), None) is not None)
    return next(covered, None)


@lru_cache(1 << 17)
def value_in_sets(tiles: Tiles) -> int | None:
    """Return the greatest value of sorted tiles, all of them in sets; None if that is impossible."""
    if not tiles:
        return 0
    first, rest = tiles[0], Counter(tiles[1:])
    best: int | None = None
    for others in parts_of(rest):
        value = value_of_set((first, *others))
        if value is not None:
            left = value_in_sets(tuple(sorted((rest - Counter(others)).elements())))
            if left is not None:
                best = max(best or 0, value + left)
    return best


def parts_of(tiles: Counter[Tile]) -> Iterator[Tiles]:
    """Yield every selection of the tiles, sorted."""
    faces = sorted(tiles)
    for counts in product(*(range(tiles[face] + 1) for face in faces)):
        yield tuple(face for face, count in zip(faces, counts, strict=True) for _ in range(count))


def playable_by_trying(profile: Profile, table: Table, rack: Tiles, opened: bool) -> Tiles:
    """Try every selection of the rack: with the tiles of the table (U6), or alone and worth enough (U3)."""
    playable: set[Tile] = set()
    on_table = [tile for tiles in table for tile in tiles]
    for placed in parts_of(Counter(rack)):
        if placed and not playable.issuperset(placed):
            value = value_in_sets(tuple(sorted((*on_table, *placed)))) if opened else value_in_sets(placed)
            if value is not None and (opened or value >= profile.opening_threshold):
                playable.update(placed)
    return tuple(sorted(playable))


def small_positions(count: int, seed: str, jokers: Tiles, copies: int) -> Iterator[tuple[Table, Tiles]]:
    """Yield tables of at most two sets and racks of at most six tiles that probably fit together."""
    rng = random.Random(seed)
    while count:
        lowest = rng.randint(1, HIGHEST - 3)
        numbers = range(lowest, lowest + rng.randint(1, 4))
        colours = rng.sample(tuple(Colour), rng.choice((1, 2, 3, 4)))
        box = [Tile.of(colour, number) for colour in colours for number in numbers for _ in range(copies)]
        box += rng.sample(jokers, rng.randint(0, min(3, len(jokers))))
        rng.shuffle(box)
        table: list[Tiles] = []
        for _ in range(rng.randint(0, 2)):
            for size in rng.sample((3, 4), 2):
                chosen = tuple(sorted(box[:size]))
                if value_of_set(chosen) is not None and not any(tile.is_special for tile in chosen):
                    table.append(chosen)
                    del box[:size]
                    break
                rng.shuffle(box)
        if box:
            yield verify_solver.arranged(tuple(table)), tuple(sorted(box[: rng.randint(1, 6)]))
            count -= 1


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize(
    ("name", "jokers", "copies"),
    [
        ("international", (JOKER,) * 2, 2),
        ("tm-toys", (JOKER,) * 4, 3),
        ("twist", (JOKER, JOKER, DOUBLE, DOUBLE, COLOUR_CHANGE, COLOUR_CHANGE, MIRROR, MIRROR), 2),
    ],
)
def test_exactly_the_tiles_that_can_be_part_of_a_play_are_playable(
    name: str, jokers: Tiles, copies: int, opened: bool
) -> None:
    """U3, U6: a tile is playable if and only if some legal play places it."""
    rng = random.Random(name)
    some = 0
    for table, rack in small_positions(150, f"{name} {opened}", jokers, copies):
        rules = {"opening_threshold": rng.choice((0, 10, 20, 30, 40)), "freed_joker": "anywhere"}
        profile = PROFILES[name].with_rules(rules)
        expected = playable_by_trying(profile, table, rack, opened)
        where = f"{format_table(table)} + {format_tiles(rack)}, {profile.opening_threshold}"
        assert playable_tiles(profile, table, rack, opened) == expected, where
        some += len(expected) > 0
    assert some > 10
