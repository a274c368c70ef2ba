"""The beginner: opens from its rack when it can, lays complete sets and extends sets on the table.

It never rearranges the table, and it saves a joker until a set needs one or it has no other tiles. However large its
rack is, it stops when it has laid about a dozen tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tilewise.bots.budget import Clock
from tilewise.bots.player import Player, play_or_draw
from tilewise.game import Action
from tilewise.sets import Kind, TileSet, read_set
from tilewise.sets.enumeration import sets_in
from tilewise.solver import find_opening
from tilewise.tiles import Table, Tile, Tiles
from tilewise.turn import judge_turn
from tilewise.view import View

MANY_TILES: Final = 12
"""Tiles laid in one turn that are enough."""


class Beginner(Player):
    """Opens when it can, lays complete sets and extends sets on the table."""

    def choose(self, view: View, clock: Clock) -> Action:
        """Return an opening, or every tile it can lay without rearranging the table, or a draw."""
        return play_or_draw(view, self._extended(view) if view.has_opened else self._opening(view))

    def _opening(self, view: View) -> Table:
        found = find_opening(view.rack, view.profile.opening_threshold)
        if found is None:
            return view.table
        laid = [opening.tiles for opening in _enough(found, view.profile.opening_threshold)]
        laid += _complete_sets(_without(view.rack, laid), sum(map(len, laid)))
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
                if (tile.is_joker and not only_jokers) or len(view.rack) - rack.total() >= MANY_TILES:
                    continue
                extended = _with_tile(view, table, tile)
                if extended is not None:
                    table = extended
                    rack -= Counter((tile,))
                    progress = True
        return tuple(table)


def _enough(sets: Sequence[TileSet], threshold: int) -> Sequence[TileSet]:
    """Return the sets of an opening, only as many as it needs if they are many tiles."""
    while sum(len(found.tiles) for found in sets) > MANY_TILES:
        fewer = sorted(sets, key=lambda found: -found.value)[:-1]
        if not fewer or sum(found.value for found in fewer) < threshold:
            break
        sets = fewer
    return sets


def _complete_sets(rack: Sequence[Tile] | Counter[Tile], already: int = 0) -> list[Tiles]:
    """Return sets that the rack holds side by side, taking the largest first, until many tiles are laid."""
    left = Counter(rack)
    laid: list[Tiles] = []
    for found in sorted(sets_in(left.elements()), key=lambda s: (-len(s.tiles), -s.value)):
        while Counter(found.tiles) <= left and already + sum(map(len, laid)) < MANY_TILES:
            left -= Counter(found.tiles)
            laid.append(found.tiles)
    return laid


def _with_tile(view: View, table: list[Tiles], tile: Tile) -> list[Tiles] | None:
    """Return the table with the tile added to a set; None if there is no such set.

    A joker that would have to move within the set stays where it is if the rules say so (U7, U8). The whole turn is
    judged: a double may have moved twice, by one number each time.
    """
    for index, tiles in enumerate(table):
        reading = read_set(tiles)
        if isinstance(reading, TileSet) and _may_extend(tile, reading):
            grown = read_set((*tiles, tile))
            if isinstance(grown, TileSet):
                extended = [*table[:index], grown.tiles, *table[index + 1 :]]
                if judge_turn(view.profile, view.table, view.rack, tuple(extended), opened=True):
                    return extended
    return None


def _may_extend(tile: Tile, reading: TileSet) -> bool:
    """Return False if the tile cannot extend the set. This quick check saves most of the exact ones."""
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
