"""Hints: the solver's best play in a player's own turn, computed only from what the seat can see."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tilewise.companion import answer, solve_position
from tilewise.profiles import Profile, house_rules_of
from tilewise.server.api.api_errors import ApiError
from tilewise.server.api.tool_answers import checked
from tilewise.server.tables.table_state import TableState
from tilewise.tiles import Table, Tile, Tiles, format_tiles
from tilewise.view import View, view_of


class HintQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much to show: a whole play, or just one tile that can be placed."""

    show: Literal["play", "tile"] = "play"


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint for a turn. If nothing can be placed: draw, or pass if the pool is empty.

    With special jokers it may be unknown whether something can be placed: then `can_place` and `proven` are false.
    """

    number: int
    """The number of the last event, after which the hint is valid."""
    can_place: bool
    tile: str | None = None
    """A tile that can be placed; a joker only if there is no other."""
    placed: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    """The sets after the play."""
    steps: tuple[str, ...] = ()
    worth: int = 0
    proven: bool = True
    """Whether the play is proven to be the best; without a play, whether it is proven that there is none."""


def solver_request(view: View) -> dict[str, Any]:
    """Return a request to the solver that contains only what the seat of a view can see."""
    return position_request(view.profile, view.players, view.table, view.rack, view.has_opened)


def position_request(profile: Profile, players: int, table: Table, rack: Tiles, opened: bool) -> dict[str, Any]:
    """Return a request to the solver about a position."""
    return {
        "profile": profile.name,
        # Not those of the settings: they may suit only the seats of this table.
        "rules": house_rules_of(profile),
        "players": players,
        "table": [format_tiles(tiles) for tiles in table],
        "rack": format_tiles(rack),
        "opening": not opened,
        "steps": True,
    }


def telling_tile(placed: tuple[str, ...]) -> str | None:
    """Return the tile of a play that says most about where to look: a joker alone says nothing.

    >>> telling_tile(("r11", "r12", "J"))
    'r12'
    """
    last = placed[-1] if placed else None
    return next((tile for tile in reversed(placed) if not Tile.parse(tile).is_joker), last)


def view_for_hint(state: TableState, seat: int | None) -> View:
    """Return the view that a hint for a seat is computed from; raises ApiError if the seat gets none now."""
    if not state.settings.hints:
        raise ApiError(403, "no-hints", "This table does not allow hints; create a table that does.")
    if seat is None:
        raise ApiError(403, "not-seated", "You have no seat at this table.")
    view = None if state.game is None else view_of(state.game, seat)
    if state.phase != "playing" or view is None or not view.is_my_turn:
        raise ApiError(409, "not-your-turn", "Hints are available only in your own turn.")
    return view


def hint_for(position: dict[str, Any], number: int, query: HintQuery) -> Hint:
    """Return the hint for a position, given as a request to the solver; raises ApiError."""
    return hint_from(checked(answer(solve_position, position)), number, query)


def hint_from(solution: dict[str, Any], number: int, query: HintQuery) -> Hint:
    """Return the hint that the solver's answer leads to; `number` is the number of the last event."""
    placed = tuple(solution["placed"])
    tile = telling_tile(placed)
    if query.show == "tile" or not placed:
        return Hint(number, bool(placed), tile, proven=solution["proven"])
    return Hint(
        number,
        True,
        tile,
        placed,
        tuple(solution["table"]),
        tuple(solution["steps"]),
        solution["worth"],
        solution["proven"],
    )
