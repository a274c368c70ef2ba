"""Endpoints of the companion tools for a real table: check a set or a turn, score a game, find the best play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise import companion
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
)
from tilewise.server.http.auth import budget_key, services_of
from tilewise.server.http.endpoints import Endpoint, Handler
from tilewise.server.http.responses import json_response, read_body


def _tool(tool: companion.Tool, kind: type[ToolRequest]) -> Handler:
    async def handle(request: Request) -> Response:
        caller = await budget_key(request)
        given = await read_body(request, kind)
        question = partial(answer_of, tool, given)
        return json_response(await services_of(request).questions.ask(caller, question, msgspec.Raw))

    return handle


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
        _tool(companion.solve_position, SolveRequest),
        "What is the best play? Each caller has a budget of processor time per minute for all tools; 429 says when to "
        "try again, and the code `too-hard` that an answer would take too long",
        SolveRequest,
        SolveResult,
    ),
]
