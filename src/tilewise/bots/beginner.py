"""The beginner: opens when it can from its own rack, lays complete sets, extends sets on the table.

It never rearranges the table, and it keeps a joker until a set needs one or nothing else is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilewise.bots.player import claim_everything, play_or_draw
from tilewise.game import Action
from tilewise.opening import find_opening
from tilewise.sets import Kind, TileSet, read_set
from tilewise.sets.enumeration import sets_on
from tilewise.tiles import Table, Tile, Tiles
from tilewise.view import View


class Beginner:
    """A first computer player."""

    def choose(self, view: View) -> Action:
        """Open, or lay what can be laid, or draw."""
        return play_or_draw(view, self._extended(view) if view.has_opened else self._opening(view))

    def claim(self, view: View) -> Action | None:
        """Take a redeal, unless there were some already; announce every opening."""
        return claim_everything(view)

    def _opening(self, view: View) -> Table:
        found = find_opening(view.rack, view.profile.opening_threshold)
        if found is None:
            return view.table
        laid = [opening.tiles for opening in found]
        laid += _complete_sets(_without(view.rack, laid))
        return (*view.table, *laid)

    def _extended(self, view: View) -> Table:
        laid = _complete_sets(view.rack)
        table = [*view.table, *laid]
        rack = _without(view.rack, laid)
        progress = True
        while progress:
            progress = False
            only_jokers = all(tile.is_joker for tile in rack)
            for tile in sorted(set(rack.elements()), reverse=True):
                if tile.is_joker and not only_jokers:
                    continue
                place = _place_for(tile, table)
                if place is not None:
                    index, grown = place
                    table[index] = grown
                    rack -= Counter((tile,))
                    progress = True
        return tuple(table)


def _complete_sets(rack: Sequence[Tile] | Counter[Tile]) -> list[Tiles]:
    """Lay sets from the rack one after the other, the largest first."""
    left = Counter(rack)
    laid = []
    for found in sorted(sets_on(left.elements()), key=lambda s: (-len(s.tiles), -s.value)):
        while Counter(found.tiles) <= left:
            left -= Counter(found.tiles)
            laid.append(found.tiles)
    return laid


def _place_for(tile: Tile, table: list[Tiles]) -> tuple[int, Tiles] | None:
    """Find a set that the tile can be added to."""
    for index, tiles in enumerate(table):
        reading = read_set(tiles)
        if isinstance(reading, TileSet) and _may_join(tile, reading):
            grown = read_set((*tiles, tile))
            if isinstance(grown, TileSet):
                return index, grown.tiles
    return None


def _may_join(tile: Tile, reading: TileSet) -> bool:
    """A quick look before the exact one: most tiles cannot join most sets."""
    if reading.kind not in (Kind.GROUP, Kind.RUN):
        return False
    if tile.is_joker or any(other.is_joker for other in reading.tiles):
        return True
    if reading.kind is Kind.GROUP:
        return tile.number == reading.tiles[0].number and tile not in reading.tiles
    first, last = reading.tiles[0], reading.tiles[-1]
    return tile.colour == first.colour and tile.number in (first.number - 1, last.number + 1)


def _without(rack: Tiles, laid: list[Tiles]) -> Counter[Tile]:
    return Counter(rack) - Counter(tile for tiles in laid for tile in tiles)
