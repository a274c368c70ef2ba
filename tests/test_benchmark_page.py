"""docs/benchmarks.md says at which commit each of its tables was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.bench_solver import INTERPRETED, OURS
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


def test_the_aims_name_the_ratios_of_the_best_peer_as_the_tables_do() -> None:
    """A ratio below 1 is a peer that is faster, so it is not rounded."""
    aims = re.findall(
        r"^\| (.+): ≥ \d+ times faster than the best peer at the (\w+) \| (\S+) \((.+)\) \|", PAGE, re.MULTILINE
    )
    assert aims
    for family, name, ratio, solver in aims:
        table, _, _ = PAGE.partition(f"\n### {family}\n\n")[2].partition("\n\n")
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
        ratios = {row[0]: row[head.index(f"× at {name}")] for row in rows if row[0] not in (OURS, INTERPRETED)}
        assert (solver, ratio) == min(ratios.items(), key=lambda item: float(item[1].replace(",", "")))
