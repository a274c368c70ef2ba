"""The best play where a freed joker may not go anywhere (U7), without special jokers.

The best arrangement without regard to U7 is an upper bound. Nearly always it is legal, or an equally good one that
leaves the sets with jokers as they are. Where neither is so, this is a branch-and-bound search.

A node of the search has *fixed* some sets with jokers, and the bound is the best that the other tiles allow without
regard to U7. Fixed sets give *credit* for jokers that lie where U7 allows a joker from the table: in a new set, or at
their old place in a continuing set; under `another-set` also in a set that continues another one. Once the credit
reaches the jokers of the table, all other jokers count as jokers from the rack, so that the other tiles may lie as they
like. Every legal play has such sets, and it is enough to try short ones, because a long run can be cut (`joker_sets`).

A new set must not contain all number tiles of an old set of its kind, unless equal tiles let another set continue
that one. Then a node *owes* a continuing set, and fixes one next.

The node with the greatest bound comes first, so the first legal play that reaches the greatest bound left is the best.
The work is limited; if it is not enough, the best legal play found is returned, and says that it is not proven.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, count
from typing import Final, NamedTuple

from tilewise.joker_moves import forbidden_joker_move
from tilewise.profiles import FreedJoker
from tilewise.sets import Kind, read_sets
from tilewise.solver import plain_solver
from tilewise.solver.encoding import LOWEST_SCORE
from tilewise.solver.goals import Weights
from tilewise.solver.joker_sets import (
    OVERHANG,
    Shape,
    are_interlocked,
    continuing_sets,
    keeping_sets,
    mask_of,
    sets_with_jokers,
    shape_of,
)
from tilewise.solver.plain_remainder import RemainderKernel
from tilewise.solver.solution import GAVE_UP, Answer
from tilewise.tiles import HIGHEST, JOKER, Table, Tile, Tiles

MOST_BOUNDS: Final = 20_000
"""Positions solved for bounds before the search gives up."""

FEW_BOUNDS: Final = 50
"""The same where many positions are asked for a total that is enough."""

_idle: list[RemainderKernel] = []
"""Kernels for reuse, with their buffers; a thread takes one out and puts it back."""


def solve(
    table: Table,
    rack: Tiles,
    weights: Weights,
    must_place: Tiles = (),
    rule: FreedJoker = "anywhere",
    at_least: int | None = None,
) -> Answer | None:
    """Return the best legal arrangement of all tiles of the table, all of `must_place`, and some of the rack.

    None if there is none, `GAVE_UP` if that is not known. With `at_least`, any arrangement with this total will do; one
    that is hard to find may be missed. Raises as `plain_solver.solve` does.
    """
    best, is_surely_legal = plain_solver.solve_noting_jokers(table, rack, weights, must_place)
    if best is None or (at_least is not None and best.total < at_least):
        return None
    if rule == "anywhere" or is_surely_legal or is_legal(rule, table, best.table):
        return best
    with_jokers = tuple(tiles for tiles in table if JOKER in tiles)
    others = tuple(tiles for tiles in table if JOKER not in tiles)
    kept = plain_solver.solve(others, rack, weights, must_place)
    if kept is not None:
        kept = kept._replace(table=(*with_jokers, *kept.table))
        if kept.total == best.total or (at_least is not None and kept.total >= at_least):
            return kept
    kernel = _idle.pop() if _idle else RemainderKernel()
    try:
        search = _Search(kernel, rule, table, rack, weights, must_place, best.table)
        return search.run(best.total, kept if at_least is None else None, at_least)
    finally:
        _idle.append(kernel)


def is_legal(rule: FreedJoker, before: Table, after: Table) -> bool:
    """Return whether all jokers of the table went where the rule allows (U7)."""
    return forbidden_joker_move(rule, read_sets(before), read_sets(after)) is None


class Fixed(NamedTuple):
    """A set of a node, and the old sets that it continues, by their places in the list."""

    shape: Shape
    continued: tuple[int, ...]


class Node(NamedTuple):
    """Some fixed sets, and all plays that contain them."""

    fixed: tuple[Fixed, ...]
    tiles: Tiles
    """Of the fixed sets."""
    owed: frozenset[int]
    """Old sets that another set has to continue."""
    hopeless: tuple[set[Tiles], ...]
    """For each node above, and for this one, the sets that make no better play if they are fixed too."""


Branch = tuple[int, Node]
"""A node and its bound."""


class _Search:
    """The search for the best play of one position."""

    def __init__(
        self,
        kernel: RemainderKernel,
        rule: FreedJoker,
        table: Table,
        rack: Tiles,
        weights: Weights,
        must_place: Tiles,
        relaxed: Table,
    ) -> None:
        self.kernel = kernel
        self.rule = rule
        self.table = table
        self.before = Counter(tile for tiles in table for tile in tiles)
        self.required = self.before + Counter(must_place)
        self.rack = Counter(rack)
        self.weights = weights
        kernel.ask((), rack, weights, tuple(self.required.elements()))
        kernel.remember()
        self.olds = [shape_of(tiles) for tiles in table]
        held = self.required + self.rack
        self.jokers = held[JOKER]
        self.present = mask_of(tuple(held))
        twice = mask_of(tuple(tile for tile, copies in held.items() if copies > 1))
        self.duplicated = {i for i, old in enumerate(self.olds) if not old.numbers & ~twice}
        self.overhang = HIGHEST if are_interlocked(self.olds) else OVERHANG
        self.relaxed = relaxed
        self.candidates = self._sets_with_jokers()
        self.fits: dict[Tiles, list[int]] = {}
        self.best: Answer | None = None
        self.at_least: int | None = None
        self.gave_up = False
        self.visited: set[tuple[object, ...]] = set()

    def run(self, bound: int, known: Answer | None, at_least: int | None = None) -> Answer | None:
        """Return the best play; `bound` is that of all plays, `known` a legal one.

        With `at_least`, return the first play found with this total.
        """
        self.best = known
        self.at_least = at_least
        order = count()
        root = Node((), (), frozenset(), (set(),))
        queue: list[tuple[int, int, int, Node, Iterator[Branch] | None]] = [(-bound, 0, 0, root, None)]
        while queue and not self.gave_up:
            negative, depth, number, node, children = heapq.heappop(queue)
            if not self._is_better(-negative) or (at_least is not None and self.best is not None):
                break
            if children is None:
                if node.fixed and self._accept(node, -negative):
                    continue
                children = self._children(node)
            for better, child in children:
                heapq.heappush(queue, (-better, depth - 1, next(order), child, None))
                if better == -negative:
                    # No other child is better than this one, so they can wait.
                    heapq.heappush(queue, (negative, depth, number, node, children))
                    break
        if self.best is None:
            return GAVE_UP if self.gave_up else None
        return self.best._replace(proven=not self.gave_up)

    def _is_better(self, total: int) -> bool:
        return total > self._floor()

    def _floor(self) -> int:
        """Return the greatest total that is of no interest."""
        if self.best is not None:
            return self.best.total
        return LOWEST_SCORE if self.at_least is None else self.at_least - 1

    def _sets_with_jokers(self) -> list[Shape]:
        """Return the sets that could give credit; first those of the table, and of the best play without U7."""
        found = {shape.tiles: shape for shape in self.olds if shape.jokers}
        found |= {tiles: shape_of(tiles) for tiles in self.relaxed if JOKER in tiles}
        for shape in sets_with_jokers(self.present, self.jokers):
            found.setdefault(shape.tiles, shape)
        for old in self.olds:
            if old.places and old.numbers:
                for shape in keeping_sets(old, self.present, self.jokers, self.overhang):
                    found.setdefault(shape.tiles, shape)
        return list(found.values())

    def _sets_continuing(self, old: Shape) -> Iterator[Shape]:
        """Yield the sets that continue an old one."""
        yield from continuing_sets(old, self.present, self.jokers, overhang=self.overhang)
        if old.places:
            yield from keeping_sets(old, self.present, self.jokers, self.overhang)

    def _children(self, node: Node) -> Iterator[Branch]:
        """Yield the nodes with one more set, each with its bound, if it could be better than the best legal play."""
        owed = min(node.owed, default=None)
        lacking = self._lacking(node.fixed)
        taken = {i for fixed in node.fixed for i in fixed.continued}
        for shape in self.candidates if owed is None else self._sets_continuing(self.olds[owed]):
            if any(shape.tiles in hopeless for hopeless in node.hopeless):
                continue
            ways = [
                (Fixed(shape, continued), owing)
                for continued, owing in self._ways(shape, taken)
                if (owed in continued if owed is not None else self._gives_credit(shape, continued, lacking))
            ]
            if not ways:
                continue
            if self.kernel.searches >= (MOST_BOUNDS if self.at_least is None else FEW_BOUNDS):
                self.gave_up = True
                return
            tiles = (*node.tiles, *shape.tiles)
            better = self.kernel.bound(tiles, self._floor())
            if better is None:
                node.hopeless[-1].add(shape.tiles)
                continue
            for fixed, owing in ways:
                now = (*node.fixed, fixed)
                owes = (node.owed | set(owing)) - taken - set(fixed.continued)
                key = (*sorted((one.shape.tiles, one.continued) for one in now), tuple(sorted(owes)))
                if key in self.visited:
                    continue
                self.visited.add(key)
                child = Node(now, tiles, owes, (*node.hopeless, set()))
                if owes or self._lacking(now) is not None or not self._accept(child, better):
                    yield better, child

    def _ways(self, shape: Shape, taken: set[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield which old sets a set continues, and which other sets then have to continue."""
        fits = self.fits.get(shape.tiles)
        if fits is None:
            fits = [i for i, old in enumerate(self.olds) if shape.continues(old)]
            self.fits[shape.tiles] = fits
        free = [i for i in fits if i not in taken] if fits else fits
        if not free:
            yield (), ()
            return
        for size in range(len(free), -1, -1):
            for chosen in combinations(free, size):
                numbers = 0
                overlap = False
                for i in chosen:
                    overlap = overlap or bool(numbers & self.olds[i].numbers)
                    numbers |= self.olds[i].numbers
                if overlap:
                    continue
                # Sets without room in this one need no other.
                owing = tuple(i for i in free if i not in chosen and not self.olds[i].numbers & numbers)
                if self.duplicated.issuperset(owing):
                    yield chosen, owing

    def _kept(self, shape: Shape, continued: tuple[int, ...]) -> int:
        """Return how many jokers of a set are where the sets that it continues had jokers."""
        if shape.kind is not Kind.RUN:
            return min(shape.jokers, sum(self.olds[i].jokers for i in continued))
        places = 0
        for i in continued:
            places |= self.olds[i].places
        return (shape.places & places).bit_count()

    def _lacking(self, fixed: tuple[Fixed, ...]) -> int | None:
        """Return None if any arrangement of the other tiles is legal.

        Otherwise, under `another-set` the place of an old set in the list: one of its jokers still needs a place
        outside the set that continues it; under `new-set` any number.
        """
        if self.rule == "new-set":
            credit = sum(self._kept(one.shape, one.continued) if one.continued else one.shape.jokers for one in fixed)
            return None if credit >= self.before[JOKER] else 0
        for i, old in enumerate(self.olds):
            missing = old.jokers if old.numbers else 0
            for one in fixed:
                if i in one.continued:
                    missing -= self._kept(one.shape, (i,))
                else:
                    missing -= one.shape.jokers - self._kept(one.shape, one.continued)
            if missing > 0:
                return i
        return None

    def _gives_credit(self, shape: Shape, continued: tuple[int, ...], lacking: int | None) -> bool:
        if not continued:
            return True
        if self.rule == "new-set":
            return self._kept(shape, continued) > 0
        return lacking not in continued or self._kept(shape, continued) > 0

    def _rest(self, tiles: Tiles) -> Answer | None:
        """Return the best arrangement of the other tiles, with the total of all; the bound showed that there is one."""
        fixed = Counter(tiles)
        from_rack = fixed - self.required
        rack = tuple((self.rack - from_rack).elements())
        answer = plain_solver.solve((), rack, self.weights, tuple((self.required - fixed).elements()))
        total = sum(self.weights[tile] * copies for tile, copies in from_rack.items())
        return answer and answer._replace(total=answer.total + total)

    def _accept(self, node: Node, bound: int) -> bool:
        """Accept the best play of a node if it is legal and better; return whether the node needs no children."""
        answer = self._rest(node.tiles)
        if answer is None or not self._is_better(answer.total):
            return True
        after = (*(one.shape.tiles for one in node.fixed), *answer.table)
        if not is_legal(self.rule, self.table, after):
            return False
        placed = Counter[Tile](tile for tiles in after for tile in tiles) - self.before
        self.best = Answer(tuple(sorted(placed.elements())), after, answer.total, proven=True)
        return answer.total == bound or self._lacking(node.fixed) is None
