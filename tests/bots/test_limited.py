"""Players with human limits: they change few sets, lay few tiles in a turn, and miss nothing at random."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.bot_games import game_at
from tilewise import PROFILES, Game, Play, apply, new_game, parse_table, view_of
from tilewise.bots import UNTIMED, Limited, Limits, Patient, Solid, play_out
from tilewise.bots.limited import choices
from tilewise.game import Action, Draw, Pass
from tilewise.sets import TileSet, read_set
from tilewise.simulator import POLICIES
from tilewise.turn import changed_sets

QUICK, HOLD, WAIT = POLICIES["solid"], POLICIES["hold"], POLICIES["wait2"]


def choice(player: Limited, game: Game) -> Action:
    return player.choose(view_of(game, 0), UNTIMED)


def placed(player: Limited, game: Game) -> int:
    """Return how many tiles a player lays; 0 for a draw or a pass."""
    action = choice(player, game)
    if not isinstance(action, Play):
        assert isinstance(action, Draw | Pass)
        return 0
    assert apply(game, action)
    return sum(map(len, action.table)) - sum(map(len, game.table))


@pytest.mark.long
@pytest.mark.parametrize("limits", [Limits(sets=1), Limits(sets=2, tiles=5), Limits(tiles=4)])
def test_whole_games_stay_within_the_limits(limits: Limits) -> None:
    """U6: apply refuses anything else. Only an opening may lay more tiles."""
    most_sets = most_tiles = 0
    for seed in range(4):
        game = new_game(PROFILES["international"], 2, seed)
        players = [Limited(QUICK, limits), Limited(HOLD, limits)]
        while not game.is_over:
            before, seat = game, game.turn
            must_place = not game.pool
            game = apply(game, players[seat].choose(view_of(game, seat), UNTIMED))
            if before.opened[seat] and isinstance(game.history[-1].action, Play):
                readings = [reading for tiles in game.table if isinstance(reading := read_set(tiles), TileSet)]
                most_tiles = max(most_tiles, len(game.history[-1].placed))
                if not must_place:
                    most_sets = max(most_sets, len(changed_sets(before.table, readings)[0]))
    assert 1 <= most_sets <= limits.sets
    assert 1 < most_tiles <= limits.tiles


def test_it_finds_what_its_number_of_sets_allows() -> None:
    """The r6 needs the r5 of one set and the r4 of another."""
    game = game_at("r6 k1", "r2 r3 r4 r5 | k9 b9 o9 | r7 r8 r9 r10")
    assert placed(Limited(QUICK, Limits(sets=1)), game) == 1
    hidden = game_at("o8 k1", "o3 o4 o5 o6 | k7 b7 o7 r7 | b1 b2 b3")
    # o6 and o7 come from two sets.
    assert placed(Limited(QUICK, Limits(sets=1)), hidden) == 0
    assert placed(Limited(QUICK, Limits(sets=2)), hidden) == 1


def test_too_large_a_play_keeps_low_tiles_back() -> None:
    game = game_at("k1 k2 k3 r9 r10 r11 b5 b6 b7 o1", "o3 o4 o5")
    player = Limited(QUICK, Limits(tiles=4))
    action = choice(player, game)
    assert isinstance(action, Play)
    assert parse_table("r9 r10 r11")[0] in action.table
    assert placed(player, game) == 3


def test_a_patient_player_lays_its_whole_rack_in_several_turns() -> None:
    rack = "k1 k2 k3 r9 r10 r11 b5 b6 b7"
    game = game_at(rack, "o3 o4 o5")
    assert placed(Limited(WAIT, Limits()), game) == 9
    assert placed(Limited(WAIT, Limits(tiles=6)), game) == 6
    assert placed(Limited(WAIT, Limits(tiles=6)), game_at(f"{rack} o9", "o3 o4 o5")) == 0, "o9 does not fit"


def test_it_goes_out_only_if_it_sees_how() -> None:
    """N1: the rack fits if two sets are changed."""
    game = game_at("o8", "o3 o4 o5 o6 | k7 b7 o7 r7 | b1 b2 b3")
    assert placed(Limited(WAIT, Limits(sets=1)), game) == 0
    assert placed(Limited(WAIT, Limits(sets=2)), game) == 1


def test_an_opening_may_be_larger_than_the_limit_but_then_it_is_the_smallest() -> None:
    """U3: 30 points from k1 to r8 take nine tiles; with r10 r11 r12 three are enough."""
    few = game_at("r10 r11 r12 k1 k2 k3 b9", opened=False)
    assert placed(Limited(QUICK, Limits(tiles=4)), few) == 3
    assert placed(Limited(QUICK, Limits()), few) == 6
    many = game_at("k1 k2 k3 b3 b4 b5 o4 o5 o6", opened=False)
    assert placed(Limited(QUICK, Limits(tiles=4)), many) == 9


def test_where_it_must_place_and_sees_no_play_it_lays_one_tile() -> None:
    """N2."""
    table = "o3 o4 o5 o6 | k7 b7 o7 r7 | b1 b2 b3"
    assert placed(Limited(QUICK, Limits(sets=1)), game_at("o8 k12 k13", table, pool="")) == 1
    free = game_at("o8 k1", table, pool="", profile=PROFILES["vienna-en"])
    assert placed(Limited(QUICK, Limits(sets=1)), free) == 0


def test_where_no_single_tile_fits_it_makes_any_play() -> None:
    """N2: r1 and r2 fit only together, after r3 has left its group."""
    game = game_at("r1 r2 k13", "k3 b3 o3 r3", pool="")
    assert placed(Limited(WAIT, Limits(sets=0)), game) == 2


def test_a_play_that_cannot_be_made_smaller_is_not_made() -> None:
    """Nothing is left of a run of three without one of its tiles."""
    game = game_at("r9 r10 r11", "o3 o4 o5")
    assert placed(Limited(QUICK, Limits(tiles=2)), game) == 0


def test_without_limits_it_plays_as_the_policy_does() -> None:
    for name, seed in (("solid", 1), ("cap12", 2)):
        game = new_game(PROFILES["jumbo"], 2, seed)
        limited = play_out(game, [Limited(POLICIES[name], Limits()), Solid()])
        assert limited.score == play_out(game, [Patient(POLICIES[name]), Solid()]).score


def test_special_jokers_are_left_alone_unless_it_sees_the_whole_table() -> None:
    """X1."""
    table = parse_table("r3 D r6 | k1 k2 k3 | b7 b8 b9")
    chosen = [apart for apart, _ in choices(table, Limits(sets=2))]
    assert chosen == [(), table[1:2], table[2:3], table[1:3]]
    assert list(choices(table, Limits(sets=3))) == [(table, ())]
    game = replace(game_at("k4 D o1", profile=PROFILES["twist"]), table=table)
    assert placed(Limited(QUICK, Limits(sets=1)), game) == 1


def test_it_thinks_of_changing_only_the_sets_that_were_laid_last() -> None:
    table = parse_table("o3 o4 o5 | k1 k2 k3 | b7 b8 b9")
    assert [apart for apart, _ in choices(table, Limits(sets=1, attention=2))] == [(), table[1:2], table[2:3]]
    assert list(choices(table, Limits(attention=3))) == [(table, ())]
    assert placed(Limited(QUICK, Limits(sets=1, attention=2)), game_at("o6 k13", "o3 o4 o5 | k1 k2 k3 | b7 b8 b9")) == 0
    assert placed(Limited(QUICK, Limits(sets=1)), game_at("o6 k13", "o3 o4 o5 | k1 k2 k3 | b7 b8 b9")) == 1
