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
    """The result of one game, as far as a match needs it."""

    points: tuple[Fraction, ...]
    winners: tuple[int, ...]
    starter: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's place in a match."""

    seat: int
    rank: int
    """From 1; seats with equal results share a rank."""
    points: Fraction
    games_won: int
    """Also the number of big points (C5)."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment: an immutable value; `with_game` returns the next one.

    >>> from tilewise.profiles import PROFILES
    >>> match = new_match(PROFILES["tm-toys"], players=3, seed=5, games=3)
    >>> match.next_game().seed
    '5.1'
    """

    profile: Profile
    players: int
    seed: str
    games: int
    """How many games the match has."""
    results: tuple[GameResult, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
        return len(self.results) == self.games

    def next_game(self) -> Game:
        """Return the next game, dealt; its seed follows from the match, its starter from the last game (S6).

        Raises TilewiseError if the match is over.
        """
        if self.is_over:
            raise TilewiseError(f"The match is over: all {self.games} games have been played.")
        starter = None
        if self.results and self.profile.next_starter == "left-of-last":
            starter = (self.results[-1].starter + 1) % self.players
        return new_game(self.profile, self.players, f"{self.seed}.{len(self.results) + 1}", starter)

    def with_game(self, game: Game) -> Match:
        """Return the match after a finished game; raises TilewiseError unless that is its next game."""
        expected = self.next_game()
        if (game.profile, game.players, game.seed, game.starter) != (
            expected.profile,
            expected.players,
            expected.seed,
            expected.starter,
        ):
            raise TilewiseError("This is not the next game of the match.")
        if game.score is None:
            raise TilewiseError("This game is not over yet.")
        result = GameResult(game.score.points, game.score.winners, game.starter)
        return replace(self, results=(*self.results, result))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The current standings, by seat."""
        return standings(self.profile, self.players, self.results)


def games_per_round(profile: Profile, players: int) -> int:
    """Return how many games make a round; a match decided by games won consists of whole rounds (C5).

    >>> from tilewise.profiles import PROFILES
    >>> games_per_round(PROFILES["tm-toys"], 4), games_per_round(PROFILES["jumbo"], 4)
    (1, 1)
    """
    return players if profile.match_by == "games-won" else 1


def new_match(profile: Profile, players: int, seed: int | str, games: int) -> Match:
    """Return a new match; raises RulesError for a number of games or players that the profile does not allow."""
    profile.check_players(players)
    if not 1 <= games <= MOST_GAMES:
        raise RulesError(RulesReason.WRONG_GAMES, {"most": MOST_GAMES, "games": games})
    if games % games_per_round(profile, players):
        raise RulesError(RulesReason.NOT_WHOLE_ROUNDS, {"players": players, "games": games})
    # The longest seed of a game: that of the match, followed by the number of the game.
    checked_seed(f"{seed}.{games}")
    return Match(profile, players, checked_seed(seed), games)


def standings(profile: Profile, players: int, results: Sequence[GameResult]) -> tuple[Standing, ...]:
    """Return the standings after some games, by seat (C5).

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
