"""The JSON form of a record: the same content as the text form. docs/records.md describes it."""

from __future__ import annotations

import json
from typing import Any, cast

from tilewise.game import Action, Play, TimeOut
from tilewise.profiles import house_rules, profile_named
from tilewise.records.record import VERSION, Record, RecordError, Result, check_names
from tilewise.records.text import checksum, format_action, format_record, make_action, parse_points, seat_within
from tilewise.scoring import ENDINGS, Ending
from tilewise.shuffle import checked_seed
from tilewise.tiles import TilewiseError, format_tiles


def record_to_json(record: Record) -> str:
    """Write a record as JSON, one action on a line.

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.records.record import record_of
    >>> record = record_of(new_game(PROFILES["jumbo"], 2, seed=1))
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    content = record_as_dict(record)
    actions = ",\n".join(f"  {json.dumps(action)}" for action in content.pop("actions"))
    head = json.dumps(content, indent=1, ensure_ascii=False).removesuffix("\n}")
    return f'{head},\n "actions": [\n{actions}\n ]\n}}\n' if actions else f'{head},\n "actions": []\n}}\n'


def record_from_json(text: str) -> Record:
    """Read a record from JSON and replay it; raises RecordError that names the place and the reason."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {error.lineno}", f"this is no JSON ({error.msg}).") from None
    except (RecursionError, ValueError):
        raise RecordError("line 1", "this JSON is no record.") from None
    return record_from_dict(content)


def record_as_dict(record: Record) -> dict[str, Any]:
    """Return a record as plain values, ready for JSON."""
    content: dict[str, Any] = {
        "tilewise": VERSION,
        "profile": record.profile.name,
        "rules": house_rules(record.profile),
        "players": record.players,
        "seed": record.seed,
        "starter": record.starter,
        "names": list(record.names),
        "result": None,
        "check": _check(record),
        "actions": [action_as_dict(action) for action in record.actions],
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
    fields = _fields("record", content, ("tilewise", "profile", "players", "seed", "actions", "result", "check"))
    if fields["tilewise"] != VERSION:
        raise RecordError("tilewise", f"this is version {fields['tilewise']!r}; this program reads version {VERSION}.")
    where = "profile"
    try:
        profile = profile_named(_text(fields["profile"]))
        where = "rules"
        profile = profile.with_rules(_fields("rules", fields.get("rules") or {}, ()))
        where = "players"
        players = _whole(fields["players"])
        profile.check_players(players)
        where = "seed"
        seed = checked_seed(_text(fields["seed"]))
        where = "starter"
        given = fields.get("starter")
        starter = None if given is None else seat_within(_whole(given), players)
        where = "names"
        names = check_names([_text(name) for name in _items(fields.get("names") or [])], players)
        actions = []
        for number, item in enumerate(_items(fields["actions"]), start=1):
            where = f"action {number}"
            actions.append(action_from_dict(item))
        where = "result"
        result = _result_from(fields["result"], players)
    except RecordError:
        raise
    except TilewiseError as error:
        raise RecordError(where, str(error)) from None
    record = Record(profile, players, seed, starter, names, tuple(actions), result)
    record.replay()
    if fields["check"] != _check(record):
        raise RecordError("check", "the record was changed or damaged after it was written.")
    return record


def action_as_dict(action: Action) -> dict[str, Any]:
    """Return an action as plain values: `{"seat": 0, "action": "draw"}`."""
    _, seat, verb, *_ = format_action(action).split()
    content: dict[str, Any] = {"seat": int(seat), "action": verb}
    if isinstance(action, Play):
        content["table"] = [format_tiles(tiles) for tiles in action.table]
    elif isinstance(action, TimeOut):
        content["moved"] = action.moved
    return content


def action_from_dict(content: object) -> Action:
    """Read an action from plain values; raises TilewiseError."""
    fields = _fields("action", content, ("seat", "action"))
    verb, rest = _text(fields["action"]), ""
    if verb == "play":
        rest = " | ".join(_text(tiles) for tiles in _items(fields.get("table", [])))
    elif verb == "out-of-time":
        moved = fields.get("moved")
        if not isinstance(moved, bool):
            raise TilewiseError("'moved' should be true or false.")
        rest = "moved" if moved else "unmoved"
    return make_action(_whole(fields["seat"]), verb, rest)


def _result_from(content: object, players: int) -> Result | None:
    if content is None:
        return None
    fields = _fields("result", content, ("ending", "winners", "scores"))
    if fields["ending"] not in ENDINGS:
        raise TilewiseError(f"{fields['ending']!r} is no ending.")
    winners = tuple(seat_within(_whole(seat), players) for seat in _items(fields["winners"]))
    points = tuple(parse_points(_text(score)) for score in _items(fields["scores"]))
    return Result(cast(Ending, fields["ending"]), winners, points)


def _check(record: Record) -> str:
    return checksum(format_record(record))


def _fields(where: str, content: object, needed: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise RecordError(where, "this should be an object.")
    for name in needed:
        if name not in content:
            raise RecordError(where, f"the field {name!r} is missing.")
    return content


def _items(content: object) -> list[Any]:
    if not isinstance(content, list):
        raise TilewiseError("this should be a list.")
    return content


def _text(content: object) -> str:
    if not isinstance(content, str):
        raise TilewiseError(f"{content!r} should be a text.")
    return content


def _whole(content: object) -> int:
    if not isinstance(content, int) or isinstance(content, bool):
        raise TilewiseError(f"{content!r} should be a whole number.")
    return content
