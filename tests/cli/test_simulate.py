"""`tilewise simulate`: the same games for any number of jobs, their statistics, and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import announcing_simulation
from tests.support.processes import is_gone, killed_on_failure, until
from tests.support.terminal import TIMEOUT_SECONDS, run_command, run_main
from tilewise.cli.simulate import GameSummary, statistics_of


def test_a_shared_win_is_shared_in_the_statistics() -> None:
    games = [
        GameSummary(10, "out", 0, (0,), (5.0, -5.0), ((2, 30), None)),
        GameSummary(20, "pool", 1, (0, 1), (0.0, 0.0), ((3, 40), (1, 50))),
    ]
    statistics = statistics_of(games, 2)
    assert statistics["wins_by_seat"] == [1.5, 0.5]
    assert statistics["wins_of_starter"] == 1.5
    assert statistics["endings"] == {"out": 1, "pool": 1}
    assert statistics["opened"] == 0.75
    assert statistics["turns"]["mean"] == 15
    assert statistics["opening_value"]["most"] == 50


def test_statistics_of_games_in_which_nobody_opened_have_no_openings() -> None:
    statistics = statistics_of([GameSummary(10, "pool", 0, (1,), (-1.0, 1.0), (None, None))], 2)
    assert statistics["opening_turn"] is None
    assert statistics["opened"] == 0


def test_simulate_gives_the_same_statistics_for_one_job_and_for_two() -> None:
    arguments = ("simulate", "--games", "4", "--seed", "same", "--profile", "tm-toys", "--players", "3", "--json")
    one, two = run_command(*arguments, "--jobs", "1"), run_command(*arguments, "--jobs", "2")
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr) == (0, "")
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["games"] == 4


def test_simulate_counts_length_wins_openings_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_main(capsys, "simulate", "--games", "3", "--players", "2", "--seed", "7", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["seed"] == "7"
    assert found["players"] == 2
    assert found["turns"]["least"] <= found["turns"]["median"] <= found["turns"]["most"]
    assert sum(found["wins_by_seat"]) == pytest.approx(3)
    assert sum(found["endings"].values()) == 3
    assert 0 <= found["opened"] <= 1
    assert found["opening_value"]["least"] >= 30
    assert len(found["score_by_seat"]) == 2
    assert run_main(capsys, "simulate", "--games", "3", "--players", "2", "--seed", "8", "--json")[1] != out


def test_simulate_prints_a_table_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_main(capsys, "simulate", "--games", "2", "--profile", "twist")
    assert (code, err) == (0, "")
    for word in ("2 games of twist", "turns per game", "opening value", "seat 0", "seat 3", "won"):
        assert word in out


def test_the_table_of_simulate_fits_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run_main(capsys, "simulate", "--games", "1", "--profile", "jumbo")[1].splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(" seat ") for line in lines) == 4


def test_simulate_stops_at_ctrl_c_without_a_traceback(tmp_path: Path) -> None:
    line = [sys.executable, announcing_simulation.__file__, "--games", "100000", "--jobs", "2", "--levels", "beginner"]
    started = subprocess.Popen(
        line,
        env={**os.environ, "ANNOUNCED": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    with killed_on_failure(started) as process:
        until(lambda: len(list(tmp_path.iterdir())) == 2)
        os.killpg(process.pid, signal.SIGINT)  # A terminal, too, sends it to every process of the group.
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)  # far less than 100,000 games take
    until(lambda: all(is_gone(int(path.name)) for path in tmp_path.iterdir()))
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
