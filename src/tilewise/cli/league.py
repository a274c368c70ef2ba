"""`tilewise league`: a rating list of computer players, kept in a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich import box
from rich.table import Table

from tilewise.arena.entrants import read_entrants
from tilewise.arena.rating_list import League, Meeting, markdown_of
from tilewise.arena.shared_folder import locked
from tilewise.cli.arena import check_deals, check_writable, fault_counts, print_first_faults, worker_of, write_file
from tilewise.cli.arguments import profile_from
from tilewise.cli.console import PlainConsole
from tilewise.cli.signals import exit_at_signals
from tilewise.errors import TilewiseError


@exit_at_signals()
def run_league(options: argparse.Namespace) -> int:
    """Add players, rate those with too few games, and print the list; raises TilewiseError."""
    check_deals(options.deals)
    read_entrants(options.player)
    run = worker_of(options)
    check_writable(options, "page")
    path = Path(options.folder)
    if not _holds_league(path):
        if not options.player:
            raise TilewiseError(f"{path} holds no league: name one that does, or create one with --player.")
        _new_league(path, options)  # Raises an error before anything is written.
    with locked(path):
        league = _old_league(path, options) if _holds_league(path) else _new_league(path, options)
        league.add(options.player)
        for name in league.players:
            league.play(name, options.deals, run, _print_meeting)
    _print_list(league)
    if options.page is not None:
        write_file(options.page, markdown_of(league))
    return 0


def _holds_league(path: Path) -> bool:
    return (path / "league.json").exists()


def _new_league(path: Path, options: argparse.Namespace) -> League:
    seats = 2 if options.seats is None else options.seats
    return League.create(path, profile_from(options), seats, "1" if options.seed is None else options.seed)


def _old_league(path: Path, options: argparse.Namespace) -> League:
    for option in ("profile", "rule", "seats", "seed"):
        if getattr(options, option) not in (None, []):
            raise TilewiseError(f"The league in {path} keeps its rules, seats and seed: leave out --{option}.")
    return League.open(path)


def _print_meeting(meeting: Meeting) -> None:
    if sys.stderr.isatty():
        print(f"\r{' - '.join(meeting.players)}, deal {meeting.result.deal}\033[K", end="", file=sys.stderr)


def _print_list(league: League) -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("player")
    for title in ("Elo", "interval", "games", "faults"):
        table.add_column(title, justify="right")
    lines = league.rated()
    for line in lines:
        interval = f"{line.elo.low:.0f} to {line.elo.high:.0f}" if line.games else "-"
        elo = f"{line.elo.value:.0f}" if line.games else "-"
        table.add_row(line.name, elo, interval, str(line.games), fault_counts(line.faults))
    console = PlainConsole()
    console.print(table)
    for line in lines:
        print_first_faults(console, line.name, line.first_faults)
