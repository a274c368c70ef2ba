"""Tiles as coloured text: marks for new tiles, rows that fit, the legend and the order of a rack."""

from __future__ import annotations

import pytest
from rich.text import Text

from tilewise.cli.tile_display import (
    by_colour,
    by_number,
    in_rows,
    legend,
    table_rows,
    tile_text,
    tile_texts,
    tiles_text,
)
from tilewise.profiles import PROFILES
from tilewise.tiles import Tile, format_tiles, parse_table, parse_tiles


@pytest.mark.parametrize(
    ("tile", "text"), [("r7", " 7▲ "), ("k13", " 13● "), ("b1", " 1■ "), ("o9", " 9◆ "), ("J", " J★ ")]
)
def test_a_tile_has_its_number_and_the_symbol_of_its_colour(tile: str, text: str) -> None:
    assert tile_text(Tile.parse(tile)).plain == text


def test_a_new_tile_has_a_mark_and_another_background() -> None:
    old, new = tile_text(Tile.parse("r7")), tile_text(Tile.parse("r7"), new=True)
    assert new.plain == "*7▲ "
    assert old.style != new.style


def test_only_as_many_tiles_are_marked_as_are_new() -> None:
    texts = tile_texts(parse_tiles("r7 r7 k1"), new=parse_tiles("r7"))
    assert [text.plain[0] for text in texts] == ["*", " ", " "]
    assert tiles_text(parse_tiles("r7 k1")).plain == " 7▲   1● "


def test_rows_fit_the_width_and_are_indented_below_the_first_part() -> None:
    rows = in_rows([Text("aaaa"), Text("bbbb"), Text("cccc")], width=14, label=Text("x: "))
    assert [row.plain for row in rows] == ["x: aaaa bbbb", "   cccc"]
    assert [row.plain for row in in_rows([], width=10, label=Text("x: "))] == ["x: "]


def test_sets_are_side_by_side_unless_one_has_a_note() -> None:
    table = parse_table("r3 r4 r5 | k7 b7 o7 | r1 r2")
    assert len(table_rows(table, 200, (), {})) == 1
    rows = table_rows(table, 200, (), {3: "too short"})
    assert len(rows) == 2
    assert rows[1].plain.endswith("too short")
    assert len(table_rows(table, 30, (), {})) == 3


def test_a_new_tile_is_marked_in_the_first_set_that_has_it() -> None:
    (row,) = table_rows(parse_table("r3 r4 r5 | r3 r4 r5"), 200, parse_tiles("r3"), {})
    assert row.plain.count("*") == 1
    assert row.plain.index("*") < row.plain.index("  2  ")


def test_the_legend_explains_special_jokers_only_where_the_box_has_them() -> None:
    assert "J joker  D double  C colour-change  M mirror" in legend(PROFILES["twist"])
    plain = legend(PROFILES["jumbo"])
    assert "J joker" in plain
    assert "mirror" not in plain


def test_a_rack_is_sorted_for_runs_or_for_groups() -> None:
    rack = parse_tiles("J r7 k9 b7 k2")
    assert format_tiles(by_colour(rack)) == "k2 k9 r7 b7 J"
    assert format_tiles(by_number(rack)) == "k2 r7 b7 k9 J"
