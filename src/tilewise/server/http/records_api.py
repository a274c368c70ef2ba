"""Endpoints for records of finished games. A record contains the seed, so a game in progress has none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tilewise.records import Record, format_record
from tilewise.server.api.api_errors import ApiError, refusal_error
from tilewise.server.api.record_answers import RecordBody, record_content
from tilewise.server.http.auth import current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response
from tilewise.server.tables.game_records import record_of_game
from tilewise.server.tables.refusals import NotPossible, TableReason


async def _record(request: Request, response_for: Callable[[Record], Response]) -> Response:
    """Return the response with the record at a path if the person may see it; raises ApiError."""
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
    games = await services.store.finished_games(table_id)
    finished = next((game for game in games if (game.match, game.game) == wanted), None)
    if finished is None:
        raise ApiError(404, "no-game", "No such game has ended at this table; a game in progress has no record.")
    events = await services.store.events(table_id, 0, finished.last_number)
    async with services.replays:
        # In a thread: replaying a long match would block the event loop.
        return await asyncio.to_thread(lambda: response_for(record_of_game(events, table_id, finished)))


async def record_as_json(request: Request) -> Response:
    """Return a record as JSON."""
    return await _record(request, lambda record: json_response(record_content(record)))


async def record_as_text(request: Request) -> Response:
    """Return a record as text."""
    return await _record(request, lambda record: PlainTextResponse(format_record(record)))


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{match:int}/{game:int}/record",
        record_as_json,
        "The record of a finished game as JSON; matches and games are numbered from 1",
        response=RecordBody,
        needs_person=True,
        cost=5,
        tag="records",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/games/{match:int}/{game:int}/record.txt",
        record_as_text,
        "The record of a finished game as text, for `tilewise replay`",
        response=str,
        needs_person=True,
        cost=5,
        tag="records",
    ),
]
