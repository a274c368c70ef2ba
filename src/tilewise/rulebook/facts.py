"""The facts that the templates may name: a profile's fields, and what follows from them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from tilewise.points import signed
from tilewise.profiles import PROFILES, Profile
from tilewise.scoring import score_game
from tilewise.tiles import NUMBERED, parse_tiles

EXAMPLE_RACKS: Final = tuple(map(parse_tiles, ("r1", "r5", "r10", "b5 b10")))
"""The racks of the example for an empty pool, worth 1, 5, 10 and 15 (C4)."""

MINUS: Final = "\N{MINUS SIGN}"

ADVISED_CLOCKS: Final = (30, 40)
"""Seconds for a turn that a book suggests trying instead of its own; `clocks_advised` names them (U9)."""

PILE: Final = 7
"""Tiles in a pile; the books stack the tiles so before they are taken (S3)."""


def facts_of(profile: Profile) -> dict[str, Any]:
    """Return every field of a profile by name, and the facts that follow from the fields.

    >>> from tilewise.profiles import PROFILES
    >>> facts_of(PROFILES["tm-toys"])["large_tiles"]
    156
    """
    copies = profile.large_game_copies if always_large(profile) else profile.copies
    return profile.as_dict() | {
        "tiles": len(NUMBERED) * copies,
        "copies": copies,
        "large_tiles": len(NUMBERED) * profile.large_game_copies,
        "jokers": profile.large_game_jokers if always_large(profile) else profile.jokers,
        "piles": _piles(profile, profile.min_players),
        "large_piles": _piles(profile, profile.max_players),
        "rack_piles": profile.rack_size // PILE,
        "scores": _example_scores(profile.pool_score),
    }


def always_large(profile: Profile) -> bool:
    """Whether every number of players plays the large game (E1)."""
    return profile.large_game_from is not None and profile.large_game_from <= profile.min_players


def sometimes_large(profile: Profile) -> bool:
    """Whether some numbers of players play the large game and others do not (E1)."""
    start = profile.large_game_from
    return start is not None and profile.min_players < start <= profile.max_players


def _piles(profile: Profile, players: int) -> str:
    """Return the piles of the tiles for some players, such as 14 × 7 + 8; a single tile left over joins a pile."""
    piles, rest = divmod(profile.box(players).total(), PILE)
    if rest == 1:
        piles, rest = piles - 1, rest + PILE
    return f"{piles} × {PILE}" + (f" + {rest}" if rest else "")


@cache
def _example_scores(pool_score: str) -> str:
    """Return the scores of the example racks; it has four players, whatever the profile allows (C4)."""
    profile = PROFILES["international"].with_rules({"pool_score": pool_score})
    seats = len(EXAMPLE_RACKS)
    score = score_game(profile, EXAMPLE_RACKS, ending="pool", opened=[True] * seats, announced=[False] * seats)
    return ", ".join(map(signed, score.points)).replace("-", MINUS)
