"""What a player can do. Actions are public: which tile was drawn is not part of one."""

from __future__ import annotations

from dataclasses import dataclass

from tilewise.tiles import Table


@dataclass(frozen=True, slots=True)
class Play:
    """End the turn with this table (U1, U6)."""

    seat: int
    table: Table


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one tile and end the turn (U1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Place nothing while the pool is empty, and end the turn (U13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Run out of time, which ends the turn (U10)."""

    seat: int
    moved: bool
    """Whether the player had already moved a tile."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Demand that all tiles are mixed and dealt again (S5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce an opening for the next turn (C3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up the game; the others continue."""

    seat: int


Action = Play | Draw | Pass | TimeOut | Redeal | Announce | GiveUp
TurnAction = Play | Draw | Pass | TimeOut
"""The actions that end a turn."""
