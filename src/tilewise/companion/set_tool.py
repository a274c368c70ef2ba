"""Check a set: its kind, its value, and what each tile stands for."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilewise.companion.question import profile_of
from tilewise.errors import Reason, Refusal
from tilewise.json_fields import FieldError, Fields
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Tiles, format_tiles, parse_tiles


def check_set(question: object) -> dict[str, Any]:
    """Return the kind and the value of a `set`, or why it is not a set; everything about each of several `sets`.

    Raises TilewiseError.

    >>> check_set({"profile": "jumbo", "set": "r3 r4 J"})
    {'valid': True, 'kind': 'run', 'value': 12, 'stands_for': ['r3', 'r4', 'r5']}
    >>> check_set({"profile": "jumbo", "sets": ["r3 r5"]})["sets"][0]["rule"]
    'T1'
    """
    fields = Fields(question)
    profile = profile_of(fields)
    if "sets" not in fields:
        tiles = parse_tiles(fields.text("set"))
        return _answer(tiles, _read(profile, tiles))
    if "set" in fields:
        raise FieldError("Name 'set' (one set) or 'sets' (several), not both.")
    return {"sets": [described(profile, parse_tiles(text)) for text in fields.texts("sets")]}


def described(profile: Profile, tiles: Tiles) -> dict[str, Any]:
    """Return everything about tiles that may be a set: also the order in which they are one, or the rule and facts.

    >>> from tilewise.profiles import PROFILES
    >>> described(PROFILES["jumbo"], parse_tiles("r5 r3 J"))["arranged"]
    'r3 J r5'
    """
    reading = _read(profile, tiles)
    if isinstance(reading, Refusal):
        return {**_answer(tiles, reading), "rule": reading.rule, "facts": dict(reading.facts)}
    return {**_answer(tiles, reading), "arranged": format_tiles(reading.tiles)}


def _answer(tiles: Tiles, reading: TileSet | Refusal) -> dict[str, Any]:
    if isinstance(reading, Refusal):
        return {"valid": False, "reason": reading.code, "message": str(reading)}
    return {
        "valid": True,
        "kind": reading.kind.value,
        "value": reading.value,
        "stands_for": _stands_for(tiles, reading),
    }


def _read(profile: Profile, tiles: Tiles) -> TileSet | Refusal:
    """Read a set; it may contain only jokers that the profile's largest box has."""
    jokers = Counter(tile for tile in tiles if tile.is_joker)
    most = profile.most_jokers if jokers else {}
    for joker, count in jokers.items():
        if joker not in most:
            return Refusal(Reason.NOT_IN_BOX, {"profile": profile.name, "tile": str(joker)})
        if count > most[joker]:
            return Refusal(Reason.TOO_MANY_OF_FACE, {"tile": str(joker), "count": count, "box": most[joker]})
    return read_set(tiles)


def _stands_for(tiles: Tiles, reading: TileSet) -> list[str]:
    """Return what each tile stands for, in the order of the question."""
    arranged = list(zip(reading.tiles, reading.stands_for, strict=True))
    faces = []
    for tile in tiles:
        pair = next(pair for pair in arranged if pair[0] == tile)
        arranged.remove(pair)
        faces.append(pair[1])
    return faces
