"""Find the best play."""

from __future__ import annotations

from typing import Any

from tilewise.companion.question import players_of, profile_of
from tilewise.json_fields import FieldError, Fields
from tilewise.profiles import Profile
from tilewise.solver import Goal, Solution, best_opening, best_play, least_disturbing_play
from tilewise.solver.validation import arranged_table
from tilewise.tiles import Table, Tiles, format_tiles, parse_table, parse_tiles


def solve_position(question: object) -> dict[str, Any]:
    """Return the best play for a rack; raises TilewiseError.

    With `steps`, it is the best play that leaves the most sets as they are, with its moves as sentences.

    >>> solve_position({"profile": "international", "players": 2, "table": ["r3 r4 r5", "k7 b7 o7"], "rack": "r6 o1"})
    {'tiles': 1, 'worth': 6, 'proven': True, 'placed': ['r6'], 'table': ['r3 r4 r5 r6', 'k7 b7 o7']}
    """
    fields = Fields(question)
    profile = profile_of(fields)
    table, rack = _table_and_rack(fields, profile)
    goal, opening = _goal(fields), fields.flag("opening", default=False)
    if not fields.flag("steps", default=False):
        return _as_dict(_best(profile, table, rack, goal, opening))
    if opening:
        solution = _best(profile, table, rack, goal, opening)
        steps = [f"Lay {format_tiles(tiles)}." for tiles in solution.table[len(table) :]]
        return {**_as_dict(solution), "kept": len(table), "moved": 0, "steps": steps}
    play = least_disturbing_play(profile, table, rack, goal)
    steps = list(map(str, play.steps))
    return {**_as_dict(play.solution), "kept": play.kept, "moved": play.moved, "steps": steps}


def _as_dict(solution: Solution) -> dict[str, Any]:
    return {
        "tiles": solution.tiles,
        "worth": solution.worth,
        "proven": solution.proven,
        "placed": list(map(str, solution.placed)),
        "table": [format_tiles(tiles) for tiles in solution.table],
    }


def _best(profile: Profile, table: Table, rack: Tiles, goal: Goal, opening: bool) -> Solution:
    """Return the best play or opening; it places nothing if there is none."""
    if not opening:
        return best_play(profile, table, rack, goal)
    return best_opening(profile, table, rack, goal) or Solution((), table, 0, True)


def _table_and_rack(fields: Fields, profile: Profile) -> tuple[Table, Tiles]:
    """Return the table, in valid sets, and the rack; raises TilewiseError if the box does not have these tiles."""
    players = players_of(fields, profile)
    if isinstance(fields.value("table"), str):
        table = parse_table(fields.text("table"))
    else:
        table = tuple(parse_tiles(tiles) for tiles in fields.texts("table"))
    rack = tuple(sorted(parse_tiles(fields.text("rack"))))
    profile.check_in_box(players, (*rack, *(tile for tiles in table for tile in tiles)))
    return arranged_table(table), rack


def _goal(fields: Fields) -> Goal:
    """Return the goal of a question, by default the most tiles."""
    name = fields.text("goal", Goal.TILES.value)
    if name not in {goal.value for goal in Goal}:
        raise FieldError(f"The field 'goal' should be 'tiles' or 'points', not {name[:20]!r}.")
    return Goal(name)
