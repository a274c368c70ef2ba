"""Sets with jokers that stay as they lie and grow: what fits there is always found, and legal (U7, U8, X1-X3)."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts.verify_solver import flaw_of
from tests.support.effort import examples
from tests.support.joker_set_positions import SmallPosition, single_tiles, small_positions
from tests.support.solver_positions import play, rack_of
from tilewise.profiles import PROFILES, FreedJoker
from tilewise.solver import (
    Goal,
    best_play,
    find_play,
    go_out,
    growing_sets,
    least_disturbing_play,
    playable_tiles,
)
from tilewise.solver.growing_sets import growths
from tilewise.tiles import Tile, format_tiles, parse_table, parse_tiles
from tilewise.turn import judge_turn

TWIST = PROFILES["twist"]

EXTENSIONS = [
    ("D b5 b6", "b7", "D b5 b6 b7"),
    ("D b5 b6", "b2", "b2 D b5 b6"),
    ("b5 b6 D", "b4", "b4 b5 b6 D"),
    ("b5 b6 D", "b9", "b5 b6 D b9"),
    ("C b5 b6", "b7", "C b5 b6 b7"),
    ("C b5 b6", "r3", "r3 C b5 b6"),
    ("b5 b6 C", "b4", "b4 b5 b6 C"),
    ("b5 b6 C", "r8", "b5 b6 C r8"),
    ("J b5 b6", "b7", "J b5 b6 b7"),
    ("J b5 b6", "b3", "b3 J b5 b6"),
    ("b5 b6 J", "b4", "b4 b5 b6 J"),
    ("b5 b6 J", "b8", "b5 b6 J b8"),
    ("J r7 b7", "k7", "J r7 b7 k7"),
    ("r7 b7 J", "o7", "r7 b7 J o7"),
    # Several tiles, at one end and at both
    ("D b5 b6", "b7 b8", "D b5 b6 b7 b8"),
    ("D b5 b6", "b2 b7", "b2 D b5 b6 b7"),
    ("C b5 b6", "r2 r3 b7", "r2 r3 C b5 b6 b7"),
    # A joker from the rack
    ("J b12 b13", "D", "D J b12 b13"),
    ("D b12 b13", "C", "C D b12 b13"),
    # A mirrored set grows on both sides.
    ("k3 k4 M k4 k3", "k2 k2", "k2 k3 k4 M k4 k3 k2"),
    ("r7 b7 M b7 r7", "k7 k7", "k7 r7 b7 M b7 r7 k7"),
    ("k3 J k5 M k5 k4 k3", "k2 k2", "k2 k3 J k5 M k5 k4 k3 k2"),
]


@pytest.mark.parametrize("elsewhere", ["", "k10 r10 D", "k1 k2 k3 | r9 M r9"])
@pytest.mark.parametrize(("lies", "fits", "after"), EXTENSIONS)
def test_tiles_that_fit_in_a_set_with_a_joker_as_it_lies_are_found(
    lies: str, fits: str, after: str, elsewhere: str
) -> None:
    """U7, X1-X3: by every query, with a tile on the rack that fits nowhere."""
    text = f"{lies} | {elsewhere}" if elsewhere else lies
    before, rack = parse_table(text), rack_of(f"{fits} o13")
    alone = parse_table(text.replace(lies, after))
    assert judge_turn(TWIST, before, rack, alone, opened=True)
    for goal in Goal:
        assert play(text, f"{fits} o13", goal, "twist").placed == rack_of(fits)
    assert best_play(TWIST, before, rack, quick=True).placed == rack_of(fits)
    for found in (find_play(TWIST, before, rack, opened=True), least_disturbing_play(TWIST, before, rack).solution):
        assert found.placed
        assert flaw_of(TWIST, before, rack, found, opened=True) is None
    assert set(rack_of(fits)) <= set(playable_tiles(TWIST, before, rack, opened=True))
    out = go_out(TWIST, before, rack_of(fits))
    assert out is not None
    assert out.placed == rack_of(fits)


def test_the_hint_says_where_a_tile_is_added() -> None:
    steps = least_disturbing_play(TWIST, parse_table("D b5 b6 | k1 k2 k3"), rack_of("b7 o13")).steps
    assert [str(step) for step in steps] == ["Add b7 to D b5 b6."]


def test_other_sets_make_room_for_a_set_that_grows() -> None:
    """U5, U7: b7 leaves its run."""
    assert play("D b5 b6 | b7 b8 b9 b10", "b8 o13", name="twist").placed == rack_of("b8")


def test_a_set_grows_beside_new_sets_with_special_jokers() -> None:
    """X2: the double stays and gets a tile, and the colour-change makes a set of its own."""
    assert play("D b5 b6", "b7 C k5 k6 o13", name="twist").placed == rack_of("b7 C k5 k6")


@pytest.mark.parametrize(
    ("rule", "table", "rack", "placed"),
    [
        ("another-set", "D k8 k9 | k2 k3 C", "k4 b1", ""),
        ("another-set", "D k8 J | C J C D | b4 o4 k4", "k2 k9 k10 r10", "k2 k9 k10 r10"),
        ("new-set", "D k8 J | C J C D | b4 o4 k4", "k2 k9 k10 r10", "k9 k10 r10"),  # more sets than are tried
        ("another-set", "r7 J C | o9 o10 o11", "r9 b9 o3 o5 C", "r9 b9 o5 C"),
    ],
)
def test_sets_with_special_jokers_grow_together(rule: FreedJoker, table: str, rack: str, placed: str) -> None:
    """U6-U8, X1, X2."""
    profile, before, held = TWIST.with_rules({"freed_joker": rule}), parse_table(table), rack_of(rack)
    for goal in Goal:
        found = best_play(profile, before, held, goal)
        assert found.placed == rack_of(placed)
        assert flaw_of(profile, before, held, found, opened=True) is None


def test_a_tile_that_fits_is_found_although_an_equal_one_lies_in_another_set() -> None:
    """U7: r3 from the rack makes the run longer; with the best arrangement of all other tiles that would be illegal."""
    profile = TWIST.with_rules({"freed_joker": "new-set"})
    table = parse_table("C k5 k6 k7 k8 k9 J | r3 k3 o3 | o9 o10 o11 J")
    for found in (
        best_play(profile, table, rack_of("r3"), quick=True),
        find_play(profile, table, rack_of("r3"), opened=True),
    ):
        assert found.placed == rack_of("r3")
        assert flaw_of(profile, table, rack_of("r3"), found, opened=True) is None


def fitting_positions(seed: int, count: int) -> list[SmallPosition]:
    """Return positions in which one tile fits in a set with a joker, and one fits nowhere."""
    found = []
    for position in small_positions(seed, 40 * count):
        for single in single_tiles(position):
            (changed,) = (i for i, tiles in enumerate(position.table) if tiles != single.after[i])
            other = Tile.parse("o13")
            used = Counter(tile for tiles in position.table for tile in tiles)
            if any(tile.is_joker for tile in position.table[changed]) and used[other] + (single.tile == other) < 2:
                found.append(SmallPosition(position.table, tuple(sorted((single.tile, other)))))
                break
        if len(found) == count:
            break
    return found


@pytest.mark.long
def test_all_tiles_that_fit_in_a_set_with_a_joker_are_found() -> None:
    """U7: jokers lie at every place of runs and groups, not only where the solver would put them."""
    count = examples(100, thorough=500)
    positions = fitting_positions(seed=23, count=count)
    assert len(positions) == count
    missed = [str(position) for position in positions if not best_play(TWIST, *position, quick=True).placed]
    assert missed == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(examples(2, thorough=4)))
def test_a_play_is_at_least_as_good_as_every_single_tile_that_fits(seed: int) -> None:
    """U6-U8: in random positions, by every goal; and every play is legal."""
    fits = 0
    for position in small_positions(seed, 100):
        singles = list(single_tiles(position))
        fits += bool(singles)
        for goal in Goal:
            found = best_play(TWIST, *position, goal)
            assert flaw_of(TWIST, *position, found, opened=True) is None, str(position)
            assert found.tiles >= bool(singles), str(position)
            if goal is Goal.POINTS:
                least = max((single.tile.number or 30 for single in singles), default=0)
                assert found.worth >= least, str(position)
        assert not singles or find_play(TWIST, *position, opened=True).placed, str(position)
    assert fits > 20


def test_single_tiles_are_tried_beyond_the_limit_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing_sets, "MOST_BRANCHES", 0)
    table = "D b5 b6 | C r8 r9 | J o10 o11"
    for tile in ("b7", "r10", "o12", "o8"):
        assert tile in map(str, play(table, tile, name="twist").placed)


@pytest.mark.parametrize(
    ("tiles", "available", "longer"),
    [
        ("D b5 b6", "b1 b2 b7 b8 r7", ["b2 D b5 b6", "D b5 b6 b7"]),
        ("b5 C r7", "b4 r4 r8 b8", ["b4 b5 C r7", "b5 C r7 r8"]),
        ("b5 b6 C", "b8 r8", ["b5 b6 C r8"]),
        ("r7 J b7", "k7 r7", ["k7 r7 J b7", "r7 k7 J b7", "r7 J k7 b7", "r7 J b7 k7"]),
        ("r7 M r7", "b7", []),
        ("r7 M r7", "b7 b7", ["b7 r7 M r7 b7", "r7 b7 M b7 r7"]),
        ("r7 M r7", "b7 J", ["b7 r7 M r7 J", "r7 b7 M J r7", "J r7 M r7 b7", "r7 J M b7 r7"]),
        ("J C J", "k5", ["k5 J C J", "J k5 C J", "J C k5 J", "J C J k5"]),
        ("r11 r12 D", "r13", []),
    ],
)
def test_a_set_grows_by_one_tile_or_by_one_on_each_side(tiles: str, available: str, longer: list[str]) -> None:
    """T1, T2, X1-X3."""
    found = growths(parse_tiles(tiles), Counter(parse_tiles(available)))
    assert sorted({format_tiles(growth.tiles) for growth in found}) == sorted(longer)
