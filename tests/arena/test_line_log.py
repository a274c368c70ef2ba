"""A file of JSON lines: entries are kept, torn ones are not, and damaged ones are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tilewise.arena.line_log import LineLog
from tilewise.errors import TilewiseError


def number(entry: dict[str, Any]) -> int:
    return int(entry["n"])


def test_entries_are_kept_in_order(tmp_path: Path) -> None:
    log = LineLog(tmp_path / "log.jsonl")
    assert log.entries(number) == []
    for n in range(3):
        log.append({"n": n})
    assert LineLog(tmp_path / "log.jsonl").entries(number) == [0, 1, 2]


def test_a_line_that_was_not_finished_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for torn in ('{"n"', '{"n":5}', ""):
        path.write_text('{"n":1}\n' + torn)
        log = LineLog(path)
        log.append({"n": 2})
        assert log.entries(number) == [1, 2]


@pytest.mark.parametrize("line", ["{", "[]", '{"m":1}', '{"n":"x"}', "7"])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(f'{{"n":1}}\n{line}\n')
    with pytest.raises(TilewiseError, match=r"log\.jsonl, line 2 is not a result: remove the line"):
        LineLog(path).entries(number)
