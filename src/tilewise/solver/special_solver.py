"""Positions with special jokers: asks the special kernel with wider and wider beams, until the answer is proven.

What no beam can prove is tried once more without a beam, from either end of the numbers. If the kernel runs out of room
or of work even then, the best answer found is returned, and says that it is not proven.

The kernel does not know where jokers were before the turn (U7, U8). Where these rules refuse its answer, or where it is
not proven, plays that leave sets with jokers as they lie are tried (`growing_sets`), then some others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Final, TypeGuard

from tilewise.profiles import RULES_VERSION, FreedJoker
from tilewise.sets import read_sets
from tilewise.solver import plain_solver
from tilewise.solver.goals import NO_WEIGHTS, Weights
from tilewise.solver.growing_sets import Question, best_growing_play, placed_tiles
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
    if answer is None:
        return None
    question = Question(table, rack, weights, must_place, freed_joker, version)
    known = None if answer is GAVE_UP else _legal_form(question, answer)
    if known is not None and known.proven:
        return known
    return _best_legal(question, answer, known, most_work)


def solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Return the best sets from the rack worth at least the threshold.

    None if there are none, `GAVE_UP` if that is not known.
    """
    return _search((), rack, weights, must_place, full=True, threshold=max(threshold, 1))


def solve_greatest_opening(rack: Tiles) -> Answer:
    """Return the sets from the rack that are worth most; the total is their value."""
    return _search((), rack, NO_WEIGHTS, (), full=True, by_value=True) or Answer((), (), 0, True)


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
    return Answer(placed_tiles(table, after), after, kernel.total, proven)


def _legal_form(question: Question, answer: Answer) -> Answer | None:
    """Return an answer with sets that obey U7 and U8: as they are, or with one run cut; None if there are none.

    A part of a run may continue no old set where the run does, and exchange no joker.
    """
    if question.allows(answer.table):
        return answer
    for cut in _with_a_run_cut(answer.table):
        if question.allows(cut):
            return answer._replace(table=cut)
    return None


def _with_a_run_cut(table: Table) -> Iterator[Table]:
    """Yield the table with one of its runs cut in two."""
    for i, tiles in enumerate(table):
        for place in range(3, len(tiles) - 2):
            parts = read_sets((tiles[:place], tiles[place:]))
            if len(parts) == 2:
                yield (*table[:i], *(part.tiles for part in parts), *table[i + 1 :])


def _best_legal(question: Question, bound: Answer, known: Answer | None, most_work: int) -> Answer | None:
    """Return the best legal play found.

    `bound` is the best play without regard to U7 and U8, `known` the same if it is legal. What is found is proven if it
    is as good as a proven bound, or if it places everything.
    """
    everything = sum(max(question.weights[tile], 0) for tile in question.rack)
    enough = everything if bound is GAVE_UP else bound.total
    growing = best_growing_play(question, enough if bound.proven else everything)
    best: Answer | None = None
    for found in chain((growing, known), _plays_keeping_sets(question, growing, most_work)):
        if _is_known(found) and (best is None or found.total > best.total) and question.allows(found.table):
            best = found
            if best.total >= enough:
                return best._replace(proven=bound.proven or best.total == everything)
    if best is None:
        return GAVE_UP if question.must_place else Answer((), question.table, 0, False)
    return best._replace(proven=False)


def _plays_keeping_sets(question: Question, growing: Answer | None, most_work: int) -> Iterator[Answer | None]:
    """Yield plays that are likely to be legal, because sets with jokers do not change, or jokers stay on the rack.

    First all these sets stay as they are, or have grown; at last only one stays.
    """
    table, rack, weights, must_place = question[:4]
    if growing is not None and growing.placed:
        yield _continued(question, growing, most_work)
    with_jokers = _with_jokers(table)
    sizes = sorted({len(with_jokers), len(with_jokers) - 1, 1}, reverse=True)
    for size in sizes:
        for kept in combinations(with_jokers, size) if size > 0 else ():
            yield _keeping(table, kept, rack, weights, must_place, most_work)
    racks = [_without(rack, joker) for joker in sorted({tile for tile in rack if tile.is_joker})]
    for smaller in (*racks, tuple(tile for tile in rack if not tile.is_joker)):
        yield _solve(table, smaller, weights, must_place, most_work)


def _continued(question: Question, play: Answer, most_work: int) -> Answer | None:
    """Return a play with further tiles, among them special jokers, that leaves its sets with jokers as they are."""
    left = tuple((Counter(question.rack) + Counter(question.must_place) - Counter(play.placed)).elements())
    if not any(tile.is_special for tile in left):
        return None
    found = _keeping(play.table, _with_jokers(play.table), left, question.weights, (), most_work)
    if not _is_known(found):
        return None
    return Answer(placed_tiles(question.table, found.table), found.table, play.total + found.total, False)


def _keeping(
    table: Table, kept: Sequence[int], rack: Tiles, weights: Weights, must_place: Tiles, most_work: int
) -> Answer | None:
    """Return the best play that keeps some sets of a table, by their places, whether or not it is legal."""
    others = tuple(tiles for i, tiles in enumerate(table) if i not in kept)
    found = _solve(others, rack, weights, must_place, most_work)
    return found._replace(table=(*(table[i] for i in kept), *found.table)) if _is_known(found) else found


def _with_jokers(table: Table) -> list[int]:
    """Return the places of the sets with jokers."""
    return [i for i, tiles in enumerate(table) if max(tiles) >= JOKER]


def _without(rack: Tiles, tile: Tile) -> Tiles:
    left = list(rack)
    left.remove(tile)
    return tuple(left)
