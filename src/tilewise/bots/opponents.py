"""What the actions of the others tell: how patient they are, and what they do not have."""

from __future__ import annotations

import math
from typing import Final

from tilewise.game import Draw, Play
from tilewise.view import View

PLAYS: Final = 0.4
"""How often a quick player places something in a turn after its opening; measured with `solid`."""

PATIENT_PLAYS: Final = 0.02
"""The same for a patient player."""

PRIOR: Final = 0.3
"""How likely an opponent is patient before it has done anything."""


def patience_of(view: View, seat: int) -> float:
    """Return how likely a seat waits to go out at once, judging by its turns after the opening."""
    odds = math.log(PRIOR / (1 - PRIOR))
    opened = False
    for seen in view.history:
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


def lays_several(view: View, seat: int) -> bool:
    """Return whether a seat has laid several tiles in one turn since the pool was empty."""
    for seen in reversed(view.history if not view.pool_size else ()):
        if seen.drawn:
            break
        if seen.action.seat == seat and len(seen.placed) > 1:
            return True
    return False
