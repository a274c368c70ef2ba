"""The answer of a tool, with an error code if the question makes no sense."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tilewise.errors import TilewiseError
from tilewise.json_fields import FieldError
from tilewise.profiles import NotInBox, RulesError
from tilewise.solver import InvalidTable
from tilewise.tiles import NotationError

Tool = Callable[[object], dict[str, Any]]

ERROR_CODES: Final[dict[type[TilewiseError], str]] = {
    NotationError: "notation",
    FieldError: "bad-field",
    NotInBox: "not-in-box",
    InvalidTable: "invalid-table",
    RulesError: "rules",
}
"""The code of each kind of error; the code of every other TilewiseError is `bad-input`."""


def answer(tool: Tool, question: object) -> dict[str, Any]:
    """Return the answer of a tool, or an object with `error` and `message` if it raises TilewiseError.

    >>> from tilewise.companion.set_tool import check_set
    >>> answer(check_set, {"profile": "jumbo", "set": "r3 r44"})["error"]
    'notation'
    """
    try:
        return tool(question)
    except TilewiseError as error:
        return {"error": ERROR_CODES.get(type(error), "bad-input"), "message": str(error)}
