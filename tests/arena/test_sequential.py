"""The sequential test: its errors are as rare as promised, and it stops early where the answer is clear."""

from __future__ import annotations

import math
import random

import pytest

from tilewise.arena.sequential import (
    FEWEST_DEALS,
    MOST_ELO,
    Question,
    SequentialTest,
    log_likelihood_ratio,
    most_likely,
)
from tilewise.arena.strength import rate_of_elo
from tilewise.errors import TilewiseError


def test_the_most_likely_distribution_has_the_mean_that_was_asked_for() -> None:
    shares = {0.0: 0.2, 0.25: 0.1, 0.5: 0.4, 0.75: 0.1, 1.0: 0.2}
    for mean in (0.1, 0.5, 0.62, 0.95):
        found = most_likely(shares, mean)
        assert sum(found.values()) == pytest.approx(1)
        assert sum(value * share for value, share in found.items()) == pytest.approx(mean)
    assert most_likely(shares, 0.5) == pytest.approx(shares)


def test_the_ratio_of_wins_and_losses_alone_is_that_of_coin_throws() -> None:
    """Only 0 and 1 leave one distribution for each mean: 70 log(0.6/0.5) + 30 log(0.4/0.5)."""
    expected = 70 * math.log(0.6 / 0.5) + 30 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio({0.0: 30, 1.0: 70}, 0.5, 0.6) == pytest.approx(expected)
    assert log_likelihood_ratio({}, 0.5, 0.6) == 0


def test_the_ratio_is_nearly_that_of_a_normal_distribution() -> None:
    """N (high - low) (2 mean - low - high) / (2 variance), for hypotheses close to the observed mean."""
    scores = {0.0: 90, 0.5: 500, 1.0: 110}
    mean = (250 + 110) / 700
    variance = (500 * 0.25 + 110) / 700 - mean**2
    expected = 700 * 0.01 * (2 * mean - 1.01) / (2 * variance)
    assert log_likelihood_ratio(scores, 0.5, 0.51) == pytest.approx(expected, rel=0.02)


def verdicts(elo: float, question: Question, runs: int) -> tuple[int, float]:
    """Return how often a player of this strength is called stronger, and the mean number of deals."""
    dice, mean = random.Random(f"{elo}"), rate_of_elo(elo)
    stronger = deals = 0
    for _ in range(runs):
        test = SequentialTest(question, seats=2)
        while test.verdict is None:
            # The tiles favour one seat, but the player's mean over both is exactly that of its strength.
            favour = dice.uniform(0, min(0.35, 1 - mean))
            test.add(sum(dice.random() < mean + side * favour for side in (1, -1)) / 2)
        stronger += test.verdict == "stronger"
        deals += test.deals
    return stronger, deals / runs


@pytest.mark.long
def test_errors_are_as_rare_as_promised_and_clear_cases_are_short() -> None:
    """At each of the two hypotheses at most about 5 % of the runs end wrongly."""
    question = Question(0, 80)
    wrong, _ = verdicts(0, question, 120)
    right, deals = verdicts(80, question, 120)
    clearly, few = verdicts(400, question, 20)
    assert wrong <= 0.09 * 120
    assert right >= 0.91 * 120
    assert clearly == 20
    assert few < deals / 2


def test_a_test_decides_nothing_in_the_first_deals_and_does_not_change_its_mind() -> None:
    test = SequentialTest(Question(0, 300), seats=2)
    test.add_all([1.0] * (FEWEST_DEALS - 1))
    assert test.verdict is None
    test.add_all([1.0] * 100)
    decided = test.verdict, test.deals
    assert decided[0] == "stronger"
    test.add_all([0.0] * 1000)
    assert (test.verdict, test.deals) == decided


def test_shares_that_add_up_to_the_same_score_are_one_value() -> None:
    test = SequentialTest(Question(), seats=3)
    test.add_all([1 / 3 + 1 / 3 + 1 / 3, 0.1 + 0.2, 0.3, 1.0])
    assert test.deals == 4
    assert math.isfinite(test.log_likelihood_ratio)


def test_a_question_must_make_sense() -> None:
    with pytest.raises(TilewiseError, match="must be above the first: 10 10"):
        Question(10, 10)
    with pytest.raises(TilewiseError, match=r"between 0 and 0\.5"):
        Question(0, 10, alpha=0.7)
    assert Question().bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize(("low", "high"), [(0, math.inf), (0, 20_000), (-200_000, 0), (math.nan, 0), (0, 2000.5)])
def test_a_question_about_extreme_elo_is_refused(low: float, high: float) -> None:
    with pytest.raises(TilewiseError, match="must be from -2000 to 2000, not"):
        Question(low, high)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_every_question_can_be_answered(score: float, seats: int) -> None:
    test = SequentialTest(Question(-MOST_ELO, MOST_ELO), seats)
    test.add_all([score] * 1000)
    assert math.isfinite(test.log_likelihood_ratio)
