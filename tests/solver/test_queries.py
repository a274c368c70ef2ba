"""The solver's questions: the best play, the best opening, going out, playable tiles, arrangements."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

from scripts.verify_solver import flaw_of
from tests.support.printed_examples import EXAMPLES, Example
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.sets import TileSet, read_set
from tilewise.solver import (
    Goal,
    Solution,
    arrange,
    best_opening,
    best_play,
    go_out,
    greatest_opening,
    playable_tiles,
    special,
)
from tilewise.tiles import FACES, JOKER, MIRROR, Table, Tile, parse_table, parse_tiles
from tilewise.turn import joker_exchanges

INTERNATIONAL = PROFILES["international"]
TM_TOYS = PROFILES["tm-toys"]
TWIST = PROFILES["twist"]


def rack_of(text: str) -> tuple[Tile, ...]:
    return tuple(sorted(parse_tiles(text)))


def play(table: str, rack: str, goal: Goal | dict[Tile, int] = Goal.TILES, name: str = "tm-toys") -> Solution:
    """The best play, judged by the rules."""
    lying, held = parse_table(table), rack_of(rack)
    found = best_play(PROFILES[name], lying, held, goal)
    assert flaw_of(PROFILES[name], lying, held, found, opened=True) is None
    return found


# The best play


@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        # U7: the joker may lie elsewhere, and it has to lie somewhere.
        ("r1 r2 r3 J", "b5 b6 b7", "b5 b6 b7"),
        ("r1 r2 r3 J", "b5 b6", "b5 b6"),
        ("r7 b7 k7", "J", "J"),
        ("r5 b5 k5 o5", "J", ""),
        ("r5 b5 k5 o5", "J J", "J J"),
        ("r5 b5 k5 o5 | r5 b5 k5 o5", "J", "J"),
        # T4: sets of jokers only.
        ("", "J J", ""),
        ("", "J J J", "J J J"),
        ("", "J J J J", "J J J J"),
        ("J J J", "r3 b9", "b9"),
        # Equal tiles may form the same set twice, and a joker may stand for a tile that is all in use.
        ("", "r3 r3 r4 r4 r5 r5", "r3 r3 r4 r4 r5 r5"),
        ("", "k9 k9 r9 r9 b9 b9", "k9 k9 r9 r9 b9 b9"),
        ("r3 r4 r5 | r3 r4 r5", "r4 r6 J", "r4 r6 J"),
        # T3: 1 follows no 13.
        ("r11 r12 r13", "r1", ""),
        ("", "", ""),
        ("", "r3 r4", ""),
        ("r3 r4 r5", "", ""),
    ],
)
def test_the_best_play_places_the_most_tiles(table: str, rack: str, placed: str) -> None:
    """U5, U6."""
    found = play(table, rack)
    assert found.placed == rack_of(placed)
    assert found.tiles == len(found.placed)
    assert found.proven


def test_where_nothing_can_be_placed_the_table_stays_as_it_lies() -> None:
    table = parse_table("o7 k7 b7 | r5 r3 r4")
    assert best_play(INTERNATIONAL, table, rack_of("k1 b13")) == Solution((), table, 0, True)


def test_two_jokers_make_two_groups_of_a_full_one() -> None:
    """T1, T4."""
    found = play("r5 b5 k5 o5", "J J", name="international")
    assert [len(tiles) for tiles in found.table] == [3, 3]
    assert found.worth == 60


def test_most_points_may_be_fewer_tiles() -> None:
    """C1: the joker fills a run of small numbers, or makes a group of thirteens."""
    rack = "k1 k2 k4 J r13 b13"
    most_tiles, most_points = play("", rack, name="international"), play("", rack, Goal.POINTS, "international")
    assert (most_tiles.tiles, most_tiles.worth) == (4, 37)
    assert (most_points.tiles, most_points.worth) == (3, 56)


def test_equally_many_tiles_are_those_worth_more_and_equal_worth_is_more_tiles() -> None:
    """One joker, two sets that lack one tile."""
    assert play("", "k3 k4 r12 b12 J").placed == rack_of("r12 b12 J")
    assert play("", "k3 k4 k6 r6 b7 J", Goal.POINTS).placed == rack_of("k3 k4 k6 J")


def test_a_joker_is_worth_its_penalty() -> None:
    """C1: 30, in tm-toys 50."""
    assert play("r7 b7 k7", "J", name="international").worth == 30
    assert play("r7 b7 k7", "J", name="tm-toys").worth == 50


def test_negative_weights_keep_a_tile_on_the_rack() -> None:
    weights = dict.fromkeys(FACES, 1) | {JOKER: -5}
    assert play("r3 r4 r5", "r6 J", weights).placed == rack_of("r6")
    # Here the joker is worth it: three tiles go with it.
    assert play("", "r3 r4 r6 J", weights | {JOKER: -2}).placed == rack_of("r3 r4 r6 J")
    assert play("", "r3 r4 r6 J", weights).placed == ()
    everything_unwanted = dict.fromkeys(FACES, -1)
    assert play("r3 r4 r5", "r6 J", everything_unwanted).placed == ()
    assert play("r3 r4 r5", "r6 r7", {Tile.parse("r6"): -1, Tile.parse("r7"): 2}).placed == rack_of("r6 r7")


@pytest.mark.parametrize("weight", [10**9 + 1, -(10**9) - 1, 2**64, 10**30])
def test_weights_have_a_limit(weight: int) -> None:
    with pytest.raises(TilewiseError, match="weight"):
        best_play(INTERNATIONAL, (), rack_of("r3 r4 r5"), {Tile.parse("r3"): weight})


def test_the_heaviest_weights_are_added_up_exactly() -> None:
    rack = tuple(tile for tile in FACES[:52] for _ in range(3)) + (JOKER,) * 4
    found = best_play(TM_TOYS, (), rack, dict.fromkeys(FACES, 10**9))
    assert found.tiles == 160
    assert flaw_of(TM_TOYS, (), rack, found, opened=True) is None


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_printed_examples_are_solved(example: Example, name: str) -> None:
    """U5, U6, U7: the books place the whole rack, so does the solver."""
    found = best_play(PROFILES[name], example.table, example.rack)
    assert found.placed == example.placed
    assert flaw_of(PROFILES[name], example.table, example.rack, found, opened=True) is None
    out = go_out(PROFILES[name], example.table, example.rack)
    assert out is not None
    assert flaw_of(PROFILES[name], example.table, example.rack, out, opened=True) is None


# Openings


def opening(rack: str, threshold: int, goal: Goal = Goal.TILES, table: str = "", name: str = "tm-toys") -> Any:
    profile = PROFILES[name].with_rules({"opening_threshold": threshold})
    lying, held = parse_table(table), rack_of(rack)
    found = best_opening(profile, lying, held, goal)
    if found is not None:
        assert found.placed
        assert found.table[: len(lying)] == lying
        assert flaw_of(profile, lying, held, found, opened=False) is None
    return found


def test_an_opening_is_worth_the_threshold_and_leaves_the_table_alone() -> None:
    """U3."""
    found = opening("r10 b10 k10 r3 o4", 30, table="r4 r5 r6 | k4 b4 r4")
    assert found.placed == rack_of("r10 b10 k10")
    assert opening("r9 b9 k9 r10", 30, table="r11 r12 r13") is None
    assert opening("r9 b9 k9 r10", 27).tiles == 3


def test_several_sets_open_together() -> None:
    """U3."""
    assert opening("r1 r2 r3 b4 r4 k4 o3 o4 o5", 30).tiles == 9


def test_a_joker_counts_what_it_stands_for() -> None:
    """U3, T4: thirty with the joker as an eleven, not as an eight."""
    assert opening("r9 r10 J", 30).placed == rack_of("r9 r10 J")
    assert opening("r9 r10 J", 31) is None
    assert opening("J J J", 39).tiles == 3
    assert opening("J J J", 40) is None


def test_without_a_threshold_any_set_opens_but_there_must_be_one() -> None:
    """U4."""
    assert opening("r1 r2 r3", 0).worth == 6
    assert opening("r1 r2", 0) is None
    assert opening("", 0) is None
    weights = dict.fromkeys(FACES, -1)
    found = best_opening(TM_TOYS.with_rules({"opening_threshold": 0}), (), rack_of("r1 r2 r3 r4"), weights)
    assert found is not None
    assert found.tiles == 3


def test_an_opening_may_place_fewer_tiles_than_a_play_for_enough_value() -> None:
    rack = "r10 b10 k10 k9 k8 b1 b2"
    assert opening(rack, 30).placed == rack_of("r10 b10 k10")
    assert opening(rack, 30, Goal.POINTS).worth == 30
    assert opening(rack, 27).tiles == 3


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("", 0),
        ("r3 r4", 0),
        ("r9 r10 J", 30),
        ("r12 r13 J", 36),
        ("J J J J", 52),
        ("r9 r10 J k1 k2 k3", 36),
        ("k9 k10 k11 r11 b11", 33),
        # X4
        ("D r5 r6", 26),
        ("b3 b4 C r6 r7", 25),
        ("k3 k4 k5 M k5 k4 k3", 24),
        ("M D D", 52),
    ],
)
def test_the_greatest_value_of_an_opening(rack: str, value: int) -> None:
    """U3, X4."""
    found = greatest_opening(rack_of(rack))
    assert (found.value, found.proven) == (value, True)
    readings = [read_set(tiles) for tiles in found.sets]
    assert sum(reading.value for reading in readings if isinstance(reading, TileSet)) == value
    assert Counter(tile for tiles in found.sets for tile in tiles) <= Counter(rack_of(rack))


# Going out, playable tiles, arrangements


def test_going_out_places_the_whole_rack_or_is_impossible() -> None:
    """N1."""
    found = go_out(INTERNATIONAL, parse_table("r7 b7 k7"), rack_of("J"))
    assert found is not None
    assert found.placed == (JOKER,)
    assert go_out(INTERNATIONAL, parse_table("r5 b5 k5 o5"), rack_of("J")) is None
    assert go_out(INTERNATIONAL, parse_table("r3 r4 r5"), rack_of("r6 k9")) is None


def test_going_out_by_an_exchanged_joker_is_impossible() -> None:
    """N1, U8: the double is needed in 9-D-12, and only a joker could take its place. The solver does not prove that."""
    found = go_out(TWIST, parse_table("k3 r3 D"), rack_of("k9 k12 J"))
    assert found == Solution((), parse_table("k3 r3 D"), 0, proven=False)


def test_that_one_cannot_go_out_is_proven_with_special_jokers_too() -> None:
    assert go_out(TWIST, parse_table("k3 r3 D"), rack_of("k9")) is None


def test_what_the_beams_cannot_prove_is_tried_from_the_other_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """X1-X3: without the beams, the same answers come from the question turned round, and every set lies in order."""
    monkeypatch.setattr(special, "_widen", lambda *asked: asked[-1] or special.GAVE_UP)
    for text, rack, placed in (
        ("k3 r3 D", "k4 k5 J", 3),
        ("", "k3 k4 k5 M k5 k4 k3", 7),
        ("b3 b4 C r6 r7", "r8 b5 b2", 3),
        ("o4 o5 o6", "D o9 r13", 2),
        ("o4 o5 o6", "r13", 0),
    ):
        found = best_play(TWIST, parse_table(text), rack_of(rack))
        assert (found.tiles, found.proven) == (placed, True), text
        assert flaw_of(TWIST, parse_table(text), rack_of(rack), found, opened=True) is None
    assert go_out(TWIST, parse_table("o4 o5 o6"), rack_of("D r9")) is None


def test_tiles_that_only_an_exchanged_joker_could_place_are_not_playable() -> None:
    """U8."""
    assert playable_tiles(TWIST, parse_table("k3 r3 D"), rack_of("k9 k12 J"), opened=True) == ()


@pytest.mark.parametrize(
    ("table", "rack", "opened", "playable"),
    [
        ("r3 r4 r5", "r6 r6 k1", True, "r6"),
        ("r3 r4 r5", "r6 r7 r9", True, "r6 r7"),
        ("r3 r4 r5", "r6 r7 r8", False, ""),
        ("r3 r4 r5", "r9 r10 r11 k1 k2 k3 b1", False, "r9 r10 r11 k1 k2 k3"),
        ("", "k1 k2 k3", False, ""),
        ("r5 b5 k5 o5", "J", True, ""),
    ],
)
def test_playable_tiles_are_faces_that_some_play_places(table: str, rack: str, opened: bool, playable: str) -> None:
    """U3, U6."""
    assert playable_tiles(INTERNATIONAL, parse_table(table), rack_of(rack), opened) == rack_of(playable)


def test_tiles_are_arranged_if_all_of_them_lie_in_sets() -> None:
    assert arrange(INTERNATIONAL, rack_of("r3 r4 r5")) == (rack_of("r3 r4 r5"),)
    assert arrange(INTERNATIONAL, rack_of("r3 r4")) is None
    assert arrange(INTERNATIONAL, ()) == ()
    tiles = rack_of("r3 r4 r5 k5 b5 J M r7 r7")
    table = arrange(TWIST, tiles)
    assert table is not None
    assert all(isinstance(read_set(laid), TileSet) for laid in table)
    assert tuple(sorted(tile for laid in table for tile in laid)) == tiles


# Special jokers


@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        ("", "D r5 r6", 3),
        ("", "D r7", 0),
        ("r3 b3 D", "k3 o3 r9 b9", 4),
        ("", "b3 b4 C r6 r7", 5),
        ("", "r7 b7 M b7 r7", 5),
        ("r7 M r7", "b7 J", 2),
        ("", "k5 r5 b5 o5 J M", 6),
        ("", "J J D D C C M M", 8),
    ],
)
def test_special_jokers_are_placed(table: str, rack: str, placed: int) -> None:
    """X1, X2, X3."""
    assert play(table, rack, name="twist").tiles == placed


def test_a_joker_that_finds_no_place_stays_on_the_rack_beside_a_special_one() -> None:
    """T1: the group of four is full; nobody wants to place the mirror."""
    weights = dict.fromkeys(FACES, 1) | {MIRROR: -100}
    assert play("", "k5 r5 b5 o5 J M", weights, "twist").placed == rack_of("k5 r5 b5 o5")


@pytest.mark.parametrize(
    ("table", "rack"),
    [
        ("k3 r3 D", "k9 k12 J"),
        ("k3 r3 D", "J J k9 r9"),
        ("b3 b4 C", "J r9 r10"),
        ("r5 C b7", "J b8 k6 k7"),
        ("k3 k4 k5 M k5 k4 k3", "J M k7"),
        ("D r5 r6 | k9 k10 k11", "J J k12 r8"),
        ("r7 b7 M b7 r7", "J J D"),
    ],
)
@pytest.mark.parametrize("goal", Goal)
def test_no_special_joker_is_exchanged_for_another(table: str, rack: str, goal: Goal) -> None:
    """U8."""
    found = play(table, rack, goal, "twist")
    before = [reading for tiles in parse_table(table) if isinstance(reading := read_set(tiles), TileSet)]
    after = [reading for tiles in found.table if isinstance(reading := read_set(tiles), TileSet)]
    assert found.placed == () or not list(joker_exchanges(before, after))


CROWDED: Table = parse_table(
    "b10 b11 b12 | r10 b10 o10 | o5 r5 k5 b5 | k12 o12 r12 J | o6 o7 o8 o9 o10 | k5 o5 r5 | b2 b3 b4 b5 b6 b7 b8 b9 J"
    " | r2 M r2 | k11 o11 r11 | k6 r6 b6 | r13 o13 b13 | o3 r3 b3 | o2 o3 o4 | o9 k9 b9 | k6 k7 k8 | r1 o1 b1"
    " | r8 r9 M r9 r8 | k1 k2 k3 k4 | D b12 o12 | k8 k9 k10 k11 | k2 b2 o2 | r10 r11 r12 | o1 r1 b1 k1 | b4 o4 r4"
    " | o13 k13 b13 | b7 r7 o7"
)


def test_a_crowded_table_with_special_jokers_is_answered_in_seconds() -> None:
    """Processor time, so that a busy machine does not matter; the kernel speaks of about a second for each try."""
    rack = rack_of("k3 k4 r3 r4 r6 r13 b8 b11 o6 o8 D C")
    start = time.process_time()
    found = best_play(TWIST, CROWDED, rack)
    assert time.process_time() - start < 10
    assert flaw_of(TWIST, CROWDED, rack, found, opened=True) is None
