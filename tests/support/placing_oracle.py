"""Whether a player could place anything, by trying every arrangement: slow, obvious, without the solver.

Only for tiles without special jokers. Sets are listed from docs/rules.md alone; `judge_turn` says whether a whole
arrangement is a legal turn, so every rule about freed jokers counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from tilewise.profiles import Profile
from tilewise.tiles import HIGHEST, JOKER, LOWEST, Colour, Table, Tile, Tiles
from tilewise.turn import LegalTurn, judge_turn


def can_place(profile: Profile, table: Table, rack: Tiles, opened: bool) -> bool:
    """Return whether some play is legal: every arrangement of the table with some of the rack is tried."""
    before = Counter(tile for tiles in table for tile in tiles)
    if not opened:
        plays = ((*table, *sets) for sets in _packings(Counter(rack)))
    else:
        plays = (after for after in _coverings(before, Counter(rack)) if sum(map(len, after)) > before.total())
    return any(isinstance(judge_turn(profile, table, rack, after, opened), LegalTurn) for after in plays)


def _packings(rack: Counter[Tile]) -> Iterator[Table]:
    """Yield every choice of sets that the rack holds side by side, at least one."""
    sets = sorted(_sets_of(rack))

    def packed(start: int, left: Counter[Tile]) -> Iterator[Table]:
        for index in range(start, len(sets)):
            needed = Counter(sets[index])
            if needed <= left:
                yield (sets[index],)
                for others in packed(index, left - needed):
                    yield (sets[index], *others)

    return packed(0, rack)


def _coverings(table: Counter[Tile], rack: Counter[Tile]) -> Iterator[Table]:
    """Yield sets that hold every tile of the table; each of them may also hold tiles of the rack."""
    if not table:
        yield ()
        # Nothing may be left to cover, but a set from the rack alone is a play too.
        for tiles in _sets_of(rack):
            yield (tiles,)
        return
    first = min(table)
    for tiles in _sets_of(table + rack, first):
        needed = Counter(tiles)
        # Equal tiles of the table come first: which of two equal tiles is used makes no difference.
        from_rack = needed - table
        for others in _coverings(table - needed, rack - from_rack):
            yield (tiles, *others)


def _sets_of(tiles: Counter[Tile], holding: Tile | None = None) -> Iterator[Tiles]:
    """Yield every set that can be made of some tiles, in every order of its jokers; only those that hold one tile."""
    for faces in _forms():
        if holding is not None and holding is not JOKER and holding not in faces:
            continue
        choices = [(face, JOKER) if tiles[face] else (JOKER,) for face in faces]
        if sum(len(choice) == 1 for choice in choices) > tiles[JOKER]:
            continue
        for chosen in product(*choices):
            if chosen.count(JOKER) <= tiles[JOKER] and (holding is None or holding in chosen):
                yield chosen


def _forms() -> Iterator[Tiles]:
    """Yield what sets stand for: groups of three and four colours, runs of every length (T1-T3)."""
    for number in range(LOWEST, HIGHEST + 1):
        for size in (3, 4):
            for colours in combinations(Colour, size):
                yield tuple(Tile.of(colour, number) for colour in colours)
    for colour in Colour:
        for first in range(LOWEST, HIGHEST - 1):
            for last in range(first + 2, HIGHEST + 1):
                yield tuple(Tile.of(colour, number) for number in range(first, last + 1))
