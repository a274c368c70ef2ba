"""Positions with special jokers: asks the special kernel with wider and wider beams, until the answer is proven.

What no beam can prove is tried once more without a beam, from either end of the numbers. If the kernel runs out of room
or of work even then, the best answer found is returned, and says that it is not proven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeGuard

from tilewise.exchanges import joker_exchanges
from tilewise.sets import TileSet, read_set
from tilewise.solver import plain_solver
from tilewise.solver.goals import Weights
from tilewise.solver.solution import Answer
from tilewise.solver.special_layout import build_sets, place_jokers
from tilewise.solver.special_search import SpecialKernel
from tilewise.solver.validation import arranged_table
from tilewise.tiles import FACES, HIGHEST, JOKER, Table, Tile, Tiles
from tilewise.turn import changed_sets

WIDTHS: Final = (30, 300, 3_000, 12_000)
"""Widths of the beam, in states."""

UNLIMITED: Final = 1 << 30
"""The width of a beam that leaves nothing out."""

MOST_WORK: Final = 50_000_000
"""Steps of one search before it gives up: less than a second of the compiled kernel."""

GAVE_UP: Final = Answer((), (), 0, False)
"""The search found nothing, but did not prove that there is nothing."""

_NO_WEIGHTS: Final[Weights] = (0,) * len(FACES)

_REVERSED: Final = tuple(
    tile if tile.is_joker else FACES[tile // HIGHEST * HIGHEST + HIGHEST - 1 - tile % HIGHEST] for tile in FACES
)
"""For each face the one with 13 in place of 1, 12 in place of 2, and so on."""

_idle: list[SpecialKernel] = []
"""Kernels for reuse, with their buffers; a thread takes one out and puts it back."""


def solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()) -> Answer | None:
    """Return the best arrangement of all tiles of the table, all of `must_place`, and some of the rack.

    No special joker is exchanged (U8). None if `must_place` cannot be placed, `GAVE_UP` if that is not known. Raises
    TilewiseError if the position is invalid.
    """
    answer = _solve(table, rack, weights, must_place)
    if not _is_known(answer) or not exchanges(table, answer.table):
        return answer
    return _without_exchange(table, rack, weights, must_place, answer.total)


def solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Return the best sets from the rack worth at least the threshold.

    None if there are none, `GAVE_UP` if that is not known.
    """
    return _search((), rack, weights, must_place, full=True, threshold=max(threshold, 1))


def solve_greatest_opening(rack: Tiles) -> Answer:
    """Return the sets from the rack that are worth most; the total is their value."""
    return _search((), rack, _NO_WEIGHTS, (), full=True, by_value=True) or Answer((), (), 0, True)


def exchanges(before: Table, after: Table) -> list[TileSet]:
    """Return the sets whose special joker was exchanged for another joker (U8)."""
    readings = [reading for tiles in after if isinstance(reading := read_set(tiles), TileSet)]
    return [old for old, _ in joker_exchanges(*changed_sets(before, readings))]


def _solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles) -> Answer | None:
    """Solve without regard to exchanged jokers."""
    try:
        return _search(table, rack, weights, must_place, full=False)
    except _JokerWithoutPlace:
        return _search(table, rack, weights, must_place, full=True)


def _is_known(answer: Answer | None) -> TypeGuard[Answer]:
    return answer is not None and answer is not GAVE_UP


class _JokerWithoutPlace(Exception):
    """The lean search leaves a plain joker that has no place: the full search must answer."""


def _simple_answer(table: Table, rack: Tiles, weights: Weights) -> Answer | None:
    """Return a good answer that is quickly found: sets with special jokers do not change."""
    special = tuple(tiles for tiles in table if max(tiles) > JOKER)
    plain = tuple(tiles for tiles in table if max(tiles) <= JOKER)
    found = plain_solver.solve(plain, tuple(tile for tile in rack if tile <= JOKER), weights)
    return None if found is None else found._replace(table=(*special, *found.table), proven=False)


def _search(
    table: Table,
    rack: Tiles,
    weights: Weights,
    must_place: Tiles,
    *,
    full: bool,
    threshold: int = -1,
    by_value: bool = False,
) -> Answer | None:
    """Search with wider and wider beams, and if that proves nothing, from the other end."""
    kernel = _idle.pop() if _idle else SpecialKernel()
    try:
        if not kernel.ask(table, rack, weights, must_place):
            arranged_table(table)
        opening = threshold >= 0 or by_value
        known = None if must_place or opening else _simple_answer(table, rack, weights)
        answer = _widen_beam(kernel, table, rack, weights, full, threshold, by_value, known)
        # The value of an opening is counted from 1 up.
        if full or answer is None or answer.proven:
            return answer
        rack, must_place = _reversed_sets((rack, must_place))
        kernel.ask(_reversed_sets(table), rack, tuple(weights[tile] for tile in _REVERSED), must_place)
        return _search_reversed(kernel, table, answer)
    finally:
        _idle.append(kernel)


def _widen_beam(
    kernel: SpecialKernel,
    table: Table,
    rack: Tiles,
    weights: Weights,
    full: bool,
    threshold: int,
    by_value: bool,
    answer: Answer | None,
) -> Answer | None:
    """Search with wider and wider beams until the answer is proven; `answer` is one that is known already.

    If a wider beam finds nothing better, the answer is probably the best, so the next search leaves nothing out. If
    that one gives up, the other beams follow, and if they find something better, it is repeated.
    """
    everything = sum(max(weights[tile], 0) for tile in rack)
    widths = [*WIDTHS, UNLIMITED]
    while widths:
        width = widths.pop(0)
        found = kernel.solve(width, full, threshold, by_value, answer.total if answer else None, MOST_WORK)
        proven = kernel.is_proven
        if found and (answer is None or kernel.total > answer.total):
            answer = _answer_of(kernel, table, proven or (not by_value and kernel.total == everything))
            proven = answer.proven
            if UNLIMITED not in widths:
                widths.append(UNLIMITED)
        elif proven and answer is not None:
            # Nothing is better than what a narrower beam found.
            answer = answer._replace(proven=True)
        elif answer is not None and width > WIDTHS[0] and widths[-1:] == [UNLIMITED]:
            widths.insert(0, widths.pop())
        if proven:
            return answer
    return answer or GAVE_UP


def _search_reversed(kernel: SpecialKernel, table: Table, answer: Answer) -> Answer | None:
    """Search without a beam from 13 down to 1, which may need less room; the kernel has the reversed position."""
    better_than = answer.total if _is_known(answer) else None
    if kernel.solve(UNLIMITED, better_than=better_than, most_work=MOST_WORK):
        return _answer_of(kernel, table, kernel.is_proven, is_reversed=True)
    if not kernel.is_proven:
        return answer
    return answer._replace(proven=True) if _is_known(answer) else None


def _reversed_sets(sets: Table) -> Table:
    return tuple(tuple(_REVERSED[tile] for tile in reversed(tiles)) for tiles in sets)


def _answer_of(kernel: SpecialKernel, table: Table, proven: bool, is_reversed: bool = False) -> Answer:
    after = place_jokers(build_sets(kernel.acts_by_number()), kernel.unplaced_jokers)
    if after is None:
        raise _JokerWithoutPlace
    if is_reversed:
        # The sides of a mirror may be in the wrong order now.
        readings = [read_set(tiles) for tiles in _reversed_sets(after)]
        after = tuple(reading.tiles for reading in readings if isinstance(reading, TileSet))
    return Answer(_placed(table, after), after, kernel.total, proven)


def _placed(before: Table, after: Table) -> Tiles:
    placed = Counter(tile for tiles in after for tile in tiles)
    placed.subtract(tile for tiles in before for tile in tiles)
    return tuple(sorted(placed.elements()))


def _without_exchange(table: Table, rack: Tiles, weights: Weights, must_place: Tiles, bound: int) -> Answer | None:
    """Return the best play found that exchanges no special joker: some sets do not change, or jokers stay on the rack.

    Proven only if it is as good as the best play with an exchange.
    """
    best: Answer | None = None
    for attempt in _attempts(table, rack):
        found = attempt(weights, must_place)
        if _is_known(found) and not exchanges(table, found.table) and (best is None or found.total > best.total):
            best = found
    if best is None:
        return GAVE_UP if must_place else Answer((), table, 0, False)
    return best._replace(proven=best.proven and best.total == bound)


Attempt = Callable[[Weights, Tiles], Answer | None]


def _attempts(table: Table, rack: Tiles) -> Iterator[Attempt]:
    """Yield searches that are less likely to exchange a special joker."""
    for i, tiles in enumerate(table):
        if any(tile.is_special for tile in tiles):
            yield _with_unchanged_set(table[:i] + table[i + 1 :], tiles, rack)
    for joker in sorted({tile for tile in rack if tile.is_joker}):
        yield _with_rack(table, _without(rack, joker))
    yield _with_rack(table, tuple(tile for tile in rack if not tile.is_joker))


def _with_unchanged_set(others: Table, unchanged: Tiles, rack: Tiles) -> Attempt:
    def attempt(weights: Weights, must_place: Tiles) -> Answer | None:
        found = _solve(others, rack, weights, must_place)
        return found._replace(table=(unchanged, *found.table)) if _is_known(found) else found

    return attempt


def _with_rack(table: Table, rack: Tiles) -> Attempt:
    return lambda weights, must_place: _solve(table, rack, weights, must_place)


def _without(rack: Tiles, tile: Tile) -> Tiles:
    left = list(rack)
    left.remove(tile)
    return tuple(left)
