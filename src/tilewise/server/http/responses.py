"""Requests and responses of the HTTP API: JSON bodies, query strings, and errors."""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError
from tilewise.server.limits import DEEPEST_NESTING, is_nested_too_deep

T = TypeVar("T")

NOT_FOUND: Final = ("nothing-here", "There is nothing at this address; GET /api lists all endpoints.")
"""The code and the sentence for unknown paths."""

_NULL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""The character NUL in JSON, which PostgreSQL cannot store."""


def json_response(content: object, status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def error_response(error: ApiError) -> Response:
    """Return the response for an error."""
    response = json_response(error.body, error.status)
    response.headers.update(error.headers)
    return response


async def read_body(request: Request, kind: type[T]) -> T:
    """Return the body of a request as a type; raises ApiError."""
    body = await request.body()
    if b"\\u0000" in body and _NULL.search(body):
        raise ApiError(400, "bad-body", "The body of this request contains the character NUL; leave it out.")
    if is_nested_too_deep(body):
        sentence = f"The body of this request is nested deeper than {DEEPEST_NESTING} levels, or has too many brackets."
        raise ApiError(400, "too-deep", sentence)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "bad-body", f"The body of this request is not valid: {str(error)[:200]}") from None


def read_query(request: Request, kind: type[T]) -> T:
    """Return the query string of a request as a type; raises ApiError."""
    given = request.query_params
    if len(given.multi_items()) > len(given):
        raise ApiError(400, "bad-query", "The query string contains a parameter twice; give each one once.")
    if any("\0" in value for value in given.values()):
        raise ApiError(400, "bad-query", "The query string contains the character NUL; leave it out.")
    try:
        return msgspec.convert(dict(given), type=kind, strict=False)
    except msgspec.MsgspecError as error:
        raise ApiError(400, "bad-query", f"The query string is not valid: {error}"[:240]) from None
