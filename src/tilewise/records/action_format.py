"""Actions as text, as words and as plain values, and back.

    text    seat 0 play r3 r4 r5 | k7 b7 o7
    words   play, and the rest: r3 r4 r5 | k7 b7 o7
    dict    {"seat": 0, "action": "play", "table": ["r3 r4 r5", "k7 b7 o7"]}

Words leave out the seat, for storage that has a field for it. docs/records.md describes the other two forms.
"""

from __future__ import annotations

import re
from typing import Any, Final

from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.json_fields import Fields
from tilewise.tiles import format_table, format_tiles, parse_table, parse_tiles

_PLAIN_ACTIONS: Final[dict[str, type[Draw | Pass | Redeal | Announce | GiveUp]]] = {
    "draw": Draw,
    "pass": Pass,
    "redeal": Redeal,
    "announce": Announce,
    "give-up": GiveUp,
}
"""The actions that consist of a seat and a verb."""

_VERBS: Final[dict[type[Action], str]] = {
    Play: "play",
    **{kind: verb for verb, kind in _PLAIN_ACTIONS.items()},
    TimeOut: "out-of-time",
}

VERBS: Final = tuple(_VERBS.values())
"""The verb of every kind of action."""

_TEXT: Final = re.compile(r"seat ([0-9]{1,2}) (\S+) ?(.*)")


def action_verb(action: Action) -> str:
    """Return the verb of an action.

    >>> action_verb(Draw(1))
    'draw'
    """
    return _VERBS[type(action)]


def action_words(action: Action) -> tuple[str, str]:
    """Return the verb of an action and the rest, which is empty for most actions.

    >>> action_words(TimeOut(1, moved=True))
    ('out-of-time', 'moved')
    """
    match action:
        case Play():
            rest = format_table(action.table)
        case TimeOut():
            rest = "moved" if action.moved else "unmoved"
        case _:
            rest = ""
    return action_verb(action), rest


def action_from_words(seat: int, verb: str, rest: str = "") -> Action:
    """Return the action of a seat, a verb and the rest; raises TilewiseError."""
    if verb == "play":
        return Play(seat, parse_table(rest))
    if verb == "out-of-time" and rest in ("moved", "unmoved"):
        return TimeOut(seat, rest == "moved")
    if verb in _PLAIN_ACTIONS and not rest:
        return _PLAIN_ACTIONS[verb](seat)
    raise _not_an_action(f"{verb} {rest}")


def action_to_text(action: Action) -> str:
    """Write an action as text.

    >>> action_to_text(Draw(1))
    'seat 1 draw'
    """
    verb, rest = action_words(action)
    return f"seat {action.seat} {verb} {rest}".rstrip()


def action_from_text(text: str) -> Action:
    """Read an action from text; raises TilewiseError.

    >>> action_from_text("seat 1 draw")
    Draw(seat=1)
    """
    match = _TEXT.fullmatch(text)
    if not match:
        raise _not_an_action(text)
    return action_from_words(int(match[1]), match[2], match[3].strip())


def action_to_dict(action: Action) -> dict[str, Any]:
    """Return an action as plain values.

    >>> action_to_dict(Draw(1))
    {'seat': 1, 'action': 'draw'}
    """
    content: dict[str, Any] = {"seat": action.seat, "action": action_verb(action)}
    if isinstance(action, Play):
        content["table"] = [format_tiles(tiles) for tiles in action.table]
    elif isinstance(action, TimeOut):
        content["moved"] = action.moved
    return content


def action_from_dict(content: object) -> Action:
    """Read an action from plain values; raises TilewiseError."""
    fields = Fields(content, "An action")
    seat, verb = fields.whole("seat"), fields.text("action")
    if verb == "play":
        return Play(seat, tuple(parse_tiles(tiles) for tiles in fields.texts("table")))
    if verb == "out-of-time":
        return TimeOut(seat, fields.flag("moved"))
    return action_from_words(seat, verb)


def _not_an_action(text: str) -> TilewiseError:
    return TilewiseError(f"{text.strip()[:40]!r} is not an action.")
