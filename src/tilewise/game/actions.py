"""What a seat can do. All of it is public: which tile was drawn is not part of an action."""

from __future__ import annotations

from dataclasses import dataclass

from tilewise.tiles import Table


@dataclass(frozen=True, slots=True)
class Play:
    """End the turn with the table as it lies now (U1, U6)."""

    seat: int
    table: Table


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one tile and end the turn (U1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Place nothing, with an empty pool (U13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time is up (U10)."""

    seat: int
    moved: bool
    """Whether a move had been begun."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Demand that everything is mixed and dealt again (S5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce to open in the next turn (C3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up the seat; the game goes on for the others."""

    seat: int


Action = Play | Draw | Pass | TimeOut | Redeal | Announce | GiveUp
TurnAction = Play | Draw | Pass | TimeOut
"""What ends the turn of the seat in turn."""
