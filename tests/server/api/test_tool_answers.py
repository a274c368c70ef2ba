"""The companion tools as the API asks them. tests/server/http/test_tools_api.py asks the same over HTTP."""

from __future__ import annotations

import pytest

from tilewise import companion
from tilewise.server.api.api_errors import ApiError
from tilewise.server.api.tool_answers import CheckRequest, ScoreRequest, answer_of, as_question, checked


def test_a_question_has_only_the_fields_that_were_asked() -> None:
    asked = ScoreRequest(profile="jumbo", racks=("", "r7"), ended="out")
    assert as_question(asked) == {"profile": "jumbo", "racks": ["", "r7"], "ended": "out"}


def test_an_answer_is_that_of_the_tool() -> None:
    answer = answer_of(companion.check_set, CheckRequest(profile="jumbo", set="r3 r4 r5"))
    assert answer == companion.check_set({"profile": "jumbo", "set": "r3 r4 r5"})


def test_a_question_that_makes_no_sense_is_an_error_with_the_code_of_the_tool() -> None:
    with pytest.raises(ApiError) as raised:
        answer_of(companion.check_set, CheckRequest(profile="jumbo", set="r3 r44"))
    assert (raised.value.status, raised.value.code) == (400, "notation")
    assert checked({"valid": True}) == {"valid": True}
