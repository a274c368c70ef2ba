"""Which drafts the others get to see: with all tiles of the table and, besides them, only the player's own."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pure_table import playing
from tilewise.server.tables import commands as do
from tilewise.server.tables.shared_drafts import DraftTiles, SharedDraft, TurnDrafts, format_draft, parse_draft
from tilewise.tiles import Table, parse_tiles

TABLE = ("r1 r2 r3", "r1 r2 r3", "b7 o7 k7", "J b2 b3")
RACK = "b1 o1 J r4"
ALL = " ".join((*TABLE, RACK)).split()

drafts = st.permutations(ALL).flatmap(
    lambda tiles: st.tuples(
        st.sets(st.integers(0, len(ALL)), max_size=6).map(lambda cuts: _cut(tiles, [0, *sorted(cuts), len(ALL)])),
        st.lists(st.sampled_from(TABLE), max_size=1),
        st.sampled_from(("", "", "r1", "b1 o1", "k1")),
    )
)
"""Pieces of all tiles in any order, some sets as they were, and loose tiles."""


def _cut(tiles: list[str], cuts: list[int]) -> list[str]:
    return [" ".join(tiles[start:end]) for start, end in pairwise(cuts)]


def _table(sets: tuple[str, ...]) -> Table:
    return tuple(map(parse_tiles, sets))


def turn() -> DraftTiles:
    return DraftTiles(_table(TABLE), Counter(parse_tiles(RACK)))


@given(drafts)
def test_a_draft_is_allowed_if_and_only_if_counting_all_its_tiles_says_so(
    draft: tuple[list[str], list[str], str],
) -> None:
    pieces, kept, loose = draft
    sets = (*pieces, *kept)
    laid = Counter(" ".join((*sets, loose)).split())
    on_table = Counter(" ".join(TABLE).split())
    assert turn().allow(_table(sets), parse_tiles(loose)) == (on_table <= laid <= Counter(ALL) and all(sets))


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
def test_tiles_may_be_arranged_in_any_way(sets: tuple[str, ...], loose: str) -> None:
    assert turn().allow(_table(sets), parse_tiles(loose))


@pytest.mark.parametrize(
    ("sets", "loose"),
    [
        ((), ""),
        (TABLE[1:], ""),
        ((TABLE[0], *TABLE), ""),
        ((*TABLE, "r4 r4"), ""),
        ((*TABLE, "k1"), ""),
        ((*TABLE, ""), ""),
        (TABLE, "r1"),
    ],
)
def test_no_tile_may_be_missing_or_appear_from_nowhere(sets: tuple[str, ...], loose: str) -> None:
    assert not turn().allow(_table(sets), parse_tiles(loose))


def test_a_draft_is_parsed_only_if_it_is_written_as_the_server_writes_it() -> None:
    parsed = parse_draft(("r1 r2 r3", "J b2 b3"), "k7")
    assert parsed is not None
    assert format_draft(SharedDraft(1, 0, *parsed)) == (("r1 r2 r3", "J b2 b3"), "k7")
    received = (("r1 r2 r3", "J b2 b3"), "k7")
    assert format_draft(SharedDraft(1, 0, *parsed, received)) is received
    assert parse_draft((), "") == ((), ())
    # An empty set is parsed, but not allowed.
    assert parse_draft(("",), "") == (((),), ())
    for wrong in ("b1  o1", "R4", "g1", " ", "<b>", "r1 " * 1000):
        assert parse_draft((wrong,), "") is None
        assert parse_draft((), wrong) is None


def test_a_draft_belongs_to_the_turn_of_its_seat_and_ends_with_it() -> None:
    table = playing()
    state, latest = table.state, TurnDrafts()
    assert state.game is not None
    seat, rack = state.game.turn, state.game.racks[state.game.turn]
    sets = (rack[:2],)
    assert not latest.update(state, SharedDraft(state.number, seat, ())), "nothing has moved"
    assert not latest.update(state, SharedDraft(state.number, 1 - seat, sets)), "it is another seat's turn"
    assert not latest.update(state, SharedDraft(state.number + 1, seat, sets)), "there is no such event yet"
    assert not latest.update(state, SharedDraft(state.turn_from - 1, seat, sets)), "that was an earlier turn"
    assert latest.latest is None
    assert latest.update(state, SharedDraft(state.number, seat, sets))
    assert latest.update(state, SharedDraft(state.number, seat, ())), "the tiles are back on the rack"
    latest.drop_if_over(state)
    assert latest.latest is not None
    table.give(table.person_in_turn(), do.Draw())
    latest.drop_if_over(table.state)
    assert latest.latest is None
