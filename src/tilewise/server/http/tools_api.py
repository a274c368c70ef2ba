"""Endpoints of the companion tools for a real table: check a set or a turn, score a game, find the best play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilewise import companion
from tilewise.server.api.api_errors import ApiError, TooMuch
from tilewise.server.api.tool_answers import (
    CheckRequest,
    CheckResult,
    ScoreRequest,
    ScoreResult,
    SheetRequest,
    SheetResult,
    SolveRequest,
    SolveResult,
    ToolRequest,
    TurnRequest,
    TurnResult,
    answer_of,
    as_question,
    checked,
)
from tilewise.server.http.auth import budget_key, services_of
from tilewise.server.http.endpoints import Endpoint, Handler
from tilewise.server.http.responses import json_response, read_body
from tilewise.server.solver_pool import SolverPoolError


async def solve_for(request: Request, caller: str, given: dict[str, Any]) -> dict[str, Any]:
    """Run the solver within a caller's budget; raises ApiError."""
    try:
        return checked(await services_of(request).solver_pool.solve(caller, given))
    except SolverPoolError as error:
        if error.wait is None:
            raise ApiError(400, error.code, str(error)) from None
        status = 503 if error.code == "solver-busy" else 429
        raise TooMuch(error.code, str(error), error.wait, status) from None


def _tool(tool: companion.Tool, kind: type[ToolRequest]) -> Handler:
    async def handle(request: Request) -> Response:
        await budget_key(request)
        given = await read_body(request, kind)
        return json_response(answer_of(tool, given))

    return handle


async def solve(request: Request) -> Response:
    """Return the best play."""
    caller = await budget_key(request)
    given = await read_body(request, SolveRequest)
    return json_response(await solve_for(request, caller, as_question(given)))


def _tool_endpoint(
    name: str, handler: Callable[[Request], Awaitable[Response]], summary: str, body: Any, response: Any
) -> Endpoint:
    return Endpoint("POST", f"/api/tools/{name}", handler, summary, response=response, body=body, tag="tools")


ENDPOINTS = [
    _tool_endpoint("check", _tool(companion.check_set, CheckRequest), "Is this a set?", CheckRequest, CheckResult),
    _tool_endpoint("turn", _tool(companion.check_turn, TurnRequest), "Was this turn legal?", TurnRequest, TurnResult),
    _tool_endpoint(
        "score", _tool(companion.score_games, ScoreRequest), "What did each player score?", ScoreRequest, ScoreResult
    ),
    _tool_endpoint(
        "sheet",
        _tool(companion.count_sheet, SheetRequest),
        "What does this score sheet add up to, and who starts the next game?",
        SheetRequest,
        SheetResult,
    ),
    _tool_endpoint(
        "solve",
        solve,
        "What is the best play? Each caller has a budget of processor time per minute; 429 says when to try again",
        SolveRequest,
        SolveResult,
    ),
]
