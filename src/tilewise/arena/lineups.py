"""Lineups and seatings: who meets whom, and in which seats.

A lineup says which players share a table, and each deal is played by it in several seatings. The tiles, the pool and
the starting seat stay the same, only the players move, so that luck with the tiles favours nobody.

Up to 24 different seatings are all played: both of two players, all six of three and all 24 of four; one player among
equal ones has as many as there are seats. Five and six different players would have 120 and 720. They play the
rotations of an order and of its mirror image, so that each sits in each seat equally often, after and before the same
neighbours; the order changes from deal to deal.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, Literal

from tilewise.errors import TilewiseError
from tilewise.shuffle import chance

Lineup = tuple[int, ...]
"""The players at a table, by their numbers; a number may occur several times."""

Pairing = Literal["crosstable", "gauntlet", "mixed"]

PAIRINGS: Final = {
    "crosstable": "each player alone among copies of each other player",
    "gauntlet": "only the first player alone among copies of each other player",
    "mixed": "each choice of different players",
}
"""Who meets whom, in words."""

MOST_SEATINGS: Final = 24
"""All seatings of a lineup are played if there are no more than this."""


def lineups_of(pairing: Pairing, players: int, seats: int) -> list[Lineup]:
    """Return the lineups of a pairing; raises TilewiseError if there are too few players.

    >>> lineups_of("crosstable", 2, seats=3)
    [(0, 1, 1), (1, 0, 0)]
    >>> lineups_of("mixed", 3, seats=2)
    [(0, 1), (0, 2), (1, 2)]
    """
    if players < 2:
        raise TilewiseError("An arena needs at least two players: repeat --player.")
    if pairing == "mixed":
        if players < seats:
            raise TilewiseError(f"A mixed table of {seats} seats needs {seats} different players, not {players}.")
        return list(combinations(range(players), seats))
    heroes = range(players) if pairing == "crosstable" else range(1)
    met = [(hero, *[other] * (seats - 1)) for hero in heroes for other in range(players) if other != hero]
    # With two seats both players are alone, so that each pair needs only one lineup.
    return [lineup for lineup in met if seats > 2 or lineup[0] < lineup[1]]


def seatings(lineup: Lineup, deal_seed: str) -> list[Lineup]:
    """Return the seatings in which a lineup plays a deal: the player of each seat.

    >>> seatings((0, 1, 1), "1")
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    if _arrangements(lineup) <= MOST_SEATINGS:
        return sorted(set(permutations(lineup)))
    order = sorted(lineup, key=lambda player: chance(deal_seed, f"order/{player}"))
    return [*_rotations(order), *_rotations(order[::-1])]


def _arrangements(lineup: Lineup) -> int:
    """Return how many different seatings a lineup has."""
    return math.factorial(len(lineup)) // math.prod(math.factorial(count) for count in Counter(lineup).values())


def _rotations(order: Sequence[int]) -> Iterator[Lineup]:
    for first in range(len(order)):
        yield (*order[first:], *order[:first])
