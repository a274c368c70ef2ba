"""The endpoint for games that were played on a device, without a server: they become part of "my games"."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.records import parse_record
from tilewise.server.api.api_errors import ApiError, TooMuch
from tilewise.server.http.auth import current_person, services_of, spend
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body
from tilewise.server.tables.device_games import DeviceGame, device_game

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
        async with services.device_games:
            # In a thread: replaying a long game would block the event loop.
            record = await asyncio.to_thread(parse_record, asked.record)
            given = (table_id, record, asked.seats, person.id, asked.seat, person.avatar, at)
            events, effects = await asyncio.to_thread(device_game, *given)
        await services.host.add_table(table_id, person.id, at, events, effects, f"{person.id}/{asked.id}")
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
