"""Positions with special jokers: asks the special kernel with wider and wider beams, until the answer is proven.

What no beam can prove is tried once more without a beam, from either end of the numbers. If the kernel runs out of room
or of work even then, the best answer found is returned, and says that it is not proven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeGuard

from tilewise.exchanges import joker_exchanges
from tilewise.joker_moves import forbidden_joker_move
from tilewise.profiles import RULES_VERSION, FreedJoker
from tilewise.sets import changes_between, read_sets
from tilewise.solver import plain_solver
from tilewise.solver.goals import NO_WEIGHTS, Weights
from tilewise.solver.solution import GAVE_UP, Answer
from tilewise.solver.special_layout import build_sets, place_jokers
from tilewise.solver.special_search import SpecialKernel
from tilewise.solver.validation import arranged_table
from tilewise.tiles import FACES, HIGHEST, JOKER, Table, Tile, Tiles

WIDTHS: Final = (30, 300, 3_000, 12_000)
"""Widths of the beam, in states."""

UNLIMITED: Final = 1 << 30
"""The width of a beam that leaves nothing out."""

MOST_WORK: Final = 50_000_000
"""Steps of one search before it gives up: less than a second of the compiled kernel."""

LITTLE_WORK: Final = 2_000_000
"""The same where nobody can wait: some hundredths of a second, and several times what most proofs need."""

_REVERSED: Final = tuple(
    tile if tile.is_joker else FACES[tile // HIGHEST * HIGHEST + HIGHEST - 1 - tile % HIGHEST] for tile in FACES
)
"""For each face the one with 13 in place of 1, 12 in place of 2, and so on."""

_idle: list[SpecialKernel] = []
"""Kernels for reuse, with their buffers; a thread takes one out and puts it back."""


def solve(
    table: Table,
    rack: Tiles,
    weights: Weights,
    must_place: Tiles = (),
    freed_joker: FreedJoker = "anywhere",
    most_work: int = MOST_WORK,
    version: int = RULES_VERSION,
) -> Answer | None:
    """Return the best legal arrangement of all tiles of the table, all of `must_place`, and some of the rack.

    Freed jokers go where the rule allows (U7), and no joker is exchanged for one of another kind (U8). None if
    `must_place` cannot be placed, `GAVE_UP` if that is not known. `most_work` limits each search, `version` is that of
    the rules (U8). Raises TilewiseError if the position is invalid.
    """
    answer = _solve(table, rack, weights, must_place, most_work)
    if not _is_known(answer) or is_legal(freed_joker, version, table, answer.table):
        return answer
    for cut in _with_a_run_cut(answer.table):
        if is_legal(freed_joker, version, table, cut):
            return answer._replace(table=cut)
    return _best_legal(freed_joker, version, table, rack, weights, must_place, answer, most_work)


def solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Return the best sets from the rack worth at least the threshold.

    None if there are none, `GAVE_UP` if that is not known.
    """
    return _search((), rack, weights, must_place, full=True, threshold=max(threshold, 1))


def solve_greatest_opening(rack: Tiles) -> Answer:
    """Return the sets from the rack that are worth most; the total is their value."""
    return _search((), rack, NO_WEIGHTS, (), full=True, by_value=True) or Answer((), (), 0, True)


def is_legal(freed_joker: FreedJoker, version: int, before: Table, after: Table) -> bool:
    """Return whether freed jokers went where they may go (U7), and none was exchanged for another kind (U8)."""
    old, new = read_sets(before), read_sets(after)
    if forbidden_joker_move(freed_joker, old, new) is not None:
        return False
    return next(joker_exchanges(*changes_between(old, new), version), None) is None


def _solve(table: Table, rack: Tiles, weights: Weights, must_place: Tiles, most_work: int) -> Answer | None:
    """Solve without regard to where jokers came from (U7, U8)."""
    try:
        return _search(table, rack, weights, must_place, full=False, most_work=most_work)
    except _JokerWithoutPlace:
        return _search(table, rack, weights, must_place, full=True, most_work=most_work)


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
    most_work: int = MOST_WORK,
) -> Answer | None:
    """Search with wider and wider beams, and if that proves nothing, from the other end."""
    kernel = _idle.pop() if _idle else SpecialKernel()
    try:
        if not kernel.ask(table, rack, weights, must_place):
            arranged_table(table)
        opening = threshold >= 0 or by_value
        known = None if must_place or opening else _simple_answer(table, rack, weights)
        answer = _widen_beam(kernel, table, rack, weights, full, threshold, by_value, most_work, known)
        # The value of an opening is counted from 1 up.
        if full or answer is None or answer.proven:
            return answer
        rack, must_place = _reversed_sets((rack, must_place))
        kernel.ask(_reversed_sets(table), rack, tuple(weights[tile] for tile in _REVERSED), must_place)
        return _search_reversed(kernel, table, answer, most_work)
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
    most_work: int,
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
        found = kernel.solve(width, full, threshold, by_value, answer.total if answer else None, most_work)
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


def _search_reversed(kernel: SpecialKernel, table: Table, answer: Answer, most_work: int) -> Answer | None:
    """Search without a beam from 13 down to 1, which may need less room; the kernel has the reversed position."""
    better_than = answer.total if _is_known(answer) else None
    if kernel.solve(UNLIMITED, better_than=better_than, most_work=most_work):
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
        after = tuple(reading.tiles for reading in read_sets(_reversed_sets(after)))
    return Answer(_placed(table, after), after, kernel.total, proven)


def _placed(before: Table, after: Table) -> Tiles:
    placed = Counter(tile for tiles in after for tile in tiles)
    placed.subtract(tile for tiles in before for tile in tiles)
    return tuple(sorted(placed.elements()))


def _with_a_run_cut(table: Table) -> Iterator[Table]:
    """Yield the table with one of its runs cut in two, which may neither continue an old set nor exchange its joker."""
    for i, tiles in enumerate(table):
        for place in range(3, len(tiles) - 2):
            parts = read_sets((tiles[:place], tiles[place:]))
            if len(parts) == 2:
                yield (*table[:i], *(part.tiles for part in parts), *table[i + 1 :])


def _best_legal(
    freed_joker: FreedJoker,
    version: int,
    table: Table,
    rack: Tiles,
    weights: Weights,
    must_place: Tiles,
    illegal: Answer,
    most_work: int,
) -> Answer | None:
    """Return the best legal play found: some sets with jokers do not change, or jokers stay on the rack.

    Proven only if it is as good as `illegal`, the best play without regard to U7 and U8, and that one is proven.
    """
    best: Answer | None = None
    for attempt in _attempts(table, rack):
        found = attempt(weights, must_place, most_work)
        if (
            _is_known(found)
            and (best is None or found.total > best.total)
            and is_legal(freed_joker, version, table, found.table)
        ):
            best = found
            if best.total == illegal.total:
                return best._replace(proven=illegal.proven)
    if best is None:
        return GAVE_UP if must_place else Answer((), table, 0, False)
    return best._replace(proven=False)


Attempt = Callable[[Weights, Tiles, int], Answer | None]


def _attempts(table: Table, rack: Tiles) -> Iterator[Attempt]:
    """Yield searches that are more likely to find a legal play: first all sets with jokers stay, at last only one."""
    with_jokers = [i for i, tiles in enumerate(table) if max(tiles) >= JOKER]
    sizes = sorted({len(with_jokers), len(with_jokers) - 1, 1}, reverse=True)
    for size in sizes:
        for unchanged in combinations(with_jokers, size) if size > 0 else ():
            yield _with_unchanged_sets(table, unchanged, rack)
    for joker in sorted({tile for tile in rack if tile.is_joker}):
        yield _with_rack(table, _without(rack, joker))
    yield _with_rack(table, tuple(tile for tile in rack if not tile.is_joker))


def _with_unchanged_sets(table: Table, unchanged: Sequence[int], rack: Tiles) -> Attempt:
    kept = tuple(table[i] for i in unchanged)
    others = tuple(tiles for i, tiles in enumerate(table) if i not in unchanged)

    def attempt(weights: Weights, must_place: Tiles, most_work: int) -> Answer | None:
        found = _solve(others, rack, weights, must_place, most_work)
        return found._replace(table=(*kept, *found.table)) if _is_known(found) else found

    return attempt


def _with_rack(table: Table, rack: Tiles) -> Attempt:
    return lambda weights, must_place, most_work: _solve(table, rack, weights, must_place, most_work)


def _without(rack: Tiles, tile: Tile) -> Tiles:
    left = list(rack)
    left.remove(tile)
    return tuple(left)
