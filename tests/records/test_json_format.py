"""Records as JSON: what is written can be read again, and damage is noticed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.recorded_games import RECORDED, SHORT_NAMES, recorded_game, short_game
from tilewise.game import new_game
from tilewise.profiles import PROFILES
from tilewise.records import RecordError, format_record, record_from_json, record_of, record_to_json
from tilewise.records.json_format import record_from_dict, record_to_dict
from tilewise.records.text_format import checksum


def json_error(text: str) -> RecordError:
    """Return the error for damaged JSON, which names a place and a reason."""
    with pytest.raises(RecordError) as caught:
        record_from_json(text)
    error = caught.value
    places = "record|profile|rules_version|rules|players|seed|starter|names|actions|result|check"
    assert re.fullmatch(rf"{places}|(line|action) [0-9]+", error.where), error
    assert len(error.why) > 10
    return error


def short_dict() -> dict[str, Any]:
    return record_to_dict(record_of(short_game(), SHORT_NAMES))


@pytest.mark.parametrize("label", RECORDED)
def test_json_is_read_as_it_was_written_and_replays_to_the_same_game(label: str) -> None:
    """The check is the one of the whole text."""
    game, names = recorded_game(label)
    record = record_of(game, names)
    written = record_to_json(record)
    again = record_from_json(written)
    assert again == record
    assert again.replay() == game
    assert record_to_json(again) == written
    assert json.loads(written) == record_to_dict(record)
    assert json.loads(written)["check"] == checksum(format_record(record))


def test_json_cut_off_anywhere_or_followed_by_anything_is_refused() -> None:
    text = record_to_json(record_of(short_game(), SHORT_NAMES))
    for length in range(len(text) - 1):
        assert json_error(text[:length]).where.startswith("line ")
    for junk in ("x", "{}", ",", "\0"):
        assert json_error(text + junk).where.startswith("line ")


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "7", '"record"', "{}", "9" * 5000, "[" * 100_000, '{"tilewise": 2}']
)
def test_json_that_is_not_a_record_is_refused(text: str) -> None:
    assert json_error(text).where in ("line 1", "record")


@pytest.mark.parametrize("field", list(record_to_dict(record_of(new_game(PROFILES["jumbo"], 2, 1)))))
def test_json_with_a_missing_field_or_one_of_the_wrong_type_is_refused_there(field: str) -> None:
    where = "record" if field == "tilewise" else field
    content = short_dict()
    del content[field]
    if field in ("rules", "rules_version"):
        # Without them the record has the printed rules, or those of version 1, which lead to another game or check.
        assert json_error(json.dumps(content))
    else:
        error = json_error(json.dumps(content))
        assert (error.where, error.why) == (where, f"The field {field!r} is missing.")
    wrongs: tuple[Any, ...] = (True, 1.5, [[]], {"a": 1}, "é", -1, 10**30)
    for wrong in wrongs:
        error = json_error(json.dumps({**short_dict(), field: wrong}))
        assert error.where == ("action 1" if wrong == [[]] and field == "actions" else where)


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("profile", "vienna-de", None),
        ("profile", "chess", "profile"),
        ("rules_version", 1, "check"),
        ("rules_version", 3, "rules_version"),
        ("rules", {}, None),
        ("rules", {"late_tiles": 31}, "rules"),
        ("rules", {"castling": 1}, "rules"),
        ("rules", {"copies": True}, "rules"),
        ("rules", {"gift_tiles": ["off"]}, "rules"),
        ("players", 4, "names"),
        ("players", 5, "players"),
        ("seed", "shore", None),
        ("seed", "\ud800", "seed"),
        ("starter", None, None),
        ("starter", 0, "action 1"),
        ("starter", 3, "starter"),
        ("names", [], "check"),
        ("names", ["Ann", "Bo", "Cleopatra"], "check"),
        ("names", ["Ann", "Bo", "\ud800"], "names"),
        ("result", None, "result"),
        ("result", {"ending": "won", "winners": [0], "scores": ["1"]}, "result"),
        ("result", {"ending": "pool", "winners": [3], "scores": ["1"]}, "result"),
        ("result", {"ending": "pool", "winners": [0], "scores": ["1/0"]}, "result"),
        ("result", {"ending": "pool", "winners": [0], "scores": [1]}, "result"),
        ("result", {"ending": "pool", "winners": [0], "scores": ["1"]}, "result"),
        ("check", "0123456789abcdef", "check"),
    ],
)
def test_json_with_a_field_changed_is_refused_where_it_shows(field: str, value: object, where: str | None) -> None:
    """At the field itself if it is invalid, otherwise at the first thing that no longer fits."""
    error = json_error(json.dumps({**short_dict(), field: value}))
    if where is not None:
        assert error.where == where


@pytest.mark.parametrize("number", range(1, 8))
def test_json_with_an_action_removed_repeated_swapped_or_invalid_is_refused(number: int) -> None:
    actions = short_dict()["actions"]
    action = actions[number - 1]
    removed = [*actions[: number - 1], *actions[number:]]
    repeated = [*actions[:number], *actions[number - 1 :]]
    swapped = [*removed[:number], action, *removed[number:]]
    for changed in (removed, repeated, swapped):
        if changed != actions:
            json_error(json.dumps({**short_dict(), "actions": changed}))
    invalid: list[Any] = [
        "draw",
        {},
        {"seat": "0", "action": "draw"},
        {"seat": 0, "action": "castle"},
        {"seat": 0, "action": 1},
        {"seat": 0, "action": "play", "table": "r3 r4 r5"},
        {"seat": 0, "action": "play", "table": ["r3 r44"]},
        {"seat": 0, "action": "out-of-time"},
        {"seat": -1, "action": "draw"},
        {"seat": 10**30, "action": "draw"},
    ]
    for wrong in invalid:
        changed = [*actions[: number - 1], wrong, *actions[number:]]
        assert json_error(json.dumps({**short_dict(), "actions": changed})).where == f"action {number}"


def test_plain_values_are_read_like_json() -> None:
    assert record_from_dict(short_dict()).replay() == short_game()
