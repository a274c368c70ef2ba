"""Simulations: games of policies in compiled code, for play-outs, training and measurements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from hashlib import sha256
from typing import Final, NamedTuple

from tilewise.errors import TilewiseError
from tilewise.game import Game
from tilewise.profiles import Profile
from tilewise.sets import Kind, TileSet, read_set
from tilewise.simulator.counted_game import SHARES
from tilewise.simulator.counted_position import COMPILED, MOST_TILES_PLACED
from tilewise.simulator.learned_value import FEATURES, Features
from tilewise.simulator.learned_weights import BIAS, UNITS
from tilewise.simulator.past_turns import idle_turns, last_placed
from tilewise.simulator.playouts import Playouts
from tilewise.simulator.policies import MOST_REDEALS, Policy
from tilewise.solver import COMPILED as SOLVER_COMPILED
from tilewise.solver import Goal, freed_jokers
from tilewise.solver.goals import NO_WEIGHTS, weights_of
from tilewise.tiles import FACES, JOKER, Table, Tiles

_ONE_EACH: Final = (1,) * len(FACES)
_RUN, _GROUP = 0, 1

Words = tuple[int, int, int, int]
"""A seed as four numbers of 32 bits."""


class Results(NamedTuple):
    """The results of many games, by seat."""

    games: int
    turns: int
    wins: tuple[Fraction, ...]
    """Games won; a shared win counts as a part of one."""
    points: tuple[Fraction, ...]


def is_supported(profile: Profile) -> bool:
    """Return whether the simulator knows all rules of a profile: all but special jokers.

    >>> from tilewise.profiles import PROFILES
    >>> is_supported(PROFILES["twist"])
    False
    """
    # A simulator that is interpreted cannot see the fields of a compiled solver.
    return COMPILED == SOLVER_COMPILED and not profile.has_special_jokers


def seed_words(seed: str) -> Words:
    """Return the numbers that stand for a seed."""
    digest = sha256(f"tilewise-simulator-1/{seed}".encode()).digest()
    first, second, third, fourth = (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 16, 4))
    return first, second, third, fourth


class Simulation(Playouts):
    """Plays games of one profile, one after the other; not for several threads at once.

    With `exact` it plays exactly as the same players at a table. Otherwise it never waits for the exact solver under
    U7, and makes a good play that leaves the jokers on the table alone, in the rare cases that need it.

    Raises TilewiseError if the profile is not supported, or not for that many players.

    >>> from tilewise.profiles import PROFILES
    >>> from tilewise.simulator.policies import POLICIES
    >>> simulation = Simulation(PROFILES["jumbo"], [POLICIES["wait"], POLICIES["solid"]])
    >>> results = simulation.play(20, seed="1")
    >>> results.games, sum(results.wins) == 20
    (20, True)
    """

    def __init__(self, profile: Profile, policies: Sequence[Policy], exact: bool = False) -> None:
        super().__init__()
        if not is_supported(profile):
            raise TilewiseError(f"The simulator does not know all rules of {profile.name}.")
        profile.check_players(len(policies))
        self.profile = profile
        self.seats = len(policies)
        self.set_rules(asdict(profile), exact)
        self.set_policies(policies)
        self.set_network(UNITS, BIAS)
        box = [int(tile) for tile in profile.box(self.seats).elements()]
        self.set_box(box, profile.rack_size, profile.redeal_pairs or 0, MOST_REDEALS)

    def play(self, games: int, seed: str) -> Results:
        """Deal and play games; the same seed gives the same games. Raises TilewiseError for a negative number."""
        if games < 0:
            raise TilewiseError(f"Choose a number of games from 0 on, not {games}.")
        wins, points, turns = self.play_games(self.seats, games, seed_words(seed))
        return Results(games, turns, _in_whole(wins), _in_whole(points))

    def try_decisions(self, seat: int, trials: int, seed: str) -> list[tuple[Features, Fraction]]:
        """Let a seat with a learned value open and wait, in the same decision of the same game; for training.

        Returns for one decision of each game its features, and what opening won more than waiting. Games without a
        decision are left out.
        """
        features, results = self.play_trials(self.seats, seat, trials, seed_words(seed))
        return [
            (Features(*features[at * FEATURES : (at + 1) * FEATURES]), Fraction(result, SHARES))
            for at, result in enumerate(results)
        ]

    def load(self, game: Game) -> None:
        """Continue a game of the same profile from where it is; raises TilewiseError for any other."""
        if game.profile != self.profile or game.players != self.seats or game.is_over:
            raise TilewiseError(f"Choose a game of {self.profile.name} with {self.seats} players that is not over.")
        self.set_position(
            game.racks,
            game.pool,
            [encoded_set(tiles) for tiles in game.table],
            game.turn,
            game.opened,
            game.announced,
            game.given_up,
            game.passed,
            game.last_round,
            idle_turns(game.history, game.players),
            last_placed(game.history),
        )

    @property
    def table_now(self) -> Table:
        """The sets on the table."""
        table: Table = self.table_of(FACES)
        return table

    @property
    def winners_and_points(self) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
        """The seats of the winners, and the points by seat, once the game is over."""
        winners, points = self.result()
        return tuple(winners), _in_whole(points)

    def answer_exactly(
        self, faces: Sequence[int], goal: int, everything: bool
    ) -> tuple[Tiles, list[tuple[int, int, int, int, int]]] | None:
        """Return the play of the exact solver (U7), of all tiles if `everything`; None if there is none."""
        tiles, rule = tuple(FACES[face] for face in faces), self.profile.freed_joker
        if everything:
            answer = freed_jokers.solve(self.table_now, (), NO_WEIGHTS, tiles, rule)
        else:
            weights = weights_of(Goal.TILES, self.profile) if goal == MOST_TILES_PLACED else _ONE_EACH
            answer = freed_jokers.solve(self.table_now, tiles, weights, (), rule)
        if answer is None or not answer.placed:
            return None
        return answer.placed, [encoded_set(tiles) for tiles in answer.table]


def encoded_set(tiles: Tiles) -> tuple[int, int, int, int, int]:
    """Return a set as the kernel knows it: kind, number, size, colours and jokers; raises TilewiseError if it is none.

    >>> from tilewise.tiles import parse_tiles
    >>> encoded_set(parse_tiles("r3 J r5")), encoded_set(parse_tiles("k7 b7 J"))
    ((0, 3, 3, 1, 2), (1, 7, 3, 5, 1))
    """
    reading = read_set(tiles)
    if not isinstance(reading, TileSet):
        raise TilewiseError("A table consists of sets.")
    numbered = [(place, tile) for place, tile in enumerate(reading.tiles) if tile < JOKER]
    size, jokers = len(tiles), len(tiles) - len(numbered)
    if not numbered:
        return _GROUP, 13, size, 0, jokers
    place, tile = numbered[0]
    if reading.kind is Kind.RUN:
        places = sum(1 << at for at, other in enumerate(reading.tiles) if other == JOKER)
        return _RUN, tile.number - place, size, int(tile.colour or 0), places
    return _GROUP, tile.number, size, sum(1 << (other.colour or 0) for _, other in numbered), jokers


def _in_whole(shares: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(share, SHARES) for share in shares)
