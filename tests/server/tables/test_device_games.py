"""Games that were played on a device: the event log that they get here."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import product

import pytest

from tests.support.device_page import Page
from tests.support.effort import usually
from tests.support.pure_table import START, TABLE
from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal, digest_of
from tilewise.game import Draw, Redeal
from tilewise.profiles import PROFILES, RulesError
from tilewise.records import Record, RecordError, parse_record, record_from_json
from tilewise.server.tables.device_games import device_game, upload_of
from tilewise.server.tables.events import Made, StoredEvent
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.table_state import replay_table


async def played(profile: str, people: int, **settings: object) -> tuple[Record, tuple[str, ...]]:
    """Play a game on a device; return its record and the seats."""
    page = Page(deals=f"upload-{profile}")
    seats = ["person"] * people + ["casual"] * max(PROFILES[profile].min_players - people, people == 1)
    table = await page.table(people, profile=profile, seats=seats, **settings)  # type: ignore[arg-type]
    await page.play(table)
    answer = await page.engine.answer("GET", f"/api/tables/{table}/games/1/1/record")
    return record_from_json(answer.body), tuple(seats)


@pytest.fixture(scope="module")
def game() -> tuple[Record, tuple[str, ...]]:
    return asyncio.run(played("international", 1))


@pytest.mark.parametrize(
    ("profile", "people"),
    usually((("international", 1), ("jumbo", 2), ("twist", 1), ("vienna-en", 2)), product(PROFILES, [1, 2])),
)
async def test_a_game_from_a_device_becomes_a_closed_table_with_the_same_record(profile: str, people: int) -> None:
    record, seats = await played(profile, people)
    events, effects = device_game(TABLE, record, seats, "p1", 0, "owl", START)
    log = [StoredEvent(number, START, event) for number, event in enumerate(events, start=1)]
    state = replay_table(TABLE, log)
    assert (state.phase, state.on_device, state.settings.rated) == ("closed", True, False)
    assert state.seat_of("p1") == 0
    assert effects.seated == (("p1", 0),)
    assert (effects.summary.on_device, effects.listed, effects.due_at) == (True, False, None)
    (finished,) = effects.finished
    assert not finished.rated
    assert record_of_game(log, TABLE, finished) == record


async def test_redeals_are_part_of_the_game_s5() -> None:
    profile = next(name for name, profile in PROFILES.items() if profile.redeal_pairs is not None)
    record, seats = await played(profile, 1, rules={"redeal_pairs": 1})
    assert any(isinstance(action, Redeal) for action in record.actions)
    events, effects = device_game(TABLE, record, seats, "p1", 0, "initial", START)
    log = [StoredEvent(number, START, event) for number, event in enumerate(events, start=1)]
    assert record_of_game(log, TABLE, effects.finished[0]) == record


def test_what_is_wrong_with_a_record_is_said(game: tuple[Record, tuple[str, ...]]) -> None:
    record, seats = game
    assert record.fair is not None
    assert record.result is not None
    winner = replace(record.result, winners=(1,) if record.result.winners == (0,) else (0,))
    other = FairDeal(digest_of("x"), "x", record.fair.additions)
    cases = [
        (replace(record, result=None), seats, 0, "not over"),
        (replace(record, result=winner), seats, 0, "not what the actions lead to"),
        (replace(record, fair=None), seats, 0, "no proof"),
        (replace(record, fair=other), seats, 0, "does not follow"),
        (replace(record, actions=(Draw(0), Draw(0), *record.actions[2:])), seats, 0, "action"),
        (record, (*seats, "casual"), 0, "a seat and a name"),
        (replace(record, names=()), seats, 0, "a seat and a name"),
        (record, seats, 1, "no person"),
        (record, seats, 7, "no person"),
    ]
    for wrong, at_seats, seat, why in cases:
        with pytest.raises(RecordError, match=why):
            device_game(TABLE, wrong, at_seats, "p1", seat, "initial", START)
    with pytest.raises(RulesError):
        device_game(TABLE, record, ("person", "genius"), "p1", 0, "initial", START)


def test_the_log_says_that_the_game_was_played_on_a_device(game: tuple[Record, tuple[str, ...]]) -> None:
    record, seats = game
    events, _ = device_game(TABLE, record, seats, "p1", 0, "initial", START)
    assert isinstance(events[0], Made)
    assert events[0].on_device
    assert events[0].rules_version == record.profile.rules_version


def test_an_upload_says_who_sat_where_and_belongs_to_a_player(game: tuple[Record, tuple[str, ...]]) -> None:
    record, seats = game
    _, effects = device_game(TABLE, record, seats, "p1", 0, "initial", START)
    upload = upload_of("d-1", effects.finished[0], record, "p1", START)
    assert (upload.id, upload.seats, upload.seat, upload.ended_at) == ("d-1-1-1", seats, 0, START)
    assert parse_record(upload.record) == record
    with pytest.raises(TilewiseError, match="did not play"):
        upload_of("d-1", effects.finished[0], record, "p2", START)
