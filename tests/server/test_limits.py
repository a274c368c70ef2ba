"""Rate limits and connection slots."""

from __future__ import annotations

import pytest

from tilewise.server import limits
from tilewise.server.limits import DEEPEST_NESTING, MOST_BRACKETS, ConnectionSlots, Limiter, Limits, is_nested_too_deep
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
    chosen = Limits(Settings(requests_per_minute=0, people_per_address=0, database="sqlite://"))
    assert all(limiter.take("a", 0, 10_000) for limiter in (chosen.people, chosen.address_requests, chosen.guests))
    unlimited_people = Limits(Settings(requests_per_minute=0, database="sqlite://"))
    assert unlimited_people.address_requests.take("a", 0, 10_000)
    assert not unlimited_people.guests.take("a", 0, 10_000)


@pytest.mark.parametrize("people", [1, 30, 1000])
def test_an_address_may_do_what_one_person_may(people: int) -> None:
    chosen = Limits(Settings(people_per_address=people, database="sqlite://"))
    for of_address, of_person in (
        (chosen.address_requests, chosen.people),
        (chosen.address_messages, chosen.messages),
        (chosen.address_device_games, chosen.device_games),
    ):
        allowed = 0
        while of_person.take("ada", 0):
            allowed += 1
        assert of_address.take("192.0.2.7", 0, allowed)


def test_by_default_an_address_may_create_as_many_tables_as_a_person_may_have() -> None:
    settings = Settings(database="sqlite://")
    assert Limits(settings).tables.take("192.0.2.7", 0, settings.tables_per_person)


def test_a_refund_never_exceeds_the_burst() -> None:
    limiter = Limiter.hourly(2)
    assert limiter.take("a", 0)
    limiter.bucket("a").refund(0)
    limiter.bucket("a").refund(0)
    assert [limiter.take("a", 0) for _ in range(3)] == [True, True, False]


def test_a_charge_beyond_the_tokens_has_to_be_waited_for() -> None:
    limiter = Limiter(1, 5)
    limiter.bucket("a").charge(0, 8)
    assert limiter.wait("a", 0) == 4000
    assert not limiter.take("a", 3999)
    assert limiter.take("a", 4000)


def test_what_a_bucket_can_never_hold_takes_an_hour() -> None:
    assert Limiter(1, 5).wait("a", 0, cost=6) == 3_600_000
    assert Limiter(0, 0).wait("a", 0) == 3_600_000


def test_one_full_address_does_not_fill_the_server() -> None:
    slots = ConnectionSlots(total=3, per_address=2)
    assert [slots.take("a") for _ in range(3)] == [True, True, False]
    assert not slots.is_full
    assert slots.take("b")
    assert slots.is_full
    slots.release("a")
    assert slots.taken == 2


def test_json_with_too_many_brackets_counts_as_nested_too_deep() -> None:
    assert not is_nested_too_deep(b"[" + b"{}," * (MOST_BRACKETS - 2) + b"{}]")
    assert is_nested_too_deep(b"[" + b"{}," * MOST_BRACKETS + b"{}]")


@pytest.mark.parametrize(
    "text",
    [
        b"[]" * 17 + b'"",' * 43_000,
        b"[]" * 17 + b'"' + b"\\\\" * 65_000 + b'"',
        b"[]" * 17 + b'"' + b'\\"' * 65_000 + b'"',
        b"[]" * 17 + b'"a",' * 32_000,
        b'"[a",' * 3_900 + b'"a",' * 27_000,
    ],
    ids=range(5),
)
def test_finding_out_how_deep_json_is_nested_is_quick_whatever_its_strings_are(
    text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The regular expression gets only brackets and the quotes around them, at most three bytes for each bracket."""
    lengths: list[int] = []
    strings = limits._STRINGS

    class Measured:
        def sub(self, replacement: bytes, quoted: bytes) -> bytes:
            lengths.append(len(quoted))
            return strings.sub(replacement, quoted)

    monkeypatch.setattr(limits, "_STRINGS", Measured())
    assert not is_nested_too_deep(text)
    assert max(lengths) <= 3 * MOST_BRACKETS < len(text) / 8


@pytest.mark.parametrize("inside", [b"[", b'\\"[', b"\\\\", b'\\\\\\"{', b'","', b"\\n[\\t"])
def test_brackets_in_strings_are_not_levels(inside: bytes) -> None:
    assert not is_nested_too_deep(b"[" + b",".join([b'"' + inside + b'"'] * 40) + b", [], []" * 20 + b"]")
    assert is_nested_too_deep(b'["' + inside + b'",' + b"[" * DEEPEST_NESTING)
