"""What follows from a profile's fields and is told along with them: how many tiles, which examples."""

from __future__ import annotations

from typing import Any, Final

from tilewise.profiles import Profile
from tilewise.tiles import NUMBERED

RACKS: Final = (1, 5, 10, 15)
"""The racks of the example for an empty pool (C4)."""

MINUS: Final = "\N{MINUS SIGN}"


def facts_of(profile: Profile) -> dict[str, Any]:
    """Return what the templates may name: every field, and what follows from the fields.

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
        "scores": ", ".join(map(signed, pool_scores(profile))),
    }


def always_large(profile: Profile) -> bool:
    """Whether every number of players plays the large game (E1)."""
    return profile.large_game_from is not None and profile.large_game_from <= profile.min_players


def sometimes_large(profile: Profile) -> bool:
    """Whether some numbers of players play the large game and others do not (E1)."""
    start = profile.large_game_from
    return start is not None and profile.min_players < start <= profile.max_players


def pool_scores(profile: Profile) -> tuple[int, ...]:
    """Score the racks of the example, the lowest first, when the pool is empty (C4).

    >>> from tilewise.profiles import PROFILES
    >>> pool_scores(PROFILES["tm-toys"])
    (27, -4, -9, -14)
    """
    lowest, *others = RACKS
    if profile.pool_score == "all-minus":
        return tuple(-rack for rack in RACKS)
    off = lowest if profile.pool_score == "difference" else 0
    losses = [rack - off for rack in others]
    return (sum(losses), *(-loss for loss in losses))


def signed(score: int) -> str:
    """Write a score as on a score sheet, with its sign.

    >>> signed(27), signed(0)
    ('+27', '0')
    """
    return f"+{score}" if score > 0 else str(score).replace("-", MINUS)
