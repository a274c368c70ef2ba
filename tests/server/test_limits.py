"""Rate limits and connection slots."""

from __future__ import annotations

from tilewise.server.limits import ConnectionSlots, Limiter, Limits
from tilewise.server.settings import Settings


def test_limiters_remember_a_bounded_number_of_callers() -> None:
    limiter = Limiter(1, 1, most_callers=100)
    for number in range(10_000):
        limiter.take(f"caller {number}", 0)
    assert len(limiter) == 100
    slots = ConnectionSlots(10**6, 10)
    for number in range(1000):
        slots.take(f"{number}")
        slots.release(f"{number}")
    assert not slots._by_address


def test_a_clock_that_is_set_back_takes_no_tokens_away() -> None:
    limiter = Limiter(1, 10)
    limiter.take("a", 1_000_000)
    assert limiter.take("a", 0, cost=9)


def test_a_setting_of_zero_means_no_limit() -> None:
    limits = Limits(Settings(requests_per_minute=0, database="sqlite://"))
    assert all(limits.addresses.take("a", 0) for _ in range(10_000))
