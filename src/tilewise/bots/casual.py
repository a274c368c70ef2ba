"""The casual player: sees what a relaxed person sees.

It finds the best play that disturbs at most two sets on the table, and leaves sets with special jokers alone. Now
and then it misses that play: then it plays only sets from its own rack, or draws. Its misses follow from its seed.

The learner is its younger sibling: one set on the table is all that it can keep in its head.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from tilewise.bots.budget import Clock
from tilewise.bots.player import Player, play_or_draw
from tilewise.game import Action
from tilewise.shuffle import chance
from tilewise.solver import best_opening, best_play
from tilewise.tiles import JOKER, Table, Tiles
from tilewise.view import View

MISSES: Final = 1 / 8
"""The share of turns in which it overlooks its play."""


class Casual(Player):
    """Plays well, rearranges a little, and now and then misses a play."""

    most_disturbed = 2
    """Sets on the table that it takes apart in one turn."""

    def choose(self, view: View, clock: Clock) -> Action:
        """Return the best play it sees, or a draw."""
        attentive = chance(self.seed, f"casual/{view.seat}/{len(view.history)}") >= MISSES
        if view.has_opened:
            return play_or_draw(view, self._best_table(view, self.most_disturbed if attentive else 0))
        opening = best_opening(view.profile, view.table, view.rack) if attentive else None
        return play_or_draw(view, view.table if opening is None else opening.table)

    def _best_table(self, view: View, most_disturbed: int) -> Table:
        """Return the table after the best play that disturbs at most this many sets; unchanged if there is none."""
        best, most = view.table, (0, 0)
        for disturbed, rest in _choices(view.table, most_disturbed):
            # Special jokers go into new sets only.
            rack = _without_special(view.rack) if disturbed else view.rack
            found = best_play(view.profile, disturbed, rack)
            if (found.tiles, found.worth) > most:
                best, most = (*rest, *found.table), (found.tiles, found.worth)
        return best


class Learner(Casual):
    """Plays as the casual player does, but takes only one set on the table apart."""

    most_disturbed = 1


def _choices(table: Table, most: int) -> Iterator[tuple[Table, Table]]:
    """Yield each choice of up to `most` sets to disturb, with the other sets; never disturb a special joker."""
    plain = [i for i, tiles in enumerate(table) if max(tiles) <= JOKER]
    for count in range(most + 1):
        for chosen in combinations(plain, count):
            rest = tuple(tiles for i, tiles in enumerate(table) if i not in chosen)
            yield tuple(table[i] for i in chosen), rest


def _without_special(rack: Tiles) -> Tiles:
    return tuple(tile for tile in rack if tile <= JOKER)
