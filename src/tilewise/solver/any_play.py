"""Any legal play: can a player place something? Asked after every turn with an empty pool (N2).

The result of a game depends on the answer, so the work is limited in steps, never in seconds: every machine gives the
same answer, compiled or not.
"""

from __future__ import annotations

from typing import Final

from tilewise.profiles import Profile
from tilewise.solver import freed_jokers, plain_solver, special_solver
from tilewise.solver.encoding import SpecialJoker
from tilewise.solver.goals import Weights
from tilewise.solver.openings import best_opening
from tilewise.solver.solution import Solution, solution_of
from tilewise.tiles import FACES, JOKER, Table, Tiles

_ONE_EACH: Final[Weights] = (1,) * len(FACES)


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
    found = _play_without_table_jokers(profile, table, rack)
    if found is not None:
        return found
    try:
        answer = freed_jokers.solve(table, rack, _ONE_EACH, (), profile.freed_joker)
    except SpecialJoker:
        work, version = special_solver.LITTLE_WORK, profile.rules_version
        answer = special_solver.solve(table, rack, _ONE_EACH, (), profile.freed_joker, work, version)
    if answer is None or not answer.placed:
        return Solution((), table, 0, answer is None or answer.proven)
    return solution_of(profile, answer)


def _play_without_table_jokers(profile: Profile, table: Table, rack: Tiles) -> Solution | None:
    """Return a play that leaves all jokers on the table alone, and special jokers on the rack; None if there is none.

    Nearly always there is one, and it is found much faster.
    """
    with_jokers = tuple(tiles for tiles in table if max(tiles) >= JOKER)
    plain_rack = tuple(tile for tile in rack if tile <= JOKER)
    if not with_jokers and len(plain_rack) == len(rack):
        return None
    without_jokers = tuple(tiles for tiles in table if max(tiles) < JOKER)
    found = plain_solver.solve(without_jokers, plain_rack, _ONE_EACH)
    if found is None or not found.placed:
        return None
    return solution_of(profile, found._replace(table=(*with_jokers, *found.table), proven=False))
