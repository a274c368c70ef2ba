"""What the master's departures from its base policy win: a measure of its parts with little chance in it.

Who wins a game is mostly luck, and hundreds of games show no difference of three in a hundred. But a search only
matters where it departs from the base. So games are played at a table, and at every departure both actions are played
out many times, with fresh samples of the hidden tiles, the true policies of the opponents, and the base policy
afterwards. The differences of a game add up to what the departures won, on average over many games: the difference
between two players is the sum of the advantages of one over the other along its own games. What the base wins, the
simulator says in thousands of games.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from tilewise import PROFILES, Game, Profile, apply, new_game, view_of
from tilewise.arena.strength import Estimate, mean_estimate, rate_estimate
from tilewise.bots import UNTIMED, Budget, Clock, Patient, Player, Searcher
from tilewise.bots.games import next_action, notify
from tilewise.bots.searcher import Line, Parts
from tilewise.game import Action, Draw, Pass, Play
from tilewise.simulator import POLICIES, Policy, Simulation
from tilewise.tiles import Table, Tile
from tilewise.view import View

CHECKS: Final = 400
"""Samples that judge a departure."""

BASE_GAMES: Final = 20_000
"""Simulated games of the base."""


class Departures(NamedTuple):
    """What a search adds to its base."""

    base: Estimate
    """The share of games that the base wins."""
    gain: Estimate
    """What departures add to this share."""
    departures: float
    """In a game."""
    seconds: float
    """Of the player's own turns, in a game."""


def departures(
    parts: Parts, against: str, seats: int, games: int, budget: Budget, seed: str, profile_name: str = "international"
) -> Departures:
    """Measure a master with these parts among players of a policy."""
    profile, other = PROFILES[profile_name], POLICIES[against]
    gains, count, seconds = [], 0, 0.0
    for number in range(games):
        gain, departed, spent = _play(parts, profile, [other] * seats, number % seats, budget, f"{seed}.{number}")
        gains.append(gain)
        count += departed
        seconds += spent
    base = base_rate(parts.base, other, seats, profile, seed)
    return Departures(base, mean_estimate(gains), count / games, seconds / games)


def base_rate(base: Policy, other: Policy, seats: int, profile: Profile, seed: str) -> Estimate:
    """Return the share of simulated games that a policy wins among players of another."""
    wins = Simulation(profile, [base, *[other] * (seats - 1)]).play(BASE_GAMES, seed).wins[0]
    share = float(wins) / BASE_GAMES
    won = round(wins)
    return rate_estimate([1.0] * won + [0.0] * (BASE_GAMES - won))._replace(value=share)


def _play(
    parts: Parts, profile: Profile, others: Sequence[Policy], seat: int, budget: Budget, seed: str
) -> tuple[float, int, float]:
    """Play a game; return what the departures won, their number, and the seconds of the player."""
    game: Game = new_game(profile, len(others), seed)
    base, judge = Patient(parts.base), Searcher(seat, profile, f"{seed}/judge", Parts(points=False))
    players: list[Player] = [Patient(policy) for policy in others]
    players[seat] = Searcher(seat, profile, seed, parts)
    gain, departed, seconds = 0.0, 0, 0.0
    while not game.is_over:
        start = time.process_time()
        action = next_action(game, players, lambda: Clock(budget, time.process_time))
        if isinstance(action, Play | Draw | Pass) and action.seat == seat:
            seconds += time.process_time() - start
            view = view_of(game, seat)
            lines = [Line(_table_after(view, one), parts.base) for one in (action, base.choose(view, UNTIMED))]
            if _tiles(lines[0].table) != _tiles(lines[1].table):
                label = f"check/{len(view.history)}"
                chosen, usual = (judge.sample(view, line, list(others), CHECKS, label) for line in lines)
                gain += fmean(chosen) - fmean(usual)
                departed += 1
        game = apply(game, action)
        notify(game, players)
    return gain, departed, seconds


def _tiles(table: Table) -> list[Tile]:
    return sorted(tile for tiles in table for tile in tiles)


def _table_after(view: View, action: Action) -> Table:
    return action.table if isinstance(action, Play) else view.table
