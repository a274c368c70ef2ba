"""Tables over HTTP: making one, finding one, the lobby."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tilewise.server.hosting import new_id
from tilewise.server.tables.settings import TableSettings
from tilewise.server.web.answers import ApiError, answer, body_of
from tilewise.server.web.asking import person_asking, server_of


async def make_table(request: Request) -> Response:
    """Make a table; its maker takes the first seat for a person."""
    server = server_of(request)
    person = await person_asking(request)
    settings = await body_of(request, TableSettings)
    live = await server.host.make(settings, person.id, person.name, new_id())
    code = await server.store.code_of(live.table)
    return answer({"table": live.table, "code": code}, 201)


async def lobby(request: Request) -> Response:
    """The public tables, the latest first."""
    return answer(await server_of(request).store.lobby())


async def with_code(request: Request) -> Response:
    """The table that has a code."""
    code = request.path_params["code"].strip().upper()
    table = await server_of(request).store.with_code(code)
    if table is None:
        raise ApiError(404, "no-code", f"No table has the code {code[:12]}; look at it again.")
    return answer({"table": table, "code": code})


ROUTES = [
    Route("/api/codes/{code}", with_code),
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/lobby", lobby),
]
