"""Assessing a turn by its tables and its rack (T5, U3, U6)."""

from __future__ import annotations

import pytest

from tilewise.assessment import TurnAssessment, assess_turn
from tilewise.errors import Reason, Refusal
from tilewise.profiles import PROFILES
from tilewise.sets import Kind, TileSet
from tilewise.tiles import format_table, format_tiles, parse_table, parse_tiles
from tilewise.turn import LegalTurn


def assess(before: str, rack: str, after: str, *, opened: bool = True, finished: bool = False) -> TurnAssessment:
    profile = PROFILES["international"]
    return assess_turn(profile, parse_table(before), parse_tiles(rack), parse_table(after), opened, finished=finished)


def test_a_legal_turn_has_no_refusal() -> None:
    """U6."""
    assessed = assess("r3 r4 r5", "r6 J", "r3 r4 r5 r6")
    assert assessed.refusal is None
    assert assessed.turn == assessed.verdict == LegalTurn(parse_tiles("r6"), parse_table("r3 r4 r5 r6"), None)
    assert (format_tiles(assessed.placed), assessed.loose, format_tiles(assessed.rack)) == ("r6", (), "J")


def test_every_set_is_read_in_order_and_arranged() -> None:
    """T5: a legal set next to one that is not."""
    run, flaw, group = assess("r3 r4 r5", "r6 k1 k7 b7 o7", "r6 r4 r5 r3 | k1 | k7 b7 o7").sets
    assert isinstance(run, TileSet)
    assert isinstance(flaw, Refusal)
    assert isinstance(group, TileSet)
    assert (format_tiles(run.tiles), run.kind, group.kind) == ("r3 r4 r5 r6", Kind.RUN, Kind.GROUP)
    assert flaw.reason is Reason.TOO_FEW_TILES


def test_an_invalid_set_is_named_with_its_cause() -> None:
    """U6."""
    assessed = assess("r3 r4 r5", "r7", "r3 r4 r5 r7")
    assert assessed.turn is None
    assert assessed.refusal is not None
    assert (assessed.refusal.reason, dict(assessed.refusal.facts)) == (Reason.INVALID_SET, {"set": "r3 r4 r5 r7"})
    assert assessed.refusal.cause == assessed.sets[0]


def test_a_table_tile_in_no_set_is_loose_in_progress_and_missing_when_finished() -> None:
    """U6."""
    in_progress = assess("r3 r4 r5 r6", "r7", "r4 r5 r6 r7")
    finished = assess("r3 r4 r5 r6", "r7", "r4 r5 r6 r7", finished=True)
    assert format_tiles(in_progress.loose) == format_tiles(finished.loose) == "r3"
    assert in_progress.verdict == Refusal(Reason.TABLE_TILES_LOOSE, {"tiles": "r3"})
    assert finished.verdict == Refusal(Reason.TABLE_TILE_MISSING, {"tiles": "r3"})


def test_unknown_tiles_are_reported_before_loose_ones() -> None:
    """U6: a plan may count on tiles that another player has taken from the table."""
    assessed = assess("r3 r4 r5", "r6", "r4 r5 r6 r7")
    assert assessed.verdict == Refusal(Reason.UNKNOWN_TILE, {"tiles": "r7"})
    assert (format_tiles(assessed.placed), format_tiles(assessed.loose), assessed.rack) == ("r6 r7", "r3", ())


def test_a_turn_needs_a_tile_from_the_rack() -> None:
    """U6."""
    assessed = assess("r3 r4 r5", "k1 r1", "r3 r4 r5")
    assert assessed.verdict == Refusal(Reason.NOTHING_PLACED)
    assert format_tiles(assessed.rack) == "k1 r1"


@pytest.mark.parametrize(
    ("after", "value"),
    [
        ("k7 b7 o7", 0),
        ("k7 b7 o7 | r9 r10", 0),
        ("k7 b7 o7 | r9 r10 r11", 30),
        ("k7 b7 o7 | r9 r10 r11 | k1 b1", 30),
        ("k7 b7 o7 | r9 r10 r11 | k1 b1 J", 33),
    ],
)
def test_the_opening_value_counts_the_valid_new_sets(after: str, value: int) -> None:
    """U3."""
    rack = "r9 r10 r11 k1 b1 J"
    assert assess("k7 b7 o7", rack, after, opened=False).opening_value == value
    assert assess("k7 b7 o7", rack, after, opened=True).opening_value is None


def test_an_opening_below_the_threshold_says_what_it_needs() -> None:
    """U3."""
    assessed = assess("", "k9 b9 o9", "k9 b9 o9", opened=False)
    assert assessed.verdict == Refusal(Reason.OPENING_TOO_LOW, {"value": 27, "needed": 30})


def test_the_turn_holds_the_table_as_arranged() -> None:
    """T5."""
    assessed = assess("", "r10 r9 r11", "r10 r9 r11", opened=False)
    assert assessed.turn is not None
    assert (format_table(assessed.turn.table), assessed.turn.opening_value) == ("r9 r10 r11", 30)
