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
    # The same for racks of which only a number is known.
    RACK_NUMBER = ("rack-number", "C1", "The rack was counted as {worth}.")
    ANNOUNCED_NUMBER = (
        "announced-number",
        "C3",
        "Never opened, but had announced it; the rack was counted as {worth}.",
    )
    DIFFERENCE_NUMBER = ("difference-number", "C4", "The rack was counted as {worth}, the winner's as {winner}.")
    OWN_RACK_NUMBER = (
        "own-rack-number",
        "C4",
        "The pool is empty, so everyone loses the value of their own rack, which was counted as {worth}.",
    )


_OF_NUMBER: Final = {
    ScoreReason.RACK: ScoreReason.RACK_NUMBER,
    ScoreReason.ANNOUNCED: ScoreReason.ANNOUNCED_NUMBER,
    ScoreReason.DIFFERENCE: ScoreReason.DIFFERENCE_NUMBER,
    ScoreReason.OWN_RACK: ScoreReason.OWN_RACK_NUMBER,
}


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
    TOO_MANY_TILES = (
        "too-many-tiles",
        "E1",
        "The box has {box} of {tile}, but {count} were entered: look for one that was entered twice.",
    )
    UNKNOWN_SIZES = (
        "unknown-sizes",
        "C4",
        "The lowest racks are equal, {worth}, so whoever has fewer tiles wins: enter the number of their tiles.",
    )


@dataclass(frozen=True, slots=True)
class ScoreProblem:
    """What is wrong with the scores of a game; `str()` is the English sentence."""

    reason: ScoreProblemReason
    facts: Facts = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return in_english(self.reason, self.facts)


@dataclass(frozen=True, slots=True)
class CountedRack:
    """A rack at the end of a game: its tiles, or what a person counted without naming them."""

    worth: int
    tiles: Tiles | None = None
    size: int | None = None
    """How many tiles; None if nobody said so."""
    could_open: bool = False
    """Whether a rack without named tiles could have opened."""

    def could_have_opened(self, threshold: int) -> bool:
        """Whether an opening was possible with this rack; computed if its tiles are known."""
        return self.could_open if self.tiles is None else can_open(self.tiles, threshold)


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
    profile.check_in_box(len(racks), chain.from_iterable(racks))
    counted = [CountedRack(rack_worth(profile, rack), rack, len(rack)) for rack in racks]
    return score_counted(profile, counted, ending=ending, opened=opened, announced=announced, given_up=given_up)


def score_counted(
    profile: Profile,
    racks: Sequence[CountedRack],
    *,
    ending: Ending,
    opened: Sequence[bool],
    announced: Sequence[bool],
    given_up: Sequence[bool] = (),
) -> GameScore:
    """Score a game whose racks may be known only as numbers, as `score_game` does; raises TilewiseError.

    Where fewer tiles decide a tie (C4), ask `find_unknown_sizes` first.

    >>> from tilewise.profiles import PROFILES
    >>> racks = [CountedRack(0), CountedRack(15)]
    >>> score = score_counted(PROFILES["jumbo"], racks, ending="out", opened=(True, True), announced=(False, False))
    >>> str(score.scores[1])
    '-15: The rack was counted as 15.'
    """
    _check_input(profile, len(racks), ending, {"opened": opened, "announced": announced, "given_up": given_up})
    playing = [seat for seat in range(len(racks)) if not (given_up and given_up[seat])]
    if ending == "pool":
        if not playing:
            raise TilewiseError("A game that ended with an empty pool has a player who did not give up.")
        if empty := [seat for seat, rack in enumerate(racks) if not rack.worth]:
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
        winners = [seat for seat in playing if not racks[seat].worth]
        problem = "A game that ended with an emptied rack has one empty rack"
    if len(winners) != 1:
        raise TilewiseError(f"{problem}, not {len(winners)}.")
    return _score_out(profile, racks, ending, winners[0], opened, announced)


def find_unknown_sizes(profile: Profile, racks: Sequence[CountedRack]) -> ScoreProblem | None:
    """Return a problem if the number of tiles decides who wins with an empty pool, but is not known (C4).

    >>> from tilewise.profiles import PROFILES
    >>> find_unknown_sizes(PROFILES["jumbo"], [CountedRack(12), CountedRack(12)]).facts
    {'worth': 12}
    """
    lowest = min(rack.worth for rack in racks)
    tied = [rack for rack in racks if rack.worth == lowest]
    if profile.pool_tie != "fewest-tiles" or len(tied) == 1 or all(rack.size is not None for rack in tied):
        return None
    return ScoreProblem(ScoreProblemReason.UNKNOWN_SIZES, {"worth": lowest})


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


def _check_input(profile: Profile, players: int, ending: Ending, flags: Mapping[str, Sequence[bool]]) -> None:
    if ending not in ENDINGS:
        raise TilewiseError(f"A game ends in one of the ways {', '.join(ENDINGS)}, not {short_repr(ending)}.")
    profile.check_players(players)
    for name, values in flags.items():
        if len(values) != players and not (name == "given_up" and not values):
            raise TilewiseError(f"{name} has one value for each of the {players} seats, not {len(values)}.")


def _score_out(
    profile: Profile,
    racks: Sequence[CountedRack],
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


def _score_loser(profile: Profile, rack: CountedRack, opened: bool, announced: bool) -> Score:
    if opened or profile.unopened_penalty is None or profile.missed_opening_penalty is None:
        return _score_rack(rack, ScoreReason.RACK)
    if not rack.could_have_opened(profile.opening_threshold):
        return Score(Fraction(-profile.unopened_penalty), ScoreReason.UNOPENED, _rack_facts(rack))
    if announced:
        return _score_rack(rack, ScoreReason.ANNOUNCED)
    return Score(Fraction(-profile.missed_opening_penalty), ScoreReason.MISSED_OPENING, _rack_facts(rack))


def _score_empty_pool(profile: Profile, racks: Sequence[CountedRack], playing: Sequence[int]) -> GameScore:
    lowest = min(racks[seat].worth for seat in playing)
    winners = [seat for seat in playing if racks[seat].worth == lowest]
    if profile.pool_tie == "fewest-tiles":
        sizes = {seat: racks[seat].size or 0 for seat in winners}
        winners = [seat for seat in winners if sizes[seat] == min(sizes.values())]
    scores: dict[int, Score] = {}
    for seat, rack in enumerate(racks):
        if profile.pool_score == "all-minus":
            scores[seat] = _score_rack(rack, ScoreReason.OWN_RACK)
        elif seat in winners:
            continue
        elif profile.pool_score == "difference" and seat in playing:
            scores[seat] = _score_rack(rack, ScoreReason.DIFFERENCE, {"winner": lowest}, lowest)
        else:
            scores[seat] = _score_rack(rack, ScoreReason.RACK)
    if profile.pool_score != "all-minus":
        share = _lost(scores.values()) / len(winners)
        reason = ScoreReason.LOWEST if len(winners) == 1 else ScoreReason.SHARED
        for seat in winners:
            scores[seat] = Score(share, reason, {**_rack_facts(racks[seat]), "winners": len(winners)})
    return GameScore("pool", tuple(scores[seat] for seat in range(len(racks))), tuple(winners))


def _score_rack(rack: CountedRack, reason: ScoreReason, more: Facts | None = None, less: int = 0) -> Score:
    """Return minus the worth of a rack, or as much as it is worth more than `less`."""
    known = reason if rack.tiles is not None else _OF_NUMBER[reason]
    return Score(Fraction(less - rack.worth), known, {**_rack_facts(rack), **(more or {})})


def _lost(scores: Iterable[Score]) -> Fraction:
    return -sum((score.points for score in scores), Fraction())


def _rack_facts(rack: CountedRack) -> dict[str, Fact]:
    if rack.tiles is None:
        return {"worth": rack.worth}
    return {"tiles": format_tiles(rack.tiles), "worth": rack.worth}
