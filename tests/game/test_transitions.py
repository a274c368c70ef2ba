"""What an action does, and why it is refused (S2, S5, U1, U2, U9-U11, U13, N1, N2, C3)."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.support.games_in_progress import all_tiles, assert_refused, game_at, play, play_all, points_of
from tilewise.errors import Reason, Refusal, Refused
from tilewise.game import (
    Action,
    Announce,
    Draw,
    GiveUp,
    Pass,
    Play,
    Redeal,
    TimeOut,
    apply,
    new_game,
    refusal_of,
    replay,
)
from tilewise.profiles import PROFILES, Profile
from tilewise.tiles import format_table, format_tiles, parse_tiles

INTERNATIONAL = PROFILES["international"]
JUMBO = PROFILES["jumbo"]
TM_TOYS = PROFILES["tm-toys"]


def test_a_refused_action_survives_pickling_with_its_reason_and_facts() -> None:
    game = game_at(INTERNATIONAL, ["r7", "k2"], table="r3 r4 r5", pool="b9")
    with pytest.raises(Refused) as caught:
        apply(game, play(0, "r3 r4 r5 r7"))
    back = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (back.refusal, str(back)) == (caught.value.refusal, str(caught.value))
    assert (back.refusal.code, back.refusal.cause.code) == ("invalid-set", "gap")


# Turns


def test_play_runs_clockwise() -> None:
    """S2."""
    game = new_game(JUMBO, 4, seed=5, starter=2)
    turns = []
    for _ in range(6):
        turns.append(game.turn)
        game = apply(game, Draw(game.turn))
    assert turns == [2, 3, 0, 1, 2, 3]


# Redeal


THREE_PAIRS = "b3 b3 r8 r8 o10 o10 k1 k2 k4 k5 k7 k8 k12 r1"
TWO_PAIRS = "b3 b3 r8 r8 o10 o11 k1 k2 k4 k5 k7 k8 k12 r1"


@pytest.mark.parametrize("profile", [JUMBO, TM_TOYS], ids=lambda p: p.name)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_three_pairs_give_the_right_to_a_redeal_to_any_seat(profile: Profile, seat: int) -> None:
    """S5: all tiles are mixed and dealt again; nobody loses a turn."""
    racks = [TWO_PAIRS] * 3
    racks[seat] = THREE_PAIRS
    game = replace(game_at(profile, racks, turn=1, opened=[]), pool=new_game(profile, 3, seed=1).pool)
    again = apply(game, Redeal(seat))
    assert again.racks != game.racks
    assert all_tiles(again) == +profile.box(3)
    assert [len(rack) for rack in again.racks] == [14] * 3
    assert (again.turn, again.starter, again.before_first_turn) == (1, 1, True)


def test_a_redeal_may_be_demanded_again_after_a_redeal_and_gives_other_tiles() -> None:
    """S5."""
    game = replace(game_at(JUMBO, [THREE_PAIRS, TWO_PAIRS], opened=[]), pool=parse_tiles("k13"))
    once = apply(game, Redeal(0))
    twice = apply(replace(once, racks=game.racks), Redeal(0))
    assert once.racks != twice.racks
    assert twice.actions == (Redeal(0), Redeal(0))


@pytest.mark.parametrize("first", [Draw(0), TimeOut(0, moved=False)], ids=["draw", "time-out"])
def test_a_redeal_is_open_only_until_the_first_turn_is_taken(first: Action) -> None:
    """S5."""
    game = game_at(JUMBO, [TWO_PAIRS, THREE_PAIRS], opened=[], pool="k13 k13 k13 k13")
    assert refusal_of(game, Redeal(1)) is None
    assert_refused(apply(game, first), Redeal(1), Reason.REDEAL_TOO_LATE, "S5")


def test_a_seat_given_up_before_the_first_turn_does_not_end_the_time_for_a_redeal() -> None:
    """S5: giving up is not a turn."""
    game = game_at(JUMBO, [TWO_PAIRS, THREE_PAIRS, TWO_PAIRS], opened=[], pool="k13")
    after = apply(game, GiveUp(0))
    assert refusal_of(after, Redeal(1)) is None
    again = apply(after, Redeal(1))
    assert (again.turn, again.given_up) == (1, (True, False, False))


def test_two_pairs_are_too_few_for_a_redeal() -> None:
    """S5."""
    game = game_at(JUMBO, [TWO_PAIRS, THREE_PAIRS], opened=[], pool="k13")
    assert_refused(game, Redeal(0), Reason.REDEAL_TOO_FEW_PAIRS, "S5", pairs=2, needed=3)


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "international", "twist"])
def test_other_profiles_do_not_allow_a_redeal(name: str) -> None:
    """S5."""
    game = game_at(PROFILES[name], [THREE_PAIRS, TWO_PAIRS], opened=[], pool="k13")
    assert_refused(game, Redeal(0), Reason.NO_REDEAL, "S5")


# Plays, draws and passes


def test_drawing_takes_the_first_tile_of_the_pool_and_ends_the_turn() -> None:
    """U1, U2: what is drawn cannot be placed in the same turn, because the turn is over."""
    game = game_at(INTERNATIONAL, ["k1", "k2"], table="r3 r4 r5", pool="r6 b9")
    after = apply(game, Draw(0))
    assert (format_tiles(after.racks[0]), format_tiles(after.pool), after.turn) == ("k1 r6", "b9", 1)
    assert after.last_drawn == (parse_tiles("r6"), ())
    assert_refused(after, play(0, "r3 r4 r5 r6"), Reason.NOT_YOUR_TURN, "S2", seat=0, turn=1)
    next_turn = play_all(after, Draw(1), play(0, "r3 r4 r5 r6"))
    assert format_tiles(next_turn.racks[0]) == "k1"


def test_placing_tiles_moves_them_from_the_rack_to_the_table_and_ends_the_turn() -> None:
    """U1, U6."""
    game = game_at(INTERNATIONAL, ["r6 k1 k9 b9 o9", "k2"], table="r3 r4 r5", pool="b9")
    after = apply(game, play(0, "r3 r4 r5 r6 | o9 k9 b9"))
    assert (format_tiles(after.racks[0]), format_table(after.table)) == ("k1", "r3 r4 r5 r6 | o9 k9 b9")
    assert (format_tiles(after.pool), after.turn) == ("b9", 1)
    assert format_tiles(after.history[-1].placed) == "k9 r6 b9 o9"


def test_a_player_who_has_opened_may_change_the_table_from_the_next_turn() -> None:
    """U3, U5."""
    game = game_at(INTERNATIONAL, ["k10 b10 o10 r6 k1", "k2"], table="r3 r4 r5", pool="b9 b1", opened=[1])
    early = play(0, "r3 r4 r5 r6 | k10 b10 o10")
    assert_refused(game, early, Reason.TABLE_TOUCHED, "U3", set="r3 r4 r5")
    opened = apply(game, play(0, "r3 r4 r5 | k10 b10 o10"))
    assert opened.opened == (True, True)
    assert opened.history[-1].opening_value == 30
    later = play_all(opened, Draw(1), play(0, "r3 r4 r5 r6 | k10 b10 o10"))
    assert format_tiles(later.racks[0]) == "k1"
    assert later.history[-1].opening_value is None


def test_nobody_must_open_even_if_able() -> None:
    """U4."""
    game = game_at(INTERNATIONAL, ["k10 b10 o10 k1", "k2"], pool="b9 b1", opened=[])
    assert apply(game, Draw(0)).opened == (False, False)


def test_passing_is_for_an_empty_pool_and_drawing_for_one_that_is_not() -> None:
    """U1, U13."""
    full = game_at(INTERNATIONAL, ["k1", "k2"], pool="b9")
    assert_refused(full, Pass(0), Reason.POOL_NOT_EMPTY, "U1")
    empty = game_at(INTERNATIONAL, ["k1", "k2 r6"], table="r3 r4 r5")
    assert_refused(empty, Draw(0), Reason.POOL_EMPTY, "U13")
    assert apply(empty, Pass(0)).turn == 1


@pytest.mark.parametrize("action", [Draw(1), Pass(1), play(1, "r3 r4 r5"), TimeOut(1, moved=True)], ids=str)
def test_only_the_seat_in_turn_acts(action: Action) -> None:
    """S2."""
    game = game_at(TM_TOYS, ["k1", "r3 r4 r5"], pool="b9")
    assert_refused(game, action, Reason.NOT_YOUR_TURN, "S2", seat=1, turn=0)


@pytest.mark.parametrize(
    "action", [Draw, Pass, Redeal, Announce, GiveUp, lambda seat: Play(seat, ()), lambda seat: TimeOut(seat, True)]
)
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_named(action: Any, seat: int) -> None:
    """E3."""
    game = game_at(TM_TOYS, ["k1", "k2"], pool="b9")
    assert_refused(game, action(seat), Reason.NO_SUCH_SEAT, "E3", seat=seat, last=1)


def test_a_wrong_play_is_refused_with_its_reason_and_the_turn_continues() -> None:
    """U11."""
    game = game_at(JUMBO, ["r7 r6", "k2"], table="r3 r4 r5", pool="b9")
    with pytest.raises(Refused) as caught:
        apply(game, play(0, "r3 r4 r5 r7"))
    assert caught.value.refusal.reason is Reason.INVALID_SET
    assert caught.value.refusal.cause == Refusal(Reason.GAP, {"missing": (6,)})
    assert apply(game, play(0, "r3 r4 r5 r6 r7")).ending == "out"


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("r3 r4 r5 r7", Reason.INVALID_SET),
        ("r3 r4 r5", Reason.NOTHING_PLACED),
        ("k9 b9 o9", Reason.TABLE_TILE_MISSING),
    ],
)
def test_tm_toys_takes_a_wrong_play_back_and_gives_one_penalty_tile(table: str, reason: Reason) -> None:
    """U11, U10: the table and the rack are restored."""
    game = game_at(TM_TOYS, ["r7 k9 b9 o9", "k2"], table="r3 r4 r5", pool="b1 b2 b3")
    after = apply(game, play(0, table))
    assert (after.table, after.turn, format_tiles(after.pool)) == (game.table, 1, "b2 b3")
    assert Counter(after.racks[0]) - Counter(game.racks[0]) == Counter(parse_tiles("b1"))
    wrong = after.history[-1].refusal
    assert wrong is not None
    assert wrong.reason is reason
    assert after.history[-1].placed == ()
    assert after.opened == game.opened


def test_a_failed_opening_in_tm_toys_opens_nothing() -> None:
    """U3, U11."""
    game = game_at(TM_TOYS, ["r1 r2 r3", "k2"], pool="b1 b2", opened=[])
    after = apply(game, play(0, "r1 r2 r3"))
    assert (after.opened, format_tiles(after.racks[0])) == ((False, False), "r1 r2 r3 b1")


def test_unknown_tiles_cost_no_penalty() -> None:
    """U11: that is a mistake of a program, so every profile refuses it."""
    game = game_at(TM_TOYS, ["r7", "k2"], table="r3 r4 r5", pool="b1 b2")
    assert_refused(game, play(0, "r3 r4 r5 r6"), Reason.UNKNOWN_TILE, "U6", tiles="r6")


# The clock


@pytest.mark.parametrize("name", PROFILES)
def test_a_turn_takes_sixty_seconds_in_some_rules_only_after_the_opening(name: str) -> None:
    """U9."""
    late = name in ("vienna-de", "twist")
    game = game_at(PROFILES[name], ["k1", "k2"], pool="b9 b8 b7 b6", opened=[1])
    assert game.seconds == (None if late else 60)
    assert apply(game, Draw(0)).seconds == 60
    if late:
        assert_refused(game, TimeOut(0, moved=True), Reason.NO_CLOCK, "U9")
    else:
        assert apply(game, TimeOut(0, moved=True)).turn == 1


@pytest.mark.parametrize("seconds", [30, 40, 3600])
def test_another_limit_is_a_house_rule(seconds: int) -> None:
    """U9."""
    game = game_at(TM_TOYS.with_rules({"turn_seconds": seconds}), ["k1", "k2"], pool="b9")
    assert game.seconds == seconds


def test_without_a_limit_no_time_runs_out() -> None:
    """U9."""
    game = game_at(TM_TOYS.with_rules({"turn_seconds": None}), ["k1", "k2"], pool="b9")
    assert game.seconds is None
    assert_refused(game, TimeOut(0, moved=False), Reason.NO_CLOCK, "U9")


def test_an_online_table_may_time_every_turn() -> None:
    """U9."""
    profile = PROFILES["vienna-de"].with_rules({"clock_from": "first-turn", "turn_seconds": 90})
    assert game_at(profile, ["k1", "k2"], pool="b9", opened=[]).seconds == 90


@pytest.mark.parametrize(
    ("name", "unmoved", "moved_tiles"),
    [
        ("vienna-de", 3, 3),
        ("vienna-en", 1, 3),
        ("jumbo", 3, 3),
        ("tm-toys", 1, 1),
        ("international", 3, 3),
        ("twist", 3, 3),
    ],
)
def test_out_of_time_costs_penalty_tiles_and_the_turn(name: str, unmoved: int, moved_tiles: int) -> None:
    """U10."""
    game = game_at(PROFILES[name], ["k1", "k2"], table="r3 r4 r5", pool="b1 b2 b3 b4 b5")
    for moved, tiles in ((False, unmoved), (True, moved_tiles)):
        after = apply(game, TimeOut(0, moved))
        assert after.history[-1].drawn == game.pool[:tiles]
        assert (len(after.racks[0]), after.pool) == (1 + tiles, game.pool[tiles:])
        assert (after.table, after.turn) == (game.table, 1)


def test_a_penalty_takes_what_the_pool_has_left() -> None:
    """U13."""
    game = game_at(INTERNATIONAL, ["k1", "r6 k2"], table="r3 r4 r5", pool="b1 b2")
    after = apply(game, TimeOut(0, moved=True))
    assert (format_tiles(after.racks[0]), after.pool, after.turn) == ("k1 b1 b2", (), 1)
    assert apply(after, TimeOut(1, moved=True)).racks[1] == game.racks[1]


# The end


@pytest.mark.parametrize("name", PROFILES)
def test_a_player_who_places_the_last_tile_wins_at_once(name: str) -> None:
    """N1, C2."""
    game = game_at(PROFILES[name], ["k5", "r6", "b7"], turn=1, table="r3 r4 r5", pool="b1")
    after = apply(game, play(1, "r3 r4 r5 r6"))
    assert (after.ending, after.is_over) == ("out", True)
    assert after.score is not None
    assert after.score.winners == (1,)
    assert points_of(after) == (-5, 12, -7)


@pytest.mark.parametrize("action", [Draw(0), Pass(0), play(0, "k1 k2 k3"), Redeal(0), Announce(1), GiveUp(1)], ids=str)
def test_nothing_can_be_done_in_a_game_that_is_over(action: Action) -> None:
    """N1."""
    game = game_at(JUMBO, ["r6", "k2"], table="r3 r4 r5", pool="b1")
    assert_refused(apply(game, play(0, "r3 r4 r5 r6")), action, Reason.GAME_OVER, "N1")


# Announcing an opening


ALMOST = "r9 r10 k1 k3"


def test_a_player_who_just_drew_the_tile_that_makes_the_opening_possible_may_announce_it() -> None:
    """C3."""
    game = game_at(TM_TOYS, [ALMOST, "k2", "k4"], pool="r11 b1 b2 b3 b4", opened=[])
    game = apply(game, Draw(0))
    announced = apply(game, Announce(0))
    assert announced.announced == (True, False, False)
    assert (announced.turn, announced.racks) == (game.turn, game.racks)
    later = apply(apply(game, Draw(1)), Announce(0))
    assert later.announced == (True, False, False)


def test_an_announcement_holds_until_the_next_turn_of_the_seat_is_over() -> None:
    """C3: a player who does not open then has announced nothing."""
    game = game_at(TM_TOYS, [ALMOST, "k2"], pool="r11 b1 b2 b3 b4", opened=[])
    game = play_all(game, Draw(0), Announce(0), Draw(1))
    assert game.announced == (True, False)
    assert apply(game, Draw(0)).announced == (False, False)


def test_penalty_tiles_that_make_the_opening_possible_can_be_announced_too() -> None:
    """C3, U10."""
    game = game_at(TM_TOYS, [ALMOST, "k2"], pool="r11 b1", opened=[])
    assert apply(apply(game, TimeOut(0, moved=False)), Announce(0)).announced == (True, False)


def test_every_refusal_of_an_announcement_names_its_reason() -> None:
    """C3."""
    game = game_at(TM_TOYS, [ALMOST, "k2"], pool="r11 b1 b2 b3", opened=[1])
    assert_refused(game, Announce(0), Reason.NOTHING_DRAWN, "C3")
    assert_refused(game, Announce(1), Reason.OPENED_ALREADY, "C3")
    drawn = apply(game, Draw(0))
    announced = apply(drawn, Announce(0))
    assert_refused(announced, Announce(0), Reason.ANNOUNCED_ALREADY, "C3")
    useless = apply(replace(game, pool=parse_tiles("b1 r11")), Draw(0))
    assert_refused(useless, Announce(0), Reason.CANNOT_OPEN, "C3")
    able_before = apply(replace(game, racks=(parse_tiles("r9 r10 r11 k1"), ()), pool=parse_tiles("r12 b1")), Draw(0))
    assert_refused(able_before, Announce(0), Reason.COULD_OPEN_BEFORE, "C3")


def test_the_tile_of_an_earlier_turn_is_no_longer_the_last_drawn_one() -> None:
    """C3: with a house rule of no penalty tiles, running out of time draws nothing."""
    lenient = TM_TOYS.with_rules({"late_tiles": 0, "late_tiles_unmoved": 0})
    game = play_all(game_at(lenient, [ALMOST, "k2"], pool="r11 b1 b2", opened=[]), Draw(0), Draw(1))
    assert refusal_of(game, Announce(0)) is None
    assert_refused(apply(game, TimeOut(0, moved=False)), Announce(0), Reason.NOTHING_DRAWN, "C3")


@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "jumbo", "international", "twist"])
def test_in_other_profiles_an_opening_is_not_announced(name: str) -> None:
    """C3."""
    game = apply(game_at(PROFILES[name], [ALMOST, "k2"], pool="r11 b1", opened=[]), Draw(0))
    assert_refused(game, Announce(0), Reason.NO_ANNOUNCING, "C3")


@pytest.mark.parametrize(("announces", "points"), [(False, -200), (True, -34)])
def test_an_announced_opening_saves_the_two_hundred(announces: bool, points: int) -> None:
    """C3: a rack worth 34 that came to its opening with the last tile."""
    game = game_at(TM_TOYS, [ALMOST, "r6"], table="r3 r4 r5", pool="r11 b1", opened=[1])
    game = apply(game, Draw(0))
    if announces:
        game = apply(game, Announce(0))
    game = apply(game, play(1, "r3 r4 r5 r6"))
    assert game.score is not None
    assert points_of(game) == (points, -points)


# Giving up


def test_giving_up_in_turn_gives_the_turn_to_the_next_seat() -> None:
    """S2."""
    game = game_at(INTERNATIONAL, ["k5", "k6", "k7"], turn=1, pool="b1 b2 b3")
    after = apply(game, GiveUp(1))
    assert (after.turn, after.playing, after.is_over) == (2, (0, 2), False)
    assert (after.racks, after.pool) == (game.racks, game.pool)
    assert [play_all(after, Draw(2)).turn, play_all(after, Draw(2), Draw(0)).turn] == [0, 2]


def test_giving_up_out_of_turn_does_not_change_the_turn() -> None:
    """S2: the seat is skipped when its turn comes."""
    game = apply(game_at(INTERNATIONAL, ["k5", "k6", "k7"], turn=1, pool="b1 b2"), GiveUp(2))
    assert game.turn == 1
    assert apply(game, Draw(1)).turn == 0


@pytest.mark.parametrize("action", [Draw(1), GiveUp(1), Redeal(1), Announce(1)], ids=str)
def test_a_seat_that_has_given_up_cannot_act(action: Action) -> None:
    """S2."""
    game = apply(game_at(TM_TOYS, ["k5", "k6", "k7"], turn=1, pool="b1 b2"), GiveUp(1))
    assert_refused(game, action, Reason.SEAT_GIVEN_UP, "S2", seat=1)


@pytest.mark.parametrize("turn", [0, 1])
def test_the_last_player_left_wins(turn: int) -> None:
    """C2: a player who gives up loses the value of the whole rack."""
    game = apply(game_at(INTERNATIONAL, ["k5", "k6"], turn=turn, pool="b1"), GiveUp(1))
    assert game.ending == "given-up"
    assert game.score is not None
    assert (game.score.winners, points_of(game)) == ((0,), (6, -6))


def test_the_last_but_one_to_give_up_ends_a_game_of_three() -> None:
    """C2."""
    game = game_at(INTERNATIONAL, ["k5", "k6", "k7"], pool="b1")
    game = play_all(game, GiveUp(2), GiveUp(0))
    assert (game.ending, game.playing) == ("given-up", (1,))
    assert game.score is not None
    assert points_of(game) == (-5, 12, -7)


def test_giving_up_in_the_last_round_takes_the_seats_turn_out_of_it() -> None:
    """N2."""
    game = apply(game_at(JUMBO, ["k5", "k6", "k7", "k8"], turn=1, pool="b1"), Draw(1))
    game = play_all(game, Pass(1), GiveUp(3))
    assert (game.is_over, game.turn) == (False, 2)
    game = apply(game, Pass(2))
    assert (game.is_over, game.turn) == (False, 0)
    assert apply(game, Pass(0)).ending == "pool"


def test_giving_up_as_the_last_of_the_last_round_ends_the_game() -> None:
    """N2."""
    game = play_all(game_at(JUMBO, ["k5", "k4", "k7"], turn=1, pool="b1"), Draw(1), Pass(1), Pass(2))
    game = apply(game, GiveUp(0))
    assert game.ending == "pool"
    assert game.score is not None
    assert game.score.winners == (1,)


def test_a_player_who_has_had_the_last_turn_may_give_up_without_taking_it_from_the_others() -> None:
    """N2."""
    game = play_all(game_at(JUMBO, ["k5", "k6", "k7"], turn=1, pool="b1"), Draw(1), Pass(1), GiveUp(1))
    assert (game.is_over, game.turn) == (False, 2)
    assert play_all(game, Pass(2), Pass(0)).ending == "pool"


def test_giving_up_before_the_last_tile_is_drawn_leaves_the_seat_out_of_the_last_round() -> None:
    """N2."""
    game = play_all(game_at(JUMBO, ["k5", "k6", "k7"], pool="b1"), GiveUp(1), Draw(0))
    assert (game.turn, game.last_round) == (0, frozenset({0, 2}))
    assert play_all(game, Pass(0), Pass(2)).ending == "pool"


# A game is its profile, its seed and its actions


@pytest.mark.parametrize("name", PROFILES)
def test_a_replay_equals_the_play(name: str) -> None:
    game = new_game(PROFILES[name], 3, seed="again", starter=1)
    game = play_all(game, Draw(1), GiveUp(0), Draw(2), Draw(1))
    assert replay(PROFILES[name], 3, "again", game.actions, starter=1) == game
    assert all_tiles(game) == +PROFILES[name].box(3)


def test_a_replay_stops_at_the_first_illegal_action() -> None:
    """S2."""
    with pytest.raises(Refused, match="It is the turn of seat 1, not of seat 0"):
        replay(JUMBO, 2, "again", [Draw(0), Draw(0)], starter=0)


def test_equal_games_have_equal_hashes_and_can_be_keys() -> None:
    game, same = (new_game(JUMBO, 3, seed=1) for _ in range(2))
    after, same_after = (apply(one, Draw(one.turn)) for one in (game, same))
    assert (game, after) == (same, same_after)
    assert (hash(game), hash(after)) == (hash(same), hash(same_after))
    assert {game: "before", after: "after"}[same_after] == "after"
    assert len({game, same, after, same_after}) == 2
