"""A finished game that was played on a device, as a closed table with the event log that the game would have had here.

The record is replayed, so every turn has been judged by the rules. What it cannot prove is that nobody looked at hidden
tiles: such a game is marked, and never rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from tilewise.errors import Refused, TilewiseError
from tilewise.game import Redeal, TimeOut
from tilewise.profiles import house_rules_of
from tilewise.records import Record, RecordError, format_record, parse_record
from tilewise.records.record import result_of
from tilewise.server.tables.commands import COMMAND_ID
from tilewise.server.tables.decisions import Decision, keep_tiles
from tilewise.server.tables.effects import Effects, FinishedGame, effects_of
from tilewise.server.tables.events import Added, AnyEvent, Avatar, By, Closed, Committed, Dealt, Made, Sat, StoredEvent
from tilewise.server.tables.schedule import human_thinking_time
from tilewise.server.tables.table_settings import PERSON, TableSettings, check_settings
from tilewise.server.tables.table_state import first_state

LONGEST_RECORD: Final = 120_000
"""Characters. The longest games of four people have a quarter of that."""


class DeviceGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game that was played on a device."""

    id: Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID.pattern}$")]
    """Chosen by the client; a second request with the same id stores nothing."""
    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
    """The record as text (docs/records.md), with the proof of the deal."""
    seats: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=6)]
    """`person`, or the level of a computer player, for each seat."""
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    """Your own seat; other people at the device are names only."""
    ended_at: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
    """When the game ended, in milliseconds since 1970."""


class DeviceGameLog(msgspec.Struct, frozen=True):
    """The events of the table for an uploaded game, and their effects."""

    events: list[AnyEvent]
    effects: Effects


def replayed_upload(table_id: str, upload: DeviceGame, person: str, avatar: Avatar, at: int) -> DeviceGameLog:
    """Return the log of the table for an uploaded game; raises as `parse_record` and `device_game` do."""
    record = parse_record(upload.record)
    return DeviceGameLog(*device_game(table_id, record, upload.seats, person, upload.seat, avatar, at))


def device_game(
    table_id: str, record: Record, seats: Sequence[str], person: str, seat: int, avatar: Avatar, at: int
) -> tuple[list[AnyEvent], Effects]:
    """Return the events of a closed table at which the game was played, and their effects.

    `seats` are those of the table's settings, and `seat` is the one of the person who uploads the game; other people
    who shared the device are names only. Raises RulesError, and RecordError if the game is not over, its deal does not
    follow from its proof, an action is illegal, or the record does not fit the seats.
    """
    _check(record, seats, seat)
    fair = record.fair
    if fair is None:
        raise RecordError("fair", "the record has no proof of its deal.")
    rules = house_rules_of(record.profile)
    settings = TableSettings(record.profile.name, rules, tuple(seats), spectators=False, chat=False)
    check_settings(settings)
    made = StoredEvent(1, at, Made(settings, person, record.profile.rules_version, on_device=True))
    state = first_state(table_id, made)
    decision = Decision(state, at)
    decision.steps.append((made, state))
    for number, kind in enumerate(seats):
        if kind == PERSON and number == seat:
            decision.emit(Sat(number, person, record.names[number], avatar))
        elif kind == PERSON:
            # An id that nobody has.
            decision.emit(Sat(number, f"device-{number + 1}", record.names[number]))
    decision.emit(Committed(fair.secret, fair.digest))
    for number, text in enumerate(fair.additions):
        if text is not None:
            decision.emit(Added(number, text))
    decision.emit(Dealt(record.seed, record.starter))
    before = decision.state
    for number, action in enumerate(record.actions, start=1):
        if not isinstance(action, Redeal):
            _keep_all(decision)
        before = decision.state
        try:
            decision.act(action, "clock" if isinstance(action, TimeOut) else _actor(seats[action.seat]))
        except Refused as refused:
            raise RecordError(f"action {number}", f"{refused} ({refused.refusal.rule})") from None
    if decision.state.game is None or result_of(decision.state.game) != record.result:
        raise RecordError("result", "the result is not what the actions lead to.")
    finished = effects_of(before, decision.state, decision.events, human_thinking_time).finished
    decision.emit(Closed())
    effects = effects_of(None, decision.state, decision.events, human_thinking_time)
    return decision.events, msgspec.structs.replace(effects, seated=((person, seat),), finished=finished)


def upload_of(table_id: str, finished: FinishedGame, record: Record, person: str, ended_at: int) -> DeviceGame:
    """Return a game of a table on a device as its person uploads it; raises TilewiseError if the person has no seat."""
    if person not in finished.people:
        raise TilewiseError("You did not play this game.")
    seats = tuple(
        name if someone is None else PERSON for someone, name in zip(finished.people, finished.names, strict=True)
    )
    game_id = f"{table_id}-{finished.match}-{finished.game}"
    return DeviceGame(game_id, format_record(record), seats, finished.people.index(person), ended_at)


def _check(record: Record, seats: Sequence[str], seat: int) -> None:
    """Raise RecordError if a record is not that of a whole game at these seats."""
    if record.result is None or not record.actions:
        raise RecordError("result", "the game is not over.")
    if len(seats) != record.players or len(record.names) != record.players:
        raise RecordError("names", "there must be a seat and a name for each player.")
    if not 0 <= seat < len(seats) or seats[seat] != PERSON:
        raise RecordError("seat", "no person has this seat.")
    flaw = None if record.fair is None else record.fair.flaw(record.seed)
    if flaw is not None:
        raise RecordError("fair", flaw)


def _keep_all(decision: Decision) -> None:
    """Let every player keep the first tiles, if they are asked about a redeal (S5)."""
    game = decision.state.game
    for seat in range(decision.state.settings.players):
        if decision.state.phase == "offering" and game is not None and seat in game.playing:
            keep_tiles(decision, seat)


def _actor(seat: str) -> By:
    return "person" if seat == PERSON else "computer"
