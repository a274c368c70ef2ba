"""The schedule of a table: what happens when nobody does anything. Clocks, computer players, the next game.

The time of the next scheduled action is stored with every event, so that any process that runs the table's timer
knows when to act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from tilewise import game as rules
from tilewise.errors import TilewiseError
from tilewise.game import Action, Game
from tilewise.server.tables.decisions import Decision, SecretSource, act_in_game, keep_tiles
from tilewise.server.tables.events import Resumed
from tilewise.server.tables.table_settings import Tempo
from tilewise.server.tables.table_state import TableState
from tilewise.shuffle import chance
from tilewise.turn_clock import turn_end, turn_expiry

COUNTDOWN: Final = 10_000
"""Milliseconds between the last seat taken and the deal at a table of friends: time to see who is there."""

ADDING_TIME: Final = 3_000
"""Milliseconds for adding randomness to a deal; clients do it without asking their person."""

OFFER_TIME: Final = 20_000
"""Milliseconds for asking for a redeal (S5); by correspondence it is as long as a turn."""

PAUSE: Final = 30_000
"""Milliseconds between two games of a match, unless a player starts the next one sooner."""


TEMPO_PERCENT: Final[Mapping[Tempo, int]] = {"slow": 200, "normal": 100, "fast": 35, "instant": 0}
"""The thinking time of computer players at each tempo, in percent of the normal one."""

READING_TIME: Final = 60_000
"""Milliseconds for which computer players wait for a person who reads, if other people play too."""

LONGEST_WAIT: Final = 15_000
"""Milliseconds by which reading delays one turn of a computer player, if other people play too. Otherwise a person who
starts reading again and again could stop the game."""


class ScheduledKind(Enum):
    """The kind of a scheduled action."""

    START = "start"
    DEAL = "deal"
    BEGIN = "begin"
    BOT_TURN = "computer"
    TIME_UP = "time-up"
    NEXT_GAME = "next-game"


@dataclass(frozen=True, slots=True)
class ScheduledAction:
    """Something that happens at a time unless a player does something first."""

    at: int
    kind: ScheduledKind
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to run a table's timer. A higher fencing token means that another process has taken it over."""

    table_id: str
    fence: int
    due_at: int | None


ThinkingTime = Callable[[float], int]
"""Returns how many milliseconds a computer player takes for a turn at normal tempo, given a random number up to 1."""


def human_thinking_time(luck: float) -> int:
    """Return one to three seconds, a pace that people find pleasant."""
    return 1_000 + int(2_000 * luck)


def scheduled_action(state: TableState, thinking_time: ThinkingTime) -> ScheduledAction | None:
    """Return the next scheduled action, or None if there is none."""
    match state.phase:
        case "ready":
            return None if state.held else ScheduledAction(state.turn_began + COUNTDOWN, ScheduledKind.START)
        case "dealing":
            return ScheduledAction(state.turn_began + ADDING_TIME, ScheduledKind.DEAL)
        case "offering":
            bots = [seat for seat in _playing(state) if seat not in state.kept and state.computer_at(seat)]
            if bots:
                return ScheduledAction(state.at, ScheduledKind.BOT_TURN, bots[0])
            seconds = state.profile.turn_seconds if state.by_correspondence else None
            offer_time = OFFER_TIME if seconds is None else 1000 * seconds
            return ScheduledAction(state.turn_began + offer_time, ScheduledKind.BEGIN)
        case "playing":
            game = _game(state)
            if state.computer_at(game.turn):
                luck = chance(game.seed, f"pace/{len(game.history)}")
                thinking = thinking_time(luck) * TEMPO_PERCENT[state.settings.tempo] // 100
                return ScheduledAction(state.turn_began + thinking, ScheduledKind.BOT_TURN, game.turn)
            expires = turn_expiry(game, state.turn_began)
            # Without a clock the table waits for the person, however long that takes.
            return None if expires is None else ScheduledAction(expires, ScheduledKind.TIME_UP, game.turn)
        case "between":
            return ScheduledAction(state.turn_began + PAUSE, ScheduledKind.NEXT_GAME)
        case _:
            return None


def after_reading(
    scheduled: ScheduledAction, state: TableState, reading: Mapping[int, int], read_until: int = 0
) -> ScheduledAction | None:
    """Return a scheduled action as people who read delay it; None while it waits without limit.

    `reading` says since when the person of each seat has been reading, `read_until` when anybody last stopped. Only
    turns of computer players wait: no clock of a person stops, so that reading gains nobody time to think. They wait
    as long as the person likes where nobody else plays, and for a limited time otherwise.
    """
    if scheduled.kind is not ScheduledKind.BOT_TURN or state.phase != "playing":
        return scheduled
    since = [began for seat, began in reading.items() if seat in state.people and not state.seats[seat].away]
    if not since:
        return replace(scheduled, at=max(scheduled.at, read_until))
    if len(state.people) == 1:
        return None
    return replace(scheduled, at=max(scheduled.at, min(max(since) + READING_TIME, scheduled.at + LONGEST_WAIT)))


def phase_ends(state: TableState) -> int | None:
    """Return when a countdown, a deal, an offer of a redeal or a pause ends by itself; None for other phases."""
    if state.phase not in ("ready", "dealing", "offering", "between"):
        return None
    scheduled = scheduled_action(state, human_thinking_time)
    return None if scheduled is None or scheduled.kind is ScheduledKind.BOT_TURN else scheduled.at


def resume(state: TableState, began: int, ended: int, now: int) -> Decision:
    """Give a turn, the countdown or the offer of a redeal the time of an outage back; nothing if it already got it."""
    decision = Decision(state, now)
    has_clock = (
        (state.phase == "ready" and not state.held)
        or state.phase == "offering"
        or (state.phase == "playing" and turn_end(_game(state), state.turn_began))
    )
    if has_clock and state.resumed_at < ended:
        # A turn may have begun after the last heartbeat.
        lost = ended - max(began, state.turn_began)
        if lost > 0:
            decision.emit(Resumed(lost))
    return decision


def run_scheduled(
    state: TableState,
    scheduled: ScheduledAction,
    now: int,
    new_secret: SecretSource,
    *,
    action: Action | None = None,
    moved: bool = False,
) -> Decision:
    """Return the decision on a scheduled action; raises Refused or NotPossible.

    `action` is what a computer player chose (None: it keeps its first tiles), and `moved` whether the person whose
    time is up had moved a tile (U10).
    """
    decision = Decision(state, now, new_secret)
    match scheduled.kind:
        case ScheduledKind.START:
            decision.commit()
        case ScheduledKind.DEAL:
            decision.deal()
        case ScheduledKind.BEGIN:
            for seat in _playing(state):
                if seat not in decision.state.kept and decision.state.phase == "offering":
                    keep_tiles(decision, seat)
        case ScheduledKind.NEXT_GAME:
            decision.next_game()
        case ScheduledKind.TIME_UP:
            act_in_game(decision, rules.TimeOut(_seat(scheduled), moved), "clock")
        case ScheduledKind.BOT_TURN if action is None:
            keep_tiles(decision, _seat(scheduled))
        case ScheduledKind.BOT_TURN:
            act_in_game(decision, action, "computer")
    return decision


def _game(state: TableState) -> Game:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    return state.game


def _playing(state: TableState) -> tuple[int, ...]:
    return _game(state).playing


def _seat(scheduled: ScheduledAction) -> int:
    if scheduled.seat is None:
        raise TilewiseError(f"The scheduled action {scheduled.kind.value} has no seat.")
    return scheduled.seat
