"""The clock of a turn (U9, U10). Moments are whole milliseconds, and always told from outside.

Who plays over a network is given `DELAY_ALLOWANCE` beyond the end of the turn: what was sent in time may arrive
late. The allowance is never shown on a clock, and it is the same for everybody.
"""

from __future__ import annotations

from typing import Final

from tilewise.errors import Reason, Refusal
from tilewise.game import Game

DELAY_ALLOWANCE: Final = 1000
"""Milliseconds for the way to the referee."""


def turn_end(game: Game, began: int) -> int | None:
    """When the clock of the turn that began then shows zero; None while no clock runs (U9).

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> turn_end(new_game(PROFILES["jumbo"], 2, seed=1), began=5_000)
    65000
    """
    return None if game.is_over or game.seconds is None else began + 1000 * game.seconds


def turn_expiry(game: Game, began: int) -> int | None:
    """When the turn is lost: the allowance after its end; None while no clock runs."""
    ends = turn_end(game, began)
    return None if ends is None else ends + DELAY_ALLOWANCE


def late_refusal(game: Game, began: int, now: int) -> Refusal | None:
    """Why a turn can no longer be made at this moment; None if it can (U10)."""
    expires = turn_expiry(game, began)
    return Refusal(Reason.TIME_UP) if expires is not None and now >= expires else None
