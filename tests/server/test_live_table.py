"""A table in memory: who may see it, and what a client gets that was disconnected."""

from __future__ import annotations

from tests.support.hosts import Listener
from tests.support.pure_table import START, PureTable, full, playing
from tilewise.server import live_table
from tilewise.server.live_table import LiveTable
from tilewise.server.tables import commands as do
from tilewise.server.tables.decisions import change_identity, decide
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import Acted, SeatChanged


def draw(live: LiveTable) -> None:
    """Let the player in turn draw."""
    game = live.state.game
    assert game is not None
    person = live.state.seats[game.turn].person
    assert person is not None
    live.advance(decide(live.state, do.Draw(), person, person, START, str).steps)


def test_players_always_see_their_table_and_others_while_it_is_open_to_them() -> None:
    for spectators in (True, False):
        table = full(2, spectators=spectators)
        live = LiveTable(table.state)
        assert live.may_see("ada")
        assert live.may_see("eve") == spectators
    with_free_seat = LiveTable(PureTable(TableSettings(spectators=False)).state)
    assert with_free_seat.may_see("eve")


def test_a_spectator_is_removed_when_the_last_seat_is_taken() -> None:
    table = PureTable(TableSettings(spectators=False))
    live, eve = LiveTable(table.state), Listener("eve")
    live.subscribers.add(eve)
    live.advance(decide(table.state, do.Sit(), "bob", "Bob", table.now, table.new_secret).steps)
    assert eve not in live.subscribers
    assert eve.messages[-1]["code"] == "no-spectators"


def test_a_client_gets_the_events_since_its_last_one_from_its_own_seat() -> None:
    live = LiveTable(playing().state)
    number = live.state.number
    assert live.events_since(number, "ada") == ()
    for _ in range(4):
        draw(live)
    missed = live.events_since(number, "ada")
    assert missed is not None
    assert [event.number for event in missed] == list(range(number + 1, number + 5))
    own = [event for event in missed if isinstance(event, Acted) and event.action.seat == 0]
    assert own
    assert all(event.action.drawn_tiles for event in own)
    assert all(
        event.action.drawn_tiles is None for event in missed if isinstance(event, Acted) and event.action.seat == 1
    )
    assert live.events_since(number - 1, "ada") is None, "that was before the table was loaded"
    assert live.events_since(number + 9, "ada") is None


def test_the_name_of_a_deleted_person_is_sent_to_nobody_any_more() -> None:
    live = LiveTable(playing().state)
    number = live.state.number
    draw(live)
    live.advance(change_identity(live.state, "ada", "gone1", "deleted player", START, gone=True).steps)
    assert live.events_since(number, "bob") is None
    (last,) = live.events_since(number + 1, "bob") or ()
    assert isinstance(last, SeatChanged)
    assert last.now.name == "deleted player"


def test_a_command_is_remembered_also_under_the_identity_after_signing_in() -> None:
    live = LiveTable(playing().state)
    live.commands["ada/k1"] = 7
    live.advance(change_identity(live.state, "ada", "account1", "Ada", START).steps)
    assert live.commands["account1/k1"] == 7
    steps = decide(live.state, do.Return(), "account1", "Ada", START, str).steps
    assert steps == []
    assert len(live.commands) <= live_table.RECENT_COMMANDS
