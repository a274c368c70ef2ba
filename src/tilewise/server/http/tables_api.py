"""Endpoints for tables: creating and finding them, their views, the lobby, and commands without a WebSocket."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.errors import Refused
from tilewise.server.api.api_errors import ApiError, TooMuch, refusal_error
from tilewise.server.host import new_id
from tilewise.server.http.auth import address_of, current_person, services_of, spend
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_body, read_query
from tilewise.server.live_table import LiveTable
from tilewise.server.people.store import Person
from tilewise.server.services import Services
from tilewise.server.store.listings import Listed, LobbyFilter
from tilewise.server.tables.commands import COMMAND_ID, AnyCommand, Close, Sit
from tilewise.server.tables.effects import MyTable
from tilewise.server.tables.quick_games import QuickGame, WaitingTable, suitable_tables, waits_alone
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import TableView, refusal_view, table_view

_CODE: Final = re.compile(r"[A-Z0-9]{4,12}")

LONGEST_QUICK_SEARCH: Final = 20
"""Waiting tables, latest first, among which a quick game is arranged."""

RequestId = Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID.pattern}$")]


class NewTable(TableSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a new table, and an id: a second request with the same id returns the same table."""

    id: RequestId | None = None


class CreatedTable(msgspec.Struct, frozen=True):
    """A new table: its id for links, and its code to tell a friend."""

    table: str
    code: str


class FoundCode(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has a code: a table, or a shared score sheet. One of the two is given."""

    table: str | None = None
    sheet: str | None = None


class VisibleTable(msgspec.Struct, frozen=True):
    """A table as the person may see it, and the server's time."""

    table: str
    code: str
    now: int
    view: TableView


class NewCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command and its id; a repeated id gets the same response, but the command runs only once."""

    id: RequestId
    command: AnyCommand


class StoredCommand(msgspec.Struct, frozen=True):
    """A stored command; `number` is that of its last event."""

    number: int


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a list."""

    before: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | None = None
    """Only tables whose last event is older than this; pass the `at` of the last table to get the next page."""


async def visible_table(request: Request, person: Person) -> LiveTable:
    """Return the table at a path, up to date, if the person may see it; raises ApiError and StorageError."""
    host = services_of(request).host
    live = await host.table(request.path_params["table"])
    if live is None:
        raise refusal_error(NotPossible(TableReason.NO_TABLE))
    async with live.lock:
        # The person may have just stored something through another process.
        await host.catch_up(live)
    if not live.may_see(person.id):
        raise refusal_error(NotPossible(TableReason.NO_SPECTATORS))
    return live


async def create_table(request: Request) -> Response:
    """Create a table; its creator takes the first seat for a person."""
    services = services_of(request)
    person = await current_person(request)
    body = await read_body(request, NewTable)
    request_id = body.id if body.id is not None else request.headers.get("idempotency-key")
    if request_id is not None and not COMMAND_ID.fullmatch(request_id):
        raise ApiError(400, "bad-id", "The id of a request has 1 to 64 letters, digits and the characters . _ : and -.")
    settings = TableSettings(**{name: getattr(body, name) for name in TableSettings.__struct_fields__})
    # The table's id is derived from the person and the request id, and cannot be guessed by others.
    table_id = None if request_id is None else services.people.signer.derive_id(f"table/{person.id}/{request_id}")
    live = None if table_id is None else await services.host.table(table_id)
    if live is None:
        await _check_new_table(request, person)
        command = request_id or new_id()
        live = await services.host.create(settings, person.id, person.name, command, table_id, person.avatar)
    if live.state.settings != settings:
        raise ApiError(409, "id-used", "You have used this id for another table; choose a new one.")
    code = await services.store.code_of(live.table_id)
    return json_response(CreatedTable(live.table_id, code or ""), 201)


async def quick_game(request: Request) -> Response:
    """Seat a person at a table where others are waiting, or at a new one that waits for others."""
    services = services_of(request)
    person = await current_person(request)
    wanted = await read_body(request, QuickGame)
    async with services.quick_games:
        table_id = await _join_quick_game(services, person, wanted)
        if table_id is None:
            await _check_new_table(request, person)
            command = new_id()
            live = await services.host.create(wanted.settings, person.id, person.name, command, None, person.avatar)
            table_id = live.table_id
    code = await services.store.code_of(table_id)
    return json_response(CreatedTable(table_id, code or ""))


async def _join_quick_game(services: Services, person: Person, wanted: QuickGame) -> str | None:
    """Seat a person at a suitable table and return its id; None if there is none. Raises StorageError."""
    listed = await services.store.listings.lobby(LobbyFilter(wanted.profile, "open", rated=wanted.rated))
    recent = listed[:LONGEST_QUICK_SEARCH]
    tables = [live for entry in recent if (live := await services.host.table(entry.table)) is not None]
    now = services.clock.now()
    waiting = [
        WaitingTable(live.state, frozenset(seat for seat in live.state.people if live.is_present(seat, now)))
        for live in tables
    ]
    suitable = suitable_tables(wanted, waiting, person.id, now)
    alone = [state for state in suitable if waits_alone(state, person.id) and state.owner == person.id]
    for state in suitable:
        if state.seat_of(person.id) is None:
            try:
                await _run(services, person, state.table_id, Sit())
            except NotPossible:
                # The seat has just been taken, or the creator has blocked this person.
                continue
            for left in alone:
                await _run(services, person, left.table_id, Close())
        return state.table_id
    return None


async def _run(services: Services, person: Person, table_id: str, command: AnyCommand) -> int:
    return await services.host.command(table_id, person.id, person.name, new_id(), command, person.avatar)


async def _check_new_table(request: Request, person: Person) -> None:
    """Raise ApiError if a person has too many unfinished tables, or their address has created many, for another one."""
    services = services_of(request)
    most = services.settings.tables_per_person
    if await services.store.unfinished_tables(person.id) >= most:
        raise ApiError(409, "too-many-tables", f"You have {most} unfinished tables; finish or close one first.")
    spend(request, services.limits.tables, "Many tables have been created from your address; wait a moment.")


async def get_table(request: Request) -> Response:
    """Return a table as the person may see it."""
    services = services_of(request)
    person = await current_person(request)
    live = await visible_table(request, person)
    code = await services.store.code_of(live.table_id)
    view = table_view(live.state, live.state.seat_of(person.id))
    return json_response(VisibleTable(live.table_id, code or "", services.clock.now(), view))


async def run_command(request: Request) -> Response:
    """Run a command, as over the WebSocket."""
    services = services_of(request)
    person = await current_person(request)
    body = await read_body(request, NewCommand)
    table_id = request.path_params["table"]
    try:
        number = await services.host.command(table_id, person.id, person.name, body.id, body.command, person.avatar)
    except NotPossible as error:
        raise refusal_error(error) from None
    except Refused as error:
        refusal = refusal_view(error.refusal)
        raise ApiError(409, refusal.code, refusal.message, rule=refusal.rule, facts=refusal.facts) from None
    return json_response(StoredCommand(number))


async def find_code(request: Request) -> Response:
    """Return the table or the shared score sheet with a code. Codes are short, so guessing is limited."""
    services = services_of(request)
    address, now = address_of(request), services.clock.now()
    wait = services.limits.guesses.wait(address, now)
    if wait:
        raise TooMuch("too-many-codes", "You have tried too many unknown codes; wait a moment.", wait)
    code = re.sub(r"[\s-]", "", request.path_params["code"]).upper()
    if _CODE.fullmatch(code):
        if (table_id := await services.store.table_with_code(code)) is not None:
            return json_response(FoundCode(table=table_id))
        if (sheet_id := await services.host.sheets.store.with_code(code)) is not None:
            return json_response(FoundCode(sheet=sheet_id))
    services.limits.guesses.take(address, now)
    raise refusal_error(NotPossible(TableReason.NO_CODE, code=code[:12]))


async def lobby(request: Request) -> Response:
    """Return the public tables, latest first."""
    return json_response(await services_of(request).store.listings.lobby(read_query(request, LobbyFilter)))


async def my_tables(request: Request) -> Response:
    """Return the tables at which I sit or sat, with the results of finished games."""
    person = await current_person(request)
    page = read_query(request, Page)
    return json_response(await services_of(request).store.listings.of_person(person.id, page.before))


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/tables",
        create_table,
        "Create a table; its creator takes the first seat for a person. With an `id` (or the header Idempotency-Key), "
        "a repeated request does not create a second table",
        response=CreatedTable,
        body=NewTable,
        needs_person=True,
        status=201,
        tag="tables",
    ),
    Endpoint(
        "POST",
        "/api/quick-games",
        quick_game,
        "Play whoever is waiting: sit down at a public table with the rules of this box where someone is connected, "
        "or create one for two people and wait there",
        response=CreatedTable,
        body=QuickGame,
        needs_person=True,
        tag="tables",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        get_table,
        "A table as I may see it: from my seat, or as a spectator",
        response=VisibleTable,
        needs_person=True,
        tag="tables",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        run_command,
        "Run a command, as over the WebSocket; 409 says why it is not possible",
        response=StoredCommand,
        body=NewCommand,
        needs_person=True,
        tag="tables",
    ),
    Endpoint(
        "GET",
        "/api/codes/{code}",
        find_code,
        "The table, or the shared score sheet, with a code",
        response=FoundCode,
        tag="tables",
    ),
    Endpoint(
        "GET",
        "/api/lobby",
        lobby,
        "The public tables, latest first, at most 100",
        response=list[Listed],
        query=LobbyFilter,
        tag="tables",
    ),
    Endpoint(
        "GET",
        "/api/me/tables",
        my_tables,
        "The tables at which I sit or sat, latest first, at most 100, with the results of finished games",
        response=list[MyTable],
        needs_person=True,
        query=Page,
        tag="tables",
    ),
]
