"""Whether a turn is legal, given the table before it, the rack and the table after it (U3, U6-U8).

Only the result of a turn counts; how the tiles were moved does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from tilewise.errors import Reason, Refusal
from tilewise.exchanges import joker_exchanges
from tilewise.joker_moves import ForbiddenMove, forbidden_joker_move
from tilewise.profiles import Profile
from tilewise.sets import TileSet, changes_between, read_set, read_sets
from tilewise.tiles import Table, Tile, Tiles, format_tiles


@dataclass(frozen=True, slots=True)
class LegalTurn:
    """A turn that the rules allow."""

    placed: Tiles
    """The tiles that came from the rack, sorted."""
    table: Table
    """The table after the turn, with every set arranged (T5)."""
    opening_value: int | None
    """What the opening is worth; None if the player opened in an earlier turn (U3)."""


def judge_turn(
    profile: Profile, before: Table, rack: Iterable[Tile], after: Table, opened: bool
) -> LegalTurn | Refusal:
    """Return the turn if it is legal, or a refusal, which is false.

    `before` consists of valid sets, as every turn leaves them. `opened` says whether the player opened in an earlier
    turn.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.tiles import parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5"), parse_tiles("r6 J")
    >>> judge_turn(PROFILES["jumbo"], table, rack, parse_table("r3 r4 r5 r6"), opened=True).placed
    (Tile('r6'),)
    >>> judge_turn(PROFILES["jumbo"], table, rack, parse_table("r3 r4 r5 r6"), opened=False).rule
    'U3'
    """
    tiles_before = Counter(chain.from_iterable(before))
    tiles_after = Counter(chain.from_iterable(after))
    placed = tiles_after - tiles_before
    if unknown := placed - Counter(rack):
        return Refusal(Reason.UNKNOWN_TILE, {"tiles": _in_order(unknown)})
    if missing := tiles_before - tiles_after:
        return Refusal(Reason.TABLE_TILE_MISSING, {"tiles": _in_order(missing)})
    sets_after = []
    for tiles in after:
        reading = read_set(tiles)
        if isinstance(reading, Refusal):
            return Refusal(Reason.INVALID_SET, {"set": format_tiles(tiles)}, reading)
        sets_after.append(reading)
    if not placed:
        return Refusal(Reason.NOTHING_PLACED)
    sets_before = read_sets(before)
    removed, added = changes_between(sets_before, sets_after)
    opening_value = None
    if not opened:
        if removed:
            return _table_changed(removed[0], added)
        opening_value = sum(new.value for new in added)
        if opening_value < profile.opening_threshold:
            return Refusal(Reason.OPENING_TOO_LOW, {"value": opening_value, "needed": profile.opening_threshold})
    for old, new in joker_exchanges(removed, added, profile.rules_version):
        facts = {"before": format_tiles(old.tiles), "after": format_tiles(new.tiles)}
        return Refusal(Reason.JOKER_EXCHANGED, facts)
    # Nearly all turns leave the sets with jokers alone.
    if any(tile.is_joker for old in removed for tile in old.tiles):
        move = forbidden_joker_move(profile.freed_joker, sets_before, sets_after)
        if move is not None:
            return _joker_misplaced(profile, move)
    return LegalTurn(tuple(sorted(placed.elements())), tuple(one.tiles for one in sets_after), opening_value)


def changed_sets(before: Table, after: Iterable[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """Return the sets of a table that are no longer there, and those that were not there before."""
    return changes_between(read_sets(before), after)


def _table_changed(old: TileSet, added: list[TileSet]) -> Refusal:
    """Return the refusal of an opening that took the joker of a set (U7) or changed it in another way (U3)."""
    facts = {"set": format_tiles(old.tiles)}
    jokers = Counter(tile for tile in old.tiles if tile.is_joker)
    numbered = {tile for tile in old.tiles if tile.number}
    stayed = any(jokers <= Counter(new.tiles) and not numbered.isdisjoint(new.tiles) for new in added)
    if jokers and not stayed:
        return Refusal(Reason.JOKER_TOO_EARLY, facts)
    return Refusal(Reason.TABLE_TOUCHED, facts)


def _joker_misplaced(profile: Profile, move: ForbiddenMove) -> Refusal:
    """Return the refusal of a freed joker that went where it may not go (U7)."""
    reason = Reason.JOKER_RETURNED if profile.freed_joker == "another-set" else Reason.JOKER_NOT_IN_NEW_SET
    source, target = format_tiles(move.source.tiles), format_tiles(move.target.tiles)
    return Refusal(reason, {"joker": str(move.joker), "from": source, "to": target})


def _in_order(tiles: Counter[Tile]) -> str:
    return format_tiles(sorted(tiles.elements()))
