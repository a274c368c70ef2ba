"""The profiles of Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.effort import THOROUGH, examples


def test_a_failing_example_is_printed_with_its_values() -> None:
    @given(number=st.integers(0, 1000))
    def fail(number: int) -> None:
        assert number < 7

    with pytest.raises(AssertionError) as caught:
        fail()
    printed = "\n".join(caught.value.__notes__)
    assert "number=7" in printed
    assert ("@reproduce_failure" in printed) == THOROUGH


def test_make_test_tries_the_same_examples_every_time_and_make_test_all_others() -> None:
    @settings(max_examples=examples(20, thorough=20))
    @given(number=st.integers())
    def note(number: int) -> None:
        tried.append(number)

    runs = []
    for _ in range(2):
        tried: list[int] = []
        note()
        runs.append(tried)
    assert (runs[0] == runs[1]) != THOROUGH
