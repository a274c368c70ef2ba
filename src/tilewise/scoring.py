"""Scores of a game, how they are explained (C1-C4), and whether scores entered by hand add up (C7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Final, Literal, get_args

from tilewise.errors import Fact, Facts, ReasonWithRule, TilewiseError, in_english
from tilewise.json_fields import short_repr
from tilewise.points import signed
from tilewise.profiles import Profile
from tilewise.profiles.worth import rack_worth
from tilewise.solver import can_open
from tilewise.tiles import Tiles, format_tiles

Ending = Literal["out", "pool", "given-up"]
"""A player emptied their rack (N1), the pool was empty and nobody went out (N2), or all other players gave up."""

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)


class ScoreReason(ReasonWithRule):
    """What a score consists of: code, rule id and English sentence."""

    RACK = ("rack", "C1", "The rack {tiles} is worth {worth}.")
    OTHERS = ("others", "C2", "The sum of what the others lost.")
    UNOPENED = ("unopened", "C3", "Never opened, and could not have; this counts instead of the rack.")
    MISSED_OPENING = ("missed-opening", "C3", "Never opened, but could have; this counts instead of the rack.")
    ANNOUNCED = ("announced", "C3", "Never opened, but had announced it; the rack {tiles} is worth {worth}.")
    DIFFERENCE = ("difference", "C4", "The rack {tiles} is worth {worth}, the winner's {winner}.")
    LOWEST = ("lowest", "C4", "The lowest rack, {worth}; gets what the others lost.")
    SHARED = (
        "shared",
        "C4",
        "One of {winners} players with the lowest rack, {worth}; they share equally what the others lost.",
    )
    OWN_RACK = (
        "own-rack",
        "C4",
        "The pool is empty, so everyone loses the value of their own rack: {tiles} is worth {worth}.",
    )


class ScoreProblemReason(ReasonWithRule):
    """Why the scores of a game cannot be right, and what to look for: code, rule id and English sentence."""

    WRONG_SIGN = (
        "wrong-sign",
        "C7",
        "The scores add up to {sum}, not to 0. With {instead} in place of {points} they would: check the sign.",
    )
    MISCOUNTED_JOKER = (
        "miscounted-joker",
        "C7",
        "The scores add up to {sum}, not to 0. A joker counts {joker}: look for one forgotten or counted twice.",
    )
    WRONG_SUM = (
        "wrong-sum",
        "C7",
        "The scores add up to {sum}, not to 0. The winner gains the {lost} that the others lost: check this sum first.",
    )
    PLUS_WITH_EMPTY_POOL = (
        "plus-with-empty-pool",
        "C4",
        "With an empty pool everyone loses the value of their own rack, the winner too, so no score can be {points}.",
    )


@dataclass(frozen=True, slots=True)
class ScoreProblem:
    """What is wrong with the scores of a game; `str()` is the English sentence."""

    reason: ScoreProblemReason
    facts: Facts = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return in_english(self.reason, self.facts)


@dataclass(frozen=True, slots=True)
class Score:
    """One player's score of a game; `str()` is the points with their explanation in English."""

    points: Fraction
    reason: ScoreReason
    facts: Facts = field(default_factory=dict, hash=False)

    @property
    def explanation(self) -> str:
        """Where the points come from, in English."""
        return in_english(self.reason, self.facts)

    def __str__(self) -> str:
        return f"{signed(self.points)}: {self.explanation}"


@dataclass(frozen=True, slots=True)
class GameScore:
    """The scores of a game by seat, and the winners."""

    ending: Ending
    scores: tuple[Score, ...]
    winners: tuple[int, ...]

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The points by seat."""
        return tuple(score.points for score in self.scores)

    @property
    def big_points(self) -> tuple[int, ...]:
        """By seat: 1 for a winner, 0 for the others (C5)."""
        return tuple(int(seat in self.winners) for seat in range(len(self.scores)))


def score_game(
    profile: Profile,
    racks: Sequence[Tiles],
    *,
    ending: Ending,
    opened: Sequence[bool],
    announced: Sequence[bool],
    given_up: Sequence[bool] = (),
) -> GameScore:
    """Score a game that has ended.

    A seat that gave up never wins, and an empty pool costs it its whole rack. If all other players gave up, nobody
    went out, so C3 does not apply. Raises TilewiseError for an unknown ending, racks that do not fit the ending, a
    number of players that the profile is not for, flags that are not one per seat, and tiles that the box lacks.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.tiles import parse_tiles
    >>> racks = [(), parse_tiles("r5 k10")]
    >>> score = score_game(PROFILES["jumbo"], racks, ending="out", opened=(True, True), announced=(False, False))
    >>> [str(line) for line in score.scores]
    ['+15: The sum of what the others lost.', '-15: The rack r5 k10 is worth 15.']
    """
    _check_input(profile, racks, ending, {"opened": opened, "announced": announced, "given_up": given_up})
    playing = [seat for seat in range(len(racks)) if not (given_up and given_up[seat])]
    if ending == "pool":
        if not playing:
            raise TilewiseError("A game that ended with an empty pool has a player who did not give up.")
        if empty := [seat for seat, rack in enumerate(racks) if not rack]:
            raise TilewiseError(
                f"The rack of seat {empty[0]} is empty, so this player went out: the game ended with 'out', not with "
                "'pool'. Change the ending, or name the tiles that were left on this rack."
            )
        return _score_empty_pool(profile, racks, playing)
    if ending == "given-up":
        winners = playing
        opened = [True] * len(racks)
        problem = "A game that all others gave up has one player left"
    else:
        winners = [seat for seat in playing if not racks[seat]]
        problem = "A game that ended with an emptied rack has one empty rack"
    if len(winners) != 1:
        raise TilewiseError(f"{problem}, not {len(winners)}.")
    return _score_out(profile, racks, ending, winners[0], opened, announced)


def find_score_problem(
    profile: Profile, points: Sequence[Fraction], winners: Sequence[int], ending: Ending | None = None
) -> ScoreProblem | None:
    """Return what is wrong with scores that somebody entered by hand, or None if they can be right (C7).

    What the winner gains is what the others lost, so scores add up to 0. The exception is a profile in which an empty
    pool costs everyone their own rack (C4): if the ending is not known, scores without a plus can be of such a game.

    >>> from tilewise.profiles import PROFILES
    >>> str(find_score_problem(PROFILES["jumbo"], tuple(map(Fraction, (24, 5, -16, -3))), (0,)))
    'The scores add up to +10, not to 0. With -5 in place of +5 they would: check the sign.'
    """
    if profile.pool_score == "all-minus" and (ending == "pool" or (ending is None and max(points) <= 0)):
        gains = [one for one in points if one > 0]
        return ScoreProblem(ScoreProblemReason.PLUS_WITH_EMPTY_POOL, {"points": signed(gains[0])}) if gains else None
    total = sum(points, Fraction())
    if not total:
        return None
    facts: dict[str, Fact] = {"sum": signed(total)}
    if total / 2 in points:
        facts |= {"points": signed(total / 2), "instead": signed(-total / 2)}
        return ScoreProblem(ScoreProblemReason.WRONG_SIGN, facts)
    if abs(total) == profile.joker_penalty and profile.joker_kinds:
        return ScoreProblem(ScoreProblemReason.MISCOUNTED_JOKER, facts | {"joker": profile.joker_penalty})
    lost = -sum((one for seat, one in enumerate(points) if seat not in winners), Fraction())
    return ScoreProblem(ScoreProblemReason.WRONG_SUM, facts | {"lost": str(lost)})


def _check_input(profile: Profile, racks: Sequence[Tiles], ending: Ending, flags: Mapping[str, Sequence[bool]]) -> None:
    if ending not in ENDINGS:
        raise TilewiseError(f"A game ends in one of the ways {', '.join(ENDINGS)}, not {short_repr(ending)}.")
    players = len(racks)
    profile.check_in_box(players, chain.from_iterable(racks))
    for name, values in flags.items():
        if len(values) != players and not (name == "given_up" and not values):
            raise TilewiseError(f"{name} has one value for each of the {players} seats, not {len(values)}.")


def _score_out(
    profile: Profile,
    racks: Sequence[Tiles],
    ending: Ending,
    winner: int,
    opened: Sequence[bool],
    announced: Sequence[bool],
) -> GameScore:
    scores = {
        seat: _score_loser(profile, rack, opened[seat], announced[seat])
        for seat, rack in enumerate(racks)
        if seat != winner
    }
    scores[winner] = Score(_lost(scores.values()), ScoreReason.OTHERS)
    return GameScore(ending, tuple(scores[seat] for seat in range(len(racks))), (winner,))


def _score_loser(profile: Profile, rack: Tiles, opened: bool, announced: bool) -> Score:
    worth = rack_worth(profile, rack)
    facts = _rack_facts(rack, worth)
    if opened or profile.unopened_penalty is None or profile.missed_opening_penalty is None:
        return Score(Fraction(-worth), ScoreReason.RACK, facts)
    if not can_open(rack, profile.opening_threshold):
        return Score(Fraction(-profile.unopened_penalty), ScoreReason.UNOPENED, facts)
    if announced:
        return Score(Fraction(-worth), ScoreReason.ANNOUNCED, facts)
    return Score(Fraction(-profile.missed_opening_penalty), ScoreReason.MISSED_OPENING, facts)


def _score_empty_pool(profile: Profile, racks: Sequence[Tiles], playing: Sequence[int]) -> GameScore:
    worths = [rack_worth(profile, rack) for rack in racks]
    lowest = min(worths[seat] for seat in playing)
    winners = [seat for seat in playing if worths[seat] == lowest]
    if profile.pool_tie == "fewest-tiles":
        fewest = min(len(racks[seat]) for seat in winners)
        winners = [seat for seat in winners if len(racks[seat]) == fewest]
    scores: dict[int, Score] = {}
    for seat, rack in enumerate(racks):
        facts = _rack_facts(rack, worths[seat])
        if profile.pool_score == "all-minus":
            scores[seat] = Score(Fraction(-worths[seat]), ScoreReason.OWN_RACK, facts)
        elif seat in winners:
            continue
        elif profile.pool_score == "difference" and seat in playing:
            points = Fraction(lowest - worths[seat])
            scores[seat] = Score(points, ScoreReason.DIFFERENCE, {**facts, "winner": lowest})
        else:
            scores[seat] = Score(Fraction(-worths[seat]), ScoreReason.RACK, facts)
    if profile.pool_score != "all-minus":
        share = _lost(scores.values()) / len(winners)
        reason = ScoreReason.LOWEST if len(winners) == 1 else ScoreReason.SHARED
        for seat in winners:
            scores[seat] = Score(share, reason, {**_rack_facts(racks[seat], lowest), "winners": len(winners)})
    return GameScore("pool", tuple(scores[seat] for seat in range(len(racks))), tuple(winners))


def _lost(scores: Iterable[Score]) -> Fraction:
    return -sum((score.points for score in scores), Fraction())


def _rack_facts(rack: Tiles, worth: int) -> dict[str, Fact]:
    return {"tiles": format_tiles(rack), "worth": worth}
