"""The record of a finished game, from the event log and with the proof of its deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.pure_table import SMALL, TABLE, PureTable, over, playing
from tilewise.cli import main
from tilewise.errors import TilewiseError
from tilewise.profiles import PROFILES
from tilewise.records import format_record, parse_record
from tilewise.server.tables import commands as do
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.table_settings import TableSettings


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_every_game_of_a_match_has_a_record_that_verifies(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = 2
    table = PureTable(TableSettings(profile=profile, seats=("person", "beginner"), games=games))
    noted: list[str] = []
    while len(table.finished) < games:
        if table.state.phase == "dealing" and table.state.fair is not None:
            noted.append(table.state.fair.digest)
            table.give("ada", do.Add(f"ada-{len(noted)}"))
        elif table.scheduled() is None:
            table.give("ada", table.beginner_command("ada"))
        else:
            table.run_scheduled()
    for number, finished in enumerate(table.finished, start=1):
        record = record_of_game(table.log, TABLE, finished)
        assert record.names == ("Ada", "beginner")
        assert record.result is not None
        assert record.result.winners == finished.winners
        text = format_record(record)
        assert parse_record(text) == record
        file = tmp_path / f"{number}.txt"
        file.write_text(text, encoding="utf-8")
        assert main(["verify", str(file), "--digest", noted[number - 1], "--added", "0", f"ada-{number}"]) == 0
        assert main(["verify", str(file), "--digest", noted[number - 2]]) == (0 if games == 1 else 1)
    capsys.readouterr()


def test_a_record_names_players_who_have_left() -> None:
    table = playing(3, rules=SMALL)
    table.give("bob", do.Leave())
    table.run_to_end()
    record = record_of_game(table.log, TABLE, table.finished[0])
    assert record.names == ("Ada", "Bob", "Cyd")


def test_later_events_do_not_change_a_record() -> None:
    table = over()
    finished = table.finished[0]
    record = record_of_game(table.log, TABLE, finished)
    table.give("ada", do.Rematch())
    table.give("bob", do.Rematch())
    table.run_to_end()
    assert record_of_game(table.log, TABLE, finished) == record


def test_an_event_log_without_the_game_has_no_record() -> None:
    table = over()
    with pytest.raises(TilewiseError, match="does not contain that game"):
        record_of_game(table.log[:-1], TABLE, table.finished[0])
