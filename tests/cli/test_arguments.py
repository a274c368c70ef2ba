"""The command from outside: exit codes, one clear sentence for bad input, and what every subcommand prints."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tilewise.bots import new_player, play_out
from tilewise.cli import main
from tilewise.game import Draw, apply, new_game
from tilewise.position import parse_position
from tilewise.profiles import PROFILES
from tilewise.records import format_record, record_from_json, record_of
from tilewise.rulebook import LANGUAGES

COMMANDS = ("play", "simulate", "replay", "rules", "check", "turn", "score", "version")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test, and a wide terminal, so that no sentence is broken in two."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "300")
    for name in ("FORCE_COLOR", "NO_COLOR", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "state"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game of three beginners, with small racks so that it is short."""
    profile = PROFILES["twist"].with_rules({"rack_size": 5, "opening_threshold": 0})
    game = play_out(new_game(profile, 3, "11"), [new_player("beginner")] * 3)
    path = tmp_path_factory.mktemp("records") / "game.txt"
    path.write_text(format_record(record_of(game, ("Ada", "Ben", "Cleo [/x]"))), encoding="utf-8")
    return path


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    given = {"capture_output": True, "encoding": "utf-8", "timeout": 30, "stdin": subprocess.DEVNULL, **options}
    return subprocess.run([sys.executable, "-m", "tilewise", *arguments], check=False, **given)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process: the exit code, what was printed and what was complained about."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def is_one_sentence(err: str) -> bool:
    line, end, rest = err.partition("\n")
    return line.startswith("tilewise: ") and bool(end) and not rest and line[-1] in ".!?" and "Traceback" not in line


# Bad input: exit code 2 and one sentence


@pytest.mark.parametrize(
    ("arguments", "said"),
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
        (["score", "--game", "1 2", "--game", "3"], "2 scores"),
        (["score", "--game", "1/0 2"], "1/0"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: Sequence[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert is_one_sentence(err), err
    assert said in err


def test_a_file_that_is_no_text_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noise"
    path.write_bytes(bytes(range(256)) * 4)
    code, out, err = told(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert is_one_sentence(err)


@pytest.mark.parametrize("text", ["{", "{}", "[" * 5000, '{"a":' * 5000, '{"tilewise": 2}', "tilewise record 1\n", ""])
def test_a_file_that_is_no_record_gets_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record"
    path.write_text(text)
    code, out, err = told(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert is_one_sentence(err)


def test_a_changed_or_cut_record_is_refused_with_its_line(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = finished.read_text(encoding="utf-8")
    for number, damaged in enumerate((text.replace("seed: 11", "seed: 12"), text[: len(text) // 2], text + "more\n")):
        path = tmp_path / f"damaged-{number}"
        path.write_text(damaged, encoding="utf-8")
        code, out, err = told(capsys, "replay", str(path))
        assert (code, out) == (2, "")
        assert "line " in err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret"
    path.touch(mode=0o000)
    code, _, err = told(capsys, "replay", str(path))
    assert code == 2
    assert is_one_sentence(err)


def test_the_process_ends_with_the_same_code_and_sentence() -> None:
    done = run("simulate", "--games", "0")
    assert done.returncode == 2
    assert done.stdout == ""
    assert is_one_sentence(done.stderr)


@pytest.mark.parametrize("arguments", [["check", "--batch"], ["replay", "-"], ["play", "--seed", "1"]])
def test_a_closed_standard_input_is_no_traceback(arguments: list[str]) -> None:
    command = 'exec "$0" -m tilewise "$@" <&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.parametrize("arguments", [["check", "r3 r4 r5"], ["rules", "jumbo"], ["simulate", "--games", "1"]])
def test_a_closed_standard_output_is_no_traceback(arguments: list[str]) -> None:
    command = 'exec "$0" -m tilewise "$@" >&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = run("rules", "jumbo", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert is_one_sentence(done.stderr)


def test_whoever_reads_only_the_first_line_gets_no_complaint(finished: Path) -> None:
    for arguments in (["rules", "twist"], ["replay", str(finished)], ["replay", "--json", str(finished)]):
        with subprocess.Popen(
            [sys.executable, "-m", "tilewise", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(20) == 0


# Help and version


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert all(f"    {command} " in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: tilewise {command}" in capsys.readouterr().out


def test_version_says_tilewise_and_python(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "version")
    assert (code, err) == (0, "")
    assert out.startswith("tilewise ")
    assert sys.version.split()[0] in out
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == out


# check, turn, score: one question on the command line


def test_check_says_what_a_set_is_and_what_its_joker_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "check", "r3 r4 J", "k7 b7 o7")
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert "run" in first
    assert "12" in first
    assert "r5" in first
    assert "group" in second
    assert "21" in second


def test_check_ends_with_1_if_any_set_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "check", "r3 r4 r5", "r3 r4 r6")
    assert code == 1
    assert "not a set" in out.splitlines()[1]
    assert "5" in out.splitlines()[1]


def test_check_knows_the_special_jokers_of_the_profile_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "check", "--profile", "twist", "D r5 r6")[0] == 0
    code, out, _ = told(capsys, "check", "--profile", "jumbo", "D r5 r6")
    assert code == 1
    assert "box of jumbo" in out


def test_check_understands_a_set_without_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    # Everybody forgets the quotes once: three answers about single tiles help nobody.
    code, out, _ = told(capsys, "check", "r3", "r4", "r5")
    assert code == 0
    assert "run" in out


def test_turn_ends_with_0_for_a_legal_and_1_for_an_illegal_turn(capsys: pytest.CaptureFixture[str]) -> None:
    legal = ["turn", "--before", "r3 r4 r5", "--rack", "r6 k1", "--after", "r3 r4 r5 r6"]
    code, out, err = told(capsys, *legal)
    assert (code, err) == (0, "")
    assert "r6" in out
    code, out, _ = told(capsys, *legal, "--not-opened")
    assert code == 1
    assert "U3" in out


@pytest.mark.parametrize(
    ("profile", "to", "draws"), [("vienna-de", "pool", 3), ("jumbo", "pool", 5), ("tm-toys", "rack", 1)]
)
def test_turn_says_where_leftover_tiles_go_u12(
    profile: str, to: str, draws: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = told(capsys, "turn", "--profile", profile, "--leftover", "r3 k5")
    assert code == 0
    assert f"the {to}" in out
    assert f"draws {draws}" in out


def test_score_counts_a_game_c2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "score", "--racks", "", "r5 k10 J", "b1")
    assert code == 0
    lines = out.splitlines()
    assert "46" in lines[0]
    assert "wins" in lines[0]
    assert "-45" in lines[1]
    assert "-1" in lines[2]


def test_score_keeps_shares_exact_c4(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "score", "--profile", "tm-toys", "--racks", "r1", "b1", "r8", "--ended", "pool")
    assert code == 0
    assert out.count("7/2") == 2


def test_score_counts_the_printed_match_c6(capsys: pytest.CaptureFixture[str]) -> None:
    games = ("+24 -5 -16 -3", "-6 -11 +22 -5", "-32 -13 -2 +47")
    code, out, _ = told(capsys, "score", *(word for game in games for word in ("--game", game)))
    assert code == 0
    totals = [line.split(":")[1].split(",")[0].strip().lstrip("+") for line in out.splitlines()]
    assert totals == ["-14", "-29", "4", "39"]


def test_score_refuses_more_tiles_than_the_box_has(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "score", "--racks", "", "r5 r5 r5")
    assert (code, out) == (2, "")
    assert is_one_sentence(err)


# rules


@pytest.mark.parametrize("profile", PROFILES)
def test_rules_are_told_in_three_languages(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for language in LANGUAGES:
        code, texts[language], err = told(capsys, "rules", profile, "--lang", language)
        assert (code, err) == (0, "")
        assert texts[language].startswith("# ")
    assert len(set(texts.values())) == len(LANGUAGES)
    _, default, _ = told(capsys, "rules", profile)
    assert default == texts[PROFILES[profile].language]


def test_rules_tell_house_rules_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "rules", "jumbo", "--lang", "en", "--rule", "opening_threshold=47")
    assert code == 0
    assert "47" in out


# simulate


def test_simulate_gives_the_same_statistics_for_one_job_and_for_two() -> None:
    arguments = ("simulate", "--games", "4", "--seed", "same", "--profile", "tm-toys", "--players", "3", "--json")
    one, two = run(*arguments, "--jobs", "1"), run(*arguments, "--jobs", "2")
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr) == (0, "")
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["games"] == 4


def test_simulate_counts_length_wins_openings_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "simulate", "--games", "3", "--players", "2", "--seed", "7", "--json")
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
    assert told(capsys, "simulate", "--games", "3", "--players", "2", "--seed", "8", "--json")[1] != out


def test_simulate_prints_a_table_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "simulate", "--games", "2", "--profile", "twist")
    assert (code, err) == (0, "")
    for word in ("2 games of twist", "turns per game", "opening value", "seat 0", "seat 3", "won"):
        assert word in out


def test_the_table_of_simulate_fits_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = told(capsys, "simulate", "--games", "1", "--profile", "jumbo")[1].splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith(" seat ") for line in lines) == 4


def test_simulate_stops_at_ctrl_c_without_a_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilewise", "simulate", "--games", "100000", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(children.read_text().split()) < 2:
            time.sleep(0.05)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group
        try:
            out, err = process.communicate(timeout=60)  # long before so many games are played
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


# replay


def test_replay_json_tells_every_action_and_every_position(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "replay", "--json", str(finished))
    assert (code, err) == (0, "")
    content = json.loads(out)
    assert content["names"] == ["Ada", "Ben", "Cleo [/x]"]
    assert parse_position(content["start"]).players == 3
    for action in content["actions"]:
        parse_position(action["position"])
        assert action["action"] in ("play", "draw", "pass")
        assert bool(action["placed"]) == (action["action"] == "play")
        assert len(action["drawn"]) == (action["action"] == "draw")
    assert len(content["result"]["explained"]) == 3


def test_replay_json_is_itself_a_record(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = told(capsys, "replay", "--json", str(finished))
    assert format_record(record_from_json(out)) == finished.read_text(encoding="utf-8")
    path = tmp_path / "game.json"
    path.write_text(out, encoding="utf-8")
    assert told(capsys, "replay", "--json", str(path))[1] == out


def test_replay_reads_standard_input_and_shows_every_step(finished: Path) -> None:
    with finished.open() as file:
        done = run("replay", "-", stdin=file)
    assert (done.returncode, done.stderr) == (0, "")
    last = record_from_json(run("replay", "--json", str(finished)).stdout).actions
    assert f"{len(last)} of {len(last)}" in done.stdout
    assert "Cleo [/x]" in done.stdout


def test_replay_shows_a_game_that_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game(PROFILES["jumbo"], 2, "1")
    path = tmp_path / "begun.txt"
    path.write_text(format_record(record_of(apply(game, Draw(game.turn)))), encoding="utf-8")
    code, out, _ = told(capsys, "replay", str(path))
    assert code == 0
    assert "1 of 1" in out
    code, out, _ = told(capsys, "replay", "--json", str(path))
    assert json.loads(out)["result"] is None


# Any terminal


def test_nothing_is_coloured_in_a_pipe(finished: Path) -> None:
    assert "\x1b" not in run("replay", str(finished)).stdout


@pytest.mark.parametrize("arguments", [["rules", "tm-toys", "--lang", "pl"], ["simulate", "--games", "1"]])
def test_an_ascii_terminal_is_no_error(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_an_ascii_terminal_still_tells_the_colours_apart(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    shown = run("replay", str(finished)).stdout
    assert "?" not in shown
