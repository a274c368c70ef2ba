"""A player with moods: how long it holds its tiles back differs from game to game.

Between a player who waits until its whole rack fits and one who waits for a while lies a wide gap with nothing in it:
waiting for longer is not always stronger (docs/players.md). A player who waits to the end in some games is in the
middle, and nobody can tell from its first turns what it is up to.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewise.bots.player import Player, PlayerFactory
from tilewise.profiles import Profile
from tilewise.shuffle import chance


def by_mood(moods: Sequence[PlayerFactory], seat: int, profile: Profile, seed: str) -> Player:
    """Create one of several players for a whole game, each of them equally often; the seed decides."""
    return moods[int(chance(seed, "mood") * len(moods))](seat, profile, seed)
