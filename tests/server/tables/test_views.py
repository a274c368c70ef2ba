"""What a seat or a spectator sees of a table."""

from __future__ import annotations

from tests.support.pure_table import over
from tilewise.server.tables import commands as do
from tilewise.server.tables.views import table_view


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
