"""Check a turn, and say what happens to tiles that nobody can put back (U12)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilewise.assessment import assess_turn
from tilewise.companion.question import players_of, profile_of
from tilewise.companion.set_tool import described
from tilewise.errors import Reason, Refusal, TilewiseError
from tilewise.json_fields import Fields
from tilewise.profiles import Profile
from tilewise.referee import remedy_for_leftovers
from tilewise.sets import read_set
from tilewise.tiles import Table, Tile, format_tiles, parse_table, parse_tiles


def check_turn(question: object) -> dict[str, Any]:
    """Return whether a turn is legal, or what happens to `leftover` tiles; raises TilewiseError.

    With `details`, also what every set on the table is, and what an opening is worth.

    >>> check_turn({"profile": "jumbo", "players": 4, "before": "r3 r4 r5", "rack": "r6 J",
    ...             "after": "r3 r4 r5 r6", "opened": True})
    {'legal': True, 'placed': ['r6']}
    >>> check_turn({"profile": "jumbo", "leftover": "r5 k3"})
    {'leftover_to': 'pool', 'draws': 5}
    """
    fields = Fields(question)
    profile = profile_of(fields)
    if "leftover" in fields:
        remedy = remedy_for_leftovers(profile, parse_tiles(fields.text("leftover")))
        return {"leftover_to": remedy.leftover_to, "draws": remedy.draws}
    players = players_of(fields, profile)
    before, after = parse_table(fields.text("before")), parse_table(fields.text("after"))
    rack, opened = parse_tiles(fields.text("rack")), fields.flag("opened")
    # Before any set is read: the work is limited by the tiles of the box.
    for parts in ((*before, rack), after):
        refusal = _too_many_tiles(profile, players, parts)
        if refusal is not None:
            return _refused(refusal)
    _check_sets(before)
    turn = assess_turn(profile, before, rack, after, opened, finished=True)
    if turn.refusal is None:
        verdict: dict[str, Any] = {"legal": True, "placed": list(map(str, turn.placed))}
    else:
        verdict = _refused(turn.refusal)
    if not fields.flag("details", default=False):
        return verdict
    opening = {} if turn.opening_value is None else {"opening": turn.opening_value}
    return {**verdict, **opening, "sets": [described(profile, tiles) for tiles in after]}


def _refused(refusal: Refusal) -> dict[str, Any]:
    facts = dict(refusal.facts)
    return {"legal": False, "rule": refusal.rule, "reason": refusal.code, "facts": facts, "message": str(refusal)}


def _too_many_tiles(profile: Profile, players: int, parts: Table) -> Refusal | None:
    """Return a refusal if these sets and racks together have more tiles of a face than the box."""
    box = profile.box(players)
    held = Counter[Tile](tile for tiles in parts for tile in tiles)
    for tile, count in sorted(held.items()):
        if count > box[tile]:
            return Refusal(Reason.TOO_MANY_OF_FACE, {"tile": str(tile), "count": count, "box": box[tile]})
    return None


def _check_sets(before: Table) -> None:
    for tiles in before:
        reading = read_set(tiles)
        if isinstance(reading, Refusal):
            raise TilewiseError(f"Before the turn, {format_tiles(tiles)} was not a set: {reading}")
