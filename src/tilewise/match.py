"""A match over several games, and its standings (S6, C5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tilewise.errors import TilewiseError
from tilewise.game import Game, new_game
from tilewise.profiles import Profile, RulesError, RulesReason
from tilewise.shuffle import checked_seed

MOST_GAMES = 1000


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a match remembers of a game."""

    points: tuple[Fraction, ...]
    winners: tuple[int, ...]
    starter: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's place in a match."""

    seat: int
    rank: int
    """From 1; equal in everything is a shared place."""
    points: Fraction
    games_won: int
    """Also the big points, where a match is decided by those."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: a value that never changes; `with_game` gives the next one.

    >>> from tilewise.profiles import PROFILES
    >>> match = new_match(PROFILES["tm-toys"], players=3, seed=5, games=3)
    >>> match.next_game().seed
    '5.1'
    """

    profile: Profile
    players: int
    seed: str
    games: int
    """How many games are played."""
    results: tuple[GameResult, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return len(self.results) == self.games

    def next_game(self) -> Game:
        """Begin the next game: its seed follows from the match's, its starter from the last game (S6)."""
        if self.is_over:
            raise TilewiseError(f"The match is over: all {self.games} games are played.")
        starter = None
        if self.results and self.profile.next_starter == "left-of-last":
            starter = (self.results[-1].starter + 1) % self.players
        return new_game(self.profile, self.players, f"{self.seed}.{len(self.results) + 1}", starter)

    def with_game(self, game: Game) -> Match:
        """Return the match with a finished game counted; raises TilewiseError if it is not the next one."""
        expected = self.next_game()
        if (game.profile, game.players, game.seed, game.starter) != (
            expected.profile,
            expected.players,
            expected.seed,
            expected.starter,
        ):
            raise TilewiseError("This game is not the next one of the match.")
        if game.score is None:
            raise TilewiseError("This game is not over yet.")
        result = GameResult(game.score.points, game.score.winners, game.starter)
        return replace(self, results=(*self.results, result))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings by seat."""
        return standings(self.profile, self.players, self.results)


def games_per_round(profile: Profile, players: int) -> int:
    """How many games a match is a multiple of: by games won, it is played in whole rounds (C5).

    >>> from tilewise.profiles import PROFILES
    >>> games_per_round(PROFILES["tm-toys"], 4), games_per_round(PROFILES["jumbo"], 4)
    (1, 1)
    """
    return players if profile.match_by == "games-won" else 1


def new_match(profile: Profile, players: int, seed: int | str, games: int) -> Match:
    """Begin a match; raises RulesError for a number of games or players that the profile does not allow."""
    profile.check_players(players)
    if not 1 <= games <= MOST_GAMES:
        raise RulesError(RulesReason.WRONG_GAMES, {"most": MOST_GAMES, "games": games})
    if games % games_per_round(profile, players):
        raise RulesError(RulesReason.NOT_WHOLE_ROUNDS, {"players": players, "games": games})
    # Room for the number of the game behind the seed of the match.
    checked_seed(f"{seed}.{games}")
    return Match(profile, players, checked_seed(seed), games)


def standings(profile: Profile, players: int, results: Sequence[GameResult]) -> tuple[Standing, ...]:
    """Rank the seats after some games (C5).

    >>> from tilewise.profiles import PROFILES
    >>> games = [GameResult((Fraction(24), Fraction(-24)), (0,)), GameResult((Fraction(-30), Fraction(30)), (1,))]
    >>> [(s.rank, str(s.points)) for s in standings(PROFILES["jumbo"], 2, games)]
    [(2, '-6'), (1, '6')]
    """
    points = [sum((result.points[seat] for result in results), Fraction()) for seat in range(players)]
    won = [sum(seat in result.winners for result in results) for seat in range(players)]
    if profile.match_by == "score":
        order = [(points[seat], Fraction()) for seat in range(players)]
    else:
        order = [(Fraction(won[seat]), points[seat]) for seat in range(players)]
    return tuple(
        Standing(seat, 1 + sum(other > order[seat] for other in order), points[seat], won[seat])
        for seat in range(players)
    )
