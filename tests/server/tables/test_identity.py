"""A person in an event log: under every id, and without a trace after being deleted."""

from __future__ import annotations

from tests.support.pure_table import TABLE, PureTable, over
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import change_identity
from tilewise.server.tables.events import Acted, Added, Committed, Dealt, Made, Sat, StoredEvent, encode_event
from tilewise.server.tables.identity import GONE, SeatHistory, events_of_person, ids_of_person, without_person
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import replay_table


def signed_in() -> PureTable:
    """Return a table whose creator, a guest at first, signed in before the end of the match."""
    table = PureTable(TableSettings(seats=("person",) * 2, rules={"rack_size": 3, "copies": 1}))
    table.give("bob", do.Sit())
    table.give("ada", do.Deal())
    table.give("ada", do.Add("mine"))
    table.store(change_identity(table.state, "ada", "account", "Ada L.", table.now))
    table.give("bob", do.Add("his"))
    while table.phase() == "playing":
        table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
    return table


def test_a_person_is_found_under_earlier_ids() -> None:
    table = signed_in()
    assert ids_of_person(table.log, "account") == {"account", "ada"}
    assert ids_of_person(table.log, "bob") == {"bob"}
    assert ids_of_person(table.log, "ada") == {"ada"}, "the guest may not have been the last to use this id"


def test_seats_are_followed_without_playing_the_games() -> None:
    table = signed_in()
    history = SeatHistory()
    earlier = [history.apply(stored.event) for stored in table.log]
    assert history.creator == "account"
    assert history.seats == {0: "account", 1: "bob"}
    assert [person for person in earlier if person is not None] == ["ada"]
    assert SeatHistory(table.state).seats == history.seats


def test_a_deleted_person_leaves_no_trace_and_the_log_still_replays() -> None:
    table = signed_in()
    changed = {stored.number: stored for stored in without_person(table.log, "account", "gone1")}
    log = [changed.get(stored.number, stored) for stored in table.log]
    written = b"".join(encode_event(stored.event) for stored in log)
    for trace in (b"account", b'"ada"', b"Ada"):
        assert trace not in written
    assert GONE.encode() in written
    state = replay_table(TABLE, log)
    assert state.game == table.state.game
    assert state.seats[0].name == GONE
    assert without_person(log, "gone1", "gone1") == []


def test_commands_of_a_deleted_person_are_rewritten() -> None:
    log = [StoredEvent(1, 0, Made(TableSettings(), "ada"), "ada/make"), StoredEvent(2, 0, Sat(0, "ada", "Ada"))]
    assert [stored.command for stored in without_person(log, "ada", "x")] == ["x/make", None]


def test_the_own_events_of_a_person_contain_nothing_of_others_and_no_secrets() -> None:
    table = signed_in()
    own = events_of_person(table.log, "account")
    kinds = {type(stored.event) for stored in own}
    assert {Made, Sat, Added, Acted} <= kinds
    assert not kinds & {Committed, Dealt}
    assert all(stored.event.seat == 0 for stored in own if isinstance(stored.event, Acted | Added))
    theirs = events_of_person(table.log, "bob")
    assert not {stored.number for stored in own} & {stored.number for stored in theirs}
    assert events_of_person(over().log, "nobody") == []
