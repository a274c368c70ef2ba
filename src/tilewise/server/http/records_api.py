"""Records of games that have ended. Never of others: a record holds the seed, and all tiles follow from that."""

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
from tilewise.server.http.tables_api import not_possible
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.refusals import NotPossible, TableReason


class RecordResult(msgspec.Struct, frozen=True):
    """How the game ended."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[str, ...]


class FairBody(msgspec.Struct, frozen=True):
    """What proves the deal (docs/fairness.md)."""

    digest: str
    secret: str
    additions: tuple[str | None, ...]


class WrongPlay(msgspec.Struct, frozen=True):
    """A play against the rules that cost tiles (U11)."""

    action: int
    """Its place among the actions, from 0."""
    drawn: int


class RecordBody(msgspec.Struct, frozen=True):
    """A record as docs/records.md describes it; further fields may come."""

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
    """How many tiles every seat has after each action: no part of a record, but what who shows it needs."""
    wrong_plays: tuple[WrongPlay, ...]
    """Those that changed nothing on the table: no part of a record either."""


async def _record(request: Request) -> Record:
    """The record that a path names, if the person who asks may see it; raises ApiError."""
    services = services_of(request)
    person = await current_person(request)
    table = request.path_params["table"]
    live = await services.host.table(table)
    if live is None:
        raise not_possible(NotPossible(TableReason.NO_TABLE))
    settings = live.state.settings
    if not settings.spectators and not await services.store.is_member(person.id, table):
        raise not_possible(NotPossible(TableReason.NO_SPECTATORS))
    wanted = request.path_params["match"], request.path_params["game"]
    for finished in await services.store.finished_games(table):
        if (finished.match, finished.game) == wanted:
            logged = await services.store.events(table, 0, finished.last_number)
            # Not on the event loop: a long match takes a while to replay.
            return await asyncio.to_thread(record_of_game, logged, table, finished)
    raise ApiError(404, "no-game", "No such game has ended at this table; games that are being played have no record.")


async def record_as_json(request: Request) -> Response:
    """A record in JSON."""
    record = await _record(request)
    content = record_to_dict(record) | await asyncio.to_thread(_what_came_of_it, record)
    return Response(msgspec.json.encode(content), media_type="application/json")


def _what_came_of_it(record: Record) -> dict[str, object]:
    """What somebody who shows a record would have to play it again for."""
    game = new_game(record.profile, record.players, record.seed, record.starter)
    sizes, wrong = [], []
    for place, action in enumerate(record.actions):
        game = apply(game, action)
        sizes.append([len(rack) for rack in game.racks])
        happened = game.history[-1]
        if happened.refusal is not None:
            wrong.append(WrongPlay(place, len(happened.drawn)))
    return {"rack_sizes": sizes, "wrong_plays": wrong}


async def record_as_text(request: Request) -> Response:
    """A record as text."""
    return PlainTextResponse(format_record(await _record(request)))


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{match:int}/{game:int}/record",
        record_as_json,
        "The record of a game that has ended, in JSON; matches and games count from 1",
        response=RecordBody,
        needs_person=True,
        tag="records",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{match:int}/{game:int}/record.txt",
        record_as_text,
        "The record of a game that has ended, as text: `tilewise replay` reads it",
        response=str,
        needs_person=True,
        tag="records",
    ),
]
