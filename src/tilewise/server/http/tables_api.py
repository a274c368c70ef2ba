"""Tables over HTTP: making one, finding one, seeing one, the lobby, my games, and commands for who has no socket."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.errors import Refused
from tilewise.server.host import new_id
from tilewise.server.http.auth import address_of, current_person, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError, TooMuch, json_response, read_body, read_query
from tilewise.server.live_table import LiveTable
from tilewise.server.people.store import Person
from tilewise.server.store.listings import Listed, LobbyFilter, MyTable
from tilewise.server.tables.commands import COMMAND_ID, AnyCommand
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import TableView, refusal_view, table_view

_CODE: Final = re.compile(r"[A-Z0-9]{4,12}")

OwnId = Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID.pattern}$")]

_STATUS: Final = {
    TableReason.NO_TABLE: 404,
    TableReason.NO_CODE: 404,
    TableReason.NO_SPECTATORS: 403,
    TableReason.NOT_SEATED: 403,
    TableReason.NOT_THE_OWNER: 403,
    TableReason.BAD_TILES: 400,
    TableReason.BAD_ADDITION: 400,
}
"""Everything else is a matter of where the table stands: 409."""


class NewTable(TableSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a table, and an id of one's own: the same one again gives the same table again."""

    id: OwnId | None = None


class MadeTable(msgspec.Struct, frozen=True):
    """A new table: its id, for links, and its code, to read out to a friend."""

    table: str
    code: str


class FoundTable(msgspec.Struct, frozen=True):
    """The table with a code."""

    table: str


class SeenTable(msgspec.Struct, frozen=True):
    """A table as the person who asks may see it, and the server's time."""

    table: str
    code: str
    now: int
    view: TableView


class NewCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do; the same id again is answered again, but never done twice."""

    id: OwnId
    command: AnyCommand


class DoneCommand(msgspec.Struct, frozen=True):
    """A command is stored; `number` is the last event that came of it."""

    number: int


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a list."""

    before: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | None = None
    """Only what was last changed before this moment: the `at` of the last one gives the next ones."""


def not_possible(error: NotPossible) -> ApiError:
    """What a table refuses, as an answer."""
    return ApiError(_STATUS.get(error.reason, 409), error.reason.code, str(error), facts=error.facts)


async def seen_by(request: Request, person: Person) -> LiveTable:
    """The table that a path names, up to date, if the person may see it; raises ApiError and StorageError."""
    host = services_of(request).host
    live = await host.table(request.path_params["table"])
    if live is None:
        raise not_possible(NotPossible(TableReason.NO_TABLE))
    async with live.lock:
        # Who has just stored something through another process is shown it here as well.
        await host.catch_up(live)
    if not live.may_see(person.id):
        raise not_possible(NotPossible(TableReason.NO_SPECTATORS))
    return live


async def make_table(request: Request) -> Response:
    """Make a table; its maker takes the first seat for a person."""
    services = services_of(request)
    person = await current_person(request)
    wanted = await read_body(request, NewTable)
    own_id = wanted.id if wanted.id is not None else request.headers.get("idempotency-key")
    if own_id is not None and not COMMAND_ID.fullmatch(own_id):
        raise ApiError(400, "bad-id", "The id of a request has 1 to 64 letters, digits and the signs . _ : and -.")
    settings = TableSettings(**{name: getattr(wanted, name) for name in TableSettings.__struct_fields__})
    # The same id of the same person leads to the same table, which nobody else can guess.
    table = None if own_id is None else services.people.signer.derive_id(f"table/{person.id}/{own_id}")
    made_before = None if table is None else await services.host.table(table)
    if made_before is None:
        most = services.settings.tables_per_person
        if await services.store.unfinished_tables(person.id) >= most:
            sentence = f"You have made {most} tables that are not finished; finish or close one first."
            raise ApiError(409, "too-many-tables", sentence)
        command = own_id or new_id()
        made_before = await services.host.make(settings, person.id, person.name, command, table, person.avatar)
    if made_before.state.settings != settings:
        raise ApiError(409, "id-used", "You have made another table with this id; choose a new one.")
    code = await services.store.code_of(made_before.table_id)
    return json_response(MadeTable(made_before.table_id, code or ""), 201)


async def see_table(request: Request) -> Response:
    """A table as the person who asks may see it."""
    services = services_of(request)
    person = await current_person(request)
    live = await seen_by(request, person)
    code = await services.store.code_of(live.table_id)
    view = table_view(live.state, live.state.seat_of(person.id))
    return json_response(SeenTable(live.table_id, code or "", services.clock.now(), view))


async def command_table(request: Request) -> Response:
    """Do something at a table, as over the WebSocket."""
    services = services_of(request)
    person = await current_person(request)
    wanted = await read_body(request, NewCommand)
    if services.host.stopping:
        raise TooMuch("stopping", "The server is being restarted; send this again in a moment.", 2000, status=503)
    table = request.path_params["table"]
    try:
        number = await services.host.command(table, person.id, person.name, wanted.id, wanted.command, person.avatar)
    except NotPossible as error:
        raise not_possible(error) from None
    except Refused as error:
        told = refusal_view(error.refusal)
        raise ApiError(409, told.code, told.message, rule=told.rule, facts=told.facts) from None
    return json_response(DoneCommand(number))


async def find_table(request: Request) -> Response:
    """The table with a code. Who tries many codes is told to wait: they are short."""
    services = services_of(request)
    address, now = address_of(request), services.clock.now()
    wait = services.limits.guesses.wait(address, now)
    if wait:
        raise TooMuch("too-many-codes", "These were too many codes that no table has; wait a moment.", wait)
    code = re.sub(r"[\s-]", "", request.path_params["code"]).upper()
    table = await services.store.table_with_code(code) if _CODE.fullmatch(code) else None
    if table is None:
        services.limits.guesses.take(address, now)
        raise not_possible(NotPossible(TableReason.NO_CODE, code=code[:12]))
    return json_response(FoundTable(table))


async def lobby(request: Request) -> Response:
    """The public tables, the latest first."""
    return json_response(await services_of(request).store.listings.lobby(read_query(request, LobbyFilter)))


async def my_tables(request: Request) -> Response:
    """The tables at which I sit or sat, with the results of the games that have ended."""
    person = await current_person(request)
    page = read_query(request, Page)
    return json_response(await services_of(request).store.listings.of_person(person.id, page.before))


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/tables",
        make_table,
        "Make a table; its maker takes the first seat for a person. Send an `id` of your own (or the header "
        "Idempotency-Key), and a repeated request makes no second table",
        response=MadeTable,
        body=NewTable,
        needs_person=True,
        status=201,
        tag="tables",
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        see_table,
        "A table as I may see it: from my seat, or as a spectator",
        response=SeenTable,
        needs_person=True,
        tag="tables",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/commands",
        command_table,
        "Do something at a table, as over the WebSocket; 409 says why it is not possible",
        response=DoneCommand,
        body=NewCommand,
        needs_person=True,
        tag="tables",
    ),
    Endpoint("GET", "/api/codes/{code}", find_table, "The table with a code", response=FoundTable, tag="tables"),
    Endpoint(
        "GET",
        "/api/lobby",
        lobby,
        "The public tables, the latest first, at most 100",
        response=list[Listed],
        query=LobbyFilter,
        tag="tables",
    ),
    Endpoint(
        "GET",
        "/api/me/tables",
        my_tables,
        "The tables at which I sit or sat, the latest first, at most 100, with the results of ended games",
        response=list[MyTable],
        needs_person=True,
        query=Page,
        tag="tables",
    ),
]
