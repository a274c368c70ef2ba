"""The command from outside: exit codes, one line for bad input, and any kind of standard stream."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.processes import killed_on_failure
from tests.support.terminal import TIMEOUT_SECONDS, is_error_line, run_command, run_main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["dance"], "dance"),
        (["play", "--profile", "nope"], "vienna-de, vienna-en, jumbo, tm-toys, international, twist"),
        (["play", "--rule", "nope=1"], "There is no rule 'nope'"),
        (["play", "--rule", "opening_threshold"], "field=value"),
        (["play", "--rule", "turn_seconds=0"], "turn_seconds"),
        (["play", "--rule", "turn_seconds=soon"], "turn_seconds"),
        (["play", "--rule", "copies=1", "--rule", "copies=2"], "twice"),
        (["play", "--level", "wizard"], "wizard"),
        (["play", "--opponents", "0"], "1 to 5"),
        (["play", "--opponents", "6", "--profile", "tm-toys"], "1 to 5"),
        (["play", "--opponents", "4"], "2 to 4 players"),
        (["play", "--opponents", "-1"], "1 to 5 computer players, not -1"),
        (["play", "--opponents", "two"], "two"),
        (["play", "--seed", "a b"], "seed"),
        (["play", "--name", ""], "name"),
        (["play", "--name", "x" * 41], "name"),
        (["play", "--resume"], "last-game.txt"),
        (["play", "--resume", "nowhere.txt"], "nowhere.txt"),
        (["play", "--resume", os.sep], "directory"),
        (["simulate", "--games", "0"], "games"),
        (["simulate", "--games", "1000001"], "games"),
        (["simulate", "--games", "many"], "many"),
        (["simulate", "--jobs", "0"], "jobs"),
        (["simulate", "--jobs", "257"], "jobs"),
        (["simulate", "--players", "1"], "2 to 4"),
        (["simulate", "--levels", "wizard"], "wizard"),
        (["simulate", "--levels", "beginner", "beginner"], "4 seats"),
        (["simulate", "--seed", "x" * 99], "seed"),
        (["replay"], "file"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
        (["replay", os.sep], "directory"),
        (["replay", os.devnull], "line 1"),
        (["rules"], "PROFILE"),
        (["rules", "nope"], "nope"),
        (["rules", "jumbo", "--lang", "fr"], "fr"),
        (["check"], "set"),
        (["check", "r3 r44"], "r44"),
        (["check", "--profile", "nope", "r3 r4 r5"], "nope"),
        (["turn"], "--after"),
        (["turn", "--after", "r3 r4 x5"], "x5"),
        (["turn", "--before", "r3 r4", "--rack", "r5", "--after", "r3 r4 r5"], "Before the turn"),
        (["turn", "--before", "r3 r4 r5 |", "--after", "r3"], "bar"),
        (["turn", "--players", "9", "--after", "r3"], "not for 9"),
        (["score"], "--racks"),
        (["score", "--racks", ""], "2 to 4"),
        (["score", "--racks", "r1", "r2"], "empty rack"),
        (["score", "--racks", "", "r2", "--unopened", "2"], "no seat 2"),
        (["score", "--racks", "", "r2", "--ended", "early"], "early"),
        (["check", "--batch", "r3 r4 r5"], "--batch and SET"),
        (["turn", "--batch", "--after", "r3 r4 r5"], "--batch and --after"),
        (["turn", "--leftover", "r3", "--rack", "r4"], "--leftover and --rack"),
        (["score", "--racks", "", "r1", "--game", "1 -1"], "--game and --racks"),
        (["play", "--seed", ""], "seed"),
        (["simulate", "--seed", ""], "seed"),
        (["play", "--rule", "x" * 999 + "=1"], f"'{'x' * 40}…'"),
        (["play", "--profile", "x" * 999], f"'{'x' * 40}…'"),
        (["replay", "/dev/zero"], "too long for a game record"),
        (["score", "--game", "+24 x"], "'x'"),
        (["score", "--game", "1 2", "--game", "3 4 5"], "2 scores"),
        (["score", "--game", "1/0 2"], "1/0"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(
    arguments: Sequence[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_main(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert is_error_line(err), err
    assert message in err


def test_a_process_ends_with_the_same_code_and_message() -> None:
    done = run_command("simulate", "--games", "0")
    assert done.returncode == 2
    assert done.stdout == ""
    assert is_error_line(done.stderr)


@pytest.mark.parametrize(
    ("arguments", "redirection"),
    [
        (["check", "--batch"], "<&-"),
        (["replay", "-"], "<&-"),
        (["play", "--seed", "1"], "<&-"),
        (["check", "r3 r4 r5"], ">&-"),
        (["rules", "jumbo"], ">&-"),
        (["simulate", "--games", "1"], ">&-"),
    ],
)
def test_a_closed_stream_causes_no_traceback(arguments: list[str], redirection: str) -> None:
    command = f'exec "$0" -m tilewise "$@" {redirection}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = run_command("rules", "jumbo", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert is_error_line(done.stderr)


def test_a_reader_that_closes_the_pipe_causes_no_complaint(finished_game: Path) -> None:
    for arguments in (["rules", "twist"], ["replay", str(finished_game)], ["replay", "--json", str(finished_game)]):
        started = subprocess.Popen(
            [sys.executable, "-m", "tilewise", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        with killed_on_failure(started) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(TIMEOUT_SECONDS) == 0


@pytest.mark.parametrize("arguments", [["rules", "tm-toys", "--lang", "pl"], ["simulate", "--games", "1"]])
def test_an_ascii_terminal_is_not_an_error(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run_command(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
