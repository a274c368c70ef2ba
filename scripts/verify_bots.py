"""Thousands of seeded games of computer players on every profile: nobody ever plays against the rules.

    python -m scripts.verify_bots                   1,000 games of each profile
    python -m scripts.verify_bots --games 50        fewer

The seats take turns with the levels and the games with the numbers of players. `apply` raises at the first illegal
action; tiles are counted, and some games are written down, read back and replayed. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tilewise import PROFILES, Game, format_record, new_game, parse_record, record_of
from tilewise.bots import LEVELS, play_out, seat_players
from tilewise.errors import TilewiseError

CHUNK = 10
"""Games of one task."""

READ_BACK = 10
"""Every so many games are read back from their record."""


class Played(NamedTuple):
    """What came of some games of a profile."""

    profile: str
    games: int
    actions: int
    wins: Counter[str]
    """By level."""
    wrong: list[str]


def seating(players: int, number: int) -> list[str]:
    """Who plays in a game: every level in every seat in the course of the games."""
    levels = list(LEVELS)
    return [levels[(seat + number) % len(levels)] for seat in range(players)]


def flaw_of(game: Game) -> str | None:
    """What is wrong with a finished game, if anything is."""
    tiles = Counter(tile for rack in game.racks for tile in rack) + Counter(game.pool)
    tiles += Counter(tile for lying in game.table for tile in lying)
    if tiles != game.profile.box(game.players):
        return "tiles were lost or made up"
    return None


def play_some(task: tuple[str, int, int]) -> Played:
    """Play some games of a profile."""
    name, first, count = task
    profile = PROFILES[name]
    actions, wins, wrong = 0, Counter[str](), []
    for number in range(first, first + count):
        players = profile.player_counts[number % len(profile.player_counts)]
        levels = seating(players, number)
        seed = f"verify.{number}"
        try:
            game = play_out(new_game(profile, players, seed), seat_players(levels, seed))
            flaw = flaw_of(game)
            if flaw is None and number % READ_BACK == 0:
                record = record_of(game)
                flaw = None if parse_record(format_record(record)) == record else "its record reads otherwise"
        except TilewiseError as error:
            wrong.append(f"{name}, {players} players, seed {seed}: {error}")
            continue
        if flaw is not None:
            wrong.append(f"{name}, {players} players, seed {seed}: {flaw}")
        actions += len(game.history)
        if game.score is not None:
            wins.update(levels[seat] for seat in game.score.winners)
    return Played(name, count, actions, wins, wrong)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, tell, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description="Play games of computer players on every profile.")
    parser.add_argument("--games", type=int, default=1000, help="of each profile")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    tasks = [
        (name, first, min(CHUNK, options.games - first))
        for first in range(0, options.games, CHUNK)
        for name in PROFILES
    ]
    games, actions = Counter[str](), Counter[str]()
    wins: dict[str, Counter[str]] = {name: Counter() for name in PROFILES}
    wrong: list[str] = []
    began = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for played in pool.imap_unordered(play_some, tasks):
            games[played.profile] += played.games
            actions[played.profile] += played.actions
            wins[played.profile].update(played.wins)
            wrong += played.wrong
            line = f"{games.total()} games, {time.monotonic() - began:.0f} s, {len(wrong)} wrong"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name in PROFILES:
        won = ", ".join(f"{level} {wins[name][level]}" for level in LEVELS)
        print(f"{name:14} {games[name]:6} games {actions[name]:8} actions; won by {won}")
    for sentence in wrong:
        print(f"WRONG {sentence}")
    print(f"{len(wrong)} games went wrong." if wrong else "No game went wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
