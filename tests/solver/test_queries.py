"""Queries: the best play, going out, playable tiles, arrangements; and what a solution is worth."""

from __future__ import annotations

import pytest

from scripts.verify_solver import flaw_of
from tests.support.printed_examples import EXAMPLES, Example
from tests.support.solver_positions import play, rack_of
from tilewise.profiles import PROFILES
from tilewise.sets import TileSet, read_set
from tilewise.solver import Solution, arrange, best_play, go_out, playable_tiles, special_solver
from tilewise.solver.solution import Answer, solution_of
from tilewise.tiles import JOKER, parse_table, parse_tiles

INTERNATIONAL = PROFILES["international"]
TM_TOYS = PROFILES["tm-toys"]
TWIST = PROFILES["twist"]


@pytest.mark.parametrize(
    ("table", "rack", "placed"),
    [
        # U7: the joker may move, but it must stay on the table.
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


def test_where_nothing_can_be_placed_the_table_stays_unchanged() -> None:
    table = parse_table("o7 k7 b7 | r5 r3 r4")
    assert best_play(INTERNATIONAL, table, rack_of("k1 b13")) == Solution((), table, 0, True)


def test_two_jokers_make_two_groups_of_a_full_one() -> None:
    """T1, T4."""
    found = play("r5 b5 k5 o5", "J J", name="international")
    assert [len(tiles) for tiles in found.table] == [3, 3]
    assert found.worth == 60


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


def test_going_out_places_the_whole_rack_or_is_impossible() -> None:
    """N1."""
    found = go_out(INTERNATIONAL, parse_table("r7 b7 k7"), rack_of("J"))
    assert found is not None
    assert found.placed == (JOKER,)
    assert go_out(INTERNATIONAL, parse_table("r5 b5 k5 o5"), rack_of("J")) is None
    assert go_out(INTERNATIONAL, parse_table("r3 r4 r5"), rack_of("r6 k9")) is None


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


def test_tiles_are_arranged_if_all_of_them_fit_into_sets() -> None:
    assert arrange(INTERNATIONAL, rack_of("r3 r4 r5")) == (rack_of("r3 r4 r5"),)
    assert arrange(INTERNATIONAL, rack_of("r3 r4")) is None
    assert arrange(INTERNATIONAL, ()) == ()
    tiles = rack_of("r3 r4 r5 k5 b5 J M r7 r7")
    table = arrange(TWIST, tiles)
    assert table is not None
    assert all(isinstance(read_set(laid), TileSet) for laid in table)
    assert tuple(sorted(tile for laid in table for tile in laid)) == tiles


def test_a_quick_search_gives_up_sooner_and_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players ask quickly: with special jokers a whole search may take seconds."""
    profile, table, rack = TWIST, parse_table("r7 M r7 | k9 b9 o9 r9"), rack_of("k1 k3 o12 r8 r10 r11")
    whole = best_play(profile, table, rack)
    monkeypatch.setattr(special_solver, "LITTLE_WORK", 10)
    quick = best_play(profile, table, rack, quick=True)
    assert (whole.proven, quick.proven) == (True, False)
    assert quick.placed == whole.placed == rack_of("r8 r10 r11")
    assert flaw_of(profile, table, rack, quick, opened=True) is None
    cannot = go_out(profile, table, rack_of("k1 k3"), quick=True)
    assert cannot is not None
    assert (cannot.placed, cannot.proven) == ((), False)
    assert go_out(profile, table, rack_of("k1 k3")) is None


# What a solution is worth


@pytest.mark.parametrize(("profile", "worth"), [("international", 43), ("tm-toys", 63)])
def test_the_worth_of_a_solution_counts_jokers_as_the_profile_does(profile: str, worth: int) -> None:
    """C1."""
    answer = Answer(parse_tiles("r6 r7 J"), parse_table("r3 r4 r5 r6 r7 J"), total=3, proven=True)
    solution = solution_of(PROFILES[profile], answer)
    assert (solution.worth, solution.tiles) == (worth, 3)
    assert (solution.placed, solution.table, solution.proven) == (answer.placed, answer.table, True)


def test_a_solution_that_places_nothing_is_worth_nothing() -> None:
    table = parse_table("r3 r4 r5")
    solution = solution_of(PROFILES["twist"], Answer((), table, total=0, proven=False))
    assert (solution.worth, solution.tiles, solution.proven) == (0, 0, False)
