"""Games with an empty pool (N2): who can still place a tile, who must, and when the game is over.

The answers come from the solver. It counts its work in states, never in seconds, so a replay gives the same result on
every machine. Where special jokers leave unproven whether a player could place anything, the player counts as one who
could but need not: then a round of passes decides.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tilewise.errors import Reason, Refusal
from tilewise.game.state import Game
from tilewise.profiles import Profile
from tilewise.solver import Solution, find_play
from tilewise.tiles import Table, Tiles

ENDS_STUCK: Final = frozenset(("stuck", "must-place"))
"""The values of `empty_pool` with which a game ends as soon as nobody could place anything."""


def pass_refusal(game: Game, seat: int) -> Refusal | None:
    """Return why a seat may not pass in its turn, or None if it may (U13, N2)."""
    if game.pool:
        return Refusal(Reason.POOL_NOT_EMPTY)
    if game.profile.empty_pool == "must-place" and _some_play(game, seat).placed:
        return Refusal(Reason.MUST_PLACE if game.opened[seat] else Reason.MUST_OPEN)
    return None


def is_played_out(game: Game) -> bool:
    """Return whether a game ends because its pool is empty (N2)."""
    playing = frozenset(game.playing)
    if game.pool:
        return False
    if game.last_round is not None:
        return not game.last_round & playing
    return playing <= game.passed or (game.profile.empty_pool in ENDS_STUCK and is_stuck(game))


def is_stuck(game: Game) -> bool:
    """Return whether it is proven that no player could place anything, or open."""
    # The next player first: the view of that seat needs the same answer.
    seats = sorted(game.playing, key=lambda seat: (seat - game.turn - 1) % game.players)
    return all(_is_proven_stuck(game, seat) for seat in seats)


def _is_proven_stuck(game: Game, seat: int) -> bool:
    found = _some_play(game, seat)
    return found.proven and not found.placed


def _some_play(game: Game, seat: int) -> Solution:
    opened = game.opened[seat]
    # An opening takes no notice of the table, so the answer stays the same while others play.
    return _cached_play(game.profile, game.table if opened else (), game.racks[seat], opened)


@lru_cache(256)
def _cached_play(profile: Profile, table: Table, rack: Tiles, opened: bool) -> Solution:
    """Cached: the end of a turn, the views after it and a pass ask for the same positions."""
    return find_play(profile, table, rack, opened)
