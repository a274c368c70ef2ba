"""Whether a player could place anything, by trying every arrangement: slow, obvious, without the solver.

Only for tiles without special jokers. Sets are listed from docs/rules.md alone; `judge_turn` says whether a whole
arrangement is a legal turn, so every rule about freed jokers counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from tilewise.profiles import Profile
from tilewise.tiles import HIGHEST, JOKER, LOWEST, Colour, Table, Tile, Tiles
from tilewise.turn import LegalTurn, judge_turn


def can_place(profile: Profile, table: Table, rack: Tiles, opened: bool) -> bool:
    """Return whether some play is legal: every arrangement of the table with some of the rack is tried."""
    if opened:
        tiles = tuple(sorted(tile for tiles in table for tile in tiles))
        plays = _coverings(tiles, tuple(sorted(rack)), len(rack))
    else:
        plays = ((*table, *sets) for sets in _packings(Counter(rack)))
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


def _coverings(table: Tiles, rack: Tiles, rack_size: int) -> Iterator[Table]:
    """Yield sets that hold every tile of the table, and together at least one of a rack that had this size."""
    if not table:
        if len(rack) < rack_size:
            yield ()
        for tiles in _sets_of(Counter(rack)):
            yield (tiles,)
        return
    for tiles, table_left, rack_left in _choices(table, rack):
        most = _most_placed(table_left, rack_left)
        if most is not None and (most > 0 or len(rack_left) < rack_size):
            for others in _coverings(table_left, rack_left, rack_size):
                yield (tiles, *others)


@lru_cache(1 << 20)
def _most_placed(table: Tiles, rack: Tiles) -> int | None:
    """Return 1 if sets of all table tiles can hold a tile of the rack, 0 if they cannot; None if there are no sets."""
    if not table:
        return int(next(_sets_of(Counter(rack)), None) is not None)
    best = None
    for _, table_left, rack_left in _choices(table, rack):
        most = _most_placed(table_left, rack_left)
        if most is not None:
            best = int(most > 0 or len(rack_left) < len(rack))
            if best:
                break
    return best


def _choices(table: Tiles, rack: Tiles) -> Iterator[tuple[Tiles, Tiles, Tiles]]:
    """Yield each set for the first tile of the table, with what is left of table and rack.

    Tiles of the table come first: which of two equal tiles is used makes no difference.
    """
    on_table, on_rack = Counter(table), Counter(rack)
    for tiles in _sets_of(on_table + on_rack, table[0]):
        needed = Counter(tiles)
        table_left, rack_left = on_table - needed, on_rack - (needed - on_table)
        yield tiles, tuple(sorted(table_left.elements())), tuple(sorted(rack_left.elements()))


def _sets_of(tiles: Counter[Tile], holding: Tile | None = None) -> Iterator[Tiles]:
    """Yield every set that can be made of some tiles, in every order of its jokers; only those that hold one tile."""
    for faces in FORMS if holding is None or holding == JOKER else FORMS_WITH[holding]:
        choices = [(face, JOKER) if tiles[face] else (JOKER,) for face in faces]
        if sum(len(choice) == 1 for choice in choices) > tiles[JOKER]:
            continue
        for chosen in product(*choices) if tiles[JOKER] else (faces,):
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


FORMS = tuple(_forms())
FORMS_WITH = {tile: tuple(faces for faces in FORMS if tile in faces) for tile in {face for f in FORMS for face in f}}
