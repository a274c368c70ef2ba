"""What is stored together with events: members, finished games, changes of identity, the schedule."""

from __future__ import annotations

from tests.support.pure_table import PureTable, instant, over, playing
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import Decision, change_identity, decide
from tilewise.server.tables.effects import Change, effects_of, summary_of
from tilewise.server.tables.table_settings import TableSettings


def test_a_new_table_has_its_creator_as_a_member_and_is_listed_if_it_is_public() -> None:
    for public in (True, False):
        decision = Decision.on_new_table("t", TableSettings(public=public), "ada", "Ada", 5, str)
        effects = effects_of(None, decision.state, decision.events, instant)
        assert effects.seated == (("ada", 0),)
        assert (effects.listed, effects.phase, effects.due_at) == (public, "open", None)
        assert effects.summary.names == ("Ada", None)


def test_people_who_take_or_leave_a_seat_become_members_or_leave() -> None:
    table = PureTable(TableSettings(seats=("person",) * 3))
    decision = decide(table.state, do.Sit(), "bob", "Bob", table.now, table.new_secret)
    assert effects_of(table.state, decision.state, decision.events, instant).seated == (("bob", 1),)
    table.store(decision)
    decision = decide(table.state, do.Leave(), "bob", "Bob", table.now, table.new_secret)
    assert effects_of(table.state, decision.state, decision.events, instant).stood == ("bob",)


def test_a_game_is_finished_once_with_the_people_who_began_it() -> None:
    table = over(3)
    (finished,) = table.finished
    assert (finished.match, finished.game, finished.last_number) == (1, 1, table.state.number)
    assert finished.people == ("ada", "bob", "cyd")
    decision = decide(table.state, do.Rematch(), "ada", "Ada", table.now, table.new_secret)
    assert effects_of(table.state, decision.state, decision.events, instant).finished == ()


def test_a_change_of_identity_is_reported_with_the_earlier_id() -> None:
    table = playing()
    decision = change_identity(table.state, "ada", "account", "Ada", table.now)
    assert effects_of(table.state, decision.state, decision.events, instant).became == (
        Change("ada", "account", gone=False),
    )
    decision = change_identity(table.state, "ada", "ada", "Ada the Great", table.now)
    assert effects_of(table.state, decision.state, decision.events, instant).became == (), "only the name has changed"


def test_a_summary_shows_whose_turn_it_is_and_until_when() -> None:
    table = playing()
    summary = summary_of(table.state)
    assert table.state.game is not None
    assert (summary.turn, summary.phase) == (table.state.game.turn, "playing")
    assert summary.turn_ends == table.state.turn_began + 60_000
    assert summary.rack_sizes == tuple(map(len, table.state.game.racks))
    assert summary_of(over().state).turn is None
    assert summary_of(over().state).rack_sizes == ()
