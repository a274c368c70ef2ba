"""A player with moods: one way to play for a whole game, chosen by its seed."""

from __future__ import annotations

from collections import Counter

from tilewise import PROFILES
from tilewise.bots import Beginner, Solid
from tilewise.bots.moods import by_mood


def test_the_seed_decides_on_the_mood_and_every_mood_is_as_frequent() -> None:
    def mood(number: int) -> str:
        return type(by_mood((Beginner, Solid), 0, PROFILES["jumbo"], f"game-{number}")).__name__

    seen = Counter(mood(number) for number in range(1000))
    assert set(seen) == {"Beginner", "Solid"}
    assert 400 < seen["Solid"] < 600
    assert mood(5) == mood(5)


def test_a_player_in_a_mood_has_the_seed_of_its_seat() -> None:
    assert by_mood((Beginner,), 0, PROFILES["jumbo"], "a seed").seed == "a seed"
