"""Games that began under version 1 of the rules keep their meaning: records, saved games and tables of a server.

The files in tests/golden/version-1 were written by the program before version 2, and never change: the golden games of
beginners, games of `solid` with plays that U7 refuses now, and a table in the second game of its match, as the server
stored it.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.support.pure_table import TABLE, PureTable
from tests.support.seatings import EVERY_SEATING
from tilewise.bots import Beginner, next_action
from tilewise.errors import Refusal
from tilewise.game import Game, Pass, Play, apply, new_game
from tilewise.profiles import PROFILES, profile_as_of
from tilewise.records import (
    Record,
    format_record,
    parse_record,
    record_from_json,
    record_of,
    record_to_json,
)
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import StoredEvent, decode_event
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.snapshots import restore_snapshot
from tilewise.server.tables.table_state import TableState, replay_table
from tilewise.server.tables.views import table_view
from tilewise.turn import judge_turn

OLD = Path(__file__).parent / "golden" / "version-1"
TEXTS = sorted(path.name for path in OLD.glob("*.txt"))
OF_SOLID = ["international-solid.txt", "tm-toys-solid.json", "vienna-en-solid.txt"]


def old_text(file: str) -> str:
    return (OLD / file).read_bytes().decode("utf-8")


def old_record(file: str) -> Record:
    text = old_text(file)
    return record_from_json(text) if file.endswith(".json") else parse_record(text)


def refusals_by_new_set(game: Game) -> list[Refusal]:
    """Return why plays of a game would be refused if freed jokers could only go into new sets."""
    rules = game.profile.with_rules({"freed_joker": "new-set"})
    found = []
    again = new_game(game.profile, game.players, game.seed, game.given_starter)
    for action in game.actions:
        if isinstance(action, Play):
            seat = again.turn
            verdict = judge_turn(rules, again.table, again.racks[seat], action.table, again.opened[seat])
            found += [verdict] if isinstance(verdict, Refusal) else []
        again = apply(again, action)
    return found


@pytest.mark.parametrize("file", [*TEXTS, "tm-toys-solid.json"])
def test_an_old_record_replays_under_version_1_and_is_written_as_it_was(file: str) -> None:
    record = old_record(file)
    assert record.profile == profile_as_of(1, record.profile.name)
    assert record.replay().is_over
    assert (record_to_json if file.endswith(".json") else format_record)(record) == old_text(file)


def test_there_is_an_old_game_of_every_profile_and_number_of_players() -> None:
    seatings = {(record.profile.name, record.players) for record in map(old_record, TEXTS)}
    assert seatings == {*EVERY_SEATING}


@pytest.mark.parametrize("file", OF_SOLID)
def test_an_old_game_has_plays_that_u7_refuses_now(file: str) -> None:
    assert {refusal.code for refusal in refusals_by_new_set(old_record(file).replay())} == {"joker-not-in-new-set"}


def test_an_old_game_ended_after_a_round_of_passes_n2() -> None:
    games = [old_record(file).replay() for file in TEXTS]
    by_passes = [game for game in games if game.ending == "pool" and game.profile.empty_pool == "passes"]
    assert by_passes
    for game in by_passes:
        assert all(isinstance(action, Pass) for action in game.actions[-len(game.playing) :])


@pytest.mark.parametrize("file", OF_SOLID)
def test_a_saved_old_game_continues_under_version_1(file: str) -> None:
    record = old_record(file)
    game = new_game(record.profile, record.players, record.seed, record.starter)
    for action in record.actions[:-5]:
        game = apply(game, action)
    saved = parse_record(format_record(record_of(game))).replay()
    assert saved == game
    for _ in range(5):
        saved = apply(saved, next_action(saved, [Beginner()] * saved.players))
    again = parse_record(format_record(record_of(saved)))
    assert again.profile.rules_version == 1
    assert "rules version" not in format_record(again)
    assert record_from_json(record_to_json(again)) == again


# A table of a server


def stored_events() -> list[StoredEvent]:
    lines = map(json.loads, old_text("table.jsonl").splitlines())
    return [
        StoredEvent(line["number"], line["at"], decode_event(json.dumps(line["event"]).encode("utf-8")))
        for line in lines
    ]


def old_table() -> TableState:
    return replay_table(TABLE, stored_events())


def test_a_table_of_version_1_is_loaded_with_its_rules_which_people_see_as_house_rules() -> None:
    state = old_table()
    game = state.game
    assert game is not None
    assert (state.phase, state.game_number) == ("playing", 2)
    assert state.profile == game.profile == profile_as_of(1, "vienna-en")
    printed = PROFILES["vienna-en"]
    changed = {"freed_joker": "anywhere", "empty_pool": "passes"}
    assert state.settings.rules == {
        field: value for field, value in changed.items() if getattr(printed, field) != value
    }
    assert table_view(state, None).rules_version == 1


def test_a_snapshot_of_version_1_is_restored_with_its_rules() -> None:
    events = stored_events()
    snapshot = restore_snapshot(TABLE, (OLD / "snapshot.json").read_bytes())
    assert snapshot is not None
    assert snapshot == replay_table(TABLE, events[: snapshot.number])
    assert replay_table(TABLE, events[snapshot.number :], snapshot) == old_table()


def test_the_finished_game_of_a_table_of_version_1_has_a_record_of_version_1() -> None:
    (finished,) = msgspec.json.decode((OLD / "finished-games.json").read_bytes(), type=list[FinishedGame])
    record = record_of_game(stored_events(), TABLE, finished)
    assert record.profile.rules_version == 1
    assert parse_record(format_record(record)) == record


def test_a_table_of_version_1_is_played_to_its_end_under_version_1() -> None:
    table = PureTable.__new__(PureTable)
    table.state, table.log, table.finished = old_table(), stored_events(), []
    table.now, table.secrets = table.state.at, 2
    table.run_to_end()
    assert (table.phase(), len(table.state.results)) == ("over", 3)
    assert table.state.profile.rules_version == 1
    assert replay_table(TABLE, table.log) == table.state
