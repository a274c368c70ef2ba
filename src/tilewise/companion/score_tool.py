"""Count the scores of a game or of a match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from tilewise.companion.question import profile_of
from tilewise.json_fields import FieldError, Fields, is_whole
from tilewise.match import GameResult, standings
from tilewise.points import parse_points
from tilewise.profiles import Profile
from tilewise.scoring import Ending, score_game
from tilewise.tiles import parse_tiles


def score_games(question: object) -> dict[str, Any]:
    """Return the scores of a game (`racks`) or the standings of a match (`games`); raises TilewiseError.

    >>> score_games({"profile": "tm-toys", "racks": ["r1", "r5", "r10", "r10 r5"], "ended": "pool"})
    {'scores': [27, -4, -9, -14], 'winners': [0], 'big_points': [1, 0, 0, 0]}
    >>> score_games({"profile": "jumbo", "games": [{"scores": [24, -24], "winners": [0]}]})
    {'totals': [24, -24], 'ranks': [1, 2]}
    """
    fields = Fields(question)
    profile = profile_of(fields)
    if "games" in fields:
        return _score_match(profile, fields)
    return _score_game(profile, fields)


def _score_game(profile: Profile, fields: Fields) -> dict[str, Any]:
    racks = [parse_tiles(text) for text in fields.texts("racks")]
    profile.check_in_box(len(racks), (tile for rack in racks for tile in rack))
    ended = fields.text("ended")
    if ended not in ("out", "pool"):
        raise FieldError(f"The field 'ended' should be 'out' or 'pool', not {ended[:20]!r}.")
    score = score_game(
        profile,
        racks,
        ending=cast(Ending, ended),
        opened=fields.flags("opened", len(racks), default=True),
        announced=fields.flags("announced", len(racks), default=False),
    )
    return {
        "scores": list(map(_plain_points, score.points)),
        "winners": list(score.winners),
        "big_points": list(score.big_points),
    }


def _score_match(profile: Profile, fields: Fields) -> dict[str, Any]:
    games = [Fields(game, "A game") for game in fields.items("games")]
    if not games:
        raise FieldError("The field 'games' should list at least one game.")
    results = [_game_result(game) for game in games]
    players = len(results[0].points)
    profile.check_players(players)
    for result in results:
        if len(result.points) != players or any(not 0 <= seat < players for seat in result.winners):
            raise FieldError(f"Every game needs {players} scores, and winners from 0 to {players - 1}.")
    ranked = standings(profile, players, results)
    return {
        "totals": [_plain_points(standing.points) for standing in ranked],
        "ranks": [standing.rank for standing in ranked],
    }


def _game_result(game: Fields) -> GameResult:
    scores = tuple(map(_points, game.items("scores")))
    if "winners" in game:
        winners = tuple(game.wholes("winners"))
    else:
        winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return GameResult(scores, winners)


def _points(value: object) -> Fraction:
    if is_whole(value) and abs(cast(int, value)) < 10**9:
        return Fraction(cast(int, value))
    if isinstance(value, str):
        return parse_points(value)
    raise FieldError("A score should be a whole number of up to nine digits, or a text like '27/2'.")


def _plain_points(points: Fraction) -> int | str:
    """Return points as a number, or as a text such as "27/2" if a share is not whole."""
    return int(points) if points.denominator == 1 else str(points)
