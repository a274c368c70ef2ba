"""The saved game: never lost, never overwritten by another one, and always whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import (
    TIMEOUT_SECONDS,
    is_error_line,
    last_game,
    play_typed,
    record_in,
    run_main,
)
from tilewise.cli.save_file import SaveFile, check_unused, default_path, load_record, move_aside
from tilewise.errors import TilewiseError
from tilewise.game import Draw, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.records import Record, record_of, record_to_json

ONE = ("--opponents", "1")


def short_record(seed: str = "1") -> Record:
    """Return the record of a game with one action."""
    game = new_game(PROFILES["jumbo"], 2, seed)
    return record_of(apply(game, Draw(game.turn)))


# Writing


def test_the_default_file_is_in_the_state_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_path() == last_game(home)
    monkeypatch.delenv("XDG_STATE_HOME")
    assert default_path() == home / ".local" / "state" / "tilewise" / "last-game.txt"


def test_a_saved_record_can_be_loaded_as_text_or_json(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "game.txt"
    save_file = SaveFile(path, is_default=False)
    assert not save_file.is_saved
    save_file.save(short_record())
    assert save_file.is_saved
    assert save_file.resume_command == f"tilewise play --resume '{path}'"
    assert load_record(str(path)) == short_record()
    path.write_text(record_to_json(short_record()), encoding="utf-8")
    assert load_record(str(path)) == short_record()


def test_an_interrupted_write_leaves_the_old_record_and_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    save_file = SaveFile(path, is_default=False)
    save_file.write(short_record("old"))

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, step, fail)
            with pytest.raises(TilewiseError, match=r"cannot be saved .* No space left on device"):
                save_file.write(short_record("new"))
        assert not save_file.is_saved
        assert load_record(str(path)) == short_record("old")
        assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["game.txt"]


@pytest.mark.parametrize("lines", [10, 30, 45, 60, 75])
def test_a_game_killed_at_any_moment_leaves_a_whole_record(lines: int, home: Path) -> None:
    # Four players draw without a pause, and every action is saved.
    arguments = [sys.executable, "-m", "tilewise", "play", "--seed", "1", "--opponents", "3"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"draw\n" * 20)
        process.stdin.flush()
        for _ in range(lines):
            assert process.stdout.readline()
        process.kill()
    record_in(last_game(home))


def test_a_person_who_cannot_save_in_the_usual_place_is_warned_once_and_plays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "file"))
    played = play_typed("draw\nquit\n", "--seed", "1", *ONE)
    assert played.returncode == 0
    assert played.stderr.count("cannot be saved") == 1
    assert "You draw a tile" in played.stdout
    assert "is saved" not in played.stdout


def test_a_game_that_could_not_be_saved_is_not_called_saved(home: Path) -> None:
    place = home / "folder"
    place.mkdir()
    played = play_typed("quit\n", "--seed", "1", "--save", str(place))
    assert "Traceback" not in played.stderr
    assert "cannot be saved" in played.stderr or played.returncode == 2
    assert "is saved" not in played.stdout
    assert sorted(file.name for file in home.iterdir()) == ["folder"]


def test_a_person_without_a_home_can_play(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # In a container the user often has no home folder.
    program = (
        "import pathlib, sys\n"
        "def nowhere():\n    raise RuntimeError('Could not determine home directory.')\n"
        "pathlib.Path.home = nowhere\n"
        "from tilewise.cli import main\n"
        "sys.exit(main(['play', '--seed', '1']))\n"
    )
    monkeypatch.delenv("XDG_STATE_HOME")
    played = subprocess.run(
        [sys.executable, "-c", program], input=b"quit\n", capture_output=True, timeout=TIMEOUT_SECONDS, check=False
    )
    assert b"Traceback" not in played.stderr
    assert played.returncode in (0, 2)


# Files that are already there


def test_an_unused_name_is_accepted_and_a_used_one_is_not(tmp_path: Path) -> None:
    check_unused(tmp_path / "new.txt")
    SaveFile(tmp_path / "game.txt", is_default=False).write(short_record())
    with pytest.raises(TilewiseError, match="already contains a game"):
        check_unused(tmp_path / "game.txt")
    with pytest.raises(TilewiseError, match="is not a game record"):
        check_unused(tmp_path)


def test_only_an_unfinished_game_with_actions_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "last-game.txt"
    assert move_aside(path) is None
    save_file = SaveFile(path, is_default=True)
    save_file.write(record_of(new_game(PROFILES["jumbo"], 2, "1")))
    assert move_aside(path) is None
    for number in (1, 2):
        save_file.write(short_record())
        notice = move_aside(path)
        assert notice is not None
        assert notice.endswith(f"unfinished-{number}.txt")
        assert not path.exists()


def test_a_new_game_does_not_overwrite_an_unfinished_one(home: Path) -> None:
    play_typed("draw\nquit\n", "--seed", "first")
    second = play_typed("draw\nquit\n", "--seed", "second")
    texts = [file.read_text(encoding="utf-8") for file in home.rglob("*.txt")]
    assert any("seed: first\n" in text for text in texts)
    line, aside = second.stderr.strip().split(" --resume ")
    assert line == "Your unfinished game is saved. To continue it: tilewise play"
    assert play_typed("quit\n", "--resume", aside).returncode == 0


def test_a_damaged_record_is_moved_aside_for_a_new_game(home: Path) -> None:
    last_game(home).parent.mkdir(parents=True)
    last_game(home).write_text("tilewise record 1\n")
    assert "damaged" in play_typed("quit\n", "--seed", "1").stderr
    assert last_game(home).with_name("damaged-1.txt").read_text() == "tilewise record 1\n"


def test_a_file_that_is_not_a_record_is_never_overwritten(home: Path) -> None:
    path = home / "letter.txt"
    path.write_text("Dear Ada")
    refused = play_typed("quit\n", "--seed", "1", "--save", str(path))
    assert path.read_text() == "Dear Ada"
    assert refused.returncode == 2
    assert refused.stderr.startswith("tilewise: ")


def test_another_game_is_never_overwritten(home: Path) -> None:
    path = home / "game.txt"
    play_typed("draw\nquit\n", "--seed", "1", "--save", str(path))
    before = path.read_text()
    refused = play_typed("quit\n", "--seed", "2", "--save", str(path))
    assert path.read_text() == before
    assert refused.returncode == 2
    assert "already contains a game" in refused.stderr
    assert "--resume" in refused.stderr


# Reading


def test_a_file_that_is_not_text_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noise"
    path.write_bytes(bytes(range(256)) * 4)
    code, out, err = run_main(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert is_error_line(err)


@pytest.mark.parametrize("text", ["{", "{}", "[" * 5000, '{"a":' * 5000, '{"tilewise": 2}', "tilewise record 1\n", ""])
def test_a_file_that_is_not_a_record_gets_one_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record"
    path.write_text(text)
    code, out, err = run_main(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert is_error_line(err)


def test_a_changed_or_truncated_record_is_refused_with_the_line(
    finished_game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = finished_game.read_text(encoding="utf-8")
    for number, damaged in enumerate((text.replace("seed: 11", "seed: 12"), text[: len(text) // 2], text + "more\n")):
        path = tmp_path / f"damaged-{number}"
        path.write_text(damaged, encoding="utf-8")
        code, out, err = run_main(capsys, "replay", str(path))
        assert (code, out) == (2, "")
        assert "line " in err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret"
    path.touch(mode=0o000)
    code, _, err = run_main(capsys, "replay", str(path))
    assert code == 2
    assert is_error_line(err)
