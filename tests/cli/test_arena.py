"""`tilewise arena`: tables, JSON, pictures, tests and runs that continue."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.arena_players import STUBBORN
from tests.support.held_lock import held_lock
from tests.support.processes import is_gone, killed_on_failure, until
from tests.support.served import command
from tests.support.terminal import TIMEOUT_SECONDS
from tilewise.cli import main

QUICK = ["--rule", "rack_size=3", "--rule", "copies=1", "--rule", "opening_threshold=0"]
FAILING = "failing=tests.support.arena_players:Failing"


def arena(*arguments: str) -> int:
    return main(["arena", *QUICK, *arguments])


def test_arena_prints_the_players_and_who_won_against_whom(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("--player", "solid", "--player", FAILING, "--seats", "3", "--deals", "4", "--jobs", "1") == 0
    output, errors = capsys.readouterr()
    assert output.startswith("24 games, 4 deals, 3 seats\n")
    assert "2 failing" in output
    assert "First error of failing: RuntimeError: no idea" in output
    assert errors == ""
    assert max(map(len, output.splitlines())) <= 80


def test_arena_gives_the_same_json_for_one_job_and_for_two(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for jobs in ("1", "2"):
        players = ["--player", "solid", "--player", "casual", "--player", "beginner"]
        assert arena(*players, "--deals", "5", "--jobs", jobs, "--json") == 0
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0] == outputs[1]
    assert [player["name"] for player in outputs[0]["players"]] == ["solid", "casual", "beginner"]
    assert outputs[0]["games"] == 30
    assert outputs[0]["rules"]["rack_size"] == 3


def test_what_a_program_writes_cannot_control_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code = r"import sys; sys.exit('\x1b]0;owned\x07\x1b[2J\x9b2Jgone')"
    program = shlex.join([sys.executable, "-c", code])
    assert arena("--player", "beginner", "--player", f"rude=cmd: {program}", "--deals", "1", "--jobs", "1") == 0
    output = capsys.readouterr().out
    assert "First error of rude: ProgramFailed: The program ended." in output
    assert "\N{REPLACEMENT CHARACTER}[2J" in output
    assert not {"\x1b", "\x07", "\x9b"} & set(output)


def test_a_run_continues_in_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    duel = ["--player", "solid", "--player", "casual", "--jobs", "1", "--json"]
    folder = ["--folder", str(tmp_path / "run")]
    assert arena(*duel, "--deals", "3", *folder) == 0
    log = tmp_path / "run" / "deals.jsonl"
    first = log.read_text()
    assert arena(*duel, "--deals", "6", *folder) == 0
    assert log.read_text().startswith(first)
    continued = json.loads(capsys.readouterr().out.rpartition("\n{\n")[2].join(["{", ""]))
    assert arena(*duel, "--deals", "6") == 0
    assert json.loads(capsys.readouterr().out) == continued
    assert arena("--player", "solid", "--player", "beginner", *folder) == 2
    assert "another tournament" in capsys.readouterr().err


def test_two_runs_cannot_write_one_folder_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with held_lock(tmp_path):
        assert arena("--player", "solid", "--player", "casual", "--folder", str(tmp_path)) == 2
    assert f"Another arena or league is writing to {tmp_path}: wait" in capsys.readouterr().err
    assert not (tmp_path / "run.json").exists()


def test_a_test_stops_the_run_and_says_what_was_decided(capsys: pytest.CaptureFixture[str]) -> None:
    duel = ["--player", "solid", "--player", FAILING, "--jobs", "1", "--deals", "400"]
    assert arena(*duel, "--test", "0", "200") == 0
    assert "deals: solid is at +200 Elo rather than at +0 (log-likelihood ratio" in capsys.readouterr().out
    assert arena(*duel[:-1], "40", "--test", "900", "1100", "--json") == 0
    test = json.loads(capsys.readouterr().out)["test"]
    assert (test["low"], test["high"]) == (900, 1100)
    assert test["deals"] <= 40
    swapped = ["--player", FAILING, "--player", "solid", "--jobs", "1", "--deals", "400"]
    assert arena(*swapped, "--test", "0", "200") == 0
    assert "failing is at +0 Elo rather than at +200" in capsys.readouterr().out
    assert arena("--player", "solid", "--player", "b=solid", "--test", "0", "5", "--deals", "2", "--jobs", "1") == 0
    assert "Undecided after 2 deals" in capsys.readouterr().out


def test_arena_writes_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "panel.svg"
    assert (
        arena("--player", "solid", "--player", "beginner", "--deals", "2", "--jobs", "1", "--plot", str(picture)) == 0
    )
    assert picture.read_text().startswith("<svg ")


def test_a_picture_that_cannot_be_written_is_refused_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    duel = ["--player", "solid", "--player", "beginner", "--folder", str(tmp_path / "run")]
    for plot in (tmp_path, tmp_path / "none" / "panel.svg"):
        assert arena(*duel, "--plot", str(plot)) == 2
        assert capsys.readouterr() == ("", f"tilewise: {plot} cannot be written: choose another file for --plot.\n")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("place", ["runs", "runs/first"])
def test_a_picture_may_lie_in_the_new_folder_of_its_run(tmp_path: Path, place: str) -> None:
    duel = ["--player", "solid", "--player", "beginner", "--deals", "2", "--jobs", "1"]
    plot = tmp_path / place / "panel.svg"
    assert arena(*duel, "--folder", str(tmp_path / "runs" / "first"), "--plot", str(plot)) == 0
    assert plot.read_text().startswith("<svg ")


def test_the_table_is_printed_even_if_the_picture_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("--player", "solid", "--player", "beginner", "--deals", "2", "--jobs", "1", "--plot", "/dev/full") == 2
    output, errors = capsys.readouterr()
    assert output.startswith("4 games, 2 deals, 2 seats\n")
    assert errors == "tilewise: /dev/full cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "solid"], "at least two players"),
        (["--player", "solid", "--player", "wizard"], "There is no player 'wizard'"),
        (["--player", "solid", "--player", "casual", "--deals", "0"], "Choose 1 to 1000000 deals"),
        (["--player", "solid", "--player", "casual", "--seats", "9"], "not for 9"),
        (["--player", "solid", "--player", "casual", "--seconds", "0"], "more than 0 seconds"),
        (["--player", "solid", "--player", "casual", "--samples", "0"], "at least one sample"),
        (["--player", "solid", "--player", "casual", "--jobs", "0"], "Choose 1 to 256 jobs"),
        (["--player", "solid", "--player", "casual", "--test", "5", "5"], "above the first"),
        (["--player", "solid", "--player", "casual", "--ray", "auto", "--jobs", "2"], "cannot be used together"),
        (["--player", "solid", "--player", "casual", "--seed", "a b"], "A seed consists of"),
    ],
)
def test_options_that_cannot_be_used_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("jobs", "how", "code"),
    [
        (1, signal.SIGTERM, 128 + signal.SIGTERM),
        (1, signal.SIGHUP, 128 + signal.SIGHUP),
        (2, signal.SIGINT, 128 + signal.SIGINT),
        (2, signal.SIGTERM, 128 + signal.SIGTERM),
        (2, signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_programs_end_with_the_arena(jobs: int, how: signal.Signals, code: int, tmp_path: Path) -> None:
    ids = tmp_path / "ids"
    ids.mkdir()
    program = shlex.join([sys.executable, "-c", STUBBORN, str(ids)])
    players = ["--player", "beginner", "--player", f"stubborn=cmd: {program}"]
    line = command("arena", *players, "--deals", "500", "--jobs", str(jobs))
    started = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    with killed_on_failure(started) as process:
        until(lambda: len(list(ids.iterdir())) == jobs)
        # A terminal sends Ctrl-C to every process of the group.
        (os.killpg if how is signal.SIGINT else os.kill)(process.pid, how)
        output, errors = process.communicate(timeout=TIMEOUT_SECONDS)
    until(lambda: all(is_gone(int(path.name)) for path in ids.iterdir()))
    assert (process.returncode, output, errors.strip()) == (code, b"", b"")
