"""What the actions of the others tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tilewise import PROFILES, View, new_game, parse_table, parse_tiles, view_of
from tilewise.bots.opponents import (
    GENEROUS_PRIOR,
    LeftOver,
    generosity_of,
    left_over,
    patience_evidence,
    patient_seats,
)
from tilewise.game import Draw, Pass, Play
from tilewise.shuffle import chance
from tilewise.view import SeenAction


def seen(text: str) -> View:
    """Return a view of seat 0 after turns such as `1+3` (seat 1 places three tiles) and `1d` (it draws)."""
    history = []
    for word in text.split():
        seat = int(word[0])
        if word[1] == "d":
            history.append(SeenAction(Draw(seat), (), 1, (), None, None))
        else:
            tiles = parse_tiles("k1 k2 k3 k4 k5 k6 k7 k8 k9")[: int(word[2:])]
            history.append(SeenAction(Play(seat, ()), tiles, 0, (), None, None))
    view = view_of(new_game(PROFILES["international"], 2, 1), 0)
    opened = tuple(any(f"{seat}+" in word for word in text.split()) for seat in range(2))
    return replace(view, history=tuple(history), opened=opened)


def test_nothing_is_known_before_the_opening() -> None:
    assert patience_evidence(seen("1d 0d 1d"), 1) == 0


def test_a_small_opening_looks_patient_and_a_large_one_quick() -> None:
    """U3: a quick player opens with all that it can lay."""
    assert patience_evidence(seen("1d 1+3"), 1) > 0 > patience_evidence(seen("1d 1+9"), 1)


def test_draws_after_the_opening_look_patient() -> None:
    likely = [patience_evidence(seen("1+3 " + "0+1 1d " * draws), 1) for draws in range(8)]
    assert likely == sorted(likely)
    assert likely[-1] > 3


def test_a_play_after_the_opening_looks_quick() -> None:
    assert patience_evidence(seen("1+3 1d 1d 1+1"), 1) < 0


def often_patient(evidence: dict[int, float]) -> dict[int, float]:
    """Return how often each seat is taken for a patient one."""
    found: Counter[int] = Counter()
    for number in range(1000):
        found.update(patient_seats(evidence, lambda label, number=number: chance("seed", f"{number}/{label}")))  # type: ignore[misc]
    return {seat: found[seat] / 1000 for seat in evidence}


def test_without_evidence_most_opponents_are_taken_for_quick_ones() -> None:
    assert all(0.2 < share < 0.4 for share in often_patient({1: 0.0, 2: 0.0, 3: 0.0}).values())


def test_one_opponent_tells_something_about_the_others() -> None:
    often = often_patient({1: 5.0, 2: 5.0, 3: 0.0})
    assert often[1] > 0.9
    assert often[3] > 0.6
    assert often_patient({1: -5.0, 2: -5.0, 3: 0.0})[3] < 0.2


def test_clear_evidence_decides() -> None:
    often = often_patient({1: 1000.0, 2: -1000.0})
    assert often[1] > 0.95
    assert often[2] < 0.05


def test_one_who_has_not_opened_could_not_open() -> None:
    """U3: whatever was placed since."""
    assert left_over(seen("1d 0+3"), 1) == LeftOver(1, None)


def test_one_who_has_opened_could_place_nothing_else_on_the_table_as_it_was() -> None:
    """U6."""
    tables = parse_table("k1 k2 k3"), parse_table("k1 k2 k3 k4"), parse_table("k1 k2 k3 k4 k5")
    turns = (Play(1, tables[0]), Draw(0), Play(1, tables[1]), Play(0, tables[2]), Draw(1), Draw(0))

    def known(number: int) -> LeftOver | None:
        history = tuple(
            SeenAction(
                turn, parse_tiles("k1") if isinstance(turn, Play) else (), isinstance(turn, Draw), (), None, None
            )
            for turn in turns[:number]
        )
        return left_over(replace(seen("1+3"), history=history), 1)

    assert known(2) is None, "Whoever opens uses only the rack."
    assert known(4) == LeftOver(0, tables[1][0])
    assert known(6) == LeftOver(1, tables[2][0])


def test_one_who_has_had_no_turn_tells_nothing() -> None:
    assert left_over(seen("0d"), 1) is None


def test_only_plays_since_the_pool_is_empty_tell_how_many_tiles_a_seat_lays() -> None:
    """N2."""
    assert generosity_of(replace(seen("1+3 0d 1+2"), pool_size=0), 1) == 1
    assert generosity_of(replace(seen("1+3 0d 0+2"), pool_size=0), 1) == pytest.approx(GENEROUS_PRIOR)
    assert generosity_of(seen("1+3 0d 1+2"), 1) == pytest.approx(GENEROUS_PRIOR)


def test_one_who_lays_single_tiles_looks_less_generous() -> None:
    """N2."""
    likely = [generosity_of(replace(seen("1+3 0d " + "1+1 " * plays), pool_size=0), 1) for plays in range(5)]
    assert likely == sorted(likely, reverse=True)
    assert likely[-1] < 0.1


def test_where_nobody_must_place_who_lays_nothing_looks_less_generous() -> None:
    """N2."""
    before = replace(seen("1+3 0d"), profile=PROFILES["vienna-de"], pool_size=0)
    passed = SeenAction(Pass(1), (), 0, (), None, None)
    assert generosity_of(before, 1) == pytest.approx(GENEROUS_PRIOR)
    assert generosity_of(replace(before, history=(*before.history, passed)), 1) < 0.5
    assert generosity_of(replace(seen("1+3 0d 1+1"), profile=PROFILES["vienna-de"], pool_size=0), 1) == 1


def test_plays_with_an_empty_pool_do_not_look_quick() -> None:
    """N2: whoever can place must, in some editions."""
    patient = "1+3 0d 1d 0d 1d 0d"
    played = replace(seen(f"{patient} 1+1 0+1 1+2"), pool_size=0)
    assert patience_evidence(played, 1) == patience_evidence(seen(patient), 1)
