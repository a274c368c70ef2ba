"""Jokers of different kinds that were exchanged for one another (U8).

A joker was exchanged if its place beside the same tiles is now that of a joker of another kind, whether the set kept
its length, grew or shrank. Two questions decide it: is there one set fewer than before with the joker beside these
tiles, and one more with the other joker there? So a set that still has its joker is never an exchange because of a
similar set next to it. A set that could have come from the rack as a whole is none either.

Equal jokers side by side count as one: `k5 J J k8` does not become `k5 D k8`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations

from tilewise.profiles import FIRST_VERSION, RULES_VERSION
from tilewise.sets import TileSet
from tilewise.tiles import MIRROR, Tile, Tiles

Spot = tuple[Tile, frozenset[int]]
"""A tile of a run with the numbers that it stands for; for a mirror, the number beside its axis, below 0."""

Times = Callable[[TileSet], int]
"""Returns how often a set has certain tiles in certain places."""

Exchange = tuple[TileSet, TileSet]
"""A set whose joker was exchanged, before and after the turn."""


def joker_exchanges(
    removed: Sequence[TileSet], added: Sequence[TileSet], version: int = RULES_VERSION
) -> Iterator[Exchange]:
    """Yield the exchanges of a turn, given the sets that are no longer on the table and those that were not before.

    >>> from tilewise.sets import read_set
    >>> from tilewise.tiles import parse_tiles
    >>> before, after = (read_set(parse_tiles(text)) for text in ("k5 D k8", "k5 J k7 k8"))
    >>> len(list(joker_exchanges([before], [after])))
    1
    """
    if version == FIRST_VERSION:
        yield from _exchanges_of_version_1(removed, added)
        return
    if len({tile for one in (*removed, *added) for tile in one.tiles if tile.is_joker}) < 2:
        return
    placed = _count(added) - _count(removed)
    for old in removed:
        for new in added:
            if _is_exchange(old, new, removed, added) and not Counter(new.tiles) <= placed:
                yield old, new


def _is_exchange(old: TileSet, new: TileSet, removed: Sequence[TileSet], added: Sequence[TileSet]) -> bool:
    def was_exchanged(has_joker: Times, has_other: Times) -> bool:
        """Whether fewer sets have the joker and more have the other one."""
        lost = sum(map(has_joker, removed)) > sum(map(has_joker, added))
        return lost and sum(map(has_other, added)) > sum(map(has_other, removed))

    patterns: list[Iterator[tuple[Times, Times]]] = [_whole_patterns(old, new)]
    if old.is_run and new.is_run:
        patterns.append(_run_patterns(old, new))
    elif not old.is_run and not new.is_run:
        patterns.append(_group_patterns(old, new))
    return any(was_exchanged(*pattern) for pattern in chain.from_iterable(patterns))


# Runs: the neighbours stay where they were


def _run_patterns(old: TileSet, new: TileSet) -> Iterator[tuple[Times, Times]]:
    """Yield how often a set has jokers of a run, and another joker in their place, beside the same tiles."""
    for side in _sides(old):
        for first, last in _blocks([tile for tile, _ in side]):
            jokers = frozenset(side[first:last])
            places = frozenset[int]().union(*(numbers for _, numbers in jokers))
            neighbours = frozenset((*side[max(first - 1, 0) : first], *side[last : last + 1]))
            for other_side in map(frozenset, _sides(new)):
                for other in other_side:
                    tile, numbers = other
                    if tile.is_joker and tile != side[first][0] and numbers & places and neighbours <= other_side:
                        yield _times(neighbours | jokers), _times(neighbours | {other})


def _times(spots: frozenset[Spot]) -> Times:
    return lambda one: sum(spots <= frozenset(side) for side in _sides(one)) if one.is_run else 0


def _sides(run: TileSet) -> list[list[Spot]]:
    """Return the tiles of a run with their places; of a mirrored one, those of each side with the mirror at its end."""
    spots = [
        (tile, frozenset(face.number for face in faces))
        for tile, faces in zip(run.tiles, run.faces, strict=True)
        if tile != MIRROR
    ]
    middle = run.mirror
    if middle is None:
        return [spots]
    axis = (MIRROR, frozenset({-run.faces[middle + 1][0].number}))
    return [[*spots[:middle], axis], [*spots[middle:][::-1], axis]]


# Groups: all other tiles stay


def _group_patterns(old: TileSet, new: TileSet) -> Iterator[tuple[Times, Times]]:
    """Yield how often a set has jokers of a group, and another joker instead, with the same other tiles."""
    held, holds = Counter(old.tiles), Counter(new.tiles)
    for joker, most in held.items():
        for count in range(1, most + 1) if joker.is_joker else ():
            rest = held - Counter({joker: count})
            if rest <= holds and (count == 1 or any(tile.number for tile in rest)):
                for other in holds - rest:
                    if other.is_joker and other != joker:
                        yield _contains(held), _contains(rest + Counter({other: 1}))


def _contains(tiles: Counter[Tile]) -> Times:
    return lambda one: tiles <= Counter(one.tiles)


# Any set, if nothing else has changed: a mirror has no number, so its place is only that between its neighbours


def _whole_patterns(old: TileSet, new: TileSet) -> Iterator[tuple[Times, Times]]:
    """Yield how often a set has the tiles of either set, if they differ only in jokers."""
    if _differ_in_jokers(old.tiles, new.tiles):
        yield _contains(Counter(old.tiles)), _contains(Counter(new.tiles))


def _differ_in_jokers(old: Tiles, new: Tiles) -> bool:
    """Whether two sets are the same except for jokers in place of those of another kind."""
    for tiles in (old, old[::-1]) if MIRROR in (*old, *new) else (old,):
        for first, last in _blocks(tiles):
            after = len(tiles) - last
            middle = new[first : len(new) - after]
            same = new[:first] == tiles[:first] and new[len(new) - after :] == tiles[last:]
            if same and all(tile.is_joker for tile in middle) and set(middle) - {tiles[first]}:
                return True
    return False


def _blocks(tiles: Sequence[Tile]) -> Iterator[tuple[int, int]]:
    """Yield where jokers of one kind are: each of them, and several side by side next to a number tile."""
    for first, last in combinations(range(len(tiles) + 1), 2):
        block = tiles[first:last]
        if block[0].is_joker and len(set(block)) == 1:
            beside = (*tiles[max(first - 1, 0) : first], *tiles[last : last + 1])
            if len(block) == 1 or any(tile.number for tile in beside):
                yield first, last


def _count(sets: Iterable[TileSet]) -> Counter[Tile]:
    return Counter(tile for one in sets for tile in one.tiles)


# Version 1 of the rules: only special jokers, in a set that is otherwise the same


def _exchanges_of_version_1(removed: Iterable[TileSet], added: Sequence[TileSet]) -> Iterator[Exchange]:
    """Yield the sets whose special joker was exchanged for another joker.

    A set that has only grown still has its joker, so a similar set next to it is not an exchange.
    """
    for old in removed:
        tiles = Counter(old.tiles)
        if any(tile.is_special for tile in tiles) and not any(tiles <= Counter(new.tiles) for new in added):
            yield from ((old, new) for new in added if _is_exchange_of_version_1(old, new))


def _is_exchange_of_version_1(old: TileSet, new: TileSet) -> bool:
    if _exchanged_in_place(old.tiles, new.tiles) or (
        old.mirror is not None and _exchanged_in_place(old.tiles[::-1], new.tiles)
    ):
        return True
    if old.is_run or new.is_run:
        return False
    # The order of a group does not matter.
    taken, added = Counter(old.tiles) - Counter(new.tiles), Counter(new.tiles) - Counter(old.tiles)
    return bool(added) and all(tile.is_joker for tile in (*taken, *added)) and any(tile.is_special for tile in taken)


def _exchanged_in_place(old: Tiles, new: Tiles, exchanged: bool = False) -> bool:
    if not old:
        return exchanged and not new
    first, rest = old[0], old[1:]
    if new and new[0] == first and _exchanged_in_place(rest, new[1:], exchanged):
        return True
    if first.is_special:
        for count, tile in enumerate(new, start=1):
            if not tile.is_joker or tile == first:
                break
            if _exchanged_in_place(rest, new[count:], True):
                return True
    return False
