"""Many games of computer players, with statistics."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from statistics import mean, median, pstdev
from typing import Any

from rich import box
from rich.progress import track
from rich.table import Table

from tilewise.bots import play_out, seat_players
from tilewise.cli.arguments import rules_from
from tilewise.cli.console import PlainConsole
from tilewise.companion.question import DEFAULT_PLAYERS
from tilewise.errors import TilewiseError
from tilewise.game import new_game
from tilewise.profiles import Profile, house_rules_of
from tilewise.shuffle import checked_seed

MOST_GAMES = 1_000_000
MOST_JOBS = 256
GAMES_AT_ONCE = 10
"""Games handed to a process at a time: enough to make the handing over cheap."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is remembered of a game."""

    turns: int
    ending: str
    starter: int
    winners: tuple[int, ...]
    points: tuple[float, ...]
    openings: tuple[tuple[int, int] | None, ...]
    """By seat: in which of the seat's own turns it opened, and what the opening was worth."""


def run_simulate(chosen: argparse.Namespace) -> int:
    """`tilewise simulate`."""
    profile = rules_from(chosen)
    players = min(DEFAULT_PLAYERS, profile.max_players) if chosen.players is None else chosen.players
    profile.check_players(players)
    levels = chosen.levels * players if len(chosen.levels) == 1 else chosen.levels
    if len(levels) != players:
        raise TilewiseError(f"Name one level for all or one for each of the {players} seats, not {len(levels)}.")
    if not 1 <= chosen.games <= MOST_GAMES:
        raise TilewiseError(f"Between 1 and {MOST_GAMES} games can be played, not {chosen.games}.")
    if not 1 <= chosen.jobs <= MOST_JOBS:
        raise TilewiseError(f"Between 1 and {MOST_JOBS} jobs can run side by side, not {chosen.jobs}.")
    checked_seed(chosen.seed)
    checked_seed(f"{chosen.seed}.{chosen.games}")
    seeds = [f"{chosen.seed}.{number}" for number in range(1, chosen.games + 1)]
    played = list(_with_progress(_play_all(profile, levels, seeds, chosen.jobs), len(seeds)))
    statistics = statistics_of(played, players)
    if chosen.json:
        head = {"profile": profile.name, "rules": house_rules_of(profile), "players": players, "levels": levels}
        print(json.dumps({**head, "seed": chosen.seed, **statistics}, indent=1))
    else:
        _print(profile, levels, statistics)
    return 0


def _play_all(profile: Profile, levels: Sequence[str], seeds: Sequence[str], jobs: int) -> Iterator[Played]:
    """Play the games in their order; the results do not depend on how many jobs share the work."""
    play = partial(play_one, profile, tuple(levels))
    if jobs == 1:
        yield from map(play, seeds)
        return
    size = max(1, min(GAMES_AT_ONCE, len(seeds) // (4 * jobs)))
    waiting: deque[Future[list[Played]]] = deque()
    try:
        with ProcessPoolExecutor(min(jobs, len(seeds), (os.cpu_count() or 1) * 4), initializer=_end_at_ctrl_c) as pool:
            for first in range(0, len(seeds), size):
                waiting.append(pool.submit(_play_some, play, seeds[first : first + size]))
                # Only a little ahead of what is asked for, so that Ctrl-C has little to wait for.
                if len(waiting) > 2 * jobs:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise TilewiseError("A process that played games was ended from outside.") from None


def _play_some(play: Callable[[str], Played], seeds: Sequence[str]) -> list[Played]:
    return [play(seed) for seed in seeds]


def _end_at_ctrl_c() -> None:
    """Let a job end at once and in silence; the command says what there is to say."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_one(profile: Profile, levels: tuple[str, ...], seed: str) -> Played:
    """Play one game to its end."""
    game = play_out(new_game(profile, len(levels), seed), seat_players(levels, seed))
    turns = Counter[int]()
    openings: list[tuple[int, int] | None] = [None] * len(levels)
    for happened in game.history:
        seat = happened.action.seat
        turns[seat] += 1
        if happened.opening_value is not None:
            openings[seat] = (turns[seat], happened.opening_value)
    score = game.score
    assert score is not None  # noqa: S101  (play_out ends the game)
    points = tuple(map(float, score.points))
    return Played(len(game.history), score.ending, game.starter, score.winners, points, tuple(openings))


def _with_progress(played: Iterable[Played], games: int) -> Iterable[Played]:
    console = PlainConsole(stderr=True)
    return track(played, "Playing", total=games, console=console, transient=True, disable=not sys.stderr.isatty())


def statistics_of(played: Sequence[Played], players: int) -> dict[str, Any]:
    """Count what happened: length, endings, wins by seat and by starting, openings, spread of scores."""
    openings = [opening for game in played for opening in game.openings if opening is not None]
    starters_wins = sum(1 / len(game.winners) for game in played if game.starter in game.winners)
    return {
        "games": len(played),
        "turns": _spread([game.turns for game in played]),
        "endings": dict(sorted(Counter(game.ending for game in played).items())),
        "wins_by_seat": [
            round(sum(1 / len(game.winners) for game in played if seat in game.winners), 3) for seat in range(players)
        ],
        "wins_of_starter": round(starters_wins, 3),
        "opened": round(len(openings) / (len(played) * players), 4),
        "opening_turn": _spread([turn for turn, _ in openings]),
        "opening_value": _spread([value for _, value in openings]),
        "score_by_seat": [_spread([game.points[seat] for game in played]) for seat in range(players)],
        "winner_score": _spread([max(game.points) for game in played]),
    }


def _spread(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    ordered = sorted(values)
    return {
        "mean": round(mean(values), 2),
        "deviation": round(pstdev(values), 2),
        "median": median(values),
        "p5": ordered[len(ordered) * 5 // 100],
        "p95": ordered[len(ordered) * 95 // 100],
        "least": ordered[0],
        "most": ordered[-1],
    }


def _print(profile: Profile, levels: Sequence[str], statistics: dict[str, Any]) -> None:
    console = PlainConsole()
    games = statistics["games"]
    console.print(f"{games} games of {profile.name}, {len(levels)} players", style="bold")
    endings = ", ".join(f"{count / games:.0%} {ending}" for ending, count in statistics["endings"].items())
    console.print(f"Endings: {endings}. The starter won {statistics['wins_of_starter'] / games:.1%}.")
    console.print(f"{statistics['opened']:.1%} of the seats opened.")
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("")
    for title in ("won", "mean", "dev.", "median", "5%", "95%", "least", "most"):
        table.add_column(title, justify="right")
    rows = [
        ("turns in a game", "", statistics["turns"]),
        ("opening: own turn", "", statistics["opening_turn"]),
        ("opening: worth", "", statistics["opening_value"]),
        ("winner's score", "", statistics["winner_score"]),
    ]
    for seat, level in enumerate(levels):
        wins = f"{statistics['wins_by_seat'][seat] / games:.1%}"
        rows.append((f"seat {seat}, {level}", wins, statistics["score_by_seat"][seat]))
    for title, wins, spread in rows:
        table.add_row(title, wins, *(["-"] * 7 if spread is None else (f"{value:g}" for value in spread.values())))
    console.print(table)
