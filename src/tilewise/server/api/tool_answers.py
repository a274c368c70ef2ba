"""Questions to the companion tools for a real table, and their answers: check a set or a turn, score, solve."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilewise import companion
from tilewise.server.api.api_errors import ApiError

Name = Annotated[str, msgspec.Meta(max_length=40)]
SetText = Annotated[str, msgspec.Meta(max_length=200)]
"""A set has at most 26 tiles."""
TilesText = Annotated[str, msgspec.Meta(max_length=1500)]
"""All tiles of the largest box, with their bars."""
MOST_SETS = 60
Points = int | Annotated[str, msgspec.Meta(max_length=30)]


class ToolRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The fields of every request: the profile and its house rules."""

    profile: Name
    rules: dict[str, int | str | None] = {}


class CheckRequest(ToolRequest, frozen=True, kw_only=True):
    """Tiles that may be a set, or several `sets`."""

    set: SetText | UnsetType = UNSET
    sets: Annotated[tuple[SetText, ...], msgspec.Meta(max_length=MOST_SETS)] | UnsetType = UNSET


class CheckedSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether tiles are a set: its kind, value and order, or the reason why not and its rule."""

    valid: bool
    kind: str | None = None
    value: int | None = None
    stands_for: tuple[str, ...] = ()
    arranged: str | None = None
    rule: str | None = None
    reason: str | None = None
    facts: dict[str, int | str | tuple[int, ...]] = {}
    message: str | None = None


class CheckResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the tiles are a set: its kind and value, or the reason why not; for several, everything about each."""

    valid: bool | UnsetType = UNSET
    kind: str | None = None
    value: int | None = None
    stands_for: tuple[str, ...] = ()
    reason: str | None = None
    message: str | None = None
    sets: tuple[CheckedSet, ...] = ()


class TurnRequest(ToolRequest, frozen=True, kw_only=True):
    """A turn: `before`, `rack`, `after` and `opened`; or only `leftover`, to ask where those tiles go."""

    players: int | UnsetType = UNSET
    before: TilesText | UnsetType = UNSET
    rack: TilesText | UnsetType = UNSET
    after: TilesText | UnsetType = UNSET
    opened: bool | UnsetType = UNSET
    details: bool = False
    leftover: TilesText | UnsetType = UNSET


class TurnResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the turn is legal and which tiles it places, or the rule that it breaks, or where leftover tiles go.

    With `details`, also what each set after the turn is, and what an opening is worth.
    """

    legal: bool | UnsetType = UNSET
    placed: tuple[str, ...] = ()
    rule: str | None = None
    reason: str | None = None
    facts: dict[str, int | str] = {}
    message: str | None = None
    opening: int | UnsetType = UNSET
    sets: tuple[CheckedSet, ...] = ()
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


class SheetRack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was left on a rack: its tiles, or its worth; an empty object if nothing has been entered yet."""

    tiles: TilesText | UnsetType = UNSET
    worth: int | UnsetType = UNSET
    size: int | UnsetType = UNSET
    could_open: bool | UnsetType = UNSET
    opened: bool | UnsetType = UNSET
    announced: bool | UnsetType = UNSET


class SheetGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game of a sheet: how it ended and what was left on the racks, or scores that were counted by hand."""

    ended: Literal["out", "pool"] | UnsetType = UNSET
    out: int | UnsetType = UNSET
    starter: int | UnsetType = UNSET
    racks: Annotated[tuple[SheetRack, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET
    scores: Annotated[tuple[Points | None, ...], msgspec.Meta(max_length=6)] | UnsetType = UNSET


class SheetRequest(ToolRequest, frozen=True, kw_only=True):
    """A whole score sheet; `planned` is the number of games that the players agreed on."""

    players: int
    games: Annotated[tuple[SheetGame, ...], msgspec.Meta(max_length=200)]
    planned: int | UnsetType = UNSET


class CountedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a sheet by seat; scores, winners and reasons are there once nothing is missing."""

    missing: tuple[int, ...]
    worths: tuple[int | None, ...]
    could_open: tuple[bool | None, ...]
    starter: int | None
    scores: tuple[int | str, ...] | UnsetType = UNSET
    winners: tuple[int, ...] | UnsetType = UNSET
    counted: tuple[CountedScore, ...] | UnsetType = UNSET
    problem: ScoreProblem | UnsetType = UNSET


class SheetRound(msgspec.Struct, frozen=True):
    """A round by itself: as many games as there are players."""

    totals: tuple[int | str, ...]
    games_won: tuple[int, ...]
    ranks: tuple[int, ...]
    complete: bool


class SheetResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a score sheet shows. `games_won` are also the big points, where they decide (`match_by`)."""

    games: tuple[CountedGame, ...]
    totals: tuple[int | str, ...]
    games_won: tuple[int, ...]
    ranks: tuple[int, ...]
    progress: tuple[tuple[int | str, ...], ...]
    """The totals after each complete game."""
    rounds: tuple[SheetRound, ...]
    games_per_round: int
    match_by: str
    next_starter: int | None
    draw_for_start: bool
    """Whether tiles are drawn for the start of the next game."""
    box: dict[str, int]
    """How many of each number (`numbers`) and of each kind of joker the box has."""
    over: bool | UnsetType = UNSET


class SolveRequest(ToolRequest, frozen=True, kw_only=True):
    """A table and a rack for which to find the best play."""

    players: int | UnsetType = UNSET
    table: TilesText | Annotated[tuple[SetText, ...], msgspec.Meta(max_length=MOST_SETS)]
    rack: TilesText
    goal: Literal["tiles", "points", "out"] = "tiles"
    opening: bool = False
    steps: bool = False
    details: bool = False
    playable: bool = False


class SolveMove(msgspec.Struct, frozen=True):
    """One move of a hand: the tiles, the set before it, and the set that it makes."""

    verb: Literal["split", "take", "join", "add", "lay"]
    tiles: str
    to: str
    makes: str


class SolveResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best play: the placed tiles and the table after it.

    With `steps` or `details`, the moves one by one; with `details` also what jokers stand for, by the text of their
    set, and what an opening is worth; with `playable`, the tiles that some play places.
    """

    tiles: int
    worth: int
    proven: bool
    placed: tuple[str, ...]
    table: tuple[str, ...]
    kept: int | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    steps: tuple[str, ...] | UnsetType = UNSET
    moves: tuple[SolveMove, ...] | UnsetType = UNSET
    jokers: dict[str, tuple[str, ...]] | UnsetType = UNSET
    opening: int | UnsetType = UNSET
    playable: tuple[str, ...] | UnsetType = UNSET


def checked(result: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a tool; raises ApiError if it is an error."""
    if "error" in result:
        raise ApiError(400, result["error"], result["message"])
    return result


def answer_of(tool: companion.Tool, asked: ToolRequest) -> dict[str, Any]:
    """Return the answer of a tool; raises ApiError."""
    return checked(companion.answer(tool, as_question(asked)))


def as_question(given: ToolRequest) -> dict[str, Any]:
    """Return a question as the tools expect it: lists instead of tuples, and no fields that were left out."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(given))
    return plain
