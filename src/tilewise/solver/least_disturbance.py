"""The least disturbance: among the best plays, one that leaves the most sets of the table as they lie.

Among those it moves the fewest tiles, as far as that was searched: several choices of sets to disturb, and for each
all arrangements of its tiles (`least_moved`).

A set left alone takes no part: the play must be as good with the tiles of the other sets only. Which sets may be left
alone is a question of what must be disturbed: whenever some sets left alone spoil the play, one of them has to be
disturbed, so that the sets to disturb hit every such collection. The smallest sets that do are tried until one is
enough; each failure, grown as far as it stays one, is a new collection to hit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set
from tilewise.solver.goals import Goal, weights_of
from tilewise.solver.least_moved import least_moved
from tilewise.solver.queries import solve_for
from tilewise.solver.solution import Answer, Solution, solution_of
from tilewise.solver.steps import Step, moved_tiles, steps_between
from tilewise.tiles import JOKER, Table, Tile, Tiles
from tilewise.turn import changed_sets

MOST_SOLVES: Final = 2_000
"""Questions to the kernel for one play: enough for every table met so far, and an end for the others."""

MOST_SPECIAL_SOLVES: Final = 12
"""The same where special jokers make each question slow: then the sets left alone are a good number, not the most."""


MOST_CHOICES: Final = 6
"""Choices of equally many sets to disturb, of which the one that moves the fewest tiles is taken."""


@dataclass(frozen=True, slots=True)
class LeastDisturbingPlay:
    """A best play as a hand would make it."""

    solution: Solution
    kept: int
    """How many sets of the table stay as they lie."""
    moved: int
    """How many tiles of the table change their set."""
    steps: tuple[Step, ...]
    """The moves of the hand, in their order."""


def least_disturbing_play(
    profile: Profile, table: Table, rack: Tiles, goal: Goal | Mapping[Tile, int] = Goal.TILES
) -> LeastDisturbingPlay:
    """The best play that disturbs the fewest sets, and its moves; the player has opened.

    >>> from tilewise import PROFILES, parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5 | k7 b7 o7 r7"), parse_tiles("r6 k1")
    >>> play = least_disturbing_play(PROFILES["international"], table, rack)
    >>> play.kept, [str(step) for step in play.steps]
    (1, ['Add r6 to r3 r4 r5.'])
    """
    weights = weights_of(goal, profile)

    def solve(disturbed: frozenset[int]) -> Answer | None:
        return solve_for(tuple(table[i] for i in sorted(disturbed)), rack, weights)

    everything = frozenset(range(len(table)))
    best = solve(everything)
    if best is None or not best.placed:
        return LeastDisturbingPlay(Solution((), table, 0, best is None or best.proven), len(table), 0, ())
    choices = _fewest_disturbed(table, rack, best, solve)
    disturbed, answer, new = _fewest_moved(table, choices)
    touched = tuple(table[i] for i in sorted(disturbed))
    after = tuple(tiles for i, tiles in enumerate(table) if i not in disturbed) + new
    solution = solution_of(profile, answer._replace(table=after, proven=best.proven))
    steps = steps_between(touched, new)
    readings = [reading for tiles in after if isinstance(reading := read_set(tiles), TileSet)]
    kept = len(table) - len(changed_sets(table, readings)[0])
    return LeastDisturbingPlay(solution, kept, moved_tiles(touched, new), steps)


Choice = tuple[frozenset[int], Answer]
"""Sets to disturb, and the play that is made of their tiles and the rack."""


def _fewest_disturbed(
    table: Table, rack: Tiles, best: Answer, solve: Callable[[frozenset[int]], Answer | None]
) -> list[Choice]:
    """Choices of the fewest sets whose tiles are enough for a play as good as the best one; at least one."""
    special = max(rack) > JOKER or any(max(tiles) > JOKER for tiles in table)
    budget = MOST_SPECIAL_SOLVES if special else MOST_SOLVES
    everything = frozenset(range(len(table)))
    known, answer = _changed(table, best.table), best
    if known != everything:
        found = solve(known)
        if found is None or found.total != best.total:
            known = everything
        else:
            answer = found
    to_hit: list[frozenset[int]] = []
    while budget > 0:
        tried = _smallest_hitting(to_hit, len(known))
        if tried is None:
            break
        budget -= 1
        found = solve(tried)
        if found is not None and found.total == best.total:
            return [(tried, found), *_others_like(tried, to_hit, best, solve)]
        # Leave fewer and fewer sets alone while it stays not enough: what is left alone then cannot be left alone.
        for i in sorted(everything - tried):
            more = tried | {i}
            budget -= 1
            found = solve(more)
            if found is None or found.total != best.total:
                tried = more
            elif len(more) < len(known):
                known, answer = more, found
        to_hit.append(everything - tried)
    return [(known, answer)]


def _others_like(
    chosen: frozenset[int],
    to_hit: list[frozenset[int]],
    best: Answer,
    solve: Callable[[frozenset[int]], Answer | None],
) -> Iterator[Choice]:
    """Other choices of as many sets that are enough, too."""
    for other in islice(_hitting(to_hit, frozenset(), len(chosen)), MOST_CHOICES):
        if other != chosen:
            found = solve(other)
            if found is not None and found.total == best.total:
                yield other, found


def _hitting(to_hit: list[frozenset[int]], chosen: frozenset[int], size: int) -> Iterator[frozenset[int]]:
    """Every choice of so many that has one of each collection, some more than once."""
    missed = [collection for collection in to_hit if not collection & chosen]
    if not missed:
        if len(chosen) == size:
            yield chosen
    elif len(chosen) < size:
        smallest: frozenset[int] = min(missed, key=len)
        for i in sorted(smallest):
            yield from _hitting(to_hit, chosen | {i}, size)


def _fewest_moved(table: Table, choices: list[Choice]) -> tuple[frozenset[int], Answer, Table]:
    """The choice that moves the fewest tiles, and how its sets lie then."""
    best: tuple[int, frozenset[int], Answer, Table] | None = None
    for disturbed, answer in choices:
        touched = tuple(table[i] for i in sorted(disturbed))
        new = _most_alike(touched, answer.table)
        moved = moved_tiles(touched, new)
        if moved and not any(tile > JOKER for tiles in answer.table for tile in tiles):
            fewer = least_moved(touched, answer.placed, moved if best is None else min(moved, best[0]))
            if fewer is not None:
                new, moved = fewer, moved_tiles(touched, fewer)
        if best is None or moved < best[0]:
            best = (moved, disturbed, answer, new)
    assert best is not None  # noqa: S101  (there is at least one choice)
    return best[1], best[2], best[3]


def _changed(before: Table, after: Table) -> frozenset[int]:
    """The sets that no longer lie as they lay."""
    readings = [reading for tiles in after if isinstance(reading := read_set(tiles), TileSet)]
    lie = Counter(reading.key for reading in readings)
    changed = []
    for i, tiles in enumerate(before):
        reading = read_set(tiles)
        if isinstance(reading, TileSet) and lie[reading.key]:
            lie[reading.key] -= 1
        else:
            changed.append(i)
    return frozenset(changed)


def _smallest_hitting(to_hit: list[frozenset[int]], below: int) -> frozenset[int] | None:
    """The smallest choice that has one of each collection, if it is smaller than `below`."""
    best: frozenset[int] | None = None

    def search(chosen: frozenset[int]) -> None:
        nonlocal best, below
        if len(chosen) >= below:
            return
        missed = [collection for collection in to_hit if not collection & chosen]
        if not missed:
            best, below = chosen, len(chosen)
            return
        smallest: frozenset[int] = min(missed, key=len)
        for i in sorted(smallest):
            search(chosen | {i})

    search(frozenset())
    return best


def _most_alike(old: Table, new: Table) -> Table:
    """The same tiles in the same number of sets or fewer, as like the old sets as swapping within can make them."""
    joined = _joined(new)
    return min((new, joined), key=lambda table: (moved_tiles(old, table), len(table)))


def _joined(table: Table) -> Table:
    """Runs that follow each other, made one."""
    sets = list(table)
    changed = True
    while changed:
        changed = False
        for i, one in enumerate(sets):
            for j, other in enumerate(sets):
                if i != j and one[-1].number and other[0].number == one[-1].number + 1:
                    reading = read_set((*one, *other))
                    if isinstance(reading, TileSet) and reading.tiles == (*one, *other):
                        sets[i] = reading.tiles
                        del sets[j]
                        changed = True
                        break
            if changed:
                break
    return tuple(sets)
