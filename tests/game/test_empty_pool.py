"""The end of a game with an empty pool: who can still place, who must, who is told (U13, N2)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.support import placing_oracle, solver_oracle
from tests.support.games_in_progress import assert_refused, game_at, play, play_all
from tilewise.bots import next_action, seat_players
from tilewise.errors import Reason
from tilewise.game import Action, Draw, Game, GiveUp, Pass, TimeOut, apply, empty_pool, new_game, replay
from tilewise.profiles import PROFILES, Profile
from tilewise.solver import Solution, find_play
from tilewise.tiles import FACES, format_tiles
from tilewise.turn import LegalTurn, judge_turn
from tilewise.view import view_of

INTERNATIONAL = PROFILES["international"]
JUMBO = PROFILES["jumbo"]
TM_TOYS = PROFILES["tm-toys"]
VIENNA = PROFILES["vienna-de"]

PASSES = INTERNATIONAL.with_rules({"empty_pool": "passes"})
FREE = [PROFILES[name] for name in ("vienna-de", "vienna-en", "twist")]
"""Passing is free, and the game ends as soon as nobody could place."""
ENDS_STUCK = [*FREE, INTERNATIONAL]
LAST_ROUND = [JUMBO, TM_TOYS]

# The game ends as soon as nobody could place


@pytest.mark.parametrize("profile", ENDS_STUCK, ids=lambda p: p.name)
def test_the_draw_that_empties_the_pool_ends_a_game_in_which_nobody_could_place(profile: Profile) -> None:
    """N2, U13."""
    game = apply(game_at(profile, ["k5", "k6", "k8"], turn=1, table="r3 r4 r5", pool="b1"), Draw(1))
    assert (game.ending, game.pool_ending, game.turn) == ("pool", "stuck", 1)
    assert game.score is not None
    assert game.score.winners == (0,)


@pytest.mark.parametrize("profile", ENDS_STUCK, ids=lambda p: p.name)
def test_a_play_after_which_nobody_could_place_ends_the_game_without_passes(profile: Profile) -> None:
    """N2."""
    game = game_at(profile, ["k5 r6", "k7", "k9"], table="r3 r4 r5")
    game = apply(game, play(0, "r3 r4 r5 r6"))
    assert (game.ending, game.pool_ending) == ("pool", "stuck")


@pytest.mark.parametrize("profile", ENDS_STUCK, ids=lambda p: p.name)
def test_the_game_goes_on_while_any_player_could_place(profile: Profile) -> None:
    """N2: seat 2 can add to the run, the others can place nothing."""
    game = game_at(profile, ["k5", "k7", "r6 k9"], table="r3 r4 r5")
    game = play_all(game, Pass(0), Pass(1))
    assert (game.ending, game.turn) == (None, 2)
    assert apply(game, play(2, "r3 r4 r5 r6")).pool_ending == "stuck"


@pytest.mark.parametrize("profile", ENDS_STUCK, ids=lambda p: p.name)
@pytest.mark.parametrize(("rack", "ending"), [("k9 k10 k11 r6", None), ("k8 k9 k10 r6", "pool")])
def test_a_player_who_has_not_opened_counts_only_with_an_opening(profile: Profile, rack: str, ending: object) -> None:
    """N2, U3: a run of 27 does not open, and r6 cannot be added before."""
    game = game_at(profile, ["k5", rack], table="r3 r4 r5", pool="b1", opened=[0])
    assert apply(game, Draw(0)).ending == ending


@pytest.mark.parametrize("profile", ENDS_STUCK, ids=lambda p: p.name)
@pytest.mark.parametrize("turn", [0, 2])
def test_a_game_ends_when_the_only_player_who_could_place_gives_up(profile: Profile, turn: int) -> None:
    """N2: in their own turn, and in another one's."""
    game = game_at(profile, ["k5", "k7", "r6 k9"], turn=turn, table="r3 r4 r5")
    game = apply(game, GiveUp(2))
    assert (game.ending, game.pool_ending, game.playing) == ("pool", "stuck", (0, 1))


@pytest.mark.parametrize("profile", [PASSES, JUMBO], ids=lambda p: p.empty_pool)
def test_by_other_rules_nobody_asks_who_could_place(profile: Profile) -> None:
    """N2: only the passes, or the last round, decide."""
    game = apply(game_at(profile, ["k5", "k6"], table="r3 r4 r5", pool="b1"), Draw(0))
    assert not game.is_over


@pytest.mark.parametrize("profile", FREE, ids=lambda p: p.name)
def test_with_free_passing_a_full_round_of_passes_ends_the_game_too(profile: Profile) -> None:
    """N2: seat 0 could place, and need not."""
    game = game_at(profile, ["k5 r6", "k6", "k8"], turn=1, table="r3 r4 r5")
    game = play_all(game, Pass(1), Pass(2))
    assert not game.is_over
    assert view_of(game, 0).may_pass
    game = apply(game, Pass(0))
    assert (game.ending, game.pool_ending) == ("pool", "passes")


def test_a_position_that_is_not_proven_leaves_the_end_to_a_round_of_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """N2: special jokers can leave it unproven whether a player could place; then nobody must, either."""

    def give_up(profile: Profile, table: object, rack: object, opened: bool) -> Solution:
        return Solution((), (), 0, proven=False)

    monkeypatch.setattr(empty_pool, "_cached_play", give_up)
    for profile in (VIENNA, INTERNATIONAL):
        game = play_all(game_at(profile, ["k5", "k6"], pool="b1"), Draw(0), Pass(1))
        assert not game.is_over
        game = apply(game, Pass(0))
        assert (game.ending, game.pool_ending) == ("pool", "passes")


@pytest.mark.parametrize(
    ("table", "rack"), [("D b5 b6", "b7 o13"), ("b5 b6 C", "b4 o13"), ("J b5 b6 | r9 M r9", "b7 o13")]
)
def test_a_tile_that_fits_beside_a_joker_must_be_placed(table: str, rack: str) -> None:
    """N2, U7, X1-X3: the joker stays where it lies."""
    game = game_at(PROFILES["twist"].with_rules({"empty_pool": "must-place"}), [rack, "k2"], table=table)
    assert_refused(game, Pass(0), Reason.MUST_PLACE, "N2")


def test_the_solver_is_asked_once_for_equal_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """An opening takes no notice of the table."""
    asked: list[bool] = []

    def counted(profile: Profile, table: object, rack: object, opened: bool) -> Solution:
        asked.append(opened)
        return find_play(profile, table, rack, opened)  # type: ignore[arg-type]

    monkeypatch.setattr(empty_pool, "find_play", counted)
    empty_pool._cached_play.cache_clear()
    game = game_at(INTERNATIONAL, ["k1", "k10 k11 k12 r6 o1"], table="r3 r4 r5", pool="b1", opened=[0])
    game = apply(game, Draw(0))
    assert [view_of(game, seat).may_pass for seat in (1, 1, 0, None)] == [False, False, False, False]
    assert asked == [False]
    assert_refused(game, Pass(1), Reason.MUST_OPEN, "N2")
    assert asked == [False]
    empty_pool._cached_play.cache_clear()


# A player who can place must


def test_a_player_who_can_place_must_not_pass() -> None:
    """N2: the refusal says that there is a play, and does not show it."""
    game = game_at(INTERNATIONAL, ["k5 r6", "k6"], table="r3 r4 r5")
    assert_refused(game, Pass(0), Reason.MUST_PLACE, "N2")
    assert not view_of(game, 0).may_pass
    assert apply(game, play(0, "r3 r4 r5 r6")).pool_ending == "stuck"


def test_a_player_who_can_open_must_not_pass() -> None:
    """N2."""
    game = game_at(INTERNATIONAL, ["k10 k11 k12 b2", "r6 k6"], table="r3 r4 r5", opened=[1])
    assert_refused(game, Pass(0), Reason.MUST_OPEN, "N2")
    game = apply(game, play(0, "r3 r4 r5 | k10 k11 k12"))
    assert (game.ending, game.turn) == (None, 1)


def test_a_player_who_cannot_place_passes_where_others_must_place() -> None:
    """N2: and only in turn."""
    game = game_at(INTERNATIONAL, ["k5", "r6 k6"], table="r3 r4 r5")
    assert [view_of(game, seat).may_pass for seat in (0, 1, None)] == [True, False, False]
    game = apply(game, Pass(0))
    assert [view_of(game, seat).may_pass for seat in (0, 1, None)] == [False, False, False]


def test_nobody_may_pass_while_the_pool_has_tiles() -> None:
    """U1."""
    game = game_at(INTERNATIONAL, ["k5", "k6"], pool="b1")
    assert_refused(game, Pass(0), Reason.POOL_NOT_EMPTY, "U1")
    assert not view_of(game, 0).may_pass


def test_running_out_of_time_is_a_pass_even_where_a_player_must_place() -> None:
    """N2, U10: a full round of such passes ends the game."""
    game = game_at(INTERNATIONAL, ["k5 r6", "k6"], table="r3 r4 r5")
    game = play_all(game, TimeOut(0, moved=True), Pass(1))
    assert (game.ending, game.pool_ending) == ("pool", "passes")


# Everyone is told who drew the last tile


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda p: p.name)
def test_everyone_sees_who_drew_the_last_tile(profile: Profile) -> None:
    """U13."""
    game = play_all(game_at(profile, ["k5 r6", "k6"], table="r3 r4 r5", pool="b1 b2"), Draw(0), Draw(1))
    for viewer in (0, 1, None):
        assert [seen.last_tile for seen in view_of(game, viewer).history] == [False, True]


def test_the_last_tile_can_be_a_penalty() -> None:
    """U13: time-outs and wrong plays; a draw from an empty pool is not one."""
    game = game_at(TM_TOYS, ["k5", "k6"], table="r3 r4 r5", pool="b1")
    for action in (TimeOut(0, moved=False), play(0, "r3 r4 r5 | k5")):
        after = apply(game, action)
        assert after.history[-1].last_tile
        again = apply(after, TimeOut(0, moved=False))
        assert not again.history[-1].last_tile


# The rules agree with a brute-force search


SHORT_BOX = {"copies": 1, "rack_size": 12}
"""Games with half the tiles run out of plays; with whole boxes somebody nearly always goes out."""


def steps_of(profile: Profile, players: int, level: str, seed: int) -> list[Game]:
    """Play a game, and return it after each action."""
    game = new_game(profile, players, seed)
    bots = seat_players([level] * players, game)
    steps = [game]
    while not game.is_over:
        game = apply(game, next_action(game, bots))
        steps.append(game)
    return steps


def has_legal_play(game: Game) -> bool:
    """Return whether the solver shows a play for some seat that the rules accept."""
    return any(
        found.placed
        and isinstance(judge_turn(game.profile, game.table, game.racks[seat], found.table, opened), LegalTurn)
        for seat in game.playing
        for opened in (game.opened[seat],)
        for found in (find_play(game.profile, game.table, game.racks[seat], opened),)
    )


def could_place(game: Game, seat: int) -> bool:
    return placing_oracle.can_place(game.profile, game.table, game.racks[seat], game.opened[seat])


@pytest.mark.long
@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize("level", ["beginner", "solid"])
@pytest.mark.parametrize("name", ["vienna-de", "vienna-en", "international"])
def test_games_end_exactly_when_nobody_could_place(name: str, level: str, jokers: int) -> None:
    """N2: the rules accept the solver's plays; a search of all arrangements agrees with its "nobody"."""
    profile = PROFILES[name].with_rules(SHORT_BOX | {"jokers": jokers})
    stuck = 0
    for seed in range(12):
        steps = steps_of(profile, 3, level, seed)
        for before, after in pairwise(steps):
            if after.pool or after.ending == "out":
                continue
            if after.pool_ending == "stuck":
                assert not any(could_place(after, seat) for seat in after.playing)
            else:
                assert has_legal_play(after)
            action = after.actions[-1]
            if isinstance(action, Pass) and profile.empty_pool == "must-place":
                assert not could_place(before, action.seat)
        stuck += steps[-1].pool_ending == "stuck"
        assert replay(profile, 3, str(seed), steps[-1].actions) == steps[-1]
    assert stuck


@pytest.mark.long
def test_games_with_special_jokers_end_exactly_when_nobody_could_place() -> None:
    """N2, X1-X3: an integer programme agrees with the solver's "nobody"; it allows more than U7 and U8 do."""
    few = {"jokers": 0, "double_jokers": 1, "colour_change_jokers": 1, "mirror_jokers": 1}
    profile = PROFILES["twist"].with_rules(SHORT_BOX | few)
    endings = []
    for seed in range(16):
        steps = steps_of(profile, 3, "solid", seed)
        for game in steps:
            if not game.pool and game.ending != "out":
                assert (game.pool_ending == "stuck") != has_legal_play(game)
        game = steps[-1]
        endings.append(game.pool_ending)
        if game.pool_ending == "stuck":
            assert any(tile.is_special for tiles in (*game.table, *game.racks) for tile in tiles)
            for seat in game.playing:
                assert not could_place_by_programme(game, seat)
    assert "stuck" in endings


def could_place_by_programme(game: Game, seat: int) -> bool:
    rack, weights = Counter(game.racks[seat]), dict.fromkeys(FACES, 1)
    if not game.opened[seat]:
        return solver_oracle.best_opening(rack, weights, game.profile.opening_threshold) is not None
    return bool(solver_oracle.best_play(Counter(t for tiles in game.table for t in tiles), rack, weights))


@pytest.mark.long
@pytest.mark.parametrize("name", PROFILES)
def test_whole_boxes_end_the_same_way_again(name: str) -> None:
    """N2: games of beginners, which often reach the end of the pool; a replay ends at the same action."""
    ended = 0
    for seed in range(4):
        steps = steps_of(PROFILES[name], 2, "beginner", seed)
        game = steps[-1]
        ended += not game.pool
        assert replay(game.profile, 2, str(seed), game.actions) == game
        for step in steps[:-1]:
            assert step.pool or step.profile.empty_pool == "last-round" or has_legal_play(step)
    assert ended


# Only passes decide: the rules of version 1, and a house rule


def test_with_an_empty_pool_a_full_round_of_passes_ends_the_game() -> None:
    """N2, U13."""
    game = game_at(PASSES, ["k5", "k6", "k7"], turn=1)
    game = play_all(game, Pass(1), Pass(2))
    assert not game.is_over
    game = apply(game, Pass(0))
    assert game.ending == "pool"
    assert game.score is not None
    assert game.score.winners == (0,)


def test_placing_a_tile_restarts_the_round_of_passes() -> None:
    """N2: passing is always allowed, even for a player who could place."""
    game = game_at(PASSES, ["k5 r6", "k6", "k7"], turn=1, table="r3 r4 r5")
    game = play_all(game, Pass(1), Pass(2), play(0, "r3 r4 r5 r6"), Pass(1), Pass(2))
    assert not game.is_over
    assert apply(game, Pass(0)).ending == "pool"


def test_drawing_the_last_tile_is_not_a_pass() -> None:
    """N2: the round of passes starts after it."""
    game = play_all(game_at(PASSES, ["k5", "k6"], pool="b1"), Draw(0), Pass(1))
    assert (game.is_over, game.turn) == (False, 0)
    assert apply(game, Pass(0)).ending == "pool"


def test_running_out_of_time_with_an_empty_pool_counts_as_a_pass() -> None:
    """N2, U13."""
    game = game_at(PASSES, ["k5", "k6"])
    assert play_all(game, TimeOut(0, moved=True), Pass(1)).ending == "pool"


@pytest.mark.parametrize("profile", [PASSES, VIENNA, INTERNATIONAL, JUMBO], ids=lambda p: p.empty_pool)
def test_a_game_does_not_end_for_lack_of_plays_while_the_pool_has_tiles(profile: Profile) -> None:
    """N2: with a house rule of no penalty tiles, both run out of time; there are still tiles to draw."""
    lenient = profile.with_rules({"late_tiles": 0, "late_tiles_unmoved": 0})
    game = game_at(lenient, ["k5", "k6"], pool="b1 b2 b3")
    game = play_all(game, TimeOut(0, moved=True), TimeOut(1, moved=True))
    assert (game.ending, game.turn) == (None, 0)
    assert format_tiles(apply(game, Draw(0)).racks[0]) == "k5 b1"


# The last round


@pytest.mark.parametrize("profile", LAST_ROUND, ids=lambda p: p.name)
def test_the_last_round_begins_with_the_player_who_drew_the_last_tile(profile: Profile) -> None:
    """N2: and every player has exactly one more turn."""
    game = game_at(profile, ["k5", "k6", "k7"], turn=1, pool="b1")
    game = apply(game, Draw(1))
    assert (game.turn, game.last_round, game.is_over) == (1, frozenset({0, 1, 2}), False)
    turns = []
    while not game.is_over:
        turns.append(game.turn)
        game = apply(game, Pass(game.turn))
    assert turns == [1, 2, 0]
    assert game.ending == "pool"


@pytest.mark.parametrize("profile", LAST_ROUND, ids=lambda p: p.name)
def test_placing_tiles_in_the_last_round_gives_no_further_turn(profile: Profile) -> None:
    """N2."""
    game = game_at(profile, ["k5", "r6 k6", "r7 k7"], turn=1, table="r3 r4 r5", pool="b1")
    game = play_all(game, Draw(1), play(1, "r3 r4 r5 r6"), play(2, "r3 r4 r5 r6 r7"))
    assert (game.turn, game.last_round) == (0, frozenset({0}))
    assert apply(game, Pass(0)).ending == "pool"


@pytest.mark.parametrize("profile", LAST_ROUND, ids=lambda p: p.name)
def test_a_rack_emptied_in_the_last_round_wins_at_once(profile: Profile) -> None:
    """N1, N2."""
    game = game_at(profile, ["k5", "k6", "r6"], turn=1, table="r3 r4 r5", pool="b1")
    game = play_all(game, Draw(1), Pass(1), play(2, "r3 r4 r5 r6"))
    assert (game.ending, game.turn) == ("out", 2)


@pytest.mark.parametrize(
    "penalty", [TimeOut(1, moved=True), TimeOut(1, moved=False), play(1, "r3 r4 r5 | k6")], ids=str
)
def test_drawing_the_last_tile_as_a_penalty_begins_the_last_round_too(penalty: Action) -> None:
    """N2, U10, U11."""
    game = game_at(TM_TOYS, ["k5", "k6", "k7"], turn=1, table="r3 r4 r5", pool="b1")
    game = apply(game, penalty)
    assert (game.turn, game.last_round) == (1, frozenset({0, 1, 2}))
    assert play_all(game, Pass(1), Pass(2), Pass(0)).ending == "pool"


def test_three_penalty_tiles_of_which_the_pool_has_two_begin_the_last_round() -> None:
    """N2, U13."""
    game = apply(game_at(JUMBO, ["k5", "k6"], pool="b1 b2"), TimeOut(0, moved=True))
    assert (format_tiles(game.racks[0]), game.turn, game.last_round) == ("k5 b1 b2", 0, frozenset({0, 1}))


def test_a_wrong_play_in_the_last_round_costs_the_turn_and_no_tile() -> None:
    """N2, U11, U13."""
    game = apply(game_at(TM_TOYS, ["k5", "k6"], table="r3 r4 r5", pool="b1"), Draw(0))
    after = play_all(game, play(0, "r3 r4 r5 | k5"), TimeOut(1, moved=True))
    assert after.ending == "pool"
    assert (after.racks[0], after.racks[1]) == (game.racks[0], game.racks[1])


# Giving up


def test_giving_up_in_turn_when_all_others_have_passed_ends_the_game() -> None:
    """N2: no other player can place a tile."""
    game = play_all(game_at(PASSES, ["k5", "k6", "k7"]), Pass(0), Pass(1), GiveUp(2))
    assert game.ending == "pool"
    assert game.score is not None
    assert game.score.winners == (0,)


def test_giving_up_out_of_turn_while_others_have_passed_leaves_the_rest_their_turn() -> None:
    """N2."""
    game = play_all(game_at(PASSES, ["k5", "k6", "k7", "k8"]), Pass(0), Pass(1), GiveUp(3))
    assert (game.is_over, game.turn) == (False, 2)
    assert apply(game, Pass(2)).ending == "pool"


def test_a_seat_that_passed_and_then_gives_up_does_not_end_the_game() -> None:
    """N2: the seat in turn still has its turn."""
    game = play_all(game_at(PASSES, ["k5", "k6", "k7"]), Pass(0), GiveUp(0))
    assert (game.is_over, game.turn) == (False, 1)
    game = apply(game, Pass(1))
    assert (game.is_over, game.turn) == (False, 2)
    assert apply(game, Pass(2)).ending == "pool"
