"""What a person can ask of a table."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from tilewise.server.tables.table_settings import SUBSTITUTE, Tempo
from tilewise.server.tags import kebab

COMMAND_ID: Final = re.compile(r"[0-9A-Za-z._:-]{1,64}")
"""The form of a command's id, which the client chooses."""


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""Seats count from 0."""


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=kebab, forbid_unknown_fields=True):
    """Something to do at a table."""


class Sit(Command, frozen=True):
    """Take a seat; the first free one if `seat` is absent."""

    seat: SeatNumber | None = None


class Stand(Command, frozen=True):
    """Leave your seat before the first game or after the last one."""


class SeatComputer(Command, frozen=True):
    """Give a free seat to a computer player (owner only)."""

    seat: SeatNumber
    level: str


class Deal(Command, frozen=True):
    """Deal now instead of waiting for players or for the countdown (owner only)."""

    level: str = SUBSTITUTE
    """The level of the computer players that take the free seats."""


class Hold(Command, frozen=True):
    """Stop the countdown to the deal; it begins again only with `deal` (owner only)."""


class Add(Command, frozen=True):
    """Add your own randomness to the next deal."""

    text: str


class Keep(Command, frozen=True):
    """Keep your first tiles instead of asking for a redeal (S5)."""


class Redeal(Command, frozen=True):
    """Ask for a redeal (S5)."""


class Play(Command, frozen=True):
    """End your turn with this table (U6)."""

    table: tuple[str, ...]
    """Each set as text."""


class Draw(Command, frozen=True):
    """Draw a tile and end your turn (U1)."""


class Pass(Command, frozen=True):
    """End your turn without placing a tile, when the pool is empty (U13)."""


class Announce(Command, frozen=True):
    """Announce your opening (C3)."""


class Leave(Command, frozen=True):
    """Leave the table for good; during a game this gives up your seat."""


class Return(Command, frozen=True):
    """Take your seat back from the computer player that plays it for you."""


class Substitute(Command, frozen=True):
    """Let a computer player play for a person who is absent, until that person returns.

    Players may ask for it once `replaceable_from` of the person's absence in `presence` has passed.
    """

    seat: SeatNumber


class NextGame(Command, frozen=True):
    """Start the next game of the match without waiting."""


class Rematch(Command, frozen=True):
    """Ask for another match; it starts when everyone has."""


class SetTempo(Command, frozen=True):
    """Change how fast computer players act, at any time (owner only)."""

    tempo: Tempo


class Close(Command, frozen=True):
    """Close the table before the first game or after the last one (owner only)."""


AnyCommand = (
    Sit
    | Stand
    | SeatComputer
    | Deal
    | Hold
    | Add
    | Keep
    | Redeal
    | Play
    | Draw
    | Pass
    | Announce
    | Leave
    | Return
    | Substitute
    | NextGame
    | Rematch
    | SetTempo
    | Close
)
