"""Tools for a game with real tiles: check, turn, score and solve, one by one or in batches; also rules and version."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Final

from tilewise import __version__
from tilewise.cli.arguments import profile_from, reject_together
from tilewise.cli.terminal import shortened
from tilewise.companion import Tool, answer, check_set, check_turn, score_games, solve_position
from tilewise.errors import TilewiseError
from tilewise.profiles import house_rules_of
from tilewise.rulebook import rules_text
from tilewise.solver import COMPILED
from tilewise.tiles import NotationError, Tile

NOT_VALID: Final = 1
"""The exit code for tiles that are not a set, a turn that is not legal, or scores that cannot be right."""


def run_check(options: argparse.Namespace) -> int:
    """Print whether tiles are sets, and what each is worth."""
    if options.batch:
        reject_together(options, "batch", ("sets",))
        return _run_batch(check_set, options)
    if not options.sets:
        raise TilewiseError('Name a set, for example: tilewise check "r3 r4 J".')
    code = 0
    for text in _sets(options.sets):
        result = check_set(_request(options, set=text))
        if result["valid"]:
            tiles = ", ".join(tile for tile in result["stands_for"] if tile)
            print(f"{text}: {result['kind']}, worth {result['value']} in an opening ({tiles}).")
        else:
            print(f"{text}: not a set. {result['message']}")
            code = NOT_VALID
    return code


def run_turn(options: argparse.Namespace) -> int:
    """Print whether a turn is legal, or where leftover tiles go."""
    if options.batch:
        reject_together(options, "batch", ("players", "before", "rack", "after", "not_opened", "leftover"))
        return _run_batch(check_turn, options)
    if options.leftover is not None:
        reject_together(options, "leftover", ("before", "rack", "after", "not_opened"))
        result = check_turn(_request(options, leftover=options.leftover))
        print(f"The leftover tiles go to the {result['leftover_to']}; the player draws {result['draws']}.")
        return 0
    if options.after is None:
        raise TilewiseError("Name the table after the turn with --after.")
    request = _request(
        options,
        players=options.players,
        before=options.before or "",
        rack=options.rack or "",
        after=options.after,
        opened=not options.not_opened,
    )
    result = check_turn(request)
    if result["legal"]:
        print(f"Legal: {' '.join(result['placed'])} placed.")
        return 0
    print(f"Not legal ({result['rule']}). {result['message']}")
    return NOT_VALID


def run_score(options: argparse.Namespace) -> int:
    """Print the scores of a game with what was counted, or the totals of a match and which game does not add up."""
    if options.batch:
        reject_together(options, "batch", ("racks", "ended", "unopened", "announced", "game"))
        return _run_batch(score_games, options)
    if options.game:
        reject_together(options, "game", ("racks", "ended", "unopened", "announced"))
        result = score_games(_request(options, games=[{"scores": text.split()} for text in options.game]))
        big_points = result.get("big_points")
        for seat, (total, rank) in enumerate(zip(result["totals"], result["ranks"], strict=True)):
            # Big points decide (C6); small points only between equal ones.
            points = total if big_points is None else f"big points {big_points[seat]}, small points {total}"
            print(f"seat {seat}: {points}, place {rank}")
        problems = result.get("problems", [])
        for problem in problems:
            print(f"Game {problem['game'] + 1} ({problem['rule']}): {problem['message']}")
        return NOT_VALID if problems else 0
    if not options.racks:
        raise TilewiseError("Name every rack with --racks, or the games of a match with --game.")
    seats = range(len(options.racks))
    for seat in (*options.unopened, *options.announced):
        if seat not in seats:
            raise TilewiseError(f"There is no seat {seat}; the seats are 0 to {len(seats) - 1}.")
    request = _request(
        options,
        racks=options.racks,
        ended=options.ended or "out",
        opened=[seat not in options.unopened for seat in seats],
        announced=[seat in options.announced for seat in seats],
    )
    result = score_games(request)
    for seat, (points, counted) in enumerate(zip(result["scores"], result["counted"], strict=True)):
        wins = ", wins" if seat in result["winners"] else ""
        print(f"seat {seat}: {points}{wins} ({counted['rule']}). {counted['message']}")
    return 0


def run_solve(options: argparse.Namespace) -> int:
    """Print the best play."""
    if options.batch:
        return _run_batch(solve_position, options)
    if options.rack is None:
        raise TilewiseError("Name the tiles on the rack with --rack.")
    request = _request(
        options,
        players=options.players,
        table=options.table,
        rack=options.rack,
        goal=options.goal,
        opening=options.opening,
        steps=options.steps,
    )
    result = solve_position(request)
    if options.json:
        print(json.dumps(result))
    elif not result["tiles"]:
        print(_no_play(options, result["proven"]))
    else:
        doubt = "" if result["proven"] else " (there may be a better play)"
        print(f"Place {' '.join(result['placed'])}, worth {result['worth']}{doubt}.")
        for step in result.get("steps", []):
            print(f"  {step}")
        print(f"The table then: {' | '.join(result['table'])}")
    return 0


def _no_play(options: argparse.Namespace, proven: bool) -> str:
    """Return the sentence for an answer that places nothing."""
    if not proven:
        return "No play found (with these jokers that is not certain)."
    return "No opening." if options.opening else "No tile can be placed."


def run_rules(options: argparse.Namespace) -> int:
    """Print the rules of a profile."""
    profile = profile_from(options)
    text = rules_text(profile, options.lang or profile.language)
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        from tilewise.cli.console import PlainConsole

        PlainConsole(width=min(PlainConsole().width, 100)).print(Markdown(text))
    else:
        print(text)
    return 0


def run_version(_: argparse.Namespace) -> int:
    """Print the versions of Tilewise and Python, and whether the solver is compiled."""
    speed = "compiled" if COMPILED else "interpreted (no C compiler when it was installed)"
    print(f"tilewise {__version__} on Python {sys.version.split()[0]}, solver {speed}")
    return 0


def _sets(texts: list[str]) -> list[str]:
    """Return the sets as typed; single tiles, typed without quotes, are one set."""
    return [" ".join(texts)] if all(map(_is_tile, texts)) else texts


def _is_tile(text: str) -> bool:
    try:
        Tile.parse(text)
    except NotationError:
        return False
    return True


def _request(options: argparse.Namespace, **fields: Any) -> dict[str, Any]:
    """Return a request to a tool: the profile, its house rules, and every field that is not None."""
    profile = profile_from(options)
    given = {name: value for name, value in fields.items() if value is not None}
    return {"profile": profile.name, "rules": house_rules_of(profile), **given}


def _run_batch(tool: Tool, options: argparse.Namespace) -> int:
    """Answer every line; the profile of the command line is for lines that name none."""
    defaults = _request(options)
    for line in sys.stdin:
        if line.strip():
            print(_answer_line(tool, line, defaults), flush=True)
    return 0


def _answer_line(tool: Tool, line: str, defaults: dict[str, Any]) -> str:
    """Return one JSON object for a line, whatever the line contains."""
    try:
        request = json.loads(line)
        if isinstance(request, dict) and "profile" not in request:
            request = {**defaults, **request}
        result = answer(tool, request)
        if "error" in result:
            result["message"] = shortened(result["message"])
        return json.dumps(result)
    except json.JSONDecodeError as error:
        return _bad_json(f"This line is not JSON: {error}.")
    except (ValueError, RecursionError):
        return _bad_json("This line is nested too deeply, or contains a number that is too long.")


def _bad_json(message: str) -> str:
    return json.dumps({"error": "bad-json", "message": message})
