"""The turn of a computer player: what it gets to see, and how it chooses.

A request contains the seat's view and a derived seed, never the state of the table or the seed of the game: those
would reveal every rack.
"""

from __future__ import annotations

from typing import NamedTuple

from tilewise.bots import new_player
from tilewise.bots.player import play_or_draw
from tilewise.errors import TilewiseError
from tilewise.game import Action
from tilewise.server.tables.decisions import Decision, SecretSource
from tilewise.server.tables.schedule import ScheduledAction, run_scheduled
from tilewise.server.tables.table_state import TableState
from tilewise.shuffle import derived_seed
from tilewise.view import View, view_of


class BotRequest(NamedTuple):
    """Everything that a computer player knows when it chooses an action."""

    level: str
    seed: str
    """A seed of its own, from which the seed of the game cannot be computed."""
    view: View
    is_turn: bool
    """Whether it is the seat's turn; otherwise it may redeal (S5) or announce (C3)."""


def turn_request(state: TableState, seat: int) -> BotRequest | None:
    """Return the request for a computer player's next action; None if it can only keep its first tiles.

    Raises TilewiseError if a person plays the seat or there is no game.
    """
    request = _request(state, seat, is_turn=state.phase != "offering")
    return request if request.is_turn or request.view.may_redeal else None


def announcement_request(state: TableState, seat: int) -> BotRequest | None:
    """Return the request for an announcement (C3) after a computer player's draw; None if it cannot announce."""
    if state.phase != "playing" or state.computer_at(seat) is None:
        return None
    if state.profile.missed_opening_penalty is None:
        return None
    request = _request(state, seat, is_turn=False)
    return request if request.view.may_announce else None


def _request(state: TableState, seat: int, *, is_turn: bool) -> BotRequest:
    level, game = state.computer_at(seat), state.game
    if level is None:
        raise TilewiseError(f"A person plays seat {seat}.")
    if game is None:
        raise TilewiseError("No game is being played.")
    return BotRequest(level, derived_seed(game.seed, f"bot/{seat}"), view_of(game, seat), is_turn)


def choose_action(request: BotRequest) -> Action | None:
    """Return a computer player's choice; None to do nothing out of turn. It may take seconds."""
    player = new_player(request.level, request.seed)
    return player.choose(request.view) if request.is_turn else player.choose_out_of_turn(request.view)


def bot_decision(state: TableState, scheduled: ScheduledAction, now: int, new_secret: SecretSource) -> Decision:
    """Return the decision on a computer player's turn, including an announcement (C3). It may take seconds."""
    if scheduled.seat is None:
        raise TilewiseError("A computer player's turn has a seat.")
    request = turn_request(state, scheduled.seat)
    action = None if request is None else choose_action(request)
    decision = run_scheduled(state, scheduled, now, new_secret, action=action)
    request = announcement_request(decision.state, scheduled.seat)
    announcement = None if request is None else choose_action(request)
    if announcement is not None:
        decision.act(announcement, "computer")
    return decision


def fallback_action(request: BotRequest) -> Action | None:
    """Return an action that is always legal, for a computer player that does not answer."""
    if not request.is_turn or request.view.seat is None:
        return None
    return play_or_draw(request.view, request.view.table)
