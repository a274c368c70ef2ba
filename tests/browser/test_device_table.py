"""Who holds the device, and what happens when nobody does anything."""

from __future__ import annotations

from dataclasses import replace

from tests.support.pure_table import START, PureTable, instant, over, playing
from tilewise.browser.device_table import NOBODY, DeviceTable, Holder, due_action, is_shared, next_holder
from tilewise.server.live_table import LiveTable
from tilewise.server.tables.schedule import ScheduledKind
from tilewise.server.tables.table_settings import TableSettings


def at_device(table: PureTable, person: str = NOBODY) -> tuple[DeviceTable, list[str]]:
    sent: list[str] = []
    return DeviceTable(LiveTable(table.state), Holder(sent.append, person), []), sent


def test_a_device_is_shared_where_several_people_sit() -> None:
    assert is_shared(playing(2).state)
    assert not is_shared(playing(1, seats=("person", "beginner")).state)


def test_the_player_in_turn_should_hold_the_device() -> None:
    state = playing(3).state
    assert state.game is not None
    assert next_holder(state) == state.game.turn


def test_the_next_person_may_take_the_device_while_computer_players_act() -> None:
    state = playing(2, seats=("person", "person", "beginner")).state
    assert state.game is not None
    for turn, expected in ((2, 0), (0, 0), (1, 1)):
        assert next_holder(replace(state, game=replace(state.game, turn=turn))) == expected


def test_before_and_after_a_game_it_does_not_matter_who_holds_the_device() -> None:
    assert next_holder(over().state) is None
    table = PureTable(TableSettings(seats=("person", "person")))
    assert next_holder(table.state) is None


def test_putting_the_device_down_hides_every_rack_and_is_remembered() -> None:
    table, sent = at_device(playing(2))
    table.hold(1, START)
    assert (table.held_by, table.last_held) == (1, None)
    table.hold(None, START + 5)
    assert (table.held_by, table.last_held, table.put_down_at) == (None, 1, {1: START + 5})
    table.hold(None, START + 9)
    assert table.put_down_at == {1: START + 5}
    assert sent == []


def test_the_clock_runs_only_for_the_player_who_holds_the_device() -> None:
    table, _ = at_device(playing(2, rules={"turn_seconds": 30, "clock_from": "first-turn"}))
    game = table.state.game
    assert game is not None
    assert due_action(table, instant) is None
    table.hold(1 - game.turn, START)
    assert due_action(table, instant) is None
    table.hold(game.turn, START)
    scheduled = due_action(table, instant)
    assert scheduled is not None
    assert scheduled.kind is ScheduledKind.TIME_UP


def test_computer_players_wait_for_a_reader_without_limit() -> None:
    game = PureTable(TableSettings(seats=("person", "beginner")))
    while game.phase() == "dealing":
        game.run_scheduled()
    assert game.state.game is not None
    game.state = replace(game.state, game=replace(game.state.game, turn=1))
    table, _ = at_device(game, "ada")
    assert due_action(table, instant) is not None
    table.is_reading = True
    assert due_action(table, instant) is None
    table.is_reading, table.read_until = False, START + 70_000
    scheduled = due_action(table, instant)
    assert scheduled is not None
    assert scheduled.at == START + 70_000


def test_nobody_receives_chat_on_one_device() -> None:
    assert not Holder(lambda _: None, "ada").receives_chat_from("bob")
