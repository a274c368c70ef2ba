"""Standings: rates, points, ratings, the crosstable and its cycles."""

from __future__ import annotations

import json

import pytest

from tests.support.arena_players import quick, won
from tilewise.arena.duplicate_deals import DealResult, PlayedGame, Tournament, play_task
from tilewise.arena.standings import Standings, standings_of


def three(outcomes: dict[tuple[int, int], int], deals: int = 60) -> tuple[Tournament, Standings]:
    """Return standings of three players; the outcome of a pair is how many of ten deals the first wins twice."""
    tournament = quick("a=solid", "b=solid", "c=solid")
    results = []
    for lineup, (first, second) in enumerate(tournament.lineups):
        for deal in range(1, deals + 1):
            winner = first if deal % 10 < outcomes[first, second] else second
            results.append(won(deal, lineup, winner, winner, table=(first, second)))
    return tournament, standings_of(tournament, results)


def test_the_standings_of_a_clear_order() -> None:
    _, standings = three({(0, 1): 8, (0, 2): 9, (1, 2): 8})
    assert (standings.deals, standings.games, standings.seats) == (60, 360, 2)
    elos = [row.elo.value for row in standings.rows]
    assert elos == sorted(elos, reverse=True)
    assert sum(elos) == pytest.approx(0)
    assert standings.rows[0].rate.value == pytest.approx(0.85)
    assert standings.rows[0].games == 240
    assert standings.cycles == ()
    cell, mirrored = standings.cell(0, 2), standings.cell(2, 0)
    assert cell is not None
    assert mirrored is not None
    assert cell.rate.value == pytest.approx(0.9)
    assert cell.rate.value + mirrored.rate.value == pytest.approx(1)
    assert cell.points.value == pytest.approx(4)
    assert cell.elo.low < cell.elo.value < cell.elo.high
    assert cell.is_stronger
    assert not mirrored.is_stronger
    assert standings.cell(0, 0) is None


def test_intransitive_players_are_found() -> None:
    _, standings = three({(0, 1): 9, (1, 2): 9, (0, 2): 1})
    assert standings.cycles == ((0, 1, 2),)
    assert standings.to_json()["cycles"] == [["a", "b", "c"]]
    # A cycle that may be luck is none.
    _, standings = three({(0, 1): 6, (1, 2): 6, (0, 2): 4}, deals=10)
    assert standings.cycles == ()


def test_a_table_of_one_among_equal_ones() -> None:
    tournament = quick("solid", "tests.support.arena_players:Failing", seats=3)
    results = [play_task(tournament, (deal, lineup)) for deal in range(1, 4) for lineup in range(2)]
    standings = standings_of(tournament, results)
    cell = standings.cell(0, 1)
    assert cell is not None
    assert cell.even == pytest.approx(1 / 3)
    many = [cell for cell in standings.cells if cell.opponent is None]
    assert [(cell.lineup, cell.player) for cell in many] == [((0, 1, 1), 1), ((1, 0, 0), 0)]
    assert standings.rows[0].faults == {}
    assert standings.rows[1].faults["error"] > 0
    assert standings.rows[1].first_faults == {"error": "RuntimeError: no idea"}


def test_a_mixed_table_has_no_single_opponent() -> None:
    tournament = quick("a=beginner", "b=beginner", "c=beginner", seats=3, pairing="mixed")
    standings = standings_of(tournament, [play_task(tournament, (1, 0))])
    assert [cell.opponent for cell in standings.cells] == [None] * 3
    assert all(lineup["elo"] is None for lineup in standings.to_json()["lineups"])


def test_standings_as_json_have_no_infinite_numbers() -> None:
    tournament = quick("a=solid", "b=solid", "c=solid", pairing="gauntlet")
    standings = standings_of(tournament, [won(1, 0, 0, 0)])
    text = json.dumps(standings.to_json(), allow_nan=False)
    content = json.loads(text)
    assert content["players"][2]["games"] == 0
    assert content["players"][2]["win_rate"] == [None, None, None]
    assert content["lineups"][0]["table"] == ["a", "b"]


def test_a_shared_win_counts_in_part() -> None:
    games = (PlayedGame((0, 1), (0, 1), (0.0, 0.0), 9), PlayedGame((1, 0), (1,), (-1.0, 1.0), 9))
    standings = standings_of(quick("a=solid", "b=solid"), [DealResult(1, 0, games)])
    assert standings.rows[0].rate.value == pytest.approx(0.75)
