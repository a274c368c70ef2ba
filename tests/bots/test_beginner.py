"""The beginner: opens when it can, lays complete sets, extends sets on the table."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.bot_games import game_at
from tests.support.effort import examples
from tilewise.bots import UNTIMED, Beginner, play_out
from tilewise.game import Action, Draw, Game, Pass, Play, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.tiles import format_table, format_tiles
from tilewise.turn import LegalTurn, judge_turn
from tilewise.view import view_of


def chosen(game: Game) -> Action:
    return Beginner().choose(view_of(game, 0), UNTIMED)


def placed(game: Game) -> str:
    """Return the tiles that the beginner places, after checking that the play is legal."""
    action = chosen(game)
    assert isinstance(action, Play)
    judged = judge_turn(game.profile, game.table, game.racks[0], action.table, game.opened[0])
    assert isinstance(judged, LegalTurn), str(judged)
    return format_tiles(judged.placed)


# Opening


@pytest.mark.parametrize(
    ("rack", "tiles"),
    [
        ("r9 r10 r11 k1", "r9 r10 r11"),
        ("r1 r2 r3 k8 b8 o8 k13", "k8 r1 r2 r3 b8 o8"),
        ("r9 r10 J k1", "r9 r10 J"),
        ("r10 r11 r12 k1 b1 o1", "k1 r10 r11 r12 b1 o1"),  # and lays its other complete sets
    ],
)
def test_it_opens_when_it_can(rack: str, tiles: str) -> None:
    """U3."""
    assert placed(game_at(rack, "r3 r4 r5", opened=False)) == tiles


def test_an_opening_that_needs_many_tiles_keeps_them_all() -> None:
    """U3: with one set fewer, the low tiles would be worth less than 30."""
    rack = "k1 r1 b1 o1 k2 r2 b2 o2 k2 r2 b2 o2 k3 r3 b3 o3"
    assert Counter(placed(game_at(f"{rack} k13", opened=False)).split()) == Counter(rack.split())


@pytest.mark.parametrize("rack", ["r6 k1", "r8 r9 r10", "k7 r7 b7 o7"])
def test_it_draws_when_it_cannot_open_even_if_a_tile_would_fit_on_the_table(rack: str) -> None:
    """U3."""
    assert chosen(game_at(rack, "r3 r4 r5", opened=False)) == Draw(0)


def test_without_a_threshold_it_opens_with_any_set() -> None:
    """U4."""
    profile = PROFILES["tm-toys"].with_rules({"opening_threshold": 0})
    assert placed(game_at("k1 b1 o1 r9", profile=profile, opened=False)) == "k1 b1 o1"


# Laying and extending


@pytest.mark.parametrize(
    ("rack", "table", "after"),
    [
        ("k1 b1 o1 k9", "r3 r4 r5", "r3 r4 r5 | k1 b1 o1"),  # complete sets
        ("r6 k9", "r3 r4 r5", "r3 r4 r5 r6"),  # at the end
        ("r2 k9", "r3 r4 r5", "r2 r3 r4 r5"),  # at the beginning
        ("r6 r7 k9", "r3 r4 r5", "r3 r4 r5 r6 r7"),  # one after the other
        ("r7 r6 k9", "r3 r4 r5", "r3 r4 r5 r6 r7"),
        ("o7 k9", "k7 r7 b7", "k7 r7 b7 o7"),  # the fourth colour
        ("r6 k9", "r3 J r5", "r3 J r5 r6"),  # to a set with a joker
        ("k4 k5 k6 k7 r9", "", "k4 k5 k6 k7"),  # the largest set
    ],
)
def test_it_lays_complete_sets_and_extends_those_on_the_table(rack: str, table: str, after: str) -> None:
    """U5, U6."""
    action = chosen(game_at(rack, table))
    assert isinstance(action, Play)
    assert format_table(action.table) == after


@pytest.mark.parametrize(
    ("rack", "table"),
    [
        ("b3 b5", "k4 r4 b4 o4"),  # would have to take the blue 4
        ("r6", "r4 r5 r6 r7 r8"),  # would have to split
        ("o7", "k7 r7 b7 o7"),
        ("k9", ""),
        ("k7", "k3 k4 M k4 k3"),
    ],
)
def test_it_never_rearranges_the_table(rack: str, table: str) -> None:
    """U5: so it draws."""
    assert chosen(game_at(rack, table, profile=PROFILES["twist"])) == Draw(0)


def test_it_keeps_a_joker_while_it_has_other_tiles_and_lays_it_last() -> None:
    """C1."""
    assert chosen(game_at("J k9", "r3 r4 r5")) == Draw(0)
    assert placed(game_at("J", "r3 r4 r5")) == "J"
    assert placed(game_at("J r6", "r3 r4 r5")) == "r6 J"
    assert placed(game_at("J k9 b9", "r3 r4 r5")) == "k9 b9 J"


def test_it_passes_when_the_pool_is_empty() -> None:
    """U13."""
    assert chosen(game_at("k9", "r3 r4 r5", pool="")) == Pass(0)


def test_it_goes_out_when_it_can() -> None:
    """N1."""
    game = game_at("r6 k1 b1 o1", "r3 r4 r5")
    assert apply(game, chosen(game)).ending == "out"


# Whole games


@pytest.mark.long
@pytest.mark.parametrize("name", PROFILES)
def test_beginners_play_every_profile_to_its_end_without_breaking_a_rule(name: str) -> None:
    """U1-U13, N1, N2: an illegal action would raise."""
    profile = PROFILES[name]
    endings = Counter[str | None]()
    games = examples(2, thorough=6)
    for seed in range(games):
        players = profile.player_counts[seed % len(profile.player_counts)]
        game = play_out(new_game(profile, players, seed), [Beginner()] * players)
        assert game.score is not None
        assert all(happened.refusal is None for happened in game.history)
        endings[game.ending] += 1
    assert endings["out"] + endings["pool"] == games


def test_it_always_chooses_the_same_action_in_the_same_position() -> None:
    game = new_game(PROFILES["twist"], 3, seed=5)
    one, other = (play_out(game, [Beginner()] * 3) for _ in range(2))
    assert one == other
