"""Where a joker that was freed from a set on the table may go (U7).

Only the sets before and after the turn are compared. A set after the turn *continues* an old set if it is of the same
kind and holds every number tile of it in the same place: it is the old set, perhaps with tiles added. Every joker that
*arrives* in a continuing set must come from the rack or, under `another-set`, from an old set that this one does not
continue.

Equal tiles may leave several ways to say which set continues which; the turn is legal if one of them is. Each way gives
every old set a continuing set as long as there is one with room for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tilewise.profiles import FreedJoker
from tilewise.sets import TileSet, changes_between
from tilewise.tiles import MIRROR, Tile

Tally = Counter[Tile]
"""How many jokers of each kind."""

Home = int | None
"""The index of the set that continues an old set; None if no set does."""


@dataclass(frozen=True, slots=True)
class ForbiddenMove:
    """A joker that went where it may not go."""

    joker: Tile
    source: TileSet
    """The set before the turn that it was freed from."""
    target: TileSet
    """The set after the turn that it arrived in."""


def forbidden_joker_move(rule: FreedJoker, before: Sequence[TileSet], after: Sequence[TileSet]) -> ForbiddenMove | None:
    """Return a joker that went from one set to another against the rule, or None if there is none.

    `before` and `after` are all sets on the table; every tile of `before` is still there.

    >>> from tilewise.sets import read_set
    >>> from tilewise.tiles import parse_table
    >>> before, after = ([read_set(tiles) for tiles in parse_table(text)] for text in ("r3 J r5", "r3 r4 r5 J"))
    >>> forbidden_joker_move("anywhere", before, after) is None
    True
    >>> forbidden_joker_move("another-set", before, after).joker
    Tile('J')
    """
    if rule == "anywhere":
        return None
    removed, added = changes_between(before, after)
    if not any(_has_joker(old) for old in removed):
        return None
    # That an unchanged set continues itself is nearly always the way that favours the player. If it is not enough, an
    # equal set may continue it instead.
    move = _judge(rule, removed, added)
    if move is not None and len(removed) < len(before) and _judge(rule, before, after) is None:
        return None
    return move


def _judge(rule: FreedJoker, before: Sequence[TileSet], after: Sequence[TileSet]) -> ForbiddenMove | None:
    """Return the forbidden move of the first way to say which set continues which, or None if one way has none."""
    rack = _jokers(after) - _jokers(before)
    first = None
    for homes in _ways(before, after):
        move = _forbidden(rule, before, after, homes, rack)
        if move is None:
            return None
        first = first or move
    return first


# Which set continues which


def _ways(before: Sequence[TileSet], after: Sequence[TileSet]) -> Iterator[list[Home]]:
    """Yield the ways to say which set continues each old set."""
    needs = [_numbered(old) for old in before]
    room = [_numbered(new) for new in after]
    candidates = [
        [i for i, new in enumerate(after) if new.kind is old.kind and need and need <= room[i]]
        for old, need in zip(before, needs, strict=True)
    ]
    relevant = _relevant(candidates, {i for i, new in enumerate(after) if _has_joker(new)})
    homes: list[Home] = [None] * len(before)

    def continued(position: int) -> Iterator[list[Home]]:
        if position == len(relevant):
            if not any(homes[o] is None and needs[o] <= room[n] for o in relevant for n in candidates[o]):
                yield homes
            return
        old = relevant[position]
        options = set(candidates[old])
        for new in candidates[old]:
            if needs[old] <= room[new]:
                whole, room[new] = room[new], room[new] - needs[old]
                homes[old] = new
                yield from continued(position + 1)
                room[new] = whole
        homes[old] = None
        if any(not options.isdisjoint(candidates[other]) for other in relevant if other != old):
            yield from continued(position + 1)

    return continued(0)


def _relevant(candidates: Sequence[Sequence[int]], joker_sets: set[int]) -> list[int]:
    """Return the old sets that a set with a joker may continue, and those that compete with them for a set."""
    reached: set[int] = set()
    news = joker_sets
    while True:
        more = {o for o, found in enumerate(candidates) if o not in reached and not news.isdisjoint(found)}
        if not more:
            return sorted(reached)
        reached |= more
        news = news | {n for o in more for n in candidates[o]}


# Jokers that left and jokers that arrived


def _forbidden(
    rule: FreedJoker, before: Sequence[TileSet], after: Sequence[TileSet], homes: Sequence[Home], rack: Tally
) -> ForbiddenMove | None:
    continued: dict[Home, list[TileSet]] = {}
    for old, home in zip(before, homes, strict=True):
        continued.setdefault(home, []).append(old)
    left = {home: _left(olds, None if home is None else after[home]) for home, olds in continued.items()}
    targets = [home for home in continued if home is not None and _has_joker(after[home])]
    first = None
    for choice in product(*(_arrivals(continued[home], after[home]) for home in targets)):
        arrivals = dict(zip(targets, choice, strict=True))
        found = _unnamed(rule, arrivals, left, rack)
        if found is None:
            return None
        joker, source, target = found
        first = first or ForbiddenMove(joker, _source(joker, continued[source], source, after), after[target])
    return first


def _unnamed(
    rule: FreedJoker, arrivals: dict[int, Tally], left: dict[Home, Tally], rack: Tally
) -> tuple[Tile, Home, int] | None:
    """Return a joker that arrived without coming from a permitted place, with the homes of its source and its target.

    No jokers appear from nowhere: together, the rack and the sets that jokers left suffice for all arrivals. So under
    `another-set` only those of one set can lack a source.
    """
    freed = sum(left.values(), Tally())
    for target, tally in arrivals.items():
        for joker, count in tally.items():
            if rule == "new-set":
                count = sum(other[joker] for other in arrivals.values())
                usable = rack[joker]
            else:
                usable = rack[joker] + freed[joker] - left[target][joker]
            if count > usable:
                source = target if left[target][joker] else next(home for home in left if left[home][joker])
                return joker, source, target
    return None


def _left(olds: Sequence[TileSet], new: TileSet | None) -> Tally:
    """Return the jokers of old sets that are no longer in their places in the set that continues them."""
    if new is None:
        return _jokers(olds)
    if not new.is_run:
        return _jokers(olds) - _jokers((new,))
    left = Tally()
    staying = sorted(_joker_places(new), key=_lowest)
    for joker, places in sorted((joker for old in olds for joker in _joker_places(old)), key=_lowest):
        for other in staying:
            if other[0] == joker and not places.isdisjoint(other[1]):
                staying.remove(other)
                break
        else:
            left[joker] += 1
    return left


def _arrivals(olds: Sequence[TileSet], new: TileSet) -> list[Tally]:
    """Return which jokers arrived in the set that continues the old ones; several possibilities if kinds differ."""
    if new.is_run:
        occupied = frozenset[int]().union(*(places for old in olds for _, places in _joker_places(old)))
        return [Tally(joker for joker, places in _joker_places(new) if occupied.isdisjoint(places))]
    had, has = _jokers(olds), _jokers((new,))
    more, fewer = has - had, had - has
    count = max(0, more.total() - fewer.total())
    return [Tally(chosen) for chosen in sorted(set(combinations(sorted(more.elements()), count)))]


def _source(joker: Tile, olds: Sequence[TileSet], home: Home, after: Sequence[TileSet]) -> TileSet:
    """Return an old set that the joker left; if several were joined into one, it may have left any of them."""
    new = None if home is None else after[home]
    holders = [old for old in olds if joker in old.tiles]
    return next((old for old in holders if _left((old,), new)[joker]), holders[0])


def _joker_places(run: TileSet) -> Iterator[tuple[Tile, frozenset[int]]]:
    """Yield the jokers of a run with the numbers that they stand for; the axis of a mirror is below 0."""
    for index, (tile, faces) in enumerate(zip(run.tiles, run.faces, strict=True)):
        if tile == MIRROR:
            yield tile, frozenset({-run.faces[index + 1][0].number})
        elif tile.is_joker:
            yield tile, frozenset(face.number for face in faces)


def _lowest(joker: tuple[Tile, frozenset[int]]) -> int:
    return min(joker[1])


def _has_joker(tiles: TileSet) -> bool:
    return any(tile.is_joker for tile in tiles.tiles)


def _jokers(sets: Iterable[TileSet]) -> Tally:
    return Tally(tile for one in sets for tile in one.tiles if tile.is_joker)


def _numbered(tiles: TileSet) -> Counter[Tile]:
    return Counter(tile for tile in tiles.tiles if tile.number)
