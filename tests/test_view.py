"""Views: what one seat may know, and nothing else."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import Any

import pytest

from tilewise.bots import Beginner, next_action
from tilewise.errors import TilewiseError
from tilewise.game import Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut, apply, new_game
from tilewise.profiles import PROFILES
from tilewise.tiles import Tile, Tiles, format_tiles, parse_table, parse_tiles
from tilewise.view import view_of

SEED = "a-seed-that-nobody-may-see"


def parts_of(value: object, seen: str = "view") -> Iterator[tuple[str, object]]:
    """Yield everything inside a value, with its path."""
    yield seen, value
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from parts_of(getattr(value, field.name), f"{seen}.{field.name}")
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from parts_of(part, f"{seen}[{key!r}]")
    elif isinstance(value, tuple | list | frozenset | set):
        for index, part in enumerate(value):
            yield from parts_of(part, f"{seen}[{index}]")
    elif hasattr(value, "__dict__") and not isinstance(value, Enum | type):
        for name, part in vars(value).items():
            yield from parts_of(part, f"{seen}.{name}")


@cache
def some_games(name: str) -> list[Game]:
    """Return a game of beginners at several moments."""
    players = 3
    game = new_game(PROFILES[name], players, SEED)
    kept = [game]
    for turn in range(45):
        if game.is_over:
            break
        game = apply(game, next_action(game, [Beginner()] * players))
        if turn % 9 == 4:
            kept.append(game)
    return [game for game in kept if not game.is_over]


def with_hidden_tiles_exchanged(game: Game, seat: int | None) -> Game:
    """Change all that the seat cannot see: the others' racks, the pool, what they drew, the seed."""
    others = [s for s in range(game.players) if s != seat]
    hidden = sorted((*(t for s in others for t in game.racks[s]), *game.pool), key=lambda t: (t * 7) % 11)
    racks = list(game.racks)
    for other in others:
        size = len(racks[other])
        racks[other], hidden = tuple(sorted(hidden[:size])), hidden[size:]
    history = tuple(
        happened
        if happened.action.seat == seat
        else replace(happened, drawn=tuple(Tile((tile + 1) % 52) for tile in happened.drawn))
        for happened in game.history
    )
    return replace(game, racks=tuple(racks), pool=tuple(hidden), seed="another-seed", history=history)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_view_is_the_same_whatever_the_hidden_tiles_are(name: str, seat: int | None) -> None:
    """Nothing in a view depends on the others' racks, the order of the pool, the seed or what others drew."""
    for game in some_games(name):
        other = with_hidden_tiles_exchanged(game, seat)
        assert (other.racks, other.pool) != (game.racks, game.pool)
        assert view_of(other, seat) == view_of(game, seat)
        assert repr(view_of(other, seat)) == repr(view_of(game, seat))


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_no_field_of_a_view_holds_the_seed_the_game_or_hidden_tiles(name: str, seat: int | None) -> None:
    """Every field, and every field of every field."""
    for game in some_games(name):
        view = view_of(game, seat)
        hidden: set[Tiles] = {game.pool, *(rack for s, rack in enumerate(game.racks) if s != seat and len(rack) > 2)}
        for where, part in parts_of(view):
            assert not isinstance(part, Game), where
            assert part not in (game.seed, game.racks), where
            if isinstance(part, tuple) and part and all(isinstance(tile, Tile) for tile in part):
                assert part not in hidden, where
                assert where.startswith(("view.rack", "view.table", "view.history", "view.profile")), where
        assert SEED not in repr(view)
        assert SEED not in str(view)


def test_the_walk_through_a_view_does_find_what_is_hidden_deep_inside() -> None:
    """The test above can fail."""
    game = new_game(PROFILES["jumbo"], 2, SEED)
    leaking = replace(view_of(game, 0), history=({"deep": [game]},))  # type: ignore[arg-type]
    found = [part for _, part in parts_of(leaking)]
    assert game in found
    assert SEED in found


def test_a_seat_sees_its_own_rack_and_the_sizes_of_the_others() -> None:
    game = apply(new_game(PROFILES["jumbo"], 3, 1, starter=0), Draw(0))
    view = view_of(game, 1)
    assert (view.rack, view.rack_sizes, view.pool_size) == (game.racks[1], (15, 14, 14), len(game.pool))
    assert (view.turn, view.starter, view.players, view.table) == (1, 0, 3, ())
    assert (view.is_my_turn, view_of(game, 0).is_my_turn) == (True, False)
    assert view.final_racks is None


def test_a_spectator_has_no_rack_and_no_turn() -> None:
    game = new_game(PROFILES["jumbo"], 3, 1)
    view = view_of(game, None)
    assert (view.rack, view.seat, view.is_my_turn, view.has_opened) == ((), None, False, False)
    assert (view.may_redeal, view.may_announce) == (False, False)
    assert view.rack_sizes == (14, 14, 14)


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat: int) -> None:
    """E3."""
    with pytest.raises(TilewiseError, match=f"There is no seat {seat}; the seats are 0 to 2"):
        view_of(new_game(PROFILES["jumbo"], 3, 1), seat)


def test_only_the_player_who_drew_sees_which_tiles_were_drawn() -> None:
    """U1, U10."""
    game = new_game(PROFILES["international"], 2, 1, starter=0)
    pool = game.pool
    game = apply(apply(game, Draw(0)), TimeOut(1, moved=True))
    own, other, nobody = (view_of(game, seat).history for seat in (0, 1, None))
    assert [(seen.drawn, seen.drawn_tiles) for seen in own] == [(1, pool[:1]), (3, ())]
    assert [(seen.drawn, seen.drawn_tiles) for seen in other] == [(1, ()), (3, pool[1:4])]
    assert [(seen.drawn, seen.drawn_tiles) for seen in nobody] == [(1, ()), (3, ())]


def test_every_viewer_sees_what_was_placed_and_what_an_opening_was_worth() -> None:
    """U3, U11."""
    game = replace(
        new_game(PROFILES["tm-toys"], 2, 1, starter=0),
        racks=(parse_tiles("k10 b10 o10 k1"), parse_tiles("r1 r2")),
    )
    game = apply(game, Play(0, parse_table("k10 b10 o10")))
    game = apply(game, Play(1, parse_table("k10 b10 o10 | r1 r2")))
    for seat in (0, 1, None):
        opening, wrong = view_of(game, seat).history
        assert (format_tiles(opening.placed), opening.opening_value, opening.refusal) == ("k10 b10 o10", 30, None)
        assert wrong.refusal is not None
        assert (wrong.placed, wrong.drawn) == ((), 1)
    assert view_of(game, 0).has_opened
    assert not view_of(game, 1).has_opened


def test_a_seat_knows_whether_it_may_demand_a_redeal() -> None:
    """S5."""
    pairs, none = parse_tiles("b3 b3 r8 r8 o10 o10 k1"), parse_tiles("b3 r8 o10 k1 k2 k3 k4")
    game = replace(new_game(PROFILES["jumbo"], 2, 1, starter=0), racks=(none, pairs))
    assert [view_of(game, seat).may_redeal for seat in (0, 1, None)] == [False, True, False]
    assert not view_of(apply(game, Draw(0)), 1).may_redeal
    assert view_of(apply(game, Redeal(1)), 1).history[0].action == Redeal(1)


def test_a_player_who_demands_a_redeal_shows_the_pairs_and_nothing_else() -> None:
    """S5."""
    rack = parse_tiles("b3 k1 b3 r8 r8 r8 o10 o10 J J")
    game = replace(new_game(PROFILES["jumbo"], 2, 1, starter=0), racks=(parse_tiles("b1"), rack))
    for seat in (0, 1, None):
        assert view_of(apply(game, Redeal(1)), seat).history[0].shown_pairs == parse_tiles("b3 b3 r8 r8 o10 o10")


def test_a_seat_knows_whether_it_may_announce_its_opening() -> None:
    """C3."""
    game = replace(
        new_game(PROFILES["tm-toys"], 2, 1, starter=0),
        racks=(parse_tiles("r9 r10 k1"), parse_tiles("k2")),
        pool=parse_tiles("r11 b1 b2"),
    )
    assert not view_of(game, 0).may_announce
    drawn = apply(game, Draw(0))
    assert [view_of(drawn, seat).may_announce for seat in (0, 1, None)] == [True, False, False]
    announced = view_of(apply(drawn, Announce(0)), 1)
    assert announced.announced == (True, False)


def test_a_seat_that_was_given_up_watches() -> None:
    pairs = parse_tiles("b3 b3 r8 r8 o10 o10 k1")
    game = replace(new_game(PROFILES["jumbo"], 3, 1, starter=0), racks=(pairs, pairs, pairs))
    view = view_of(apply(game, GiveUp(1)), 1)
    assert (view.may_redeal, view.may_announce, view.given_up) == (False, False, (False, True, False))


def test_the_clock_and_the_last_round_are_public() -> None:
    """U9, N2."""
    game = replace(new_game(PROFILES["jumbo"], 2, 1, starter=0), pool=parse_tiles("k1"))
    assert view_of(game, 1).seconds == 60
    assert view_of(game, 1).last_round is None
    assert view_of(apply(game, Draw(0)), 1).last_round == frozenset({0, 1})


@pytest.mark.parametrize("seat", [0, 1, None])
def test_when_a_game_is_over_all_racks_are_shown_with_the_scores(seat: int | None) -> None:
    """N2, C4."""
    game = replace(
        new_game(PROFILES["international"], 2, SEED, starter=0),
        racks=(parse_tiles("k1"), parse_tiles("k5")),
        pool=(),
    )
    game = apply(game, Pass(0))
    view = view_of(game, seat)
    assert (view.ending, view.pool_ending, view.final_racks) == ("pool", "stuck", game.racks)
    assert (view.is_my_turn, view.may_pass) == (False, False)
    assert view.score == game.score
    assert view.score is not None
    assert SEED not in repr(view)


def test_the_scores_of_racks_of_nothing_but_jokers_are_shown_where_jokers_cost_nothing() -> None:
    """C1: such a rack is not empty."""
    profile = PROFILES["international"].with_rules({"joker_penalty": 0})
    game = replace(new_game(profile, 2, SEED, starter=0), racks=(parse_tiles("J"), parse_tiles("k5")), pool=())
    game = apply(game, Pass(0))
    assert game.score is not None
    assert game.score.winners == (0,)
    assert view_of(game, 1).score == game.score


def test_a_view_is_an_immutable_value() -> None:
    view: Any = view_of(new_game(PROFILES["jumbo"], 2, 1), 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.rack = ()


def test_a_view_shows_as_many_of_the_latest_actions_as_asked_for() -> None:
    game = new_game(PROFILES["jumbo"], 2, seed=1)
    for _ in range(3):
        game = apply(game, Draw(game.turn))
    full = view_of(game, 0).history
    assert len(full) == 3
    assert [view_of(game, 0, last=count).history for count in (0, 1, 2, 3, 4)] == [(), full[2:], full[1:], full, full]
    assert {view_of(game, 0, last=count).actions for count in (0, 1, 4)} == {3}
