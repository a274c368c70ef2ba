"""The record of a finished game as the API returns it: with what follows from replaying it."""

from __future__ import annotations

from typing import Any

import msgspec

from tilewise.game import apply, new_game
from tilewise.records import Record
from tilewise.records.json_format import record_to_dict
from tilewise.server.tables.views import joker_readings
from tilewise.tiles import format_tiles


class RecordResult(msgspec.Struct, frozen=True):
    """The result of a game."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[str, ...]


class FairBody(msgspec.Struct, frozen=True):
    """The proof of a fair deal (docs/fairness.md)."""

    digest: str
    secret: str
    additions: tuple[str | None, ...]


class WrongPlay(msgspec.Struct, frozen=True):
    """An illegal play that cost tiles (U11)."""

    action: int
    """Its index among the actions, from 0."""
    drawn: int


class RecordBody(msgspec.Struct, frozen=True):
    """A record (docs/records.md); clients should ignore further fields."""

    tilewise: int
    profile: str
    rules: dict[str, int | str | None]
    players: int
    seed: str
    starter: int | None
    names: tuple[str, ...]
    result: RecordResult
    check: str
    actions: tuple[dict[str, Any], ...]
    fair: FairBody
    rack_sizes: tuple[tuple[int, ...], ...]
    """The number of tiles of every seat after each action. Not part of a record, but useful to display one."""
    racks: tuple[tuple[str, ...], ...]
    """The tiles of every seat after each action. Not part of a record either."""
    drawn: tuple[str, ...]
    """The tiles that were drawn in each action. Not part of a record either."""
    wrong_plays: tuple[WrongPlay, ...]
    """The illegal plays, which changed nothing on the table. Not part of a record either."""
    jokers: dict[str, tuple[str, ...]]
    """For each set with jokers: what each of its tiles stands for. Not part of a record either."""


def record_content(record: Record) -> dict[str, object]:
    """Return a record as JSON values, with the fields that a page needs to display it."""
    return record_to_dict(record) | replayed_fields(record)


def replayed_fields(record: Record) -> dict[str, object]:
    """Return the fields that follow from replaying a record."""
    game = new_game(record.profile, record.players, record.seed, record.starter)
    sizes, racks, drawn, wrong = [], [], [], []
    jokers: dict[str, tuple[str, ...]] = {}
    for index, action in enumerate(record.actions):
        game = apply(game, action)
        sizes.append([len(rack) for rack in game.racks])
        racks.append([format_tiles(rack) for rack in game.racks])
        jokers |= joker_readings(game.table)
        result = game.history[-1]
        drawn.append(format_tiles(result.drawn))
        if result.refusal is not None:
            wrong.append(WrongPlay(index, len(result.drawn)))
    return {"rack_sizes": sizes, "racks": racks, "drawn": drawn, "wrong_plays": wrong, "jokers": jokers}
