"""Small requests that need a lot of work: what somebody sends who wants to keep a server busy."""

from __future__ import annotations

import random
from typing import Any, Final

from tilewise.tiles import format_tiles, parse_tiles

_SET: Final = parse_tiles("r1 D C r9 r11 J D r2 J D r13 J J D D J D M J J J")
"""No set, but it has many jokers to try at many places."""

_ALL_JOKERS: Final = {"double_jokers": 4, "colour_change_jokers": 4, "mirror_jokers": 4, "jokers": 4}
_JOKERS: Final = "D D D D C C C C M M M M J J J J"
_RACK: Final = f"k1 r3 b5 o7 {_JOKERS}"
_OPENING: Final = {**_ALL_JOKERS, "opening_threshold": 100}
_NUMBERS: Final = " ".join(f"{colour}{number}" for colour in "krbo" for number in range(1, 14))


def hard_sets(count: int) -> list[str]:
    """Return sets with many jokers, each in another order, so that none is known from before."""
    chance = random.Random(count)
    return [format_tiles(chance.sample(_SET, len(_SET))) for _ in range(count)]


def hard_box_sets() -> list[str]:
    """Return an arrangement with all jokers that the box of `twist` has."""
    return ["k1 J D C r9 b11 C D k13 J M r2", "o1 o5 M o9"]


def hard_questions() -> list[tuple[str, dict[str, Any]]]:
    """Return requests to the tools: the path and the body of each."""
    could_open = {"tiles": _RACK, "opened": False}
    rules = {"profile": "tm-toys", "rules": _OPENING}
    sheet = {**rules, "players": 2}
    game = {"ended": "out", "out": 0, "racks": [{}, could_open]}
    solve = {"profile": "twist", "rules": {**_ALL_JOKERS, "copies": 3}, "table": []}
    turn = {"profile": "twist", "players": 4, "before": "", "rack": "", "opened": True}
    return [
        ("/api/tools/check", {"profile": "twist", "sets": hard_sets(60)}),
        ("/api/tools/check", {"profile": "twist", "set": hard_sets(1)[0]}),
        ("/api/tools/turn", {**turn, "after": " | ".join(hard_sets(20)), "details": True}),
        ("/api/tools/score", {**rules, "racks": ["", _RACK], "ended": "out", "opened": [True, False]}),
        ("/api/tools/sheet", {**sheet, "games": [game]}),
        ("/api/tools/sheet", {**sheet, "games": [game] * 24}),
        ("/api/tools/solve", {**solve, "rack": f"{_NUMBERS} {_NUMBERS} {_JOKERS}"}),
    ]
