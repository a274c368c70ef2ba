"""Hints: the solver on my own turn, where the table allows it. Made from my view, as I could work it out myself."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilewise.server.http.auth import current_person, person_budget_key
from tilewise.server.http.endpoints import Endpoint
from tilewise.server.http.responses import ApiError, json_response, read_query
from tilewise.server.http.tables_api import seen_by
from tilewise.server.http.tools_api import solve_for
from tilewise.tiles import format_tiles
from tilewise.view import View, view_of


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much to tell: a whole play, or just one tile that can be placed."""

    show: Literal["play", "tile"] = "play"


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be done in this turn; nothing to place means: draw, or pass where the pool is empty."""

    number: int
    """Of the last event: the hint holds for the table as it is after that one."""
    can_place: bool
    tile: str | None = None
    """One that can be placed."""
    placed: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    """After the play."""
    steps: tuple[str, ...] = ()
    worth: int = 0
    proven: bool = True
    """Whether no better play exists."""


def question_of(view: View, rules: dict[str, int | str | None]) -> dict[str, Any]:
    """What to ask the solver, from a view: nothing that its seat does not see."""
    return {
        "profile": view.profile.name,
        "rules": rules,
        "players": view.players,
        "table": [format_tiles(tiles) for tiles in view.table],
        "rack": format_tiles(view.rack),
        "opening": not view.has_opened,
        "steps": True,
    }


async def hint(request: Request) -> Response:
    """A hint for my turn."""
    person = await current_person(request)
    wish = read_query(request, Wish)
    state = (await seen_by(request, person)).state
    if not state.settings.hints:
        raise ApiError(403, "no-hints", "This table is played without hints; make one with hints to use them.")
    seat = state.seat_of(person.id)
    if seat is None:
        raise ApiError(403, "not-seated", "You do not sit at this table.")
    view = None if state.game is None else view_of(state.game, seat)
    if state.phase != "playing" or view is None or not view.is_my_turn:
        raise ApiError(409, "not-your-turn", "There are hints in your own turn only.")
    found = await solve_for(request, person_budget_key(person), question_of(view, state.settings.rules))
    placed = tuple(found["placed"])
    if wish.show == "tile" or not placed:
        return json_response(Hint(state.number, bool(placed), placed[-1] if placed else None, proven=found["proven"]))
    return json_response(
        Hint(
            state.number,
            True,
            placed[-1],
            placed,
            tuple(found["table"]),
            tuple(found["steps"]),
            found["worth"],
            found["proven"],
        )
    )


ENDPOINTS = [
    Endpoint(
        "GET",
        "/api/tables/{table}/hint",
        hint,
        "What I can place in my turn, where the table allows hints; within the budget of the solver",
        response=Hint,
        needs_person=True,
        query=Wish,
        tag="tools",
    )
]
