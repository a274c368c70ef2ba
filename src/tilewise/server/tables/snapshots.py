"""Snapshots: a table between two games, as bytes, so that a long match is loaded without replaying finished games.

A snapshot is taken whenever the next game is being dealt. It follows from the event log and may be deleted at any time;
one of another version is ignored. It contains secrets, as the log does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import msgspec

from tilewise.fairness import FairDeal
from tilewise.match import GameResult
from tilewise.points import parse_points
from tilewise.profiles import FIRST_VERSION
from tilewise.server.tables.table_settings import TableSettings, settings_by
from tilewise.server.tables.table_state import Seat, TableState

VERSION: Final = 1
"""Raise it when the same events lead to a different state than before, so that older snapshots are ignored."""


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
    rules_version: int = FIRST_VERSION


def snapshot_of(state: TableState) -> bytes | None:
    """Return the snapshot of a state; None in the middle of a game and before the first one is over."""
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
            rules_version=state.profile.rules_version,
        )
    )


def restore_snapshot(table_id: str, body: bytes) -> TableState | None:
    """Return the state of a snapshot; None if another version of this program wrote it."""
    try:
        snapshot = _decoder.decode(body)
    except msgspec.MsgspecError:
        return None
    if snapshot.version != VERSION:
        return None
    profile = snapshot.settings.rules_profile(snapshot.rules_version)
    return TableState(
        table_id=table_id,
        settings=settings_by(snapshot.settings, profile),
        profile=profile,
        creator=snapshot.maker,
        number=snapshot.number,
        at=snapshot.at,
        seats=snapshot.seats,
        dealt_to=snapshot.seats,
        phase="dealing",
        match=snapshot.match,
        results=snapshot.results,
        fair=snapshot.fair,
        game_began=snapshot.game_began,
        turn_began=snapshot.turn_began,
        turn_from=snapshot.number,
        resumed_at=snapshot.resumed_at,
        kept=snapshot.kept,
        wants_rematch=snapshot.wants_rematch,
    )


def _encode_value(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be part of a snapshot.")


def _decode_value(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return parse_points(value)
    raise NotImplementedError(f"{kind.__name__} cannot be part of a snapshot.")


_encoder = msgspec.json.Encoder(enc_hook=_encode_value)
_decoder = msgspec.json.Decoder(_Snapshot, dec_hook=_decode_value)
