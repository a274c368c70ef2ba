"""The answers of all tools, errors included."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tilewise.companion import ERROR_CODES, Tool, answer, check_set, check_turn, score_games, solve_position
from tilewise.errors import TilewiseError
from tilewise.position import parse_position

TURN = {"profile": "jumbo", "before": "r3 r4 r5", "rack": "r6 J", "after": "r3 r4 r5 r6", "opened": True}


def test_an_error_without_a_code_of_its_own_is_bad_input() -> None:
    def tool(_: object) -> dict[str, Any]:
        raise TilewiseError("The dog ate it.")

    assert TilewiseError not in ERROR_CODES
    assert answer(tool, {}) == {"error": "bad-input", "message": "The dog ate it."}


def test_more_tiles_than_the_box_has_have_an_error_code_of_their_own() -> None:
    """E1: whichever tool finds them."""

    def tool(question: object) -> dict[str, Any]:
        parse_position(str(question))
        return {}

    too_many = "jumbo; players 2; turn 0; opened -; table -; racks r3 r3 r3 / ?14; pool ?89"
    assert answer(tool, too_many)["error"] == "not-in-box"


@pytest.mark.parametrize(
    ("tool", "question"),
    [
        (check_set, {"profile": "twist", "set": "b3 b4 C r6 r7"}),
        (check_set, {"profile": "jumbo", "set": "r3"}),
        (check_turn, TURN),
        (check_turn, {**TURN, "opened": False}),
        (check_turn, {"profile": "jumbo", "leftover": "r5"}),
        (score_games, {"profile": "vienna-de", "racks": ["r5", "k5", "b9"], "ended": "pool"}),
        (solve_position, {"profile": "jumbo", "table": "r3 r4 r5", "rack": "r6"}),
    ],
)
def test_every_answer_is_plain_json(tool: Tool, question: object) -> None:
    answered = answer(tool, question)
    assert json.loads(json.dumps(answered)) == answered
