"""The endpoint for games that were played on a device, without a server: they become part of "my games"."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError, TooMuch
from tilewise.server.http.auth import current_person, person_budget_key, services_of, spend
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body
from tilewise.server.tables.device_games import DeviceGame, DeviceGameLog, replayed_upload

OLDEST: Final = 30 * 24 * 3_600_000
"""Milliseconds: a game that ended earlier is listed as if it had ended then."""


class StoredDeviceGame(msgspec.Struct, frozen=True):
    """Where the game is now: its record is at the usual path, as game 1 of match 1."""

    table: str


async def add_device_game(request: Request) -> Response:
    """Check a game that was played on a device by replaying it, and store it."""
    services, person = services_of(request), await current_person(request)
    asked = await read_body(request, DeviceGame)
    if person.account is None:
        raise ApiError(403, "no-account", "Games that were played on a device need an account; create one first.")
    now = services.clock.now()
    table_id = services.people.signer.derive_id(f"device/{person.id}/{asked.id}")
    if await services.host.table(table_id) is None:
        wait = services.limits.device_games.wait(person.id, now)
        if wait:
            raise TooMuch("too-many-games", "You have uploaded many games; the others can follow later.", wait)
        sentence = "Many games have been uploaded from your address; the others can follow later."
        spend(request, services.limits.address_device_games, sentence)
        services.limits.device_games.take(person.id, now)
        at = min(max(asked.ended_at, now - OLDEST), now)
        question = partial(replayed_upload, table_id, asked, person.id, person.avatar, at)
        log = await services.questions.ask(person_budget_key(person), question, DeviceGameLog)
        await services.host.add_table(table_id, person.id, at, log.events, log.effects, f"{person.id}/{asked.id}")
    return json_response(StoredDeviceGame(table_id), 201)


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/me/device-games",
        add_device_game,
        "Add a finished game that was played on a device to my games. It is replayed and marked, and never rated; "
        "a repeated request with the same `id` stores nothing. Needs an account",
        response=StoredDeviceGame,
        body=DeviceGame,
        needs_person=True,
        status=201,
        tag="records",
    ),
]
