"""docs/benchmarks.md says at which commit each of its tables was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.provenance import measured_at

PAGE = (Path(__file__).resolve().parent.parent / "docs/benchmarks.md").read_text(encoding="utf-8")
CHAPTERS = re.split(r"^(?=## )", PAGE, flags=re.MULTILINE)[1:]
MEASURED_AT = re.compile(r"Measured at commit `[0-9a-f]{7}`")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.partition("\n")[0])
def test_a_chapter_names_its_commit_before_its_first_table(chapter: str) -> None:
    before, table, _ = chapter.partition("\n| ")
    assert not table or MEASURED_AT.search(before)


def test_a_benchmark_says_which_commit_it_measured() -> None:
    assert re.match(
        r"Measured at (commit `[0-9a-f]{7}`( with uncommitted changes)?|an unknown commit), \d{4}-", measured_at()
    )
