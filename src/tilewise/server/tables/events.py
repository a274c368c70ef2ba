"""The events of a table, as they are stored. The event log is the truth; everything else follows from it.

Events contain secrets (the secret of the deal, the seed), so they never leave the server. What a seat may see of an
event is in `views`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from tilewise.profiles import FIRST_VERSION
from tilewise.server.tables.table_settings import TableSettings, Tempo
from tilewise.server.tags import kebab

By = Literal["person", "computer", "clock"]
"""Who acted for a seat."""

Avatar = Literal["initial", "cat", "owl", "fox", "bear", "frog", "panda", "rabbit", "penguin", "robot"]
"""The picture that a person chose, drawn by the clients: the first letter of the name, or an animal.

A robot is the mark of a program that plays in place of a person (docs/external-players.md).
"""


ANIMALS: Final[tuple[Avatar, ...]] = ("cat", "owl", "fox", "bear", "frog", "panda", "rabbit", "penguin")
"""The animals among the avatars."""


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=kebab):
    """Something that happened at a table."""


class Made(Event, frozen=True):
    """The table was created."""

    settings: TableSettings
    person: str
    rules_version: int = FIRST_VERSION
    """The version of the rules that the table began with (`tilewise.profiles.versions`)."""
    on_device: bool = False
    """Whether the game was played on a device and uploaded afterwards."""


class Sat(Event, frozen=True):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    avatar: Avatar = "initial"


class Stood(Event, frozen=True):
    """A person left a seat."""

    seat: int


class ComputerSat(Event, frozen=True):
    """A computer player took a seat that was free."""

    seat: int
    level: str


class Held(Event, frozen=True):
    """The owner stopped the countdown: the tiles are dealt when the owner says so."""


class Committed(Event, frozen=True):
    """The server chose its secret for the next game and shows the digest."""

    secret: str
    digest: str


class Added(Event, frozen=True):
    """A player added randomness to the deal."""

    seat: int
    text: str


class Dealt(Event, frozen=True):
    """The tiles were shuffled and dealt."""

    seed: str
    starter: int | None


class Kept(Event, frozen=True):
    """A player keeps the first tiles and does not ask for a redeal (S5)."""

    seat: int


class Began(Event, frozen=True):
    """No player asked for a redeal: the first turn begins."""


class Acted(Event, frozen=True):
    """An action of the game, in the words of a record (`tilewise.records.action_format`)."""

    seat: int
    verb: str
    rest: str = ""
    by: By = "person"


class WentAway(Event, frozen=True):
    """A person was absent, and another player let a computer player play the seat for now."""

    seat: int


class CameBack(Event, frozen=True):
    """The person plays the seat again."""

    seat: int


class Resumed(Event, frozen=True):
    """No server was running for a while: the turn gets that time back."""

    milliseconds: int


class RematchWanted(Event, frozen=True):
    """A player wants another match."""

    seat: int


class MatchBegan(Event, frozen=True):
    """Every player wanted another match."""


class Became(Event, frozen=True):
    """A person got another identity: a guest signed in, a name or avatar was changed, or data was deleted.

    The event names seats instead of the earlier identity, so that the log can still be replayed after the person was
    deleted from it.
    """

    seats: tuple[int, ...]
    """The person's seats now or when the game was dealt; several if a person played against their own guest."""
    maker: bool
    """Whether the person created the table."""
    person: str
    name: str
    gone: bool = False
    """Whether the person was deleted: then `person` is an id that nobody has."""
    avatar: Avatar = "initial"


class TempoChanged(Event, frozen=True):
    """The owner changed how fast computer players act."""

    tempo: Tempo


class Closed(Event, frozen=True):
    """The table was closed."""


AnyEvent = (
    Made
    | Sat
    | Stood
    | ComputerSat
    | Held
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
    | TempoChanged
    | Closed
)


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with its number in the event log."""

    number: int
    at: int
    """Milliseconds since 1970."""
    event: AnyEvent
    command: str | None = None
    """The command that caused it, as `PERSON/ID`, if this is the command's last event."""


def kind_of(event: AnyEvent) -> str:
    """Return the name of an event's kind, as it is stored."""
    return kebab(type(event).__name__)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """Encode an event for storage."""
    return _encoder.encode(event)


def decode_event(body: bytes) -> AnyEvent:
    """Decode a stored event; raises msgspec.MsgspecError."""
    return _decoder.decode(body)
