"""The time limit of a turn (U9, U10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilewise.errors import Reason
from tilewise.game import GiveUp, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.turn_clock import DELAY_ALLOWANCE, late_refusal, turn_end, turn_expiry

BEGAN = 5_000
JUMBO = new_game(PROFILES["jumbo"], 2, seed=1)


def test_a_turn_ends_after_its_seconds_and_expires_an_allowance_later() -> None:
    """U9, U10."""
    assert turn_end(JUMBO, BEGAN) == BEGAN + 60_000
    assert turn_expiry(JUMBO, BEGAN) == BEGAN + 60_000 + DELAY_ALLOWANCE


@pytest.mark.parametrize(("after", "late"), [(0, False), (60_000, False), (60_999, False), (61_000, True)])
def test_a_turn_is_late_only_when_it_has_expired(after: int, late: bool) -> None:
    """U10: a turn sent in time may arrive within the allowance."""
    refusal = late_refusal(JUMBO, BEGAN, BEGAN + after)
    assert (refusal is not None) == late
    assert refusal is None or (refusal.reason, refusal.rule) == (Reason.TIME_UP, "U10")


def test_a_turn_without_a_time_limit_never_ends_by_the_clock() -> None:
    """U9: in `twist` the clock runs only after the opening."""
    game = new_game(PROFILES["twist"], 2, seed=1)
    assert (turn_end(game, BEGAN), turn_expiry(game, BEGAN), late_refusal(game, BEGAN, 10**12)) == (None, None, None)
    assert turn_end(replace(game, opened=(True, True)), BEGAN) == BEGAN + 60_000


def test_no_clock_runs_once_the_game_is_over() -> None:
    """N1."""
    assert turn_end(apply(JUMBO, GiveUp(0)), BEGAN) is None
