"""Plays that leave the sets with special jokers as they lie: tiles are only added to them, in place.

The kernels put a joker where it suits them, not where it lies, and U7 often forbids that. Here every joker of such a
set keeps its place, and all other tiles are arranged anew by the search without special jokers, which knows U7. A
special joker from the rack may also be added to a set, which then stays as it lies too.

Each step adds a tile to one set, which makes a branch. Branches with tiles from the rack come before those that take
tiles from other sets, and short ones before long ones. All branches with one step are tried, so a tile that fits in a
set as it lies is never missed.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from tilewise.exchanges import joker_exchanges
from tilewise.joker_moves import forbidden_joker_move
from tilewise.profiles import FreedJoker
from tilewise.sets import changes_between, read_sets
from tilewise.sets.runs_and_groups import places_of, read_in_order
from tilewise.solver import freed_jokers
from tilewise.solver.goals import Weights
from tilewise.solver.solution import GAVE_UP, Answer
from tilewise.tiles import HIGHEST, JOKER, LOWEST, MIRROR, Table, Tile, Tiles

MOST_BRANCHES: Final = 60
"""Branches after which only those with one step are tried. In games nearly all positions have fewer, and in random ones
five times as many found hardly a better play."""


class Question(NamedTuple):
    """What the solver is asked: the best legal arrangement of table and `must_place`, and of some tiles of the rack."""

    table: Table
    rack: Tiles
    weights: Weights
    must_place: Tiles
    freed_joker: FreedJoker
    version: int
    """Of the rules (U8)."""

    def allows(self, after: Table) -> bool:
        """Return whether a table after the turn obeys U7 and U8."""
        return is_legal(self.freed_joker, self.version, self.table, after)


def is_legal(freed_joker: FreedJoker, version: int, before: Table, after: Table) -> bool:
    """Return whether freed jokers went where they may go (U7), and none was exchanged for another kind (U8)."""
    old, new = read_sets(before), read_sets(after)
    if forbidden_joker_move(freed_joker, old, new) is not None:
        return False
    return next(joker_exchanges(*changes_between(old, new), version), None) is None


class Growth(NamedTuple):
    """A set after tiles were added to it."""

    added: Tiles
    tiles: Tiles


def growths(tiles: Tiles, available: Counter[Tile]) -> Iterator[Growth]:
    """Yield the sets that one tile more makes of a set, in the order in which it lies; two tiles if it has a mirror.

    >>> from tilewise.tiles import format_tiles, parse_tiles
    >>> found = growths(parse_tiles("D b5 b6"), Counter(parse_tiles("b2 b6 b7 J")))
    >>> [format_tiles(growth.tiles) for growth in found]
    ['b2 D b5 b6', 'J D b5 b6', 'D J b5 b6', 'D b5 b6 b7', 'D b5 b6 J']
    """
    faces = sorted(tile for tile, copies in available.items() if copies > 0)
    for growth in _longer_mirrored(tiles, faces) if MIRROR in tiles else _longer(tiles, faces):
        if all(available[tile] >= growth.added.count(tile) for tile in growth.added) and _is_in_order(growth.tiles):
            yield growth


@lru_cache(1 << 14)
def _is_in_order(tiles: Tiles) -> bool:
    return read_in_order(tiles) is not None


def _longer(tiles: Tiles, faces: list[Tile]) -> Iterator[Growth]:
    """Yield the tiles of a set and one more at either end, or beside a joker, which then stands for something else."""
    for place in range(len(tiles) + 1):
        before, after = tiles[:place], tiles[place:]
        if not before or not after or before[-1].is_joker or after[0].is_joker:
            numbers = _numbers_between(before, after)
            for tile in faces:
                if tile.is_joker or tile.number in numbers:
                    yield Growth((tile,), (*before, tile, *after))


def _numbers_between(before: Tiles, after: Tiles) -> Collection[int]:
    """Return the numbers that a tile between these may have, in a run or in a group."""
    places = places_of((*before, JOKER, *after))
    shown = next(((i, tile.number) for i, tile in enumerate(places) if tile.number), None)
    if shown is None:
        return range(LOWEST, HIGHEST + 1)
    at, number = shown
    return {number, number - at + len(places_of(before))}


def _longer_mirrored(tiles: Tiles, faces: list[Tile]) -> Iterator[Growth]:
    """Yield the tiles of a mirrored set and one more on each side, at both ends or on both sides of the mirror."""
    middle = tiles.index(MIRROR)
    left, right = tiles[:middle], tiles[middle + 1 :]
    for tile in faces:
        for one, other in dict.fromkeys(((tile, tile), (tile, JOKER), (JOKER, tile))):
            yield Growth((one, other), (one, *tiles, other))
            yield Growth((one, other), (*left, one, MIRROR, other, *right))


class Branch(NamedTuple):
    """Some sets that have grown. They stay as they are, as sets with special jokers do; all other tiles are free."""

    grown: dict[int, Tiles]
    """The sets, by their places on the table."""
    added: Tiles
    steps: int


def best_growing_play(question: Question, enough: int) -> Answer | None:
    """Return the best legal play found that leaves the sets with special jokers as they lie; None if there is none.

    The search ends with a play whose total is `enough`. No play is proven to be the best.
    """
    return _Search(question).run(enough)


class _Search:
    """The search for one play."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.table = tuple(reading.tiles for reading in read_sets(question.table))
        self.required = Counter(question.must_place)
        self.rack = Counter(question.rack)
        # Sets with plain jokers stay whole: U7 has to know where their jokers were.
        self.available = self.required + self.rack + _tiles_without_jokers(self.table)
        self.grows_by_jokers = any(tile.is_special for tile in self.available)
        self.best: Answer | None = None

    def run(self, enough: int) -> Answer | None:
        """Return the best play of all branches, or of those with one step and as many others as the limit allows."""
        order = count()
        queue = [(0, 0, next(order), Branch({}, (), 0))]
        known: set[tuple[tuple[int, Tiles], ...]] = set()
        for tried in count():
            if not queue or (self.best is not None and self.best.total >= enough):
                break
            _, steps, _, branch = heapq.heappop(queue)
            if steps > 1 and tried >= MOST_BRANCHES:
                continue
            self._accept(branch)
            for child in self._children(branch):
                key = tuple(sorted(child.grown.items()))
                if key not in known:
                    known.add(key)
                    moved = Counter(child.added) - self.required - self.rack
                    heapq.heappush(queue, (moved.total(), child.steps, next(order), child))
        return self.best

    def _children(self, branch: Branch) -> Iterator[Branch]:
        """Yield the branches in which one set has grown by one step more."""
        left = self.available - Counter(branch.added)
        for i, tiles in enumerate(self.table):
            is_special = max(tiles) > JOKER
            if is_special or (self.grows_by_jokers and i not in branch.grown):
                for growth in growths(branch.grown.get(i, tiles), left):
                    if is_special or max(growth.added) > JOKER:
                        grown = {**branch.grown, i: growth.tiles}
                        yield Branch(grown, (*branch.added, *growth.added), branch.steps + 1)

    def _accept(self, branch: Branch) -> None:
        """Arrange all other tiles around the sets that stay; keep the play if it is legal and the best so far."""
        question = self.question
        stays = [i in branch.grown or max(tiles) > JOKER for i, tiles in enumerate(self.table)]
        kept = tuple(branch.grown.get(i, tiles) for i, tiles in enumerate(self.table) if stays[i])
        others = tuple(tiles for i, tiles in enumerate(self.table) if not stays[i])
        added = Counter(branch.added)
        must_place, added = self.required - added, added - self.required
        if any(tile.is_special for tile in must_place):
            return
        if branch.added and not must_place and added <= self.rack:
            # With the best arrangement of the others it may be illegal (U7, U8), and alone legal.
            self._keep((*kept, *others), self._worth(added))
        loose = _tiles_without_jokers(others)
        # An equal tile of the rack may take the place that a tile leaves.
        moved = added & loose
        from_rack = added - moved
        if not from_rack <= self.rack:
            return
        worth = self._worth(from_rack)
        if moved:
            must_place += loose - moved
            others = tuple(tiles for tiles in others if max(tiles) == JOKER)
        rack = tuple(tile for tile in (self.rack - from_rack).elements() if not tile.is_special)
        required = tuple(must_place.elements())
        while True:
            # With a total to reach, the search returns any play that reaches it.
            at_least = None if self.best is None else self.best.total + 1 - worth
            found = freed_jokers.solve(others, rack, question.weights, required, question.freed_joker, at_least)
            if found is None or found is GAVE_UP or not self._keep((*kept, *found.table), found.total + worth):
                return

    def _worth(self, tiles: Counter[Tile]) -> int:
        return sum(self.question.weights[tile] * copies for tile, copies in tiles.items())

    def _keep(self, after: Table, total: int) -> bool:
        """Keep a play if it is legal and better than the best so far; return whether it is."""
        if (self.best is not None and total <= self.best.total) or not self.question.allows(after):
            return False
        self.best = Answer(placed_tiles(self.table, after), after, total, False)
        return True


def placed_tiles(before: Table, after: Table) -> Tiles:
    """Return the tiles of a table that were not there before, sorted."""
    placed = Counter(tile for tiles in after for tile in tiles)
    placed.subtract(tile for tiles in before for tile in tiles)
    return tuple(sorted(placed.elements()))


def _tiles_without_jokers(sets: Table) -> Counter[Tile]:
    """Return the tiles of the sets that have no joker."""
    return Counter(tile for tiles in sets if max(tiles) < JOKER for tile in tiles)
