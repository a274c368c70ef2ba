"""The casual player: sees what a relaxed person sees.

That is the best play that disturbs at most two sets of the table; sets with special jokers it leaves alone. Now and
then it misses its play, and then it looks at its own rack only, or draws. What it misses follows from its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from tilewise.bots.player import claim_everything, play_or_draw
from tilewise.game import Action
from tilewise.shuffle import chance
from tilewise.solver import best_opening, best_play
from tilewise.tiles import JOKER, Table, Tiles
from tilewise.view import View

MISSES: Final = 1 / 8
"""How often it misses a play that it could have seen."""

MOST_DISTURBED: Final = 2


class Casual:
    """A computer player that is good company."""

    def __init__(self, seed: str = "0") -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Play what it sees."""
        attentive = chance(self.seed, f"casual/{view.seat}/{len(view.history)}") >= MISSES
        if view.has_opened:
            return play_or_draw(view, self._seen(view, MOST_DISTURBED if attentive else 0))
        opening = best_opening(view.profile, view.table, view.rack) if attentive else None
        return play_or_draw(view, view.table if opening is None else opening.table)

    def claim(self, view: View) -> Action | None:
        """Take a redeal, unless there were some already; announce every opening."""
        return claim_everything(view)

    def _seen(self, view: View, most_disturbed: int) -> Table:
        """The table after the best play that disturbs only so many sets; as it is, if there is none."""
        best, most = view.table, (0, 0)
        for disturbed, rest in _choices(view.table, most_disturbed):
            # Special jokers are laid in sets of one's own.
            rack = _without_special(view.rack) if disturbed else view.rack
            found = best_play(view.profile, disturbed, rack)
            if (found.tiles, found.worth) > most:
                best, most = (*rest, *found.table), (found.tiles, found.worth)
        return best


def _choices(table: Table, most: int) -> Iterator[tuple[Table, Table]]:
    """Yield up to so many sets to disturb, and the others; sets with special jokers are always among the others."""
    plain = [i for i, tiles in enumerate(table) if max(tiles) <= JOKER]
    for count in range(most + 1):
        for chosen in combinations(plain, count):
            rest = tuple(tiles for i, tiles in enumerate(table) if i not in chosen)
            yield tuple(table[i] for i in chosen), rest


def _without_special(rack: Tiles) -> Tiles:
    return tuple(tile for tile in rack if tile <= JOKER)
