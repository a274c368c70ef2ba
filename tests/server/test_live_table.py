"""Which tiles a draft may show: all of the table, besides them none but the player's own, and nothing else."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewise.server.live_table import DraftTiles
from tilewise.tiles import parse_tiles

TABLE = ("r1 r2 r3", "r1 r2 r3", "b7 o7 k7", "J b2 b3")
RACK = "b1 o1 J r4"
ALL = " ".join((*TABLE, RACK)).split()

drafts = st.permutations(ALL).flatmap(
    lambda tiles: st.tuples(
        st.sets(st.integers(0, len(ALL)), max_size=6).map(lambda cuts: _cut(tiles, [0, *sorted(cuts), len(ALL)])),
        st.lists(st.sampled_from(TABLE), max_size=1),
        st.sampled_from(("", "", "r1", "b1 o1", "g1", " ")),
    )
)
"""Pieces of all tiles in any order, some sets as they lie, and tiles in no set."""


def _cut(tiles: list[str], cuts: list[int]) -> list[str]:
    return [" ".join(tiles[start:end]) for start, end in pairwise(cuts)]


def turn() -> DraftTiles:
    return DraftTiles.of(tuple(map(parse_tiles, TABLE)), parse_tiles(RACK))


@given(drafts)
def test_a_draft_is_allowed_if_and_only_if_counting_all_its_tiles_says_so(
    draft: tuple[list[str], list[str], str],
) -> None:
    pieces, kept, loose = draft
    sets = (*pieces, *kept)
    laid = Counter(" ".join((*sets, loose) if loose else sets).split(" ") if sets or loose else ())
    on_table = Counter(" ".join(TABLE).split())
    assert turn().allow(sets, loose) == (on_table <= laid <= Counter(ALL))


@pytest.mark.parametrize(
    ("sets", "loose"),
    [
        (TABLE, ""),
        (TABLE[::-1], ""),
        ((*TABLE, "b1 o1"), ""),
        (("r1 r2", "r1 r2", "r3 b7 o7 k7", "J b2 b3"), "r3"),
        (("r1 r2 r3 r4", "b7 o7 k7", "J J b2 b3"), "r1 r2 r3"),
    ],
)
def test_tiles_may_lie_anyhow(sets: tuple[str, ...], loose: str) -> None:
    assert turn().allow(sets, loose)


@pytest.mark.parametrize(
    ("sets", "loose"),
    [
        ((), ""),
        (TABLE[1:], ""),
        ((TABLE[0], *TABLE), ""),
        ((*TABLE, "r4 r4"), ""),
        ((*TABLE, "g1"), ""),
        ((*TABLE, ""), ""),
        ((*TABLE, "b1  o1"), ""),
        (TABLE, " "),
        (TABLE, "r1"),
        ((*TABLE, "R4"), ""),
    ],
)
def test_none_may_be_missing_or_come_out_of_nowhere(sets: tuple[str, ...], loose: str) -> None:
    assert not turn().allow(sets, loose)
