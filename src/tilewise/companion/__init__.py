"""Tools for a real table: check a set, judge a turn, count the scores, find the best play.

Each takes one object of plain values and gives one back, so that the command line, batches of JSON lines and a
server answer alike. Wrong tiles are an answer; a wrong question raises TilewiseError, and `answer` makes an
object of that too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tilewise.companion.score_tool import score_games
from tilewise.companion.set_tool import check_set
from tilewise.companion.solver_tool import InvalidTable, solve_position
from tilewise.companion.turn_tool import check_turn
from tilewise.errors import TilewiseError
from tilewise.json_fields import FieldError
from tilewise.profiles import NotInBox, RulesError
from tilewise.tiles import NotationError

Tool = Callable[[object], dict[str, Any]]

ERROR_CODES: Final[dict[type[TilewiseError], str]] = {
    NotationError: "notation",
    FieldError: "bad-field",
    NotInBox: "not-in-box",
    InvalidTable: "invalid-table",
    RulesError: "rules",
}


def answer(tool: Tool, question: object) -> dict[str, Any]:
    """Ask a tool; a wrong question gets an object with `error` and `message`.

    >>> answer(check_set, {"profile": "jumbo", "set": "r3 r44"})["error"]
    'notation'
    """
    try:
        return tool(question)
    except TilewiseError as error:
        return {"error": ERROR_CODES.get(type(error), "bad-input"), "message": str(error)}


__all__ = ["ERROR_CODES", "Tool", "answer", "check_set", "check_turn", "score_games", "solve_position"]
