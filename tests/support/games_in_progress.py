"""Games in the middle, and checks of the actions in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tilewise.errors import Fact, Reason, Refused
from tilewise.game import Action, Game, Play, apply, new_game, refusal_of
from tilewise.profiles import Profile
from tilewise.tiles import Tile, parse_table, parse_tiles


def game_at(
    profile: Profile,
    racks: list[str],
    *,
    turn: int = 0,
    table: str = "",
    pool: str = "",
    opened: list[int] | None = None,
    **changes: Any,
) -> Game:
    """Set up a game in the middle; every seat has opened unless `opened` lists those that have."""
    players = len(racks)
    seats = range(players) if opened is None else opened
    return replace(
        new_game(profile, players, seed="set-up", starter=turn),
        racks=tuple(tuple(sorted(parse_tiles(rack))) for rack in racks),
        table=parse_table(table),
        pool=parse_tiles(pool),
        opened=tuple(seat in seats for seat in range(players)),
        **changes,
    )


def play(seat: int, table: str) -> Play:
    return Play(seat, parse_table(table))


def play_all(game: Game, *actions: Action) -> Game:
    for action in actions:
        game = apply(game, action)
    return game


def assert_refused(game: Game, action: Action, reason: Reason, rule: str, **facts: Fact) -> None:
    """Check that the action is refused by name, rule and facts, and that nothing has changed."""
    before = repr(game), game.history
    with pytest.raises(Refused) as caught:
        apply(game, action)
    refusal = caught.value.refusal
    assert (refusal.reason, refusal.rule, dict(refusal.facts)) == (reason, rule, facts)
    assert refusal_of(game, action) == refusal
    assert str(caught.value) == str(refusal)
    assert (repr(game), game.history) == before


def points_of(game: Game) -> tuple[object, ...]:
    assert game.score is not None
    return game.score.points


def all_tiles(game: Game) -> Counter[Tile]:
    holdings = (*game.table, *game.racks, game.pool)
    return Counter(tile for holding in holdings for tile in holding)
