"""A recorded game, step by step, or whole as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

from tilewise.cli.console import PlainConsole
from tilewise.cli.prompt import LEAVING, Quit, ask
from tilewise.cli.save_file import load_record
from tilewise.cli.tile_display import in_rows, table_rows, tile_texts, tiles_text
from tilewise.errors import Refusal
from tilewise.game import ActionResult, Game, apply, new_game
from tilewise.points import signed
from tilewise.position import position_of
from tilewise.records import Record
from tilewise.records.action_format import action_verb
from tilewise.records.json_format import record_as_dict
from tilewise.tiles import Tiles


def run_replay(chosen: argparse.Namespace) -> int:
    """`tilewise replay`."""
    record = load_record(chosen.file)
    games = states_of(record)
    if chosen.json:
        print(json.dumps(replay_as_dict(record, games), indent=1))
    elif chosen.file != "-" and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(PlainConsole(), record, games)
    else:
        console = PlainConsole()
        for number in range(len(games)):
            _show(console, record, games, number)
    return 0


def states_of(record: Record) -> list[Game]:
    """Return the game before the first action and after each one."""
    games = [new_game(record.profile, record.players, record.seed, record.starter)]
    for action in record.actions:
        games.append(apply(games[-1], action))
    return games


def replay_as_dict(record: Record, games: list[Game]) -> dict[str, Any]:
    """Return the record with the position before the first and after each action, and the scores explained."""
    content = record_as_dict(record)
    content["start"] = str(position_of(games[0]))
    for action, game in zip(content["actions"], games[1:], strict=True):
        happened = game.history[-1]
        action["placed"] = list(map(str, happened.placed))
        action["drawn"] = list(map(str, happened.drawn))
        if isinstance(happened.wrong, Refusal):
            action["wrong"] = {
                "rule": happened.wrong.rule,
                "reason": happened.wrong.code,
                "message": str(happened.wrong),
            }
        action["position"] = str(position_of(game))
    if score := games[-1].score:
        content["result"]["explained"] = [{"rule": s.reason.rule, "message": str(s)} for s in score.scores]
    return content


def _step_through(console: Console, record: Record, games: list[Game]) -> None:
    number = 0
    _show(console, record, games, number)
    while True:
        try:
            word = ask("Enter: next, b: back, a number: go there, q: quit > ").lower()
        except Quit:
            return
        if word in LEAVING:
            return
        if word in ("", "n", "next"):
            number += 1
            if number == len(games):
                return
        elif word in ("b", "back"):
            number = max(0, number - 1)
        elif word.isascii() and word.isdecimal():
            number = min(int(word[:9]), len(games) - 1)
        else:
            console.print("  The words are: Enter or next, b or back, the number of a step, q or quit.", style="yellow")
            continue
        _show(console, record, games, number)


def _show(console: Console, record: Record, games: list[Game], number: int) -> None:
    game = games[number]
    names = record.names or tuple(f"seat {seat}" for seat in range(record.players))
    placed: Tiles = ()
    console.rule(f"{number} of {len(games) - 1}")
    if number:
        happened = game.history[-1]
        placed = happened.placed
        console.print(_told(names[happened.action.seat], happened))
    rows = table_rows(game.table, console.width, placed, {})
    width = max(map(len, names))
    for seat, rack in enumerate(game.racks):
        mark = ">" if seat == game.turn and not game.is_over else " "
        rows += in_rows(tile_texts(rack), console.width, label=Text(f"{mark} {names[seat]:{width}} "))
    for row in rows:
        console.print(row)
    console.print(f"  pool {len(game.pool)}")
    if score := game.score:
        for name, line in zip(names, score.scores, strict=True):
            console.print(f"  {name}: {signed(line.points)} — {str(line).partition(': ')[2]}")


def _told(name: str, happened: ActionResult) -> Text:
    """One line about an action: who did what, with which tiles."""
    line = Text(f"{name}: {action_verb(happened.action)}  ") + tiles_text(happened.placed or happened.drawn)
    if happened.opening_value is not None:
        line.append(f"  opens with {happened.opening_value}")
    if happened.wrong is not None:
        line.append(f"  wrong: {happened.wrong}")
    return line
