"""What else is stored with events, in the same transaction: all of it follows from the log."""

from __future__ import annotations

import msgspec

from tilewise.points import signed
from tilewise.server.tables.events import AnyEvent, Became, Committed, Sat, Stood
from tilewise.server.tables.schedule import ThinkingTime, due
from tilewise.server.tables.snapshots import snapshot_of
from tilewise.server.tables.table_state import TableState, who_became


class Summary(msgspec.Struct, frozen=True):
    """A table in a list: the lobby, or my games."""

    profile: str
    rules: dict[str, int | str | None]
    phase: str
    names: tuple[str | None, ...]
    """By seat; None: free."""
    game_number: int
    games: int
    turn: int | None
    """Whose turn it is."""
    turn_ends: int | None
    rated: bool
    spectators: bool


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that has just ended."""

    match: int
    game: int
    profile: str
    first_number: int
    """The event that dealt it."""
    last_number: int
    people: tuple[str | None, ...]
    """By seat, as the game began: also who has left since."""
    names: tuple[str, ...]
    points: tuple[str, ...]
    winners: tuple[int, ...]
    given_up: tuple[bool, ...]
    rated: bool


class Change(msgspec.Struct, frozen=True):
    """Somebody who is somebody else from here on; `gone`: nobody any more."""

    before: str
    person: str
    gone: bool


class Effects(msgspec.Struct, frozen=True):
    """What the store keeps beside the events."""

    phase: str
    listed: bool
    due_at: int | None
    summary: Summary
    seated: tuple[tuple[str, int], ...] = ()
    """People who sat down, and where."""
    stood: tuple[str, ...] = ()
    finished: tuple[FinishedGame, ...] = ()
    became: tuple[Change, ...] = ()
    snapshot: bytes | None = None
    """What a long match is loaded from, if the next game is being dealt."""


def effects_of(before: TableState | None, after: TableState, events: list[AnyEvent], pace: ThinkingTime) -> Effects:
    """What follows from events that led from one state to another."""
    next_due = due(after, pace)
    stood = () if before is None else tuple(_who_stood(before, event) for event in events if isinstance(event, Stood))
    return Effects(
        phase=after.phase,
        listed=after.settings.public and after.phase != "closed",
        due_at=None if next_due is None else next_due.at,
        summary=summary_of(after),
        seated=tuple((event.person, event.seat) for event in events if isinstance(event, Sat)),
        stood=tuple(person for person in stood if person is not None),
        finished=_finished(before, after),
        became=() if before is None else _became(before, events),
        snapshot=snapshot_of(after) if isinstance(events[-1], Committed) else None,
    )


def summary_of(state: TableState) -> Summary:
    """A table in a list."""
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
    )


def _who_stood(before: TableState, event: Stood) -> str | None:
    return before.seats[event.seat].person


def _became(before: TableState, events: list[AnyEvent]) -> tuple[Change, ...]:
    """Who became somebody else: such an event stands alone, so that `before` knows who it was."""
    changes = [(who_became(before, event), event) for event in events if isinstance(event, Became)]
    return tuple(
        Change(who, event.person, event.gone) for who, event in changes if who is not None and who != event.person
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
