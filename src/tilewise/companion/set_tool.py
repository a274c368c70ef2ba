"""Is this a set? Asked about one set, whatever else lies on the table."""

from __future__ import annotations

from typing import Any

from tilewise.companion.question import rules_of
from tilewise.errors import Reason, Refusal
from tilewise.json_fields import Fields
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set
from tilewise.tiles import Tiles, parse_tiles


def check_set(question: object) -> dict[str, Any]:
    """Answer `{"profile": ..., "set": "r3 r4 J"}`; raises TilewiseError.

    >>> check_set({"profile": "jumbo", "set": "r3 r4 J"})
    {'valid': True, 'kind': 'run', 'value': 12, 'stands_for': ['r3', 'r4', 'r5']}
    """
    fields = Fields(question)
    tiles = parse_tiles(fields.text("set"))
    reading = read_for(rules_of(fields), tiles)
    if isinstance(reading, Refusal):
        return {"valid": False, "reason": reading.code, "message": str(reading)}
    return {
        "valid": True,
        "kind": reading.kind.value,
        "value": reading.value,
        "stands_for": stands_for_as_given(tiles, reading),
    }


def read_for(profile: Profile, tiles: Tiles) -> TileSet | Refusal:
    """Read a set by a profile: jokers that its box does not have make no set."""
    for tile in tiles:
        if tile.is_joker and tile not in profile.joker_kinds:
            return Refusal(Reason.NOT_IN_BOX, {"profile": profile.name, "tile": str(tile)})
    return read_set(tiles)


def stands_for_as_given(tiles: Tiles, reading: TileSet) -> list[str]:
    """What each tile stands for, in the order in which the tiles were given."""
    arranged = list(zip(reading.tiles, reading.stands_for, strict=True))
    shown = []
    for tile in tiles:
        place = next(pair for pair in arranged if pair[0] == tile)
        arranged.remove(place)
        shown.append(place[1])
    return shown
