"""The ten printed examples, judged as whole turns and played step by step (U5, U6, U7)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.printed_examples import EXAMPLES, FREED_JOKERS, MANIPULATIONS, Example
from tilewise.draft import Draft
from tilewise.errors import Reason, Refusal
from tilewise.instructions import parse_instruction, perform
from tilewise.profiles import PROFILES
from tilewise.sets import Kind, TileSet, read_set
from tilewise.tiles import JOKER, Table, Tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn, judge_turn

INSTRUCTIONS = {
    "A": ["add b3 to 1", "add b8 to 2"],
    "B": ["take b4 from 1", "lay b3 b4 b5 b6"],
    "C": ["add b11 to 1", "take b8 from 1", "lay b8 k8 r8"],
    "D": ["split 1 after 3", "add r6 to 2"],
    "E": ["move o1 from 1 to new", "move r1 from 2 to 3", "add b1 to 3"],
    "F": [
        "add k10 to 3",
        "move r5 from 1 to new",
        "move o5 from 2 to 4",
        "add b5 to 4",
        "move r6 from 1 to new",
        "move o6 from 2 to 5",
        "move k6 from 3 to 5",
        "join 1 2",
        "move k7 from 2 to 1",
    ],
    "joker-1": ["take J from 1", "add k4 r4 to 1", "lay k9 o9 J"],
    "joker-2": ["split 1 after b4", "take J from 2", "lay k9 o9 J"],
    "joker-3": ["add b5 to 1", "take J from 1", "lay k9 o9 J"],
    "joker-4": ["move k1 from 1 to 2", "move k2 from 1 to 3", "add k9 o9 to 1"],
}
"""The moves of each play, as a person would type them."""

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def as_sets(table: Table) -> Counter[tuple[Kind, Tiles]]:
    """Count the sets of a table; their order does not matter."""
    readings = [read_set(tiles) for tiles in table]
    assert all(isinstance(reading, TileSet) for reading in readings)
    return Counter(reading.key for reading in readings if isinstance(reading, TileSet))


def count(table: Table) -> Counter[str]:
    return Counter(str(tile) for tiles in table for tile in tiles)


def test_there_are_six_manipulations_and_four_ways_to_free_a_joker() -> None:
    assert [example.name for example in MANIPULATIONS] == list("ABCDEF")
    assert [example.name for example in FREED_JOKERS] == ["joker-1", "joker-2", "joker-3", "joker-4"]
    assert len({example.title for example in EXAMPLES}) == 10


@each_example
@pytest.mark.parametrize("name", PROFILES)
def test_the_printed_play_is_legal_by_every_rulebook(example: Example, name: str) -> None:
    """U5, U6, U7."""
    judged = judge_turn(PROFILES[name], example.table, example.rack, example.after, opened=True)
    assert isinstance(judged, LegalTurn), str(judged)
    assert judged.placed == example.placed
    assert as_sets(judged.table) == as_sets(example.after)
    assert judged.opening_value is None


@each_example
def test_the_position_has_valid_sets_and_fits_the_box(example: Example) -> None:
    """E1, U6."""
    as_sets(example.table)
    PROFILES["international"].check_in_box(2, (*example.rack, *(t for tiles in example.table for t in tiles)))


@each_example
def test_a_player_who_has_not_opened_may_not_make_the_printed_play(example: Example) -> None:
    """U3, U7: not because of the points: even without a threshold it is refused."""
    profile = PROFILES["tm-toys"].with_rules({"opening_threshold": 0})
    judged = judge_turn(profile, example.table, example.rack, example.after, opened=False)
    assert isinstance(judged, Refusal)
    freed = example in FREED_JOKERS
    assert judged.reason is (Reason.JOKER_TOO_EARLY if freed else Reason.TABLE_TOUCHED)
    assert judged.rule == ("U7" if freed else "U3")


@each_example
def test_the_printed_play_can_be_made_step_by_step(example: Example) -> None:
    """U6: steps may be illegal in between, and no tile is lost."""
    start = Draft(PROFILES["international"], True, example.table, example.rack, example.table)
    draft = start
    for line in INSTRUCTIONS[example.name]:
        assert draft.assessment.turn is None or draft.placed, "legal without a tile from the rack"
        draft = perform(draft, parse_instruction(line))
        assert count(draft.sets) + count((draft.loose,)) + count((draft.rack,)) == count(
            (*example.table, example.rack)
        ), line
    end = draft.assessment.verdict
    assert isinstance(end, LegalTurn), str(end)
    assert end.placed == draft.placed == example.placed
    assert as_sets(end.table) == as_sets(example.after)
    assert draft.loose == draft.rack == ()
    for _ in INSTRUCTIONS[example.name]:
        draft = draft.undo()
    assert draft.sets == start.sets
    assert not draft.has_moved


def test_example_f_makes_three_groups_and_one_new_run_of_three_sets() -> None:
    """U5: what its caption says."""
    example = next(example for example in EXAMPLES if example.name == "F")
    kinds = [reading.kind for tiles in example.after if isinstance(reading := read_set(tiles), TileSet)]
    assert sorted(kinds) == [Kind.GROUP, Kind.GROUP, Kind.GROUP, Kind.RUN]
    assert len(example.table) == 3
    assert not as_sets(example.table) & as_sets(example.after)


@pytest.mark.parametrize("by", ["k4", "r4"])
def test_either_missing_colour_alone_replaces_the_joker_of_a_group_of_three(by: str) -> None:
    """T4, U7: the first way to free a joker, by each of the two tiles."""
    example = FREED_JOKERS[0]
    after = parse_table(f"b4 o4 {by} | k9 o9 J")
    judged = judge_turn(PROFILES["international"], example.table, example.rack, after, opened=True)
    assert isinstance(judged, LegalTurn)
    assert judged.placed == tuple(sorted(parse_tiles(f"{by} k9 o9")))


@pytest.mark.parametrize("example", FREED_JOKERS, ids=lambda example: example.name)
def test_a_freed_joker_never_goes_to_the_rack(example: Example) -> None:
    """U6, U7: it stays on the table; without it the same play is refused."""
    without = tuple(tiles for tiles in example.after if JOKER not in tiles)
    judged = judge_turn(PROFILES["international"], example.table, example.rack, without, opened=True)
    assert isinstance(judged, Refusal)
    assert (judged.reason, dict(judged.facts)) == (Reason.TABLE_TILE_MISSING, {"tiles": "J"})


def test_freeing_a_joker_still_needs_a_tile_from_the_rack() -> None:
    """U6, U7: the fourth way, with the joker added to a group on the table."""
    example = FREED_JOKERS[3]
    table = parse_table("k1 k2 J | r1 b1 o1 | r2 b2 o2 | r9 b9 o9")
    after = parse_table("k1 r1 b1 o1 | k2 r2 b2 o2 | r9 b9 o9 J")
    judged = judge_turn(PROFILES["international"], table, example.rack, after, opened=True)
    assert isinstance(judged, Refusal)
    assert judged.reason is Reason.NOTHING_PLACED
    with_a_tile = parse_table("k1 r1 b1 o1 | k2 r2 b2 o2 | r9 b9 o9 k9 | J J J")
    judged = judge_turn(PROFILES["international"], table, parse_tiles("k9 J J"), with_a_tile, opened=True)
    assert isinstance(judged, LegalTurn)
