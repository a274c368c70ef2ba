"""The tables of docs/players.md, from the results that `benchmarks.bench_players` wrote."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.bench_players import RESULTS, SAMPLES, SECTIONS
from scripts.generators.sections import replace_section
from tilewise.bots import LEVELS

Row = dict[str, Any]


def generate(page: str) -> str:
    """Return the page with the table of each section."""
    for section in SECTIONS:
        if section != "advice":
            page = replace_section(page, section, section_text(section))
    return page


def section_text(section: str, folder: Path = RESULTS) -> str:
    """Return the tables of a section, or how to measure it."""
    rows = results_of(section, folder)
    if not rows:
        return f"Not measured yet: `python -m benchmarks.bench_players {section}`.\n"
    return _TABLES.get(section, matches_table)(rows)


def results_of(section: str, folder: Path) -> Sequence[Row]:
    """Return the results of a section; nothing if it has not been measured."""
    path = folder / f"{section}.json"
    rows: list[Row] = json.loads(path.read_text("utf-8")) if path.exists() else []
    return rows


def matches_table(rows: Sequence[Row]) -> str:
    """Return a table with a line for each match."""
    lines = [
        "| profile | seats | player | against | won % (95 % interval) | even | Elo | games |",
        "| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        player = row["player"]
        samples = f", {row['samples']:,} samples" if row["player"] == "master" and row["samples"] != SAMPLES else ""
        elo = signed(row["elo"]) if len(row["against"]) == 1 else ""
        lines.append(
            f"| {row['profile']} | {row['seats']} | {player}{samples} | {', '.join(row['against'])} | "
            f"{percent(row['won'])} | {100 / row['seats']:.0f} | {elo} | {row['games']:,} |"
        )
    return "\n".join(lines) + "\n"


def ladder_table(rows: Sequence[Row]) -> str:
    """Return the levels, each with its step above the one below, for each number of seats."""
    numbers = sorted({row["seats"] for row in rows})
    steps = {(row["player"], row["seats"]): row for row in rows}
    titles = [f"{number} seats: won % | Elo above the level below | games" for number in numbers]
    lines = [f"| level | {' | '.join(titles)} |", f"| --- |{' ---: | ---: | ---: |' * len(numbers)}"]
    for level in LEVELS:
        cells = []
        for number in numbers:
            row = steps.get((level, number))
            cells.append(f"{percent(row['won'])} | {signed(row['elo'])} | {row['games']:,}" if row else " | | ")
        lines.append(f"| `{level}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def crosstables(rows: Sequence[Row]) -> str:
    """Return a crosstable for each number of seats."""
    tables = []
    for number in sorted({row["seats"] for row in rows}):
        cells = {(row["player"], row["against"][0]): row["won"][0] for row in rows if row["seats"] == number}
        names = list(dict.fromkeys(player for player, _ in cells))
        lines = [f"| {number} seats | {' | '.join(names)} |", f"| --- |{' ---: |' * len(names)}"]
        for player in names:
            shares = (cells.get((player, other)) for other in names)
            shown = " | ".join("" if share is None else f"{100 * share:.0f}" for share in shares)
            lines.append(f"| **{player}** | {shown} |")
        tables.append("\n".join(lines) + "\n")
    games = sorted({row["games"] for row in rows})
    return "\n".join(tables) + f"\nEach cell: {' or '.join(f'{number:,}' for number in games)} games.\n"


def departures_table(rows: Sequence[Row]) -> str:
    """Return what the departures of each variant of the master add to its base."""
    lines = [
        "| seats | against | | base wins % | departures in a game | they add | together | seconds a game | games |",
        "| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        gain, low, high = (100 * part for part in row["gain"])
        lines.append(
            f"| {row['seats']} | {', '.join(row['against'])} | {row['variant']} | {100 * row['base'][0]:.1f} | "
            f"{row['departures']:.1f} | {gain:+.1f} ({low:+.1f} to {high:+.1f}) | {100 * row['base'][0] + gain:.1f} | "
            f"{row['seconds']:.1f} | {row['games']:,} |"
        )
    return "\n".join(lines) + "\n"


def speed_table(rows: Sequence[Row]) -> str:
    """Return the speed of each level."""
    lines = [
        "| profile | level | decisions a second | games a second | longest decision | games |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        lines.append(
            f"| {row['profile']} | `{row['level']}` | {row['decisions_per_second']:,} | "
            f"{row['games_per_second']:,.1f} | {row['longest_ms']:,.0f} ms | {row['games']} |"
        )
    return "\n".join(lines) + "\n"


def percent(won: Sequence[float | None]) -> str:
    """Return a win rate with its interval.

    >>> percent([0.615, 0.58, 0.649])
    '61.5 (58.0 to 64.9)'
    """
    value, low, high = (0.0 if part is None else 100 * part for part in won)
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def signed(elo: Sequence[float | None]) -> str:
    """Return an Elo with its interval; an end without a limit is left open.

    >>> signed([120.4, 80.0, None])
    '+120 (+80 to ∞)'
    """
    value, low, high = ("∞" if part is None else f"{part:+.0f}" for part in elo)
    return f"{value} ({low} to {high})"


_TABLES: Final[dict[str, Callable[[Sequence[Row]], str]]] = {
    "ladder": ladder_table,
    "ablation": departures_table,
    "budget": departures_table,
    "panel": crosstables,
    "speed": speed_table,
}
