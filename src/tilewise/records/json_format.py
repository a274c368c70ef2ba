"""Records as JSON, with the same content as the text. docs/records.md describes the format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal, checked_addition, checked_digest
from tilewise.json_fields import Fields
from tilewise.points import parse_points
from tilewise.profiles import FIRST_VERSION, checked_version, house_rules_of, profile_as_of
from tilewise.records.action_format import action_from_dict, action_to_dict
from tilewise.records.record import VERSION, Record, RecordError, Result, checked_names, checked_seat
from tilewise.records.text_format import checksum, format_record
from tilewise.scoring import ENDINGS
from tilewise.shuffle import checked_seed


def record_to_json(record: Record) -> str:
    """Write a record as JSON, with one line for each action.

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.records.record import record_of
    >>> record = record_of(new_game(PROFILES["jumbo"], 2, seed=1))
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    content = record_to_dict(record)
    actions = ",\n".join(f"  {json.dumps(action)}" for action in content.pop("actions"))
    head = json.dumps(content, indent=1, ensure_ascii=False).removesuffix("\n}")
    return f'{head},\n "actions": [\n{actions}\n ]\n}}\n' if actions else f'{head},\n "actions": []\n}}\n'


def record_from_json(text: str) -> Record:
    """Read a record from JSON and replay it; raises RecordError with the place."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno}", f"this is not JSON ({error.msg}).") from None
    except (RecursionError, ValueError):
        raise RecordError("line 1", "this JSON is not a record.") from None
    return record_from_dict(content)


def record_to_dict(record: Record) -> dict[str, Any]:
    """Return a record as plain values."""
    profile, version = record.profile, record.profile.rules_version
    content: dict[str, Any] = {
        "tilewise": VERSION,
        "profile": profile.name,
        **({} if version == FIRST_VERSION else {"rules_version": version}),
        "rules": house_rules_of(profile, version),
        "players": record.players,
        "seed": record.seed,
        "starter": record.starter,
        "names": list(record.names),
        **({} if record.fair is None else {"fair": _fair_to_dict(record.fair)}),
        "result": None,
        "check": _check(record),
        "actions": [action_to_dict(action) for action in record.actions],
    }
    if record.result is not None:
        content["result"] = {
            "ending": record.result.ending,
            "winners": list(record.result.winners),
            "scores": [str(points) for points in record.result.points],
        }
    return content


def record_from_dict(content: object) -> Record:
    """Read a record from plain values and replay it; raises RecordError."""
    with _errors_at("record"):
        fields = Fields(content, "A record")
        version = fields.whole("tilewise")
        if version != VERSION:
            raise TilewiseError(f"This is version {version}; this program reads version {VERSION}.")
    with _errors_at("rules_version"):
        version = checked_version(fields.whole("rules_version")) if "rules_version" in fields else FIRST_VERSION
    with _errors_at("profile"):
        profile = profile_as_of(version, fields.text("profile"))
    with _errors_at("rules"):
        profile = profile.with_rules(fields.mapping("rules"))
    with _errors_at("players"):
        players = fields.whole("players")
        profile.check_players(players)
    with _errors_at("seed"):
        seed = checked_seed(fields.text("seed"))
    with _errors_at("starter"):
        given = fields.value("starter") is not None
        starter = checked_seat(fields.whole("starter"), players) if given else None
    with _errors_at("names"):
        names = checked_names(fields.texts("names"), players)
    with _errors_at("fair"):
        fair = _fair_from_dict(fields.value("fair"), players) if "fair" in fields else None
    actions = []
    with _errors_at("actions"):
        items = fields.items("actions")
    for number, item in enumerate(items, start=1):
        with _errors_at(f"action {number}"):
            actions.append(action_from_dict(item))
    with _errors_at("result"):
        result = None if fields.value("result") is None else _result_from_dict(fields.value("result"), players)
    with _errors_at("check"):
        check = fields.text("check")
    record = Record(profile, players, seed, starter, names, tuple(actions), result, fair)
    record.replay()
    if check != _check(record):
        raise RecordError("check", "the record was changed or damaged after it was written.")
    return record


@contextmanager
def _errors_at(where: str) -> Iterator[None]:
    try:
        yield
    except TilewiseError as error:
        raise RecordError(where, str(error)) from None


def _fair_to_dict(fair: FairDeal) -> dict[str, Any]:
    return {"digest": fair.digest, "secret": fair.secret, "additions": list(fair.additions)}


def _fair_from_dict(content: object, players: int) -> FairDeal:
    fields = Fields(content, "The proof of a deal")
    digest, secret = checked_digest(fields.text("digest")), checked_addition(fields.text("secret"))
    additions = fields.items("additions")
    if len(additions) != players or not all(text is None or isinstance(text, str) for text in additions):
        raise TilewiseError(f"The field 'additions' should be a list of {players} texts, null for nothing.")
    return FairDeal(digest, secret, tuple(None if text is None else checked_addition(text) for text in additions))


def _result_from_dict(content: object, players: int) -> Result:
    fields = Fields(content, "A result")
    ending = fields.text("ending")
    if ending not in ENDINGS:
        raise TilewiseError(f"{ending[:20]!r} is not an ending.")
    winners = tuple(checked_seat(seat, players) for seat in fields.wholes("winners"))
    return Result(ending, winners, tuple(map(parse_points, fields.texts("scores"))))


def _check(record: Record) -> str:
    return checksum(format_record(record))
