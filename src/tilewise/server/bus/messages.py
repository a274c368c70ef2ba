"""The messages that processes send each other about a table, or about a shared score sheet. All of them may be lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from tilewise.errors import TilewiseError


class BusError(TilewiseError):
    """The bus cannot be reached."""


class BusMessage(msgspec.Struct, frozen=True, tag_field="is"):
    """A message about one table, from one process."""

    table: str
    process: str


class Appended(BusMessage, frozen=True, tag="appended"):
    """Events up to this number are stored: read them."""

    number: int


class DraftShared(BusMessage, frozen=True, tag="drafted"):
    """The seat in turn has moved tiles."""

    number: int
    """The last event when it did."""
    seat: int
    sets: tuple[str, ...]
    loose: str = ""


class PresenceReport(BusMessage, frozen=True, tag="present"):
    """The seats whose people are connected to this process, and the number of its spectators."""

    seats: tuple[int, ...]
    spectators: int
    reading: tuple[int, ...] = ()
    """The seats of those who are reading."""


class ChatPosted(BusMessage, frozen=True, tag="said"):
    """A chat message, or a reaction, was posted."""

    person: str
    name: str
    at: int
    text: str
    chat: int = 0
    """Its number; 0 for a reaction, which is not stored."""


class SheetStored(BusMessage, frozen=True, tag="sheet"):
    """A shared score sheet, named by `table`, was changed or deleted: read it."""


AnyBusMessage = Appended | DraftShared | PresenceReport | ChatPosted | SheetStored
Receiver = Callable[[AnyBusMessage], None]


class Bus(Protocol):
    """Carries messages about tables to the processes that have joined them."""

    async def start(self, receive: Receiver, messages_lost: Callable[[], None]) -> None:
        """Start receiving; `messages_lost` is called whenever messages may have been lost. Raises BusError."""
        ...

    async def join(self, table_id: str) -> None:
        """Receive messages about a table from now on."""
        ...

    async def leave(self, table_id: str) -> None:
        """Stop receiving messages about a table."""
        ...

    async def check(self) -> None:
        """Check the connection; raises BusError."""
        ...

    def publish(self, message: AnyBusMessage) -> None:
        """Send a message to the other processes; never waits and never fails."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyBusMessage] = msgspec.json.Decoder(AnyBusMessage)


def encode_message(message: AnyBusMessage) -> bytes:
    """Encode a message."""
    return _encoder.encode(message)


def decode_message(body: bytes) -> AnyBusMessage | None:
    """Decode a message; None if it is invalid, for example because another version of the program sent it."""
    try:
        return _decoder.decode(body)
    except msgspec.MsgspecError:
        return None
