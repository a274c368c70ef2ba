"""Judging a whole turn: the table before, the rack, the table after (U3, U6-U8).

Only the end of a turn is judged; how the hands got there is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tilewise.errors import Reason, Refusal
from tilewise.profiles import Profile
from tilewise.sets import Kind, TileSet, read_set
from tilewise.tiles import Table, Tile, Tiles, format_tiles


@dataclass(frozen=True, slots=True)
class LegalTurn:
    """A turn that may end: what was placed, and the table with every set arranged (T5)."""

    placed: Tiles
    table: Table
    opening_value: int | None
    """What an opening was worth; None if the player had opened before."""


def judge_turn(
    profile: Profile, before: Table, rack: Iterable[Tile], after: Table, opened: bool
) -> LegalTurn | Refusal:
    """Judge a turn by the table it leaves behind.

    `before` lies in valid sets, as every turn leaves it.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.tiles import parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5"), parse_tiles("r6 J")
    >>> judge_turn(PROFILES["jumbo"], table, rack, parse_table("r3 r4 r5 r6"), opened=True).placed
    (Tile('r6'),)
    >>> judge_turn(PROFILES["jumbo"], table, rack, parse_table("r3 r4 r5 r6"), opened=False).rule
    'U3'
    """
    lay = Counter(tile for tiles in before for tile in tiles)
    lie = Counter(tile for tiles in after for tile in tiles)
    placed = lie - lay
    if unknown := placed - Counter(rack):
        return Refusal(Reason.UNKNOWN_TILE, {"tiles": _listed(unknown)})
    if missing := lay - lie:
        return Refusal(Reason.TABLE_TILE_MISSING, {"tiles": _listed(missing)})
    sets_after = []
    for tiles in after:
        reading = read_set(tiles)
        if isinstance(reading, Refusal):
            return Refusal(Reason.INVALID_SET, {"set": format_tiles(tiles)}, reading)
        sets_after.append(reading)
    if not placed:
        return Refusal(Reason.NOTHING_PLACED)
    gone, new = changed_sets(before, sets_after)
    opening_value = None
    if not opened:
        if gone:
            return _touched(gone[0], new)
        opening_value = sum(laid.value for laid in new)
        if opening_value < profile.opening_threshold:
            return Refusal(Reason.OPENING_TOO_LOW, {"value": opening_value, "needed": profile.opening_threshold})
    for old, laid in joker_exchanges(gone, new):
        facts = {"before": format_tiles(old.tiles), "after": format_tiles(laid.tiles)}
        return Refusal(Reason.JOKER_EXCHANGED, facts)
    return LegalTurn(tuple(sorted(placed.elements())), tuple(laid.tiles for laid in sets_after), opening_value)


def changed_sets(before: Table, after: Iterable[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """Return the sets that no longer lie as they lay, and those that lie anew."""
    kept = Counter[tuple[Kind, Tiles]]()
    readings = [reading for tiles in before if isinstance(reading := read_set(tiles), TileSet)]
    for reading in readings:
        kept[reading.key] += 1
    new = []
    for laid in after:
        if kept[laid.key]:
            kept[laid.key] -= 1
        else:
            new.append(laid)
    gone = []
    for reading in readings:
        if kept[reading.key]:
            kept[reading.key] -= 1
            gone.append(reading)
    return gone, new


def joker_exchanges(gone: Iterable[TileSet], new: Sequence[TileSet]) -> Iterator[tuple[TileSet, TileSet]]:
    """Yield the sets whose special joker was exchanged for another joker, before and after (U8).

    A set that has only grown still holds its joker: then a like set beside it exchanges nothing.
    """
    for old in gone:
        if any(tile.is_special for tile in old.tiles) and not any(_contains(laid, old) for laid in new):
            yield from ((old, laid) for laid in new if is_joker_exchange(old, laid))


def _contains(laid: TileSet, old: TileSet) -> bool:
    return Counter(old.tiles) <= Counter(laid.tiles)


def is_joker_exchange(old: TileSet, new: TileSet) -> bool:
    """Whether `new` is `old` with other jokers in the place of a special joker (U8)."""
    if _exchanged_in_place(old.tiles, new.tiles) or (
        old.mirror is not None and _exchanged_in_place(old.tiles[::-1], new.tiles)
    ):
        return True
    if Kind.RUN in (old.kind, new.kind) or Kind.MIRROR_RUN in (old.kind, new.kind):
        return False
    # In a group, places have no order.
    taken, added = Counter(old.tiles) - Counter(new.tiles), Counter(new.tiles) - Counter(old.tiles)
    return bool(added) and all(tile.is_joker for tile in (*taken, *added)) and any(tile.is_special for tile in taken)


def _exchanged_in_place(old: Tiles, new: Tiles, exchanged: bool = False) -> bool:
    if not old:
        return exchanged and not new
    first, rest = old[0], old[1:]
    if new and new[0] == first and _exchanged_in_place(rest, new[1:], exchanged):
        return True
    if first.is_special:
        for count, tile in enumerate(new, start=1):
            if not tile.is_joker or tile == first:
                break
            if _exchanged_in_place(rest, new[count:], True):
                return True
    return False


def _touched(old: TileSet, new: list[TileSet]) -> Refusal:
    """An opening that changed a set: by taking its joker (U7), or in any other way (U3)."""
    shown = {"set": format_tiles(old.tiles)}
    jokers = Counter(tile for tile in old.tiles if tile.is_joker)
    numbered = {tile for tile in old.tiles if tile.number}
    stayed = any(jokers <= Counter(laid.tiles) and not numbered.isdisjoint(laid.tiles) for laid in new)
    if jokers and not stayed:
        return Refusal(Reason.JOKER_TOO_EARLY, shown)
    return Refusal(Reason.TABLE_TOUCHED, shown)


def _listed(tiles: Counter[Tile]) -> str:
    return format_tiles(sorted(tiles.elements()))
