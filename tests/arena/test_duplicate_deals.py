"""One deal in all seatings: the same tiles for everyone, and faulty players only harm themselves."""

from __future__ import annotations

import json
import math
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.arena_players import QUICK, quick
from tilewise.arena.duplicate_deals import DealResult, PlayedGame, Tournament, play_seating, play_task
from tilewise.arena.entrants import read_entrants
from tilewise.bots import Budget
from tilewise.errors import TilewiseError
from tilewise.profiles import RulesError

PLAYERS = "tests.support.arena_players"


def test_a_deal_is_played_in_all_seatings_and_the_result_is_always_the_same() -> None:
    tournament = quick("beginner", "solid", seats=3)
    result = play_task(tournament, (4, 0))
    assert (result.deal, result.lineup) == (4, 0)
    assert [game.seating for game in result.games] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert all(game.faults == () and game.turns > 0 for game in result.games)
    assert play_task(tournament, (4, 0)) == result
    assert play_task(tournament, (5, 0)).games != result.games


def test_equal_players_score_evenly_whatever_the_tiles() -> None:
    """The same player twice: each game is the other with names exchanged."""
    tournament = quick("solid", "solid")
    for deal in range(1, 6):
        result = play_task(tournament, (deal, 0))
        assert result.score(0) == result.score(1) == 0.5
        assert result.points(0) == result.points(1)


def test_scores_and_points_are_means_over_the_seats_of_a_player() -> None:
    games = (
        PlayedGame((0, 1, 1), (0, 2), (4.0, -6.0, 2.0), 9),
        PlayedGame((1, 0, 1), (1,), (-1.0, 3.0, -2.0), 9),
        PlayedGame((1, 1, 0), (0,), (8.0, -3.0, -5.0), 9),
    )
    result = DealResult(1, 0, games)
    assert result.score(0) == pytest.approx((0.5 + 1 + 0) / 3)
    assert result.score(1) == pytest.approx((0.5 + 0 + 1) / 6)
    assert result.points(0) == pytest.approx((4 + 3 - 5) / 3)
    assert games[0].share(1) == 0


@pytest.mark.parametrize(
    ("kind", "first"),
    [
        ("Failing", "RuntimeError: no idea"),
        ("Impossible", "RuntimeError: no licence"),
        ("Leaving", "SystemExit: no time"),
    ],
)
def test_the_faults_of_a_player_are_counted(kind: str, first: str) -> None:
    result = play_task(quick("solid", f"{PLAYERS}:{kind}"), (1, 0))
    faults = Counter[int]()
    for game in result.games:
        for fault in game.faults:
            assert fault.kind == "error"
            assert fault.first == first
            faults[game.seating[fault.seat]] += fault.times
    assert set(faults) == {1}
    assert faults[1] > 1


def test_a_result_survives_the_disk() -> None:
    result = play_task(quick("solid", f"{PLAYERS}:Failing"), (2, 0))
    assert DealResult.from_json(json.loads(json.dumps(result.to_json()))) == result


GAME: dict[str, Any] = {"seating": [0, 1], "winners": [0], "points": [5, -5], "turns": 9, "faults": []}
RESULT: dict[str, Any] = {"deal": 1, "lineup": 0, "games": [GAME]}
WRONG: list[dict[str, Any]] = [
    {"seating": 5},
    {"seating": ["a", "b"]},
    {"winners": []},
    {"winners": [7]},
    {"winners": [-1]},
    {"winners": [0, 0]},
    {"points": [1]},
    {"points": [1, math.nan]},
    {"points": [1, math.inf]},
    {"points": [1, 10**400]},
    {"points": [1, "2"]},
    {"turns": "many"},
    {"faults": [5]},
    {"faults": [[0, "late", 1]]},
    {"faults": [[2, "late", 1, "2 s late"]]},
    {"faults": [[0, "late", "twice", "2 s late"]]},
    {"faults": [[0, 1, 1, "2 s late"]]},
]
"""Fields that make the game no game."""


@pytest.mark.parametrize(
    "content",
    [
        5,
        {},
        {**RESULT, "deal": 0},
        {**RESULT, "deal": 10**12},
        {**RESULT, "deal": math.inf},
        {**RESULT, "lineup": -1},
        {**RESULT, "games": []},
        {**RESULT, "games": [5]},
        *({**RESULT, "games": [{**GAME, **change}]} for change in WRONG),
    ],
)
def test_what_is_no_result_is_refused(content: object) -> None:
    assert DealResult.from_json(RESULT).games[0].points == (5.0, -5.0)
    with pytest.raises(TilewiseError):
        DealResult.from_json(content)


def test_programs_end_with_the_game() -> None:
    """A program that cannot be started loses its turns."""
    tournament = quick("beginner", "cmd: /no/such/program")
    game = play_seating(tournament, "1.1", (0, 1))
    assert {(fault.seat, fault.kind) for fault in game.faults} == {(1, "error")}
    assert "/no/such/program cannot be started" in game.faults[0].first


def test_a_long_fault_keeps_its_reason_and_the_end_of_what_the_program_wrote(tmp_path: Path) -> None:
    script = tmp_path / "verbose.py"
    script.write_text("""
import os
os.write(2, b"e" * 1500 + b" in the end")
os.write(1, b"x" * 65_536)
""")
    command = shlex.join([sys.executable, str(script)])
    game = play_seating(quick("beginner", f"verbose=cmd: {command}"), "1.1", (0, 1))
    first = game.faults[0].first
    assert first.startswith("ProgramFailed: The program wrote too long a line. eee")
    assert first.endswith("eee in the end")
    assert len(first) < 310


def test_a_tournament_must_be_possible() -> None:
    with pytest.raises(RulesError):
        quick("beginner", "solid", seats=9)
    tournament = Tournament(read_entrants(["solid", "casual"]), QUICK, 2, "gauntlet", "x", Budget(samples=3))
    assert tournament.lineups == [(0, 1)]
    assert tournament.deal_seed(7) == "x.7"
