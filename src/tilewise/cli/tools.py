"""check, turn, score and solve for a real table, one by one or in batches; and the texts: rules, version."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from tilewise import __version__
from tilewise.cli.arguments import refuse_together, rules_from
from tilewise.cli.terminal import shortened
from tilewise.companion import Tool, answer, check_set, check_turn, score_games, solve_position
from tilewise.errors import TilewiseError
from tilewise.profiles import house_rules_of
from tilewise.rulebook import rules_text
from tilewise.solver import COMPILED
from tilewise.tiles import NotationError, Tile

NOT_RIGHT = 1
"""The exit code for a set that is none, or a turn that is not legal."""


def run_check(chosen: argparse.Namespace) -> int:
    """`tilewise check`."""
    if chosen.batch:
        refuse_together(chosen, "batch", ("sets",))
        return _run_batch(check_set, chosen)
    if not chosen.sets:
        raise TilewiseError('Name a set, such as tilewise check "r3 r4 J".')
    code = 0
    for text in _sets(chosen.sets):
        found = check_set({**_rules(chosen), "set": text})
        if found["valid"]:
            places = ", ".join(place for place in found["stands_for"] if place)
            print(f"{text}: {found['kind']}, worth {found['value']} in an opening ({places}).")
        else:
            print(f"{text}: not a set. {found['message']}")
            code = NOT_RIGHT
    return code


def run_turn(chosen: argparse.Namespace) -> int:
    """`tilewise turn`."""
    if chosen.batch:
        refuse_together(chosen, "batch", ("players", "before", "rack", "after", "not_opened", "leftover"))
        return _run_batch(check_turn, chosen)
    if chosen.leftover is not None:
        refuse_together(chosen, "leftover", ("before", "rack", "after", "not_opened"))
        remedy = check_turn({**_rules(chosen), "leftover": chosen.leftover})
        print(f"The leftover tiles go to the {remedy['leftover_to']}; the player draws {remedy['draws']}.")
        return 0
    if chosen.after is None:
        raise TilewiseError("Say what lies on the table after the turn, with --after.")
    question = {
        **_rules(chosen),
        "before": chosen.before or "",
        "rack": chosen.rack or "",
        "after": chosen.after,
        "opened": not chosen.not_opened,
    }
    if chosen.players is not None:
        question["players"] = chosen.players
    judged = check_turn(question)
    if judged["legal"]:
        print(f"Legal: {' '.join(judged['placed'])} placed.")
        return 0
    print(f"Not legal ({judged['rule']}). {judged['message']}")
    return NOT_RIGHT


def run_score(chosen: argparse.Namespace) -> int:
    """`tilewise score`."""
    if chosen.batch:
        refuse_together(chosen, "batch", ("racks", "ended", "unopened", "announced", "game"))
        return _run_batch(score_games, chosen)
    if chosen.game:
        refuse_together(chosen, "game", ("racks", "ended", "unopened", "announced"))
        games = [{"scores": text.split()} for text in chosen.game]
        found = score_games({**_rules(chosen), "games": games})
        for seat, (total, rank) in enumerate(zip(found["totals"], found["ranks"], strict=True)):
            print(f"seat {seat}: {total}, place {rank}")
        return 0
    if not chosen.racks:
        raise TilewiseError("Name every rack with --racks, or the games of a match with --game.")
    seats = range(len(chosen.racks))
    for seat in (*chosen.unopened, *chosen.announced):
        if seat not in seats:
            raise TilewiseError(f"There is no seat {seat}; the seats are 0 to {len(seats) - 1}.")
    question = {
        **_rules(chosen),
        "racks": chosen.racks,
        "ended": chosen.ended or "out",
        "opened": [seat not in chosen.unopened for seat in seats],
        "announced": [seat in chosen.announced for seat in seats],
    }
    found = score_games(question)
    for seat, points in enumerate(found["scores"]):
        print(f"seat {seat}: {points}{', wins' if seat in found['winners'] else ''}")
    return 0


def run_rules(chosen: argparse.Namespace) -> int:
    """`tilewise rules`."""
    profile = rules_from(chosen)
    text = rules_text(profile, chosen.lang or profile.language)
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        from tilewise.cli.console import PlainConsole

        PlainConsole(width=min(PlainConsole().width, 100)).print(Markdown(text))
    else:
        print(text)
    return 0


def run_solve(chosen: argparse.Namespace) -> int:
    """`tilewise solve`."""
    if chosen.batch:
        return _run_batch(solve_position, chosen)
    if chosen.rack is None:
        raise TilewiseError("Say what is on the rack, with --rack.")
    question = {
        **_rules(chosen),
        "table": chosen.table,
        "rack": chosen.rack,
        "goal": chosen.goal,
        "opening": chosen.opening,
        "steps": chosen.steps,
    }
    if chosen.players is not None:
        question["players"] = chosen.players
    found = solve_position(question)
    if chosen.json:
        print(json.dumps(found))
    elif not found["tiles"]:
        print("No opening." if chosen.opening else "Nothing can be placed.")
    else:
        proof = "" if found["proven"] else " (a better play may exist)"
        print(f"Place {' '.join(found['placed'])}, worth {found['worth']}{proof}.")
        for step in found.get("steps", []):
            print(f"  {step}")
        print(f"The table then: {' | '.join(found['table'])}")
    return 0


def run_version(_: argparse.Namespace) -> int:
    """`tilewise version`."""
    speed = "compiled" if COMPILED else "interpreted: there was no C compiler when it was installed"
    print(f"tilewise {__version__} on Python {sys.version.split()[0]}, solver {speed}")
    return 0


def _sets(texts: list[str]) -> list[str]:
    """The sets that were typed; tiles without quotes around them are one set."""
    return [" ".join(texts)] if all(map(_is_tile, texts)) else texts


def _is_tile(text: str) -> bool:
    try:
        Tile.parse(text)
    except NotationError:
        return False
    return True


def _rules(chosen: argparse.Namespace) -> dict[str, Any]:
    profile = rules_from(chosen)
    return {"profile": profile.name, "rules": house_rules_of(profile)}


def _run_batch(tool: Tool, chosen: argparse.Namespace) -> int:
    """Answer every line; a line that names no profile is asked by the one of the command line."""
    given = _rules(chosen)
    for line in sys.stdin:
        if line.strip():
            print(_answer_line(tool, line, given), flush=True)
    return 0


def _answer_line(tool: Tool, line: str, given: dict[str, Any]) -> str:
    """Answer one line with one JSON object, whatever the line is."""
    try:
        question = json.loads(line)
        if isinstance(question, dict) and "profile" not in question:
            question = {**given, **question}
        found = answer(tool, question)
        if "error" in found:
            found["message"] = shortened(found["message"])
        return json.dumps(found)
    except json.JSONDecodeError as error:
        return _bad_json(f"This line is no JSON: {error}.")
    except (ValueError, RecursionError):
        return _bad_json("This line is nested too deeply, or a number in it is too long.")


def _bad_json(message: str) -> str:
    return json.dumps({"error": "bad-json", "message": message})
