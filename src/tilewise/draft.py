"""A draft: a turn in progress, as a value.

A draft holds the table and the rack at the start of the turn and the sets as they are now. Everything else follows:
a tile that is in fewer sets than before is loose, one that is in more was placed from the rack. Sets are numbered
from 1, as a person counts them. Every operation returns a new draft, or raises Refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tilewise.assessment import TurnAssessment, assess_turn
from tilewise.errors import Reason, Refusal, Refused, TilewiseError
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Table, Tile, Tiles
from tilewise.view import View

End = Literal["start", "end"]


@dataclass(frozen=True)
class Draft:
    """A turn in progress."""

    profile: Profile
    opened: bool
    """Whether the player opened in an earlier turn."""
    before: Table
    """The table at the start of the turn."""
    whole_rack: Tiles
    """The rack at the start of the turn."""
    sets: Table
    """The sets as they are now, valid or not."""
    undo_stack: tuple[Table, ...] = ()
    """The sets before each step."""
    redo_stack: tuple[Table, ...] = ()
    """The sets after each step that was undone."""

    @cached_property
    def assessment(self) -> TurnAssessment:
        """The turn as it would be if it ended now."""
        return assess_turn(self.profile, self.before, self.whole_rack, self.sets, self.opened)

    @property
    def placed(self) -> Tiles:
        """The tiles that came from the rack, sorted."""
        return self.assessment.placed

    @property
    def loose(self) -> Tiles:
        """The table's tiles that are in no set, sorted; they must return to the table (U6)."""
        return self.assessment.loose

    @property
    def rack(self) -> Tiles:
        """The tiles still on the rack, sorted."""
        return self.assessment.rack

    @property
    def has_moved(self) -> bool:
        """Whether any tile has been moved (U10)."""
        return self.sets != self.before

    # Moving tiles

    def lay(self, tiles: Iterable[Tile]) -> Draft:
        """Lay tiles as a new set: loose tiles first, then tiles from the rack."""
        tiles = self._available(tiles)
        return self._with_sets((*self.sets, _arranged(tiles)))

    def add(self, number: int, tiles: Iterable[Tile], at: End | None = None) -> Draft:
        """Add tiles to a set, at one end of it or where they fit best."""
        tiles = self._available(tiles)
        return self._with_sets(self._with_set_changed(number, _extended(self._set(number), tiles, at)))

    def take(self, number: int, tiles: Iterable[Tile]) -> Draft:
        """Take tiles out of a set: tiles of the rack return to it, tiles of the table become loose."""
        return self._with_sets(self._with_set_changed(number, self._without(number, tiles)))

    def move(self, number: int, tiles: Iterable[Tile], to: int | None, at: End | None = None) -> Draft:
        """Move tiles from one set to another, or to a new set if `to` is None."""
        tiles = tuple(tiles)
        left = self._without(number, tiles)
        if to is None:
            return self._with_sets((*self._with_set_changed(number, left), _arranged(tiles)))
        if to == number:
            raise Refused(Refusal(Reason.SAME_SET))
        changed = {number: left, to: _extended(self._set(to), tiles, at)}
        sets = (changed.get(n, unchanged) for n, unchanged in enumerate(self.sets, start=1))
        return self._with_sets(tuple(tiles for tiles in sets if tiles))

    def split(self, number: int, after: int) -> Draft:
        """Split a set after its first `after` tiles; the rest becomes the next set."""
        tiles = self._set(number)
        if not 1 <= after < len(tiles):
            facts = {"number": number, "count": len(tiles), "last": len(tiles) - 1}
            raise Refused(Refusal(Reason.SPLIT_OUTSIDE, facts))
        parts = (tiles[:after], tiles[after:])
        return self._with_sets((*self.sets[: number - 1], *parts, *self.sets[number:]))

    def join(self, number: int, other: int) -> Draft:
        """Join two sets into one, in place of the first."""
        tiles, more = self._set(number), self._set(other)
        if number == other:
            raise Refused(Refusal(Reason.SAME_SET))
        joined = _extended(tiles, more, None)
        sets = (joined if n == number else unchanged for n, unchanged in enumerate(self.sets, start=1) if n != other)
        return self._with_sets(tuple(sets))

    def undo(self) -> Draft:
        """Undo the last step."""
        if not self.undo_stack:
            raise Refused(Refusal(Reason.NOTHING_TO_UNDO))
        *rest, last = self.undo_stack
        return replace(self, sets=last, undo_stack=tuple(rest), redo_stack=(*self.redo_stack, self.sets))

    def redo(self) -> Draft:
        """Repeat the last step that was undone."""
        if not self.redo_stack:
            raise Refused(Refusal(Reason.NOTHING_TO_REDO))
        *rest, last = self.redo_stack
        return replace(self, sets=last, undo_stack=(*self.undo_stack, self.sets), redo_stack=tuple(rest))

    def reset(self) -> Draft:
        """Return to the start of the turn, as a step that can be undone."""
        return self._with_sets(self.before) if self.has_moved else self

    def _with_sets(self, sets: Table) -> Draft:
        return replace(self, sets=sets, undo_stack=(*self.undo_stack, self.sets), redo_stack=())

    def _set(self, number: int) -> Tiles:
        if not 1 <= number <= len(self.sets):
            raise Refused(Refusal(Reason.NO_SUCH_SET, {"number": number, "count": len(self.sets)}))
        return self.sets[number - 1]

    def _with_set_changed(self, number: int, tiles: Tiles) -> Table:
        changed = (tiles,) if tiles else ()
        return (*self.sets[: number - 1], *changed, *self.sets[number:])

    def _without(self, number: int, tiles: Iterable[Tile]) -> Tiles:
        """Return a set without some of its tiles; raises Refused."""
        left = list(self._set(number))
        for tile in _at_least_one(tiles):
            if tile not in left:
                raise Refused(Refusal(Reason.NOT_IN_SET, {"number": number, "tile": str(tile)}))
            left.remove(tile)
        return tuple(left)

    def _available(self, tiles: Iterable[Tile]) -> Tiles:
        """Return the tiles if they are loose or on the rack; raises Refused."""
        tiles = _at_least_one(tiles)
        missing = Counter(tiles) - (Counter(self.loose) + Counter(self.rack))
        if missing:
            raise Refused(Refusal(Reason.NOT_AT_HAND, {"tile": str(min(missing))}))
        return tiles


def draft_of(view: View) -> Draft:
    """Start the draft of a turn from what the seat may see; raises TilewiseError for a spectator.

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.view import view_of
    >>> draft = draft_of(view_of(new_game(PROFILES["jumbo"], 2, seed=1), seat=0))
    >>> str(draft.assessment.refusal)
    'At least one tile must come from the rack.'
    """
    if view.seat is None:
        raise TilewiseError("A spectator has no turn to make.")
    return Draft(view.profile, view.has_opened, view.table, view.rack, view.table)


def _extended(tiles: Tiles, more: Tiles, at: End | None) -> Tiles:
    """Add tiles at one end of a set, by default where the result is a set and worth most."""
    orders = {"start": (*more, *tiles), "end": (*tiles, *more)}
    if at is not None:
        return orders[at]
    readings = [reading for order in orders.values() if isinstance(reading := read_set(order), TileSet)]
    if readings:
        return max(readings, key=lambda reading: reading.value).tiles
    return orders["end"]


def _arranged(tiles: Tiles) -> Tiles:
    reading = read_set(tiles)
    return reading.tiles if isinstance(reading, TileSet) else tiles


def _at_least_one(tiles: Iterable[Tile]) -> Tiles:
    tiles = tuple(tiles)
    if not tiles:
        raise Refused(Refusal(Reason.NO_TILES_NAMED))
    return tiles
