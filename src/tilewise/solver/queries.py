"""What one can ask the solver, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilewise.profiles import Profile
from tilewise.scoring import rack_worth
from tilewise.sets import TileSet, read_set
from tilewise.solver import plain, special
from tilewise.solver.goals import Goal, Weights, weights_of
from tilewise.solver.plain import Answer
from tilewise.solver.plain_kernel import SpecialJoker
from tilewise.tiles import Table, Tile, Tiles


class Solution(NamedTuple):
    """A best play: what comes from the rack, and the table after it, every joker in its place."""

    placed: Tiles
    """From the rack, sorted."""
    table: Table
    """After the play; as it was, if nothing is placed."""
    worth: int
    """Of the tiles placed: their numbers, and the penalty for each joker (C1)."""
    proven: bool
    """Whether no better play exists; always, without special jokers."""

    @property
    def tiles(self) -> int:
        """How many tiles are placed."""
        return len(self.placed)


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


def best_opening(
    profile: Profile, table: Table, rack: Tiles, goal: Goal | Mapping[Tile, int] = Goal.TILES
) -> Solution | None:
    """The best opening from the rack alone, worth at least the threshold (U3); None if there is none."""
    answer = _solve_opening(rack, weights_of(goal, profile), profile.opening_threshold)
    if answer is None:
        return None
    return solution_of(profile, answer._replace(table=(*table, *answer.table)))


class Greatest(NamedTuple):
    """The opening that is worth most."""

    value: int
    sets: Table
    proven: bool


def greatest_opening(rack: Tiles) -> Greatest:
    """The greatest value that sets from the rack can have (0 if it holds none), and the sets.

    >>> from tilewise import parse_tiles
    >>> greatest_opening(parse_tiles("r9 r10 J k1 k2 k3")).value
    36
    """
    try:
        answer = plain.solve_greatest_opening(rack)
    except SpecialJoker:
        answer = special.solve_greatest_opening(rack)
    return Greatest(opening_value(answer.table), answer.table, answer.proven)


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
            found = _solve_opening(tuple(rest), weights, profile.opening_threshold, must_place=(tile,))
        if found is not None and found.placed:
            playable.append(tile)
    return tuple(playable)


def arrange(profile: Profile, tiles: Tiles) -> Table | None:
    """All these tiles as valid sets; None if that cannot be, or (with special jokers) if the search gives up."""
    answer = solve_for((), (), weights_of(Goal.TILES, profile), must_place=tiles)
    return None if answer is None or answer is special.GAVE_UP else answer.table


def opening_value(table: Table) -> int:
    """What sets are worth in an opening."""
    return sum(reading.value for tiles in table if isinstance(reading := read_set(tiles), TileSet))


def solve_for(table: Table, rack: Tiles, weights: Weights, must_place: Tiles = ()) -> Answer | None:
    """Ask the kernel that the position needs: the special one only where special jokers are."""
    try:
        return plain.solve(table, rack, weights, must_place)
    except SpecialJoker:
        return special.solve(table, rack, weights, must_place)


def _solve_opening(rack: Tiles, weights: Weights, threshold: int, must_place: Tiles = ()) -> Answer | None:
    try:
        return plain.solve_opening(rack, weights, threshold, must_place)
    except SpecialJoker:
        return special.solve_opening(rack, weights, threshold, must_place)


def solution_of(profile: Profile, answer: Answer) -> Solution:
    """The answer as a solution: with what it is worth by the profile."""
    return Solution(answer.placed, answer.table, rack_worth(profile, answer.placed), answer.proven)
