"""A quick game: which waiting table suits a person."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.pure_table import START, PureTable
from tilewise.server.tables import commands as do
from tilewise.server.tables.quick_games import CONNECTING_FOR, QuickGame, WaitingTable, suitable_tables, waits_alone
from tilewise.server.tables.table_settings import TableSettings, check_settings

WANTED = QuickGame()
LATER = START + 60 * CONNECTING_FOR


def waiting(name: str, creator: str = "ada", since: int = START, present: bool = True, **settings: Any) -> WaitingTable:
    """Return a table that its creator has opened."""
    table = PureTable(TableSettings(**{"public": True, **settings}), creator)
    state = replace(table.state, table_id=name, at=since)
    return WaitingTable(state, frozenset({0}) if present else frozenset())


def chosen(*tables: WaitingTable, person: str = "eve", wanted: QuickGame = WANTED, now: int = LATER) -> list[str]:
    return [state.table_id for state in suitable_tables(wanted, tables, person, now)]


def test_the_table_to_wait_at_is_public_and_has_the_rules_of_the_box() -> None:
    for rated in (False, True):
        settings = QuickGame("tm-toys", rated).settings
        assert check_settings(settings).name == "tm-toys"
        assert (settings.public, settings.rules, settings.rated) == (True, {}, rated)
        assert settings.seats == ("person", "person")


@pytest.mark.parametrize(
    "settings", [{"public": False}, {"profile": "jumbo"}, {"rated": True}, {"rules": {"opening_threshold": 0}}]
)
def test_another_game_does_not_suit(settings: dict[str, Any]) -> None:
    assert chosen(waiting("a")) == ["a"]
    assert chosen(waiting("a", **settings)) == []


def test_a_rated_game_meets_a_rated_game() -> None:
    assert chosen(waiting("a", rated=True), wanted=QuickGame(rated=True)) == ["a"]


def test_a_table_whose_people_are_gone_does_not_suit_unless_they_are_still_connecting() -> None:
    gone = waiting("a", present=False)
    assert chosen(gone) == []
    assert chosen(gone, now=START + CONNECTING_FOR - 1) == ["a"]
    assert chosen(gone, now=START + CONNECTING_FOR) == []


def test_a_table_where_the_game_has_begun_does_not_suit() -> None:
    table = PureTable(TableSettings(public=True))
    table.give("bob", do.Sit())
    assert table.state.phase != "open"
    assert chosen(WaitingTable(table.state, frozenset({0, 1}))) == []


def test_the_fewest_free_seats_come_first_then_who_has_waited_longest() -> None:
    tables = [
        waiting("four", seats=("person",) * 4),
        waiting("late", since=START + 2),
        waiting("early", since=START + 1),
    ]
    assert chosen(*tables) == ["early", "late", "four"]


def test_a_person_who_waits_alone_moves_only_to_a_table_that_has_waited_longer() -> None:
    mine = waiting("mine", creator="eve", since=START + 5)
    assert chosen(mine, waiting("later", since=START + 6)) == ["mine"]
    assert chosen(mine, waiting("earlier", since=START + 4)) == ["earlier", "mine"]
    assert chosen(mine._replace(present=frozenset())) == ["mine"], "even after my page was closed"
    assert waits_alone(mine.state, "eve")
    assert not waits_alone(mine.state, "bob")


def test_a_person_who_waits_with_others_stays() -> None:
    table = PureTable(TableSettings(public=True, seats=("person",) * 3))
    table.give("eve", do.Sit())
    mine = WaitingTable(replace(table.state, table_id="mine"), frozenset({0}))
    assert not waits_alone(mine.state, "eve")
    assert chosen(mine, waiting("other", seats=("person",) * 4)) == ["mine", "other"]
