"""The measured table of docs/what-the-computer-teaches.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.bench_players import RESULTS
from scripts.generators.players_page import Row, results_of
from scripts.generators.sections import replace_section


def generate(page: str) -> str:
    """Return the page with the table of habits."""
    return replace_section(page, "advice", habits_text())


def habits_text(folder: Path = RESULTS) -> str:
    """Return a line for each habit: what it is worth with two and with four players."""
    rows = results_of("advice", folder)
    return habits_table(rows) if rows else "Not measured yet: `python -m benchmarks.bench_players advice`.\n"


def habits_table(rows: Sequence[Row]) -> str:
    """Return the table of habits, in the order in which they were measured."""
    numbers = sorted({row["seats"] for row in rows})
    titles = " | ".join(f"{number} players: wins | points a game" for number in numbers)
    lines = [f"| habit | against | {titles} |", f"| --- | --- |{' ---: | ---: |' * len(numbers)}"]
    found = {(row["habit"], row["seats"]): row for row in rows}
    for habit in dict.fromkeys(row["habit"] for row in rows):
        present = [found.get((habit, number)) for number in numbers]
        against = next(row["against"][0] for row in present if row)
        cells = " | ".join(_cell(row) for row in present)
        lines.append(f"| {habit} | `{against}` | {cells} |")
    return "\n".join(lines) + "\n"


def _cell(row: Row | None) -> str:
    if row is None:
        return " | "
    value, low, high = (100 * part for part in row["won"])
    return f"{value:.1f} % ± {(high - low) / 2:.1f} | {row['points'][0]:+.1f}"
