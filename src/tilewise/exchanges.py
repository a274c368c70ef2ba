"""Jokers of different kinds that were exchanged for one another (U8).

A joker was exchanged if its place beside the same tiles is now that of a joker of another kind, whether the set kept
its length, grew or shrank. Two questions decide it: is there one set fewer than before with the joker beside these
tiles, and one more with the other joker there? So a set that still has its joker is never an exchange because of a
similar set next to it. A set that could have come from the rack as a whole is none either.

Equal jokers side by side count as one: `k5 J J k8` does not become `k5 D k8`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tilewise.profiles import FIRST_VERSION, RULES_VERSION
from tilewise.sets import TileSet
from tilewise.tiles import MIRROR, Tile, Tiles

Spot = tuple[Tile, frozenset[int]]
"""A tile of a run with the numbers that it stands for; for a mirror, the number beside its axis, below 0."""

Pattern = frozenset[Spot] | tuple[tuple[Tile, int], ...]
"""Certain tiles in certain places of one side of a run, or how many of certain tiles a set has."""

Exchange = tuple[TileSet, TileSet]
"""A set whose joker was exchanged, before and after the turn."""


def joker_exchanges(
    removed: Sequence[TileSet], added: Sequence[TileSet], version: int = RULES_VERSION
) -> Iterator[Exchange]:
    """Yield the exchanges of a turn, given the sets that are no longer on the table and those that were not before.

    >>> from tilewise.sets import read_set
    >>> from tilewise.tiles import parse_tiles
    >>> before, after = (read_set(parse_tiles(text)) for text in ("k5 D k8", "k5 J k7 k8"))
    >>> len(list(joker_exchanges([before], [after])))
    1
    """
    if version == FIRST_VERSION:
        yield from _exchanges_of_version_1(removed, added)
        return
    before, after = ([_Patterned(one) for one in sets if one.has_joker] for sets in (removed, added))
    if len({joker for one in (*before, *after) for joker in one.kinds}) < 2:
        return
    placed = _count(added) - _count(removed)
    changes = _Changes(before, after)
    for old in before:
        for new in after:
            if any(changes.is_exchange(*patterns) for patterns in _patterns(old, new)) and not new.tiles <= placed:
                yield old.one, new.one


class _Patterned:
    """A set with a joker, with what patterns are made of."""

    def __init__(self, one: TileSet) -> None:
        self.one = one
        self.tiles = Counter(one.tiles)
        self.numbered = frozenset(tile for tile in one.tiles if tile.number)
        self.kinds = frozenset(tile for tile in one.tiles if tile.is_joker)
        sides = _sides(one) if one.is_run else []
        self.sides = [frozenset(side) for side in sides]
        self.blocks = [block for side in sides for block in _blocks_in_place(side)]

    def times(self, pattern: Pattern) -> int:
        """Return how often the set has a pattern."""
        if isinstance(pattern, frozenset):
            return sum(pattern <= side for side in self.sides)
        return int(all(self.tiles[tile] >= count for tile, count in pattern))


class _Changes:
    """Which patterns are on the table less often after a turn than before, or more often."""

    def __init__(self, before: Sequence[_Patterned], after: Sequence[_Patterned]) -> None:
        self.before = before
        self.after = after
        self.known: dict[Pattern, int] = {}

    def is_exchange(self, with_joker: Pattern, with_other: Pattern) -> bool:
        """Whether fewer sets have the joker and more have the other one."""
        return self._more(with_joker) < 0 < self._more(with_other)

    def _more(self, pattern: Pattern) -> int:
        if pattern not in self.known:
            after, before = (sum(one.times(pattern) for one in sets) for sets in (self.after, self.before))
            self.known[pattern] = after - before
        return self.known[pattern]


def _patterns(old: _Patterned, new: _Patterned) -> Iterator[tuple[Pattern, Pattern]]:
    """Yield a joker beside certain tiles, and another joker in its place, for what may have been exchanged."""
    if old.numbered == new.numbered:
        yield from _whole_patterns(old, new)
    if old.one.is_run and new.one.is_run:
        yield from _run_patterns(old, new)
    elif not old.one.is_run and not new.one.is_run and old.numbered <= new.numbered:
        yield from _group_patterns(old, new)


# Runs: the neighbours stay where they were


class _Block(NamedTuple):
    """Equal jokers side by side in a run."""

    joker: Tile
    spots: frozenset[Spot]
    numbers: frozenset[int]
    neighbours: frozenset[Spot]


def _run_patterns(old: _Patterned, new: _Patterned) -> Iterator[tuple[Pattern, Pattern]]:
    for block in old.blocks:
        for side in new.sides:
            if block.neighbours <= side:
                for spot in side:
                    tile, numbers = spot
                    if tile.is_joker and tile != block.joker and numbers & block.numbers:
                        yield block.neighbours | block.spots, block.neighbours | {spot}


def _blocks_in_place(side: Sequence[Spot]) -> Iterator[_Block]:
    for first, last in _blocks([tile for tile, _ in side]):
        spots = frozenset(side[first:last])
        numbers = frozenset[int]().union(*(numbers for _, numbers in spots))
        neighbours = frozenset((*side[max(first - 1, 0) : first], *side[last : last + 1]))
        yield _Block(side[first][0], spots, numbers, neighbours)


def _sides(run: TileSet) -> list[list[Spot]]:
    """Return the tiles of a run with their places; of a mirrored one, those of each side with the mirror at its end."""
    spots = [
        (tile, frozenset(face.number for face in faces))
        for tile, faces in zip(run.tiles, run.faces, strict=True)
        if tile != MIRROR
    ]
    middle = run.mirror
    if middle is None:
        return [spots]
    axis = (MIRROR, frozenset({-run.faces[middle + 1][0].number}))
    return [[*spots[:middle], axis], [*spots[middle:][::-1], axis]]


# Groups: all other tiles stay


def _group_patterns(old: _Patterned, new: _Patterned) -> Iterator[tuple[Pattern, Pattern]]:
    held, holds = old.tiles, new.tiles
    for joker in old.kinds:
        for count in range(1, held[joker] + 1):
            rest = held - Counter({joker: count})
            if rest <= holds and (count == 1 or any(tile.number for tile in rest)):
                for other in holds - rest:
                    if other.is_joker and other != joker:
                        yield _containing(held), _containing(rest + Counter({other: 1}))


def _containing(tiles: Counter[Tile]) -> Pattern:
    return tuple(sorted(tiles.items()))


# Any set, if nothing else has changed: a mirror has no number, so its place is only that between its neighbours


def _whole_patterns(old: _Patterned, new: _Patterned) -> Iterator[tuple[Pattern, Pattern]]:
    if _differ_in_jokers(old.one.tiles, new.one.tiles):
        yield _containing(old.tiles), _containing(new.tiles)


def _differ_in_jokers(old: Tiles, new: Tiles) -> bool:
    """Whether two sets are the same except for jokers in place of those of another kind."""
    for tiles in (old, old[::-1]) if MIRROR in (*old, *new) else (old,):
        for first, last in _blocks(tiles):
            after = len(tiles) - last
            middle = new[first : len(new) - after]
            same = new[:first] == tiles[:first] and new[len(new) - after :] == tiles[last:]
            if same and all(tile.is_joker for tile in middle) and set(middle) - {tiles[first]}:
                return True
    return False


def _blocks(tiles: Sequence[Tile]) -> Iterator[tuple[int, int]]:
    """Yield where jokers of one kind are: each of them, and several side by side next to a number tile."""
    for first, joker in enumerate(tiles):
        last = first + 1
        while joker.is_joker and last <= len(tiles) and tiles[last - 1] == joker:
            beside = (*tiles[max(first - 1, 0) : first], *tiles[last : last + 1])
            if last == first + 1 or any(tile.number for tile in beside):
                yield first, last
            last += 1


def _count(sets: Iterable[TileSet]) -> Counter[Tile]:
    return Counter(tile for one in sets for tile in one.tiles)


# Version 1 of the rules: only special jokers, in a set that is otherwise the same


def _exchanges_of_version_1(removed: Iterable[TileSet], added: Sequence[TileSet]) -> Iterator[Exchange]:
    """Yield the sets whose special joker was exchanged for another joker.

    A set that has only grown still has its joker, so a similar set next to it is not an exchange.
    """
    for old in removed:
        tiles = Counter(old.tiles)
        if any(tile.is_special for tile in tiles) and not any(tiles <= Counter(new.tiles) for new in added):
            yield from ((old, new) for new in added if _is_exchange_of_version_1(old, new))


def _is_exchange_of_version_1(old: TileSet, new: TileSet) -> bool:
    if _exchanged_in_place(old.tiles, new.tiles) or (
        old.mirror is not None and _exchanged_in_place(old.tiles[::-1], new.tiles)
    ):
        return True
    if old.is_run or new.is_run:
        return False
    # The order of a group does not matter.
    taken, added = Counter(old.tiles) - Counter(new.tiles), Counter(new.tiles) - Counter(old.tiles)
    return bool(added) and all(tile.is_joker for tile in (*taken, *added)) and any(tile.is_special for tile in taken)


def _exchanged_in_place(old: Tiles, new: Tiles) -> bool:
    @cache
    def exchanged_from(first: int, start: int, exchanged: bool) -> bool:
        """Whether the rest of both sets, from these places on, differs only in exchanged jokers."""
        if first == len(old):
            return exchanged and start == len(new)
        joker = old[first]
        if start < len(new) and new[start] == joker and exchanged_from(first + 1, start + 1, exchanged):
            return True
        if joker.is_special:
            for end in range(start + 1, len(new) + 1):
                if not new[end - 1].is_joker or new[end - 1] == joker:
                    break
                if exchanged_from(first + 1, end, True):
                    return True
        return False

    return exchanged_from(0, 0, False)
