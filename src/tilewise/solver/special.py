"""Positions with special jokers: a beam that widens until the answer proves itself, then everything from either end.

What is not proven after that, within the room and the work that a kernel may take, is said not to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeGuard

from tilewise.sets import TileSet, read_set
from tilewise.solver import plain
from tilewise.solver.goals import Weights
from tilewise.solver.solution import Answer
from tilewise.solver.special_kernel import SpecialKernel
from tilewise.solver.special_layout import absorb, lay_out
from tilewise.tiles import FACES, HIGHEST, JOKER, Table, Tile, Tiles
from tilewise.turn import changed_sets, joker_exchanges

WIDTHS: Final = (30, 300, 3_000, 12_000)
"""States kept in each layer, from try to try."""

ALL: Final = 1 << 30
"""The width of a beam that leaves nothing out."""

MOST_WORK: Final = 50_000_000
"""Steps of one try before it gives up: less than a second of the compiled kernel."""

GAVE_UP: Final = Answer((), (), 0, False)
"""Nothing was found for tiles that must be placed, and nothing proves that there is nothing."""

_TURNED: Final = tuple(
    tile if tile.is_joker else FACES[tile // HIGHEST * HIGHEST + HIGHEST - 1 - tile % HIGHEST] for tile in FACES
)
"""For each face the one whose number is as far from 13 as its own is from 1."""

_idle: list[SpecialKernel] = []


def solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()) -> Answer | None:
    """Use all tiles of the table and the best of the rack, exchanging no special joker (U8).

    None if `must_place` cannot be placed, `GAVE_UP` if that is not known.
    """
    answer = _solve(table, rack, weights, must_place)
    if not _is_known(answer) or not exchanges(table, answer.table):
        return answer
    return _without_exchange(table, rack, weights, must_place, answer.total)


def solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Lay sets from the rack worth at least the threshold; None if there are none, `GAVE_UP` if that is not known."""
    return _widening((), rack, weights, must_place, full=True, threshold=max(threshold, 1))


def solve_greatest_opening(rack: Tiles) -> Answer:
    """Lay the sets from the rack that are worth most; its total is their value."""
    answer = _widening((), rack, (0,) * len(FACES), (), full=True, by_value=True)
    return answer or Answer((), (), 0, True)


def exchanges(before: Table, after: Table) -> list[TileSet]:
    """The sets whose special joker another joker has replaced (U8)."""
    readings = [reading for tiles in after if isinstance(reading := read_set(tiles), TileSet)]
    return [old for old, _ in joker_exchanges(*changed_sets(before, readings))]


def _solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles) -> Answer | None:
    gentle = None if must_place else _with_special_sets_kept(table, rack, weights)
    try:
        return _widening(table, rack, weights, must_place, full=False, first=gentle)
    except _NotAbsorbed:
        # A plain joker found no place: try every use of every joker.
        return _widening(table, rack, weights, must_place, full=True, first=gentle)


def _is_known(answer: Answer | None) -> TypeGuard[Answer]:
    return answer is not None and answer is not GAVE_UP


class _NotAbsorbed(Exception):
    """The lean programme's answer leaves a plain joker over."""


def _with_special_sets_kept(table: Table, rack: Tiles, weights: Weights) -> Answer | None:
    """A first answer, and a good one: the sets with special jokers stay as they lie, the rest is plain."""
    kept = tuple(tiles for tiles in table if max(tiles) > JOKER)
    rest = tuple(tiles for tiles in table if max(tiles) <= JOKER)
    found = plain.solve(rest, tuple(tile for tile in rack if tile <= JOKER), weights)
    return None if found is None else found._replace(table=(*kept, *found.table), proven=False)


def _widening(
    table: Table,
    rack: Tiles,
    weights: Weights,
    must_place: Tiles,
    *,
    full: bool,
    threshold: int = -1,
    by_value: bool = False,
    first: Answer | None = None,
) -> Answer | None:
    """Widen the beam until the answer proves itself; `first` is an answer that is known already."""
    kernel = _idle.pop() if _idle else SpecialKernel()
    try:
        kernel.ask(table, rack, weights, must_place)
        answer = _widen(kernel, table, rack, weights, full, threshold, by_value, first)
        # What sets are worth in an opening is counted from 1 up.
        if full or answer is None or answer.proven:
            return answer
        rack, must_place = _turned((rack, must_place))
        kernel.ask(_turned(table), rack, _turned_weights(weights), must_place)
        return _from_the_other_end(kernel, table, answer)
    finally:
        _idle.append(kernel)


def _widen(
    kernel: SpecialKernel,
    table: Table,
    rack: Tiles,
    weights: Weights,
    full: bool,
    threshold: int,
    by_value: bool,
    answer: Answer | None,
) -> Answer | None:
    """Let the kernel answer what it was asked with wider and wider beams; `answer` is one that is known already.

    If a wider beam finds nothing better, the answer is likely the best, and the next try is the one that leaves nothing
    out. If that gives up, the beams that were left out get their turn, and then that again if they found more.
    """
    everything = sum(max(weights[tile], 0) for tile in rack)
    widths = [*WIDTHS, ALL]
    while widths:
        width = widths.pop(0)
        found = kernel.solve(width, full, threshold, by_value, answer.total if answer else None, MOST_WORK)
        proven = kernel.is_proven
        if found and (answer is None or kernel.total > answer.total):
            answer = _answer_of(kernel, table, proven or (not by_value and kernel.total == everything))
            proven = answer.proven
            if ALL not in widths:
                # More is known than when that was tried.
                widths.append(ALL)
        elif proven and answer is not None:
            # Nothing is better than what a narrower beam had found.
            answer = answer._replace(proven=True)
        elif answer is not None and width > WIDTHS[0] and widths[-1:] == [ALL]:
            widths.insert(0, widths.pop())
        if proven:
            break
    else:
        # That nothing was found proves nothing.
        answer = answer or GAVE_UP
    return answer


def _from_the_other_end(kernel: SpecialKernel, table: Table, answer: Answer) -> Answer | None:
    """Leave nothing out once more, with 13 for 1, 12 for 2 and so on: that may need less room.

    The kernel was asked the question turned round.
    """
    better_than = answer.total if _is_known(answer) else None
    if kernel.solve(ALL, better_than=better_than, most_work=MOST_WORK):
        return _answer_of(kernel, table, kernel.is_proven, turned=True)
    if not kernel.is_proven:
        return answer
    return answer._replace(proven=True) if _is_known(answer) else None


def _turned(sets: Table) -> Table:
    return tuple(tuple(_TURNED[tile] for tile in reversed(tiles)) for tiles in sets)


def _turned_weights(weights: Weights) -> Weights:
    return tuple(weights[tile] for tile in _TURNED)


def _answer_of(kernel: SpecialKernel, table: Table, proven: bool, turned: bool = False) -> Answer:
    after = absorb(lay_out(kernel.story()), kernel.spare_jokers)
    if after is None:
        raise _NotAbsorbed
    if turned:
        # The sides of a mirror want to be put in order.
        readings = [read_set(tiles) for tiles in _turned(after)]
        after = tuple(reading.tiles for reading in readings if isinstance(reading, TileSet))
    return Answer(_placed(table, after), after, kernel.total, proven)


def _placed(before: Table, after: Table) -> Tiles:
    placed = Counter(tile for tiles in after for tile in tiles)
    placed.subtract(tile for tiles in before for tile in tiles)
    return tuple(sorted(placed.elements()))


def _without_exchange(table: Table, rack: Tiles, weights: Weights, must_place: Tiles, bound: int) -> Answer | None:
    """The best play found that exchanges no special joker: sets kept as they lie, or jokers kept on the rack.

    Proven only if it is as good as the best play that may exchange.
    """
    best: Answer | None = None
    for attempt in _attempts(table, rack):
        found = attempt(weights, must_place)
        if _is_known(found) and not exchanges(table, found.table) and (best is None or found.total > best.total):
            best = found
    if best is None:
        return GAVE_UP if must_place else Answer((), table, 0, False)
    return best._replace(proven=best.proven and best.total == bound)


def _attempts(table: Table, rack: Tiles) -> list[Callable[[Weights, Tiles], Answer | None]]:
    attempts: list[Callable[[Weights, Tiles], Answer | None]] = []
    special = [tiles for tiles in table if any(tile.is_special for tile in tiles)]
    for kept in special:
        rest = list(table)
        rest.remove(kept)

        def keep(weights: Weights, must: Tiles, kept: Tiles = kept, rest: Table = tuple(rest)) -> Answer | None:
            found = _solve(rest, rack, weights, must)
            return found._replace(table=(kept, *found.table)) if _is_known(found) else found

        attempts.append(keep)
    for joker in sorted({tile for tile in rack if tile.is_joker}):
        fewer = _without(rack, joker)
        attempts.append(lambda weights, must, fewer=fewer: _solve(table, fewer, weights, must))  # type: ignore[misc]
    plain_rack = tuple(tile for tile in rack if not tile.is_joker)
    attempts.append(lambda weights, must: _solve(table, plain_rack, weights, must))
    return attempts


def _without(rack: Tiles, tile: Tile) -> Tiles:
    left = list(rack)
    left.remove(tile)
    return tuple(left)
