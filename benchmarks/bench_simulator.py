"""Measure the simulator: games per second on one core, by profile, number of players and policy.

    python -m benchmarks.bench_simulator                the table of docs/benchmarks.md
    python -m benchmarks.bench_simulator --games 200    fewer games

All seats play the same policy. The time is that of the process, dealing included.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from benchmarks.provenance import measured_at
from tilewise import PROFILES
from tilewise.simulator import POLICIES, Simulation, is_supported

SEATS = (2, 4)
MEASURED = ("solid", "hold", "cap12", "wait", "wait3")
ROUNDS = 3
"""The best of these counts: the machine may be busy."""


def games_per_second(profile: str, players: int, policy: str, games: int) -> tuple[float, float]:
    """Return games per second, and turns in a game."""
    simulation = Simulation(PROFILES[profile], [POLICIES[policy]] * players)
    best, turns = 0.0, 0
    for number in range(ROUNDS):
        start = time.process_time()
        turns += simulation.play(games, seed=f"bench.{number}").turns
        best = max(best, games / (time.process_time() - start))
    return best, turns / (ROUNDS * games)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure games per second in the simulator.")
    parser.add_argument("--games", type=int, default=1000, help="games in a round (1000)")
    options = parser.parse_args(arguments)
    print(f"{measured_at()}\n")
    print("| profile | players | policy | games a second | turns a game |")
    print("| --- | ---: | --- | ---: | ---: |")
    for profile in (name for name in PROFILES if is_supported(PROFILES[name])):
        for players in SEATS:
            for policy in MEASURED:
                speed, turns = games_per_second(profile, players, policy, options.games)
                print(f"| {profile} | {players} | {policy} | {speed:,.0f} | {turns:.0f} |", flush=True)


if __name__ == "__main__":
    main()
