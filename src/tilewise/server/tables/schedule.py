"""What is due at a table when nobody does anything: clocks, computer players, the next game.

The moment is stored with every event, so that whichever process watches the table knows when to come.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tilewise import game as rules
from tilewise.bots import seat_player
from tilewise.errors import TilewiseError
from tilewise.game import Action, Game
from tilewise.server.tables.decisions import Decision, MakeSecret, act_in_game, keep
from tilewise.server.tables.events import AnyEvent, Resumed, WentAway
from tilewise.server.tables.table_state import TableState
from tilewise.shuffle import chance
from tilewise.turn_clock import turn_end, turn_expiry
from tilewise.view import view_of

ADDING_TIME: Final = 3_000
"""Milliseconds that people have to add their chance to a deal: their clients do it without asking."""

OFFER_TIME: Final = 20_000
"""Milliseconds to look at the first tiles and demand a redeal (S5); by correspondence: as long as for a turn."""

PAUSE: Final = 30_000
"""Milliseconds between two games of a match, unless somebody begins the next one sooner."""


GRACE: Final = 60_000
"""Milliseconds that a person may be away in the own turn before a computer player takes over."""


class What(Enum):
    """What is due."""

    DEAL = "deal"
    BEGIN = "begin"
    COMPUTER = "computer"
    TIME_UP = "time-up"
    LOOK = "look"
    """Whether the person in turn is still there."""
    NEXT_GAME = "next-game"


@dataclass(frozen=True, slots=True)
class Due:
    """What is due, and when."""

    at: int
    what: What
    seat: int | None = None


ThinkingTime = Callable[[float], int]
"""How long a computer player thinks, in milliseconds, from a number of chance from 0 to 1."""


def human_thinking_time(luck: float) -> int:
    """A computer player takes one to three seconds, as people like it."""
    return 1_000 + int(2_000 * luck)


def due(state: TableState, pace: ThinkingTime) -> Due | None:
    """What is due next, if nobody does anything before; None: nothing."""
    match state.phase:
        case "dealing":
            return Due(state.turn_began + ADDING_TIME, What.DEAL)
        case "offering":
            waiting = [seat for seat in _playing(state) if seat not in state.kept and state.seats[seat].computer]
            if waiting:
                return Due(state.at, What.COMPUTER, waiting[0])
            seconds = state.profile.turn_seconds if state.by_correspondence else None
            return Due(state.turn_began + (OFFER_TIME if seconds is None else 1000 * seconds), What.BEGIN)
        case "playing":
            game = _game(state)
            if state.seats[game.turn].computer:
                luck = chance(game.seed, f"pace/{len(game.history)}")
                return Due(state.turn_began + pace(luck), What.COMPUTER, game.turn)
            expires = turn_expiry(game, state.turn_began)
            if expires is not None:
                return Due(expires, What.TIME_UP, game.turn)
            # Without a clock nothing else would make the game go on.
            return Due(state.turn_began + GRACE, What.LOOK, game.turn)
        case "between":
            return Due(state.turn_began + PAUSE, What.NEXT_GAME)
        case _:
            return None


def phase_ends(state: TableState) -> int | None:
    """When a deal, an offer of a redeal or a pause ends by itself; None: it does not, or there is none."""
    if state.phase not in ("dealing", "offering", "between"):
        return None
    next_due = due(state, human_thinking_time)
    return None if next_due is None or next_due.what is What.COMPUTER else next_due.at


def resume(state: TableState, began: int, ended: int) -> list[AnyEvent]:
    """Give a turn, or the offer of a redeal, the time back during which no server ran; nothing if it has it already."""
    runs = state.phase == "offering" or (state.phase == "playing" and turn_end(_game(state), state.turn_began))
    if not runs or state.resumed_at >= ended:
        return []
    # A turn may have begun after the last sign of life.
    lost = ended - max(began, state.turn_began)
    return [Resumed(lost)] if lost > 0 else []


def bot_action(state: TableState, seat: int) -> Action | None:
    """What the computer player of a seat does now (None: it keeps its first tiles). May take some milliseconds."""
    level = state.seats[seat].computer
    if level is None:
        raise TilewiseError(f"A person plays seat {seat}.")
    game = _game(state)
    player = seat_player(level, game.seed, seat)
    view = view_of(game, seat)
    if state.phase == "offering":
        return player.choose_out_of_turn(view) if view.may_redeal else None
    return player.choose(view)


def happen(
    state: TableState,
    due: Due,
    now: int,
    make_secret: MakeSecret,
    *,
    action: Action | None = None,
    moved: bool = False,
    is_there: bool = True,
) -> list[AnyEvent]:
    """Return what happens when something is due; `action` is what the computer player chose.

    `moved` says whether the person whose time is up had begun a move (U10), `is_there` whether that person is
    connected: if not, a computer player takes over from now on.
    """
    decision = Decision(state, now, make_secret)
    match due.what:
        case What.DEAL:
            decision.deal()
        case What.BEGIN:
            for seat in _playing(state):
                if seat not in decision.state.kept and decision.state.phase == "offering":
                    keep(decision, seat)
        case What.NEXT_GAME:
            decision.next_game()
        case What.TIME_UP:
            act_in_game(decision, rules.TimeOut(_seat(due), moved), "clock")
            if not is_there and not state.by_correspondence and decision.state.phase == "playing":
                decision.emit(WentAway(_seat(due)))
        case What.LOOK:
            if not is_there:
                decision.emit(WentAway(_seat(due)))
        case What.COMPUTER if action is None:
            keep(decision, _seat(due))
        case What.COMPUTER:
            act_in_game(decision, action, "computer")
            _announce(decision, _seat(due))
    return decision.events


def _announce(decision: Decision, seat: int) -> None:
    """Let a computer player announce its opening, if it has just drawn one (C3)."""
    state = decision.state
    level = state.seats[seat].computer
    if state.phase != "playing" or level is None or state.profile.missed_opening_penalty is None:
        return
    view = view_of(_game(state), seat)
    if view.may_announce:
        claim = seat_player(level, _game(state).seed, seat).choose_out_of_turn(view)
        if claim is not None:
            decision.act(claim, "computer")


def _game(state: TableState) -> Game:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    return state.game


def _playing(state: TableState) -> tuple[int, ...]:
    return _game(state).playing


def _seat(due: Due) -> int:
    if due.seat is None:
        raise TilewiseError(f"{due.what.value} is due for no seat.")
    return due.seat
