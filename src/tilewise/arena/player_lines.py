"""The lines that an external player reads and writes: JSON, one message per line. docs/external-players.md lists them.

Messages contain what the seat may know, because they are made from its view and from the events that it may see.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from tilewise.bots import Clock, Event, GameEnd
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, Pass, Play, Redeal
from tilewise.json_fields import Fields
from tilewise.profiles import Profile
from tilewise.records.action_format import action_to_dict
from tilewise.tiles import format_tiles, parse_tiles
from tilewise.view import View

PROTOCOL: Final = 1
"""Grows when a program that understood the last version could misunderstand this one. New fields do not change it."""

LONGEST_LINE: Final = 1 << 16
"""Bytes of one answer."""

_PLAIN_CHOICES: Final[dict[str, Callable[[int], Action]]] = {
    "draw": Draw,
    "pass": Pass,
    "redeal": Redeal,
    "announce": Announce,
}


class BadLine(TilewiseError):
    """A line that is not an answer."""


def hello_line(program: str) -> bytes:
    """Return the first line that a program reads."""
    return _line({"type": "hello", "protocol": PROTOCOL, "from": program})


def start_line(seat: int, profile: Profile, seed: str) -> bytes:
    """Return the line that starts a game."""
    return _line({"type": "start", "seat": seat, "seed": seed, "profile": asdict(profile)})


def event_line(event: Event) -> bytes:
    """Return the line of an event."""
    if isinstance(event, GameEnd):
        score = event.score
        return _line(
            {
                "type": "end",
                "ending": score.ending,
                "winners": list(score.winners),
                "points": [float(points) for points in score.points],
                "racks": [format_tiles(rack) for rack in event.racks],
            }
        )
    return _line(
        {
            "type": "event",
            **action_to_dict(event.action),
            "placed": format_tiles(event.placed),
            "drawn": event.drawn,
            "drawn_tiles": format_tiles(event.drawn_tiles),
            "opening_value": event.opening_value,
            "refusal": None if event.refusal is None else str(event.refusal),
            "shown_pairs": format_tiles(event.shown_pairs),
            "last_tile": event.last_tile,
        }
    )


def choose_line(number: int, view: View, clock: Clock, *, is_turn: bool) -> bytes:
    """Return the line that asks for a choice."""
    remaining = clock.remaining()
    return _line(
        {
            "type": "choose" if is_turn else "choose-out-of-turn",
            "id": number,
            "seconds": round(remaining, 3) if math.isfinite(remaining) else None,
            "samples": clock.samples,
            "view": view_fields(view),
        }
    )


def view_fields(view: View) -> dict[str, Any]:
    """Return a view without profile and history, which a player knows from earlier lines."""
    return {
        "seat": view.seat,
        "players": view.players,
        "rack": format_tiles(view.rack),
        "table": [format_tiles(tiles) for tiles in view.table],
        "turn": view.turn,
        "starter": view.starter,
        "pool_size": view.pool_size,
        "rack_sizes": list(view.rack_sizes),
        "opened": list(view.opened),
        "announced": list(view.announced),
        "given_up": list(view.given_up),
        "last_round": None if view.last_round is None else sorted(view.last_round),
        "turn_seconds": view.seconds,
        "may_pass": view.may_pass,
        "may_redeal": view.may_redeal,
        "may_announce": view.may_announce,
        "actions": view.actions,
    }


def checked_ready(line: bytes) -> str:
    """Return the name in a program's first line; raises BadLine if it is not one of this protocol."""
    fields = _fields(line)
    try:
        kind, protocol, name = fields.text("type"), fields.whole("protocol"), fields.text("name", "")
    except TilewiseError as error:
        raise BadLine(str(error)) from None
    if kind != "ready" or protocol != PROTOCOL:
        raise BadLine(f"The program must answer hello with ready and protocol {PROTOCOL}.")
    return name[:40]


def is_answer(line: bytes, number: int) -> bool:
    """Whether a line answers question `number`, rightly or wrongly; other lines are skipped."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and content.get("id") == number


def choice_of(line: bytes, seat: int) -> Action | None:
    """Return the choice in an answer; None for no action. Raises BadLine.

    >>> choice_of(b'{"id": 3, "action": "play", "table": ["r3 r4 r5"]}', seat=0).table
    ((Tile('r3'), Tile('r4'), Tile('r5')),)
    """
    fields = _fields(line)
    try:
        verb = fields.text("action")
        if verb == "play":
            return Play(seat, tuple(parse_tiles(tiles) for tiles in fields.texts("table")))
    except TilewiseError as error:
        raise BadLine(str(error)) from None
    if verb == "none":
        return None
    if verb not in _PLAIN_CHOICES:
        raise BadLine(f"{verb[:40]!r} is not an action.")
    return _PLAIN_CHOICES[verb](seat)


def _fields(line: bytes) -> Fields:
    try:
        return Fields(json.loads(line), "An answer")
    except (ValueError, RecursionError):
        # FieldError is a ValueError too.
        raise BadLine("An answer is one JSON object on one line.") from None


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"
