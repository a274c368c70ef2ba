"""The start draw and the deal (S1-S5): the only parts of a game that depend on chance."""

from __future__ import annotations

from collections import Counter

from tilewise.profiles import Profile
from tilewise.shuffle import shuffled
from tilewise.tiles import Tile, Tiles

StartDraw = dict[int, Tile]
"""The tile that each seat drew for the start, by seat."""


def draw_for_start(profile: Profile, players: int, seed: str) -> tuple[int, tuple[StartDraw, ...]]:
    """Return the starting seat, and the tiles drawn for it in each round (S1).

    Each seat draws a tile. The highest number starts; seats tied for the highest draw again, from all tiles.
    """
    box = tuple(profile.box(players).elements())
    rounds: list[StartDraw] = []
    seats = list(range(players))
    while len(seats) > 1:
        tiles = shuffled(box, seed, f"start/{len(rounds)}")
        drawn = dict(zip(seats, tiles, strict=False))
        rounds.append(drawn)
        highest = max(tile.number for tile in drawn.values())
        seats = [seat for seat, tile in drawn.items() if tile.number == highest]
    return seats[0], tuple(rounds)


def deal_tiles(profile: Profile, players: int, seed: str, redeals: int) -> tuple[tuple[Tiles, ...], Tiles]:
    """Return the racks by seat, and the pool in the order of drawing, after this many redeals (S3, S4)."""
    tiles = shuffled(profile.box(players).elements(), seed, f"deal/{redeals}")
    size = profile.rack_size
    racks = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size])) for seat in range(players))
    return racks, tiles[players * size :]


def pairs_in(rack: Tiles) -> Tiles:
    """Return one tile of each pair on a rack: equal numbered tiles, of which three also count as one pair (S5)."""
    return tuple(tile for tile, count in Counter(rack).items() if count > 1 and not tile.is_joker)
