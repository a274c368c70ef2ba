"""The clock of a turn (U9, U10). Moments are whole milliseconds; the caller says what time it is.

A turn that was sent in time may arrive late, so it is accepted until `DELAY_ALLOWANCE` after the end of the turn.
The allowance is the same for every player, and no clock shows it.
"""

from __future__ import annotations

from typing import Final

from tilewise.errors import Reason, Refusal
from tilewise.game import Game

DELAY_ALLOWANCE: Final = 1000
"""Milliseconds for the way over the network."""


def turn_end(game: Game, began: int) -> int | None:
    """Return when the clock of a turn reaches zero, or None if the turn has no time limit (U9).

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> turn_end(new_game(PROFILES["jumbo"], 2, seed=1), began=5_000)
    65000
    """
    return None if game.is_over or game.seconds is None else began + 1000 * game.seconds


def turn_expiry(game: Game, began: int) -> int | None:
    """Return when a turn is lost: the allowance after its end, or None if the turn has no time limit."""
    ends = turn_end(game, began)
    return None if ends is None else ends + DELAY_ALLOWANCE


def late_refusal(game: Game, began: int, now: int) -> Refusal | None:
    """Return why a turn is too late at this moment, or None if it is not (U10)."""
    expires = turn_expiry(game, began)
    return Refusal(Reason.TIME_UP) if expires is not None and now >= expires else None
