"""The endpoint for hints: the solver's best play in my own turn, computed only from what my seat can see."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.api.hint_answers import Hint, HintQuery, hint_for, solver_request, view_for_hint
from tilewise.server.http.auth import current_person, person_budget_key, services_of
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import json_response, read_query
from tilewise.server.http.tables_api import visible_table


async def hint(request: Request) -> Response:
    """Return a hint for my turn."""
    person = await current_person(request)
    query = read_query(request, HintQuery)
    state = (await visible_table(request, person)).state
    view = view_for_hint(state, state.seat_of(person.id))
    question = partial(hint_for, solver_request(view), state.number, query)
    return json_response(await services_of(request).questions.ask(person_budget_key(person), question, msgspec.Raw))


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/tables/{table}/hint",
        hint,
        "What I can place in my turn, if the table allows hints; uses my solver budget",
        response=Hint,
        needs_person=True,
        query=HintQuery,
        tag="tools",
    )
]
