"""A play as the moves of a hand: split, take, join, add, lay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from tilewise.tiles import Table, Tile, Tiles, format_tiles

Verb = Literal["split", "take", "join", "add", "lay"]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a hand."""

    verb: Verb
    tiles: Tiles
    """The tiles taken, added or laid; for a split the part that is split off, for a join the set that is joined."""
    to: Tiles = ()
    """The set before the step; empty for a new one."""

    def __str__(self) -> str:
        tiles, to = format_tiles(self.tiles), format_tiles(self.to)
        sentences = {
            "split": f"Split {tiles} off {to}.",
            "take": f"Take {tiles} from {to}.",
            "join": f"Join {tiles} to {to}.",
            "add": f"Add {tiles} to {to}.",
            "lay": f"Lay {tiles}.",
        }
        return sentences[self.verb]


def moved_tiles(old: Table, new: Table) -> int:
    """Return how many tiles of the old sets do not stay with the largest part of their set."""
    shares = _shares(old, new)
    successors = _successors(old, shares)
    return sum(len(tiles) for tiles in old) - sum(shares[o, n].total() for o, n in successors.items())


def steps_between(old: Table, new: Table) -> tuple[Step, ...]:
    """Return the moves that make the new sets from the old ones and from rack tiles."""
    shares = _shares(old, new)
    successors = _successors(old, shares)
    current: dict[int, list[Tile]] = {o: list(tiles) for o, tiles in enumerate(old)}
    base: dict[int, list[Tile]] = {}
    """The tiles of each new set so far."""
    steps: list[Step] = []
    joins: list[tuple[int, list[Tile]]] = []
    for o in range(len(old)):
        for n in range(len(new)):
            share = shares.get((o, n))
            if share is None or successors.get(o) == n:
                continue
            part = _end_part(current[o], share)
            if part and n not in successors.values() and n not in base and len(part) > 1:
                steps.append(Step("split", tuple(part), tuple(current[o])))
                base[n] = part
            else:
                part = _tiles_of_share(current[o], share)
                steps.append(Step("take", tuple(part), tuple(current[o])))
            current[o] = _without(current[o], part)
    for o, n in successors.items():
        if n in base:
            joins.append((n, current[o]))
        else:
            base[n] = current[o]
    for n, part in joins:
        steps.append(Step("join", tuple(part), tuple(base[n])))
        base[n] = base[n] + part
    for n, tiles in enumerate(new):
        here = base.get(n, [])
        rest = _without(list(tiles), here)
        if rest:
            steps.append(Step("add", tuple(rest), tuple(here)) if here else Step("lay", tuple(tiles)))
    return tuple(steps)


def _shares(old: Table, new: Table) -> dict[tuple[int, int], Counter[Tile]]:
    """Return which tiles of each old set go into which new one; the greatest shares are assigned first."""
    left_old = [Counter(tiles) for tiles in old]
    left_new = [Counter(tiles) for tiles in new]
    shares: dict[tuple[int, int], Counter[Tile]] = {}
    while True:
        pairs = [
            ((left_old[o] & left_new[n]).total(), -o, -n)
            for o in range(len(old))
            for n in range(len(new))
            if (o, n) not in shares
        ]
        most, o, n = max(pairs, default=(0, 0, 0))
        if most == 0:
            return shares
        shares[-o, -n] = left_old[-o] & left_new[-n]
        left_old[-o] -= shares[-o, -n]
        left_new[-n] -= shares[-o, -n]


def _successors(old: Table, shares: dict[tuple[int, int], Counter[Tile]]) -> dict[int, int]:
    """Return for each old set the new one that gets most of its tiles."""
    successors = {}
    for o in range(len(old)):
        mine = [(share.total(), -n) for (at, n), share in shares.items() if at == o]
        successors[o] = -max(mine)[1]
    return successors


def _end_part(current: list[Tile], share: Counter[Tile]) -> list[Tile]:
    """Return the share if it is one end of the set; otherwise nothing."""
    count = share.total()
    if Counter(current[-count:]) == share:
        return current[-count:]
    return current[:count] if Counter(current[:count]) == share else []


def _tiles_of_share(current: list[Tile], share: Counter[Tile]) -> list[Tile]:
    left = share.copy()
    taken = []
    for tile in current:
        if left[tile]:
            left[tile] -= 1
            taken.append(tile)
    return taken


def _without(tiles: list[Tile], taken: list[Tile]) -> list[Tile]:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left
