"""What U7 costs the solver: `python -m benchmarks.freed_jokers`. Prints Markdown; see docs/benchmarks.md.

The same positions are solved under each rule for freed jokers, in turns, so that all rules meet the same machine; the
least processor time of several rounds counts. Under `anywhere` the solver does what it did before it knew U7.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.bench_solver import Position, percentile, random_positions, self_play, shown
from benchmarks.provenance import measured_at
from tilewise.profiles import PROFILES
from tilewise.sets import TileSet, read_set
from tilewise.solver import best_play
from tilewise.tiles import JOKER

RULES = ("anywhere", "another-set", "new-set")


def in_order(positions: list[Position]) -> list[Position]:
    """Return random positions with jokers on the table, every set as a turn leaves it."""
    found = []
    for table, rack in positions:
        readings = [read_set(tiles) for tiles in table]
        if any(JOKER in tiles for tiles in table):
            found.append((tuple(reading.tiles for reading in readings if isinstance(reading, TileSet)), rack))
    return found


def measure(title: str, profile: str, positions: list[Position], rounds: int) -> None:
    """Print a line for each rule: the share of proven answers, and times."""
    times: dict[str, list[int]] = {rule: [1 << 62] * len(positions) for rule in RULES}
    proven = dict.fromkeys(RULES, 0)
    for turn in range(rounds):
        for i, (table, rack) in enumerate(positions):
            # The first rule to ask meets a cold cache, so they take turns.
            first = (i + turn) % len(RULES)
            for rule in RULES[first:] + RULES[:first]:
                rules = PROFILES[profile].with_rules({"freed_joker": rule})
                start = time.process_time_ns()
                found = best_play(rules, table, rack)
                times[rule][i] = min(times[rule][i], time.process_time_ns() - start)
                proven[rule] += found.proven and turn == 0
    for rule in RULES:
        cells = [shown(percentile(times[rule], share)) for share in (0.5, 0.95, 0.99, 1.0)]
        share = 100 * proven[rule] / len(positions)
        print(f"| {title} | {rule} | {len(positions):,} | {share:.2f} % | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure all families."""
    parser = argparse.ArgumentParser(description="Measure what U7 costs the solver.")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"{measured_at()}\n")
    print("| positions | rule | count | proven | median | p95 | p99 | max |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for profile, players in (("international", 2), ("international", 4), ("tm-toys", 6)):
        plays, _ = self_play(profile, players, options.positions)
        measure(f"Self-play, {profile}, {players} players", profile, plays, options.rounds)
    for family in ("two-copies", "four-jokers", "three-copies"):
        positions = in_order(random_positions(family, options.positions))
        measure(f"Random, {family}, jokers on the table", "tm-toys", positions, options.rounds)


if __name__ == "__main__":
    main()
