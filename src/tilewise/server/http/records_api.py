"""Endpoints for records of finished games. A record contains the seed, so a game in progress has none."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tilewise.game import apply, new_game
from tilewise.records import Record, format_record
from tilewise.records.json_format import record_to_dict
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError
from tilewise.server.http.tables_api import refusal_error
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.refusals import NotPossible, TableReason
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


async def _record(request: Request) -> Record:
    """Return the record at a path if the person may see it; raises ApiError."""
    services = services_of(request)
    person = await current_person(request)
    table_id = request.path_params["table"]
    live = await services.host.table(table_id)
    if live is None:
        raise refusal_error(NotPossible(TableReason.NO_TABLE))
    settings = live.state.settings
    if not settings.spectators and not await services.store.is_member(person.id, table_id):
        raise refusal_error(NotPossible(TableReason.NO_SPECTATORS))
    wanted = request.path_params["match"], request.path_params["game"]
    for finished in await services.store.finished_games(table_id):
        if (finished.match, finished.game) == wanted:
            events = await services.store.events(table_id, 0, finished.last_number)
            # In a thread: replaying a long match would block the event loop.
            return await asyncio.to_thread(record_of_game, events, table_id, finished)
    raise ApiError(404, "no-game", "No such game has ended at this table; a game in progress has no record.")


async def record_as_json(request: Request) -> Response:
    """Return a record as JSON."""
    record = await _record(request)
    content = record_to_dict(record) | await asyncio.to_thread(_replayed_fields, record)
    return Response(msgspec.json.encode(content), media_type="application/json")


def _replayed_fields(record: Record) -> dict[str, object]:
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


async def record_as_text(request: Request) -> Response:
    """Return a record as text."""
    return PlainTextResponse(format_record(await _record(request)))


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{match:int}/{game:int}/record",
        record_as_json,
        "The record of a finished game as JSON; matches and games are numbered from 1",
        response=RecordBody,
        needs_person=True,
        tag="records",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{match:int}/{game:int}/record.txt",
        record_as_text,
        "The record of a finished game as text, for `tilewise replay`",
        response=str,
        needs_person=True,
        tag="records",
    ),
]
