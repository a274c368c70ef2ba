"""The profiles and numbers of players with which tests play whole games."""

from __future__ import annotations

from typing import Final

from tests.support.effort import THOROUGH
from tilewise.profiles import PROFILES

EVERY_SEATING: Final = [(name, players) for name, profile in PROFILES.items() for players in profile.player_counts]

SEATINGS: Final = (
    EVERY_SEATING
    if THOROUGH
    else [
        (name, profile.player_counts[index % len(profile.player_counts)])
        for index, (name, profile) in enumerate(PROFILES.items())
    ]
)
"""Every seating in `make test-all`; in `make test` one of each profile, with two to five players."""
