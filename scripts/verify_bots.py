"""Play thousands of games between computer players on every profile, and check that no player breaks a rule.

    python -m scripts.verify_bots               1,000 games of each profile
    python -m scripts.verify_bots --games 50    fewer

Levels rotate through the seats, and games through the numbers of players. Nothing may be reported as a fault: no error,
no illegal choice, and no action after its time. Levels below the top two never lay very many tiles in one turn. At the
end of each game the tiles are counted, and some games are written as a record, read back and replayed. Exits with 1 if
anything is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from tilewise import PROFILES, Game, format_record, new_game, parse_record, record_of
from tilewise.bots import LEVELS, Budget, Clock, Fault, play_out, seat_players
from tilewise.bots.searcher import FEWEST_SAMPLES

GAMES_PER_TASK = 10
"""Games that a worker process gets at once."""

RECORD_INTERVAL = 10
"""The record of every tenth game is read back."""

SEARCH_INTERVAL = 10
"""In every tenth game the players who search do so; with fewer samples than they need, they play their base policy."""

SECONDS = 1.0
"""The time of each action, as at a server's table."""

MANY_TILES = 30
"""Fewer than this are laid in one turn by the levels below the top two."""


class TaskResult(NamedTuple):
    """The result of some games of a profile."""

    profile: str
    games: int
    actions: int
    wins: Counter[str]
    """Wins by level."""
    problems: list[str]


def levels_for(players: int, number: int) -> list[str]:
    """Return the levels of a game. Over several games every level plays in every seat."""
    levels = list(LEVELS)
    return [levels[(seat + number) % len(levels)] for seat in range(players)]


def new_clock(number: int) -> Clock:
    """Return the clock of an action in a game. It counts the time of the process: other programs take none of it."""
    samples = FEWEST_SAMPLES if number % SEARCH_INTERVAL == 0 else FEWEST_SAMPLES - 1
    return Clock(Budget(SECONDS, samples), time.process_time)


def most_tiles(game: Game, levels: Sequence[str]) -> int:
    """Return how many tiles the levels below the top two laid at most in one turn."""
    modest = list(LEVELS)[:-2]
    return max((len(step.placed) for step in game.history if levels[step.action.seat] in modest), default=0)


def problem_with(game: Game, check_record: bool) -> str | None:
    """Return what is wrong with a finished game, or None."""
    tiles = Counter(tile for rack in game.racks for tile in rack) + Counter(game.pool)
    tiles += Counter(tile for tiles_of_set in game.table for tile in tiles_of_set)
    if tiles != game.profile.box(game.players):
        return "tiles were lost or added"
    record = record_of(game)
    if check_record and parse_record(format_record(record)) != record:
        return "its record reads differently"
    return None


def play_some(task: tuple[str, int, int]) -> TaskResult:
    """Play some games of a profile."""
    name, first, count = task
    profile = PROFILES[name]
    actions, wins, problems = 0, Counter[str](), []
    for number in range(first, first + count):
        players = profile.player_counts[number % len(profile.player_counts)]
        levels = levels_for(players, number)
        seed = f"verify.{number}"
        faults: list[Fault] = []
        dealt = new_game(profile, players, seed)
        game = play_out(dealt, seat_players(levels, dealt), partial(new_clock, number), faults.append)
        found = [f"{levels[fault.seat]}, {fault.kind.value}: {fault.detail}" for fault in faults]
        found.append(problem_with(game, check_record=number % RECORD_INTERVAL == 0) or "")
        if most_tiles(game, levels) >= MANY_TILES:
            found.append("a level below the top two laid too many tiles in one turn")
        problems += [f"{name}, {players} players, seed {seed}: {problem}" for problem in found if problem]
        actions += len(game.history)
        if game.score is not None:
            wins.update(levels[seat] for seat in game.score.winners)
    return TaskResult(name, count, actions, wins, problems)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the result; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description="Play games of computer players on every profile.")
    parser.add_argument("--games", type=int, default=1000, help="games of each profile (1000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes to use (2)")
    options = parser.parse_args(arguments)
    tasks = [
        (name, first, min(GAMES_PER_TASK, options.games - first))
        for first in range(0, options.games, GAMES_PER_TASK)
        for name in PROFILES
    ]
    games, actions = Counter[str](), Counter[str]()
    wins: dict[str, Counter[str]] = {name: Counter() for name in PROFILES}
    problems: list[str] = []
    start = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for result in pool.imap_unordered(play_some, tasks):
            games[result.profile] += result.games
            actions[result.profile] += result.actions
            wins[result.profile].update(result.wins)
            problems += result.problems
            line = f"{games.total()} games, {time.monotonic() - start:.0f} s, {len(problems)} wrong"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name in PROFILES:
        won = ", ".join(f"{level} {wins[name][level]}" for level in LEVELS)
        print(f"{name:14} {games[name]:6} games {actions[name]:8} actions; won by {won}")
    for problem in problems:
        print(f"WRONG {problem}")
    print(f"{len(problems)} games went wrong." if problems else "No game went wrong.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
