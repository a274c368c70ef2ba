"""The turn of a computer player: what it gets to see, how it chooses, and what becomes of its choice.

A request contains the seat's view and a derived seed, never the state of the table or the seed of the game: those
would reveal every rack. A choice that the rules do not allow costs the player its turn, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tilewise.bots import Budget, Clock, NotAChoice, new_player, player_seed, rejoin
from tilewise.bots.budget import untimed
from tilewise.bots.games import NewClock, checked_choice, lost_turn
from tilewise.errors import Refused, TilewiseError
from tilewise.game import Action
from tilewise.server.tables.decisions import Decision, SecretSource
from tilewise.server.tables.schedule import ScheduledAction, run_scheduled
from tilewise.server.tables.table_state import TableState
from tilewise.view import View, view_of

BUDGET: Final = Budget(seconds=1.0)
"""What a computer player may think about one action."""


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
    return BotRequest(level, player_seed(game.seed, seat), view_of(game, seat), is_turn)


def choose_action(request: BotRequest, clock: Clock) -> Action | None:
    """Return a computer player's choice; None to do nothing out of turn. It may take seconds."""
    view = request.view
    player = rejoin(new_player(request.level, _seat(request), view.profile, request.seed), view)
    return player.choose(view, clock) if request.is_turn else player.choose_out_of_turn(view, clock)


def fallback_action(request: BotRequest) -> Action | None:
    """Return an action that is always legal, for a computer player that does not answer or chooses wrongly."""
    return lost_turn(request.view) if request.is_turn else None


def turn_decision(
    state: TableState,
    scheduled: ScheduledAction,
    now: int,
    new_secret: SecretSource,
    request: BotRequest | None,
    choice: Action | None,
) -> tuple[Decision, str | None]:
    """Return the decision on a computer player's choice.

    The second value is None, or the code of the reason why the choice did not count and the player lost its turn.
    """
    if request is None or (choice is None and not request.is_turn):
        return run_scheduled(state, scheduled, now, new_secret), None
    try:
        action = checked_choice(choice, _seat(request), is_turn=request.is_turn)
        return run_scheduled(state, scheduled, now, new_secret, action=action), None
    except (NotAChoice, Refused) as error:
        fallback = fallback_action(request)
        return run_scheduled(state, scheduled, now, new_secret, action=fallback), _code(error)


def announce(decision: Decision, request: BotRequest, choice: Action | None) -> str | None:
    """Add a computer player's announcement (C3) to the decision on its turn, unless it is None.

    Returns the code of the reason if it does not count, or None.
    """
    if choice is None:
        return None
    try:
        decision.act(checked_choice(choice, _seat(request), is_turn=False), "computer")
    except (NotAChoice, Refused) as error:
        return _code(error)
    return None


def bot_decision(
    state: TableState,
    scheduled: ScheduledAction,
    now: int,
    new_secret: SecretSource,
    new_clock: NewClock = untimed,
    report: Callable[[str, str], None] = lambda level, code: None,
) -> Decision:
    """Return the decision on a computer player's turn, including an announcement (C3). It may take seconds.

    The player thinks in this process. `report` is called with its level and a code if it lost its turn.
    """
    if scheduled.seat is None:
        raise TilewiseError("A computer player's turn has a seat.")

    def choice_of(request: BotRequest) -> Action | None:
        try:
            return choose_action(request, new_clock())
        except Exception as error:
            report(request.level, type(error).__name__)
            return fallback_action(request)

    request = turn_request(state, scheduled.seat)
    choice = None if request is None else choice_of(request)
    decision, wrong = turn_decision(state, scheduled, now, new_secret, request, choice)
    if request is not None and wrong is not None:
        report(request.level, wrong)
    request = announcement_request(decision.state, scheduled.seat)
    if request is not None:
        wrong = announce(decision, request, choice_of(request))
        if wrong is not None:
            report(request.level, wrong)
    return decision


def _seat(request: BotRequest) -> int:
    if request.view.seat is None:
        raise TilewiseError("A spectator has no turn to make.")
    return request.view.seat


def _code(error: NotAChoice | Refused) -> str:
    return error.refusal.reason.code if isinstance(error, Refused) else "not-a-choice"
