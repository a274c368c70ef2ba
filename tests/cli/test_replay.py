"""`tilewise replay`: a record as JSON, all at once through a pipe, and step by step at a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.terminal import (
    exit_code,
    last_game,
    play_typed,
    record_in,
    run_command,
    run_main,
    terminal,
    wait_for_prompt,
)
from tilewise.game import Draw, apply, new_game
from tilewise.position import parse_position
from tilewise.profiles import PROFILES
from tilewise.records import format_record, record_from_json, record_of

# A pty is made by forking. Newer Pythons warn about that if the test runner has threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")


def test_replay_json_contains_every_action_and_every_position(
    finished_game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_main(capsys, "replay", "--json", str(finished_game))
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


def test_replay_json_is_itself_a_record(
    finished_game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run_main(capsys, "replay", "--json", str(finished_game))
    assert format_record(record_from_json(out)) == finished_game.read_text(encoding="utf-8")
    path = tmp_path / "game.json"
    path.write_text(out, encoding="utf-8")
    assert run_main(capsys, "replay", "--json", str(path))[1] == out


def test_replay_reads_standard_input_and_shows_every_step(finished_game: Path) -> None:
    with finished_game.open() as file:
        done = run_command("replay", "-", stdin=file)
    assert (done.returncode, done.stderr) == (0, "")
    last = record_from_json(run_command("replay", "--json", str(finished_game)).stdout).actions
    assert f"{len(last)} of {len(last)}" in done.stdout
    assert "Cleo [/x]" in done.stdout


def test_replay_shows_a_game_that_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game(PROFILES["jumbo"], 2, "1")
    path = tmp_path / "begun.txt"
    path.write_text(format_record(record_of(apply(game, Draw(game.turn)))), encoding="utf-8")
    code, out, _ = run_main(capsys, "replay", str(path))
    assert code == 0
    assert "1 of 1" in out
    code, out, _ = run_main(capsys, "replay", "--json", str(path))
    assert json.loads(out)["result"] is None


def test_a_pipe_gets_no_colours(finished_game: Path) -> None:
    assert "\x1b" not in run_command("replay", str(finished_game)).stdout


def test_an_ascii_terminal_shows_letters_for_the_colours(finished_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    shown = run_command("replay", str(finished_game)).stdout
    assert "?" not in shown


def test_a_person_steps_through_a_replay(home: Path) -> None:
    play_typed("draw\ndraw\nquit\n", "--seed", "1", "--opponents", "1")
    steps = len(record_in(last_game(home)).actions)
    with terminal("replay", str(last_game(home))) as child:
        assert f"0 of {steps}" in wait_for_prompt(child)
        for words, step in (("", 1), ("", 2), ("b", 1), ("0", 0), ("999999999", steps)):
            child.send(f"{words}\r")
            assert f" {step} of {steps} " in wait_for_prompt(child)
        child.send("dance\r")
        assert "Press Enter for the next step" in wait_for_prompt(child)
        child.send("q\r")
        assert exit_code(child) == 0


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)])
def test_a_replay_ends_at_ctrl_d_and_ctrl_c(key: str, code: int, home: Path) -> None:
    play_typed("draw\nquit\n", "--seed", "1", "--opponents", "1")
    with terminal("replay", str(last_game(home))) as child:
        wait_for_prompt(child)
        child.send(key)
        assert exit_code(child) == code
        assert "Traceback" not in child.before
