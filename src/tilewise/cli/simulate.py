"""`tilewise simulate`: many games between computer players, with statistics."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean, median, pstdev
from typing import Any, Final

from rich import box
from rich.table import Table

from tilewise.arena.task_pool import checked_jobs, run_tasks
from tilewise.bots import play_out, seat_players
from tilewise.cli.arguments import profile_from
from tilewise.cli.console import PlainConsole, with_progress
from tilewise.companion.question import DEFAULT_PLAYERS
from tilewise.errors import TilewiseError
from tilewise.game import new_game
from tilewise.profiles import Profile, house_rules_of
from tilewise.shuffle import checked_seed

MOST_GAMES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What the statistics need to know about a game."""

    turns: int
    ending: str
    starter: int
    winners: tuple[int, ...]
    points: tuple[float, ...]
    openings: tuple[tuple[int, int] | None, ...]
    """For each seat, the number of the player's turn in which it opened, and the value of the opening."""


def run_simulate(options: argparse.Namespace) -> int:
    """Play the games and print the statistics; raises TilewiseError for options that cannot be used."""
    profile = profile_from(options)
    players = min(DEFAULT_PLAYERS, profile.max_players) if options.players is None else options.players
    profile.check_players(players)
    levels = options.levels * players if len(options.levels) == 1 else options.levels
    if len(levels) != players:
        raise TilewiseError(f"Choose one level for all, or one for each of the {players} seats, not {len(levels)}.")
    if not 1 <= options.games <= MOST_GAMES:
        raise TilewiseError(f"Choose 1 to {MOST_GAMES} games, not {options.games}.")
    checked_jobs(options.jobs)
    checked_seed(options.seed)
    checked_seed(f"{options.seed}.{options.games}")
    seeds = [f"{options.seed}.{number}" for number in range(1, options.games + 1)]
    played = run_tasks(partial(play_one, profile, tuple(levels)), seeds, options.jobs)
    games = list(with_progress(played, len(seeds)))
    statistics = statistics_of(games, players)
    if options.json:
        head = {"profile": profile.name, "rules": house_rules_of(profile), "players": players, "levels": levels}
        print(json.dumps({**head, "seed": options.seed, **statistics}, indent=1))
    else:
        _print_statistics(profile, levels, statistics)
    return 0


def play_one(profile: Profile, levels: tuple[str, ...], seed: str) -> GameSummary:
    """Play one game to its end."""
    dealt = new_game(profile, len(levels), seed)
    game = play_out(dealt, seat_players(levels, dealt))
    turns = Counter[int]()
    openings: list[tuple[int, int] | None] = [None] * len(levels)
    for result in game.history:
        seat = result.action.seat
        turns[seat] += 1
        if result.opening_value is not None:
            openings[seat] = (turns[seat], result.opening_value)
    score = game.score
    assert score is not None  # noqa: S101  (play_out ends the game)
    points = tuple(map(float, score.points))
    return GameSummary(len(game.history), score.ending, game.starter, score.winners, points, tuple(openings))


def statistics_of(games: Sequence[GameSummary], players: int) -> dict[str, Any]:
    """Return the statistics of the games: length, endings, wins by seat and by the starter, openings and scores."""
    openings = [opening for game in games for opening in game.openings if opening is not None]
    return {
        "games": len(games),
        "turns": _spread([game.turns for game in games]),
        "endings": dict(sorted(Counter(game.ending for game in games).items())),
        "wins_by_seat": [round(sum(_win_share(game, seat) for game in games), 3) for seat in range(players)],
        "wins_of_starter": round(sum(_win_share(game, game.starter) for game in games), 3),
        "opened": round(len(openings) / (len(games) * players), 4),
        "opening_turn": _spread([turn for turn, _ in openings]),
        "opening_value": _spread([value for _, value in openings]),
        "score_by_seat": [_spread([game.points[seat] for game in games]) for seat in range(players)],
        "winner_score": _spread([max(game.points) for game in games]),
    }


def _win_share(game: GameSummary, seat: int) -> float:
    """Return 1 for the only winner, an equal share for one of several, 0 for the others."""
    return 1 / len(game.winners) if seat in game.winners else 0


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


def _print_statistics(profile: Profile, levels: Sequence[str], statistics: dict[str, Any]) -> None:
    console = PlainConsole()
    games = statistics["games"]
    console.print(f"{games} games of {profile.name}, {len(levels)} players", style="bold")
    endings = ", ".join(f"{count / games:.0%} {ending}" for ending, count in statistics["endings"].items())
    console.print(f"Endings: {endings}. The starter won {statistics['wins_of_starter'] / games:.1%}.")
    console.print(f"{statistics['opened']:.1%} of the players opened.")
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("")
    for title in ("won", "mean", "dev.", "median", "5%", "95%", "min", "max"):
        table.add_column(title, justify="right")
    rows = [
        ("turns per game", "", statistics["turns"]),
        ("opening turn", "", statistics["opening_turn"]),
        ("opening value", "", statistics["opening_value"]),
        ("winner's score", "", statistics["winner_score"]),
    ]
    for seat, level in enumerate(levels):
        wins = f"{statistics['wins_by_seat'][seat] / games:.1%}"
        rows.append((f"seat {seat}, {level}", wins, statistics["score_by_seat"][seat]))
    for title, wins, spread in rows:
        table.add_row(title, wins, *(["-"] * 7 if spread is None else (f"{value:g}" for value in spread.values())))
    console.print(table)
