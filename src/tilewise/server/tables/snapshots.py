"""A table between two games, as bytes: what a long match is loaded from, without replaying its finished games.

A snapshot is taken whenever the next game is being dealt. It follows from the log and may be thrown away at any time;
one that this program does not understand is as good as none. It holds secrets, as the log does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import msgspec

from tilewise.fairness import FairDeal
from tilewise.match import GameResult
from tilewise.points import parse_points
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import Seat, TableState

VERSION: Final = 1
"""Raise it when a state after the same events is another one than before: older snapshots count no more."""


class _Snapshot(msgspec.Struct, frozen=True):
    version: int
    number: int
    at: int
    settings: TableSettings
    maker: str
    seats: tuple[Seat, ...]
    match: int
    results: tuple[GameResult, ...]
    fair: FairDeal
    game_began: int
    turn_began: int
    resumed_at: int
    kept: frozenset[int]
    wants_rematch: frozenset[int]


def snapshot_of(state: TableState) -> bytes | None:
    """The snapshot of a state; None if none pays: in the middle of a game, or before the first one is over."""
    if state.phase != "dealing" or state.game is not None or state.fair is None:
        return None
    if not state.results and state.match == 1:
        return None
    return _encoder.encode(
        _Snapshot(
            version=VERSION,
            number=state.number,
            at=state.at,
            settings=state.settings,
            maker=state.creator,
            seats=state.seats,
            match=state.match,
            results=state.results,
            fair=state.fair,
            game_began=state.game_began,
            turn_began=state.turn_began,
            resumed_at=state.resumed_at,
            kept=state.kept,
            wants_rematch=state.wants_rematch,
        )
    )


def restored(table_id: str, body: bytes) -> TableState | None:
    """The state of a snapshot; None if another version of this program made it."""
    try:
        read = _decoder.decode(body)
    except msgspec.MsgspecError:
        return None
    if read.version != VERSION:
        return None
    return TableState(
        table_id=table_id,
        settings=read.settings,
        profile=read.settings.rules_profile(),
        creator=read.maker,
        number=read.number,
        at=read.at,
        seats=read.seats,
        dealt_to=read.seats,
        phase="dealing",
        match=read.match,
        results=read.results,
        fair=read.fair,
        game_began=read.game_began,
        turn_began=read.turn_began,
        turn_from=read.number,
        resumed_at=read.resumed_at,
        kept=read.kept,
        wants_rematch=read.wants_rematch,
    )


def _written(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is not part of a snapshot.")


def _read(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return parse_points(value)
    raise NotImplementedError(f"{kind.__name__} is not part of a snapshot.")


_encoder = msgspec.json.Encoder(enc_hook=_written)
_decoder = msgspec.json.Decoder(_Snapshot, dec_hook=_read)
