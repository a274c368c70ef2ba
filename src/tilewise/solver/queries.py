"""What one can ask the solver, and its answers."""

from __future__ import annotations

from collections.abc import Mapping

from tilewise.profiles import Profile
from tilewise.solver import plain, special
from tilewise.solver.goals import Goal, Weights, weights_of
from tilewise.solver.openings import solve_opening
from tilewise.solver.plain_kernel import SpecialJoker
from tilewise.solver.solution import Answer, Solution, solution_of
from tilewise.tiles import Table, Tile, Tiles


def best_play(profile: Profile, table: Table, rack: Tiles, goal: Goal | Mapping[Tile, int] = Goal.TILES) -> Solution:
    """The best play of a player who has opened; the table must lie in valid sets.

    >>> from tilewise import PROFILES, format_table, parse_table, parse_tiles
    >>> table, rack = parse_table("r3 r4 r5 | k7 b7 o7"), parse_tiles("r6 J o1")
    >>> found = best_play(PROFILES["international"], table, rack)
    >>> found.placed, found.worth, found.proven
    ((Tile('r6'), Tile('J')), 36, True)
    """
    answer = solve_for(table, rack, weights_of(goal, profile))
    if answer is None or not answer.placed:
        return Solution((), table, 0, True if answer is None else answer.proven)
    return solution_of(profile, answer)


def go_out(profile: Profile, table: Table, rack: Tiles) -> Solution | None:
    """The play that empties the rack of a player who has opened (N1); None if there is none.

    With special jokers the search may give up: then the solution places nothing, and is not proven.
    """
    answer = solve_for(table, (), weights_of(Goal.TILES, profile), must_place=rack)
    if answer is special.GAVE_UP:
        return Solution((), table, 0, proven=False)
    return None if answer is None else solution_of(profile, answer)


def playable_tiles(profile: Profile, table: Table, rack: Tiles, opened: bool) -> Tiles:
    """The faces of the rack that could be part of some legal play, sorted.

    With special jokers the search may give up; a tile for which it does is left out.
    """
    weights = weights_of(Goal.TILES, profile)
    playable = []
    for tile in sorted(set(rack)):
        rest = list(rack)
        rest.remove(tile)
        if opened:
            found = solve_for(table, tuple(rest), weights, must_place=(tile,))
        else:
            found = solve_opening(tuple(rest), weights, profile.opening_threshold, must_place=(tile,))
        if found is not None and found.placed:
            playable.append(tile)
    return tuple(playable)


def arrange(profile: Profile, tiles: Tiles) -> Table | None:
    """All these tiles as valid sets; None if that cannot be, or (with special jokers) if the search gives up."""
    answer = solve_for((), (), weights_of(Goal.TILES, profile), must_place=tiles)
    return None if answer is None or answer is special.GAVE_UP else answer.table


def solve_for(table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()) -> Answer | None:
    """Ask the kernel that the position needs: the special one only where special jokers are."""
    try:
        return plain.solve(table, rack, weights, must_place)
    except SpecialJoker:
        return special.solve(table, rack, weights, must_place)
