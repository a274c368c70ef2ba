"""`tilewise league`: a rating list that grows."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    assert "cannot be used together" in capsys.readouterr().err
