"""The speed of the rules in one process: `make bench`. The results go into docs/benchmarks.md."""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable, Sequence
from statistics import median

from benchmarks.provenance import measured_at
from tilewise import PROFILES, Game, new_game, parse_record, read_set, record_of, replay
from tilewise.bots import Beginner, play_out
from tilewise.records import format_record
from tilewise.sets import TileSet
from tilewise.sets.enumeration import sets_in
from tilewise.tiles import Tiles

ROUNDS = 5
"""Each figure is the median of this many rounds."""


def seconds(work: Callable[[], object]) -> float:
    """Return the time that a function takes: the median of several rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def sets_of(profile: str, size: int, count: int) -> list[Tiles]:
    """Return sets of one size from random racks, and as many near misses."""
    chance = random.Random(size)
    box = sorted(PROFILES[profile].box(4).elements())
    found: list[Tiles] = []
    while len(found) < count:
        rack = chance.sample(box, 40)
        found += [s.tiles for s in sets_in(rack) if len(s.tiles) == size]
    chosen = chance.sample(found, count)
    return chosen + [(*tiles[:-1], chance.choice(box)) for tiles in chosen]


def bench_sets() -> None:
    """Print set checks per second, without and with cached readings."""
    print("\nSet checks per second (half of them sets)")
    print(f"{'profile':14} {'tiles':>5} {'first time':>12} {'seen before':>12}")
    for profile, size in (("international", 3), ("international", 4), ("international", 5), ("twist", 3), ("twist", 5)):
        sets = sets_of(profile, size, 500)
        uncached = seconds(lambda sets=sets: [read_set.__wrapped__(tiles) for tiles in sets])  # type: ignore[misc]
        seen = seconds(lambda sets=sets: [read_set(tiles) for tiles in sets])  # type: ignore[misc]
        print(f"{profile:14} {size:5d} {len(sets) / uncached:12,.0f} {len(sets) / seen:12,.0f}")
    for length in (3, 7, 13):
        run = tuple(tile for tile in sorted(PROFILES["jumbo"].box(2)) if tile.number <= length)[:length]
        assert isinstance(read_set(run), TileSet)  # noqa: S101
        alone = seconds(lambda run=run: [read_set.__wrapped__(run) for _ in range(1000)])  # type: ignore[misc]
        print(f"{'a run':14} {length:5d} {1000 / alone:12,.0f}")


def play(profile: str, players: int, seeds: Sequence[int]) -> list[Game]:
    """Return whole games of beginners."""
    return [play_out(new_game(PROFILES[profile], players, seed), [Beginner()] * players) for seed in seeds]


def bench_games() -> None:
    """Print the time for whole games of beginners, and for replaying them."""
    print(
        "\nWhole games of beginners, one process (milliseconds a game; replay and reading a record: actions per second)"
    )
    print(f"{'profile':14} {'players':>7} {'ms a game':>10} {'actions':>8} {'replayed/s':>12} {'read/s':>10}")
    for profile in PROFILES.values():
        for players in profile.player_counts:
            seeds = range(8)
            games = play(profile.name, players, seeds)
            playing = seconds(lambda p=profile.name, n=players, s=seeds: play(p, n, s))  # type: ignore[misc]
            actions = sum(len(game.history) for game in games)
            texts = [format_record(record_of(game)) for game in games]
            replaying = seconds(
                lambda games=games: [replay(g.profile, g.players, g.seed, g.actions) for g in games]  # type: ignore[misc]
            )
            reading = seconds(lambda texts=texts: [parse_record(text) for text in texts])  # type: ignore[misc]
            print(
                f"{profile.name:14} {players:7d} {playing / len(games) * 1000:10.1f} {actions / len(games):8.0f}"
                f" {actions / replaying:12,.0f} {actions / reading:10,.0f}"
            )


if __name__ == "__main__":
    print(measured_at())
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}; median of {ROUNDS} rounds")
    bench_sets()
    bench_games()
