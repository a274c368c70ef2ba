"""A record: everything a game is made of, and the result it came to."""

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


class RecordError(TilewiseError):
    """A record that is damaged, cut off or changed; names where and why."""

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        self.why = why
        super().__init__(f"{where}: {why}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str]]:
        return (RecordError, (self.where, self.why))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    ending: Ending
    winners: tuple[int, ...]
    points: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game on paper."""

    profile: Profile
    players: int
    seed: str
    starter: int | None
    """The starting seat that a match had fixed (S6)."""
    names: tuple[str, ...]
    """By seat; empty if nobody was named."""
    actions: tuple[Action, ...]
    result: Result | None
    """None while the game is not over."""
    fair: FairDeal | None = None
    """What proves the deal of a server's game (docs/fairness.md). Reading a record does not judge it."""

    def replay(self, places: Sequence[str] = ()) -> Game:
        """Play the game again to its end; raises RecordError if an action or the result does not hold.

        `places` says where in a file each action stands and, last, where the result does.
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
    """Make the record of a game, finished or not; raises TilewiseError for names that cannot be written.

    >>> from tilewise.game import Draw
    >>> from tilewise.profiles import PROFILES
    >>> game = new_game(PROFILES["jumbo"], 2, seed=1)
    >>> record_of(apply(game, Draw(game.turn))).replay().pool == game.pool[1:]
    True
    """
    checked = check_names(names, game.players)
    result = result_of(game)
    return Record(game.profile, game.players, game.seed, game.given_starter, checked, game.actions, result, fair)


def result_of(game: Game) -> Result | None:
    """Return how a game ended; None while it is not over."""
    score = game.score
    return Result(score.ending, score.winners, score.points) if score else None


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names if they fit a record: none at all, or one for each seat; raises TilewiseError."""
    if names and len(names) != players:
        raise TilewiseError(f"There are {len(names)} names for {players} players.")
    for name in names:
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
            raise TilewiseError(f"A name has 1 to {LONGEST_NAME} printable characters, not {name[:LONGEST_NAME]!r}.")
    return tuple(names)
