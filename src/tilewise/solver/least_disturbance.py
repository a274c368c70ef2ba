"""The least disturbing play: among the best plays, one that leaves the most sets of the table unchanged.

A choice of sets to disturb is *enough* if the rack and the tiles of only these sets allow a play as good as the best.
The search for the smallest choice goes by what is not enough: if leaving some sets unchanged spoils the play, at least
one of these sets must be disturbed, so they are a *conflict*. The smallest choice that contains a set of every known
conflict is tried. If it is not enough, the sets that it leaves unchanged contain a new conflict, which is made as small
as possible; then the next choice is tried.

Among several choices of the same size the one that moves the fewest tiles is taken (`arrange_with_fewest_moves`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set, read_sets
from tilewise.solver.goals import Goal, Weights, weights_of
from tilewise.solver.growing_sets import is_legal
from tilewise.solver.least_moved import arrange_with_fewest_moves
from tilewise.solver.queries import best_answer
from tilewise.solver.solution import GAVE_UP, Answer, Solution, solution_of
from tilewise.solver.steps import Step, moved_tiles, steps_between
from tilewise.tiles import JOKER, Table, Tile, Tiles
from tilewise.turn import changed_sets

MOST_SOLVES: Final = 2_000
"""Positions solved for one play: enough for every table met so far, and a limit for the others."""

MOST_SPECIAL_SOLVES: Final = 12
"""The same with special jokers, which make it slow: then the sets left unchanged are many, but maybe not the most."""

SOLVES_OF_A_SEARCH: Final = 40
"""What a search under U7 that gives up counts as."""

MOST_CHOICES: Final = 6
"""Choices of equally many sets to disturb that are compared by the tiles they move."""


@dataclass(frozen=True, slots=True)
class LeastDisturbingPlay:
    """A best play, and the moves of a hand that make it."""

    solution: Solution
    kept: int
    """The number of sets of the table that stay unchanged."""
    moved: int
    """The number of table tiles that change their set."""
    steps: tuple[Step, ...]
    """The moves, in their order."""


def least_disturbing_play(
    profile: Profile, table: Table, rack: Tiles, goal: Goal | Mapping[Tile, int] = Goal.TILES
) -> LeastDisturbingPlay:
    """Return the best play of a player who has opened that disturbs the fewest sets, with its moves.

    Raises as `best_play` does.

    >>> from tilewise import PROFILES, parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5 | k7 b7 o7 r7"), parse_tiles("r6 k1")
    >>> play = least_disturbing_play(PROFILES["international"], table, rack)
    >>> play.kept, [str(step) for step in play.steps]
    (1, ['Add r6 to r3 r4 r5.'])
    """
    weights = weights_of(goal, profile)
    best = best_answer(table, rack, weights, profile=profile)
    if best is None or not best.placed:
        return LeastDisturbingPlay(Solution((), table, 0, best is None or best.proven), len(table), 0, ())
    choices = _smallest_choices(table, best, _Attempts(profile, table, rack, weights, best.total))
    disturbed, answer, new = _choice_moving_fewest(table, choices, profile)
    touched = tuple(table[i] for i in sorted(disturbed))
    after = tuple(tiles for i, tiles in enumerate(table) if i not in disturbed) + new
    solution = solution_of(profile, answer._replace(table=after, proven=best.proven))
    steps = steps_between(touched, new)
    readings = read_sets(after)
    kept = len(table) - len(changed_sets(table, readings)[0])
    return LeastDisturbingPlay(solution, kept, moved_tiles(touched, new), steps)


Choice = tuple[frozenset[int], Answer]
"""Sets to disturb, by their places on the table, and the best play with their tiles and the rack."""


class _Attempts:
    """Disturbs some sets of a table, as long as the work for one play allows it."""

    def __init__(self, profile: Profile, table: Table, rack: Tiles, weights: Weights, total: int) -> None:
        self.profile = profile
        self.table = table
        self.rack = rack
        self.weights = weights
        self.total = total
        special = max(rack) > JOKER or any(max(tiles) > JOKER for tiles in table)
        self.left = MOST_SPECIAL_SOLVES if special else MOST_SOLVES

    def answer(self, disturbed: frozenset[int]) -> Answer | None:
        """Return a play as good as the best with the rack and the tiles of these sets; None if none was found."""
        self.left -= 1
        touched = tuple(self.table[i] for i in sorted(disturbed))
        found = best_answer(touched, self.rack, self.weights, profile=self.profile, at_least=self.total)
        if found is GAVE_UP:
            self.left -= SOLVES_OF_A_SEARCH
            return None
        return found if found is not None and found.total == self.total else None


def _smallest_choices(table: Table, best: Answer, attempts: _Attempts) -> list[Choice]:
    """Return the smallest choices of sets found that are enough; at least one."""
    everything = frozenset(range(len(table)))
    smallest, answer = _changed_sets(table, best.table), best
    if smallest != everything:
        found = attempts.answer(smallest)
        if found is None:
            smallest = everything
        else:
            answer = found
    conflicts: list[frozenset[int]] = []
    while attempts.left > 0:
        tried = _smallest_resolving(conflicts, len(smallest))
        if tried is None:
            break
        found = attempts.answer(tried)
        if found is not None:
            return [(tried, found), *_other_choices(tried, conflicts, attempts)]
        # Disturb more sets as long as that is not enough: the others are a smaller conflict.
        for i in sorted(everything - tried):
            more = tried | {i}
            found = attempts.answer(more)
            if found is None:
                tried = more
            elif len(more) < len(smallest):
                smallest, answer = more, found
        conflicts.append(everything - tried)
    return [(smallest, answer)]


def _other_choices(chosen: frozenset[int], conflicts: list[frozenset[int]], attempts: _Attempts) -> Iterator[Choice]:
    """Yield other choices of equally many sets that are enough."""
    for other in islice(_resolving(conflicts, frozenset(), len(chosen)), MOST_CHOICES):
        if other != chosen:
            found = attempts.answer(other)
            if found is not None:
                yield other, found


def _resolving(conflicts: list[frozenset[int]], chosen: frozenset[int], size: int) -> Iterator[frozenset[int]]:
    """Yield the choices of this size that contain a set of every conflict, some of them more than once."""
    unresolved = [conflict for conflict in conflicts if not conflict & chosen]
    if not unresolved:
        if len(chosen) == size:
            yield chosen
    elif len(chosen) < size:
        smallest: frozenset[int] = min(unresolved, key=len)
        for i in sorted(smallest):
            yield from _resolving(conflicts, chosen | {i}, size)


def _choice_moving_fewest(
    table: Table, choices: list[Choice], profile: Profile
) -> tuple[frozenset[int], Answer, Table]:
    """Return the choice that moves the fewest tiles, and its sets after the play, which are legal (U7, U8)."""
    best: tuple[int, frozenset[int], Answer, Table] | None = None
    for disturbed, answer in choices:
        touched = tuple(table[i] for i in sorted(disturbed))
        new = _most_similar(touched, answer.table, profile)
        moved = moved_tiles(touched, new)
        if moved and not any(tile > JOKER for tiles in answer.table for tile in tiles):
            fewer_than = moved if best is None else min(moved, best[0])
            fewer = arrange_with_fewest_moves(touched, answer.placed, fewer_than, profile.freed_joker)
            if fewer is not None:
                new, moved = fewer, moved_tiles(touched, fewer)
        if best is None or moved < best[0]:
            best = (moved, disturbed, answer, new)
    assert best is not None  # noqa: S101  (there is at least one choice)
    return best[1], best[2], best[3]


def _changed_sets(before: Table, after: Table) -> frozenset[int]:
    """Return the places of the sets that are not on the table any more."""
    readings = read_sets(after)
    present = Counter(reading.key for reading in readings)
    changed = []
    for i, tiles in enumerate(before):
        reading = read_set(tiles)
        if isinstance(reading, TileSet) and present[reading.key]:
            present[reading.key] -= 1
        else:
            changed.append(i)
    return frozenset(changed)


def _smallest_resolving(conflicts: list[frozenset[int]], below: int) -> frozenset[int] | None:
    """Return the smallest choice that contains a set of every conflict; None if it is not smaller than `below`."""
    best: frozenset[int] | None = None

    def search(chosen: frozenset[int]) -> None:
        nonlocal best, below
        if len(chosen) >= below:
            return
        unresolved = [conflict for conflict in conflicts if not conflict & chosen]
        if not unresolved:
            best, below = chosen, len(chosen)
            return
        smallest: frozenset[int] = min(unresolved, key=len)
        for i in sorted(smallest):
            search(chosen | {i})

    search(frozenset())
    return best


def _most_similar(old: Table, new: Table, profile: Profile) -> Table:
    """Return the new sets as they are, or with runs joined, whichever moves fewer tiles of the old sets.

    A run with a joker stays apart if the joined run would continue an old set, and U7 keeps the joker out of that, or
    if the joker would be exchanged for that of an old set (U8).
    """
    joined = _joined(new)
    if not is_legal(profile.freed_joker, profile.rules_version, old, joined):
        return new
    return min((new, joined), key=lambda table: (moved_tiles(old, table), len(table)))


def _joined(table: Table) -> Table:
    """Return the table with runs joined where one continues the other."""
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
