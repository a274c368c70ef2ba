"""Turns an answer of the special kernel into sets: follows its acts from number to number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilewise.sets import TileSet, read_set
from tilewise.solver import special_codes as codes
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, MIRROR, Colour, Table, Tile, Tiles

Run = list[Tile]

_LONG = 3
"""A run may end with this many tiles."""


@dataclass
class _MirroredRun:
    """The two sides of a mirrored run, each from its outer end to the mirror."""

    sides: tuple[Run, Run] = field(default_factory=lambda: ([], []))
    covered: list[bool] = field(default_factory=lambda: [False, False])
    """Whether a double joker covers the next number of each side."""

    def tiles(self) -> Tiles:
        return (*self.sides[0], MIRROR, *reversed(self.sides[1]))


Pending = Run | _MirroredRun


def build_sets(acts_by_number: Sequence[tuple[list[int], int]]) -> Table:
    """Return the sets that the acts of an answer make (`SpecialKernel.acts_by_number`)."""
    layout = _Layout()
    for number, (acts, code) in enumerate(acts_by_number, start=1):
        layout.add_number(number, acts, code)
    return layout.finish()


class _Layout:
    """Complete and open sets, from number to number."""

    def __init__(self) -> None:
        self.sets: list[Tiles] = []
        self.runs: list[list[Run]] = [[] for _ in Colour]
        """The open runs of each colour."""
        self.pending: list[tuple[int, Pending]] = []
        """The sets that special jokers left open, with their codes."""
        self.next_pending: list[tuple[int, Pending]] = []
        self.joining: list[tuple[Colour, Run]] = []
        """The runs that become plain ones after this number."""

    def add_number(self, number: int, acts: list[int], code: int) -> None:
        """Follow the acts at one number, and use its other tiles."""
        self.next_pending, self.joining = [], []
        for act in acts:
            self._follow(number, act)
        self.pending = self.next_pending
        grouped: list[Tile] = []
        for colour in Colour:
            used = code >> (9 * colour)
            tile = Tile.of(colour, number)
            grouped += [tile] * (used >> 3 & 7)
            self._prolong_runs(colour, [JOKER] * (used >> 6 & 7), [tile] * (used & 7))
        for colour, run in self.joining:
            self.runs[colour].append(run)
        self.sets += _groups(grouped, code >> 36 & 31)

    def finish(self) -> Table:
        """Close the open sets, and put all sets in order."""
        self.sets += [tuple(run) for runs in self.runs for run in runs]
        self.sets += [_tiles_of(pending) for _, pending in self.pending]
        return tuple(_in_order(tiles) for tiles in self.sets)

    def _follow(self, number: int, act: int) -> None:
        kind, code = act & 15, act >> 4 & 63
        colour = Colour(act >> 10 & 3)
        tile = Tile.of(colour, number)
        match kind:
            case codes.CLOSE:
                self.sets.append(_tiles_of(self._take(code)))
            case codes.CARRY:
                self.joining.append((Colour((code - codes.COVERED) // 3), self._take_run(code)))
            case codes.PROLONG_WAITING:
                run = self._take_run(code)
                run.append((tile, JOKER, DOUBLE)[act >> 12 & 3])
                self._keep_open(colour, run)
            case codes.DOUBLE_ON_RUN:
                run = self._open_run(colour, act >> 12 & 3)
                run.append(DOUBLE)
                self._keep_open(colour, run)
            case codes.DOUBLE_FIRST:
                self._keep_open(colour, [DOUBLE])
            case codes.DOUBLE_IN_GROUP:
                tiles = [Tile.of(c, number) for c in Colour if act >> 10 >> c & 1]
                self.sets.append((*tiles, *[JOKER] * (2 - len(tiles)), DOUBLE))
            case codes.CHANGE_ON_RUN:
                run = self._open_run(colour, act >> 12 & 3)
                run.append(COLOUR_CHANGE)
                self.next_pending.append((codes.WAITING + colour * 3 + min(len(run), _LONG) - 1, run))
            case codes.CHANGE_FIRST:
                self.next_pending.append((codes.WAITING + codes.ANY_COLOUR * 3, [COLOUR_CHANGE]))
            case codes.MIRROR_GROUP:
                counts, tiles = act >> 10 & 127, []
                for c in Colour:
                    tiles += [Tile.of(c, number)] * (counts // 3**c % 3)
                self.sets.append((*tiles, MIRROR, *[JOKER] * (act >> 17 & 15), *[DOUBLE] * (act >> 21 & 15)))
            case _:
                self._follow_mirrored(number, act, kind, code, colour)

    def _follow_mirrored(self, number: int, act: int, kind: int, code: int, colour: Colour) -> None:
        """Follow an act of a mirrored run."""
        is_new = kind in (codes.MIRROR_RUN, codes.CHANGE_FIRST_MIRRORED)
        run = _MirroredRun() if is_new else self._take(code)
        assert isinstance(run, _MirroredRun)  # noqa: S101  (the code says so)
        if kind in (codes.CHANGE_ON_MIRRORED, codes.CHANGE_FIRST_MIRRORED):
            for side in run.sides:
                side.append(COLOUR_CHANGE)
            before = codes.ANY_COLOUR if is_new else (code - codes.MIRRORED) // 3
            self.next_pending.append((codes.WAITING_MIRRORED + before, run))
            return
        doubles = act >> 16 & 3
        tiles = [Tile.of(colour, number)] * (act >> 12 & 3)
        new_tiles = iter([*tiles, *[JOKER] * (act >> 14 & 3), *[DOUBLE] * doubles])
        for index, side in enumerate(run.sides):
            if run.covered[index]:
                run.covered[index] = False
            else:
                tile = next(new_tiles)
                side.append(tile)
                run.covered[index] = tile == DOUBLE
        self.next_pending.append((codes.MIRRORED + colour * 3 + doubles, run))

    def _keep_open(self, colour: Colour, run: Run) -> None:
        """Keep a prolonged run open: covered if its last tile is a double joker, otherwise as a plain run."""
        if run[-1] == DOUBLE:
            self.next_pending.append((codes.COVERED + colour * 3 + min(len(run), _LONG) - 1, run))
        else:
            self.joining.append((colour, run))

    def _take(self, code: int) -> Pending:
        """Take a pending set with this code."""
        at = next(i for i, (other, _) in enumerate(self.pending) if other == code)
        return self.pending.pop(at)[1]

    def _take_run(self, code: int) -> Run:
        taken = self._take(code)
        assert isinstance(taken, list)  # noqa: S101  (the code says so)
        return taken

    def _open_run(self, colour: Colour, length: int) -> Run:
        """Take an open run with this length (0: one tile, 1: two, 2: three or more)."""
        runs = self.runs[colour]
        at = next(i for i, run in enumerate(runs) if min(len(run), _LONG) - 1 == length)
        return runs.pop(at)

    def _prolong_runs(self, colour: Colour, jokers: list[Tile], tiles: list[Tile]) -> None:
        """Prolong the short runs, then the long ones; begin new runs with the other tiles, and close the other runs."""
        new_tiles = iter([*jokers, *tiles])
        still_open = []
        for run in sorted(self.runs[colour], key=lambda run: len(run) >= _LONG):
            tile = next(new_tiles, None)
            if tile is None:
                self.sets.append(tuple(run))
            else:
                run.append(tile)
                still_open.append(run)
        self.runs[colour] = [*still_open, *([tile] for tile in new_tiles)]


def _tiles_of(pending: Pending) -> Tiles:
    return pending.tiles() if isinstance(pending, _MirroredRun) else tuple(pending)


def _groups(tiles: list[Tile], jokers: int) -> Iterator[Tiles]:
    """Deal the tiles of one number out into as few groups as possible, then jokers to the smallest groups."""
    if not tiles and not jokers:
        return
    highest = max((tiles.count(tile) for tile in tiles), default=1)
    count = max(highest, -(-(len(tiles) + jokers) // 4))
    groups: list[list[Tile]] = [[] for _ in range(count)]
    for turn, tile in enumerate(tiles):
        groups[turn % count].append(tile)
    for _ in range(jokers):
        min(groups, key=len).append(JOKER)
    yield from map(tuple, groups)


def _in_order(tiles: Tiles) -> Tiles:
    reading = read_set(tiles)
    assert isinstance(reading, TileSet), f"{tiles}: {reading}"  # noqa: S101  (the kernel only makes sets)
    return reading.tiles


def place_jokers(table: Table, jokers: int) -> Table | None:
    """Return the table with this many more plain jokers, which no set needs; None if one of them has no place."""
    sets = list(table)
    while jokers:
        for at, tiles in enumerate(sets):
            grown = read_set((*tiles, JOKER))
            if isinstance(grown, TileSet):
                sets[at] = grown.tiles
                jokers -= 1
                break
        else:
            whole = next((tiles for tiles in sets if len(tiles) == HIGHEST), None)
            if whole is not None:
                sets.remove(whole)
                sets += [whole[:6], whole[6:]]
            elif jokers >= _LONG:
                sets.append((JOKER,) * _LONG)
                jokers -= _LONG
            else:
                return None
    return tuple(sets)
