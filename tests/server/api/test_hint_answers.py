"""Hints: what the solver is asked, and what a player is told."""

from __future__ import annotations

import msgspec
import pytest

from tests.support.pure_table import full, playing
from tilewise.companion import solve_position
from tilewise.game import new_game
from tilewise.server.api.api_errors import ApiError
from tilewise.server.api.hint_answers import HintQuery, hint_from, solver_request, telling_tile, view_for_hint
from tilewise.server.tables.table_settings import TableSettings, check_settings
from tilewise.view import view_of


def test_a_hint_names_a_joker_only_if_there_is_no_other_tile() -> None:
    assert telling_tile(("r11", "r12", "J")) == "r12"
    assert telling_tile(("J", "D")) == "D"
    assert telling_tile(()) is None


def test_a_hint_needs_only_house_rules_that_suit_the_seats_of_the_table() -> None:
    settings = TableSettings(profile="international", seats=("person", "person"), rules={"rack_size": 30})
    game = new_game(check_settings(settings), 2, seed="1")
    answer = solve_position(solver_request(view_of(game, game.turn)))
    assert answer["placed"], "30 tiles are enough to open here"


def code_of(raised: pytest.ExceptionInfo[ApiError]) -> tuple[int, str]:
    return raised.value.status, raised.value.code


def test_only_the_player_in_turn_gets_a_hint_and_only_where_the_table_allows_it() -> None:
    state = playing(hints=True).state
    assert state.game is not None
    turn = state.game.turn
    assert view_for_hint(state, turn).seat == turn
    with pytest.raises(ApiError) as raised:
        view_for_hint(state, 1 - turn)
    assert code_of(raised) == (409, "not-your-turn")
    with pytest.raises(ApiError) as raised:
        view_for_hint(state, None)
    assert code_of(raised) == (403, "not-seated")
    with pytest.raises(ApiError) as raised:
        view_for_hint(full(hints=True).state, 0)
    assert code_of(raised) == (409, "not-your-turn")
    with pytest.raises(ApiError) as raised:
        view_for_hint(playing().state, turn)
    assert code_of(raised) == (403, "no-hints")


def test_a_hint_shows_a_whole_play_or_just_one_tile() -> None:
    solution = {"placed": ["r6", "J"], "table": ["r3 r4 r5 r6 J"], "steps": ["Add."], "worth": 13, "proven": True}
    whole = hint_from(solution, 17, HintQuery())
    assert (whole.number, whole.tile, whole.placed, whole.worth) == (17, "r6", ("r6", "J"), 13)
    tile = hint_from(solution, 17, HintQuery("tile"))
    assert (tile.can_place, tile.tile, tile.placed) == (True, "r6", ())
    nothing = hint_from({**solution, "placed": []}, 17, HintQuery())
    assert (nothing.can_place, nothing.tile, nothing.proven) == (False, None, True)


def test_a_hint_says_if_it_is_not_proven_that_nothing_can_be_placed() -> None:
    unproven = {"placed": [], "table": ["D b5 b6"], "steps": [], "worth": 0, "proven": False}
    for query in (HintQuery(), HintQuery("tile")):
        hint = hint_from(unproven, 17, query)
        assert (hint.can_place, hint.proven) == (False, False)
        assert msgspec.to_builtins(hint) == {"number": 17, "can_place": False, "proven": False}
