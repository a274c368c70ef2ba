"""The queries of the solver about a player who has opened: best play, going out, playable tiles, arrangements."""

from __future__ import annotations

from collections.abc import Mapping

from tilewise.profiles import Profile
from tilewise.solver import freed_jokers, special_solver
from tilewise.solver.encoding import SpecialJoker
from tilewise.solver.goals import NO_WEIGHTS, Goal, Weights, weights_of
from tilewise.solver.openings import opening_answer
from tilewise.solver.solution import GAVE_UP, Answer, Solution, solution_of
from tilewise.tiles import Table, Tile, Tiles


def best_play(
    profile: Profile,
    table: Table,
    rack: Tiles,
    goal: Goal | Mapping[Tile, int] = Goal.TILES,
    *,
    quick: bool = False,
) -> Solution:
    """Return the best legal play of a player who has opened; the solution says whether it is proven to be the best.

    It always is under `freed_joker: anywhere` without special jokers. Elsewhere the search may give up after its share
    of work, and return the best play found: with special jokers, and rarely where U7 limits a joker of the table. If
    such a search found nothing to place, a play may exist. A `quick` search with special jokers gives up sooner: it
    takes tenths of a second where others may take several seconds.

    Raises InvalidTable if the table does not consist of valid sets, and TilewiseError if there are more tiles than any
    box contains.

    >>> from tilewise import PROFILES, format_table, parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5 | k7 b7 o7"), parse_tiles("r6 J o1")
    >>> found = best_play(PROFILES["international"], table, rack)
    >>> found.placed, found.worth, found.proven
    ((Tile('r6'), Tile('J')), 36, True)
    """
    answer = best_answer(table, rack, weights_of(goal, profile), profile=profile, quick=quick)
    if answer is None or not answer.placed:
        return Solution((), table, 0, True if answer is None else answer.proven)
    return solution_of(profile, answer)


def go_out(profile: Profile, table: Table, rack: Tiles, *, quick: bool = False) -> Solution | None:
    """Return the play that empties the rack of a player who has opened (N1); None if there is none.

    The search may give up where `best_play` may, and sooner if it is `quick`: then the solution places nothing, and is
    not proven. Raises as `best_play` does.
    """
    answer = best_answer(table, (), NO_WEIGHTS, rack, profile=profile, quick=quick)
    if answer is GAVE_UP:
        return Solution((), table, 0, proven=False)
    return None if answer is None else solution_of(profile, answer)


def playable_tiles(profile: Profile, table: Table, rack: Tiles, opened: bool) -> Tiles:
    """Return the faces of the rack that some legal play places, sorted.

    The search may give up where `best_play` may; the tile is left out then. Raises as `best_play` does.
    """
    playable = []
    for tile in sorted(set(rack)):
        others = list(rack)
        others.remove(tile)
        if opened:
            found = best_answer(table, tuple(others), NO_WEIGHTS, (tile,), profile=profile)
        else:
            found = opening_answer(tuple(others), NO_WEIGHTS, profile.opening_threshold, must_place=(tile,))
        if found is not None and found.placed:
            playable.append(tile)
    return tuple(playable)


def arrange(profile: Profile, tiles: Tiles) -> Table | None:
    """Return valid sets of all these tiles; None if there are none, or if the search gives up (special jokers only)."""
    answer = best_answer((), (), NO_WEIGHTS, tiles, profile=profile)
    return None if answer is None or answer is GAVE_UP else answer.table


def best_answer(
    table: Table,
    rack: Tiles,
    weights: Weights,
    must_place: Tiles = (),
    *,
    profile: Profile,
    at_least: int | None = None,
    quick: bool = False,
) -> Answer | None:
    """Return the best legal answer of the solver that knows all tiles of the position.

    None if `must_place` cannot be placed, `GAVE_UP` if that is not known. With `at_least`, no answer with a smaller
    total is of interest, so there may be None.
    """
    try:
        return freed_jokers.solve(table, rack, weights, must_place, profile.freed_joker, at_least)
    except SpecialJoker:
        work = special_solver.LITTLE_WORK if quick else special_solver.MOST_WORK
        rule, version = profile.freed_joker, profile.rules_version
        return special_solver.solve(table, rack, weights, must_place, rule, work, version)
