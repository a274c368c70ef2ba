"""A game in the terminal: one person against computer players."""

from __future__ import annotations

import argparse
import re
import secrets
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tilewise.bots import LEVELS, Player, player_of
from tilewise.bots.player import next_action
from tilewise.cli.arguments import rules_from
from tilewise.cli.clock import Deadline, Quit, ask
from tilewise.cli.saving import Saver, default_save, load_record
from tilewise.cli.tiles import LEGEND, tile_text, tiles_text
from tilewise.cli.turns import Leave, TurnTaker
from tilewise.game import Action, Announce, Draw, Game, GiveUp, Pass, Play, Redeal, TimeOut, apply, new_game
from tilewise.points import signed
from tilewise.profiles.changes import format_rules
from tilewise.records import record_of
from tilewise.records.record import check_names
from tilewise.refusals import Refused
from tilewise.tiles import TilewiseError
from tilewise.view import Seen, View, view_of

PERSON = 0
"""The person's seat."""

MOST_OPPONENTS = 5


def run_play(chosen: argparse.Namespace) -> int:
    """`tilewise play`."""
    if chosen.resume is None:
        game, names = _new_game(chosen)
    else:
        record = load_record(chosen.resume or str(default_save()))
        game, names = record.replay(), record.names or _names("You", record.players, next(iter(LEVELS)))
    if game.is_over:
        raise TilewiseError("This game is over; 'tilewise replay' shows it.")
    saver = Saver(Path(chosen.save or chosen.resume or default_save()))
    PlayedGame(Console(), game, names, saver).play()
    return 0


def _new_game(chosen: argparse.Namespace) -> tuple[Game, tuple[str, ...]]:
    profile = rules_from(chosen)
    opponents = min(3, profile.max_players - 1) if chosen.opponents is None else chosen.opponents
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise TilewiseError(f"You play against 1 to {MOST_OPPONENTS} computer players, not {opponents}.")
    seed = chosen.seed or str(secrets.randbelow(10**9))
    game = new_game(profile, 1 + opponents, seed)
    return game, check_names(_names(chosen.name, game.players, chosen.level), game.players)


def _names(person: str, players: int, level: str) -> tuple[str, ...]:
    return (person, *(f"Computer {seat} ({level})" for seat in range(1, players)))


class PlayedGame:
    """A game while it is being played in a terminal."""

    def __init__(self, console: Console, game: Game, names: tuple[str, ...], saver: Saver) -> None:
        self.console = console
        self.game = game
        self.names = names
        self.saver = saver
        self.person = TurnTaker(console)
        self.computers = [_computer_for(name) for name in names]

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        self._welcome()
        self._save()
        try:
            while not self.game.is_over:
                self._step()
        except (Quit, Leave):
            where = "" if self.saver.path == default_save() else f" {self.saver.path}"
            self.console.print(f"\nThe game is kept: tilewise play --resume{where}", highlight=False)
            return
        self._farewell()

    def _step(self) -> None:
        view = view_of(self.game, PERSON)
        if view.may_redeal and not self.game.given_up[PERSON] and self._yes("You hold three pairs. Deal again?"):
            self._apply(Redeal(PERSON))
        elif view.may_announce and self._yes("Your last tile makes an opening possible. Announce it?"):
            self._apply(Announce(PERSON))
        elif view.is_my_turn:
            self._persons_turn(view)
        else:
            self._apply(next_action(self.game, self.computers))

    def _persons_turn(self, view: View) -> None:
        self._headline(view)
        while True:
            try:
                self._apply(self.person.take_turn(view))
            except Refused as refused:
                self.console.print(f"  {refused} ({refused.refusal.rule})", style="yellow", highlight=False)
            else:
                return

    def _apply(self, action: Action) -> None:
        self.game = apply(self.game, action)
        self._save()
        self._tell(view_of(self.game, PERSON).history[-1])

    def _save(self) -> None:
        self.saver.save(record_of(self.game, self.names))

    def _yes(self, question: str) -> bool:
        return ask(f"{question} (yes/no) ", Deadline(None), ("yes", "no")).lower() in (
            "y",
            "yes",
            "j",
            "ja",
            "t",
            "tak",
        )

    # What the person reads

    def _welcome(self) -> None:
        profile = self.game.profile
        rules = format_rules(profile)
        self.console.print(
            f"\n[bold]Tilewise[/bold] · {profile.title}{f' · {rules}' if rules else ''}", highlight=False
        )
        self.console.print(f"{LEGEND}\nType 'help' for the words, 'draw' to draw a tile, 'done' to end your turn.")
        for drawn in self.game.start_draws:
            shown = Text("Who starts? ")
            for seat, tile in drawn.items():
                shown.append(f" {self.names[seat]} ")
                shown.append_text(tile_text(tile))
            self.console.print(shown)
        self.console.print(f"{self.names[self.game.starter]} {self._s(self.game.starter, 'start')}.", highlight=False)

    def _headline(self, view: View) -> None:
        others = []
        for seat, name in enumerate(self.names):
            state = "gone" if view.given_up[seat] else "opened" if view.opened[seat] else "not opened"
            others.append(f"{name} {view.rack_sizes[seat]} tiles, {state}")
        self.console.rule(f"Your turn · pool {view.pool_size}")
        self.console.print(" · ".join(others), highlight=False)
        if view.last_round is not None:
            self.console.print("The pool is empty: this is the last round.", style="bold")

    def _tell(self, seen: Seen) -> None:
        seat = seen.action.seat
        who = self.names[seat]
        match seen.action:
            case Play() if seen.wrong is None:
                told = Text(f"{who} {self._s(seat, 'place')} ") + tiles_text(seen.placed)
                if seen.opening_value is not None:
                    told.append(f" and {self._s(seat, 'open')} with {seen.opening_value}")
            case Play():
                told = Text(f"{who} played wrongly and {self._s(seat, 'draw')} {seen.drawn}: {seen.wrong}")
            case Draw():
                told = Text(f"{who} {self._s(seat, 'draw')} a tile ") + tiles_text(seen.drawn_tiles)
            case Pass():
                told = Text(f"{who} {self._s(seat, 'pass')}")
            case TimeOut():
                told = Text(f"{who} {self._s(seat, 'run')} out of time and {self._s(seat, 'draw')} {seen.drawn} ")
                told.append_text(tiles_text(seen.drawn_tiles))
            case Redeal():
                told = Text(f"{who} {self._s(seat, 'demand')} a redeal: everything is dealt again")
            case Announce():
                told = Text(f"{who} {self._s(seat, 'announce')} an opening for the next turn")
            case GiveUp():
                told = Text(f"{who} {self._s(seat, 'give')} up")
        self.console.print(Text("· ") + told)

    def _farewell(self) -> None:
        score = self.game.score
        assert score is not None  # noqa: S101  (only called at the end)
        ways = {"out": "with an empty rack", "pool": "with the lowest rack", "given-up": "as the last one left"}
        winners = " and ".join(self.names[seat] for seat in score.winners)
        verb = self._s(score.winners[0], "win") if len(score.winners) == 1 else "win"
        self.console.rule("The game is over")
        self.console.print(f"[bold]{winners} {verb}[/bold] {ways[score.ending]}.", highlight=False)
        width = max(map(len, self.names))
        for name, line in zip(self.names, score.scores, strict=True):
            sentence = str(line).partition(": ")[2]
            points = f"{signed(line.points):>6}"
            self.console.print(f"  {name:{width}} {points}  {sentence} ({line.counted.rule})", highlight=False)
        self.console.print(f"The record: {self.saver.path}", highlight=False)

    def _s(self, seat: int, verb: str) -> str:
        """You draw, the computer draws."""
        if seat == PERSON and self.names[PERSON] == "You":
            return verb
        return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def _computer_for(name: str) -> Player:
    """The computer player behind a name such as `Computer 1 (beginner)`."""
    match = re.search(r"\((\w+)\)$", name)
    return player_of(match[1] if match and match[1] in LEVELS else next(iter(LEVELS)))
