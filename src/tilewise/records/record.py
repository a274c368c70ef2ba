"""A record: everything that determines a game, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tilewise.errors import Refused, TilewiseError
from tilewise.fairness import FairDeal
from tilewise.game import Action, Game, apply, new_game
from tilewise.profiles import Profile
from tilewise.scoring import Ending

VERSION: Final = 1
LONGEST_NAME: Final = 40
"""Characters of a player's name."""


class RecordError(TilewiseError):
    """A record that is damaged, cut off or changed: the place, and what is wrong there."""

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        self.why = why
        super().__init__(f"{where}: {why}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str]]:
        return (RecordError, (self.where, self.why))


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game, its winners and the points by seat."""

    ending: Ending
    winners: tuple[int, ...]
    points: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down."""

    profile: Profile
    players: int
    seed: str
    starter: int | None
    """The starting seat, if a match determined it (S6)."""
    names: tuple[str, ...]
    """The players' names by seat; empty if they are not recorded."""
    actions: tuple[Action, ...]
    result: Result | None
    """None if the game is not over."""
    fair: FairDeal | None = None
    """The proof of the deal, for a game played on a server (docs/fairness.md). Reading a record does not check it."""

    def replay(self, places: Sequence[str] = ()) -> Game:
        """Return the game that the actions lead to; raises RecordError if an action is illegal or the result is wrong.

        `places` are the places of the actions and of the result in a file, for the error.
        """
        game = new_game(self.profile, self.players, self.seed, self.starter)
        for number, action in enumerate(self.actions):
            try:
                game = apply(game, action)
            except Refused as refused:
                where = places[number] if places else f"action {number + 1}"
                raise RecordError(where, f"{refused} ({refused.refusal.rule})") from None
        if result_of(game) != self.result:
            where = places[-1] if places else "result"
            raise RecordError(where, "the result is not what the actions lead to.")
        return game


def record_of(game: Game, names: Sequence[str] = (), fair: FairDeal | None = None) -> Record:
    """Return the record of a game, finished or not; raises TilewiseError for names that a record cannot hold.

    >>> from tilewise.game import Draw
    >>> from tilewise.profiles import PROFILES
    >>> game = new_game(PROFILES["jumbo"], 2, seed=1)
    >>> record_of(apply(game, Draw(game.turn))).replay().pool == game.pool[1:]
    True
    """
    return Record(
        profile=game.profile,
        players=game.players,
        seed=game.seed,
        starter=game.given_starter,
        names=checked_names(names, game.players),
        actions=game.actions,
        result=result_of(game),
        fair=fair,
    )


def result_of(game: Game) -> Result | None:
    """Return the result of a game, or None if it is not over."""
    score = game.score
    return Result(score.ending, score.winners, score.points) if score else None


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names: one for each seat, or none at all; raises TilewiseError."""
    if names and len(names) != players:
        raise TilewiseError(f"There are {len(names)} names for {players} players.")
    for name in names:
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
            raise TilewiseError(f"A name has 1 to {LONGEST_NAME} printable characters, not {name[:LONGEST_NAME]!r}.")
    return tuple(names)


def checked_seat(seat: int, players: int) -> int:
    """Return the seat if the game has it; raises TilewiseError."""
    if not 0 <= seat < players:
        raise TilewiseError(f"the seats are 0 to {players - 1}, not {seat}.")
    return seat
