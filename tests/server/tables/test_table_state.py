"""The state of a table after its events: a replay leads to what was decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.pure_table import SMALL, TABLE, PureTable, over, playing
from tilewise.errors import TilewiseError
from tilewise.server.tables import commands as do
from tilewise.server.tables.events import Closed, Made, StoredEvent
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import evolve, first_state, replay_table, steps_from
from tilewise.tiles import parse_table


def test_a_replay_from_any_event_leads_to_the_same_state() -> None:
    table = over(3, games=2)
    states = [first_state(TABLE, table.log[0])]
    for stored in table.log[1:]:
        states.append(evolve(states[-1], stored))
    assert states[-1] == table.state
    for number in (1, 5, len(states) // 2, len(states) - 1):
        assert replay_table(TABLE, table.log[number:], states[number - 1]) == table.state
        steps = steps_from(states[number - 1], table.log)
        assert [state for _, state in steps] == states[number:], "events that are included already are skipped"


def test_a_log_starts_with_the_creation_of_the_table_and_has_no_gap() -> None:
    table = playing()
    with pytest.raises(TilewiseError, match="creates it"):
        replay_table(TABLE, table.log[1:])
    with pytest.raises(TilewiseError, match="empty"):
        replay_table(TABLE, [])
    with pytest.raises(TilewiseError, match="does not follow"):
        replay_table(TABLE, [*table.log[:3], *table.log[4:]])
    with pytest.raises(TilewiseError, match="created once"):
        evolve(table.state, StoredEvent(table.state.number + 1, table.now, Made(table.state.settings, "bob")))


def test_the_owner_is_the_creator_or_the_first_person_after_the_creator_left() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    assert (table.state.creator, table.state.owner) == ("ada", "ada")
    table.give("bob", do.Sit(2))
    table.give("ada", do.Leave())
    assert (table.state.creator, table.state.owner) == ("ada", "bob")


def test_a_closed_table_has_nothing_scheduled() -> None:
    table = playing(rules=SMALL)
    closed = evolve(table.state, StoredEvent(table.state.number + 1, table.now, Closed()))
    assert closed.phase == "closed"
    table.state = closed
    assert table.scheduled() is None


def test_a_game_with_special_jokers_or_an_empty_pool_is_demanding() -> None:
    table = playing()
    assert not table.state.is_demanding
    assert table.state.game is not None
    late = table.state.profile.late_tiles
    assert replace(table.state, game=replace(table.state.game, pool=table.state.game.pool[:late])).is_demanding
    assert playing(profile="twist").state.is_demanding


@pytest.mark.parametrize(("profile", "demanding"), [("international", True), ("jumbo", False)])
def test_a_game_with_many_sets_is_demanding_where_freed_jokers_are_restricted(profile: str, demanding: bool) -> None:
    """U7: jumbo lets them go anywhere."""
    table = playing(profile=profile)
    assert table.state.game is not None
    few, many = (replace(table.state.game, table=parse_table("r3 r4 r5") * count) for count in (12, 13))
    assert not replace(table.state, game=few).is_demanding
    assert replace(table.state, game=many).is_demanding is demanding
