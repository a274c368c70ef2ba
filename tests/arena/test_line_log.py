"""A file of JSON lines: entries are kept, torn ones are not, and damaged ones are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tilewise.arena.line_log import LineLog
from tilewise.errors import TilewiseError
from tilewise.json_fields import Fields


def opened(path: Path) -> LineLog[int]:
    def number(content: Any) -> int:
        return Fields(content, "An entry").whole("n")

    return LineLog(path, number, lambda n: {"n": n, "about": {}})


def test_entries_are_kept_in_order(tmp_path: Path) -> None:
    log = opened(tmp_path / "log.jsonl")
    assert log.entries == []
    for n in range(3):
        log.append(n)
    assert log.entries == opened(tmp_path / "log.jsonl").entries == [0, 1, 2]


@pytest.mark.parametrize("torn", ["", "{", '{"n', '{"n":2,"about":{', '{"n":2,"about":{}'])
def test_a_line_that_was_not_finished_is_removed(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"n":1}\n' + torn)
    log = opened(path)
    assert path.read_text() == '{"n":1}\n'
    log.append(2)
    assert log.entries == opened(path).entries == [1, 2]


def test_a_whole_line_whose_end_is_missing_is_kept(tmp_path: Path) -> None:
    """An editor may save a file so."""
    path = tmp_path / "log.jsonl"
    path.write_text('{"n":1}\n{"n":2}')
    log = opened(path)
    log.append(3)
    assert log.entries == opened(path).entries == [1, 2, 3]


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"n":2}{"n":3}', "It is not JSON."),
        (b'{"n":2}{"n":3}{"n"', "It is not JSON."),
        (b'{"n":2,,"about":{}}', "It is not JSON."),
        (b'{"n":2,"about":"\xff"', "It is not JSON."),
        (b'{"n":2,"about":' + b"[" * 100_000, "It is not JSON."),
        (b"my notes", "It is not JSON."),
        (b"[]", "An entry should be an object"),
        (b"7", "An entry should be an object"),
        (b'{"m":1}', "The field 'n' is missing."),
        (b'{"n":"x"}', "The field 'n' should be a whole number, not 'x'."),
    ],
)
def test_a_damaged_line_is_named_and_kept(tmp_path: Path, line: bytes, reason: str, end: str) -> None:
    path = tmp_path / "log.jsonl"
    content = b'{"n":1}\n' + line + end.encode()
    path.write_bytes(content)
    with pytest.raises(
        TilewiseError, match=r"log\.jsonl, line 2 is not a result: .* Correct or remove the line\.$"
    ) as e:
        opened(path)
    assert reason in str(e.value)
    assert path.read_bytes() == content
