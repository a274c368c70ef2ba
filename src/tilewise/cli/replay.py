"""`tilewise replay`: a recorded game, step by step or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

from tilewise.cli.console import PlainConsole
from tilewise.cli.narrator import POOL_ENDINGS
from tilewise.cli.prompt import QUIT_WORDS, Quit, ask
from tilewise.cli.save_file import load_record
from tilewise.cli.tile_display import in_rows, table_rows, tile_texts, tiles_text
from tilewise.errors import Refusal
from tilewise.game import ActionResult, Game, apply, new_game
from tilewise.points import signed
from tilewise.position import position_of
from tilewise.records import Record
from tilewise.records.action_format import action_verb
from tilewise.records.json_format import record_to_dict
from tilewise.tiles import Tiles


def run_replay(options: argparse.Namespace) -> int:
    """Show a record: as JSON, step by step at a terminal, or all steps at once."""
    record = load_record(options.file)
    games = game_states(record)
    if options.json:
        print(json.dumps(replay_as_dict(record, games), indent=1))
    elif options.file != "-" and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(PlainConsole(), record, games)
    else:
        console = PlainConsole()
        for step in range(len(games)):
            _show(console, record, games, step)
    return 0


def game_states(record: Record) -> list[Game]:
    """Return the game before the first action and after each one."""
    games = [new_game(record.profile, record.players, record.seed, record.starter)]
    for action in record.actions:
        games.append(apply(games[-1], action))
    return games


def replay_as_dict(record: Record, games: list[Game]) -> dict[str, Any]:
    """Return the record as a dict that also contains every position, the tiles moved, and the explained scores."""
    content = record_to_dict(record)
    content["start"] = str(position_of(games[0]))
    for action, game in zip(content["actions"], games[1:], strict=True):
        result = game.history[-1]
        action["placed"] = list(map(str, result.placed))
        action["drawn"] = list(map(str, result.drawn))
        if isinstance(result.refusal, Refusal):
            action["wrong"] = {
                "rule": result.refusal.rule,
                "reason": result.refusal.code,
                "message": str(result.refusal),
            }
        action["position"] = str(position_of(game))
    if score := games[-1].score:
        content["result"]["explained"] = [{"rule": s.reason.rule, "message": str(s)} for s in score.scores]
    return content


def _step_through(console: Console, record: Record, games: list[Game]) -> None:
    step = 0
    _show(console, record, games, step)
    while True:
        try:
            word = ask("Enter: next, b: back, a number: go to that step, q: quit > ").lower()
        except Quit:
            return
        if word in QUIT_WORDS:
            return
        if word in ("", "n", "next"):
            step += 1
            if step == len(games):
                return
        elif word in ("b", "back"):
            step = max(0, step - 1)
        elif word.isascii() and word.isdecimal():
            step = min(int(word[:9]), len(games) - 1)
        else:
            console.print("  Press Enter for the next step, or type b, the number of a step, or q.", style="yellow")
            continue
        _show(console, record, games, step)


def _show(console: Console, record: Record, games: list[Game], step: int) -> None:
    game = games[step]
    names = record.names or tuple(f"seat {seat}" for seat in range(record.players))
    placed: Tiles = ()
    console.rule(f"{step} of {len(games) - 1}")
    if step:
        result = game.history[-1]
        placed = result.placed
        console.print(_action_line(names[result.action.seat], result))
    rows = table_rows(game.table, console.width, placed, {})
    width = max(map(len, names))
    for seat, rack in enumerate(game.racks):
        mark = ">" if seat == game.turn and not game.is_over else " "
        rows += in_rows(tile_texts(rack), console.width, label=Text(f"{mark} {names[seat]:{width}} "))
    for row in rows:
        console.print(row)
    console.print(f"  pool {len(game.pool)}")
    if game.pool_ending is not None:
        console.print(f"  {POOL_ENDINGS[game.pool_ending]}")
    if score := game.score:
        for name, line in zip(names, score.scores, strict=True):
            console.print(f"  {name}: {signed(line.points)} — {line.explanation}")


def _action_line(name: str, result: ActionResult) -> Text:
    """Return one line about an action: who did what, with which tiles."""
    line = Text(f"{name}: {action_verb(result.action)}  ") + tiles_text(result.placed or result.drawn)
    if result.opening_value is not None:
        line.append(f"  opens with {result.opening_value}")
    if result.refusal is not None:
        line.append(f"  wrong: {result.refusal}")
    return line
