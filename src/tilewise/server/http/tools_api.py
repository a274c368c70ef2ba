"""The tools for a real table over HTTP: check a set, judge a turn, count the scores, find the best play."""

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


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every question says: by whose rules."""

    profile: Name
    rules: dict[str, int | str | None] = {}


class CheckQuestion(Question, frozen=True, kw_only=True):
    """Tiles that may be a set."""

    set: SetText


class CheckAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether it is: its kind and worth, or the reason why not."""

    valid: bool
    kind: str | None = None
    value: int | None = None
    stands_for: tuple[str, ...] = ()
    reason: str | None = None
    message: str | None = None


class TurnQuestion(Question, frozen=True, kw_only=True):
    """A turn: `before`, `rack`, `after` and `opened`; or only `leftover`, to learn where those tiles go."""

    players: int | UnsetType = UNSET
    before: TilesText | UnsetType = UNSET
    rack: TilesText | UnsetType = UNSET
    after: TilesText | UnsetType = UNSET
    opened: bool | UnsetType = UNSET
    leftover: TilesText | UnsetType = UNSET


class TurnAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether it was, and which tiles were placed; or the rule that it breaks; or what becomes of leftovers."""

    legal: bool | UnsetType = UNSET
    placed: tuple[str, ...] = ()
    rule: str | None = None
    reason: str | None = None
    message: str | None = None
    leftover_to: str | None = None
    draws: int = 0


class PlayedScores(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The scores of a game of a match; without winners, the highest score has won."""

    scores: Annotated[tuple[Points, ...], msgspec.Meta(max_length=6)]
    winners: Annotated[tuple[int, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET


class ScoreQuestion(Question, frozen=True, kw_only=True):
    """The end of a game or a match: with `racks` and `ended` for a game, or with `games` for a match."""

    racks: Annotated[tuple[TilesText, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    ended: Literal["out", "pool"] | UnsetType = UNSET
    opened: Annotated[tuple[bool, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    announced: Annotated[tuple[bool, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    games: Annotated[tuple[PlayedScores, ...], msgspec.Meta(max_length=200)] | UnsetType = UNSET


class ScoreAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """By seat: of a game the scores and who won, of a match the totals and ranks. A share is a text like 27/2."""

    scores: tuple[int | str, ...] = ()
    winners: tuple[int, ...] = ()
    big_points: tuple[int, ...] = ()
    totals: tuple[int | str, ...] = ()
    ranks: tuple[int, ...] = ()


class SolveQuestion(Question, frozen=True, kw_only=True):
    """A table and a rack, to find the best play."""

    players: int | UnsetType = UNSET
    table: TilesText | Annotated[tuple[SetText, ...], msgspec.Meta(max_length=60)]
    rack: TilesText
    goal: Literal["tiles", "points"] = "tiles"
    opening: bool = False
    steps: bool = False


class SolveAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best play: what is placed, the table after it, and with `steps` the moves of a hand."""

    tiles: int
    worth: int
    proven: bool
    placed: tuple[str, ...]
    table: tuple[str, ...]
    kept: int | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    steps: tuple[str, ...] | UnsetType = UNSET


def told(answered: dict[str, Any]) -> dict[str, Any]:
    """The answer of a tool; raises ApiError if it says that the question was wrong."""
    if "error" in answered:
        raise ApiError(400, answered["error"], answered["message"])
    return answered


async def solve_for(request: Request, caller: str, question: dict[str, Any]) -> dict[str, Any]:
    """Ask the solver, within the budget of who asks; raises ApiError."""
    try:
        return told(await services_of(request).solver_pool.solve(caller, question))
    except SolverPoolError as error:
        if error.wait is None:
            raise ApiError(400, error.code, str(error)) from None
        status = 503 if error.code == "solver-busy" else 429
        raise TooMuch(error.code, str(error), error.wait, status) from None


def _tool(tool: companion.Tool, kind: type[Question]) -> Handler:
    async def handle(request: Request) -> Response:
        await budget_key(request)
        question = await read_body(request, kind)
        return json_response(told(companion.answer(tool, _plain(question))))

    return handle


async def solve(request: Request) -> Response:
    """The best play."""
    caller = await budget_key(request)
    question = await read_body(request, SolveQuestion)
    return json_response(await solve_for(request, caller, _plain(question)))


def _plain(question: Question) -> dict[str, Any]:
    # As the tools take it: lists, no tuples, and nothing that was not said.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(question))
    return plain


def _tool_endpoint(
    name: str, handler: Callable[[Request], Awaitable[Response]], summary: str, body: Any, response: Any
) -> Endpoint:
    return Endpoint("POST", f"/api/tools/{name}", handler, summary, response=response, body=body, tag="tools")


ENDPOINTS = [
    _tool_endpoint("check", _tool(companion.check_set, CheckQuestion), "Is this a set?", CheckQuestion, CheckAnswer),
    _tool_endpoint("turn", _tool(companion.check_turn, TurnQuestion), "Was this turn legal?", TurnQuestion, TurnAnswer),
    _tool_endpoint(
        "score", _tool(companion.score_games, ScoreQuestion), "What has everybody scored?", ScoreQuestion, ScoreAnswer
    ),
    _tool_endpoint(
        "solve",
        solve,
        "What is the best play? Each caller has some seconds of processor time a minute; 429 says when there is more",
        SolveQuestion,
        SolveAnswer,
    ),
]
