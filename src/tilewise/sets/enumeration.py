"""The sets that a rack contains.

These are all groups, all mirrored sets, and all runs of three to five tiles: a longer run can be divided into such
runs, so leaving it out loses nothing. If the same tiles form several sets, only the most valuable one counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from tilewise.sets.flaws import FEWEST_TILES
from tilewise.sets.reader import read_set
from tilewise.sets.runs_and_groups import COLOURS_IN_GROUP
from tilewise.sets.tile_set import TileSet
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, LOWEST, MIRROR, Colour, Tile, Tiles

LONGEST_RUN = 2 * FEWEST_TILES - 1
"""In tiles: a run of six or more can be divided into two."""


def sets_in(rack: Iterable[Tile]) -> list[TileSet]:
    """Return the sets that a rack contains, the most valuable first.

    >>> from tilewise.tiles import parse_tiles
    >>> [(str(s.kind), s.value) for s in sets_in(parse_tiles("r3 r4 r5 r6 k4"))]
    [('run', 18), ('run', 15), ('run', 12)]
    """
    available = Counter(rack)
    best: dict[Tiles, TileSet] = {}
    for tiles in (*_groups(available), *_runs(available), *_mirrored(available)):
        reading = read_set(tiles)
        if isinstance(reading, TileSet):
            key = tuple(sorted(tiles))
            if key not in best or reading.value > best[key].value:
                best[key] = reading
    return sorted(best.values(), key=lambda s: (-s.value, s.tiles))


def _groups(available: Counter[Tile]) -> Iterator[Tiles]:
    jokers = list(_joker_choices(available, (JOKER, DOUBLE), COLOURS_IN_GROUP))
    for number in range(LOWEST, HIGHEST + 1):
        colours = [tile for colour in Colour if available[tile := Tile.of(colour, number)]]
        for size in range(len(colours) + 1):
            for numbered in combinations(colours, size):
                for chosen in jokers:
                    if len(numbered) + len(chosen) >= FEWEST_TILES and (numbered or number == HIGHEST):
                        yield (*numbered, *chosen)


def _runs(available: Counter[Tile]) -> Iterator[Tiles]:
    wild = [joker for joker in (JOKER, DOUBLE, COLOUR_CHANGE) if available[joker]]
    for first in range(LOWEST, HIGHEST - 1):
        yield from _extended((), first, None, available, wild)


def _extended(
    run: Tiles, number: int, colour: Colour | None, available: Counter[Tile], wild: list[Tile]
) -> Iterator[Tiles]:
    """Yield the runs that continue `run` with `number` in `colour` (None for any)."""
    if len(run) >= FEWEST_TILES:
        yield run
    if len(run) == LONGEST_RUN or number > HIGHEST:
        return
    for tile_colour in Colour if colour is None else (colour,):
        tile = Tile.of(tile_colour, number)
        if available[tile]:
            yield from _extended((*run, tile), number + 1, tile_colour, available, wild)
    for joker in wild:
        if run.count(joker) < available[joker]:
            after = number + (2 if joker == DOUBLE else 1)
            yield from _extended((*run, joker), after, None if joker == COLOUR_CHANGE else colour, available, wild)


def _mirrored(available: Counter[Tile]) -> Iterator[Tiles]:
    """Yield tiles that may form a mirrored set; `read_set` decides whether and in which order they do."""
    if not available[MIRROR]:
        return
    choices: defaultdict[int, list[Tiles]] = defaultdict(list)
    for chosen in _joker_choices(available, (JOKER, DOUBLE), 2 * HIGHEST):
        choices[_places(chosen)].append(chosen)
    for number in range(LOWEST, HIGHEST + 1):
        for sides, gaps in (
            *_mirrored_runs(available, (), number, None, 0, max(choices)),
            *_mirrored_groups(available, number),
        ):
            for chosen in choices.get(gaps, ()):
                yield (*sides, MIRROR, *chosen)


def _mirrored_runs(
    available: Counter[Tile], sides: Tiles, number: int, colour: Colour | None, gaps: int, most_gaps: int
) -> Iterator[tuple[Tiles, int]]:
    """Yield the tiles of both sides of mirrored runs, and the number of places left for jokers."""
    if sides or gaps:
        yield sides, gaps
    if number > HIGHEST:
        return
    if gaps + 2 <= most_gaps:
        yield from _mirrored_runs(available, sides, number + 1, colour, gaps + 2, most_gaps)
    for tile_colour in Colour if colour is None else (colour,):
        tile = Tile.of(tile_colour, number)
        for count in range(1, min(available[tile], 2) + 1):
            if gaps + 2 - count <= most_gaps:
                more = (*sides, *(tile,) * count)
                yield from _mirrored_runs(available, more, number + 1, tile_colour, gaps + 2 - count, most_gaps)
    if available[COLOUR_CHANGE] >= sides.count(COLOUR_CHANGE) + 2:
        more = (*sides, COLOUR_CHANGE, COLOUR_CHANGE)
        yield from _mirrored_runs(available, more, number + 1, None, gaps, most_gaps)


def _mirrored_groups(available: Counter[Tile], number: int) -> Iterator[tuple[Tiles, int]]:
    """Yield the tiles of both sides of mirrored groups, and the number of places left for jokers."""
    colours = [Tile.of(colour, number) for colour in Colour]
    for counts in product(*(range(min(available[tile], 2) + 1) for tile in colours)):
        sides = tuple(tile for tile, count in zip(colours, counts, strict=True) for _ in range(count))
        shown = sum(map(bool, counts))
        for width in range(max(shown, 1), COLOURS_IN_GROUP + 1):
            yield sides, 2 * width - len(sides)


def _joker_choices(available: Counter[Tile], kinds: tuple[Tile, ...], most_places: int) -> Iterator[Tiles]:
    for counts in product(*(range(available[kind] + 1) for kind in kinds)):
        chosen = tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))
        if _places(chosen) <= most_places:
            yield chosen


def _places(jokers: Tiles) -> int:
    return sum(2 if joker == DOUBLE else 1 for joker in jokers)
