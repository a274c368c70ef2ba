"""Openings: whether a rack can open, with which sets, and with which sets best (U3, U4, C3).

An opening uses tiles of the rack only. The kernels answer exactly; if the special kernel runs out of room, an
exhaustive search over the sets with special jokers takes its place. It tries so many choices that "no opening" is a
proven answer for all racks that are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from tilewise.errors import TilewiseError
from tilewise.json_fields import short_repr
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_sets
from tilewise.sets.enumeration import sets_in
from tilewise.sets.flaws import FEWEST_TILES
from tilewise.solver import plain_solver, special_solver
from tilewise.solver.encoding import SpecialJoker
from tilewise.solver.goals import NO_WEIGHTS, Goal, Weights, weights_of
from tilewise.solver.solution import GAVE_UP, Answer, Solution, solution_of
from tilewise.tiles import DOUBLE, HIGHEST, JOKER, Table, Tile, Tiles

_OUT_OF_REACH: Final = 2_000
"""More than all tiles of a box are worth in an opening."""

_THREE_JOKERS: Final = 3 * HIGHEST
"""What three plain jokers are worth."""

_MORE_WITH_A_DOUBLE: Final = HIGHEST
"""What three jokers are worth more if one of them is a double; with two or three doubles it is even more."""

_MOST_CHOICES: Final = 10_000
"""Choices of sets with special jokers that an exhaustive search tries: some tenths of a second. No rack is known that
needs so many. The number is a count, not a time, so that everybody gets the same score (C3)."""


def checked(threshold: int) -> int:
    """Return the threshold, or a smaller one that is also out of reach; raises TilewiseError if it is not an int."""
    if not isinstance(threshold, int):
        raise TilewiseError(f"A threshold is a whole number, not {short_repr(threshold)}.")
    return min(threshold, _OUT_OF_REACH)


def can_open(rack: Iterable[Tile], threshold: int) -> bool:
    """Return whether the rack contains sets worth at least the threshold together; any set, if that is 0."""
    rack, threshold = tuple(rack), checked(threshold)
    return _surely_opens(rack, threshold) or opening_answer(rack, NO_WEIGHTS, threshold) is not None


def find_opening(rack: Iterable[Tile], threshold: int) -> tuple[TileSet, ...] | None:
    """Return sets from the rack worth at least the threshold together, or None if there are none.

    >>> from tilewise.tiles import parse_tiles
    >>> [str(t) for s in find_opening(parse_tiles("r9 r10 J k1"), 30) for t in s.tiles]
    ['r9', 'r10', 'J']
    >>> find_opening(parse_tiles("r1 r2 r3 k1"), 30) is None
    True
    """
    answer = opening_answer(tuple(rack), NO_WEIGHTS, checked(threshold))
    return None if answer is None else tuple(read_sets(answer.table))


def best_opening(
    profile: Profile, table: Table, rack: Tiles, goal: Goal | Mapping[Tile, int] = Goal.TILES
) -> Solution | None:
    """Return the best opening by a goal, worth at least the profile's threshold; None if there is none.

    The table takes no part in it: its sets are those before the new ones in the solution.
    """
    answer = opening_answer(rack, weights_of(goal, profile), profile.opening_threshold)
    if answer is None:
        return None
    return solution_of(profile, answer._replace(table=(*table, *answer.table)))


class GreatestOpening(NamedTuple):
    """The opening that is worth most."""

    value: int
    sets: Table
    proven: bool


def greatest_opening(rack: Tiles) -> GreatestOpening:
    """Return the sets from the rack that are worth most, and their value: 0 if there is no set.

    >>> from tilewise import parse_tiles
    >>> greatest_opening(parse_tiles("r9 r10 J k1 k2 k3")).value
    36
    """
    try:
        answer = plain_solver.solve_greatest_opening(rack)
    except SpecialJoker:
        answer = special_solver.solve_greatest_opening(rack)
    return GreatestOpening(_value(answer.table), answer.table, answer.proven)


def opening_answer(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    """Return the opening of the greatest weight that places all of `must_place`; None if there is none.

    With special jokers and tiles that must be placed the search may give up (`GAVE_UP`).
    """
    try:
        return plain_solver.solve_opening(rack, weights, threshold, must_place)
    except SpecialJoker:
        answer = special_solver.solve_opening(rack, weights, threshold, must_place)
    if answer is GAVE_UP and not must_place:
        return _exhaustive_search(rack, weights, threshold)
    return answer


def _surely_opens(rack: Tiles, threshold: int) -> bool:
    """Return whether some sets of three jokers, and sets without special jokers, are worth enough.

    A rack with many jokers can nearly always open, but is the hardest one for the kernel.
    """
    numbers = tuple(tile for tile in rack if tile.number)
    plain, doubles = rack.count(JOKER), rack.count(DOUBLE)
    for sets in range((plain + doubles) // FEWEST_TILES, 0, -1):
        left = min(plain, plain + doubles - FEWEST_TILES * sets)
        others = plain_solver.solve_greatest_opening((*numbers, *(JOKER,) * left))
        worth = sets * _THREE_JOKERS + min(doubles, sets) * _MORE_WITH_A_DOUBLE
        if worth + _value(others.table) >= threshold:
            return True
    return False


def _exhaustive_search(rack: Tiles, weights: Weights, threshold: int) -> Answer | None:
    """Return any opening: try choices of sets with special jokers, and lay the other tiles as well as possible.

    None if there is none, or if there are too many choices to try all of them.
    """
    work = iter(range(_MOST_CHOICES))
    candidates = [found for found in sets_in(rack) if any(tile.is_special for tile in found.tiles)]

    def search(start: int, left: Counter[Tile], missing: int) -> Table | None:
        if next(work, None) is None:
            return None
        plain_tiles = tuple(tile for tile in left.elements() if not tile.is_special)
        others = plain_solver.solve_greatest_opening(plain_tiles).table
        if others and _value(others) >= missing:
            return others
        for index in range(start, len(candidates)):
            chosen = candidates[index]
            needed = Counter(chosen.tiles)
            if needed <= left:
                if chosen.value >= missing:
                    return (chosen.tiles,)
                more = search(index, left - needed, missing - chosen.value)
                if more is not None:
                    return (chosen.tiles, *more)
        return None

    table = search(0, Counter(rack), threshold)
    if table is None:
        return None
    placed = tuple(sorted(tile for tiles in table for tile in tiles))
    return Answer(placed, table, sum(weights[tile] for tile in placed), False)


def _value(table: Table) -> int:
    return sum(reading.value for reading in read_sets(table))
