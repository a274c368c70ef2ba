"""The messages of the WebSocket, in both directions. docs/protocol.md is made from this file.

Every message is a JSON object whose `type` names it. Moments are the server's milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from tilewise.server.tables.commands import AnyCommand
from tilewise.server.tables.preview import TurnPreview
from tilewise.server.tables.views import AnyTableEvent, RefusalView, TableView
from tilewise.server.tags import kebab

PROTOCOL: Final = 1
"""The version of this protocol. A client that speaks another one is told so, and why."""

TableId = Annotated[str, msgspec.Meta(max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
"""The number of an event: as far as every language counts exactly."""

Reaction = Literal["well-played", "thanks", "wow", "oops", "hurry", "good-game"]


# From a client


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", tag=kebab, forbid_unknown_fields=True):
    """Something that a client says."""


class Hello(ClientMessage, frozen=True):
    """Which protocol the client speaks: best said first. Answered, by `closing`, only if it is another one."""

    protocol: Number


class Subscribe(ClientMessage, frozen=True):
    """Follow a table, from the seat that the person has there, or as a spectator.

    Answered by `view`, or by `events` if `since` is the last number seen and the rest is short.
    """

    table: TableId
    since: Number | None = None
    """The last number seen, by who comes back."""


class Unsubscribe(ClientMessage, frozen=True):
    """Follow a table no more."""

    table: TableId


class Command(ClientMessage, frozen=True):
    """Do something at a table. The same `id` again is answered again, but never done twice."""

    id: str
    """Made by the client: 1 to 64 letters, digits and the signs `.`, `_`, `:` and `-`."""
    table: TableId
    command: AnyCommand


class Draft(ClientMessage, frozen=True):
    """How the tiles lie in one's own unfinished turn: shown to the others where the table allows it, never stored."""

    table: TableId
    number: Number
    """Of the last event seen."""
    sets: tuple[str, ...]
    loose: str = ""
    """Tiles of the table that lie in no set at this moment."""


class Judge(ClientMessage, frozen=True):
    """Ask what a turn would be with the tiles lying like this: in one's own turn, or to plan the next one.

    Answered by `judged`; nothing changes, and nobody else is told.
    """

    table: TableId
    asked: int
    """The client's own number for the question: the answer repeats it."""
    sets: tuple[str, ...]
    words: str = ""
    """A typed command to do first, in the words of the terminal: `lay r3 r4 r5`."""


class Say(ClientMessage, frozen=True):
    """Chat: for who sits at the table. Answered by `said`, which is also the sign that it is kept, or by `problem`."""

    table: TableId
    text: str


class React(ClientMessage, frozen=True):
    """A reaction of who sits at the table: shown, not kept."""

    table: TableId
    reaction: Reaction


class Ping(ClientMessage, frozen=True):
    """Ask for a sign of life."""


AnyClientMessage = Hello | Subscribe | Unsubscribe | Command | Draft | Judge | Say | React | Ping


# From the server


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=kebab, omit_defaults=True):
    """Something that the server says."""


class Welcome(ServerMessage, frozen=True):
    """The first message: who you are here, and the server's time."""

    protocol: int
    person: str
    name: str
    now: int
    version: str


class View(ServerMessage, frozen=True):
    """All there is to know of a table."""

    table: str
    now: int
    view: TableView


class Events(ServerMessage, frozen=True):
    """What happened while the client was away."""

    table: str
    now: int
    events: tuple[AnyTableEvent, ...]


class Event(ServerMessage, frozen=True):
    """What has just happened."""

    table: str
    event: AnyTableEvent


class Done(ServerMessage, frozen=True):
    """A command is stored; `number` is the last event that came of it."""

    id: str
    table: str
    number: int


class Refused(ServerMessage, frozen=True):
    """A command was not possible; nothing has changed."""

    id: str
    table: str
    refusal: RefusalView


class Presence(ServerMessage, frozen=True):
    """The seats whose people are connected, and how many others watch."""

    table: str
    seats: tuple[int, ...]
    spectators: int


class Drafted(ServerMessage, frozen=True):
    """How the tiles lie in the unfinished turn of the seat in turn."""

    table: str
    number: int
    seat: int
    sets: tuple[str, ...]
    loose: str = ""


class Judged(ServerMessage, frozen=True):
    """What a turn would be."""

    table: str
    asked: int
    judgement: TurnPreview


class Said(ServerMessage, frozen=True):
    """Somebody said something; a reaction has no `chat` number."""

    table: str
    person: str
    name: str
    at: int
    text: str
    chat: int = 0


class ChatMessage(msgspec.Struct, frozen=True):
    """Something that was said earlier."""

    chat: int
    """Its number: what is told twice has the same one."""
    person: str
    name: str
    at: int
    text: str


class Talk(ServerMessage, frozen=True):
    """What was said last at a table, the oldest first: once, behind the answer to `subscribe`, if there is anything.

    Without what people said whom you have muted or blocked.
    """

    table: str
    said: tuple[ChatMessage, ...]


class Problem(ServerMessage, frozen=True):
    """A message could not be used, or a table not be shown."""

    code: str
    message: str
    table: str | None = None


class Closing(ServerMessage, frozen=True):
    """The server ends this connection; come back after so many milliseconds (None: do not)."""

    code: str
    message: str
    retry_after: int | None = None


class Pong(ServerMessage, frozen=True):
    """The sign of life."""

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
    | Judged
    | Said
    | Talk
    | Problem
    | Closing
    | Pong
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)


def encode(message: AnyServerMessage) -> bytes:
    """Write a message to a client."""
    return _encoder.encode(message)


def decode(text: str | bytes) -> AnyClientMessage:
    """Read a message from a client; raises msgspec.MsgspecError."""
    return _decoder.decode(text)
