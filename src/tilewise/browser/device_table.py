"""A table on this device, and who holds the device.

Several people may share it. Then only the player who holds the device sees a rack, and while it is handed over nobody
does: what is sent meanwhile is what a spectator may see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tilewise.server.live_table import LiveTable
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import Committed
from tilewise.server.tables.schedule import ScheduledAction, ScheduledKind, ThinkingTime, scheduled_action
from tilewise.server.tables.table_settings import PERSON
from tilewise.server.tables.table_state import Step, TableState

NOBODY = ""
"""The holder of the device while all racks are hidden: no person has this id."""


class Holder:
    """The page, as a subscriber of a table: it sees what the person who holds the device may see."""

    def __init__(self, send: Callable[[str], None], person: str) -> None:
        self.person = person
        self._send = send

    def receives_chat_from(self, person: str) -> bool:
        """Return False: nobody chats on one device."""
        return False

    def send(self, message: bytes) -> None:
        """Send a message to the page."""
        self._send(message.decode())


@dataclass(eq=False, slots=True)
class DeviceTable:
    """A table that the page follows."""

    live: LiveTable
    holder: Holder
    batches: list[str]
    """Everything that is stored of the table, in case the browser deletes it while it is played."""
    finished: list[tuple[FinishedGame, int]] = field(default_factory=list)
    """The games that have ended, and when."""
    last_held: int | None = None
    """The seat whose player put the device down last."""
    put_down_at: dict[int, int] = field(default_factory=dict)
    """When the player of a seat last put the device down."""
    timer: asyncio.Task[None] | None = None
    """Waits for the next scheduled action."""
    is_reading: bool = False
    """Whether somebody reads something instead of following the game: computer players wait meanwhile."""
    read_until: int = 0
    """When somebody last stopped reading."""
    not_before: int = 0
    """When to try again to store a scheduled action."""
    has_problem: bool = False
    """Whether the page knows that a scheduled action could not be stored."""

    @property
    def state(self) -> TableState:
        """The state of the table."""
        return self.live.state

    @property
    def is_shared(self) -> bool:
        """Whether several people share the device at this table."""
        return is_shared(self.state)

    @property
    def held_by(self) -> int | None:
        """The seat whose player sees the rack; None while all racks are hidden."""
        return self.state.seat_of(self.holder.person)

    def hold(self, seat: int | None, now: int) -> None:
        """Let the player of a seat hold the device, or nobody."""
        held = self.held_by
        if held is not None and held != seat:
            self.last_held, self.put_down_at[held] = held, now
        self.holder.person = NOBODY if seat is None else self.state.seats[seat].person or NOBODY

    def advance(self, steps: list[Step]) -> None:
        """Apply stored events, and send them to the page."""
        if self.is_shared and any(isinstance(stored.event, Committed) for stored, _ in steps):
            # New tiles are dealt: whoever holds the device now must not see those of another player.
            self.hold(None, steps[-1][0].at)
            self.last_held = None
        self.live.advance(steps)


def is_shared(state: TableState) -> bool:
    """Return whether several people share the device at a table."""
    return state.settings.seats.count(PERSON) > 1


def next_holder(state: TableState) -> int | None:
    """Return the seat whose player should hold the device; None if that does not matter now."""
    game = state.game
    if game is None or state.phase not in ("offering", "playing"):
        return None
    people = [seat for seat in state.people if not game.given_up[seat]]
    if state.phase == "offering":
        return next((seat for seat in people if seat not in state.kept), None)
    # While computer players act, the next person may already look at the rack.
    return min(people, key=lambda seat: (seat - game.turn) % state.settings.players, default=None)


def due_action(table: DeviceTable, thinking_time: ThinkingTime) -> ScheduledAction | None:
    """Return the next scheduled action, or None if there is none until a person does something."""
    scheduled = scheduled_action(table.state, thinking_time)
    if scheduled is None:
        return None
    if scheduled.kind is ScheduledKind.BOT_TURN and table.state.phase == "playing":
        # Everyone who could get impatient sits at this device.
        return None if table.is_reading else replace(scheduled, at=max(scheduled.at, table.read_until))
    if not table.is_shared:
        return scheduled
    match scheduled.kind:
        case ScheduledKind.DEAL:
            # Nobody else has a device that could add something.
            return replace(scheduled, at=table.state.at)
        case ScheduledKind.BEGIN:
            # Everyone has to see their tiles first.
            return None
        case ScheduledKind.TIME_UP if table.held_by != scheduled.seat:
            return None
        case _:
            return scheduled
