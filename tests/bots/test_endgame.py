"""The endgame of two players with an empty pool."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations

import pytest

from tilewise import PROFILES, Game, Profile, new_game, parse_table, parse_tiles, view_of
from tilewise.bots.endgame import WIN, best_endgame_table
from tilewise.game import Action, Pass, Play, apply, refusal_of
from tilewise.solver import arrange
from tilewise.tiles import NUMBERED, Table, Tiles

FREE, FORCED = PROFILES["vienna-en"], PROFILES["international"]
"""Passing is free, or only allowed to a player who can place nothing (N2)."""


def endgame(own: Tiles, other: Tiles, table: Table, profile: Profile = FREE, *, last_round: bool = False) -> Game:
    """Return a game with an empty pool. Its box contains more tiles, so the tests replace that: see `only_these`."""
    game = new_game(profile, 2, 1, starter=0)
    turns = frozenset((0, 1)) if last_round else None
    return replace(game, racks=(own, other), table=table, pool=(), opened=(True, True), last_round=turns)


@contextmanager
def only_these(game: Game) -> Iterator[None]:
    """Let the box contain the tiles of this game and no others, so that the opponent has those that are not seen."""
    tiles = Counter(tile for some in (*game.racks, *game.table) for tile in some)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Profile, "box", lambda self, players: tiles)
        yield


def action_of(game: Game) -> Action:
    """Return the best action."""
    with only_these(game):
        table = best_endgame_table(view_of(game, game.turn))
    assert table is not None
    return Play(game.turn, table) if table != game.table else Pass(game.turn)


def choice(own: str, other: str, table: str, profile: Profile = FREE, *, last_round: bool = False) -> Tiles:
    """Return what the best action of seat 0 places."""
    game = endgame(parse_tiles(own), parse_tiles(other), parse_table(table), profile, last_round=last_round)
    return apply(game, action_of(game)).history[-1].placed


TABLE = "k9 k10 k11 | r3 r4 r5"


def test_it_goes_out_if_it_can() -> None:
    """N1."""
    assert choice("k12 r6", "b1 o1", TABLE) == parse_tiles("k12 r6")


def test_it_does_not_make_room_for_the_last_tiles_of_the_other() -> None:
    """N2, C4: after k12 the other goes out with k13 and r2. After a pass the racks are 13 against 15."""
    assert choice("k12 r1", "k13 r2", TABLE) == ()


def test_where_it_must_place_it_does() -> None:
    """N2."""
    assert choice("k12 r1", "k13 r2", TABLE, FORCED) == parse_tiles("k12")


def test_a_tile_that_would_only_fit_if_a_joker_went_back_to_its_set_is_kept() -> None:
    """U7."""
    free, strict = (FORCED.with_rules({"freed_joker": where}) for where in ("anywhere", "another-set"))
    assert choice("r4 b1", "b12 o9", "r3 J r5", free) == parse_tiles("r4")
    assert choice("r4 b1", "b12 o9", "r3 J r5", strict) == ()


@pytest.mark.parametrize("profile", ["jumbo", "tm-toys"])
def test_in_the_last_round_it_places_all_it_can(profile: str) -> None:
    """N2: there is no later turn."""
    assert choice("k8 b1", "b12 o9", TABLE, PROFILES[profile], last_round=True) == parse_tiles("k8")


@pytest.mark.parametrize("profile", ["jumbo", "tm-toys"])
def test_in_the_last_round_a_tile_may_be_worth_more_on_the_rack(profile: str) -> None:
    """C4: k12 would free the other's k13, which costs more."""
    assert choice("k12 b1", "k13 o9", TABLE, PROFILES[profile], last_round=True) == ()


def value(game: Game, seat: int) -> float:
    """Return the value of a game for a seat, by trying every action of both with the rules themselves."""
    if game.score is not None:
        won = 1 / len(game.score.winners) if seat in game.score.winners else 0.0
        return WIN * won + float(game.score.points[seat] - game.score.points[1 - seat])
    values = [value(apply(game, action), seat) for action in actions(game)]
    return max(values) if game.turn == seat else min(values)


def actions(game: Game) -> list[Action]:
    rack = game.racks[game.turn]
    parts = {part for size in range(1, len(rack) + 1) for part in combinations(rack, size)}
    lying = tuple(tile for tiles in game.table for tile in tiles)
    tables = [table for part in sorted(parts) if (table := arrange(game.profile, (*lying, *part))) is not None]
    plays: list[Action] = [Play(game.turn, table) for table in tables]
    passing = Pass(game.turn)
    return plays if refusal_of(game, passing) is not None else [*plays, passing]


@pytest.mark.parametrize("name", ["vienna-de", "international", "jumbo"])
def test_no_action_is_better_than_the_one_chosen(name: str) -> None:
    """Compared with a search over the rules themselves, for random endgames."""
    rng = random.Random(name)
    profile, found = PROFILES[name], Counter[str]()
    tables = [parse_table(text) for text in (TABLE, "k1 k2 k3 | b3 o3 r3", "r5 r6 r7 r8 | b5 b6 b7")]
    for number in range(24):
        table = tables[number % len(tables)]
        near = [tile for tile in NUMBERED if tile.number in {other.number for tiles in table for other in tiles}]
        hidden = rng.sample(near, 6)
        last_round = profile.empty_pool == "last-round"
        game = endgame(tuple(sorted(hidden[:3])), tuple(sorted(hidden[3:])), table, profile, last_round=last_round)
        best = max(value(apply(game, action), 0) for action in actions(game))
        assert value(apply(game, action_of(game)), 0) == best, hidden
        found["won" if best >= WIN / 2 else "lost"] += 1
    assert len(found) == 2


def test_great_racks_are_left_to_others() -> None:
    game = endgame(parse_tiles("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10"), parse_tiles("r1"), parse_table(TABLE))
    with only_these(game):
        assert best_endgame_table(view_of(game, 0)) is None


@pytest.mark.parametrize(
    "change", [{"pool": parse_tiles("k1")}, {"opened": (True, False)}, {"given_up": (False, True)}]
)
def test_other_positions_are_no_endgames(change: dict[str, object]) -> None:
    game = replace(endgame(parse_tiles("k12"), parse_tiles("r6"), parse_table(TABLE)), **change)  # type: ignore[arg-type]
    with only_these(game):
        assert best_endgame_table(view_of(game, 0)) is None


def test_special_jokers_are_left_to_others() -> None:
    """X1."""
    game = endgame(parse_tiles("k12"), parse_tiles("r6 D"), parse_table(TABLE), PROFILES["twist"])
    with only_these(game):
        assert best_endgame_table(view_of(game, 0)) is None
