"""Find the best play, its moves one by one, and the tiles that could be placed at all."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tilewise.companion.question import players_of, profile_of
from tilewise.companion.set_tool import described
from tilewise.json_fields import FieldError, Fields
from tilewise.profiles import Profile
from tilewise.sets import TileSet, read_set, read_sets
from tilewise.solver import (
    Goal,
    LeastDisturbingPlay,
    Solution,
    Step,
    best_opening,
    best_play,
    least_disturbing_play,
    playable_tiles,
)
from tilewise.solver.validation import arranged_table
from tilewise.tiles import Table, Tiles, format_tiles, parse_table, parse_tiles

GOALS: Final = {"tiles": Goal.TILES, "points": Goal.POINTS, "out": Goal.TILES}
"""Going out means to place the most tiles, if these are all of them."""


def solve_position(question: object) -> dict[str, Any]:
    """Return the best play for a rack; raises TilewiseError.

    With `steps`, it is the best play that leaves the most sets as they are, with its moves as sentences. With
    `details`, the moves are objects, and jokers and openings are explained. With `playable`, also the tiles that some
    play places.

    >>> solve_position({"profile": "international", "players": 2, "table": ["r3 r4 r5", "k7 b7 o7"], "rack": "r6 o1"})
    {'tiles': 1, 'worth': 6, 'proven': True, 'placed': ['r6'], 'table': ['r3 r4 r5 r6', 'k7 b7 o7']}
    """
    fields = Fields(question)
    profile = profile_of(fields)
    table, rack = _table_and_rack(fields, profile)
    goal, opening = _goal(fields), fields.flag("opening", default=False)
    steps, details = fields.flag("steps", default=False), fields.flag("details", default=False)
    if steps or details:
        play = _best_with_moves(profile, table, rack, goal, opening)
        answer = {**_as_dict(play.solution), "kept": play.kept, "moved": play.moved}
        if steps:
            answer["steps"] = list(map(str, play.steps))
        if details:
            answer |= _details(profile, table, play, opening)
    else:
        answer = _as_dict(_best(profile, table, rack, goal, opening))
    if fields.flag("playable", default=False):
        answer["playable"] = list(map(str, playable_tiles(profile, table, rack, opened=not opening)))
    return answer


def _as_dict(solution: Solution) -> dict[str, Any]:
    return {
        "tiles": solution.tiles,
        "worth": solution.worth,
        "proven": solution.proven,
        "placed": list(map(str, solution.placed)),
        "table": [format_tiles(tiles) for tiles in solution.table],
    }


def _best(profile: Profile, table: Table, rack: Tiles, goal: str, opening: bool) -> Solution:
    """Return the best play or opening; it places nothing if there is none."""
    if opening:
        found = best_opening(profile, table, rack, GOALS[goal]) or Solution((), table, 0, True)
    else:
        found = best_play(profile, table, rack, GOALS[goal])
    return found if _reaches(goal, found, rack) else Solution((), table, 0, found.proven)


def _best_with_moves(profile: Profile, table: Table, rack: Tiles, goal: str, opening: bool) -> LeastDisturbingPlay:
    """Return the best play or opening that disturbs the fewest sets; an opening only lays new ones (U3)."""
    if opening:
        solution = _best(profile, table, rack, goal, opening)
        steps = tuple(Step("lay", tiles) for tiles in solution.table[len(table) :])
        return LeastDisturbingPlay(solution, len(table), 0, steps)
    play = least_disturbing_play(profile, table, rack, GOALS[goal])
    if _reaches(goal, play.solution, rack):
        return play
    return LeastDisturbingPlay(Solution((), table, 0, play.solution.proven), len(table), 0, ())


def _reaches(goal: str, found: Solution, rack: Tiles) -> bool:
    return goal != "out" or found.tiles == len(rack)


def _details(profile: Profile, table: Table, play: LeastDisturbingPlay, opening: bool) -> dict[str, Any]:
    """Return the moves, what jokers stand for in every set of the play, and what an opening is worth (U3)."""
    after = play.solution.table
    makes = [_made_by(step, after) for step in play.steps]
    moves = [
        {"verb": step.verb, "tiles": format_tiles(step.tiles), "to": format_tiles(step.to), "makes": format_tiles(made)}
        for step, made in zip(play.steps, makes, strict=True)
    ]
    jokers = {}
    for tiles in (*table, *after, *makes):
        if any(tile.is_joker for tile in tiles) and isinstance(read_set(tiles), TileSet):
            jokers[format_tiles(tiles)] = described(profile, tiles)["stands_for"]
    answer: dict[str, Any] = {"moves": moves, "jokers": jokers}
    if opening:
        answer["opening"] = sum(reading.value for reading in read_sets(after[len(table) :]))
    return answer


def _made_by(step: Step, after: Table) -> Tiles:
    """Return the set that a move leaves, in its order: as in the table after the play, if it is finished."""
    if step.verb in ("split", "take"):
        rest = list(step.to)
        for tile in step.tiles:
            rest.remove(tile)
        return tuple(rest)
    made = (*step.to, *step.tiles)
    for tiles in after:
        if Counter(tiles) == Counter(made):
            return tiles
    return tuple(sorted(made))


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


def _goal(fields: Fields) -> str:
    """Return the goal of a question, by default the most tiles."""
    name = fields.text("goal", "tiles")
    if name not in GOALS:
        raise FieldError(f"The field 'goal' should be 'tiles', 'points' or 'out', not {name[:20]!r}.")
    return name
