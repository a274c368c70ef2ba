"""Games to record: every profile, every kind of action, every ending, and a short one to damage."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.support.seatings import SEATINGS
from tilewise.bots import Beginner, next_action, play_out
from tilewise.game import Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut, apply, new_game
from tilewise.profiles import PROFILES, Profile

KINDS_OF_ACTION = {Play, Draw, Pass, TimeOut, Redeal, Announce, GiveUp}
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "vienna-de": {"gift_tiles": "added", "turn_seconds": None},
    "vienna-en": {"gift_tiles": "instead", "late_tiles": 5},
    "jumbo": {"redeal_pairs": None, "rack_size": 7, "pool_tie": "shared"},
    "tm-toys": {"opening_threshold": 0, "turn_seconds": 30, "large_game_from": None},
    "international": {"unopened_penalty": 100, "missed_opening_penalty": 200, "empty_pool": "last-round"},
    "twist": {"jokers": 0, "mirror_jokers": 3, "clock_from": "first-turn"},
}
NAMES = ("Zoë", "name 1: Bo; the second", "李雷", 'D"\\|')
SHORT_NAMES = ("Ann", "Bo", "Cleo")


@cache
def finished(name: str, players: int) -> Game:
    """Return a whole game of beginners."""
    return play_out(new_game(PROFILES[name], players, f"record-{players}"), [Beginner()] * players)


def played(profile: Profile, players: int, seed: str, turns: int, starter: int | None = None) -> Game:
    """Return a game after some turns of beginners, or at its end if that comes first."""
    game = new_game(profile, players, seed, starter)
    for _ in range(turns):
        if game.is_over:
            break
        game = apply(game, next_action(game, [Beginner()] * players))
    return game


@cache
def game_of_every_kind_of_action() -> Game:
    """Return a whole game with every kind of action, both kinds of time-out and two wrong plays."""
    profile = PROFILES["tm-toys"]
    for seed in range(1000):
        game = new_game(profile, 6, f"every-kind-{seed}")
        if not isinstance(next_action(game, [Beginner()] * 6), Redeal):
            continue
        game = apply(game, next_action(game, [Beginner()] * 6))
        game = apply(game, TimeOut(game.turn, True))
        game = apply(game, TimeOut(game.turn, False))
        game = apply(game, Play(game.turn, (game.racks[game.turn][:2],)))
        game = apply(game, Play(game.turn, ()))
        game = apply(game, GiveUp(game.turn))
        game = play_out(game, [Beginner()] * 6)
        if {type(action) for action in game.actions} == KINDS_OF_ACTION:
            return game
    raise AssertionError("No seed leads to a game with every kind of action.")


@cache
def game_with_an_empty_rack() -> Game:
    """Return a whole game in which a player goes out."""
    for seed in range(1000):
        game = play_out(new_game(PROFILES["international"], 2, f"out-{seed}"), [Beginner()] * 2)
        if game.ending == "out":
            return game
    raise AssertionError("No seed leads to a game in which a player goes out.")


@cache
def short_game() -> Game:
    """Return a whole game of few actions, with house rules and a given starter: penalties empty the pool."""
    rules = {"late_tiles": 30, "redeal_pairs": None, "wrong_play": "penalty"}
    game = new_game(PROFILES["jumbo"].with_rules(rules), 3, "short", starter=1)
    game = apply(game, Draw(1))
    game = apply(game, Play(2, (game.racks[2][:3],)))
    game = apply(game, TimeOut(0, True))
    game = apply(game, TimeOut(1, False))
    assert game.last_round == frozenset({0, 1, 2})
    game = apply(game, GiveUp(2))
    game = apply(game, Pass(1))
    game = apply(game, Pass(0))
    assert game.ending == "pool"
    return game


RECORDED = [
    *(f"{name} finished {players}" for name, players in SEATINGS),
    *(f"{name} {kind}" for name in PROFILES for kind in ("new", "unfinished", "named", "starter", "house-rules")),
    "- every-kind",
    "- out",
    "- short",
    "- given-up 2",
    "- given-up 3",
]
"""Labels of games of every profile: finished, unfinished, with names, with a starter, with house rules."""


@cache
def recorded_game(label: str) -> tuple[Game, tuple[str, ...]]:
    """Return the game of a label, and the names for its record."""
    name, kind, *number = label.split()
    players = int(number[0]) if number else 0
    match kind:
        case "finished":
            return finished(name, players), ()
        case "new":
            return new_game(PROFILES[name], 2, 0), ()
        case "unfinished":
            return played(PROFILES[name], 3, "a.b_c:d+e-f", 40), ()
        case "named":
            return played(PROFILES[name], 4, "9" * 100, 12), NAMES
        case "starter":
            return played(PROFILES[name], 3, "match.2", 20, starter=2), NAMES[:3]
        case "house-rules":
            return played(PROFILES[name].with_rules(HOUSE_RULES[name]), 2, "house", 60), ()
        case "every-kind":
            return game_of_every_kind_of_action(), (*NAMES, "E", "F")
        case "out":
            return game_with_an_empty_rack(), ()
        case "short":
            return short_game(), SHORT_NAMES
    game = new_game(PROFILES["international"], players, 1)
    for seat in range(players - 1):
        game = apply(game, GiveUp(seat))
    return game, ()
