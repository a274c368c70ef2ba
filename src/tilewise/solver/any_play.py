"""Any legal play: can a player place something? Asked after every turn with an empty pool (N2)."""

from __future__ import annotations

from tilewise.profiles import Profile
from tilewise.solver.openings import best_opening
from tilewise.solver.queries import best_play
from tilewise.solver.solution import Solution
from tilewise.tiles import JOKER, Table, Tiles


def find_play(profile: Profile, table: Table, rack: Tiles, opened: bool) -> Solution:
    """Return any legal play; one that places nothing if there is none, or if the search gives up (not proven then).

    Raises as `best_play` does.

    >>> from tilewise import PROFILES, parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5 | k7 b7 o7"), parse_tiles("r6 o1")
    >>> find_play(PROFILES["international"], table, rack, opened=True).placed
    (Tile('r6'),)
    >>> find_play(PROFILES["international"], table, rack, opened=False).placed
    ()
    """
    if not opened:
        # With no weights any opening will do.
        return best_opening(profile, table, rack, {}) or Solution((), table, 0, True)
    return _play_without_table_jokers(profile, table, rack) or best_play(profile, table, rack)


def _play_without_table_jokers(profile: Profile, table: Table, rack: Tiles) -> Solution | None:
    """Return a play that leaves all jokers on the table alone, and special jokers on the rack; None if there is none.

    Nearly always there is one, and it is found much faster.
    """
    with_jokers = tuple(tiles for tiles in table if max(tiles) >= JOKER)
    plain_rack = tuple(tile for tile in rack if tile <= JOKER)
    if not with_jokers and len(plain_rack) == len(rack):
        return None
    without_jokers = tuple(tiles for tiles in table if max(tiles) < JOKER)
    found = best_play(profile, without_jokers, plain_rack)
    return found._replace(table=(*with_jokers, *found.table), proven=False) if found.placed else None
