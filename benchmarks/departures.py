"""What the master's departures from its base policy win: a measure of its parts with little chance in it.

Who wins a game is mostly luck, and hundreds of games show no difference of three in a hundred. But a search only
matters where it departs from the base. So games are played at a table, and at every departure both actions are played
out many times: with the true racks and policies of the opponents, a pool that is mixed again, and the base policy
afterwards. The differences of a game add up to what the departures won, on average over many games: the difference
between two players is the sum of the advantages of one over the other along its own games. The true racks matter:
judged by what the player believes of them, every departure looks good. What the base wins, the simulator says in
thousands of games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tilewise import PROFILES, Game, Profile, apply, new_game, view_of
from tilewise.arena.strength import Estimate, mean_estimate, rate_estimate
from tilewise.bots import UNTIMED, Budget, Clock, Patient, Player, Searcher
from tilewise.bots.games import next_action, notify
from tilewise.bots.searcher import Parts
from tilewise.game import Action, Draw, Pass, Play
from tilewise.simulator import POLICIES, Policy, Simulation
from tilewise.tiles import Tile
from tilewise.view import View

CHECKS: Final = 150
"""Play-outs that judge each action of a departure."""

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
    base = Patient(parts.base)
    players: list[Player] = [Patient(policy) for policy in others]
    players[seat] = Searcher(seat, profile, seed, parts)
    policies = [parts.base if other == seat else policy for other, policy in enumerate(others)]
    simulation = Simulation(profile, policies)
    gain, departed, seconds = 0.0, 0, 0.0
    while not game.is_over:
        start = time.process_time()
        action = next_action(game, players, lambda: Clock(budget, time.process_time))
        if isinstance(action, Play | Draw | Pass) and action.seat == seat:
            seconds += time.process_time() - start
            view = view_of(game, seat)
            usual = base.choose(view, UNTIMED)
            if _tiles(view, action) != _tiles(view, usual):
                gain += _worth(simulation, game, action) - _worth(simulation, game, usual)
                departed += 1
        game = apply(game, action)
        notify(game, players)
    return gain, departed, seconds


def _worth(simulation: Simulation, game: Game, action: Action) -> float:
    """Return how often the seat wins after an action, whatever the order of the pool."""
    chance = random.Random(len(game.history))
    won = 0.0
    for _ in range(CHECKS):
        pool = list(game.pool)
        chance.shuffle(pool)
        after = apply(replace(game, pool=tuple(pool)), action)
        if after.score is not None:
            winners = after.score.winners
        else:
            simulation.load(after)
            simulation.finish()
            winners, _ = simulation.winners_and_points
        won += (action.seat in winners) / len(winners)
    return won / CHECKS


def _tiles(view: View, action: Action) -> list[Tile]:
    """Return the tiles on the table after an action."""
    table = action.table if isinstance(action, Play) else view.table
    return sorted(tile for tiles in table for tile in tiles)
