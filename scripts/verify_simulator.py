"""Play thousands of games at a table and in the simulator, and check that they agree, turn by turn.

    python -m scripts.verify_simulator               2,000 games of each profile
    python -m scripts.verify_simulator --games 50    fewer

The policies rotate through the seats, and games through the numbers of players. After every turn the racks, the sets on
the table, the turn and the end of the game must be equal, and at the end the winners and the points. Exits with 1 if a
game differs.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tilewise import PROFILES, Game, Profile, format_table, format_tiles, new_game
from tilewise.bots import Patient, next_action
from tilewise.game import Announce, Redeal, apply
from tilewise.simulator import POLICIES, Policy, Simulation, is_supported
from tilewise.simulator.simulation import encoded_set

GAMES_PER_TASK = 20
"""Games that a worker process gets at once."""


class TaskResult(NamedTuple):
    """The result of some games of a profile."""

    profile: str
    games: int
    turns: int
    problems: list[str]


def policies_for(players: int, number: int) -> list[str]:
    """Return the policies of a game. Over several games every policy plays in every seat, and against every other."""
    names = list(POLICIES)
    return [names[(number // len(names) ** seat + number * seat) % len(names)] for seat in range(players)]


def difference(profile: Profile, policies: Sequence[Policy], seed: str) -> tuple[int, str | None]:
    """Play a game at a table and in the simulator; return the number of turns, and the first difference or None."""
    game, players = new_game(profile, len(policies), seed), [Patient(policy) for policy in policies]
    simulation, turns = Simulation(profile, policies, exact=True), 0
    while not game.is_over:
        action = next_action(game, players)
        if isinstance(action, Redeal | Announce):
            game = apply(game, action)
            continue
        if not turns:
            simulation.load(game)
        game = apply(game, action)
        seat, placed = simulation.take_turn()
        turns += 1
        problem = _difference_now(game, simulation, seat, placed)
        if problem is not None:
            return turns, f"turn {turns}, seat {seat}: {problem}"
    score = game.score
    if score is not None and simulation.winners_and_points != (score.winners, score.points):
        return turns, f"the scores are {simulation.winners_and_points}, not {score.winners}, {score.points}"
    return turns, None


def _difference_now(game: Game, simulation: Simulation, seat: int, placed: int) -> str | None:
    last = game.history[-1]
    if (seat, placed) != (last.action.seat, len(last.placed)):
        return f"{placed} tiles placed, not {len(last.placed)} by seat {last.action.seat}"
    for mine, rack in zip(simulation.racks(), game.racks, strict=True):
        if mine != list(rack):
            return f"the rack is {mine}, not {format_tiles(rack)}"
    if simulation.ending_name != game.ending:
        return f"the ending is {simulation.ending_name}, not {game.ending}"
    # In a group with one tile, the jokers may lie on either side of it.
    if list(map(encoded_set, simulation.table_now)) != list(map(encoded_set, game.table)):
        return f"the table is {format_table(simulation.table_now)}, not {format_table(game.table)}"
    if not game.is_over and simulation.seat_to_play != game.turn:
        return f"the turn is {simulation.seat_to_play}, not {game.turn}"
    return None


def play_some(task: tuple[str, int, int]) -> TaskResult:
    """Compare some games of a profile."""
    name, first, count = task
    profile = PROFILES[name]
    turns, problems = 0, []
    for number in range(first, first + count):
        players = profile.player_counts[number % len(profile.player_counts)]
        names = policies_for(players, number)
        taken, problem = difference(profile, [POLICIES[name] for name in names], f"simulator.{number}")
        turns += taken
        if problem is not None:
            problems.append(f"{name}, {' '.join(names)}, seed simulator.{number}: {problem}")
    return TaskResult(name, count, turns, problems)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the games and print the result; return 1 if one of them differs."""
    parser = argparse.ArgumentParser(description="Compare games in the simulator with games at a table.")
    parser.add_argument("--games", type=int, default=2000, help="games of each profile (2000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes to use (2)")
    options = parser.parse_args(arguments)
    supported = [name for name, profile in PROFILES.items() if is_supported(profile)]
    if not supported:
        print("The simulator is not compiled as the solver is: install the project again.")
        return 1
    tasks = [
        (name, first, min(GAMES_PER_TASK, options.games - first))
        for first in range(0, options.games, GAMES_PER_TASK)
        for name in supported
    ]
    games, turns, problems = Counter[str](), Counter[str](), list[str]()
    start = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for result in pool.imap_unordered(play_some, tasks):
            games[result.profile] += result.games
            turns[result.profile] += result.turns
            problems += result.problems
            line = f"{games.total()} games, {time.monotonic() - start:.0f} s, {len(problems)} different"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name in supported:
        print(f"{name:14} {games[name]:6} games {turns[name]:8} turns")
    for problem in problems:
        print(f"DIFFERENT {problem}")
    print(f"{len(problems)} games differ." if problems else "All games are equal.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
