"""`tilewise league`: a rating list that grows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.held_lock import held_lock
from tilewise.cli import main

QUICK = ["--rule", "rack_size=3", "--rule", "copies=1", "--rule", "opening_threshold=0"]
FAILING = "failing=tests.support.arena_players:Failing"


def league(folder: Path, *arguments: str) -> int:
    return main(["league", str(folder), "--jobs", "1", "--deals", "6", *arguments])


def test_a_league_grows_and_writes_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, page = tmp_path / "league", tmp_path / "ratings.md"
    assert league(folder, *QUICK, "--player", "solid", "--player", FAILING) == 0
    first = (folder / "games.jsonl").read_text()
    assert league(folder, "--player", "casual", "--page", str(page)) == 0
    assert (folder / "games.jsonl").read_text().startswith(first)
    output = capsys.readouterr().out
    assert all(name in output for name in ("solid", "failing", "casual"))
    assert "| solid | 1500 |" in page.read_text()
    games = (folder / "games.jsonl").read_text()
    assert league(folder) == 0
    assert (folder / "games.jsonl").read_text() == games, "everyone has enough games"


def test_the_rules_of_a_league_do_not_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert league(tmp_path, *QUICK, "--player", "solid") == 0
    assert league(tmp_path, "--profile", "jumbo") == 2
    assert "keeps its rules, seats and seed: leave out --profile." in capsys.readouterr().err


def test_two_leagues_cannot_write_one_folder_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with held_lock(tmp_path):
        assert league(tmp_path, *QUICK, "--player", "solid") == 2
    assert f"Another arena or league is writing to {tmp_path}: wait" in capsys.readouterr().err
    assert not (tmp_path / "league.json").exists()


def test_the_faults_of_the_players_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert league(tmp_path, *QUICK, "--player", "solid", "--player", FAILING) == 0
    output = capsys.readouterr().out
    assert "First error of failing: RuntimeError: no idea" in output
    assert any(
        line.split()[0] == "failing" and line.split()[-1] == "error" for line in output.splitlines() if line.strip()
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "holds no league: name one that does, or create one with --player"),
        (["--player", "wizard"], "There is no player 'wizard'"),
        (["--player", "solid", "--seats", "0"], "not for 0"),
        (["--player", "solid", "--deals", "0"], "Choose 1 to 1000000 deals, not 0"),
        (["--player", "solid", "--deals", "-4"], "Choose 1 to 1000000 deals, not -4"),
        (["--player", "solid", "--seed", "bad seed/!"], "A seed consists of"),
        (["--player", "solid", "--jobs", "0"], "Choose 1 to 256 jobs"),
        (["--player", "solid", "--page", "no/such/folder/page.md"], "choose another file for --page"),
    ],
)
def test_options_that_cannot_be_used_leave_no_league_behind(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert league(tmp_path / "league", *arguments) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "league").exists()


def test_a_league_without_ray_is_not_created(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["league", str(tmp_path / "league"), "--player", "solid", "--ray", "auto"]) == 2
    assert "Ray is not installed" in capsys.readouterr().err
    assert not (tmp_path / "league").exists()
