"""The worker process of questions answers as the tools do, within the processor time that it is given."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import Any

import msgspec
import pytest

from tests.support import strange_questions
from tests.support.hard_requests import hard_questions
from tilewise.companion import solve_position
from tilewise.server.api.api_errors import ErrorBody
from tilewise.server.api.tool_answers import SolveRequest, answer_of
from tilewise.server.question_worker import (
    ANSWERED,
    CRASHED,
    USED_UP,
    Question,
    Response,
    encode_question,
    encode_request,
    respond,
)


def asked(question: Question, seconds: float = 60.0) -> Response:
    response: Response = msgspec.json.decode(respond(encode_request(encode_question(question), seconds)), type=Response)
    return response


@pytest.mark.parametrize("can_fork", [True, False])
def test_a_response_is_the_answer_and_its_cost(can_fork: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not can_fork:
        monkeypatch.delattr(os, "fork")
    position = SolveRequest(profile="international", table=("r3 r4 r5",), rack="r6 o1")
    response = asked(partial(answer_of, solve_position, position))
    assert (response.status, json.loads(bytes(response.body))["placed"]) == (ANSWERED, ["r6"])
    assert 0 <= response.seconds < 10
    wrong = asked(partial(answer_of, solve_position, SolveRequest(profile="jumbo", table=(), rack="r99")))
    assert (wrong.status, msgspec.json.decode(wrong.body, type=ErrorBody).error) == (400, "notation")


def test_a_question_that_uses_up_its_time_is_ended_in_the_middle_of_a_kernel() -> None:
    path, body = hard_questions()[-1]
    hard: Any = msgspec.convert(body, SolveRequest)
    assert path == "/api/tools/solve"
    response = asked(partial(answer_of, solve_position, hard), 0.2)
    assert response.status == USED_UP
    assert 0.1 < response.seconds < 2


@pytest.mark.parametrize("question", [strange_questions.end_at_once, strange_questions.fail, strange_questions.eat])
def test_a_question_that_crashes_hurts_no_other(question: Question) -> None:
    assert asked(question).status == CRASHED
    assert bytes(asked(strange_questions.name_of_nobody).body) == b'"nobody"'
