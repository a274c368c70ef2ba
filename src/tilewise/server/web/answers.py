"""Answers of the HTTP API: JSON, and errors as a code with a sentence."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.tiles import TilewiseError

T = TypeVar("T")


class ApiError(TilewiseError):
    """A request that is answered with an error: its status, its code, and a sentence."""

    def __init__(self, status: int, code: str, message: str) -> None:
        self.status = status
        self.code = code
        super().__init__(message)


class ErrorBody(msgspec.Struct, frozen=True):
    """What an error says."""

    error: str
    message: str


def answer(content: object, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def error_answer(error: ApiError) -> Response:
    """An error in JSON."""
    return answer(ErrorBody(error.code, str(error)), error.status)


def query_of(request: Request, kind: type[T]) -> T:
    """What stands behind the question mark, as a type; raises ApiError."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise ApiError(400, "bad-query", f"The query of this request cannot be used: {str(error)[:200]}.") from None


async def body_of(request: Request, kind: type[T]) -> T:
    """What a request says, as a type; raises ApiError."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "bad-body", f"The body of this request cannot be used: {str(error)[:200]}.") from None
