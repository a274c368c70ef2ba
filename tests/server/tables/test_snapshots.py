"""Snapshots: a match can be continued from them as from its whole event log."""

from __future__ import annotations

from tests.support.pure_table import SMALL, TABLE, PureTable, playing
from tilewise.server.tables import commands as do
from tilewise.server.tables.snapshots import restore_snapshot, snapshot_of
from tilewise.server.tables.table_state import replay_table


def second_deal() -> PureTable:
    """Return a table at which the second game is being dealt."""
    table = playing(3, games=2, rules=SMALL)
    table.give("ada", do.SetTempo("slow"))
    while table.state.game_number < 2:
        if table.phase() == "playing":
            table.give(table.person_in_turn(), table.beginner_command(table.person_in_turn()))
        else:
            table.run_scheduled()
    assert table.phase() == "dealing"
    return table


def test_a_restored_snapshot_is_the_state_and_continues_like_it() -> None:
    table = second_deal()
    body = snapshot_of(table.state)
    assert body is not None
    restored = restore_snapshot(TABLE, body)
    assert restored == table.state
    assert restored.settings.tempo == "slow"
    number = table.state.number
    table.run_to_end()
    assert replay_table(TABLE, table.log[number:], restored) == table.state


def test_there_is_a_snapshot_only_between_two_games() -> None:
    assert snapshot_of(playing().state) is None
    table = second_deal()
    first = next(number for number, stored in enumerate(table.log) if stored.event.__class__.__name__ == "Committed")
    assert snapshot_of(replay_table(TABLE, table.log[: first + 1])) is None, "the first game needs none"


def test_a_snapshot_of_another_version_is_ignored() -> None:
    body = snapshot_of(second_deal().state)
    assert body is not None
    for other in (b"{}", b"\x00", body.replace(b'"version":1', b'"version":0')):
        assert restore_snapshot(TABLE, other) is None
