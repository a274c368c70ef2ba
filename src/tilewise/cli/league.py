"""`tilewise league`: a rating list of computer players, kept in a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich import box
from rich.table import Table

from tilewise.arena.rating_list import League, Meeting, markdown_of
from tilewise.cli.arena import worker_of
from tilewise.cli.arguments import profile_from, reject_together
from tilewise.cli.console import PlainConsole


def run_league(options: argparse.Namespace) -> int:
    """Add players, rate those with too few games, and print the list; raises TilewiseError."""
    path = Path(options.folder)
    if (path / "league.json").exists():
        reject_together(options, "folder", ("profile", "rule", "seats", "seed"))
        league = League.open(path)
    else:
        league = League.create(path, profile_from(options), options.seats or 2, options.seed or "1")
    league.add(options.player)
    run = worker_of(options)
    for name in league.players:
        league.play(name, options.deals, run, _print_meeting)
    if options.page is not None:
        Path(options.page).write_text(markdown_of(league), "utf-8")
    _print_list(league)
    return 0


def _print_meeting(meeting: Meeting) -> None:
    if sys.stderr.isatty():
        print(f"\r{' - '.join(meeting.players)}, deal {meeting.result.deal}\033[K", end="", file=sys.stderr)


def _print_list(league: League) -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("player")
    for title in ("Elo", "interval", "games"):
        table.add_column(title, justify="right")
    for line in league.rated():
        interval = f"{line.elo.low:.0f} to {line.elo.high:.0f}" if line.games else "-"
        table.add_row(line.name, f"{line.elo.value:.0f}" if line.games else "-", interval, str(line.games))
    PlainConsole().print(table)
