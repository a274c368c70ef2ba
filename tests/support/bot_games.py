"""Games in a chosen position, for the tests of the computer players."""

from __future__ import annotations

from dataclasses import replace

from tilewise.game import Game, new_game
from tilewise.profiles import PROFILES, Profile
from tilewise.tiles import parse_table, parse_tiles


def game_at(
    rack: str,
    table: str = "",
    *,
    opened: bool = True,
    profile: Profile = PROFILES["international"],
    pool: str = "k1",
    other: str = "k2",
) -> Game:
    """Return a game of two players in which seat 0, with this rack, is to move."""
    return replace(
        new_game(profile, 2, seed=1, starter=0),
        racks=(tuple(sorted(parse_tiles(rack))), tuple(sorted(parse_tiles(other)))),
        table=parse_table(table),
        pool=parse_tiles(pool),
        opened=(opened, True),
    )
