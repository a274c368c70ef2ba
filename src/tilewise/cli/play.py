"""`tilewise play`: a game in the terminal, one person against computer players."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from tilewise.bots import WEAKEST_LEVEL, Budget, Clock, Player, notify, rejoin, seat_player, supervised_step
from tilewise.cli.arguments import profile_from, reject_together
from tilewise.cli.console import PlainConsole
from tilewise.cli.narrator import PERSON, Narrator, level_in_name
from tilewise.cli.prompt import Quit, ask_yes_no
from tilewise.cli.save_file import SaveFile, check_unused, default_path, load_record, move_aside
from tilewise.cli.turn_prompt import TurnPrompt
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Game, Redeal, apply, new_game, refusal_of
from tilewise.records import record_of
from tilewise.records.record import checked_names
from tilewise.view import View, view_of

DEFAULT_OPPONENTS: Final = 3
MOST_OPPONENTS: Final = 5

BUDGET: Final = Budget(seconds=1.0)
"""What a computer player may think about one action."""

_PAIRS: Final = ("a pair", "two pairs", "three pairs", "four pairs", "five pairs", "six pairs", "seven pairs")


def run_play(options: argparse.Namespace) -> int:
    """Play a new game or continue a saved one; raises TilewiseError for options that cannot be used."""
    game, names = _new_game(options) if options.resume is None else _saved_game(options)
    if game.is_over:
        raise TilewiseError("This game is over. 'tilewise replay' shows it.")
    path = Path(options.save or options.resume or default_path())
    save_file = SaveFile(path, is_default=not (options.save or options.resume))
    if options.save:
        check_unused(path)
        save_file.write(record_of(game, names))
    elif options.resume is None and (notice := move_aside(path)):
        print(notice, file=sys.stderr)
    TerminalGame(PlainConsole(), game, names, save_file).play()
    return 0


def _new_game(options: argparse.Namespace) -> tuple[Game, tuple[str, ...]]:
    profile = profile_from(options)
    opponents = min(DEFAULT_OPPONENTS, profile.max_players - 1) if options.opponents is None else options.opponents
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise TilewiseError(f"You play against 1 to {MOST_OPPONENTS} computer players, not {opponents}.")
    seed = str(secrets.randbelow(10**9)) if options.seed is None else options.seed
    game = new_game(profile, 1 + opponents, seed)
    person = "You" if options.name is None else options.name
    return game, checked_names(_names(person, game.players, options.level or WEAKEST_LEVEL), game.players)


def _saved_game(options: argparse.Namespace) -> tuple[Game, tuple[str, ...]]:
    reject_together(options, "resume", ("profile", "rule", "opponents", "level", "seed", "name"))
    record = load_record(options.resume or str(default_path()))
    return record.replay(), record.names or _names("You", record.players, WEAKEST_LEVEL)


def _names(person: str, players: int, level: str) -> tuple[str, ...]:
    return (person, *(f"Computer {seat} ({level})" for seat in range(1, players)))


def _new_clock() -> Clock:
    return Clock(BUDGET, time.monotonic)


class _Person(Player):
    """The person's place among the players. Their actions are typed, so none is ever computed."""

    def choose(self, view: View, clock: Clock) -> Action:
        raise AssertionError("The person's turn is typed.")

    def choose_out_of_turn(self, view: View, clock: Clock) -> Action | None:
        return None


class TerminalGame:
    """A game that is being played in the terminal."""

    def __init__(self, console: Console, game: Game, names: tuple[str, ...], save_file: SaveFile) -> None:
        self.console = console
        self.game = game
        self.names = names
        self.save_file = save_file
        self.narrator = Narrator(console, names)
        self.turn_prompt = TurnPrompt(console)
        self.players: list[Player] = [
            _Person() if seat == PERSON else self._computer_player(seat) for seat in range(len(names))
        ]
        self._last_offer: object = None
        """The last action out of turn that the person was asked about, with the rack that allowed it."""

    def _computer_player(self, seat: int) -> Player:
        level = level_in_name(self.names[seat]) or WEAKEST_LEVEL
        return rejoin(seat_player(level, self.game, seat), view_of(self.game, seat))

    def play(self) -> None:
        """Play to the end, or until the person quits."""
        self._save()
        try:
            self.narrator.print_welcome(self.game)
            while not self.game.is_over:
                self._step()
        except Quit:
            self._print_how_to_resume()
        except KeyboardInterrupt:
            self._print_how_to_resume()
            raise
        else:
            self.narrator.print_result(self.game, self.save_file.path if self.save_file.is_saved else None)

    def _step(self) -> None:
        view = view_of(self.game, PERSON)
        action = self._ask_out_of_turn(view)
        if action is None and view.is_my_turn:
            self.narrator.print_turn_header(view)
            action = self.turn_prompt.take_turn(view, partial(refusal_of, self.game))
        if action is None:
            self._continue_with(supervised_step(self.game, self.players, _new_clock, self.narrator.print_fault))
        else:
            self._continue_with(apply(self.game, action))

    def _ask_out_of_turn(self, view: View) -> Action | None:
        """Offer a redeal once for every deal (S5) and an announcement once for every drawn tile (C3)."""
        if view.may_redeal:
            offer: Action = Redeal(PERSON)
            question = f"You hold {_PAIRS[(view.profile.redeal_pairs or 1) - 1]}. Deal again?"
        elif view.may_announce:
            offer, question = Announce(PERSON), "With the tile you drew you can open next turn. Announce it?"
        else:
            return None
        if self._last_offer == (offer, view.rack):
            return None
        self.turn_prompt.show_rack(view, view.rack)
        is_accepted = ask_yes_no(question)
        self._last_offer = (offer, view.rack)
        return offer if is_accepted else None

    def _continue_with(self, game: Game) -> None:
        self.game = game
        self._save()
        notify(game, self.players, self.narrator.print_fault)
        done = view_of(self.game, PERSON, last=1).history[-1]
        self.narrator.print_action(done)
        if done.last_tile and not self.game.is_over:
            self.narrator.print_empty_pool(self.game.profile)

    def _save(self) -> None:
        self.save_file.save(record_of(self.game, self.names))

    def _print_how_to_resume(self) -> None:
        self.console.print()
        if self.save_file.is_saved:
            self.console.print(f"The game is saved. To continue: {self.save_file.resume_command}", soft_wrap=True)
        else:
            self.console.print("The game is lost: it could not be saved.")
