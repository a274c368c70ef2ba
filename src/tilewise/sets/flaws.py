"""Why tiles are not a set: the most similar set they could be, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tilewise.errors import Reason, Refusal
from tilewise.sets.runs_and_groups import places_of
from tilewise.tiles import COLOUR_CHANGE, HIGHEST, LOWEST, MIRROR, Tile, Tiles

FEWEST_TILES = 3
"""A double joker counts as one tile here, although it takes two places (T1, T2, X1)."""

LONGEST_SET = 2 * HIGHEST + 1
"""The most tiles of a set, whatever box it is from: a run of all numbers, a mirror, and the same run again (T2, X3). A
group has at most four tiles on a side, each joker takes at least one place, and a set has at most one mirror."""


def flaw_of(tiles: Tiles) -> Refusal:
    """Return why tiles are not a set in any order."""
    if len(tiles) < FEWEST_TILES:
        return Refusal(Reason.TOO_FEW_TILES, {"count": len(tiles)})
    if len(tiles) > LONGEST_SET:
        return Refusal(Reason.SET_TOO_LONG, {"count": len(tiles), "most": LONGEST_SET})
    if MIRROR in tiles:
        return Refusal(Reason.TWO_MIRRORS if tiles.count(MIRROR) > 1 else Reason.NOT_MIRRORED)
    numbered = [tile for tile in tiles if tile.number]
    numbers = {tile.number for tile in numbered}
    colours = {tile.colour for tile in numbered}
    if len(numbers) == 1 and len(numbered) > 1:
        return _flaw_of_group(tiles, numbered)
    if len(colours) > 1 and COLOUR_CHANGE not in tiles:
        return Refusal(Reason.NEITHER)
    return _flaw_of_run(tiles, numbered)


def _flaw_of_group(tiles: Tiles, numbered: list[Tile]) -> Refusal:
    if COLOUR_CHANGE in tiles:
        return Refusal(Reason.CHANGE_IN_GROUP)
    repeated = _repeated(numbered)
    if repeated is not None:
        return Refusal(Reason.COLOUR_TWICE, {"tile": str(repeated)})
    return Refusal(Reason.GROUP_TOO_LARGE, {"count": len(places_of(tiles))})


def _flaw_of_run(tiles: Tiles, numbered: list[Tile]) -> Refusal:
    places = len(places_of(tiles))
    by_number = {tile.number: tile for tile in numbered}
    if len(by_number) < len(numbered):
        number, _ = Counter(tile.number for tile in numbered).most_common(1)[0]
        return Refusal(Reason.NUMBER_TWICE, {"number": number})
    if places > HIGHEST:
        return Refusal(Reason.TOO_MANY_TILES, {"count": places})
    missing = [n for n in range(min(by_number, default=0), max(by_number, default=0)) if n not in by_number]
    if len(missing) > places - len(numbered):
        if LOWEST in by_number and HIGHEST in by_number:
            return Refusal(Reason.PAST_THIRTEEN)
        return Refusal(Reason.GAP, {"missing": tuple(missing)})
    if COLOUR_CHANGE in tiles:
        return Refusal(Reason.CHANGE_MISPLACED)
    # Plain jokers always fit between 1 and 13; a double joker needs two free places next to each other.
    return Refusal(Reason.DOUBLE_HAS_NO_PLACE)


def _repeated(tiles: Iterable[Tile]) -> Tile | None:
    tile, count = Counter(tiles).most_common(1)[0]
    return tile if count > 1 else None
