"""Players and tournaments for the tests of the arena. Their games are short."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from tilewise.arena.duplicate_deals import DealResult, PlayedGame, Tournament
from tilewise.arena.entrants import read_entrants
from tilewise.arena.lineups import Pairing
from tilewise.bots import Beginner, Clock
from tilewise.game import Action, Draw
from tilewise.profiles import PROFILES
from tilewise.view import View

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

QUICK = PROFILES["international"].with_rules({"rack_size": 3, "copies": 1, "opening_threshold": 0})
"""House rules for short games."""


STUBBORN = """
import os, pathlib, signal, sys, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
sys.stdin.readline()
pathlib.Path(sys.argv[1], str(os.getpid())).touch()
print('{"type": "ready", "protocol": 1}', flush=True)
while True: time.sleep(1)
"""
"""A program that leaves its id in a folder and does not end by itself."""


class Failing(Beginner):
    """Fails in every turn."""

    def choose(self, view: View, clock: Clock) -> Action:
        raise RuntimeError("no idea")


class Drawer(Beginner):
    """Draws as long as it can."""

    def choose(self, view: View, clock: Clock) -> Action:
        return Draw(view.turn) if view.pool_size else super().choose(view, clock)


class Impossible(Beginner):
    """Cannot be created."""

    def __init__(self, *_: object) -> None:
        raise RuntimeError("no licence")


class Leaving(Beginner):
    """Ends its process instead of being created, or tries to."""

    def __init__(self, *_: object) -> None:
        sys.exit("no time")


def quick(*players: str, seats: int = 2, pairing: Pairing = "crosstable", seed: str = "1") -> Tournament:
    """Return a tournament with short games."""
    return Tournament(read_entrants(players), QUICK, seats, pairing, seed)


def inline(function: Callable[[_Task], _Result], tasks: Sequence[_Task], /) -> Iterator[_Result]:
    """Run tasks in this process."""
    return map(function, tasks)


def won(deal: int, lineup: int, *winners: int, table: tuple[int, int] = (0, 1)) -> DealResult:
    """Return a deal of two games, seats exchanged, with the numbers of the winning players."""
    seatings = (table, table[::-1])
    games = []
    for seating, winner in zip(seatings, winners, strict=True):
        seat = seating.index(winner)
        points = [0.0, 0.0]
        points[seat], points[1 - seat] = 5.0, -5.0
        games.append(PlayedGame(seating, (seat,), tuple(points), 10))
    return DealResult(deal, lineup, tuple(games))
