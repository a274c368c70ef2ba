"""`tilewise arena`: computer players compared, with confidence intervals."""

from __future__ import annotations

import argparse
import json
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from rich import box
from rich.console import Console
from rich.table import Table

from tilewise.arena.charts import standings_chart
from tilewise.arena.cluster import load_ray, run_on_cluster
from tilewise.arena.contest import contest_results, new_test
from tilewise.arena.duplicate_deals import DealResult, Task, Tournament
from tilewise.arena.entrants import read_entrants
from tilewise.arena.run_folder import RunFolder, describe
from tilewise.arena.sequential import Question, SequentialTest
from tilewise.arena.shared_folder import locked
from tilewise.arena.standings import Standings, standings_of
from tilewise.arena.strength import Estimate
from tilewise.arena.task_pool import RunTasks, checked_jobs, cores, run_tasks
from tilewise.bots import Budget
from tilewise.cli.arguments import profile_from, reject_together
from tilewise.cli.console import PlainConsole, with_progress
from tilewise.cli.signals import exit_at_signals
from tilewise.cli.terminal import printable
from tilewise.errors import TilewiseError

MOST_DEALS: Final = 1_000_000

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


@exit_at_signals()
def run_arena(options: argparse.Namespace) -> int:
    """Play the deals and print the results; raises TilewiseError for options that cannot be used."""
    check_deals(options.deals)
    tournament = Tournament(
        read_entrants(options.player),
        profile_from(options),
        options.seats,
        options.pairing,
        options.seed,
        _budget(options),
    )
    test = None if options.test is None else new_test(tournament, Question(*options.test))
    run = worker_of(options)
    check_writable(options, "plot")
    with nullcontext() if options.folder is None else locked(Path(options.folder)):
        folder = None if options.folder is None else RunFolder(Path(options.folder), tournament)
        done: dict[Task, DealResult] = {} if folder is None else folder.results()
        keep: Callable[[DealResult], None] = _forget if folder is None else folder.append
        played = contest_results(tournament, options.deals, run, done, keep, test)
        standings = standings_of(tournament, list(with_progress(played, options.deals * len(tournament.lineups))))
    if options.json:
        content: dict[str, Any] = {**describe(tournament), **standings.to_json()}
        if test is not None:
            content["test"] = _test_content(test)
        print(json.dumps(content, indent=1))
    else:
        print_standings(PlainConsole(), standings)
        if test is not None:
            print(_test_sentence(test, tournament))
    if options.plot is not None:
        write_file(options.plot, standings_chart(standings))
    return 0


def check_deals(deals: int) -> None:
    """Raise TilewiseError for a number of deals that cannot be played."""
    if not 1 <= deals <= MOST_DEALS:
        raise TilewiseError(f"Choose 1 to {MOST_DEALS} deals, not {deals}.")


def check_writable(options: argparse.Namespace, option: str) -> None:
    """Raise TilewiseError if the file of this option cannot be written, before any game is played."""
    name = getattr(options, option)
    if name is None:
        return
    path = Path(name)
    place = path if path.exists() else path.parent
    # The run creates its folder, and the file may lie in it.
    created = options.folder is not None and place.resolve() in (Path(options.folder) / "file").resolve().parents
    if path.is_dir() or not (os.access(place, os.W_OK) or (created and not place.exists())):
        raise TilewiseError(f"{path} cannot be written: choose another file for --{option}.")


def write_file(path: str, text: str) -> None:
    """Write a file; raises TilewiseError if that fails."""
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise TilewiseError(f"{path} cannot be written: {error.strerror}.") from None


def worker_of(options: argparse.Namespace) -> RunTasks:
    """Return what runs the tasks: the cores of this machine, or a cluster; raises TilewiseError."""
    if options.ray is not None:
        reject_together(options, "ray", ("jobs",))
        load_ray()
        return partial(run_on_cluster, options.ray)
    jobs = checked_jobs(cores() if options.jobs is None else options.jobs)

    def run(function: Callable[[_Task], _Result], tasks: Sequence[_Task], /) -> Iterator[_Result]:
        # One at a time: the games of a deal take long enough, and a test may end the run at any of them.
        return run_tasks(function, tasks, jobs, at_once=1)

    return run


def _budget(options: argparse.Namespace) -> Budget:
    if options.seconds is not None and not 0 < options.seconds < math.inf:
        raise TilewiseError("A player's time must be more than 0 seconds.")
    if options.samples is not None and options.samples < 1:
        raise TilewiseError("A player needs at least one sample.")
    return Budget(math.inf if options.seconds is None else options.seconds, options.samples)


def _forget(_: DealResult) -> None:
    """Keep nothing: the run has no folder."""


def print_standings(console: Console, standings: Standings) -> None:
    """Print the players by rating, then each player in each lineup, and what is intransitive."""
    console.print(f"{standings.games} games, {standings.deals} deals, {standings.seats} seats", style="bold")
    players = _table("player", "games", "won %", "points", "Elo", "faults")
    for row in sorted(standings.rows, key=lambda row: -row.elo.value):
        players.add_row(
            row.name,
            str(row.games),
            _interval(row.rate, 100, ".1f"),
            _margin(row.points, "+.1f"),
            _margin(row.elo, "+.0f"),
            fault_counts(row.faults),
        )
    console.print(players)
    lineups = _table("player", "against", "won %", "even", "points", "Elo")
    for cell in standings.cells:
        if cell.opponent is None and len(set(cell.lineup)) == 2:
            # The many of a lineup: their one opponent's row says the same.
            continue
        others = Counter(standings.names[player] for player in cell.lineup if player != cell.player)
        against = ", ".join(name if count == 1 else f"{count} {name}" for name, count in others.items())
        elo = _interval(cell.elo, 1, "+.0f") if cell.opponent is not None else "-"
        rate, points = _interval(cell.rate, 100, ".1f"), _margin(cell.points, "+.1f")
        lineups.add_row(standings.names[cell.player], against, rate, f"{100 * cell.even:.1f}", points, elo)
    console.print(lineups)
    for row in standings.rows:
        print_first_faults(console, row.name, row.first_faults)
    for cycle in standings.cycles:
        first, second, third = (standings.names[player] for player in cycle)
        console.print(f"Intransitive: {first} beats {second}, {second} beats {third}, and {third} beats {first}.")


def fault_counts(faults: Mapping[str, int]) -> str:
    """Return a player's faults as a table shows them, such as `3 error, 1 late`."""
    return ", ".join(f"{count} {kind}" for kind, count in faults.items()) or "-"


def print_first_faults(console: Console, name: str, first_faults: Mapping[str, str]) -> None:
    """Print what was wrong with a player the first time, for each kind of fault."""
    for kind, first in first_faults.items():
        console.print(f"First {kind} of {name}: {printable(first)}", soft_wrap=True)


def _table(first: str, *titles: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(first)
    for title in titles:
        table.add_column(title, justify="right")
    return table


def _interval(estimate: Estimate, factor: float, form: str) -> str:
    """Return a value with its interval, such as `61.5 (58.0..64.9)`."""
    value, low, high = (f"{factor * part:{form}}" if math.isfinite(part) else "?" for part in estimate)
    return f"{value} ({low}..{high})"


def _margin(estimate: Estimate, form: str) -> str:
    """Return a value with half the width of its interval, such as `+12.3 ±4.5`."""
    margin = estimate.high - estimate.value
    return f"{estimate.value:{form}} ±{margin:{form.removeprefix('+')}}" if math.isfinite(margin) else "?"


def _test_content(test: SequentialTest) -> dict[str, Any]:
    question = test.question
    return {
        "low": question.low,
        "high": question.high,
        "alpha": question.alpha,
        "beta": question.beta,
        "deals": test.deals,
        "log_likelihood_ratio": round(test.log_likelihood_ratio, 4),
        "bounds": [round(bound, 4) for bound in question.bounds],
        "verdict": test.verdict,
    }


def _test_sentence(test: SequentialTest, tournament: Tournament) -> str:
    name, question = tournament.players[0].name, test.question
    low, high = question.bounds
    ratio = f"log-likelihood ratio {test.log_likelihood_ratio:.2f}, bounds {low:.2f} and {high:.2f}"
    if test.verdict is None:
        return f"Undecided after {test.deals} deals ({ratio}): play more with --deals."
    likely, unlikely = question.high, question.low
    if test.verdict == "not-stronger":
        likely, unlikely = unlikely, likely
    return f"Decided after {test.deals} deals: {name} is at {likely:+g} Elo rather than at {unlikely:+g} ({ratio})."
