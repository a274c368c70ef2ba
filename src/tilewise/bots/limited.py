"""Players with human limits: how many sets they take apart in a turn, and how many tiles they lay.

A person does not see every rearrangement, and does not lay forty tiles in one turn. A limited player follows a policy
as `patient` does, but finds only plays within its limits. It misses nothing at random: missing plays now and then
hardly weakens a player, and looks odd.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from tilewise.bots.patient import Patient, fewest_opening
from tilewise.profiles import Profile
from tilewise.simulator.policies import Policy
from tilewise.solver import Solution, best_play, go_out
from tilewise.tiles import JOKER, Table, Tiles
from tilewise.view import View

NO_LIMIT: Final = 1000
"""More sets and tiles than any game has."""


class Limits(NamedTuple):
    """What a player can do in one turn."""

    sets: int = NO_LIMIT
    """Sets on the table that it changes."""
    attention: int = NO_LIMIT
    """Sets on the table that it thinks of changing: those laid or changed last."""
    tiles: int = NO_LIMIT
    """Tiles that it lays, unless its opening needs more."""


class Limited(Patient):
    """Plays by a policy, within limits."""

    def __init__(
        self, policy: Policy, limits: Limits, seat: int = 0, profile: Profile | None = None, seed: str = "0"
    ) -> None:
        # Where it must place (N2) and sees no play, it still finds a single tile that fits.
        super().__init__(policy._replace(lays_one=True), seat, profile, seed)
        self.limits = limits

    def _opening(self, view: View) -> Table:
        """Return the table after the opening that the policy chooses, or after the smallest if that is too large."""
        opened = super()._opening(view)
        if _tiles(opened) - _tiles(view.table) <= self.limits.tiles:
            return opened
        fewest = fewest_opening(view)
        return opened if fewest is None else fewest.table

    def _going_out(self, view: View) -> Table | None:
        """Return the table after laying the rack, or as much of it as the limit allows; None if it does not fit."""
        # Most racks do not fit, whatever is taken apart.
        if super()._going_out(view) is None:
            return None
        for apart, rest in choices(view.table, self.limits):
            out = go_out(view.profile, apart, view.rack, quick=True)
            if out is not None and out.placed:
                return self._reduced(view, apart, rest, out)
        return None

    def _best(self, view: View, rack: Tiles) -> Table:
        """Return the table after the best play within the limits; unchanged if there is none."""
        best, chosen, left = Solution((), (), 0, proven=True), view.table[:0], view.table
        for apart, rest in choices(view.table, self.limits):
            # Next to sets that stay, special jokers make new sets only: their questions take long.
            tiles = tuple(tile for tile in rack if tile <= JOKER) if apart and rest else rack
            found = best_play(view.profile, apart, tiles, quick=True)
            if (found.tiles, found.worth) > (best.tiles, best.worth):
                best, chosen, left = found, apart, rest
        return self._reduced(view, chosen, left, best)

    def _reduced(self, view: View, apart: Table, rest: Table, found: Solution) -> Table:
        """Return the table after a play, with fewer tiles if it has too many: low numbers and jokers stay."""
        while found.tiles > self.limits.tiles:
            high_first = sorted(found.placed, key=lambda tile: -tile.number)
            # Without one tile, others may not fit either: come down in steps.
            kept = found.tiles - (found.tiles - self.limits.tiles + 1) // 2
            found = best_play(view.profile, apart, tuple(high_first[:kept]), quick=True)
        return (*rest, *found.table) if found.placed else view.table


def choices(table: Table, limits: Limits) -> Iterator[tuple[Table, Table]]:
    """Yield each choice of sets to change within the limits, with the other sets, the fewest sets first.

    A player who cannot change all of them leaves sets with special jokers alone.
    """
    if min(limits.sets, limits.attention) >= len(table):
        yield table, ()
        return
    plain = [i for i, tiles in enumerate(table) if max(tiles) <= JOKER][-limits.attention :]
    for count in range(limits.sets + 1):
        for chosen in combinations(plain, count):
            rest = tuple(tiles for i, tiles in enumerate(table) if i not in chosen)
            yield tuple(table[i] for i in chosen), rest


def _tiles(table: Table) -> int:
    return sum(map(len, table))
