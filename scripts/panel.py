"""Play the panel of policies against itself in the simulator, and print the crosstables of docs/players.md.

    python -m scripts.panel                             2 and 4 seats of `international`, 400 games for each pair
    python -m scripts.panel --profile jumbo --games 50

Each cell is the share of games that one player of the row wins among players of the column.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tilewise import PROFILES
from tilewise.simulator import POLICIES, Simulation


def win_rate(profile: str, row: str, column: str, seats: int, games: int) -> float:
    """Return the share of games that one player of a policy wins among players of another, in percent."""
    policies = [POLICIES[row], *[POLICIES[column]] * (seats - 1)]
    return 100 * float(Simulation(PROFILES[profile], policies).play(games, f"panel.{row}.{column}").wins[0]) / games


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each number of seats."""
    parser = argparse.ArgumentParser(description="Play the panel of policies against itself.")
    parser.add_argument("--profile", default="international", help="the rules (international)")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4], help="numbers of seats (2 4)")
    parser.add_argument("--games", type=int, default=400, help="games for each pair (400)")
    options = parser.parse_args(arguments)
    for seats in options.seats:
        print(f"| {seats} seats | {' | '.join(POLICIES)} |")
        print(f"| --- |{' ---: |' * len(POLICIES)}")
        for row in POLICIES:
            cells = (win_rate(options.profile, row, column, seats, options.games) for column in POLICIES)
            print(f"| **{row}** | {' | '.join(f'{cell:.0f}' for cell in cells)} |", flush=True)
        print()


if __name__ == "__main__":
    main()
