"""Where a joker that was freed from a set on the table may go (U7).

Only the sets before and after the turn are compared. A set after the turn *continues* an old set if it is of the same
kind and holds every number tile of it in the same place: it is the old set, perhaps with tiles added. Every joker that
*arrives* in a continuing set must come from the rack or, under `another-set`, from an old set that this one does not
continue.

Equal tiles may leave several ways to say which set continues which; the turn is legal if one of them is. Each way gives
every old set a continuing set as long as there is one with room for it. `joker_balances` compares the ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from tilewise.continuing_sets import Continuations, Home
from tilewise.joker_balances import Tally, can_all_be_named, jokers_arrived, jokers_left, placed_jokers
from tilewise.profiles import FreedJoker
from tilewise.sets import TileSet, changes_between
from tilewise.tiles import Tile


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
    if not any(old.has_joker for old in removed):
        return None
    changed = Continuations(removed, added)
    move = _forbidden_at_first(rule, changed)
    if move is None:
        return None
    # That an unchanged set continues itself is nearly always the way that favours the player. If it is not enough, an
    # equal set may continue it instead.
    sets = changed if len(removed) == len(before) else Continuations(before, after)
    return None if can_all_be_named(rule, sets) else move


def _forbidden_at_first(rule: FreedJoker, sets: Continuations) -> ForbiddenMove | None:
    """Return a joker that went where it may not go, if the first set that can continues each old set."""
    before, after = sets.before, sets.after
    homes, rack = sets.first_homes(), _jokers(after) - _jokers(before)
    continued: dict[Home, list[TileSet]] = {}
    for old, home in zip(before, homes, strict=True):
        continued.setdefault(home, []).append(old)
    left = {home: _left(olds, None if home is None else after[home]) for home, olds in continued.items()}
    arrivals = {
        home: _first_arrivals(olds, after[home])
        for home, olds in continued.items()
        if home is not None and after[home].has_joker
    }
    found = _unnamed(rule, arrivals, left, rack)
    if found is None:
        return None
    joker, source, target = found
    return ForbiddenMove(joker, _source(joker, continued[source], source, after), after[target])


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


def _left(olds: Iterable[TileSet], new: TileSet | None) -> Tally:
    """Return the jokers of old sets that are no longer in their places in the set that continues them."""
    if new is None:
        return _jokers(olds)
    had = chain.from_iterable(map(placed_jokers, olds))
    return jokers_left(had, placed_jokers(new), in_run=new.is_run)


def _first_arrivals(olds: Iterable[TileSet], new: TileSet) -> Tally:
    """Return which jokers arrived in the set that continues the old ones; one possibility if there are several."""
    had = list(chain.from_iterable(map(placed_jokers, olds)))
    return jokers_arrived(had, placed_jokers(new), in_run=new.is_run)[0]


def _source(joker: Tile, olds: Sequence[TileSet], home: Home, after: Sequence[TileSet]) -> TileSet:
    """Return an old set that the joker left; if several were joined into one, it may have left any of them."""
    new = None if home is None else after[home]
    holders = [old for old in olds if joker in old.tiles]
    return next((old for old in holders if _left((old,), new)[joker]), holders[0])


def _jokers(sets: Iterable[TileSet]) -> Tally:
    return Tally(tile for one in sets for tile in one.tiles if tile.is_joker)
