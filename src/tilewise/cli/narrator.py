"""What a person reads during a game: the welcome, whose turn it is, the actions and the scores."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from tilewise.bots import LEVELS, Fault
from tilewise.cli.tile_display import in_rows, legend, tile_text, tile_texts
from tilewise.game import Announce, Draw, Game, GiveUp, Pass, Play, PoolEnding, Redeal, TimeOut
from tilewise.points import signed
from tilewise.profiles import Profile
from tilewise.profiles.house_rules import format_house_rules
from tilewise.view import SeenAction, View

PERSON: Final = 0
"""The person's seat."""

_WINNERS: Final = {"out": "with an empty rack", "pool": "with the lowest rack", "given-up": "as the last player left"}

_EMPTY_POOL: Final = {
    "passes": "The pool is empty: the game ends when everyone passes in a row.",
    "stuck": "The pool is empty: play goes on until nobody can place a tile, or everyone passes.",
    "must-place": "The pool is empty: play goes on until nobody can place a tile, and whoever can must.",
    "last-round": "The pool is empty: this is the last round.",
}
"""What follows when the last tile has been drawn (N2)."""

POOL_ENDINGS: Final[dict[PoolEnding, str]] = {
    "stuck": "The pool is empty, and nobody can place a tile any more.",
    "passes": "The pool is empty, and everyone has passed.",
    "last-round": "The pool is empty, and the last round is over.",
}
"""Why a game with an empty pool is over (N2)."""


def level_in_name(name: str) -> str | None:
    """Return the level in a name such as `Computer 1 (beginner)`, or None if there is none."""
    match = re.search(r" \((\w+)\)$", name)
    return match[1] if match and match[1] in LEVELS else None


class Narrator:
    """Prints what happens in a game, for the person at the terminal."""

    def __init__(self, console: Console, names: tuple[str, ...]) -> None:
        self.console = console
        self.names = names
        self._short_names = tuple(name.removesuffix(f" ({level_in_name(name)})") for name in names)

    def print_welcome(self, game: Game) -> None:
        """Print the rules in use, how tiles are written, the players and their character, and who starts."""
        rules = format_house_rules(game.profile)
        self.console.print()
        self.console.print(
            Text("Tilewise", style="bold") + Text(f" · {game.profile.title}{f' · {rules}' if rules else ''}")
        )
        self.console.print(legend(game.profile))
        self.console.print("Type 'help' for help, 'draw' to draw a tile, 'done' to end your turn.")
        self.console.print(" · ".join(self.names))
        for level in dict.fromkeys(filter(None, map(level_in_name, self.names))):
            self.console.print(f"{level}: {LEVELS[level].description}")
        for drawn in game.start_draws:
            draws = [Text(f"{self._short_names[seat]} ") + tile_text(drawn[seat]) for seat in drawn]
            self._print_rows("Who starts? ", draws)
        self.console.print(f"{self._short_names[game.starter]} {self._verb(game.starter, 'start')}.")

    def print_turn_header(self, view: View) -> None:
        """Print that it is the person's turn, the time for it, and the state of every player."""
        players = []
        for seat, name in enumerate(self._short_names):
            state = "gave up" if view.given_up[seat] else "opened" if view.opened[seat] else "not opened"
            players.append(Text(f"{name} {_tile_count(view.rack_sizes[seat])}, {state}"))
        seconds = "" if view.seconds is None else f" · {view.seconds} s"
        self.console.rule(Text(f"Your turn · pool {view.pool_size}{seconds}"))
        self._print_rows("", players, gap=3)
        if not view.pool_size:
            self.print_empty_pool(view.profile)
            if not view.may_pass:
                self.console.print(f"You can {'place a tile' if view.has_opened else 'open'}, so you must.")

    def print_action(self, seen: SeenAction) -> None:
        """Print what a player did."""
        seat = seen.action.seat
        tiles, ending = seen.drawn_tiles, ""
        drawing = f"{self._verb(seat, 'draw')} {_tile_count(seen.drawn)}"
        match seen.action:
            case Play() if seen.refusal is None:
                deed, tiles = self._verb(seat, "place"), seen.placed
                if seen.opening_value is not None:
                    ending = f"and {self._verb(seat, 'open')} with {seen.opening_value}"
            case Play():
                deed, ending = f"{self._verb(seat, 'make')} a wrong play and {drawing}:", str(seen.refusal)
            case Draw():
                deed = f"{self._verb(seat, 'draw')} a tile"
            case Pass():
                deed = self._verb(seat, "pass")
            case TimeOut():
                deed = f"{self._verb(seat, 'run')} out of time and {drawing}"
            case Redeal():
                deed, tiles = f"{self._verb(seat, 'demand')} a redeal and {self._verb(seat, 'show')}", seen.shown_pairs
                ending = "all tiles are dealt again"
            case Announce():
                deed = f"{self._verb(seat, 'announce')} an opening for the next turn"
            case GiveUp():
                deed = f"{self._verb(seat, 'give')} up"
        self._print_rows(f"· {self._short_names[seat]} {deed} ", [*tile_texts(tiles), Text(ending)])

    def print_fault(self, fault: Fault) -> None:
        """Print that a computer player's choice does not count, without the details: they may name hidden tiles."""
        name, kind = self._short_names[fault.seat], fault.kind.value
        self.console.print(f"· {name} could not make its choice ({kind}); the game goes on. Please report this.")

    def print_empty_pool(self, profile: Profile) -> None:
        """Print what follows once the pool is empty (U13, N2)."""
        self.console.print(_EMPTY_POOL[profile.empty_pool], style="bold")

    def print_result(self, game: Game, record: Path | None) -> None:
        """Print who won, every score with its reason, and where the record is, if it was saved."""
        score = game.score
        assert score is not None  # noqa: S101  (only called at the end)
        winners = " and ".join(self.names[seat] for seat in score.winners)
        verb = self._verb(score.winners[0], "win") if len(score.winners) == 1 else "win"
        self.console.rule("The game is over")
        if game.pool_ending is not None:
            self.console.print(POOL_ENDINGS[game.pool_ending])
        self.console.print(Text(f"{winners} {verb}", style="bold") + Text(f" {_WINNERS[score.ending]}."))
        width = max(map(len, self.names))
        for name, line in zip(self.names, score.scores, strict=True):
            self.console.print(f"  {name:{width}} {signed(line.points):>6}  {line.explanation} ({line.reason.rule})")
        if record is not None:
            self.console.print(f"Game record: {record}", soft_wrap=True)

    def _print_rows(self, label: str, parts: list[Text], gap: int = 1) -> None:
        for row in in_rows(parts, self.console.width, gap, Text(label)):
            self.console.print(row)

    def _verb(self, seat: int, verb: str) -> str:
        """Return the verb as it follows the seat's name: you draw, the computer draws."""
        if seat == PERSON and self.names[PERSON] == "You":
            return verb
        return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def _tile_count(count: int) -> str:
    return f"{count} tile" if count == 1 else f"{count} tiles"
