"""The folder of a run belongs to one tournament and keeps its results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.arena_players import quick, won
from tilewise.arena.duplicate_deals import DealResult
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
    with pytest.raises(TilewiseError, match="describes another tournament, or is damaged"):
        RunFolder(tmp_path, other)  # type: ignore[arg-type]


@pytest.mark.parametrize("head", [None, b"", b"\xff", b"{}"])
def test_results_are_not_taken_over_without_their_description(tmp_path: Path, head: bytes | None) -> None:
    tournament = quick("solid", "casual")
    RunFolder(tmp_path, tournament).append(won(1, 0, 0, 1))
    (tmp_path / "run.json").unlink()
    if head is not None:
        (tmp_path / "run.json").write_bytes(head)
    deals = tmp_path / "deals.jsonl"
    deals.write_text(deals.read_text() + '{"deal"')
    before = deals.read_bytes()
    with pytest.raises(TilewiseError, match="choose another folder"):
        RunFolder(tmp_path, tournament)
    assert deals.read_bytes() == before


@pytest.mark.parametrize("other", [won(1, 1, 0, 1), won(1, 0, 0, 2, table=(0, 2))])
def test_results_of_other_players_are_refused(tmp_path: Path, other: DealResult) -> None:
    folder = RunFolder(tmp_path, quick("solid", "casual"))
    folder.append(other)
    with pytest.raises(TilewiseError, match=r"deals\.jsonl, line 1 is not a result: Its players or seats are not"):
        RunFolder(tmp_path, quick("solid", "casual"))


def test_a_run_says_everything_that_its_results_follow_from() -> None:
    content = describe(quick("solid", "mine=casual"))
    assert content["players"] == {"solid": "solid", "mine": "casual"}
    assert content["rules"] == {"rack_size": 3, "copies": 1, "opening_threshold": 0}
    assert (content["seed"], content["seconds"], content["samples"]) == ("1", None, None)
