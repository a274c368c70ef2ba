"""Whether every joker that arrived in a continuing set can be named, in some way to say which set continues which (U7).

A joker *arrived* in a set that continues old ones if none of these had a joker in its place, and *left* an old set if
the set that continues it has no such joker there. There may be millions of ways to say which set continues which. But
at most three number tiles are equal, so if the old sets are taken in the order of their numbers, only a few ways differ
in what matters for those to come: the room that is left for them, the jokers in places that are not yet settled, and
how the jokers balance. Ways that do not differ are one way here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain, combinations, islice
from operator import add, le, or_
from typing import Final, NamedTuple, TypeVar

from tilewise.continuing_sets import Continuations, alike, holds, mask, with_room
from tilewise.profiles import FreedJoker
from tilewise.sets import TileSet
from tilewise.tiles import HIGHEST, JOKER, JOKERS, MIRROR, Tile

_T = TypeVar("_T")

Tally = Counter[Tile]
"""How many jokers of each kind."""

Counts = tuple[int, ...]
"""The same, in the order of `JOKERS`."""

PlacedJoker = tuple[Tile, int]
"""A joker with its place. In a run, this is a bit for each number; the axis of a mirror has bits of its own. In a group
jokers have no place: it is 0."""

_Jokers = tuple[PlacedJoker, ...]


# Jokers that arrived and jokers that left


def placed_jokers(one: TileSet) -> _Jokers:
    """Return the jokers of a set with their places."""
    if not one.is_run:
        return tuple((tile, 0) for tile in one.tiles if tile.is_joker)
    found = []
    for index, (tile, faces) in enumerate(zip(one.tiles, one.faces, strict=True)):
        if tile == MIRROR:
            found.append((tile, 1 << HIGHEST + one.faces[index + 1][0].number))
        elif tile.is_joker:
            found.append((tile, sum({1 << face.number - 1 for face in faces})))
    return tuple(found)


def jokers_left(had: Iterable[PlacedJoker], has: Iterable[PlacedJoker], *, in_run: bool) -> Tally:
    """Return the jokers that old sets `had` and that are not in their places in the set that continues them."""
    if not in_run:
        return _tally(had) - _tally(has)
    left = Tally()
    staying = sorted(has)
    for joker, place in sorted(had):
        for other in staying:
            if other[0] == joker and place & other[1]:
                staying.remove(other)
                break
        else:
            left[joker] += 1
    return left


def jokers_arrived(had: Iterable[PlacedJoker], has: Iterable[PlacedJoker], *, in_run: bool) -> list[Tally]:
    """Return which jokers arrived in the set that continues the old ones; several possibilities if kinds differ."""
    if in_run:
        occupied = reduce(or_, (place for _, place in had), 0)
        return [Tally(joker for joker, place in has if not place & occupied)]
    more, fewer = _tally(has) - _tally(had), _tally(had) - _tally(has)
    count = max(0, more.total() - fewer.total())
    return [Tally(chosen) for chosen in sorted(set(combinations(sorted(more.elements()), count)))]


def _tally(jokers: Iterable[PlacedJoker]) -> Tally:
    return Tally(joker for joker, _ in jokers)


# How they balance


class Balance(NamedTuple):
    """By kind of joker, how many arrivals need, and how many were freed and may be named.

    Under `new-set` all arrivals together need jokers, and freed ones may not be named. Under `another-set` a set may
    not name the jokers that left it, so if a kind arrived in it, it needs these as well. Only the set that needs most
    counts, because the jokers from the rack and the freed ones suffice for all arrivals together.
    """

    needed: Counts = (0,) * len(JOKERS)
    freed: Counts = (0,) * len(JOKERS)

    @classmethod
    def of(cls, arrived: Tally, left: Tally, rule: FreedJoker) -> Balance:
        """Return the balance of one set."""
        if rule == "new-set":
            return cls(needed=counts(arrived))
        return cls(counts(Tally({joker: count + left[joker] for joker, count in arrived.items()})), counts(left))

    def plus(self, other: Balance, rule: FreedJoker) -> Balance:
        """Return the balance of two parts of a table."""
        needed = map(max if rule == "another-set" else add, self.needed, other.needed)
        return Balance(tuple(needed), tuple(map(add, self.freed, other.freed)))

    def is_even(self, rack: Counts) -> bool:
        """Return whether every arrival can be named, with these jokers from the rack."""
        return all(map(le, self.needed, map(add, rack, self.freed)))


def counts(jokers: Tally) -> Counts:
    """Return how many jokers there are of each kind."""
    return tuple(jokers[joker] for joker in JOKERS)


# The ways to say which set continues which

MOST_WAYS: Final = 500
"""Ways that are compared for one turn: about five milliseconds. A search for the worst turn (`make worst-inputs`) finds
fewer with the tiles of a printed box. Beyond this number, one of them is taken to favour the player."""


def can_all_be_named(rule: FreedJoker, sets: Continuations) -> bool:
    """Return whether every joker that arrived can be named, in some way to say which set continues which."""
    before, after = (
        Tally(tile for one in part for tile in one.tiles if tile.is_joker) for part in (sets.before, sets.after)
    )
    rack = counts(after - before)
    in_families = set(chain.from_iterable(sets.families))
    others = (placed_jokers(old) for index, old in enumerate(sets.before) if index not in in_families)
    balances = {Balance.of(Tally(), _tally(chain.from_iterable(others)), rule)}
    work = iter(range(MOST_WAYS))
    try:
        for family in sets.families:
            more = _Family(rule, sets, family).balances(rack, work)
            balances = {balance.plus(other, rule) for balance in balances for other in more}
    except _TooManyWays:
        return True
    return any(balance.is_even(rack) for balance in balances)


class _TooManyWays(Exception):
    """There are too many ways to compare all of them."""


class _Way(NamedTuple):
    """What matters of a way to say which sets continue the old sets so far."""

    room: tuple[int, ...]
    """The number tiles of each set that are left for the old sets to come."""
    had: tuple[_Jokers | None, ...]
    """By set, the jokers of the old sets that it continues, as far as they matter; None if it continues no old set, or
    if this is settled."""
    waiting: tuple[int, ...]
    """Old sets that nothing continues; the old sets to come have to take the room that is left for them."""
    balance: Balance


class _Family:
    """Old sets that compete with one another for the sets that continue them."""

    def __init__(self, rule: FreedJoker, sets: Continuations, members: Iterable[int]) -> None:
        olds = sorted(members, key=lambda old: min(tile.number for tile in sets.before[old].tiles if tile.number))
        news = sorted(set(chain.from_iterable(sets.candidates[old] for old in olds)))
        self.rule = rule
        self.after = [sets.after[new] for new in news]
        self.alike = alike(self.after)
        self.room = tuple(sets.room[new] for new in news)
        self.has = list(map(placed_jokers, self.after))
        self.candidates = [[news.index(new) for new in sets.candidates[old]] for old in olds]
        self.needs = [sets.needs[old] for old in olds]
        self.masks = list(map(mask, self.needs))
        self.rivals = [[old for old, other in enumerate(self.masks) if other & one] for one in self.masks]
        self.had = [placed_jokers(sets.before[old]) for old in olds]
        self.freed = [self._freed(had) for had in self.had]
        self.brought = {(old, new): self._brought(old, new) for old, news in enumerate(self.candidates) for new in news}
        self.balances_of: dict[tuple[int, _Jokers], list[Balance]] = {}

    def balances(self, rack: Counts, work: Iterator[object]) -> set[Balance]:
        """Return how the jokers can balance, without ways that these jokers of the rack cannot even.

        Takes an item of `work` for each way that is compared; raises _TooManyWays if there are too few.
        """
        ways = {_Way(self.room, (None,) * len(self.after), (), Balance())}
        for old in range(len(self.needs)):
            if len(list(islice(work, len(ways)))) < len(ways):
                raise _TooManyWays
            wanted = [(new, self._wanted(new, old + 1)) for new in self.candidates[old]]
            ways = {
                settled
                for way in ways
                for longer in self._continued(way, old)
                if (waiting := self._still_waiting(longer, old + 1)) is not None
                for settled in self._settled(longer, waiting, wanted)
                # Under `another-set` jokers that are still to be freed may even a balance.
                if self.rule == "another-set" or settled.balance.is_even(rack)
            }
        return {way.balance for way in ways}

    def _wanted(self, new: int, start: int) -> int:
        """Return the tiles of a set that the old sets to come, those from `start` on, may claim, as a mask."""
        to_come = range(start, len(self.needs))
        return reduce(or_, (self.masks[old] for old in to_come if new in self.candidates[old]), 0)

    def _continued(self, way: _Way, old: int) -> Iterator[_Way]:
        """Yield the ways to say which set continues one more old set."""
        fitting = with_room(self.candidates[old], way.room, self.needs[old])
        for new in fitting:
            room = _with(way.room, new, way.room[new] - self.needs[old])
            matter, freed = self.brought[old, new]
            had = way.had
            if self.has[new]:
                joined = (*(had[new] or ()), *matter)
                joined = tuple(sorted(set(joined) if self._only_places_matter(new) else joined)) if matter else joined
                had = _with(had, new, joined)
            yield _Way(room, had, way.waiting, way.balance.plus(freed, self.rule) if freed else way.balance)
        waiting = (*way.waiting, old) if fitting else way.waiting
        freed = self.freed[old]
        yield _Way(way.room, way.had, waiting, way.balance.plus(freed, self.rule) if freed else way.balance)

    def _brought(self, old: int, new: int) -> tuple[_Jokers, Balance | None]:
        """Return those jokers of an old set that matter for the set that continues it, and the others as freed."""
        if not self.has[new]:
            return (), self.freed[old]
        if not self.after[new].is_run:
            return self.had[old], None
        places = reduce(or_, (place for _, place in self.has[new]))
        if self._only_places_matter(new):
            taken = reduce(or_, (place for _, place in self.had[old]), 0) & places
            return tuple((JOKER, 1 << bit) for bit in range(taken.bit_length()) if taken >> bit & 1), None
        kinds = {joker for joker, _ in self.has[new]}
        had = [(joker, place & places) for joker, place in self.had[old]]
        matter = tuple((joker, place) for joker, place in had if place or joker in kinds)
        return matter, self._freed((joker, place) for joker, place in had if not place and joker not in kinds)

    def _freed(self, jokers: Iterable[PlacedJoker]) -> Balance | None:
        """Return the balance of jokers that no set holds in their places; None if they do not change it."""
        left = _tally(jokers)
        return Balance.of(Tally(), left, self.rule) if left and self.rule == "another-set" else None

    def _only_places_matter(self, new: int) -> bool:
        """Return whether it does not matter which jokers a set had in its places."""
        return self.rule == "new-set" and self.after[new].is_run

    def _still_waiting(self, way: _Way, start: int) -> tuple[int, ...] | None:
        """Return the old sets that wait and for which room is left.

        None if the old sets to come, those from `start` on, cannot take all room that is left for one of them.
        """
        still = []
        for waiting in way.waiting:
            room = with_room(self.candidates[waiting], way.room, self.needs[waiting])
            rivals = [old for old in self.rivals[waiting] if old >= start] if room else []
            if len(room) > len(rivals):
                return None
            for new in room:
                left = way.room[new]
                if not any(new in self.candidates[old] and holds(left, self.needs[old]) for old in rivals):
                    return None
            if room:
                still.append(waiting)
        return tuple(still)

    def _settled(self, way: _Way, waiting: tuple[int, ...], wanted: Iterable[tuple[int, int]]) -> Iterator[_Way]:
        """Yield the way without what the old sets to come cannot change.

        `waiting` are the old sets that still wait, and `wanted` the tiles that those to come may claim of the sets that
        may continue the last old set.
        """
        room, had, balances = list(way.room), list(way.had), [way.balance]
        awaited = reduce(or_, (self.masks[old] for old in waiting)) if waiting else 0
        for new, tiles in wanted:
            room[new] &= tiles and tiles | awaited
            jokers = had[new]
            if not tiles and jokers is not None:
                balances = [one.plus(more, self.rule) for one in balances for more in self._balances_of(new, jokers)]
                had[new] = None
        for equal in self.alike:
            parts = sorted((room[new], had[new] is not None, had[new] or ()) for new in equal)
            for new, (tiles, is_open, jokers) in zip(equal, parts, strict=True):
                room[new], had[new] = tiles, jokers if is_open else None
        for balance in balances:
            yield _Way(tuple(room), tuple(had), waiting, balance)

    def _balances_of(self, new: int, had: _Jokers) -> list[Balance]:
        """Return how the jokers of a set may balance that continues sets which had these jokers."""
        key = new, had
        if key not in self.balances_of:
            has, in_run = self.has[new], self.after[new].is_run
            left = jokers_left(had, has, in_run=in_run)
            arrivals = jokers_arrived(had, has, in_run=in_run)
            self.balances_of[key] = [Balance.of(arrived, left, self.rule) for arrived in arrivals]
        return self.balances_of[key]


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])
