"""What a seat or a spectator sees of a table."""

from __future__ import annotations

import pytest

from tests.support.pure_table import PureTable, over
from tilewise.server.tables import commands as do
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import joker_readings, table_view
from tilewise.sets import read_set
from tilewise.tiles import parse_tiles


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
                assert stands_for == read_set(parse_tiles(text)).stands_for, "sets lie in the order in which they read"
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
