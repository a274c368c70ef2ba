"""Budgets and clocks: seconds are counted down, samples are only passed on."""

from __future__ import annotations

import math

from tilewise.bots.budget import ALLOWANCE, UNTIMED, Budget, Clock, untimed


def test_a_clock_counts_down_from_its_budget() -> None:
    moment = 100.0
    clock = Clock(Budget(seconds=2, samples=50), now=lambda: moment)
    assert (clock.remaining(), clock.samples, clock.is_up) == (2, 50, False)
    moment = 102.5
    assert (clock.remaining(), clock.is_up) == (-0.5, False), "the machine may be busy"
    moment = 102.01 + ALLOWANCE
    assert clock.is_up


def test_an_untimed_clock_never_runs_out() -> None:
    assert untimed() is UNTIMED
    assert UNTIMED.remaining() == math.inf
    assert UNTIMED.samples is None
    assert not UNTIMED.is_up
