"""Count the scores of a game, or check and add up scores that were counted by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, cast

from tilewise.companion.question import profile_of
from tilewise.errors import Facts, ReasonWithRule
from tilewise.json_fields import FieldError, Fields, is_whole
from tilewise.match import GameResult, standings
from tilewise.points import parse_points
from tilewise.profiles import Profile
from tilewise.scoring import Ending, find_score_problem, score_game
from tilewise.tiles import parse_tiles

_SUBJECTS: Final = ("racks", "scores", "games")


def score_games(question: object) -> dict[str, Any]:
    """Return the scores of a game (`racks`), or check those of a game (`scores`) or a match (`games`).

    Raises TilewiseError.

    >>> score_games({"profile": "jumbo", "racks": ["", "r5 k10"], "ended": "out"})["counted"][1]["message"]
    'The rack r5 k10 is worth 15.'
    >>> score_games({"profile": "jumbo", "scores": [24, -5, -16, -3]})
    {'scores': [24, -5, -16, -3], 'winners': [0]}
    >>> score_games({"profile": "jumbo", "games": [{"scores": [24, -24], "winners": [0]}]})
    {'totals': [24, -24], 'ranks': [1, 2]}
    """
    fields = Fields(question)
    profile = profile_of(fields)
    given = [name for name in _SUBJECTS if name in fields]
    if len(given) != 1:
        raise FieldError("Name one of 'racks' (to count a game), 'scores' (to check a game) and 'games' (of a match).")
    if "racks" in fields:
        return _count_game(profile, fields)
    return _check_game(profile, fields) if "scores" in fields else _add_up_match(profile, fields)


def _count_game(profile: Profile, fields: Fields) -> dict[str, Any]:
    racks = [parse_tiles(text) for text in fields.texts("racks")]
    profile.check_in_box(len(racks), (tile for rack in racks for tile in rack))
    score = score_game(
        profile,
        racks,
        ending=ending_of(fields),
        opened=fields.flags("opened", len(racks), default=True),
        announced=fields.flags("announced", len(racks), default=False),
    )
    return {
        **_result(profile, GameResult(score.points, score.winners)),
        "counted": [explained(one.reason, one.facts, one.explanation) for one in score.scores],
    }


def _check_game(profile: Profile, fields: Fields) -> dict[str, Any]:
    result = _entered(profile, fields)
    problem = _problem(profile, fields, result)
    return _result(profile, result) | ({"problems": [problem]} if problem else {})


def _add_up_match(profile: Profile, fields: Fields) -> dict[str, Any]:
    games = [Fields(game, "A game") for game in fields.items("games")]
    if not games:
        raise FieldError("The field 'games' should list at least one game.")
    results = [_entered(profile, game) for game in games]
    players = len(results[0].points)
    if any(len(result.points) != players for result in results):
        raise FieldError(f"Every game needs {players} scores, as the first one has.")
    ranked = standings(profile, players, results)
    answer: dict[str, Any] = {
        "totals": [plain_points(standing.points) for standing in ranked],
        "ranks": [standing.rank for standing in ranked],
    }
    if profile.match_by == "big-points":
        answer["big_points"] = [standing.games_won for standing in ranked]
    found = [_problem(profile, game, result) for game, result in zip(games, results, strict=True)]
    problems = [{"game": number, **problem} for number, problem in enumerate(found) if problem]
    return answer | ({"problems": problems} if problems else {})


def _entered(profile: Profile, game: Fields) -> GameResult:
    """Return the result of a game whose scores somebody entered; by default the highest score won."""
    scores = tuple(map(points_of, game.items("scores")))
    profile.check_players(len(scores))
    if "winners" not in game:
        return GameResult(scores, tuple(seat for seat, points in enumerate(scores) if points == max(scores)))
    winners = tuple(game.wholes("winners"))
    if not winners or len(set(winners)) < len(winners) or any(not 0 <= seat < len(scores) for seat in winners):
        seats = f"seats from 0 to {len(scores) - 1}"
        raise FieldError(f"The winners of a game with {len(scores)} scores are one or more different {seats}.")
    return GameResult(scores, winners)


def _problem(profile: Profile, game: Fields, result: GameResult) -> dict[str, Any] | None:
    """Return why the scores cannot be right, and what to look for; None if they can (C7)."""
    ending = ending_of(game) if "ended" in game else None
    problem = find_score_problem(profile, result.points, result.winners, ending)
    return explained(problem.reason, problem.facts, str(problem)) if problem else None


def ending_of(fields: Fields) -> Ending:
    """Return how a game ended; raises FieldError."""
    ended = fields.text("ended")
    if ended not in ("out", "pool"):
        raise FieldError(f"The field 'ended' should be 'out' or 'pool', not {ended[:20]!r}.")
    return cast(Ending, ended)


def _result(profile: Profile, result: GameResult) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "scores": list(map(plain_points, result.points)),
        "winners": list(result.winners),
    }
    if profile.match_by == "big-points":
        answer["big_points"] = [int(seat in result.winners) for seat in range(len(result.points))]
    return answer


def explained(reason: ReasonWithRule, facts: Facts, message: str) -> dict[str, Any]:
    """Return a reason with its facts, as all tools do."""
    return {"rule": reason.rule, "reason": reason.code, "facts": dict(facts), "message": message}


def points_of(value: object) -> Fraction:
    """Return a score that somebody entered; raises TilewiseError."""
    if is_whole(value) and abs(cast(int, value)) < 10**9:
        return Fraction(cast(int, value))
    if isinstance(value, str):
        return parse_points(value.replace("\N{MINUS SIGN}", "-"))  # As in the tables of the rules pages.
    raise FieldError("A score should be a whole number of up to nine digits, or a text like '27/2'.")


def plain_points(points: Fraction) -> int | str:
    """Return points as a number, or as a text such as "27/2" if a share is not whole."""
    return int(points) if points.denominator == 1 else str(points)
