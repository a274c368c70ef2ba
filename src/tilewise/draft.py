"""A draft: the turn while it is being made, as a value.

A draft knows the table and the rack at the start of the turn and the sets as they lie now. Everything else
follows: a tile that lies in fewer sets than before is loose, one that lies in more was placed from the rack.
Sets are counted from 1, as a person counts them. Every operation gives a new draft, or raises Refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from tilewise.errors import Reason, Refusal, Refused, TilewiseError
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Table, Tile, Tiles, format_tiles
from tilewise.turn import LegalTurn, changed_sets, judge_turn
from tilewise.view import View

End = Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn in the making."""

    profile: Profile
    opened: bool
    before: Table
    """The table at the start of the turn."""
    whole_rack: Tiles
    """The rack at the start of the turn."""
    sets: Table
    """The sets as they lie now, valid or not."""
    undone_by: tuple[Table, ...] = ()
    """What the table was before each step, for `undo`."""
    redone_by: tuple[Table, ...] = ()
    """What was undone, for `redo`."""

    # What the draft knows at every step

    @property
    def placed(self) -> Tiles:
        """The tiles that came from the rack, sorted."""
        return _sorted(_count(self.sets) - _count(self.before))

    @property
    def loose(self) -> Tiles:
        """The table's tiles that lie in no set now, sorted; they must find a place again (U6)."""
        return _sorted(_count(self.before) - _count(self.sets))

    @property
    def rack(self) -> Tiles:
        """The tiles still on the rack, sorted."""
        return _sorted(Counter(self.whole_rack) - Counter(self.placed))

    @property
    def readings(self) -> tuple[TileSet | Refusal, ...]:
        """Each set as it reads, or why it is none."""
        return tuple(read_set(tiles) for tiles in self.sets)

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The numbers of the sets that are not valid yet."""
        return tuple(n for n, reading in enumerate(self.readings, start=1) if isinstance(reading, Refusal))

    @property
    def opening_value(self) -> int | None:
        """What the opening is worth so far: the valid new sets; None for who has opened before (U3)."""
        if self.opened:
            return None
        valid = [reading for reading in self.readings if isinstance(reading, TileSet)]
        return sum(laid.value for laid in changed_sets(self.before, valid)[1])

    @property
    def is_begun(self) -> bool:
        """Whether any tile has been moved (U10)."""
        return self.sets != self.before

    def end(self) -> LegalTurn | Refusal:
        """Whether the turn could end now: what it would be, or why not yet."""
        if self.loose:
            return Refusal(Reason.TABLE_TILES_LOOSE, {"tiles": format_tiles(self.loose)})
        return judge_turn(self.profile, self.before, self.whole_rack, self.sets, self.opened)

    # What hands do

    def lay(self, tiles: Iterable[Tile]) -> Draft:
        """Lay tiles as a new set: loose ones first, then from the rack."""
        tiles = self._at_hand(tiles)
        return self._step((*self.sets, _arranged(tiles)))

    def add(self, number: int, tiles: Iterable[Tile], at: End | None = None) -> Draft:
        """Add tiles to a set, at one end of it or where they fit best."""
        tiles = self._at_hand(tiles)
        return self._step(self._with_set(number, _put(self._set(number), tiles, at)))

    def take(self, number: int, tiles: Iterable[Tile]) -> Draft:
        """Take tiles out of a set: the rack's own go back to it, the table's lie loose."""
        return self._step(self._with_set(number, self._left_of(number, tiles)))

    def move(self, number: int, tiles: Iterable[Tile], to: int | None, at: End | None = None) -> Draft:
        """Move tiles from a set to another one, or to a new set (None)."""
        tiles = tuple(tiles)
        left = self._left_of(number, tiles)
        if to is None:
            return self._step((*self._with_set(number, left), _arranged(tiles)))
        if to == number:
            raise Refused(Refusal(Reason.SAME_SET))
        grown = _put(self._set(to), tiles, at)
        sets = [left if n == number else grown if n == to else kept for n, kept in enumerate(self.sets, start=1)]
        return self._step(tuple(kept for kept in sets if kept))

    def split(self, number: int, after: int) -> Draft:
        """Split a set behind its first `after` tiles; the rest becomes the next set."""
        tiles = self._set(number)
        if not 1 <= after < len(tiles):
            facts = {"number": number, "count": len(tiles), "last": len(tiles) - 1}
            raise Refused(Refusal(Reason.SPLIT_OUTSIDE, facts))
        parts = (tiles[:after], tiles[after:])
        return self._step((*self.sets[: number - 1], *parts, *self.sets[number:]))

    def join(self, number: int, other: int) -> Draft:
        """Join two sets into one, in the place of the first."""
        tiles, more = self._set(number), self._set(other)
        if number == other:
            raise Refused(Refusal(Reason.SAME_SET))
        joined = _put(tiles, more, None)
        sets = [joined if n == number else kept for n, kept in enumerate(self.sets, start=1) if n != other]
        return self._step(tuple(sets))

    def undo(self) -> Draft:
        """Take the last step back."""
        if not self.undone_by:
            raise Refused(Refusal(Reason.NOTHING_TO_UNDO))
        *rest, last = self.undone_by
        return replace(self, sets=last, undone_by=tuple(rest), redone_by=(*self.redone_by, self.sets))

    def redo(self) -> Draft:
        """Make the last undone step again."""
        if not self.redone_by:
            raise Refused(Refusal(Reason.NOTHING_TO_REDO))
        *rest, last = self.redone_by
        return replace(self, sets=last, undone_by=(*self.undone_by, self.sets), redone_by=tuple(rest))

    def reset(self) -> Draft:
        """Put everything back to the start of the turn; `undo` brings it back."""
        return self._step(self.before) if self.is_begun else self

    # How it is done

    def _step(self, sets: Table) -> Draft:
        return replace(self, sets=sets, undone_by=(*self.undone_by, self.sets), redone_by=())

    def _set(self, number: int) -> Tiles:
        if not 1 <= number <= len(self.sets):
            raise Refused(Refusal(Reason.NO_SUCH_SET, {"number": number, "count": len(self.sets)}))
        return self.sets[number - 1]

    def _with_set(self, number: int, tiles: Tiles) -> Table:
        changed = (tiles,) if tiles else ()
        return (*self.sets[: number - 1], *changed, *self.sets[number:])

    def _left_of(self, number: int, tiles: Iterable[Tile]) -> Tiles:
        left = list(self._set(number))
        for tile in _named(tiles):
            if tile not in left:
                raise Refused(Refusal(Reason.NOT_IN_SET, {"number": number, "tile": str(tile)}))
            left.remove(tile)
        return tuple(left)

    def _at_hand(self, tiles: Iterable[Tile]) -> Tiles:
        tiles = _named(tiles)
        missing = Counter(tiles) - (Counter(self.loose) + Counter(self.rack))
        if missing:
            raise Refused(Refusal(Reason.NOT_AT_HAND, {"tile": str(min(missing))}))
        return tiles


def draft_of(view: View) -> Draft:
    """Begin the draft of a turn from what the seat may see; raises TilewiseError for a spectator.

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.view import view_of
    >>> draft = draft_of(view_of(new_game(PROFILES["jumbo"], 2, seed=1), seat=0))
    >>> str(draft.end())
    'At least one tile must come from the rack.'
    """
    if view.seat is None:
        raise TilewiseError("A spectator has no turn to make.")
    return Draft(view.profile, view.has_opened, view.table, view.rack, view.table)


def _put(tiles: Tiles, more: Tiles, at: End | None) -> Tiles:
    """Put tiles at an end of a set; without a wish, where the result is a set and worth most."""
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


def _named(tiles: Iterable[Tile]) -> Tiles:
    named = tuple(tiles)
    if not named:
        raise Refused(Refusal(Reason.NO_TILES_NAMED))
    return named


def _count(table: Table) -> Counter[Tile]:
    return Counter(tile for tiles in table for tile in tiles)


def _sorted(tiles: Counter[Tile]) -> Tiles:
    return tuple(sorted(tiles.elements()))
