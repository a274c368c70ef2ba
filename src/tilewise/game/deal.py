"""Who starts, and which tiles everybody gets (S1-S5). All chance of a game is here."""

from __future__ import annotations

from collections import Counter

from tilewise.profiles import Profile
from tilewise.shuffle import shuffled
from tilewise.tiles import Tile, Tiles

StartDraw = dict[int, Tile]
"""The tile that each seat turned up, by seat."""


def draw_for_start(profile: Profile, players: int, seed: str) -> tuple[int, tuple[StartDraw, ...]]:
    """Let everybody turn up a tile; the highest number starts, and the tied highest draw again (S1).

    Returns the starting seat and what was turned up in each round; the tiles go back and are mixed after each.
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
    """Mix all tiles and deal; returns the racks by seat and the pool in the order of drawing (S3, S4)."""
    tiles = shuffled(profile.box(players).elements(), seed, f"deal/{redeals}")
    size = profile.rack_size
    racks = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size])) for seat in range(players))
    return racks, tiles[players * size :]


def pairs_in(rack: Tiles) -> Tiles:
    """One tile of each pair on a rack: alike in number and colour; three copies are one pair, jokers none (S5)."""
    return tuple(tile for tile, count in Counter(rack).items() if count > 1 and not tile.is_joker)
