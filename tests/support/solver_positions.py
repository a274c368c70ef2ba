"""Shorthand for tests of the solver: positions in notation, and plays that are checked by the rules."""

from __future__ import annotations

from scripts.verify_solver import flaw_of
from tilewise.profiles import PROFILES
from tilewise.solver import Goal, Solution, best_play
from tilewise.tiles import Tile, Tiles, parse_table, parse_tiles


def rack_of(text: str) -> Tiles:
    """Return a sorted rack."""
    return tuple(sorted(parse_tiles(text)))


def play(table: str, rack: str, goal: Goal | dict[Tile, int] = Goal.TILES, name: str = "tm-toys") -> Solution:
    """Return the best play, after checking it by the rules."""
    before, held = parse_table(table), rack_of(rack)
    found = best_play(PROFILES[name], before, held, goal)
    assert flaw_of(PROFILES[name], before, held, found, opened=True) is None
    return found
