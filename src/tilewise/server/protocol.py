"""The messages of the WebSocket, in both directions. docs/protocol.md is generated from this file.

Every message is a JSON object whose `type` names it. Times are the server's, in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from tilewise.server.sheet_cells import CellValue
from tilewise.server.tables.commands import AnyCommand, SeatNumber
from tilewise.server.tables.preview import TurnPreview
from tilewise.server.tables.views import AnyTableEvent, RefusalView, TableView
from tilewise.server.tags import kebab

PROTOCOL: Final = 4
"""The newest version of the protocol."""

SUPPORTED_PROTOCOLS: Final = (1, 2, 3, PROTOCOL)
"""The versions that a client may name in `hello`; a client of any other version is disconnected with a reason."""

TableId = Annotated[str, msgspec.Meta(max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
"""An event number, within the range that every language counts exactly."""

Reaction = Literal["well-played", "thanks", "wow", "oops", "hurry", "good-game"]


# From a client


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", tag=kebab, forbid_unknown_fields=True):
    """A message from a client."""


class Hello(ClientMessage, frozen=True):
    """The protocol version that the client speaks; send it first.

    There is a response only if the server does not support that version: it sends `closing` and disconnects.
    """

    protocol: Number


class Subscribe(ClientMessage, frozen=True):
    """Follow a table, from the person's own seat or as a spectator.

    The response is a `view`, or `events` if `since` is given and few events were missed.
    """

    table: TableId
    since: Number | None = None
    """The last event number seen, when reconnecting."""


class Unsubscribe(ClientMessage, frozen=True):
    """Stop following a table."""

    table: TableId


class CommandMessage(ClientMessage, frozen=True, tag="command"):
    """Do something at a table. A repeated `id` gets the same response again and is never carried out twice."""

    id: str
    """Chosen by the client: 1 to 64 letters, digits and the signs `.`, `_`, `:` and `-`."""
    table: TableId
    command: AnyCommand


class Preview(ClientMessage, frozen=True):
    """Assess a turn in progress: your own turn, or a plan for your next one. Since version 2.

    The response is `previewed`. Nothing is stored.
    """

    table: TableId
    asked: int
    """The client's own number for the request; the response repeats it."""
    number: Number
    """The last event number seen."""
    sets: tuple[str, ...]
    """The sets as they are arranged now."""
    loose: str = ""
    """Tiles of the table that are in no set at the moment."""
    words: str = ""
    """A typed instruction to carry out first, as in the terminal: `lay r3 r4 r5`."""
    share: bool = False
    """Whether the others may see it: in your own turn, without `words`, it is sent to them as `drafted`."""


class Draft(ClientMessage, frozen=True):
    """Share the arrangement of your unfinished turn without assessing it: `preview` with `share` does both.

    The others get it as `drafted` where the table allows it. It is never stored, and there is no response.
    """

    table: TableId
    number: Number
    """The last event number seen."""
    sets: tuple[str, ...]
    loose: str = ""
    """Tiles of the table that are in no set at the moment."""


class Judge(ClientMessage, frozen=True):
    """Assess a turn in progress. Version 1: use `preview` instead.

    The response is `judged`. Nothing is stored, and nobody else sees it.
    """

    table: TableId
    asked: int
    """The client's own number for the request; the response repeats it."""
    sets: tuple[str, ...]
    words: str = ""
    """A typed instruction to carry out first, as in the terminal: `lay r3 r4 r5`."""


class Say(ClientMessage, frozen=True):
    """Send a chat message as a player of the table. The response is `said`, once it is stored, or `problem`."""

    table: TableId
    text: str


class React(ClientMessage, frozen=True):
    """Send a reaction as a player of the table: it is shown, but not stored."""

    table: TableId
    reaction: Reaction


class Reading(ClientMessage, frozen=True):
    """Say that your person reads something instead of following the game, or has finished. Since version 3.

    Computer players wait meanwhile; there is no response. It ends with the subscription.
    """

    table: TableId
    reading: bool


class Take(ClientMessage, frozen=True):
    """Say that the player of a seat now holds the device. Only at a table that several people share on one device.

    Since version 3. It must be the seat that `hand-over` names as `next`, or the one that held the device last: that
    takes a mistaken hand-over back. The response is a `view` from that seat, or `problem`. If there is a clock, it
    stands still until the player in turn holds the device.
    """

    table: TableId
    seat: SeatNumber


class PutDown(ClientMessage, frozen=True):
    """Hide all racks, so that the device can be handed over. Only at a table that several people share on one device.

    Since version 3. The response is a `view` as a spectator sees it. The clock of the turn stops.
    """

    table: TableId


class FollowSheet(ClientMessage, frozen=True):
    """Follow a shared score sheet. Since version 4.

    The response is `sheet-changed` with the current version and no cells, or `sheet-deleted`. Cells are read and
    entered over HTTP.
    """

    sheet: TableId


class UnfollowSheet(ClientMessage, frozen=True):
    """Stop following a shared score sheet. Since version 4."""

    sheet: TableId


class Ping(ClientMessage, frozen=True):
    """Ask for a `pong`."""


AnyClientMessage = (
    Hello
    | Subscribe
    | Unsubscribe
    | CommandMessage
    | Preview
    | Draft
    | Judge
    | Say
    | React
    | Reading
    | Take
    | PutDown
    | FollowSheet
    | UnfollowSheet
    | Ping
)


# From the server


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=kebab, omit_defaults=True):
    """A message from the server."""


class Welcome(ServerMessage, frozen=True):
    """The first message: who you are here, and the server's time."""

    protocol: int
    """The newest version that the server supports."""
    person: str
    name: str
    now: int
    version: str
    """The version of the server's program."""


class View(ServerMessage, frozen=True):
    """Everything that you may know about a table."""

    table: str
    now: int
    view: TableView


class Events(ServerMessage, frozen=True):
    """The events that the client missed while it was disconnected."""

    table: str
    now: int
    events: tuple[AnyTableEvent, ...]


class Event(ServerMessage, frozen=True):
    """An event that has just happened."""

    table: str
    event: AnyTableEvent


class Done(ServerMessage, frozen=True):
    """A command is stored; `number` is its last event."""

    id: str
    table: str
    number: int


class Refused(ServerMessage, frozen=True):
    """A command was refused; nothing has changed."""

    id: str
    table: str
    refusal: RefusalView


class Absence(msgspec.Struct, frozen=True):
    """A person who has a seat and is not connected."""

    seat: int
    replaceable_from: int
    """When the others may let a computer player play the seat, with the command `substitute`."""


class Presence(ServerMessage, frozen=True):
    """The seats whose players are connected, the number of spectators, and who is absent.

    Nobody counts as absent from a game by correspondence, or while a computer player plays the seat.
    """

    table: str
    seats: tuple[int, ...]
    spectators: int
    absent: tuple[Absence, ...] = ()
    reading: tuple[int, ...] = ()
    """The seats whose players are reading, so that computer players wait for them."""


class Drafted(ServerMessage, frozen=True):
    """The arrangement of the unfinished turn of the seat in turn."""

    table: str
    number: int
    seat: int
    sets: tuple[str, ...]
    loose: str = ""


class Previewed(ServerMessage, frozen=True):
    """The assessment of a turn in progress; the response to `preview`."""

    table: str
    asked: int
    preview: TurnPreview


class Judged(ServerMessage, frozen=True):
    """The assessment of a turn in progress; the response to `judge` of version 1."""

    table: str
    asked: int
    judgement: TurnPreview


class Said(ServerMessage, frozen=True):
    """A chat message, or a reaction: a reaction has no `chat` number."""

    table: str
    person: str
    name: str
    at: int
    text: str
    chat: int = 0


class ChatMessage(msgspec.Struct, frozen=True):
    """An earlier chat message."""

    chat: int
    """Its number: a message that arrives twice has the same one."""
    person: str
    name: str
    at: int
    text: str


class ChatHistory(ServerMessage, frozen=True, tag="talk"):
    """The latest chat messages of a table, oldest first: sent once after the response to `subscribe`, if there are any.

    Messages of people whom you have muted or blocked are left out.
    """

    table: str
    said: tuple[ChatMessage, ...]


class HandOver(ServerMessage, frozen=True):
    """Who holds the device, and who should. Only at a table that several people share on one device.

    It comes after the response to `subscribe`, `take` and `put-down`, and after every event that changes it. Until a
    seat holds the device, everything that is sent is what a spectator may see.
    """

    table: str
    seat: int | None
    """The seat whose player holds the device; null while all racks are hidden."""
    next: int | None
    """The seat whose player has the next turn or has to decide about a redeal (S5); null between two games."""


class SheetChanged(ServerMessage, frozen=True):
    """Cells of a shared score sheet have changed.

    If you know version `after` or a later one, take over `cells`. If you know less, or `cells` is absent because there
    are too many, read the sheet over HTTP.
    """

    sheet: str
    after: int
    version: int
    cells: dict[str, CellValue] | None = None


class SheetDeleted(ServerMessage, frozen=True):
    """A score sheet is not shared, or not any more; nothing else will arrive about it."""

    sheet: str


class Problem(ServerMessage, frozen=True):
    """A message could not be processed, or a table cannot be shown."""

    code: str
    message: str
    table: str | None = None


class Closing(ServerMessage, frozen=True):
    """The server closes this connection; reconnect after `retry_after` milliseconds, or not at all if it is absent."""

    code: str
    message: str
    retry_after: int | None = None


class Pong(ServerMessage, frozen=True):
    """The response to `ping`."""

    now: int


AnyServerMessage = (
    Welcome
    | View
    | Events
    | Event
    | Done
    | Refused
    | Presence
    | Drafted
    | Previewed
    | Judged
    | Said
    | ChatHistory
    | HandOver
    | SheetChanged
    | SheetDeleted
    | Problem
    | Closing
    | Pong
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)


def encode(message: AnyServerMessage) -> bytes:
    """Encode a message to a client."""
    return _encoder.encode(message)


def decode(text: str | bytes) -> AnyClientMessage:
    """Decode a message from a client; raises msgspec.MsgspecError."""
    return _decoder.decode(text)
