"""Whether a turn is legal, given the table before it, the rack and the table after it (U3, U6-U8).

Only the result of a turn counts; how the tiles were moved does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from tilewise.errors import Reason, Refusal
from tilewise.profiles import Profile
from tilewise.sets import Kind, TileSet, read_set
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
    removed, added = changed_sets(before, sets_after)
    opening_value = None
    if not opened:
        if removed:
            return _table_changed(removed[0], added)
        opening_value = sum(new.value for new in added)
        if opening_value < profile.opening_threshold:
            return Refusal(Reason.OPENING_TOO_LOW, {"value": opening_value, "needed": profile.opening_threshold})
    for old, new in joker_exchanges(removed, added):
        facts = {"before": format_tiles(old.tiles), "after": format_tiles(new.tiles)}
        return Refusal(Reason.JOKER_EXCHANGED, facts)
    return LegalTurn(tuple(sorted(placed.elements())), tuple(one.tiles for one in sets_after), opening_value)


def changed_sets(before: Table, after: Iterable[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """Return the sets that are no longer on the table, and those that were not there before."""
    old_sets = [reading for tiles in before if isinstance(reading := read_set(tiles), TileSet)]
    unmatched = Counter[tuple[Kind, Tiles]]()
    for old in old_sets:
        unmatched[old.key] += 1
    added = []
    for new in after:
        if unmatched[new.key]:
            unmatched[new.key] -= 1
        else:
            added.append(new)
    removed = []
    for old in old_sets:
        if unmatched[old.key]:
            unmatched[old.key] -= 1
            removed.append(old)
    return removed, added


def joker_exchanges(removed: Iterable[TileSet], added: Sequence[TileSet]) -> Iterator[tuple[TileSet, TileSet]]:
    """Yield the sets whose special joker was exchanged for another joker, as (before, after) (U8).

    A set that has only grown still has its joker, so a similar set next to it is not an exchange.
    """
    for old in removed:
        if any(tile.is_special for tile in old.tiles) and not any(_contains(new, old) for new in added):
            yield from ((old, new) for new in added if is_joker_exchange(old, new))


def _contains(new: TileSet, old: TileSet) -> bool:
    return Counter(old.tiles) <= Counter(new.tiles)


def is_joker_exchange(old: TileSet, new: TileSet) -> bool:
    """Whether `new` is `old` with other jokers in place of a special joker (U8)."""
    if _exchanged_in_place(old.tiles, new.tiles) or (
        old.mirror is not None and _exchanged_in_place(old.tiles[::-1], new.tiles)
    ):
        return True
    if Kind.RUN in (old.kind, new.kind) or Kind.MIRROR_RUN in (old.kind, new.kind):
        return False
    # The order of a group does not matter.
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


def _table_changed(old: TileSet, added: list[TileSet]) -> Refusal:
    """Return the refusal of an opening that took the joker of a set (U7) or changed it in another way (U3)."""
    facts = {"set": format_tiles(old.tiles)}
    jokers = Counter(tile for tile in old.tiles if tile.is_joker)
    numbered = {tile for tile in old.tiles if tile.number}
    stayed = any(jokers <= Counter(new.tiles) and not numbered.isdisjoint(new.tiles) for new in added)
    if jokers and not stayed:
        return Refusal(Reason.JOKER_TOO_EARLY, facts)
    return Refusal(Reason.TABLE_TOUCHED, facts)


def _in_order(tiles: Counter[Tile]) -> str:
    return format_tiles(sorted(tiles.elements()))
