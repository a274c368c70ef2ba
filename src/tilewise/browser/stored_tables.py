"""Tables as an event log stores them: batches of events, and a summary for lists. Both are JSON texts.

Every text says which version of the program wrote it. A table keeps the rules that it began with (`rules_version` in
its first event), so a newer program reads the logs of older ones. A log that cannot be read is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tilewise import __version__
from tilewise.errors import TilewiseError
from tilewise.server.tables.effects import FinishedGame, MyTable
from tilewise.server.tables.events import StoredEvent

FORMAT: Final = 1
"""Raise it when an older program could misread a batch."""


class Batch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Events that were stored together, and what follows from them."""

    events: tuple[StoredEvent, ...]
    finished: tuple[FinishedGame, ...] = ()
    """The games that ended with these events."""
    snapshot: str | None = None
    """The table after these events, if the next game of a long match is being dealt (`server.tables.snapshots`)."""
    format: int = 0
    program: str = ""


class ListedTable(msgspec.Struct, frozen=True):
    """The summary of a table on this device."""

    table: MyTable
    people: int
    """How many people share the device at this table."""
    program: str
    """The version of the program that stored the last event."""
    format: int = 0


class UnreadableTable(TilewiseError):
    """A table that another version of the program has stored; it stays on the device."""

    code: Final = "unreadable-table"

    def __init__(self, program: str) -> None:
        self.program = program
        super().__init__(
            f"This game was stored by version {program or '?'} of the program, and version {__version__} cannot read "
            "it. It stays on this device; reload the page when there is a newer version."
        )


class _Header(msgspec.Struct, frozen=True):
    """The part of a text that every version can read."""

    format: int = 0
    program: str = ""


_encoder = msgspec.json.Encoder()
_header_decoder = msgspec.json.Decoder(_Header)
_batch_decoder = msgspec.json.Decoder(Batch)
_listed_decoder = msgspec.json.Decoder(ListedTable)


def encode_batch(
    events: Sequence[StoredEvent], finished: Sequence[FinishedGame] = (), snapshot: str | None = None
) -> str:
    """Return a batch of events as a text."""
    return _encoder.encode(Batch(tuple(events), tuple(finished), snapshot, FORMAT, __version__)).decode()


def decode_batch(text: str) -> Batch:
    """Return the batch of a text; raises UnreadableTable."""
    _check_format(text)
    try:
        return _batch_decoder.decode(text)
    except msgspec.MsgspecError:
        raise UnreadableTable(_program_of(text)) from None


def join_batches(texts: Sequence[str]) -> str:
    """Return all events of some batches as one batch; raises UnreadableTable."""
    batches = [decode_batch(text) for text in texts]
    return encode_batch(
        [stored for batch in batches for stored in batch.events],
        [finished for batch in batches for finished in batch.finished],
    )


def encode_listed(table: MyTable, people: int) -> str:
    """Return the summary of a table as a text."""
    return _encoder.encode(ListedTable(table, people, __version__, FORMAT)).decode()


def decode_listed(text: str) -> ListedTable:
    """Return the summary in a text; raises UnreadableTable."""
    _check_format(text)
    try:
        return _listed_decoder.decode(text)
    except msgspec.MsgspecError:
        raise UnreadableTable(_program_of(text)) from None


def _check_format(text: str) -> None:
    header = _header(text)
    if header is None or header.format != FORMAT:
        raise UnreadableTable(_program_of(text))


def _program_of(text: str) -> str:
    header = _header(text)
    return "" if header is None else header.program


def _header(text: str) -> _Header | None:
    try:
        return _header_decoder.decode(text)
    except msgspec.MsgspecError:
        return None
