"""A game in the terminal: one person against computer players."""

from __future__ import annotations

import argparse
import secrets
import sys
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from tilewise.bots import WEAKEST_LEVEL, Player, next_action, seat_player
from tilewise.cli.arguments import refuse_together, rules_from
from tilewise.cli.console import PlainConsole
from tilewise.cli.narrator import PERSON, Narrator, level_in
from tilewise.cli.prompt import Quit, ask_yes_no
from tilewise.cli.save_file import Saver, check_free, default_save, load_record, set_aside
from tilewise.cli.turn_prompt import TurnTaker
from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Game, Redeal, apply, new_game
from tilewise.game.transitions import refusal_of
from tilewise.records import record_of
from tilewise.records.record import check_names
from tilewise.view import View, view_of

MOST_OPPONENTS: Final = 5

_PAIRS: Final = ("a pair", "two pairs", "three pairs", "four pairs", "five pairs", "six pairs", "seven pairs")


def run_play(chosen: argparse.Namespace) -> int:
    """`tilewise play`."""
    game, names = _new_game(chosen) if chosen.resume is None else _kept_game(chosen)
    if game.is_over:
        raise TilewiseError("This game is over; 'tilewise replay' shows it.")
    path = Path(chosen.save or chosen.resume or default_save())
    saver = Saver(path, is_default=not (chosen.save or chosen.resume))
    if chosen.save:
        check_free(path)
        saver.write(record_of(game, names))
    elif chosen.resume is None and (kept := set_aside(path)):
        print(kept, file=sys.stderr)
    PlayedGame(PlainConsole(), game, names, saver).play()
    return 0


def _new_game(chosen: argparse.Namespace) -> tuple[Game, tuple[str, ...]]:
    profile = rules_from(chosen)
    opponents = min(3, profile.max_players - 1) if chosen.opponents is None else chosen.opponents
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise TilewiseError(f"You play against 1 to {MOST_OPPONENTS} computer players, not {opponents}.")
    seed = str(secrets.randbelow(10**9)) if chosen.seed is None else chosen.seed
    game = new_game(profile, 1 + opponents, seed)
    person = "You" if chosen.name is None else chosen.name
    return game, check_names(_names(person, game.players, chosen.level or WEAKEST_LEVEL), game.players)


def _kept_game(chosen: argparse.Namespace) -> tuple[Game, tuple[str, ...]]:
    refuse_together(chosen, "resume", ("profile", "rule", "opponents", "level", "seed", "name"))
    record = load_record(chosen.resume or str(default_save()))
    return record.replay(), record.names or _names("You", record.players, WEAKEST_LEVEL)


def _names(person: str, players: int, level: str) -> tuple[str, ...]:
    return (person, *(f"Computer {seat} ({level})" for seat in range(1, players)))


class _Asked:
    """The person among the computer players: asked at the terminal, never by the program."""

    def choose(self, view: View) -> Action:
        raise AssertionError("The person's turn is typed.")

    def choose_out_of_turn(self, view: View) -> Action | None:
        return None


class PlayedGame:
    """A game while it is being played in a terminal."""

    def __init__(self, console: Console, game: Game, names: tuple[str, ...], saver: Saver) -> None:
        self.console = console
        self.game = game
        self.names = names
        self.saver = saver
        self.teller = Narrator(console, names)
        self.person = TurnTaker(console)
        self.players: list[Player] = [
            _Asked() if seat == PERSON else seat_player(level_in(name) or WEAKEST_LEVEL, game.seed, seat)
            for seat, name in enumerate(names)
        ]
        self._answered: object = None
        """The last claim that the person was asked about, with the rack that allowed it."""

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        self._save()
        try:
            self.teller.welcome(self.game)
            while not self.game.is_over:
                self._step()
        except Quit:
            self._say_where()
        except KeyboardInterrupt:
            self._say_where()
            raise
        else:
            self.teller.farewell(self.game, self.saver.path if self.saver.is_kept else None)

    def _step(self) -> None:
        view = view_of(self.game, PERSON)
        action = self._claim(view)
        if action is None and view.is_my_turn:
            self.teller.headline(view)
            action = self.person.take_turn(view, partial(refusal_of, self.game))
        self._apply(action or next_action(self.game, self.players))

    def _claim(self, view: View) -> Action | None:
        """What the person claims out of turn, asked once for every deal (S5) and every drawn tile (C3)."""
        if view.may_redeal:
            claim: Action = Redeal(PERSON)
            question = f"You hold {_PAIRS[(view.profile.redeal_pairs or 1) - 1]}. Deal again?"
        elif view.may_announce:
            claim, question = Announce(PERSON), "Your last tile makes an opening possible. Announce it?"
        else:
            return None
        if self._answered == (claim, view.rack):
            return None
        self.person.show_rack(view, view.rack)
        said_yes = ask_yes_no(question)
        self._answered = (claim, view.rack)
        return claim if said_yes else None

    def _apply(self, action: Action) -> None:
        self.game = apply(self.game, action)
        self._save()
        self.teller.tell(view_of(self.game, PERSON).history[-1])

    def _save(self) -> None:
        self.saver.save(record_of(self.game, self.names))

    def _say_where(self) -> None:
        self.console.print()
        if self.saver.is_kept:
            self.console.print(f"The game is kept: {self.saver.resuming}", soft_wrap=True)
        else:
            self.console.print("The game is lost: it could not be saved.")
