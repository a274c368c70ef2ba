"""Laying out the special kernel's answer: from what happened at each number to the sets on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilewise.sets import TileSet, read_set
from tilewise.solver import special_kernel as acts
from tilewise.tiles import COLOUR_CHANGE, DOUBLE, HIGHEST, JOKER, MIRROR, Colour, Table, Tile, Tiles

Run = list[Tile]

_LONG = 3
"""A run of so many tiles may end."""


@dataclass
class _Mirrored:
    """The two sides of a mirrored run, each from its outer end to the mirror."""

    sides: tuple[Run, Run] = field(default_factory=lambda: ([], []))
    covered: list[bool] = field(default_factory=lambda: [False, False])
    """Where a double joker lies on the next number too."""

    def tiles(self) -> Tiles:
        return (*self.sides[0], MIRROR, *reversed(self.sides[1]))


def lay_out(story: Sequence[tuple[list[int], int]]) -> Table:
    """Make the sets that the story of an answer tells (`SpecialKernel.story`)."""
    layout = _Layout()
    for number, (plan, code) in enumerate(story, start=1):
        layout.step(number, plan, code)
    return layout.finished()


class _Layout:
    """Sets in the making, from number to number."""

    def __init__(self) -> None:
        self.sets: list[Tiles] = []
        self.running: list[list[Run]] = [[] for _ in Colour]
        self.things: list[tuple[int, Run | _Mirrored]] = []
        """What special jokers left open, by the kernel's number for it."""
        self.next_things: list[tuple[int, Run | _Mirrored]] = []
        self.joining: list[tuple[Colour, Run]] = []
        """Runs that go on as plain ones after this number."""

    def step(self, number: int, plan: list[int], code: int) -> None:
        """Do what happened at one number."""
        self.next_things, self.joining = [], []
        for act in plan:
            self._act(number, act)
        self.things = self.next_things
        groups: list[Tile] = []
        for colour in Colour:
            used = code >> (9 * colour)
            real = Tile.of(colour, number)
            groups += [real] * (used >> 3 & 7)
            self._prolong(colour, [JOKER] * (used >> 6 & 7), [real] * (used & 7))
        for colour, run in self.joining:
            self.running[colour].append(run)
        self.sets += _groups(groups, code >> 36 & 31)

    def finished(self) -> Table:
        """Close what is open, and arrange every set."""
        self.sets += [tuple(run) for runs in self.running for run in runs]
        for _, thing in self.things:
            self.sets.append(_tiles(thing))
        return tuple(_arranged(tiles) for tiles in self.sets)

    def _act(self, number: int, act: int) -> None:
        kind, thing = act & 15, act >> 4 & 63
        colour = Colour(act >> 10 & 3)
        real = Tile.of(colour, number)
        if kind == acts.CLOSE:
            self.sets.append(_tiles(self._take(thing)))
        elif kind == acts.CARRY:
            self.joining.append((Colour((thing - 1) // 3), self._take_run(thing)))
        elif kind == acts.WAIT_ON:
            run = self._take_run(thing)
            run.append((real, JOKER, DOUBLE)[act >> 12 & 3])
            self._go_on(colour, run)
        elif kind == acts.DOUBLE_ON:
            run = self._running(colour, act >> 12 & 3)
            run.append(DOUBLE)
            self._go_on(colour, run)
        elif kind == acts.DOUBLE_NEW:
            self._go_on(colour, [DOUBLE])
        elif kind == acts.DOUBLE_GROUP:
            reals = [Tile.of(c, number) for c in Colour if act >> 10 >> c & 1]
            self.sets.append((*reals, *[JOKER] * (2 - len(reals)), DOUBLE))
        elif kind == acts.CHANGE_ON:
            run = self._running(colour, act >> 12 & 3)
            run.append(COLOUR_CHANGE)
            self.next_things.append((13 + colour * 3 + min(len(run), _LONG) - 1, run))
        elif kind == acts.CHANGE_NEW:
            self.next_things.append((13 + len(Colour) * 3, [COLOUR_CHANGE]))
        elif kind == acts.MIRROR_GROUP:
            counts, digits = act >> 10 & 127, []
            for c in Colour:
                digits += [Tile.of(c, number)] * (counts // 3**c % 3)
            self.sets.append((*digits, MIRROR, *[JOKER] * (act >> 17 & 15), *[DOUBLE] * (act >> 21 & 15)))
        else:
            self._act_on_mirrored(number, act, kind, thing, colour)

    def _act_on_mirrored(self, number: int, act: int, kind: int, thing: int, colour: Colour) -> None:
        begins = kind in (acts.MIRROR_NEW, acts.MIRROR_WAIT_NEW)
        taken = _Mirrored() if begins else self._take(thing)
        assert isinstance(taken, _Mirrored)  # noqa: S101  (the kernel's numbers say so)
        if kind in (acts.MIRROR_CHANGE, acts.MIRROR_WAIT_NEW):
            for side in taken.sides:
                side.append(COLOUR_CHANGE)
            before = len(Colour) if begins else (thing - 28) // 3
            self.next_things.append((40 + before, taken))
            return
        doubles = act >> 16 & 3
        real = [Tile.of(colour, number)] * (act >> 12 & 3)
        tokens = iter([*real, *[JOKER] * (act >> 14 & 3), *[DOUBLE] * doubles])
        for index, side in enumerate(taken.sides):
            if taken.covered[index]:
                taken.covered[index] = False
            else:
                token = next(tokens)
                side.append(token)
                taken.covered[index] = token == DOUBLE
        self.next_things.append((28 + colour * 3 + doubles, taken))

    def _go_on(self, colour: Colour, run: Run) -> None:
        """A run whose last tile was just laid: covered, if that is a double joker."""
        if run[-1] == DOUBLE:
            self.next_things.append((1 + colour * 3 + min(len(run), _LONG) - 1, run))
        else:
            self.joining.append((colour, run))

    def _take(self, thing: int) -> Run | _Mirrored:
        at = next(i for i, (number, _) in enumerate(self.things) if number == thing)
        return self.things.pop(at)[1]

    def _take_run(self, thing: int) -> Run:
        taken = self._take(thing)
        assert isinstance(taken, list)  # noqa: S101
        return taken

    def _running(self, colour: Colour, length: int) -> Run:
        runs = self.running[colour]
        at = next(i for i, run in enumerate(runs) if min(len(run), _LONG) - 1 == length)
        return runs.pop(at)

    def _prolong(self, colour: Colour, jokers: list[Tile], reals: list[Tile]) -> None:
        """Prolong the runs that must go on, then long ones; begin new ones with what is left, close the others."""
        tokens = iter([*jokers, *reals])
        runs = self.running[colour]
        kept = []
        for run in sorted(runs, key=lambda run: len(run) >= _LONG):
            token = next(tokens, None)
            if token is None:
                self.sets.append(tuple(run))
            else:
                run.append(token)
                kept.append(run)
        self.running[colour] = [*kept, *([token] for token in tokens)]


def _tiles(thing: Run | _Mirrored) -> Tiles:
    return thing.tiles() if isinstance(thing, _Mirrored) else tuple(thing)


def _groups(reals: list[Tile], jokers: int) -> Iterator[Tiles]:
    """Deal the tiles of one number round into as few groups as they need, jokers to the smallest."""
    if not reals and not jokers:
        return
    highest = max((reals.count(tile) for tile in reals), default=1)
    count = max(highest, -(-(len(reals) + jokers) // 4))
    groups: list[list[Tile]] = [[] for _ in range(count)]
    for turn, tile in enumerate(reals):
        groups[turn % count].append(tile)
    for _ in range(jokers):
        min(groups, key=len).append(JOKER)
    yield from map(tuple, groups)


def _arranged(tiles: Tiles) -> Tiles:
    reading = read_set(tiles)
    assert isinstance(reading, TileSet), f"{tiles}: {reading}"  # noqa: S101  (the kernel makes only sets)
    return reading.tiles


def absorb(table: Table, jokers: int) -> Table | None:
    """Find places for plain jokers that nothing needs; None if one stays over."""
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
