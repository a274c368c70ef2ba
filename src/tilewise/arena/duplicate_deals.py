"""One deal, played by a lineup in all its seatings: the unit of work and of the statistics."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tilewise.arena.entrants import Entrant, factory_of
from tilewise.arena.external_player import ExternalPlayer
from tilewise.arena.lineups import Lineup, Pairing, lineups_of, seatings
from tilewise.bots import Budget, Clock, Fault, Player, play_out, player_seed
from tilewise.bots.budget import UNLIMITED
from tilewise.bots.games import PLAYER_ERRORS
from tilewise.errors import TilewiseError
from tilewise.game import Action, new_game
from tilewise.json_fields import Fields, is_whole
from tilewise.profiles import Profile
from tilewise.shuffle import checked_seed
from tilewise.view import View

LAST_DEAL: Final = 10**9
"""The greatest number of a deal."""

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
        checked_seed(self.deal_seed(LAST_DEAL))
        lineups_of(self.pairing, len(self.players), self.seats)

    @property
    def lineups(self) -> list[Lineup]:
        """The lineups, each of which plays every deal."""
        return lineups_of(self.pairing, len(self.players), self.seats)

    def deal_seed(self, deal: int) -> str:
        """Return the seed of a deal."""
        return f"{self.seed}.{deal}"

    def check_result(self, result: DealResult) -> None:
        """Raise TilewiseError for a result of other lineups or seats."""
        lineup = sorted(self.lineups[result.lineup]) if result.lineup < len(self.lineups) else None
        if any(sorted(game.seating) != lineup for game in result.games):
            raise TilewiseError("Its players or seats are not those that this folder is for.")


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
    def from_json(content: object) -> DealResult:
        """Read what `to_json` wrote; raises TilewiseError for anything else."""
        fields = Fields(content, "A result")
        games = tuple(_game_from(Fields(game, "A game")) for game in fields.items("games"))
        result = DealResult(fields.whole("deal"), fields.whole("lineup"), games)
        if not 1 <= result.deal <= LAST_DEAL or result.lineup < 0 or not games:
            raise TilewiseError("It needs a deal, a lineup and games.")
        return result

    def faults_of(self, player: int) -> Iterator[PlayerFaults]:
        """Yield a player's faults."""
        for game in self.games:
            for fault in game.faults:
                if game.seating[fault.seat] == player:
                    yield fault


def _game_from(fields: Fields) -> PlayedGame:
    seating, winners, points = fields.wholes("seating"), fields.wholes("winners"), fields.items("points")
    seats = range(len(seating))
    if not winners or len({*winners} & {*seats}) != len(winners):
        raise TilewiseError("A game's winners must be different seats of it.")
    if len(points) != len(seating) or not all(map(_is_number, points)):
        raise TilewiseError("A game needs a number of points for each seat.")
    faults = fields.items("faults")
    if not all(_is_faults(fault) and fault[0] in seats for fault in faults):
        raise TilewiseError("A game's faults must be lists of a seat, a kind, a number and a description.")
    return PlayedGame(
        tuple(seating),
        tuple(winners),
        tuple(map(float, points)),
        fields.whole("turns"),
        tuple(PlayerFaults(*fault) for fault in faults),
    )


def _is_number(value: object) -> bool:
    """Return False for what Python's JSON also reads: NaN, infinity and whole numbers too large for a float."""
    return isinstance(value, int | float) and abs(value) <= sys.float_info.max


def _is_faults(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == len(PlayerFaults._fields)
        and all(map(is_whole, value[::2]))
        and all(isinstance(text, str) for text in value[1::2])
    )


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
