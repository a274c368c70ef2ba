"""What a person can ask of a table."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from tilewise.server.tags import kebab

COMMAND_ID: Final = re.compile(r"[0-9A-Za-z._:-]{1,64}")
"""What a client may call a command."""


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""Seats count from 0."""


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=kebab, forbid_unknown_fields=True):
    """Something to do at a table."""


class Sit(Command, frozen=True):
    """Take a seat; the first free one if none is named."""

    seat: SeatNumber | None = None


class Stand(Command, frozen=True):
    """Leave the seat before the first game or after the last one."""


class SeatComputer(Command, frozen=True):
    """Let a computer player take a free seat (who made the table only)."""

    seat: SeatNumber
    level: str


class Add(Command, frozen=True):
    """Add one's own chance to the next deal."""

    text: str


class Keep(Command, frozen=True):
    """Keep the first tiles."""


class Redeal(Command, frozen=True):
    """Demand a redeal (S5)."""


class Play(Command, frozen=True):
    """End the turn with the table as given, sets as texts (U6)."""

    table: tuple[str, ...]


class Draw(Command, frozen=True):
    """Draw a tile and end the turn (U1)."""


class Pass(Command, frozen=True):
    """Place nothing, with an empty pool (U13)."""


class Announce(Command, frozen=True):
    """Announce the opening (C3)."""


class Leave(Command, frozen=True):
    """Leave for good: the seat is given up if a game is being played."""


class Return(Command, frozen=True):
    """Play one's seat again, after a computer player did."""


class NextGame(Command, frozen=True):
    """Begin the next game of the match without waiting."""


class Rematch(Command, frozen=True):
    """Want another match."""


class Close(Command, frozen=True):
    """Close the table before the first game or after the last one (who made it only)."""


AnyCommand = (
    Sit
    | Stand
    | SeatComputer
    | Add
    | Keep
    | Redeal
    | Play
    | Draw
    | Pass
    | Announce
    | Leave
    | Return
    | NextGame
    | Rematch
    | Close
)
