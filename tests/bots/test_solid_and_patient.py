"""The solid player makes the best play every turn; patient ones choose what to open with, hold back, and wait."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.games_in_progress import game_at, play
from tilewise import PROFILES, Game, Profile, apply, new_game, parse_table, parse_tiles, view_of
from tilewise.bots import UNTIMED, Patient, Solid, play_out
from tilewise.game import Action, Draw, Pass, Play
from tilewise.simulator import POLICIES
from tilewise.solver import best_opening, best_play
from tilewise.view import SeenAction

INTERNATIONAL = PROFILES["international"]


def choice(
    policy: str,
    rack: str,
    table: str = "",
    *,
    opened: bool = True,
    pool: str = "o1 o1",
    profile: Profile = INTERNATIONAL,
    last_round: bool = False,
) -> Action:
    """Return what a player chooses in seat 0 of a game for two."""
    game: Game = replace(
        new_game(profile, 2, 1, starter=0),
        racks=(parse_tiles(rack), parse_tiles("k1")),
        table=parse_table(table) if table else (),
        pool=parse_tiles(pool) if pool else (),
        opened=(opened, True),
        last_round=frozenset((0, 1)) if last_round else None,
    )
    return Patient(POLICIES[policy]).choose(view_of(game, 0), UNTIMED)


def placed(action: Action, table: str = "") -> int:
    """Return how many tiles a play adds to a table."""
    assert isinstance(action, Play)
    return sum(map(len, action.table)) - sum(map(len, parse_table(table) if table else ()))


LONG = "r10 r11 r12 k1 k2 k3 b9"


def test_it_opens_with_the_fewest_tiles() -> None:
    """U3: 33 points are enough; k1 k2 k3 stay."""
    assert placed(choice("hold", LONG, opened=False)) == 3
    assert placed(choice("solid", LONG, opened=False)) == 6


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        # Without a special joker, even if one would save three tiles.
        ("r13 o13 D r4 r5 r6 k5 k6 k7 b1", "k5 k6 k7 r4 r5 r6"),
        # With the one that needs the fewest tiles beside it: the double joker would need r4 r5 r6.
        ("k11 b13 r4 r5 r6 C D o1", "k11 b13 C"),
        # With several, where one is not enough.
        ("r12 D D k1", "r12 D D"),
        ("k13 r9 b5 C C", None),
    ],
)
def test_it_opens_with_special_jokers_only_if_it_must(rack: str, expected: str | None) -> None:
    """U3, X1, X2."""
    action = choice("hold", rack, opened=False, profile=PROFILES["twist"])
    tiles = sorted(tile for tiles in action.table for tile in tiles) if isinstance(action, Play) else None
    assert tiles == (None if expected is None else sorted(parse_tiles(expected)))


def test_with_an_empty_pool_it_opens_with_the_most_tiles() -> None:
    assert placed(choice("wait", LONG, opened=False, pool="")) == 6


def test_it_opens_with_the_whole_rack_if_that_goes_out() -> None:
    """N1."""
    assert placed(choice("wait", "r10 r11 r12 k1 k2 k3", opened=False)) == 6


def test_an_opening_keeps_the_joker_if_other_tiles_will_do() -> None:
    action = choice("hold", "r10 r11 r12 k10 b10 J o1", opened=False)
    assert isinstance(action, Play)
    assert action.table == parse_table("r10 r11 r12")


def test_it_does_not_open_if_too_many_tiles_would_stay_stuck() -> None:
    assert isinstance(choice("wait3", "r10 r11 r12 k1 b3 o5 r7 k9", opened=False), Draw)
    assert placed(choice("wait3", "r10 r11 r12 k1 b3 o5 r7", opened=False)) == 3
    assert placed(choice("wait2", "r10 r11 r12 k1 b3 o5 r7 k9", opened=False)) == 3


def test_tiles_that_only_the_opening_makes_useless_are_stuck_too() -> None:
    """One play could place two runs, but the opening takes their ends: k12, b12 and r12."""
    rack = "k10 k11 k12 b10 b11 b12 r12"
    assert placed(choice("wait3", rack, opened=False)) == 3
    assert isinstance(choice("wait3", f"{rack} o1", opened=False), Draw)


def test_it_holds_jokers_until_it_can_go_out() -> None:
    assert placed(choice("hold", "r4 J k9", "r1 r2 r3"), "r1 r2 r3") == 1
    assert placed(choice("hold", "r4 J", "r1 r2 r3"), "r1 r2 r3") == 2


def test_it_waits_while_its_rack_is_small_enough() -> None:
    assert isinstance(choice("cap6", "r4 k9 b11", "r1 r2 r3"), Draw)
    assert placed(choice("cap6", "r4 k9 b11 o1 o3 o5 o7", "r1 r2 r3"), "r1 r2 r3") == 1
    assert isinstance(choice("wait", "r4 k9 b11 o1 o3 o5 o7", "r1 r2 r3"), Draw)


def test_with_an_empty_pool_it_plays_or_goes_on_waiting() -> None:
    """N2."""
    free = PROFILES["vienna-en"]
    assert placed(choice("wait", "r4 k9", "r1 r2 r3", pool="", profile=free), "r1 r2 r3") == 1
    assert isinstance(choice("wait2", "r4 k9", "r1 r2 r3", pool="", profile=free), Pass)


def test_one_who_watches_passes_only_after_somebody_has_placed() -> None:
    """N2: otherwise its pass could be the last one, and end the game; with two players it passes all the same."""
    table, player = "r1 r2 r3", Patient(POLICIES["wait2"]._replace(watches=True))
    for players, passes in ((3, False), (2, True)):
        game = replace(
            new_game(PROFILES["vienna-en"], players, 1, starter=0),
            racks=(parse_tiles("r4 k9"), *[parse_tiles("k1")] * (players - 1)),
            table=parse_table(table),
            pool=(),
            opened=(True,) * players,
        )
        view = view_of(game, 0)
        first = player.choose(view, UNTIMED)
        assert isinstance(first, Pass) if passes else placed(first, table) == 1
        after = replace(view, history=(SeenAction(Play(1, view.table), parse_tiles("r3"), 0, (), None, None),))
        assert isinstance(player.choose(after, UNTIMED), Pass)


def test_where_it_must_place_it_places() -> None:
    """N2."""
    assert placed(choice("wait2", "r4 k9", "r1 r2 r3", pool=""), "r1 r2 r3") == 1


def test_where_it_must_place_it_lays_as_many_as_fit_or_one() -> None:
    """N2: one tile is the highest that fits."""
    rack, table = "r4 r5 b9 k13", "r1 r2 r3 | k9 r9 o9"
    assert placed(choice("wait2", rack, table, pool=""), table) == 3
    action = choice("wait4", rack, table, pool="")
    assert isinstance(action, Play)
    assert sorted(action.table) == sorted(parse_table("r1 r2 r3 | k9 r9 b9 o9"))


def test_where_no_single_tile_fits_it_makes_any_play() -> None:
    """N2: r1 and r2 fit only together, after r3 has left its group."""
    assert placed(choice("wait4", "r1 r2 k13", "k3 b3 o3 r3", pool=""), "k3 b3 o3 r3") == 2


def test_in_the_last_round_nobody_waits() -> None:
    """N2: there is no later turn."""
    action = choice("wait2", "r4 k9", "r1 r2 r3", pool="", profile=PROFILES["jumbo"], last_round=True)
    assert placed(action, "r1 r2 r3") == 1


def test_the_solid_policy_plays_as_the_solid_player() -> None:
    for seed in range(5):
        game = new_game(INTERNATIONAL, 2, seed)
        policy = Patient(POLICIES["solid"])
        assert play_out(game, [policy, policy]) == play_out(game, [Solid(), Solid()])


@pytest.mark.long
@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_plays_with_special_jokers(name: str) -> None:
    """X1-X3: the simulator does not know them, the player does."""
    game = new_game(PROFILES["twist"], 2, f"patient.{name}")
    assert play_out(game, [Patient(POLICIES[name]), Solid()]).is_over


# The solid player


def test_the_solid_player_places_as_many_tiles_as_can_be_placed() -> None:
    """U3, U6: every turn of a whole game is the optimum."""
    profile = PROFILES["international"]
    game = new_game(profile, 2, 11)
    players = [Solid(), Solid()]
    while not game.is_over:
        seat = game.turn
        view = view_of(game, seat)
        if view.has_opened:
            most = best_play(profile, game.table, game.racks[seat]).tiles
        else:
            opening = best_opening(profile, game.table, game.racks[seat])
            most = opening.tiles if opening else 0
        game = apply(game, players[seat].choose(view, UNTIMED))
        assert len(game.history[-1].placed) == most


def test_the_solid_player_adds_a_tile_to_a_set_with_a_joker() -> None:
    """U7, X1: the double stays where it lies."""
    game = game_at(PROFILES["twist"], ["b7 o13", "k2"], table="D b5 b6", pool="k4")
    assert Solid().choose(view_of(game, 0), UNTIMED) == play(0, "D b5 b6 b7")
