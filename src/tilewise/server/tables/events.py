"""What happens at a table, as it is stored: the log is the truth, everything else follows from it.

Events hold secrets (the secret of the deal, the seed): they never leave the server as they are. What a seat is
told is made in `telling`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tags import kebab

By = Literal["person", "computer", "clock"]
"""Who acted for a seat."""

Avatar = Literal["initial", "cat", "owl", "fox", "bear", "frog", "panda", "rabbit", "penguin"]
"""The picture that a person chose, drawn by the clients: the first letter of the name, or an animal."""


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=kebab):
    """Something that happened; its number and moment are stored beside it."""


class Made(Event, frozen=True):
    """The table was made."""

    settings: TableSettings
    person: str


class Sat(Event, frozen=True):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    avatar: Avatar = "initial"


class Stood(Event, frozen=True):
    """A person left a seat, before or after the games."""

    seat: int


class ComputerSat(Event, frozen=True):
    """A computer player took a seat that was meant for a person."""

    seat: int
    level: str


class Committed(Event, frozen=True):
    """The server chose its secret for the next game, and shows the digest."""

    secret: str
    digest: str


class Added(Event, frozen=True):
    """A seat added its own chance to the deal."""

    seat: int
    text: str


class Dealt(Event, frozen=True):
    """The tiles are mixed and dealt."""

    seed: str
    starter: int | None


class Kept(Event, frozen=True):
    """A seat keeps its first tiles, although it might demand a redeal (S5)."""

    seat: int


class Began(Event, frozen=True):
    """Nobody demanded a redeal: the first turn begins."""


class Acted(Event, frozen=True):
    """An action of the game, in the words of a record."""

    seat: int
    verb: str
    rest: str = ""
    by: By = "person"


class WentAway(Event, frozen=True):
    """A person stayed away too long: a computer player plays the seat for now."""

    seat: int


class CameBack(Event, frozen=True):
    """The person plays again."""

    seat: int


class Resumed(Event, frozen=True):
    """Nobody kept the clock for a while (the server was down): the turn gets that time back."""

    milliseconds: int


class RematchWanted(Event, frozen=True):
    """A seat wants another match."""

    seat: int


class MatchBegan(Event, frozen=True):
    """Everybody wanted another match."""


class Became(Event, frozen=True):
    """Who sits or sat somewhere is somebody else from here on: a guest signed in, a name was changed, data deleted.

    Seats are named, not who it was: a log from which a person was deleted still replays.
    """

    seats: tuple[int, ...]
    """Where the person sits, or sat when the game was dealt: more than one for who has played against the own guest."""
    maker: bool
    """Whether the person made the table."""
    person: str
    name: str
    gone: bool = False
    """Whether the person was deleted: then `person` is an id that belongs to nobody."""
    avatar: Avatar = "initial"


class Closed(Event, frozen=True):
    """Nobody plays here any more."""


AnyEvent = (
    Made
    | Sat
    | Stood
    | ComputerSat
    | Committed
    | Added
    | Dealt
    | Kept
    | Began
    | Acted
    | WentAway
    | CameBack
    | Resumed
    | RematchWanted
    | MatchBegan
    | Became
    | Closed
)


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with its place in the log."""

    number: int
    at: int
    """Milliseconds since 1970."""
    event: AnyEvent
    command: str | None = None
    """The id of the command that brought it about, made by the client: `PERSON/ID`."""


def kind_of(event: AnyEvent) -> str:
    """The name of an event's kind, as it is stored."""
    return kebab(type(event).__name__)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """Write an event as it is stored."""
    return _encoder.encode(event)


def decode_event(body: bytes) -> AnyEvent:
    """Read a stored event."""
    return _decoder.decode(body)
