"""What the actions of the others tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilewise import PROFILES, View, new_game, parse_tiles, view_of
from tilewise.bots.opponents import GENEROUS_PRIOR, PRIOR, could_place_nothing, generosity_of, patience_of
from tilewise.game import Draw, Play
from tilewise.view import SeenAction


def seen(text: str) -> View:
    """Return a view of seat 0 after turns such as `1+3` (seat 1 places three tiles) and `1d` (it draws)."""
    history = []
    for word in text.split():
        seat = int(word[0])
        if word[1] == "d":
            history.append(SeenAction(Draw(seat), (), 1, (), None, None))
        else:
            tiles = parse_tiles("k1 k2 k3 k4 k5")[: int(word[2:])]
            history.append(SeenAction(Play(seat, ()), tiles, 0, (), None, None))
    view = view_of(new_game(PROFILES["international"], 2, 1), 0)
    opened = tuple(any(f"{seat}+" in word for word in text.split()) for seat in range(2))
    return replace(view, history=tuple(history), opened=opened)


def test_nothing_is_known_before_the_opening() -> None:
    assert patience_of(seen("1d 0d 1d"), 1) == pytest.approx(PRIOR)
    assert patience_of(seen("1d 1+3"), 1) == pytest.approx(PRIOR)


def test_draws_after_the_opening_look_patient() -> None:
    likely = [patience_of(seen("1+3 " + "0+1 1d " * draws), 1) for draws in range(8)]
    assert likely == sorted(likely)
    assert likely[-1] > 0.9


def test_a_play_after_the_opening_looks_quick() -> None:
    assert patience_of(seen("1+3 1d 1d 1+1"), 1) < 0.1


def test_one_who_has_not_opened_and_drew_could_not_open() -> None:
    """U3: whatever was placed since."""
    assert could_place_nothing(seen("1d 0+3"), 1)


def test_one_who_has_opened_and_drew_could_not_place_on_this_table() -> None:
    """U6: on the table as it was then."""
    assert could_place_nothing(seen("1+3 0d 1d 0d"), 1)
    assert not could_place_nothing(seen("1+3 0d 1d 0+1"), 1)


def test_one_who_placed_something_tells_nothing() -> None:
    assert not could_place_nothing(seen("0d 1+3"), 1)
    assert not could_place_nothing(seen("0d"), 1)


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


def test_plays_with_an_empty_pool_do_not_look_quick() -> None:
    """N2: whoever can place must, in some editions."""
    patient = "1+3 0d 1d 0d 1d 0d"
    assert patience_of(replace(seen(f"{patient} 1+1 0+1 1+2"), pool_size=0), 1) == patience_of(seen(patient), 1)
