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
from collections.abc import Iterable, Iterator
from itertools import combinations, count
from typing import Final, NamedTuple

from tilewise.joker_moves import forbidden_joker_move
from tilewise.profiles import FreedJoker
from tilewise.sets import Kind, TileSet, read_set
from tilewise.solver import plain_solver
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
from tilewise.solver.solution import GAVE_UP, Answer
from tilewise.tiles import HIGHEST, JOKER, Table, Tile, Tiles

MOST_BOUNDS: Final = 20_000
"""Positions solved for bounds before the search gives up."""

FEW_BOUNDS: Final = 300
"""The same where many positions are asked for a total that is enough."""


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
    best = plain_solver.solve(table, rack, weights, must_place)
    if best is not None and at_least is not None and best.total < at_least:
        return None
    if rule == "anywhere" or best is None or not best.placed:
        return best
    with_jokers = tuple(tiles for tiles in table if JOKER in tiles)
    if not with_jokers or is_legal(rule, table, best.table):
        return best
    others = tuple(tiles for tiles in table if JOKER not in tiles)
    kept = plain_solver.solve(others, rack, weights, must_place)
    if kept is not None:
        kept = kept._replace(table=(*with_jokers, *kept.table))
        if kept.total == best.total or (at_least is not None and kept.total >= at_least):
            return kept
    search = _Search(rule, table, rack, weights, must_place)
    if at_least is None:
        return search.run(best.total, kept)
    return search.run(best.total, None, at_least)


def is_legal(rule: FreedJoker, before: Table, after: Table) -> bool:
    """Return whether all jokers of the table went where the rule allows (U7)."""
    return forbidden_joker_move(rule, _readings(before), _readings(after)) is None


def _readings(table: Table) -> list[TileSet]:
    return [reading for tiles in table if isinstance(reading := read_set(tiles), TileSet)]


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
    candidates: list[Shape]
    """The sets to fix next: those that looked good enough at the parent."""


class _Search:
    """The search for the best play of one position."""

    def __init__(self, rule: FreedJoker, table: Table, rack: Tiles, weights: Weights, must_place: Tiles) -> None:
        self.rule = rule
        self.table = table
        self.before = Counter(tile for tiles in table for tile in tiles)
        self.required = self.before + Counter(must_place)
        self.rack = Counter(rack)
        self.weights = weights
        self.must_place = must_place
        self.olds = [shape_of(tiles) for tiles in table]
        held = self.required + self.rack
        self.jokers = held[JOKER]
        self.present = mask_of(tuple(held))
        twice = mask_of(tuple(tile for tile, copies in held.items() if copies > 1))
        self.duplicated = {i for i, old in enumerate(self.olds) if not old.numbers & ~twice}
        self.overhang = HIGHEST if are_interlocked(self.olds) else OVERHANG
        self.fits: dict[Tiles, list[int]] = {}
        self.best: Answer | None = None
        self.at_least: int | None = None
        self.bounds = 0
        self.gave_up = False
        self.visited: set[tuple[object, ...]] = set()

    def run(self, bound: int, known: Answer | None, at_least: int | None = None) -> Answer | None:
        """Return the best play; `bound` is that of all plays, `known` a legal one.

        With `at_least`, return the first play found with this total.
        """
        self.best = known
        self.at_least = at_least
        order = count()
        queue: list[tuple[int, int, int, Node]] = [(-bound, 0, 0, Node((), (), frozenset(), self._candidates()))]
        while queue and not self.gave_up:
            negative, _, _, node = heapq.heappop(queue)
            if not self._is_better(-negative) or (at_least is not None and self.best is not None):
                break
            if node.fixed and self._accept(node, -negative):
                continue
            for better, child in self._children(node, -negative):
                heapq.heappush(queue, (-better, -len(child.fixed), next(order), child))
        if self.best is None:
            return GAVE_UP if self.gave_up else None
        return self.best._replace(proven=not self.gave_up)

    def _is_better(self, total: int) -> bool:
        if self.best is None:
            return self.at_least is None or total >= self.at_least
        return total > self.best.total

    def _candidates(self) -> list[Shape]:
        """Return the sets that could give credit."""
        found = {shape.tiles: shape for shape in sets_with_jokers(self.present, self.jokers)}
        for old in self.olds:
            if old.places and old.numbers:
                for shape in keeping_sets(old, self.present, self.jokers, self.overhang):
                    found.setdefault(shape.tiles, shape)
        return list(found.values())

    def _children(self, node: Node, bound: int) -> list[tuple[int, Node]]:
        """Fix one more set, in all ways that could be better than the best legal play."""
        children: list[tuple[int, Node]] = []
        good: list[Shape] = []
        owed = min(node.owed, default=None)
        lacking = self._lacking(node.fixed)
        taken = {i for fixed in node.fixed for i in fixed.continued}
        candidates: Iterable[Shape] = node.candidates
        if owed is not None:
            candidates = continuing_sets(self.olds[owed], self.present, self.jokers, overhang=self.overhang)
        for shape in candidates:
            ways = [
                (Fixed(shape, continued), owing)
                for continued, owing in self._ways(shape, taken)
                if (owed in continued if owed is not None else self._gives_credit(shape, continued, lacking))
            ]
            if not ways:
                continue
            if self.bounds >= (MOST_BOUNDS if self.at_least is None else FEW_BOUNDS):
                self.gave_up = True
                return children
            tiles = (*node.tiles, *shape.tiles)
            better = self._bound(tiles)
            if better is None:
                continue
            good.append(shape)
            for fixed, owing in ways:
                now = (*node.fixed, fixed)
                owes = (node.owed | set(owing)) - taken - set(fixed.continued)
                key = (*sorted((one.shape.tiles, one.continued) for one in now), tuple(sorted(owes)))
                if key in self.visited:
                    continue
                self.visited.add(key)
                child = Node(now, tiles, owes, node.candidates if owed is not None else good)
                if not owes and self._lacking(now) is None and self._accept(child, better):
                    if not self._is_better(bound):
                        return []
                    continue
                children.append((better, child))
        return [(better, child) for better, child in children if self._is_better(better)]

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

    def _bound(self, tiles: Tiles) -> int | None:
        """Return the best total with sets of these tiles fixed; None if it is not better than the best legal play."""
        answer = self._rest(tiles)
        return answer.total if answer is not None and self._is_better(answer.total) else None

    def _rest(self, tiles: Tiles) -> Answer | None:
        """Return the best arrangement of the other tiles, with the total of all."""
        fixed = Counter(tiles)
        from_rack = fixed - self.required
        if not from_rack <= self.rack:
            return None
        self.bounds += 1
        rack = tuple((self.rack - from_rack).elements())
        answer = plain_solver.solve((), rack, self.weights, tuple((self.required - fixed).elements()))
        if answer is None:
            return None
        return answer._replace(total=answer.total + sum(self.weights[tile] * n for tile, n in from_rack.items()))

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
