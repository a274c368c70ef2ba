"""What is stored in the same transaction as events. All of it follows from the event log."""

from __future__ import annotations

import msgspec

from tilewise.points import signed
from tilewise.server.tables.events import AnyEvent, Became, Committed, Sat, Stood
from tilewise.server.tables.schedule import ThinkingTime, scheduled_action
from tilewise.server.tables.snapshots import snapshot_of
from tilewise.server.tables.table_state import TableState, earlier_identity


class Summary(msgspec.Struct, frozen=True):
    """A table in a list: in the lobby, or among a person's own tables."""

    profile: str
    rules: dict[str, int | str | None]
    phase: str
    names: tuple[str | None, ...]
    """By seat; null for a free seat."""
    game_number: int
    games: int
    turn: int | None
    """The seat in turn."""
    turn_ends: int | None
    rated: bool
    spectators: bool
    rack_sizes: tuple[int, ...] = ()
    """The number of tiles by seat, while a game is being played."""
    on_device: bool = False
    """Whether the game was played on a device and uploaded afterwards."""


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that has just ended."""

    match: int
    game: int
    profile: str
    first_number: int
    """The number of the event that dealt it."""
    last_number: int
    people: tuple[str | None, ...]
    """By seat when the game began, including people who have left since."""
    names: tuple[str, ...]
    points: tuple[str, ...]
    winners: tuple[int, ...]
    given_up: tuple[bool, ...]
    rated: bool


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game and its result."""

    match: int
    game: int
    ended_at: int
    names: tuple[str, ...]
    points: tuple[str, ...]
    winners: tuple[int, ...]


class MyTable(msgspec.Struct, frozen=True):
    """A table at which a person sits or sat."""

    table: str
    code: str
    at: int
    summary: Summary
    seat: int
    left: bool
    """Whether the person has left the seat."""
    games: tuple[PlayedGame, ...]
    """The finished games, oldest first."""


class Change(msgspec.Struct, frozen=True):
    """A person's change of identity; `gone` if the person was deleted."""

    before: str
    person: str
    gone: bool


class Effects(msgspec.Struct, frozen=True):
    """What the store writes together with events."""

    phase: str
    listed: bool
    due_at: int | None
    summary: Summary
    seated: tuple[tuple[str, int], ...] = ()
    """People who took a seat, and the seat."""
    stood: tuple[str, ...] = ()
    finished: tuple[FinishedGame, ...] = ()
    became: tuple[Change, ...] = ()
    snapshot: bytes | None = None
    """The snapshot that a long match is loaded from, if the next game is being dealt."""


def effects_of(
    before: TableState | None, after: TableState, events: list[AnyEvent], thinking_time: ThinkingTime
) -> Effects:
    """Return the effects of events that led from one state to another; `before` is None for a new table."""
    scheduled = scheduled_action(after, thinking_time)
    stood = [] if before is None else [before.seats[event.seat].person for event in events if isinstance(event, Stood)]
    return Effects(
        phase=after.phase,
        listed=after.settings.public and after.phase != "closed",
        due_at=None if scheduled is None else scheduled.at,
        summary=summary_of(after),
        seated=tuple((event.person, event.seat) for event in events if isinstance(event, Sat)),
        stood=tuple(person for person in stood if person is not None),
        finished=_finished(before, after),
        became=() if before is None else _identity_changes(before, events),
        snapshot=snapshot_of(after) if isinstance(events[-1], Committed) else None,
    )


def summary_of(state: TableState) -> Summary:
    """Return a table as a list shows it."""
    game = state.game if state.phase == "playing" else None
    seconds = None if game is None else game.seconds
    return Summary(
        profile=state.settings.profile,
        rules=state.settings.rules,
        phase=state.phase,
        names=tuple(None if seat.is_free else seat.name for seat in state.seats),
        game_number=state.game_number,
        games=state.settings.games,
        turn=None if game is None else game.turn,
        turn_ends=None if seconds is None else state.turn_began + 1000 * seconds,
        rated=state.settings.rated,
        spectators=state.settings.spectators,
        rack_sizes=() if game is None else tuple(map(len, game.racks)),
        on_device=state.on_device,
    )


def _identity_changes(before: TableState, events: list[AnyEvent]) -> tuple[Change, ...]:
    """Return the changes of identity. Such an event is always alone, so `before` has the earlier identity."""
    changes = [(earlier_identity(before, event), event) for event in events if isinstance(event, Became)]
    return tuple(
        Change(earlier, event.person, event.gone)
        for earlier, event in changes
        if earlier is not None and earlier != event.person
    )


def _finished(before: TableState | None, after: TableState) -> tuple[FinishedGame, ...]:
    if before is None or len(after.results) != len(before.results) + 1 or after.game is None:
        return ()
    score = after.game.score
    if score is None:
        return ()
    return (
        FinishedGame(
            match=after.match,
            game=len(after.results),
            profile=after.settings.profile,
            first_number=after.game_began,
            last_number=after.number,
            people=tuple(seat.person for seat in after.dealt_to),
            names=tuple(seat.name for seat in after.dealt_to),
            points=tuple(map(signed, score.points)),
            winners=score.winners,
            given_up=after.game.given_up,
            rated=after.settings.rated,
        ),
    )
