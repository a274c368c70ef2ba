"""Positions with special jokers: placed as well as possible, and none exchanged (U8, X1-X3)."""

from __future__ import annotations

import time

import pytest

from scripts.verify_solver import flaw_of
from tests.support.solver_positions import play, rack_of
from tilewise.exchanges import joker_exchanges
from tilewise.profiles import FIRST_VERSION, PROFILES, profile_as_of
from tilewise.sets import read_sets
from tilewise.solver import (
    Goal,
    Solution,
    best_play,
    go_out,
    least_disturbing_play,
    playable_tiles,
    special_solver,
)
from tilewise.solver.solution import GAVE_UP, Answer
from tilewise.tiles import FACES, MIRROR, Table, parse_table
from tilewise.turn import judge_turn

INTERNATIONAL = PROFILES["international"]
TM_TOYS = PROFILES["tm-toys"]
TWIST = PROFILES["twist"]


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


def test_a_joker_that_finds_no_place_stays_on_the_rack_next_to_a_special_one() -> None:
    """T1: the group of four is full, and the mirror weighs less than nothing."""
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
    before = read_sets(parse_table(table))
    after = read_sets(found.table)
    assert found.placed == () or not list(joker_exchanges(before, after))


CROWDED: Table = parse_table(
    "b10 b11 b12 | r10 b10 o10 | o5 r5 k5 b5 | k12 o12 r12 J | o6 o7 o8 o9 o10 | k5 o5 r5 | b2 b3 b4 b5 b6 b7 b8 b9 J"
    " | r2 M r2 | k11 o11 r11 | k6 r6 b6 | r13 o13 b13 | o3 r3 b3 | o2 o3 o4 | o9 k9 b9 | k6 k7 k8 | r1 o1 b1"
    " | r8 r9 M r9 r8 | k1 k2 k3 k4 | D b12 o12 | k8 k9 k10 k11 | k2 b2 o2 | r10 r11 r12 | o1 r1 b1 k1 | b4 o4 r4"
    " | o13 k13 b13 | b7 r7 o7"
)


def test_a_crowded_table_with_special_jokers_is_answered_in_seconds() -> None:
    """Processor time, so that a busy machine does not matter; each search gives up after about a second."""
    rack = rack_of("k3 k4 r3 r4 r6 r13 b8 b11 o6 o8 D C")
    start = time.process_time()
    found = best_play(TWIST, CROWDED, rack)
    assert time.process_time() - start < 10
    assert flaw_of(TWIST, CROWDED, rack, found, opened=True) is None


def test_going_out_by_an_exchanged_joker_is_impossible() -> None:
    """N1, U8: only a joker could replace the double that 9-D-12 needs. The solver does not prove that."""
    found = go_out(TWIST, parse_table("k3 r3 D"), rack_of("k9 k12 J"))
    assert found == Solution((), parse_table("k3 r3 D"), 0, proven=False)


def test_that_going_out_is_impossible_is_proven_with_special_jokers_too() -> None:
    assert go_out(TWIST, parse_table("k3 r3 D"), rack_of("k9")) is None


def test_what_the_beams_cannot_prove_is_tried_from_the_other_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """X1-X3: without the beams, the reversed position gives the same answers, and every set is in order."""
    monkeypatch.setattr(special_solver, "_widen_beam", lambda *asked: asked[-1] or GAVE_UP)
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


@pytest.mark.parametrize("table", ["k5 D k8", "k5 D k8 k9", "k4 k5 D k8 k9 k10"])
def test_a_run_is_cut_where_its_joker_would_be_exchanged_u8(table: str) -> None:
    before = parse_table(table)
    missing = [tile for tile in ("k9", "k10") if tile not in table.split()]
    rack = rack_of(" ".join(["J k7 o10 o13", *missing]))
    found = best_play(TWIST, before, rack)
    assert found.placed == tuple(sorted(rack))
    assert found.proven
    assert judge_turn(TWIST, before, rack, found.table, opened=True)
    hint = least_disturbing_play(TWIST, before, rack).solution
    assert hint.placed == found.placed
    assert judge_turn(TWIST, before, rack, hint.table, opened=True), "runs are not joined again"


def test_plays_of_an_old_game_are_legal_by_its_version_of_the_rules_u8() -> None:
    # Version 1 refuses r7 b7 J although the whole set comes from the rack.
    before, rack = parse_table("r7 b7 D"), rack_of("k7 r7 b7 J o10 o13")
    old = profile_as_of(FIRST_VERSION, "twist")
    assert len(best_play(TWIST, before, rack).placed) == 6
    for found in (best_play(old, before, rack), least_disturbing_play(old, before, rack).solution):
        assert judge_turn(old, before, rack, found.table, opened=True)
    out = go_out(old, before, rack)
    assert out is None or not out.placed


def test_a_legal_play_is_not_proven_by_a_bound_that_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = parse_table("r3 J r5"), parse_table("r3 r4 r5 J")
    unproven = Answer(rack_of("r4"), after, 1, proven=False)
    kept = Answer(rack_of("r4"), parse_table("r4 r5 r6"), 1, proven=True)
    answers = iter((unproven, kept))
    monkeypatch.setattr(special_solver, "_solve", lambda *_: next(answers))
    found = special_solver.solve(before, rack_of("r4 o13"), (1,) * len(FACES), freed_joker="another-set")
    assert found is not None
    assert (found.total, found.proven) == (1, False)
