"""The folder of a run belongs to one tournament and keeps its results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.arena_players import quick, won
from tilewise.arena.run_folder import RunFolder, describe
from tilewise.errors import TilewiseError


def test_results_are_found_again(tmp_path: Path) -> None:
    tournament = quick("solid", "casual")
    folder = RunFolder(tmp_path / "run", tournament)
    assert folder.results() == {}
    results = [won(1, 0, 0, 1), won(2, 0, 1, 1)]
    for result in results:
        folder.append(result)
    assert RunFolder(tmp_path / "run", tournament).results() == {(1, 0): results[0], (2, 0): results[1]}


@pytest.mark.parametrize("other", [quick("solid", "beginner"), quick("solid", "casual", seed="2")])
def test_another_tournament_needs_another_folder(tmp_path: Path, other: object) -> None:
    RunFolder(tmp_path, quick("solid", "casual"))
    with pytest.raises(TilewiseError, match="holds the run of another tournament"):
        RunFolder(tmp_path, other)  # type: ignore[arg-type]


def test_a_run_says_everything_that_its_results_follow_from() -> None:
    content = describe(quick("solid", "mine=casual"))
    assert content["players"] == {"solid": "solid", "mine": "casual"}
    assert content["rules"] == {"rack_size": 3, "copies": 1, "opening_threshold": 0}
    assert (content["seed"], content["seconds"], content["samples"]) == ("1", None, None)
