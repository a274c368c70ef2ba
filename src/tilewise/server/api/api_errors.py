"""Errors of the API: a status, a code, and a sentence that says what happened and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from tilewise.companion import ERROR_CODES
from tilewise.errors import Fact, Facts, TilewiseError
from tilewise.profiles import RulesError
from tilewise.server.tables.refusals import NotPossible, TableReason

_STATUS: Final = {
    TableReason.NO_TABLE: 404,
    TableReason.NO_CODE: 404,
    TableReason.NO_SPECTATORS: 403,
    TableReason.NOT_SEATED: 403,
    TableReason.NOT_THE_OWNER: 403,
    TableReason.BAD_TILES: 400,
    TableReason.BAD_ADDITION: 400,
    TableReason.TOO_LONG: 400,
}
"""The status of each reason; all others are 409, since they depend on the state of the table."""


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: its code, and a sentence that says what happened and what to do."""

    error: str
    message: str
    rule: str | None = None
    """The rule of the game that a command breaks."""
    reason: str | None = None
    """The code of the reason why house rules are not valid."""
    facts: dict[str, Fact] = {}
    """The values in the sentence."""


class ApiError(TilewiseError):
    """An error response: a status, a code and a sentence."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        rule: str | None = None,
        reason: str | None = None,
        facts: Facts | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.rule = rule
        self.reason = reason
        self.facts = dict(facts or {})
        self.headers = dict(headers or {})
        super().__init__(message)

    @property
    def body(self) -> ErrorBody:
        """The body of the response."""
        return ErrorBody(self.code, str(self), self.rule, self.reason, self.facts)


class TooMuch(ApiError):
    """A limit was exceeded, or the server is busy; the response says when to try again."""

    def __init__(self, code: str, message: str, wait: int, status: int = 429) -> None:
        """`wait` is the number of milliseconds until the next attempt."""
        super().__init__(status, code, message, headers={"Retry-After": str(max(1, -(-wait // 1000)))})


def refusal_error(error: NotPossible) -> ApiError:
    """Return the error response for a refusal of a table."""
    return ApiError(_STATUS.get(error.reason, 409), error.reason.code, str(error), facts=error.facts)


def api_error(error: TilewiseError) -> ApiError:
    """Return the error response for an error of the rules, of a table, or of the API itself."""
    match error:
        case ApiError():
            return error
        case NotPossible():
            return refusal_error(error)
        case RulesError(reason=reason, facts=facts):
            return ApiError(400, ERROR_CODES[RulesError], str(error), reason=reason.code, facts=facts)
        case _:
            return ApiError(400, ERROR_CODES.get(type(error), "bad-input"), str(error))
