"""The policies of simple computer players: what they wait for, and what they hold back.

`bots.patient` plays them through the exact solver; `playouts` plays the same in compiled code.
"""

from __future__ import annotations

from typing import Final, NamedTuple

ALWAYS: Final = 1000
"""More tiles than any rack has."""


MOST_REDEALS: Final = 3
"""Computer players demand no more redeals than this. House rules can make pairs so common that no game would start."""


class Policy(NamedTuple):
    """How a computer player opens, and when it plays."""

    opens_with_fewest: bool = True
    """Whether it opens with the fewest tiles, and not with the most. With an empty pool everyone opens with most."""
    holds_jokers: bool = True
    """Whether it keeps jokers on its rack until it can go out, or the pool is empty."""
    patience: int = 0
    """While its rack has at most this many tiles, it only plays to go out."""
    passes: bool = False
    """Whether it waits even when the pool is empty, unless the last round has begun (N2)."""
    most_stuck: int | None = None
    """It opens only if at most this many tiles would then stay stuck; None: it opens as soon as it can."""
    lays_one: bool = False
    """Whether it lays a single tile where it must place (N2), and not as many as it can."""
    learned: bool = False
    """Whether it opens only where the learned value says that this pays."""
    watches: bool = False
    """Whether it passes with an empty pool only after a turn that placed tiles, and else plays: its pass could end the
    game (N2). Where it must place it does not matter, and with two players it always passes."""


POLICIES: Final = {
    "solid": Policy(opens_with_fewest=False, holds_jokers=False),
    "hold": Policy(),
    "cap6": Policy(patience=6),
    "cap12": Policy(patience=12),
    "cap24": Policy(patience=24),
    "wait": Policy(patience=ALWAYS),
    "wait2": Policy(patience=ALWAYS, passes=True),
    "wait3": Policy(patience=ALWAYS, passes=True, most_stuck=4),
    "learned": Policy(patience=ALWAYS, passes=True, learned=True),
    "wait4": Policy(patience=ALWAYS, passes=True, lays_one=True),
}
"""Policies by name. `solid` plays as the level of that name does."""

PANEL: Final = ("solid", "hold", "cap6", "cap12", "cap24", "wait", "wait2", "wait3", "learned")
"""The policies that players are measured against: fixed, so that results of different days can be compared."""
