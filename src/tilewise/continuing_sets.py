"""Which sets after a turn may continue which sets before it (U7).

A set continues an old one if it is of the same kind and holds every number tile of it in the same place. Each old set
is continued by at most one, and each number tile comes from at most one old set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from tilewise.sets import Kind, TileSet
from tilewise.tiles import NUMBERED, Tiles

Home = int | None
"""The index of the set that continues an old set; None if no set does."""


class Continuations:
    """The sets before and after a turn, and by old set the sets that may continue it."""

    def __init__(self, before: Sequence[TileSet], after: Sequence[TileSet]) -> None:
        self.before = before
        self.after = after
        self.needs = list(map(packed, before))
        self.room = list(map(packed, after))
        self.candidates = [
            [n for n, new in enumerate(after) if new.kind is old.kind and need and holds(self.room[n], need)]
            for old, need in zip(before, self.needs, strict=True)
        ]
        self.families = list(self._families())

    def _families(self) -> Iterator[list[int]]:
        """Yield the old sets that a set with a joker may continue, with those that compete with them for a set."""
        by_new: defaultdict[int, list[int]] = defaultdict(list)
        for old, news in enumerate(self.candidates):
            for new in news:
                by_new[new].append(old)
        reached: set[int] = set()
        for target in (n for n, new in enumerate(self.after) if new.has_joker):
            family = []
            news = [target]
            while news:
                for old in by_new.pop(news.pop(), ()):
                    if old not in reached:
                        reached.add(old)
                        family.append(old)
                        news += self.candidates[old]
            if family:
                yield family

    def first_homes(self) -> list[Home]:
        """Return the homes of old sets if each set of a family is continued by the first set that has room for it."""
        room = list(self.room)
        homes: list[Home] = [None] * len(self.before)
        for old in sorted(chain.from_iterable(self.families)):
            home = next((n for n in self.candidates[old] if holds(room[n], self.needs[old])), None)
            if home is not None:
                room[home] -= self.needs[old]
                homes[old] = home
        return homes


def alike(sets: Sequence[TileSet]) -> list[list[int]]:
    """Return the indices of sets that are the same: it does not matter which of them continues an old set."""
    by_key: defaultdict[tuple[Kind, Tiles], list[int]] = defaultdict(list)
    for index, one in enumerate(sets):
        by_key[one.key].append(index)
    return [indices for indices in by_key.values() if len(indices) > 1]


# Number tiles as one number: three bits for each face, so that none overflows into the next one.

_GUARDS: Final = sum(0b100 << 3 * face for face in range(len(NUMBERED)))


def packed(tiles: TileSet) -> int:
    """Return the number tiles of a set as one number."""
    return sum(1 << 3 * tile for tile in tiles.tiles if tile.number)


def holds(tiles: int, need: int) -> bool:
    """Return whether some number tiles contain others."""
    return (tiles | _GUARDS) - need & _GUARDS == _GUARDS


def with_room(sets: Iterable[int], room: Sequence[int], need: int) -> list[int]:
    """Return those of some sets that have room for some number tiles."""
    return [one for one in sets if (room[one] | _GUARDS) - need & _GUARDS == _GUARDS]


def mask(need: int) -> int:
    """Return a mask for the faces of these tiles, however many there are of each."""
    return ((need | need >> 1) & _GUARDS >> 2) * 0b11
