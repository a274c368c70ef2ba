"""Answers of the HTTP API: JSON, and errors as a code with a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.errors import Fact, Facts, TilewiseError
from tilewise.server.limits import MOST_DEPTH, is_too_deep

T = TypeVar("T")

_NULL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""The character NUL as JSON writes it: PostgreSQL takes it for no text, and neither does anybody else."""


class ApiError(TilewiseError):
    """A request that is answered with an error: its status, its code, and a sentence."""

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


class TooMuch(ApiError):
    """Somebody asks too often, or too much; says when to come back."""

    def __init__(self, code: str, message: str, wait: int, status: int = 429) -> None:
        """`wait` is in milliseconds."""
        super().__init__(status, code, message, headers={"Retry-After": str(max(1, -(-wait // 1000)))})


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an error says: its code, and a sentence with the fact and the way out."""

    error: str
    message: str
    rule: str | None = None
    """The rule of the game that a command would break."""
    reason: str | None = None
    """Why rules make no game, by its code."""
    facts: dict[str, Fact] = {}
    """What the sentence is made of."""


def answer(content: object, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def error_answer(error: ApiError) -> Response:
    """An error in JSON."""
    response = answer(ErrorBody(error.code, str(error), error.rule, error.reason, error.facts), error.status)
    response.headers.update(error.headers)
    return response


async def body_of(request: Request, kind: type[T]) -> T:
    """What a request says, as a type; raises ApiError."""
    body = await request.body()
    if _NULL.search(body):
        raise ApiError(400, "bad-body", "A text of this request has a character that no text has (NUL).")
    if is_too_deep(body):
        raise ApiError(400, "too-deep", f"The body of this request has more than {MOST_DEPTH} brackets in each other.")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "bad-body", f"The body of this request cannot be used: {str(error)[:200]}") from None


def query_of(request: Request, kind: type[T]) -> T:
    """What stands behind the question mark, as a type; raises ApiError."""
    given = request.query_params
    if len(given.multi_items()) > len(given):
        raise ApiError(400, "bad-query", "Each parameter behind the question mark is given once.")
    if any("\0" in value for value in given.values()):
        raise ApiError(400, "bad-query", "A parameter has a character that no text has (NUL).")
    try:
        return msgspec.convert(dict(given), type=kind, strict=False)
    except msgspec.MsgspecError as error:
        raise ApiError(
            400, "bad-query", f"What stands behind the question mark cannot be used: {error}"[:240]
        ) from None
