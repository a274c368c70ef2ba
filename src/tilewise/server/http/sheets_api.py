"""Endpoints for shared score sheets. Whoever knows a sheet's code finds its id, and may then read, enter and delete."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.api_errors import ApiError
from tilewise.server.host import ATTEMPTS, Stopping, new_code
from tilewise.server.http.auth import current_person, services_of, spend
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body, read_query
from tilewise.server.services import Services
from tilewise.server.sheet_cells import MOST_ENTRIES, Entry, SheetChanges, Version
from tilewise.server.store.database import Conflict, StorageError
from tilewise.server.store.sheet_store import SheetFull
from tilewise.server.tables.commands import COMMAND_ID

MOST_SHEETS: Final = 50
"""Sheets that one person shares at the same time."""


class NewSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new sheet; a second one with the same id returns the same sheet."""

    id: Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID.pattern}$")]


class CreatedSheet(msgspec.Struct, frozen=True):
    """A new sheet: its id, which is a secret of everyone at the table, and its code to tell them."""

    sheet: str
    code: str


class NewEntries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entries, and the version that the client knows; the response says what has changed since."""

    entries: Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1, max_length=MOST_ENTRIES)]
    after: Version = 0


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which changes to return."""

    after: Version = 0
    """Only cells that have changed since this version; 0 for all."""


def _no_sheet() -> ApiError:
    return ApiError(404, "no-sheet", "This score sheet is not shared any more; the copies on your devices stay.")


def _services(request: Request) -> Services:
    """Return the services, for a request that changes something; raises Stopping."""
    services = services_of(request)
    if services.host.stopping:
        raise Stopping
    return services


async def create_sheet(request: Request) -> Response:
    """Create an empty shared sheet."""
    services = _services(request)
    person = await current_person(request)
    body = await read_body(request, NewSheet)
    store = services.host.sheets.store
    # Derived from the person and the request, and so cannot be guessed by others.
    sheet_id = services.people.signer.derive_id(f"sheet/{person.id}/{body.id}")
    for _ in range(ATTEMPTS):
        if (code := await store.code_of(sheet_id)) is not None:
            return json_response(CreatedSheet(sheet_id, code), 201)
        if len(await store.ids_of(person.id)) >= MOST_SHEETS:
            sentence = f"You share {MOST_SHEETS} score sheets; delete one from the server first."
            raise ApiError(409, "too-many-sheets", sentence, facts={"most": MOST_SHEETS})
        spend(request, services.limits.tables, "Many score sheets have been shared from your address; wait a moment.")
        try:
            await store.create(sheet_id, new_code(), person.id, services.clock.now())
        except Conflict:
            continue
    raise StorageError("There is no free code for a new sheet; try again.")


async def get_sheet(request: Request) -> Response:
    """Return the cells of a sheet, or those that have changed."""
    services = services_of(request)
    await current_person(request)
    since = read_query(request, Since)
    changes = await services.host.sheets.store.changes(request.path_params["sheet"], since.after)
    if changes is None:
        raise _no_sheet()
    return json_response(changes)


async def enter_cells(request: Request) -> Response:
    """Enter cells; the last entry that arrives counts."""
    services = _services(request)
    await current_person(request)
    body = await read_body(request, NewEntries)
    sentence = "Many entries have come from your address; wait a moment."
    spend(request, services.limits.entries, sentence, len(body.entries))
    try:
        changes = await services.host.sheets.enter(request.path_params["sheet"], body.entries, body.after)
    except SheetFull as error:
        raise ApiError(409, "sheet-full", str(error)) from None
    if changes is None:
        raise _no_sheet()
    return json_response(changes)


async def delete_sheet(request: Request) -> Response:
    """Delete a sheet from the server, for everyone."""
    services = _services(request)
    await current_person(request)
    if not await services.host.sheets.delete(request.path_params["sheet"]):
        raise _no_sheet()
    return Response(status_code=204)


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/sheets",
        create_sheet,
        "Share a score sheet: create an empty one on the server, with a code for everyone at the table. A repeated "
        "request with the same `id` returns the same sheet",
        response=CreatedSheet,
        body=NewSheet,
        needs_person=True,
        status=201,
        tag="sheets",
    ),
    Endpoint(
        "GET",
        "/api/sheets/{sheet}",
        get_sheet,
        "The cells of a shared score sheet, or those that have changed since a version",
        response=SheetChanges,
        query=Since,
        needs_person=True,
        cost=5,
        tag="sheets",
    ),
    Endpoint(
        "POST",
        "/api/sheets/{sheet}/cells",
        enter_cells,
        "Enter cells of a shared score sheet: of two entries for one cell the last that arrives counts, and one that "
        "arrives again changes nothing. The response has the cells of the entries, and all that have changed since",
        response=SheetChanges,
        body=NewEntries,
        needs_person=True,
        cost=3,
        tag="sheets",
    ),
    Endpoint(
        "DELETE",
        "/api/sheets/{sheet}",
        delete_sheet,
        "Delete a shared score sheet from the server, for everyone; devices keep their copies",
        response=None,
        needs_person=True,
        status=204,
        tag="sheets",
    ),
]
