"""Shared drafts: the arrangement of a turn in progress, as the others may see it. Never stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from tilewise.server.tables.refusals import LONGEST_TABLE
from tilewise.server.tables.table_state import TableState
from tilewise.server.tables.views import set_texts
from tilewise.tiles import NotationError, Table, Tile, Tiles, format_tiles, parse_tiles

_LONGEST_CACHED: Final = 80
"""Characters of a set whose tiles are cached: a run of 13 tiles has fewer."""


DraftTexts = tuple[tuple[str, ...], str]
"""The sets and the loose tiles of a draft as texts."""


@dataclass(frozen=True, slots=True)
class SharedDraft:
    """The arrangement of the turn of a seat, based on the event with a number."""

    number: int
    seat: int
    sets: Table
    loose: Tiles = ()
    """Tiles of the table that are in no set."""
    received: DraftTexts | None = field(default=None, compare=False)
    """The texts that the tiles were parsed from, if they are written as the server writes them."""


@dataclass(frozen=True, slots=True)
class DraftTiles:
    """The tiles that may be on the table during a turn."""

    table: Table
    """The table at the start of the turn."""
    rack: Counter[Tile]
    """The rack of the seat in turn."""

    def allow(self, sets: Table, loose: Tiles) -> bool:
        """Return whether an arrangement has all tiles of the table, only tiles of the rack besides, no empty set."""
        # Most sets are as they were. Only the tiles after those are counted, because drafts are frequent.
        same = 0
        for tiles, before in zip(sets, self.table, strict=False):
            if tiles != before:
                break
            same += 1
        new: dict[Tile, int] = {}
        for tiles in (*sets[same:], loose):
            for tile in tiles:
                new[tile] = new.get(tile, 0) + 1
        for tiles in self.table[same:]:
            for tile in tiles:
                new[tile] = new.get(tile, 0) - 1
        return all(sets) and all(0 <= count <= self.rack[tile] for tile, count in new.items())


@dataclass(slots=True)
class TurnDrafts:
    """The latest draft of the current turn of a table."""

    latest: SharedDraft | None = None
    """None until the player has moved a tile."""
    _turn_from: int = 0
    """The event that began the turn of the draft."""
    _tiles: DraftTiles = field(default_factory=lambda: DraftTiles((), Counter()))

    def update(self, state: TableState, draft: SharedDraft) -> bool:
        """Take a new draft; return False, with nothing changed, if it is not of this turn or moves no tile."""
        game = state.game
        if game is None or state.phase != "playing" or game.turn != draft.seat:
            return False
        if not state.turn_from <= draft.number <= state.number:
            return False
        if self._turn_from != state.turn_from:
            self._turn_from = state.turn_from
            self._tiles = DraftTiles(game.table, Counter(game.racks[draft.seat]))
        if not self._tiles.allow(draft.sets, draft.loose):
            return False
        if self.latest is None and not draft.loose and draft.sets == self._tiles.table:
            return False
        self.latest = draft
        return True

    def drop_if_over(self, state: TableState) -> None:
        """Drop the draft if its turn is over."""
        if state.phase != "playing" or state.turn_from != self._turn_from:
            self.latest = None
            self._turn_from = 0


def format_draft(draft: SharedDraft) -> DraftTexts:
    """Return the sets and the loose tiles of a draft as texts."""
    return draft.received or (set_texts(draft.sets), format_tiles(draft.loose))


def parse_draft(sets: tuple[str, ...], loose: str) -> tuple[Table, Tiles] | None:
    """Parse the texts of a draft; return None unless they are tiles written exactly as the server writes them."""
    if sum(map(len, sets)) + len(sets) + len(loose) > LONGEST_TABLE:
        return None
    # Most sets are those of the draft before. Only short ones are cached, to limit the memory.
    parse = _parse_cached if max(map(len, sets), default=0) <= _LONGEST_CACHED else _parse_exactly
    try:
        return tuple(map(parse, sets)), _parse_exactly(loose)
    except _NotExact:
        return None


class _NotExact(Exception):
    """A text that is not tiles, or is written differently than the server writes it."""


def _parse_exactly(text: str) -> Tiles:
    try:
        tiles = parse_tiles(text)
    except NotationError:
        raise _NotExact from None
    if format_tiles(tiles) != text:
        raise _NotExact
    return tiles


_parse_cached = lru_cache(8192)(_parse_exactly)
