"""What the actions of the others tell: how patient they are, and what they do not have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from tilewise.game import Draw, Play
from tilewise.view import SeenAction, View

PLAYS: Final = 0.4
"""How often a quick player places something in a turn after its opening; measured with `solid`."""

PATIENT_PLAYS: Final = 0.02
"""The same for a patient player."""

PRIOR: Final = 0.3
"""How likely an opponent is patient before it has done anything."""

GENEROUS_PRIOR: Final = 0.8
"""How likely a patient opponent lays several tiles where it must place (N2): few players think of laying only one."""

ONLY_ONE_FITS: Final = 0.3
"""How often such an opponent lays a single tile all the same."""


def patience_of(view: View, seat: int) -> float:
    """Return how likely a seat waits to go out at once, judging by its turns after the opening.

    With an empty pool nobody can draw, and patient players may have to place as well (N2).
    """
    odds = math.log(PRIOR / (1 - PRIOR))
    opened = False
    for seen in view.history[: len(view.history) - len(turns_with_empty_pool(view))]:
        if seen.action.seat != seat:
            continue
        if isinstance(seen.action, Play) and seen.placed:
            if opened:
                odds += math.log(PATIENT_PLAYS / PLAYS)
            opened = True
        elif isinstance(seen.action, Draw) and opened:
            odds += math.log((1 - PATIENT_PLAYS) / (1 - PLAYS))
    return 1 / (1 + math.exp(-odds))


def could_place_nothing(view: View, seat: int) -> bool:
    """Return whether a seat drew in its last turn, and its reasons to do so are still there if it is quick.

    A player who has not opened could not open, whatever lies on the table. One who has could place nothing on the
    table as it was, which says something only if nobody has placed anything since.
    """
    for seen in reversed(view.history):
        if seen.action.seat == seat and isinstance(seen.action, Play | Draw):
            return isinstance(seen.action, Draw)
        if seen.placed and view.opened[seat]:
            return False
    return False


def generosity_of(view: View, seat: int) -> float:
    """Return how likely a patient seat lays several tiles where it must place, judging by what it has laid so far."""
    laid = [len(seen.placed) for seen in turns_with_empty_pool(view) if seen.action.seat == seat and seen.placed]
    if any(count > 1 for count in laid):
        return 1.0
    odds = GENEROUS_PRIOR / (1 - GENEROUS_PRIOR) * ONLY_ONE_FITS ** len(laid)
    return odds / (1 + odds)


def turns_with_empty_pool(view: View) -> Sequence[SeenAction]:
    """Return the turns since the pool is empty."""
    if view.pool_size:
        return ()
    last_drawn = max((number for number, seen in enumerate(view.history) if seen.drawn), default=-1)
    return view.history[last_drawn + 1 :]
