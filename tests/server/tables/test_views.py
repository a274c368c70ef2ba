"""What a seat or a spectator sees of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.pure_table import PureTable, over, playing
from tilewise.errors import Reason, Refused
from tilewise.profiles import PROFILES
from tilewise.server.tables import commands as do
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import GameView, joker_readings, table_view
from tilewise.sets import TileSet, read_set
from tilewise.tiles import parse_table, parse_tiles


def test_a_view_of_a_finished_game_stays_until_the_next_deal() -> None:
    table = over()
    view = table_view(table.state, 0)
    assert view.game is not None
    assert view.game.final_racks
    assert view.fair is not None
    assert view.fair.secret == "secret-1"  # noqa: S105
    table.give("ada", do.Rematch())
    table.give("bob", do.Rematch())
    view = table_view(table.state, 0)
    assert view.game is None
    assert view.fair is not None
    assert view.fair.secret is None


@pytest.mark.parametrize("profile", ["international", "twist"])
def test_everyone_sees_what_the_jokers_on_the_table_stand_for_also_after_the_game(profile: str) -> None:
    seats = ("person", "solid", "solid")
    table = PureTable(TableSettings(profile=profile, seats=seats, rules={"jokers": 4, "opening_threshold": 0}))
    table.give("ada", do.Add("chance"))
    with_jokers = 0
    while table.phase() != "over":
        if table.scheduled() is None:
            table.give("ada", do.Draw() if table.state.game and table.state.game.pool else do.Pass())
        else:
            table.run_scheduled()
        view = table_view(table.state, None)
        if view.game is not None:
            assert set(view.game.jokers) == {text for text in view.game.table if set(text) & set("JDCM")}
            for text, stands_for in view.game.jokers.items():
                reading = read_set(parse_tiles(text))
                assert isinstance(reading, TileSet)
                assert stands_for == reading.stands_for, "sets lie in the order in which they read"
            with_jokers += bool(view.game.jokers)
    view = table_view(table.state, 0)
    assert with_jokers > 3
    assert view.game is not None
    assert view.game.ending is not None
    assert view.game.jokers
    last = next(action for action in reversed(view.last_actions) if action.table is not None)
    assert last.jokers == view.game.jokers


def test_a_set_in_another_order_than_it_reads_has_its_readings_at_the_right_tiles() -> None:
    assert joker_readings((parse_tiles("r5 J r3"), parse_tiles("r3 r4"))) == {"r5 J r3": ("r5", "r4", "r3")}


def at_the_end_of_the_pool(profile: str, *racks: str, pool: str) -> PureTable:
    """Return a table whose game has few tiles left; everyone has opened, and Ada on seat 0 is in turn."""
    table = playing(profile=profile)
    assert table.state.game is not None
    game = replace(
        table.state.game,
        racks=tuple(map(parse_tiles, racks)),
        table=parse_table("r3 r4 r5"),
        pool=parse_tiles(pool),
        opened=(True, True),
        turn=0,
    )
    table.state = replace(table.state, game=game)
    return table


def game_seen(table: PureTable, seat: int | None) -> GameView:
    game = table_view(table.state, seat).game
    assert game is not None
    return game


def test_only_the_player_in_turn_is_told_whether_passing_is_possible() -> None:
    """N2: that a player can place is nobody else's business."""
    for rack, may_pass in (("r6 k1", False), ("k1 k2", True)):
        table = at_the_end_of_the_pool("international", rack, "r2 b9", pool="")
        assert [game_seen(table, seat).may_pass for seat in (0, 1, None)] == [may_pass, False, False]
    table = at_the_end_of_the_pool("vienna-de", "r6 k1", "r2 b9", pool="")
    assert game_seen(table, 0).may_pass


def test_everyone_is_told_that_the_last_tile_was_drawn_and_why_the_game_is_over() -> None:
    """U13, N2."""
    for profile in PROFILES:
        table = at_the_end_of_the_pool(profile, "k1", "b9 r6", pool="o1")
        table.give("ada", do.Draw())
        for seat in (0, 1, None):
            assert table_view(table.state, seat).last_actions[-1].last_tile
            assert game_seen(table, seat).pool_ending is None
    table = at_the_end_of_the_pool("vienna-de", "k1", "b9", pool="o1")
    table.give("ada", do.Draw())
    for seat in (0, 1, None):
        assert (game_seen(table, seat).ending, game_seen(table, seat).pool_ending) == ("pool", "stuck")


def test_a_player_who_must_place_cannot_pass_but_can_run_out_of_time() -> None:
    """N2: the time-out counts as a pass, so two of them end the game."""
    table = at_the_end_of_the_pool("international", "k1 r6", "b9 r2", pool="")
    with pytest.raises(Refused) as caught:
        table.give("ada", do.Pass())
    assert caught.value.refusal.reason is Reason.MUST_PLACE
    table.run_scheduled()
    assert (game_seen(table, None).turn, game_seen(table, None).ending) == (1, None)
    table.run_scheduled(moved=True)
    assert (game_seen(table, None).ending, game_seen(table, None).pool_ending) == ("pool", "passes")
