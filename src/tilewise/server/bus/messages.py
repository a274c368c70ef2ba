"""What processes tell each other about a table. All of it may be lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from tilewise.errors import TilewiseError


class BusError(TilewiseError):
    """The bus cannot be reached."""


class BusMessage(msgspec.Struct, frozen=True, tag_field="is"):
    """About one table, from one process."""

    table: str
    process: str


class Appended(BusMessage, frozen=True, tag="appended"):
    """The log has grown to this number: read it."""

    number: int


class Drafted(BusMessage, frozen=True, tag="drafted"):
    """The seat in turn has moved tiles."""

    number: int
    """Of the last event when it did."""
    seat: int
    sets: tuple[str, ...]
    loose: str = ""


class Present(BusMessage, frozen=True, tag="present"):
    """The seats whose people are connected to this process, and how many watch there."""

    seats: tuple[int, ...]
    spectators: int


class Said(BusMessage, frozen=True, tag="said"):
    """Something was said at the table."""

    person: str
    name: str
    at: int
    text: str
    chat: int = 0
    """Its number; 0 for a reaction, which is not kept."""


AnyBusMessage = Appended | Drafted | Present | Said
Hear = Callable[[AnyBusMessage], None]


class Bus(Protocol):
    """Carries messages about tables to the processes that have joined them."""

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin to listen; `missed` is called when messages may have been lost. Raises BusError."""
        ...

    async def join(self, table: str) -> None:
        """Hear of a table from now on."""
        ...

    async def leave(self, table: str) -> None:
        """Hear of a table no more."""
        ...

    async def check(self) -> None:
        """Ask for a sign of life; raises BusError."""
        ...

    def publish(self, message: AnyBusMessage) -> None:
        """Tell the other processes; never waits, and never fails."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyBusMessage] = msgspec.json.Decoder(AnyBusMessage)


def encode_message(message: AnyBusMessage) -> bytes:
    """Write a message."""
    return _encoder.encode(message)


def decode_message(body: bytes) -> AnyBusMessage | None:
    """Read a message; None for what is none (another version of the program may speak otherwise)."""
    try:
        return _decoder.decode(body)
    except msgspec.MsgspecError:
        return None
