"""The ten positions that every rulebook prints: six manipulations (A-F) and four ways to free a joker.

The pictures are lost. Each position here is built from its caption, so some tiles are chosen freely; where a caption
says nothing about the freed joker, two nines on the rack give it a new set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tilewise.tiles import Table, Tiles, parse_table, parse_tiles


@dataclass(frozen=True)
class Example:
    """A position and the play that the books show in it."""

    name: str
    title: str
    table: Table
    rack: Tiles
    after: Table
    placed: Tiles
    """The tiles that come from the rack, sorted."""


def _example(name: str, title: str, *, table: str, rack: str, after: str) -> Example:
    """Return an example in which the whole rack is placed, as in all ten."""
    tiles = tuple(sorted(parse_tiles(rack)))
    return Example(name, title, parse_table(table), tiles, parse_table(after), tiles)


MANIPULATIONS: Final = (
    _example(
        "A",
        "Add tiles to sets on the table",
        table="b4 b5 b6 | o8 r8 k8",
        rack="b3 b8",
        after="b3 b4 b5 b6 | o8 r8 k8 b8",
    ),
    _example(
        "B",
        "Take the fourth tile of a group for a run",
        table="k4 r4 b4 o4",
        rack="b3 b5 b6",
        after="k4 r4 o4 | b3 b4 b5 b6",
    ),
    _example(
        "C",
        "Lengthen a run at one end, and use the tile of the other end",
        table="b8 b9 b10",
        rack="b11 k8 r8",
        after="b9 b10 b11 | k8 r8 b8",
    ),
    _example(
        "D",
        "Split a run in two",
        table="r4 r5 r6 r7 r8",
        rack="r6",
        after="r4 r5 r6 | r6 r7 r8",
    ),
    _example(
        "E",
        "Take a tile each from a run and from a group",
        table="o1 o2 o3 o4 | k1 r1 b1 o1",
        rack="b1",
        after="o2 o3 o4 | k1 b1 o1 | r1 b1 o1",
    ),
    _example(
        "F",
        "Rebuild three sets as three groups and a run",
        table="r5 r6 r7 | o5 o6 o7 | k6 k7 k8 k9",
        rack="k10 b5",
        after="r5 b5 o5 | k6 r6 o6 | k7 r7 o7 | k8 k9 k10",
    ),
)

FREED_JOKERS: Final = (
    _example(
        "joker-1",
        "Replace the joker of a group, by one tile or by both",
        table="b4 o4 J",
        rack="k4 r4 k9 o9",
        after="k4 r4 b4 o4 | k9 o9 J",
    ),
    _example(
        "joker-2",
        "Split a run at its joker",
        table="b2 b3 b4 J b6 b7 b8",
        rack="k9 o9",
        after="b2 b3 b4 | b6 b7 b8 | k9 o9 J",
    ),
    _example(
        "joker-3",
        "Add a tile at the other end of a joker's run",
        table="b6 b7 J",
        rack="b5 k9 o9",
        after="b5 b6 b7 | k9 o9 J",
    ),
    _example(
        "joker-4",
        "Dissolve a joker's run into two groups",
        table="k1 k2 J | r1 b1 o1 | r2 b2 o2",
        rack="k9 o9",
        after="k1 r1 b1 o1 | k2 r2 b2 o2 | k9 o9 J",
    ),
)

EXAMPLES: Final = MANIPULATIONS + FREED_JOKERS
