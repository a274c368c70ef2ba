"""Lineups and seatings: everyone meets everyone, and every player sits in every seat equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewise.arena.lineups import PAIRINGS, Lineup, Pairing, lineups_of, seatings
from tilewise.errors import TilewiseError


@pytest.mark.parametrize(
    ("pairing", "players", "seats", "expected"),
    [
        ("crosstable", 3, 2, [(0, 1), (0, 2), (1, 2)]),
        ("crosstable", 2, 4, [(0, 1, 1, 1), (1, 0, 0, 0)]),
        ("gauntlet", 3, 2, [(0, 1), (0, 2)]),
        ("gauntlet", 3, 3, [(0, 1, 1), (0, 2, 2)]),
        ("mixed", 4, 3, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
    ],
)
def test_lineups_say_who_meets_whom(pairing: Pairing, players: int, seats: int, expected: list[Lineup]) -> None:
    assert pairing in PAIRINGS
    assert lineups_of(pairing, players, seats) == expected


def test_too_few_players_are_refused() -> None:
    with pytest.raises(TilewiseError, match="at least two players"):
        lineups_of("crosstable", 1, 2)
    with pytest.raises(TilewiseError, match="needs 4 different players, not 3"):
        lineups_of("mixed", 3, 4)


@pytest.mark.parametrize(
    ("lineup", "count"),
    [
        ((0, 1), 2),
        ((0, 1, 2), 6),
        ((0, 1, 2, 3), 24),
        ((0, 1, 1, 1), 4),
        ((0, 1, 1, 1, 1, 1), 6),
        ((0, 0, 1, 1), 6),
        ((0, 1, 2, 3, 4), 10),
        ((0, 1, 2, 3, 4, 5), 12),
    ],
)
def test_every_player_sits_in_every_seat_equally_often(lineup: Lineup, count: int) -> None:
    found = seatings(lineup, "7.3")
    assert len(found) == len(set(found)) == count
    assert all(Counter(seating) == Counter(lineup) for seating in found)
    for seat in range(len(lineup)):
        taken = Counter(seating[seat] for seating in found)
        assert {taken[player] * len(lineup) for player in taken} <= {n * count for n in Counter(lineup).values()}
        assert all(taken[player] * len(lineup) == n * count for player, n in Counter(lineup).items())


def test_large_tables_sit_in_another_order_at_each_deal() -> None:
    orders = {frozenset(seatings((0, 1, 2, 3, 4), f"1.{deal}")) for deal in range(20)}
    assert len(orders) > 5
    assert seatings((0, 1, 2, 3, 4), "1.1") == seatings((0, 1, 2, 3, 4), "1.1")
