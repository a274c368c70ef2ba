"""Estimates of strength with confidence intervals: win rates, points and Elo.

Games of one deal are not independent of each other, so all intervals treat the deal as the unit: they are as wide as
the variation between deals says, however many games a deal has.

Win rates get Wilson's interval for the number of independent games that would vary as much as the deals do. Elo is
the logarithmic scale of the win rate. One player among n - 1 equal opponents who wins the share p has 400 log10(p (n
- 1) / (1 - p)) more than they, which is the usual formula for two.

Ratings of many players follow from Luce's model, in which the winner of a table is drawn with the weights 10 ** (Elo
/ 400): for two players that is the model of Elo and Bradley and Terry. The ratings maximise the likelihood of all
games, where each lineup counts as having played one more game that everyone had the same part in; without it, a
player that wins everything would have an infinite rating. Their intervals come from the sandwich estimator, clustered
by deal.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95

ELO_PER_UNIT: Final = 400 / math.log(10)
"""Elo of one unit of the natural logarithm of a weight."""

_LONGEST_STEP: Final = 1.5
"""The largest change of a rating in one step of Newton's method, so that lopsided results do not overshoot."""


class Estimate(NamedTuple):
    """A value with its confidence interval."""

    value: float
    low: float
    high: float

    def map_monotone(self, function: Callable[[float], float]) -> Estimate:
        """Return the estimate of an increasing function of the value."""
        return Estimate(function(self.value), function(self.low), function(self.high))


def deviates(confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors an interval has on each side.

    >>> round(deviates(0.95), 2)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def mean_estimate(clusters: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of one value for each deal; the interval is infinite for a single deal."""
    mean = fmean(clusters)
    error = standard_error(clusters)
    margin = deviates(confidence) * error if error is not None else math.inf
    return Estimate(mean, mean - margin, mean + margin)


def rate_estimate(clusters: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return a win rate from the score of each deal, from 0 to 1.

    >>> [round(value, 2) for value in rate_estimate([1.0] * 50)]
    [1.0, 0.93, 1.0]
    """
    rate = fmean(clusters)
    error = standard_error(clusters)
    # Without any variation the deals count as one game each, so that ten wins in ten deals do not prove 100 %.
    games = rate * (1 - rate) / error**2 if error else float(len(clusters))
    squared = deviates(confidence) ** 2
    centre = (rate + squared / (2 * games)) / (1 + squared / games)
    margin = math.sqrt(squared * (rate * (1 - rate) / games + squared / (4 * games**2))) / (1 + squared / games)
    # Rounding must not leave a rate of 0 or 1 just outside its own interval, or a tiny bit short of its end.
    return Estimate(rate, 0.0 if rate == 0 else centre - margin, 1.0 if rate == 1 else centre + margin)


def standard_error(clusters: Sequence[float]) -> float | None:
    """Return the standard error of the mean of independent values; None for fewer than two."""
    count = len(clusters)
    if count < 2:
        return None
    mean = fmean(clusters)
    return math.sqrt(sum((value - mean) ** 2 for value in clusters) / (count - 1) / count)


def elo_of_rate(rate: float, seats: int = 2) -> float:
    """Return by how much a player with this win rate is stronger than its equal opponents; infinite for 0 and 1.

    >>> round(elo_of_rate(0.75)), round(elo_of_rate(0.25, seats=4))
    (191, 0)
    """
    if rate <= 0:
        return -math.inf
    if rate >= 1:
        return math.inf
    return ELO_PER_UNIT * math.log(rate * (seats - 1) / (1 - rate))


def rate_of_elo(elo: float, seats: int = 2) -> float:
    """Return the win rate of a player that is so much stronger than its equal opponents.

    >>> round(rate_of_elo(0, seats=4), 2)
    0.25
    """
    return 1 / (1 + (seats - 1) * math.exp(-elo / ELO_PER_UNIT))


class TableResult(NamedTuple):
    """Games of one lineup with the tiles of one deal, for the ratings."""

    deal: int
    seats: dict[int, int]
    """How many seats each player has."""
    wins: dict[int, float]
    """The wins of each player over all the games; they add up to the games."""


def ratings(results: Iterable[TableResult], players: int, confidence: float = CONFIDENCE) -> list[Estimate]:
    """Return the Elo ratings of all players, whose mean is 0."""
    results = list(results)
    totals = _totals(results)
    weights = _fitted(totals, players)
    # The ratings are only known up to a constant. The added constant matrix makes the information invertible; centring
    # removes its effect.
    bread = _inverse([[value + 1.0 for value in row] for row in _information(totals, weights)])
    slopes: defaultdict[object, list[float]] = defaultdict(lambda: [0.0] * players)
    for result in results:
        _add(slopes[result.deal], _gradient(result.seats, result.wins, weights))
    for number, (seats, _) in enumerate(totals):
        # The added game is a cluster too. It dominates where a player has won everything.
        _add(slopes["added", number], _gradient(seats, _equal_shares(seats), weights))
    correction = len(slopes) / (len(slopes) - 1) if len(slopes) > 1 else math.inf
    estimates = []
    for player in range(players):
        # The influence of each deal on the centred rating of the player.
        row = [bread[player][other] - fmean(line[other] for line in bread) for other in range(players)]
        variance = sum(sum(a * b for a, b in zip(row, slope, strict=True)) ** 2 for slope in slopes.values())
        margin = deviates(confidence) * math.sqrt(variance * correction) * ELO_PER_UNIT if variance else math.inf
        elo = (weights[player] - fmean(weights)) * ELO_PER_UNIT
        estimates.append(Estimate(elo, elo - margin, elo + margin))
    return estimates


def _fitted(totals: Totals, players: int) -> list[float]:
    """Return the logarithms of the weights that maximise the likelihood, by Newton's method."""
    weights = [0.0] * players
    for _ in range(200):
        slope = [0.0] * players
        for seats, wins in totals:
            _add(slope, _gradient(seats, wins, weights))
        inverse = _inverse([[value + 1.0 for value in row] for row in _information(totals, weights)])
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step))
        scale = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        weights = [weight + scale * change for weight, change in zip(weights, step, strict=True)]
        if longest < 1e-10:
            break
    return weights


Totals = list[tuple[dict[int, int], dict[int, float]]]


def _totals(results: Iterable[TableResult]) -> Totals:
    """Return the seats and the wins of each lineup, with one more game in which everyone has an equal part."""
    wins: dict[tuple[tuple[int, int], ...], dict[int, float]] = {}
    for result in results:
        key = tuple(sorted(result.seats.items()))
        if key not in wins:
            wins[key] = _equal_shares(result.seats)
        for player, share in result.wins.items():
            wins[key][player] += share
    return [(dict(key), total) for key, total in wins.items()]


def _equal_shares(seats: dict[int, int]) -> dict[int, float]:
    """Return the wins of one game in which every seat has the same part."""
    size = sum(seats.values())
    return {player: count / size for player, count in seats.items()}


def _expected(seats: dict[int, int], weights: Sequence[float]) -> dict[int, float]:
    """Return the probability that each player wins a game."""
    highest = max(weights[player] for player in seats)
    parts = {player: count * math.exp(weights[player] - highest) for player, count in seats.items()}
    whole = sum(parts.values())
    return {player: part / whole for player, part in parts.items()}


def _gradient(seats: dict[int, int], wins: dict[int, float], weights: Sequence[float]) -> list[float]:
    games = sum(wins.values())
    slope = [0.0] * len(weights)
    for player, expected in _expected(seats, weights).items():
        slope[player] = wins.get(player, 0.0) - games * expected
    return slope


def _information(totals: Totals, weights: Sequence[float]) -> list[list[float]]:
    matrix = [[0.0] * len(weights) for _ in weights]
    for seats, wins in totals:
        games = sum(wins.values())
        expected = _expected(seats, weights)
        for one, chance in expected.items():
            for other, other_chance in expected.items():
                matrix[one][other] += games * ((chance if one == other else 0.0) - chance * other_chance)
    return matrix


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by elimination with pivots."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        # A player without any game has no information; a tiny amount keeps the matrix invertible.
        lead = rows[column][column] or 1e-12
        rows[column] = [value / lead for value in rows[column]]
        for other in range(size):
            factor = rows[other][column]
            if other != column and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[column], strict=True)]
    return [row[size:] for row in rows]


def _add(total: list[float], values: Sequence[float]) -> None:
    for index, value in enumerate(values):
        total[index] += value
