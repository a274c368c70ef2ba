"""One deal, played by a lineup in all its seatings: the unit of work and of the statistics."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tilewise.arena.entrants import Entrant, factory_of
from tilewise.arena.external_player import ExternalPlayer
from tilewise.arena.lineups import Lineup, Pairing, lineups_of, seatings
from tilewise.bots import Budget, Clock, Fault, Player, play_out, player_seed
from tilewise.bots.budget import UNLIMITED
from tilewise.bots.games import PLAYER_ERRORS
from tilewise.game import Action, new_game
from tilewise.profiles import Profile
from tilewise.shuffle import checked_seed
from tilewise.view import View

DETAIL_START: Final = 100
"""Characters that are kept of the start of a fault's description, which says what is wrong."""

DETAIL_END: Final = 200
"""Characters that are kept of its end, where a program's traceback names the error."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: everything that the results follow from."""

    players: tuple[Entrant, ...]
    profile: Profile
    seats: int
    pairing: Pairing
    seed: str
    budget: Budget = UNLIMITED

    def __post_init__(self) -> None:
        self.profile.check_players(self.seats)
        checked_seed(self.deal_seed(10**9))
        lineups_of(self.pairing, len(self.players), self.seats)

    @property
    def lineups(self) -> list[Lineup]:
        """The lineups, each of which plays every deal."""
        return lineups_of(self.pairing, len(self.players), self.seats)

    def deal_seed(self, deal: int) -> str:
        """Return the seed of a deal."""
        return f"{self.seed}.{deal}"


class PlayerFaults(NamedTuple):
    """The faults of one kind that a player made in a game."""

    seat: int
    kind: str
    times: int
    first: str
    """What was wrong the first time, cut short."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of an arena."""

    seating: Lineup
    winners: tuple[int, ...]
    """Seats."""
    points: tuple[float, ...]
    """By seat."""
    turns: int
    faults: tuple[PlayerFaults, ...] = ()

    def share(self, seat: int) -> float:
        """Return 1 for the only winner, an equal share for one of several, 0 for the others."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True, slots=True)
class DealResult:
    """The games of one deal and one lineup."""

    deal: int
    lineup: int
    games: tuple[PlayedGame, ...]

    def score(self, player: int) -> float:
        """Return a player's wins, shared wins counting in part, as a share of the seats that it had."""
        shares = [game.share(seat) for game in self.games for seat, who in enumerate(game.seating) if who == player]
        return sum(shares) / len(shares)

    def points(self, player: int) -> float:
        """Return a player's mean points."""
        points = [game.points[seat] for game in self.games for seat, who in enumerate(game.seating) if who == player]
        return sum(points) / len(points)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        games = [
            {
                "seating": list(game.seating),
                "winners": list(game.winners),
                "points": list(game.points),
                "turns": game.turns,
                "faults": [list(fault) for fault in game.faults],
            }
            for game in self.games
        ]
        return {"deal": self.deal, "lineup": self.lineup, "games": games}

    @staticmethod
    def from_json(content: dict[str, Any]) -> DealResult:
        """Read what `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
        games = tuple(
            PlayedGame(
                tuple(map(int, game["seating"])),
                tuple(map(int, game["winners"])),
                tuple(map(float, game["points"])),
                int(game["turns"]),
                tuple(
                    PlayerFaults(int(seat), str(kind), int(times), str(first))
                    for seat, kind, times, first in game["faults"]
                ),
            )
            for game in content["games"]
        )
        return DealResult(int(content["deal"]), int(content["lineup"]), games)


Task = tuple[int, int]
"""A deal and a lineup, by their numbers."""


def play_task(tournament: Tournament, task: Task) -> DealResult:
    """Play one deal with one lineup in all its seatings. The result follows from the arguments alone.

    That holds as long as the players keep to it: a limit in seconds, or a program with dice of its own, breaks it.
    """
    deal, lineup = task
    seed = tournament.deal_seed(deal)
    seated = seatings(tournament.lineups[lineup], seed)
    return DealResult(deal, lineup, tuple(play_seating(tournament, seed, seating) for seating in seated))


def play_seating(tournament: Tournament, seed: str, seating: Lineup) -> PlayedGame:
    """Play one game. Faulty players lose turns, and their faults are counted."""
    game = new_game(tournament.profile, tournament.seats, seed)
    faults: defaultdict[tuple[int, str], list[str]] = defaultdict(list)

    def report(fault: Fault) -> None:
        faults[fault.seat, fault.kind.value].append(_shortened(fault.detail))

    with ExitStack() as stack:
        players = list(_seated_players(tournament, seed, seating))
        for player in players:
            if isinstance(player, ExternalPlayer):
                stack.enter_context(closing(player))
                player.start()
        game = play_out(game, players, lambda: Clock(tournament.budget, time.monotonic), report)
    score = game.score
    assert score is not None  # noqa: S101  (play_out ends the game)
    counted = tuple(
        PlayerFaults(seat, kind, len(details), details[0]) for (seat, kind), details in sorted(faults.items())
    )
    return PlayedGame(seating, score.winners, tuple(map(float, score.points)), len(game.history), counted)


def _shortened(detail: str) -> str:
    if len(detail) <= DETAIL_START + DETAIL_END:
        return detail
    return f"{detail[:DETAIL_START]} … {detail[-DETAIL_END:]}"


def _seated_players(tournament: Tournament, seed: str, seating: Lineup) -> Iterable[Player]:
    for seat, number in enumerate(seating):
        create = factory_of(tournament.players[number].spec)
        try:
            player = create(seat, tournament.profile, player_seed(seed, seat))
        except PLAYER_ERRORS as error:
            player = _Absent(error)
        yield player


class _Absent(Player):
    """Takes the seat of a player that could not be created, and loses all its turns."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error

    def choose(self, view: View, clock: Clock) -> Action:
        raise self._error
