"""What the person reads of a game: the welcome, whose turn it is, what happened, the scores."""

from __future__ import annotations

import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tilewise.bots import LEVELS
from tilewise.cli.tile_display import in_rows, legend, tile_text, tile_texts
from tilewise.game import Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut
from tilewise.points import signed
from tilewise.profiles.house_rules import format_rules
from tilewise.view import SeenAction, View

PERSON = 0
"""The person's seat."""

_WAYS = {"out": "with an empty rack", "pool": "with the lowest rack", "given-up": "as the last one left"}


def level_in(name: str) -> str | None:
    """The level in a name such as `Computer 1 (beginner)`; None if there is none."""
    match = re.search(r" \((\w+)\)$", name)
    return match[1] if match and match[1] in LEVELS else None


class Narrator:
    """Tells one game to the person at the terminal."""

    def __init__(self, console: Console, names: tuple[str, ...]) -> None:
        self.console = console
        self.names = names
        self._short = tuple(name.removesuffix(f" ({level_in(name)})") for name in names)

    def welcome(self, game: Game) -> None:
        """Say what is played, how the tiles are read, and who starts."""
        rules = format_rules(game.profile)
        self.console.print()
        self.console.print(
            Text("Tilewise", style="bold") + Text(f" · {game.profile.title}{f' · {rules}' if rules else ''}")
        )
        self.console.print(legend(game.profile))
        self.console.print("Type 'help' for the words, 'draw' to draw a tile, 'done' to end your turn.")
        self.console.print(" · ".join(self.names))
        for drawn in game.start_draws:
            self._print_rows("Who starts? ", [Text(f"{self._short[seat]} ") + tile_text(drawn[seat]) for seat in drawn])
        self.console.print(f"{self._short[game.starter]} {self._s(game.starter, 'start')}.")

    def headline(self, view: View) -> None:
        """Say that it is the person's turn, how long it may take, and how the others stand."""
        others = []
        for seat, name in enumerate(self._short):
            state = "gone" if view.given_up[seat] else "opened" if view.opened[seat] else "not opened"
            others.append(Text(f"{name} {_tiles(view.rack_sizes[seat])}, {state}"))
        seconds = "" if view.seconds is None else f" · {view.seconds} s"
        self.console.rule(Text(f"Your turn · pool {view.pool_size}{seconds}"))
        self._print_rows("", others, gap=3)
        if view.last_round is not None:
            self.console.print("The pool is empty: this is the last round.", style="bold")

    def tell(self, seen: SeenAction) -> None:
        """Say what a seat did."""
        seat = seen.action.seat
        tiles, ending = seen.drawn_tiles, ""
        drawing = f"{self._s(seat, 'draw')} {_tiles(seen.drawn)}"
        match seen.action:
            case Play() if seen.wrong is None:
                words, tiles = self._s(seat, "place"), seen.placed
                if seen.opening_value is not None:
                    ending = f"and {self._s(seat, 'open')} with {seen.opening_value}"
            case Play():
                words, ending = f"{self._s(seat, 'play')} wrongly and {drawing}:", str(seen.wrong)
            case Draw():
                words = f"{self._s(seat, 'draw')} a tile"
            case Pass():
                words = self._s(seat, "pass")
            case TimeOut():
                words = f"{self._s(seat, 'run')} out of time and {drawing}"
            case Redeal():
                words, tiles = f"{self._s(seat, 'demand')} a redeal and {self._s(seat, 'show')}", seen.shown
                ending = "everything is dealt again"
            case Announce():
                words = f"{self._s(seat, 'announce')} an opening for the next turn"
            case GiveUp():
                words = f"{self._s(seat, 'give')} up"
        self._print_rows(f"· {self._short[seat]} {words} ", [*tile_texts(tiles), Text(ending)])

    def farewell(self, game: Game, record: Path | None) -> None:
        """Say who won, what everybody scored and why, and where the record lies, if it does."""
        score = game.score
        assert score is not None  # noqa: S101  (only called at the end)
        winners = " and ".join(self.names[seat] for seat in score.winners)
        verb = self._s(score.winners[0], "win") if len(score.winners) == 1 else "win"
        self.console.rule("The game is over")
        self.console.print(Text(f"{winners} {verb}", style="bold") + Text(f" {_WAYS[score.ending]}."))
        width = max(map(len, self.names))
        for name, line in zip(self.names, score.scores, strict=True):
            self.console.print(f"  {name:{width}} {signed(line.points):>6}  {line.explanation} ({line.reason.rule})")
        if record is not None:
            self.console.print(f"The record: {record}", soft_wrap=True)

    def _print_rows(self, label: str, parts: list[Text], gap: int = 1) -> None:
        for row in in_rows(parts, self.console.width, gap, Text(label)):
            self.console.print(row)

    def _s(self, seat: int, verb: str) -> str:
        """You draw, the computer draws."""
        if seat == PERSON and self.names[PERSON] == "You":
            return verb
        return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def _tiles(count: int) -> str:
    return f"{count} tile" if count == 1 else f"{count} tiles"
