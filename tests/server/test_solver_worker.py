"""The worker process of the solver answers as the tool does."""

from __future__ import annotations

import json

from tilewise.companion import answer, solve_position
from tilewise.server.solver_worker import respond


def test_a_response_is_the_answer_of_the_tool_and_its_cost() -> None:
    for question in ({"profile": "international", "table": ["r3 r4 r5"], "rack": "r6 o1"}, {"rack": "r99"}):
        response = json.loads(respond(json.dumps(question).encode()))
        assert response["answer"] == answer(solve_position, question)
        assert response["seconds"] >= 0
