"""Count a whole score sheet: every game with its reasons, the match, who starts next, and what cannot be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from tilewise.companion.question import players_of, profile_of
from tilewise.companion.score_tool import ending_of, explained, plain_points, points_of
from tilewise.errors import Fact
from tilewise.json_fields import FieldError, Fields
from tilewise.match import GameResult, games_per_round, standings
from tilewise.profiles import Profile, rack_worth
from tilewise.scoring import (
    CountedRack,
    Ending,
    ScoreProblem,
    ScoreProblemReason,
    find_score_problem,
    find_unknown_sizes,
    score_counted,
)
from tilewise.tiles import JOKERS, NUMBERED, Tiles, parse_tiles

HIGHEST_NUMBER: Final = 10_000
"""More than all tiles of the largest box are worth."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as it stands on the sheet: None for whatever has not been entered yet."""

    ending: Ending | None
    out: int | None
    racks: tuple[CountedRack | None, ...]
    opened: tuple[bool, ...]
    announced: tuple[bool, ...]
    scores: tuple[Fraction | None, ...] | None
    starter: int | None

    @property
    def missing(self) -> list[int]:
        """The seats of which something is still to be entered."""
        entries: Sequence[object] = self.racks if self.scores is None else self.scores
        return [seat for seat, entry in enumerate(entries) if entry is None]


def count_sheet(question: object) -> dict[str, Any]:
    """Return everything that a score sheet shows; a game that is not complete has no scores. Raises TilewiseError.

    >>> game = {"ended": "out", "out": 0, "racks": [{}, {"tiles": "r5 k10"}]}
    >>> sheet = count_sheet({"profile": "jumbo", "players": 2, "games": [game]})
    >>> sheet["games"][0]["scores"], sheet["totals"]
    ([15, -15], [15, -15])
    """
    fields = Fields(question)
    profile = profile_of(fields)
    players = players_of(fields, profile)
    games = [_read_game(profile, players, Fields(game, "A game")) for game in fields.items("games")]
    counted = [_count_game(profile, game) for game in games]
    starters = _starters(profile, players, games)
    results = [result for result, _ in counted if result is not None]
    answer: dict[str, Any] = {
        "games": [{**shown, "starter": starter} for (_, shown), starter in zip(counted, starters, strict=False)],
        **_standing(profile, players, results),
        "progress": _progress(players, results),
        "rounds": _rounds(profile, players, results),
        "games_per_round": games_per_round(profile, players),
        "match_by": profile.match_by,
        "next_starter": starters[-1],
        "draw_for_start": profile.next_starter != "left-of-last" or not games,
        "box": _box(profile, players),
    }
    if "planned" in fields:
        answer["over"] = len(results) >= fields.whole("planned")
    return answer


def _read_game(profile: Profile, players: int, fields: Fields) -> _Game:
    ending = ending_of(fields) if "ended" in fields else None
    out = _seat(fields, "out", players)
    if ending == "out" and out is None:
        raise FieldError("A game that ended with 'out' should name the seat that went out: 'out'.")
    entries = fields.items("racks") if "racks" in fields else [{}] * players
    if len(entries) != players:
        raise FieldError(f"The field 'racks' should have one object for each of the {players} players.")
    racks = [Fields(entry, "A rack") for entry in entries]
    return _Game(
        ending,
        out,
        tuple(
            CountedRack(0, (), 0) if ending == "out" and seat == out else _read_rack(profile, rack)
            for seat, rack in enumerate(racks)
        ),
        tuple(rack.flag("opened", default=True) for rack in racks),
        tuple(rack.flag("announced", default=False) for rack in racks),
        _read_scores(players, fields),
        _seat(fields, "starter", players),
    )


def _seat(fields: Fields, name: str, players: int) -> int | None:
    if name not in fields:
        return None
    seat = fields.whole(name)
    if not 0 <= seat < players:
        raise FieldError(f"The field {name!r} should be a seat from 0 to {players - 1}, not {seat}.")
    return seat


def _read_rack(profile: Profile, rack: Fields) -> CountedRack | None:
    if tiles := parse_tiles(rack.text("tiles", "")):
        return CountedRack(rack_worth(profile, tiles), tiles, len(tiles))
    if "worth" not in rack:
        return None
    worth = rack.whole("worth")
    # A rack of jokers is worth nothing where jokers cost nothing (C1).
    least = min(1, profile.joker_penalty)
    if not least <= worth <= HIGHEST_NUMBER:
        raise FieldError(f"A rack is worth from {least} to {HIGHEST_NUMBER}, not {worth}.")
    size = rack.whole("size") if "size" in rack else None
    if size is not None and size < 1:
        raise FieldError(f"A rack that is not empty has at least 1 tile, not {size}.")
    return CountedRack(worth, None, size, rack.flag("could_open", default=False))


def _read_scores(players: int, fields: Fields) -> tuple[Fraction | None, ...] | None:
    if "scores" not in fields:
        return None
    scores = fields.items("scores")
    if len(scores) != players:
        raise FieldError(f"The field 'scores' should have one value for each of the {players} players.")
    return tuple(None if score is None else points_of(score) for score in scores)


def _count_game(profile: Profile, game: _Game) -> tuple[GameResult | None, dict[str, Any]]:
    """Return the result of a game, None as long as there is none, and what the sheet shows of it."""
    problem = _too_many_tiles(profile, game)
    shown: dict[str, Any] = {
        "missing": game.missing,
        "worths": [None if rack is None else rack.worth for rack in game.racks],
        # With more jokers than a box has, the search for an opening would take forever.
        "could_open": [None if problem else _could_open(profile, game, seat) for seat in range(len(game.racks))],
    }
    if game.scores is not None:
        return _check_scores(profile, game, game.scores, shown)
    if problem:
        return None, shown | {"problem": problem}
    racks = [rack for rack in game.racks if rack is not None]
    if game.ending is None or len(racks) < len(game.racks):
        return None, shown
    if game.ending == "pool" and (unknown := find_unknown_sizes(profile, racks)):
        return None, shown | {"problem": _problem(unknown)}
    score = score_counted(profile, racks, ending=game.ending, opened=game.opened, announced=game.announced)
    counted = [explained(one.reason, one.facts, one.explanation) for one in score.scores]
    return _with_result(GameResult(score.points, score.winners), shown | {"counted": counted})


def _could_open(profile: Profile, game: _Game, seat: int) -> bool | None:
    """Whether a player who never opened could have; None where nobody asks (C3)."""
    rack = game.racks[seat]
    if rack is None or game.opened[seat] or game.ending != "out" or profile.missed_opening_penalty is None:
        return None
    return rack.could_have_opened(profile.opening_threshold)


def _check_scores(
    profile: Profile, game: _Game, entered: Sequence[Fraction | None], shown: dict[str, Any]
) -> tuple[GameResult | None, dict[str, Any]]:
    """Take scores that were counted by hand, and say if they cannot be right (C7)."""
    points = tuple(one for one in entered if one is not None)
    if len(points) < len(entered):
        return None, shown
    winners = tuple(seat for seat, one in enumerate(points) if one == max(points))
    if game.ending == "out" and game.out is not None:
        winners = (game.out,)
    problem = find_score_problem(profile, points, winners, game.ending)
    return _with_result(GameResult(points, winners), shown | ({"problem": _problem(problem)} if problem else {}))


def _with_result(result: GameResult, shown: dict[str, Any]) -> tuple[GameResult, dict[str, Any]]:
    return result, shown | {"scores": list(map(plain_points, result.points)), "winners": list(result.winners)}


def _too_many_tiles(profile: Profile, game: _Game) -> dict[str, Any] | None:
    tiles: Tiles = tuple(tile for rack in game.racks if rack is not None for tile in rack.tiles or ())
    box = profile.box(len(game.racks))
    for tile, count in Counter(tiles).items():
        if count > box[tile]:
            facts: dict[str, Fact] = {"tile": str(tile), "box": box[tile], "count": count}
            return _problem(ScoreProblem(ScoreProblemReason.TOO_MANY_TILES, facts))
    return None


def _problem(problem: ScoreProblem) -> dict[str, Any]:
    return explained(problem.reason, problem.facts, str(problem))


def _starters(profile: Profile, players: int, games: Sequence[_Game]) -> list[int | None]:
    """Return who started each game, as far as it is known, and who starts the next one (S6)."""
    starters: list[int | None] = []
    expected: int | None = None
    for game in games:
        starter = game.starter if game.starter is not None else expected
        starters.append(starter)
        expected = None
        if starter is not None and profile.next_starter == "left-of-last":
            expected = (starter + 1) % players
    return [*starters, expected]


def _standing(profile: Profile, players: int, results: Sequence[GameResult]) -> dict[str, Any]:
    ranked = standings(profile, players, results)
    return {
        "totals": [plain_points(standing.points) for standing in ranked],
        "games_won": [standing.games_won for standing in ranked],
        "ranks": [standing.rank for standing in ranked],
    }


def _progress(players: int, results: Sequence[GameResult]) -> list[list[int | str]]:
    """Return the totals after each complete game."""
    totals = [Fraction()] * players
    progress = []
    for result in results:
        totals = [total + points for total, points in zip(totals, result.points, strict=True)]
        progress.append(list(map(plain_points, totals)))
    return progress


def _rounds(profile: Profile, players: int, results: Sequence[GameResult]) -> list[dict[str, Any]]:
    """Return the standing of each round by itself, where games make rounds (C5)."""
    length = games_per_round(profile, players)
    if length == 1:
        return []
    rounds = [results[start : start + length] for start in range(0, len(results), length)]
    return [{**_standing(profile, players, games), "complete": len(games) == length} for games in rounds]


def _box(profile: Profile, players: int) -> dict[str, int]:
    """Return how many of each number and of each kind of joker the box has."""
    box = profile.box(players)
    jokers = {str(joker): box[joker] for joker in JOKERS if box[joker]}
    return {"numbers": box[NUMBERED[0]], **jokers}
