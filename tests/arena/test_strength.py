"""Estimates of strength: known values, and intervals that contain the truth as often as they say."""

from __future__ import annotations

import math
import random

import pytest

from tilewise.arena.strength import (
    Estimate,
    TableResult,
    elo_of_rate,
    mean_estimate,
    rate_estimate,
    rate_of_elo,
    ratings,
    standard_error,
)


def test_elo_is_the_logarithmic_scale_of_the_win_rate() -> None:
    assert elo_of_rate(0.5) == 0
    assert elo_of_rate(10 / 11) == pytest.approx(400)
    assert elo_of_rate(0.64) == pytest.approx(100, abs=0.1)
    assert (elo_of_rate(0), elo_of_rate(1)) == (-math.inf, math.inf)
    for seats in range(2, 7):
        assert elo_of_rate(1 / seats, seats) == pytest.approx(0)
        assert rate_of_elo(elo_of_rate(0.3, seats), seats) == pytest.approx(0.3)


def test_intervals_have_known_widths() -> None:
    """The standard error of 0, 0, 1, 1 is sqrt(1/3 / 4); Wilson's interval of 8 wins in 10 is 0.490 to 0.943."""
    assert standard_error([0, 0, 1, 1]) == pytest.approx(math.sqrt(1 / 12))
    assert standard_error([1]) is None
    value, low, high = mean_estimate([2.0, 4.0, 6.0])
    assert (value, high - value) == pytest.approx((4, 1.96 * 2 / math.sqrt(3)), abs=1e-3)
    assert value - low == pytest.approx(high - value)
    assert mean_estimate([3.0]) == Estimate(3, -math.inf, math.inf)
    # With deals of one game each, the interval is nearly Wilson's; the variance has n - 1 in its place.
    rate = rate_estimate([1.0] * 80 + [0.0] * 20)
    assert rate == pytest.approx((0.8, 0.711, 0.867), abs=2e-3)


def test_a_win_rate_without_variation_is_not_certain() -> None:
    assert rate_estimate([0.5] * 40).low < 0.4
    assert rate_estimate([1.0] * 10).low < 0.75
    assert rate_estimate([0.0] * 10).high > 0.25
    for deals in range(1, 200):
        assert rate_estimate([1.0] * deals).high == 1
        assert rate_estimate([0.0] * deals).low == 0
        assert 0 < rate_estimate([1.0] * deals).low < 1


def simulated_deals(dice: random.Random, deals: int, elo: float, seat: float, style: float) -> list[float]:
    """Return the scores of one player in two games of each deal, with its seats exchanged.

    The tiles favour one seat, which helps the player in one game and harms it in the other, and they suit its style
    more or less, which has the same effect on both. Both are given as standard deviations in Elo.
    """
    scores = []
    for _ in range(deals):
        tiles, suited = dice.gauss(0, seat), dice.gauss(0, style)
        chances = [rate_of_elo(elo + suited + tiles), rate_of_elo(elo + suited - tiles)]
        scores.append(sum(dice.random() < chance for chance in chances) / 2)
    return scores


@pytest.mark.long
@pytest.mark.parametrize("elo", [0, 150, 500])
def test_the_interval_of_a_win_rate_contains_the_truth_as_often_as_it_says(elo: float) -> None:
    dice = random.Random(elo)
    truth = sum(simulated_deals(dice, 40_000, elo, 300, 150)) / 40_000
    covered = 0
    for _ in range(400):
        estimate = rate_estimate(simulated_deals(dice, 100, elo, 300, 150))
        covered += estimate.low <= truth <= estimate.high
    assert 0.92 * 400 <= covered <= 0.985 * 400


def width(estimate: Estimate) -> float:
    return estimate.high - estimate.low


def test_intervals_follow_the_deals_and_not_the_number_of_games() -> None:
    """Exchanging seats cancels luck with the tiles; what both games of a deal share makes them worth less than two."""
    dice = random.Random(5)
    independent = width(rate_estimate([float(dice.random() < 0.5) for _ in range(4000)]))
    assert width(rate_estimate(simulated_deals(dice, 2000, 0, seat=600, style=0))) < 0.8 * independent
    assert width(rate_estimate(simulated_deals(dice, 2000, 0, seat=0, style=600))) > 1.2 * independent


def two(deal: int, first: int, second: int, won: float, games: int = 2) -> TableResult:
    return TableResult(deal, {first: 1, second: 1}, {first: won, second: games - won})


def test_ratings_of_two_players_are_those_of_their_win_rate() -> None:
    """30 wins of 40, and the added game of half a win each: 30.5 of 41."""
    results = [two(deal, 0, 1, 2 if deal % 2 else 1) for deal in range(20)]
    first, second = ratings(results, 2)
    assert first.value - second.value == pytest.approx(elo_of_rate(30.5 / 41))
    assert first.value + second.value == pytest.approx(0)


def test_ratings_of_a_player_among_many_equal_ones() -> None:
    """50 wins of 100 at tables of four: weight 3 against three weights of 1."""
    results = [TableResult(deal, {0: 1, 1: 3}, {0: 2.0, 1: 2.0}) for deal in range(2500)]
    first, second = ratings(results, 2)
    assert first.value - second.value == pytest.approx(elo_of_rate(0.5, seats=4), abs=0.1)
    assert elo_of_rate(0.5, seats=4) == pytest.approx(400 * math.log10(3))


def test_a_player_that_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    first, second = ratings([two(deal, 0, 1, 2) for deal in range(50)], 2)
    assert 300 < first.value < 1000
    assert first.high - first.low > 150
    assert second.value == pytest.approx(-first.value)


def test_a_player_without_games_is_unknown() -> None:
    *_, third = ratings([two(deal, 0, 1, 1) for deal in range(5)], 3)
    assert math.isfinite(third.value)


def test_one_deal_says_nothing_about_its_own_variation() -> None:
    first, _ = ratings([two(1, 0, 1, 2)], 2)
    assert first.high - first.low > 300


def test_the_intervals_of_ratings_contain_the_truth_as_often_as_they_say() -> None:
    truth = [120.0, 20.0, -140.0]
    dice = random.Random(3)
    covered = total = 0
    for _ in range(150):
        results = []
        for deal in range(60):
            for first, second in ((0, 1), (0, 2), (1, 2)):
                chance = rate_of_elo(truth[first] - truth[second])
                results.append(two(deal, first, second, sum(dice.random() < chance for _ in range(2))))
        for estimate, elo in zip(ratings(results, 3), truth, strict=True):
            total += 1
            covered += estimate.low <= elo <= estimate.high
    assert 0.92 * total <= covered <= 0.985 * total
