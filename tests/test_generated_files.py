"""Every generated file is up to date: `scripts/generate` would change nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

import benchmarks.departures
from benchmarks import bench_players
from benchmarks.bench_players import SECTIONS, Match
from benchmarks.departures import departures
from benchmarks.master_variants import VARIANTS
from scripts.generators import GENERATED, ROOT, outdated_files
from scripts.generators import __main__ as command
from scripts.generators.players_page import section_text
from scripts.generators.protocol_schema import message_schema
from scripts.generators.sections import begin_mark, end_mark, replace_section
from scripts.generators.teaching_page import habits_text
from scripts.generators.tile_pictures import (
    JOKER_RACK,
    JOKER_TABLE,
    LAST_RACK,
    LAST_TABLE,
    OPENING_RACK,
    WAITING_RACK,
    WAITING_TABLE,
)
from tilewise import PROFILES, Tile, parse_table, parse_tiles
from tilewise.bots import Budget
from tilewise.bots.patient import FEWEST_TILES
from tilewise.bots.searcher import Parts, can_search
from tilewise.solver import Goal, best_opening, best_play, go_out
from tilewise.tiles import FACES


def test_every_generated_file_is_up_to_date() -> None:
    outdated = [str(path.relative_to(ROOT)) for path in outdated_files()]
    assert outdated == [], "run scripts/generate"


def test_the_command_lists_files_that_are_out_of_date_without_writing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = ROOT / "docs/server.md"
    text = page.read_text(encoding="utf-8")
    for outdated, code, listed in (({}, 0, ""), ({page: "new"}, 1, "docs/server.md is out of date. Run scripts/gen")):
        monkeypatch.setattr(command, "outdated_files", lambda found=outdated: found)
        monkeypatch.setattr("sys.argv", ["scripts/generate", "--check"])
        assert command.main() == code
        assert capsys.readouterr().err.startswith(listed)
    assert page.read_text(encoding="utf-8") == text


def test_files_that_are_missing_or_changed_are_outdated(tmp_path: Path) -> None:
    for name in GENERATED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert outdated_files(tmp_path) == {}
    missing, changed = tmp_path / "web/src/server/rules.json", tmp_path / "docs/server.md"
    missing.unlink()
    changed.write_text(changed.read_text(encoding="utf-8").replace("TILEWISE_PORT", "TILEWISE_PROT"), encoding="utf-8")
    assert outdated_files(tmp_path) == {
        path: (ROOT / path.relative_to(tmp_path)).read_text(encoding="utf-8") for path in (changed, missing)
    }


def test_only_the_section_of_a_page_is_replaced() -> None:
    page = f"Above\n{begin_mark('list')}old\n{end_mark('list')}Below\n"
    assert replace_section(page, "list", "new\n") == f"Above\n{begin_mark('list')}\nnew\n\n{end_mark('list')}Below\n"


@pytest.mark.parametrize("page", ["# Something else\n", begin_mark("list"), end_mark("list")])
def test_a_page_without_the_section_is_not_overwritten(page: str) -> None:
    with pytest.raises(ValueError, match="The page has no section"):
        replace_section(page, "list", "new\n")


def test_two_message_types_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first = msgspec.defstruct("Ping", [("a", int)], module="tilewise.a", tag="first")
    second = msgspec.defstruct("Ping", [("b", int)], module="tilewise.b", tag="second")
    monkeypatch.setattr("tilewise.server.protocol.AnyClientMessage", first | second)
    with pytest.raises(ValueError, match="Two types of messages are called Ping"):
        message_schema()


def test_the_lock_file_of_the_page_names_no_registry() -> None:
    """So that `npm ci` uses the registry that the machine is configured for."""
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text(encoding="utf-8")


def test_a_section_that_was_not_measured_says_how_to_measure_it(tmp_path: Path) -> None:
    for section in SECTIONS:
        assert section_text(section, tmp_path) == f"Not measured yet: `python -m benchmarks.bench_players {section}`.\n"
    assert habits_text(tmp_path) == section_text("advice", tmp_path)


def test_a_measured_section_is_kept_continued_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of `make bench-players`, with one short match."""
    monkeypatch.setattr(bench_players, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(bench_players, "RUNS", tmp_path / "runs")
    monkeypatch.setitem(bench_players.MATCHES, "ladder", lambda: (Match("learner", ("beginner",), deals=2),))
    bench_players.main(["ladder"])
    first = (tmp_path / "results" / "ladder.json").read_text("utf-8")
    bench_players.main(["ladder"])
    assert (tmp_path / "results" / "ladder.json").read_text("utf-8") == first
    shown = section_text("ladder", tmp_path / "results")
    assert "| `learner` | " in shown
    assert shown.count(" | 4 |") == 1


def test_the_ablation_changes_every_part_and_one_at_a_time() -> None:
    changed = [
        [part for part in Parts._fields if getattr(parts, part) != getattr(Parts(), part)]
        for parts in VARIANTS.values()
    ]
    assert changed[0] == []
    assert {len(parts) for parts in changed[1:]} == {1}
    assert {part for parts in changed for part in parts} == {*Parts._fields}


@pytest.mark.skipif(not can_search(PROFILES["international"]), reason="Nothing is searched here.")
def test_only_departures_from_the_base_add_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks.departures, "BASE_GAMES", 500)
    monkeypatch.setattr(benchmarks.departures, "CHECKS", 10)
    for parts, departs in ((Parts(search=False), False), (Parts(significance=-99.0), True)):
        found = departures(parts, "solid", 4, 1, Budget(samples=24), "departs")
        assert (found.departures > 0) == departs
        assert (found.gain.value != 0) == departs
        assert 0.5 < found.base.value < 0.85


def test_what_the_drawings_say_is_true() -> None:
    """U3, N1: the plays on the pictures are the best, and the tiles that are said to help do."""
    rules = PROFILES["international"]
    table, rack = parse_table(WAITING_TABLE), parse_tiles(WAITING_RACK)
    assert best_play(rules, table, rack).tiles == 3
    assert go_out(rules, table, (*rack, Tile("b10"))) is not None
    opening = parse_tiles(OPENING_RACK)
    assert [
        found.tiles for goal in (Goal.TILES, FEWEST_TILES) if (found := best_opening(rules, (), opening, goal))
    ] == [6, 3]
    last = best_play(rules, parse_table(LAST_TABLE), parse_tiles(LAST_RACK))
    assert last.tiles == 4


def test_a_kept_joker_helps_as_often_as_the_page_says() -> None:
    """Eight faces take the player out with the joker on the rack, none once somebody has taken it from the table."""
    rules, table = PROFILES["international"], parse_table(f"{JOKER_TABLE} r4")
    plain = [face for face in FACES if not face.is_special]
    assert best_play(rules, parse_table(JOKER_TABLE), parse_tiles(JOKER_RACK)).tiles == 2
    assert sum(go_out(rules, table, (*parse_tiles("k9 J"), face)) is not None for face in plain) == 8
    assert not any(go_out(rules, table, (*parse_tiles("k9"), face)) for face in plain)
    assert "eight different faces" in (ROOT / "docs/what-the-computer-teaches.md").read_text("utf-8")
