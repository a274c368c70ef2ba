"""Scores of a game, with their explanation (C1-C4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from tilewise.errors import RuleReason, TilewiseError
from tilewise.points import signed
from tilewise.profiles import Profile
from tilewise.profiles.worth import rack_worth
from tilewise.solver import can_open
from tilewise.tiles import Tiles, format_tiles

Ending = Literal["out", "pool", "given-up"]
"""A rack was emptied (N1), the pool was empty and nobody went out (N2), or all others gave up."""

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)


class ScoreReason(RuleReason):
    """What a score is made of: code, rule id and English sentence."""

    RACK = ("rack", "C1", "{points}: the rack {tiles} is worth {worth}.")
    OTHERS = ("others", "C2", "{points}: what the others lost.")
    UNOPENED = ("unopened", "C3", "{points}: never opened, and could not have; this stands in place of the rack.")
    MISSED_OPENING = (
        "missed-opening",
        "C3",
        "{points}: never opened, but could have; this stands in place of the rack.",
    )
    ANNOUNCED = ("announced", "C3", "{points}: never opened, but had announced it; the rack {tiles} is worth {worth}.")
    DIFFERENCE = ("difference", "C4", "{points}: the rack {tiles} is worth {worth}, the winner's {winner}.")
    LOWEST = ("lowest", "C4", "{points}: the lowest rack, {worth}; what the others lost.")
    SHARED = (
        "shared",
        "C4",
        "{points}: one of {winners} with the lowest rack, {worth}; an equal share of what the others lost.",
    )
    OWN_RACK = (
        "own-rack",
        "C4",
        "{points}: the pool is empty, so everybody loses the own rack, {tiles}, worth {worth}.",
    )


@dataclass(frozen=True, slots=True)
class Score:
    """One player's score of a game, and what was counted."""

    points: Fraction
    counted: ScoreReason
    facts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.counted.sentence.format(points=signed(self.points), **dict(self.facts))


@dataclass(frozen=True, slots=True)
class GameScore:
    """The scores of a game by seat, and who won."""

    ending: Ending
    scores: tuple[Score, ...]
    winners: tuple[int, ...]

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The points by seat."""
        return tuple(score.points for score in self.scores)

    @property
    def big_points(self) -> tuple[int, ...]:
        """One for each winner, none for the others (C5)."""
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
    """Score a game that has ended; raises TilewiseError if the racks do not fit the ending.

    A seat that was given up never wins, and an empty pool costs it its whole rack. If all others gave up, nobody
    emptied a rack, so that C3 does not apply.
    """
    gone = [seat for seat, up in enumerate(given_up) if up]
    if ending == "pool":
        return _score_empty_pool(profile, racks, gone)
    if ending == "given-up":
        winners = [seat for seat in range(len(racks)) if seat not in gone]
        opened = [True] * len(racks)
        problem = "A game that all others gave up has one player left"
    else:
        winners = [seat for seat, rack in enumerate(racks) if not rack]
        problem = "A game that ended with an emptied rack has one empty rack"
    if len(winners) != 1:
        raise TilewiseError(f"{problem}, not {len(winners)}.")
    return _score_out(profile, racks, ending, winners[0], opened, announced)


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
    scores[winner] = Score(_lost(scores.values()), ScoreReason.OTHERS, ())
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


def _score_empty_pool(profile: Profile, racks: Sequence[Tiles], gone: list[int]) -> GameScore:
    worths = [rack_worth(profile, rack) for rack in racks]
    playing = [seat for seat in range(len(racks)) if seat not in gone]
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
        elif profile.pool_score == "difference" and seat not in gone:
            scores[seat] = Score(
                Fraction(lowest - worths[seat]), ScoreReason.DIFFERENCE, (*facts, ("winner", str(lowest)))
            )
        else:
            scores[seat] = Score(Fraction(-worths[seat]), ScoreReason.RACK, facts)
    if profile.pool_score != "all-minus":
        share = _lost(scores.values()) / len(winners)
        counted = ScoreReason.LOWEST if len(winners) == 1 else ScoreReason.SHARED
        for seat in winners:
            facts = (*_rack_facts(racks[seat], lowest), ("winners", str(len(winners))))
            scores[seat] = Score(share, counted, facts)
    return GameScore("pool", tuple(scores[seat] for seat in range(len(racks))), tuple(winners))


def _lost(scores: Iterable[Score]) -> Fraction:
    return -sum((score.points for score in scores), Fraction())


def _rack_facts(rack: Tiles, worth: int) -> tuple[tuple[str, str], ...]:
    return (("tiles", format_tiles(rack)), ("worth", str(worth)))
