"""A sequential test: is a player stronger than its opponents? It stops as soon as the answer is clear.

Two hypotheses about the player's Elo are compared, `low` ("not stronger") and `high` ("stronger"). The test is the
generalised sequential probability ratio test that chess engines are developed with (the pentanomial test of fishtest
and fastchess), with the deal as its unit. The score of a deal over all its seatings takes one of a few values; for
two players and no ties 0, 1/2 or 1, with ties five values. For each hypothesis the most likely distribution of these
values with the hypothesis' mean is found, and the logarithm of the ratio of both likelihoods grows or shrinks with
each deal. The test ends when it leaves Wald's bounds, log(beta / (1 - alpha)) and log((1 - beta) / alpha). Then the
error of either kind is about the one that was asked for, however often one looks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tilewise.arena.strength import rate_of_elo
from tilewise.errors import TilewiseError

FEWEST_DEALS: Final = 10
"""The test decides nothing before this many deals: the distribution of the scores must be roughly known."""

MOST_ELO: Final = 2000.0
"""The largest difference in Elo that a test may ask about: one win in 100,000 duels. A rate of 0 or 1 has no test."""

_UNSEEN: Final = 1e-3
"""The weight of the worst and the best score if no deal had them."""

Verdict = Literal["stronger", "not-stronger"]


@dataclass(frozen=True, slots=True)
class Question:
    """Two values of a player's Elo against its opponents, between which a test decides."""

    low: float = 0.0
    high: float = 10.0
    alpha: float = 0.05
    """The chance to call a player of strength `low` stronger."""
    beta: float = 0.05
    """The chance to call a player of strength `high` not stronger."""

    def __post_init__(self) -> None:
        for elo in (self.low, self.high):
            if not -MOST_ELO <= elo <= MOST_ELO:
                raise TilewiseError(f"The Elo of a test must be from {-MOST_ELO:g} to {MOST_ELO:g}, not {elo:g}.")
        if not self.low < self.high:
            raise TilewiseError(f"The second Elo of a test must be above the first: {self.low:g} {self.high:g}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise TilewiseError("The errors of a test must be between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class SequentialTest:
    """Takes the score of one deal after the other."""

    def __init__(self, question: Question, seats: int) -> None:
        self.question = question
        self._means = rate_of_elo(question.low, seats), rate_of_elo(question.high, seats)
        self._scores = Counter[float]()
        self.verdict: Verdict | None = None
        """The answer; None while it is open. It does not change any more."""

    @property
    def deals(self) -> int:
        """How many deals it took note of."""
        return self._scores.total()

    @property
    def log_likelihood_ratio(self) -> float:
        """How much more likely `high` is than `low`, as a logarithm."""
        return log_likelihood_ratio(self._scores, *self._means)

    def add(self, score: float) -> None:
        """Take note of a deal's score, unless the test is over."""
        if self.verdict is None:
            # Rounded, so that 1/3 + 1/3 + 1/3 and 1 are one value.
            self._scores[round(score, 9)] += 1
            self.verdict = self._decided()

    def add_all(self, scores: Iterable[float]) -> None:
        """Take note of several deals."""
        for score in scores:
            self.add(score)

    def _decided(self) -> Verdict | None:
        if self.deals < FEWEST_DEALS:
            return None
        low, high = self.question.bounds
        ratio = self.log_likelihood_ratio
        if ratio >= high:
            return "stronger"
        return "not-stronger" if ratio <= low else None


def log_likelihood_ratio(scores: Mapping[float, int], low: float, high: float) -> float:
    """Return the log-likelihood ratio of the mean score `high` to `low`, given how often each score occurred."""
    counts = {value: float(count) for value, count in scores.items() if count}
    if not counts:
        return 0.0
    for bound in (0.0, 1.0):
        counts.setdefault(bound, _UNSEEN)
    total = sum(counts.values())
    shares = {value: count / total for value, count in counts.items()}
    unlikely, likely = most_likely(shares, low), most_likely(shares, high)
    return sum(count * math.log(likely[value] / unlikely[value]) for value, count in counts.items())


def most_likely(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """Return the most likely distribution with this mean, given the observed shares of some values.

    It is p / (1 + x (value - mean)), where x is chosen so that the probabilities add up to 1. The mean must lie between
    the least and the greatest value.
    """
    least, greatest = min(shares) - mean, max(shares) - mean
    # All denominators are positive between these bounds.
    lower, upper = -1 / greatest, -1 / least
    for _ in range(100):
        middle = (lower + upper) / 2
        slope = sum(share * (value - mean) / (1 + middle * (value - mean)) for value, share in shares.items())
        if slope > 0:
            lower = middle
        else:
            upper = middle
    return {value: share / (1 + lower * (value - mean)) for value, share in shares.items()}
