"""Endpoints of the companion tools for a real table: check a set or a turn, score a game, find the best play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from tilewise import companion
from tilewise.server.http.auth import budget_key, services_of
from tilewise.server.http.endpoints import Endpoint, Handler
from tilewise.server.http.responses import ApiError, TooMuch, json_response, read_body
from tilewise.server.solver_pool import SolverPoolError

Name = Annotated[str, msgspec.Meta(max_length=40)]
SetText = Annotated[str, msgspec.Meta(max_length=200)]
"""A set has at most 26 tiles."""
TilesText = Annotated[str, msgspec.Meta(max_length=1500)]
"""All tiles of the largest box, with their bars."""
Points = int | Annotated[str, msgspec.Meta(max_length=30)]


class ToolRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The fields of every request: the profile and its house rules."""

    profile: Name
    rules: dict[str, int | str | None] = {}


class CheckRequest(ToolRequest, frozen=True, kw_only=True):
    """Tiles that may be a set."""

    set: SetText


class CheckResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the tiles are a set: its kind and value, or the reason why not."""

    valid: bool
    kind: str | None = None
    value: int | None = None
    stands_for: tuple[str, ...] = ()
    reason: str | None = None
    message: str | None = None


class TurnRequest(ToolRequest, frozen=True, kw_only=True):
    """A turn: `before`, `rack`, `after` and `opened`; or only `leftover`, to ask where those tiles go."""

    players: int | UnsetType = UNSET
    before: TilesText | UnsetType = UNSET
    rack: TilesText | UnsetType = UNSET
    after: TilesText | UnsetType = UNSET
    opened: bool | UnsetType = UNSET
    leftover: TilesText | UnsetType = UNSET


class TurnResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the turn is legal and which tiles it places, or the rule that it breaks, or where leftover tiles go."""

    legal: bool | UnsetType = UNSET
    placed: tuple[str, ...] = ()
    rule: str | None = None
    reason: str | None = None
    facts: dict[str, int | str] = {}
    message: str | None = None
    leftover_to: str | None = None
    draws: int = 0


class PlayedScores(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The scores of one game of a match; without `winners`, the highest score wins."""

    scores: Annotated[tuple[Points, ...], msgspec.Meta(max_length=6)]
    winners: Annotated[tuple[int, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    ended: Literal["out", "pool"] | UnsetType = UNSET


class ScoreRequest(ToolRequest, frozen=True, kw_only=True):
    """The racks at the end of a game (`racks` and `ended`), or scores to check: of a game (`scores`), of a match."""

    racks: Annotated[tuple[TilesText, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    ended: Literal["out", "pool"] | UnsetType = UNSET
    opened: Annotated[tuple[bool, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    announced: Annotated[tuple[bool, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    scores: Annotated[tuple[Points, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    winners: Annotated[tuple[int, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    games: Annotated[tuple[PlayedScores, ...], msgspec.Meta(max_length=200)] | UnsetType = UNSET


class CountedScore(msgspec.Struct, frozen=True):
    """What was counted for a player: the rule, and the reason as a code with facts and as an English sentence."""

    rule: str
    reason: str
    facts: dict[str, int | str]
    message: str


class ScoreProblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why the scores of a game cannot be right, such as a sum other than 0; `game` counts the games from 0."""

    rule: str
    reason: str
    facts: dict[str, int | str]
    message: str
    game: int | UnsetType = UNSET


class ScoreResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """By seat: scores and winners of a game, or totals and ranks of a match. A fraction is a text like 27/2.

    Only profiles that have them return big points. `counted` explains the scores of racks; `problems` is there if
    scores that were sent cannot be right.
    """

    scores: tuple[int | str, ...] = ()
    winners: tuple[int, ...] = ()
    big_points: tuple[int, ...] = ()
    counted: tuple[CountedScore, ...] = ()
    totals: tuple[int | str, ...] = ()
    ranks: tuple[int, ...] = ()
    problems: tuple[ScoreProblem, ...] = ()


class SolveRequest(ToolRequest, frozen=True, kw_only=True):
    """A table and a rack for which to find the best play."""

    players: int | UnsetType = UNSET
    table: TilesText | Annotated[tuple[SetText, ...], msgspec.Meta(max_length=60)]
    rack: TilesText
    goal: Literal["tiles", "points"] = "tiles"
    opening: bool = False
    steps: bool = False


class SolveResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best play: the placed tiles, the table after it, and with `steps` the moves one by one."""

    tiles: int
    worth: int
    proven: bool
    placed: tuple[str, ...]
    table: tuple[str, ...]
    kept: int | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    steps: tuple[str, ...] | UnsetType = UNSET


def checked(result: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a tool; raises ApiError if it is an error."""
    if "error" in result:
        raise ApiError(400, result["error"], result["message"])
    return result


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
        return json_response(checked(companion.answer(tool, _as_dict(given))))

    return handle


async def solve(request: Request) -> Response:
    """Return the best play."""
    caller = await budget_key(request)
    given = await read_body(request, SolveRequest)
    return json_response(await solve_for(request, caller, _as_dict(given)))


def _as_dict(given: ToolRequest) -> dict[str, Any]:
    # The tools expect lists instead of tuples, and no fields that were left out.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(given))
    return plain


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
        "solve",
        solve,
        "What is the best play? Each caller has a budget of processor time per minute; 429 says when to try again",
        SolveRequest,
        SolveResult,
    ),
]
