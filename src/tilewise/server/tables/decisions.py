"""Decisions: from a state and a command, a scheduled action or an absence to new events and the states after them.

Pure: the time and the secrets are arguments. Nothing has happened until the events are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Container

import msgspec

from tilewise import game as rules
from tilewise.bots import LEVELS
from tilewise.errors import Refused, TilewiseError
from tilewise.fairness import checked_addition, digest_of, fair_seed
from tilewise.game import Action, Game
from tilewise.game.actions import TurnAction
from tilewise.profiles import RULES_VERSION
from tilewise.records.action_format import action_words
from tilewise.server.tables import commands as do
from tilewise.server.tables.events import (
    Acted,
    Added,
    AnyEvent,
    Avatar,
    Became,
    Began,
    By,
    CameBack,
    Closed,
    Committed,
    ComputerSat,
    Dealt,
    Held,
    Kept,
    Made,
    MatchBegan,
    RematchWanted,
    Sat,
    Stood,
    StoredEvent,
    TempoChanged,
    WentAway,
)
from tilewise.server.tables.refusals import NotPossible, TableReason, bad_tiles, check_length
from tilewise.server.tables.table_settings import PERSON, SUBSTITUTE, TableSettings
from tilewise.server.tables.table_state import (
    Step,
    TableState,
    evolve,
    evolve_by_action,
    first_state,
    steps_from,
)
from tilewise.tiles import NotationError, parse_tiles
from tilewise.turn_clock import late_refusal

SecretSource = Callable[[], str]
"""Returns a new secret for a fair deal."""

OwnersCommand = do.SeatComputer | do.Deal | do.Hold | do.SetTempo | do.Close
"""A command that only the owner may give."""


def _no_secret() -> str:
    raise TilewiseError("This decision starts no game.")


class Decision:
    """New events, and the state of the table after each of them."""

    def __init__(self, state: TableState, now: int, new_secret: SecretSource = _no_secret) -> None:
        self.before: TableState | None = state
        """The state that the decision is based on; None for a new table."""
        self.state = state
        # Time in the event log never runs backwards, whatever a machine's clock does.
        self.now = max(now, state.at)
        self.new_secret = new_secret
        self.steps: list[Step] = []
        """Each new event, and the state after it."""

    @classmethod
    def on_new_table(
        cls,
        table_id: str,
        settings: TableSettings,
        creator: str,
        name: str,
        now: int,
        new_secret: SecretSource,
        avatar: Avatar = "initial",
    ) -> Decision:
        """Create a table whose creator takes the first seat for a person; raises NotPossible."""
        _check_is_person(settings, avatar)
        stored = StoredEvent(1, now, Made(settings, creator, RULES_VERSION))
        decision = cls(first_state(table_id, stored), now, new_secret)
        decision.before = None
        decision.steps.append((stored, decision.state))
        decision.emit(Sat(settings.seats.index(PERSON), creator, name, avatar))
        decision.advance()
        return decision

    @property
    def events(self) -> list[AnyEvent]:
        """The new events."""
        return [stored.event for stored, _ in self.steps]

    def stamped(self, now: int) -> list[Step]:
        """Return the steps at a later time than the one that the decision was made for."""
        if self.before is None:
            raise TilewiseError("A new table is stored at the time of its creation.")
        return steps_from(self.before, [msgspec.structs.replace(stored, at=now) for stored, _ in self.steps])

    def emit(self, event: AnyEvent) -> None:
        """Add an event."""
        stored = StoredEvent(self.state.number + 1, self.now, event)
        self._add_step(stored, evolve(self.state, stored))

    def act(self, action: Action, by: By) -> None:
        """Add an action of the game and its consequences; raises Refused if the rules do not allow it."""
        verb, rest = action_words(action)
        stored = StoredEvent(self.state.number + 1, self.now, Acted(action.seat, verb, rest, by))
        self._add_step(stored, evolve_by_action(self.state, stored, action, by))
        self.advance()

    def _add_step(self, stored: StoredEvent, state: TableState) -> None:
        self.state = state
        self.steps.append((stored, state))

    def advance(self) -> None:
        """Add the events that follow without any player: deal to strangers, start the first turn or a rematch."""
        if self.state.phase == "ready" and self.state.deals_at_once:
            self.commit()
        if self.state.phase == "offering" and not set(_game(self.state).playing) - self.state.kept:
            self.emit(Began())
        if self.state.phase in ("between", "over") and not self.state.people:
            self.emit(Closed())
        if self.state.phase == "over" and self.state.wants_rematch and self.state.wants_rematch >= self._present():
            self.rematch()

    def commit(self) -> None:
        """Choose the secret of the next game and show its digest."""
        secret = self.new_secret()
        self.emit(Committed(secret, digest_of(secret)))

    def deal(self) -> None:
        """Deal with the additions so far; players who have left give up."""
        fair = self.state.fair
        if fair is None:
            raise TilewiseError("No game is being dealt.")
        self.emit(Dealt(fair_seed(fair.secret, fair.additions), self.state.next_starter))
        for number, seat in enumerate(self.state.seats):
            if seat.is_free and not _game(self.state).is_over:
                self.act(rules.GiveUp(number), "person")
        self.advance()

    def deal_if_complete(self) -> None:
        """Deal if every person has added something."""
        fair = self.state.fair
        if fair is not None and all(fair.additions[seat] is not None for seat in self.state.people):
            self.deal()

    def next_game(self) -> None:
        """Start the next game; computer players take the seats of people who have left."""
        for number, seat in enumerate(self.state.seats):
            if seat.is_free:
                self.emit(ComputerSat(number, SUBSTITUTE))
        self.commit()

    def rematch(self) -> None:
        """Start another match without the people who are absent."""
        for seat in self.state.people:
            if self.state.seats[seat].away:
                self.emit(Stood(seat))
        self.emit(MatchBegan())
        if self.state.phase == "ready":
            # Everyone has just asked for it.
            self.commit()

    def _present(self) -> set[int]:
        return {seat for seat in self.state.people if not self.state.seats[seat].away}


def decide(
    state: TableState,
    command: do.AnyCommand,
    person: str,
    name: str,
    now: int,
    new_secret: SecretSource,
    avatar: Avatar = "initial",
    absent: Container[int] = (),
) -> Decision:
    """Return the decision on a person's command; raises Refused or NotPossible.

    `absent` are the seats of people who have been absent for so long that the others may have them replaced.
    """
    decision = Decision(state, now, new_secret)
    if state.phase == "closed":
        raise NotPossible(TableReason.CLOSED)
    if isinstance(command, do.Sit):
        _sit(decision, command, person, name, avatar)
        return decision
    if isinstance(command, OwnersCommand):
        _manage(decision, command, person)
        return decision
    seat = state.seat_of(person)
    if seat is None:
        raise NotPossible(TableReason.NOT_SEATED)
    if state.seats[seat].away:
        # A person who gives a command is back.
        decision.emit(CameBack(seat))
    if isinstance(command, do.Substitute):
        _substitute(decision, seat, command.seat, absent)
    else:
        _act_as_player(decision, command, seat)
    return decision


def _sit(decision: Decision, command: do.Sit, person: str, name: str, avatar: Avatar) -> None:
    state = decision.state
    _check_is_person(state.settings, avatar)
    if state.seat_of(person) is not None:
        raise NotPossible(TableReason.SEATED_ALREADY)
    free = [number for number, seat in enumerate(state.seats) if seat.is_free]
    if state.phase != "open" or not free:
        raise NotPossible(TableReason.TABLE_FULL)
    seat = free[0] if command.seat is None else command.seat
    if not 0 <= seat < len(state.seats):
        raise NotPossible(TableReason.NO_SUCH_SEAT, seat=seat)
    if seat not in free:
        raise NotPossible(TableReason.SEAT_TAKEN, seat=seat)
    decision.emit(Sat(seat, person, name, avatar))
    decision.advance()


def _check_is_person(settings: TableSettings, avatar: Avatar) -> None:
    """Raise NotPossible if a program would take a seat at a rated table."""
    if settings.rated and avatar == "robot":
        raise NotPossible(TableReason.RATED)


def _manage(decision: Decision, command: OwnersCommand, person: str) -> None:
    """Carry out a command that only the owner may give; raises NotPossible."""
    state = decision.state
    if person not in (state.creator, state.owner):
        raise NotPossible(TableReason.NOT_THE_OWNER)
    match command:
        case do.SetTempo(tempo):
            if tempo != state.settings.tempo:
                decision.emit(TempoChanged(tempo))
        case do.Close():
            _check_phase(state, "open", "ready", "between", "over")
            decision.emit(Closed())
        case do.SeatComputer(seat, level):
            _check_phase(state, "open")
            _seat_computer(decision, seat, level)
            decision.advance()
        case do.Hold():
            _check_phase(state, "ready")
            if state.held:
                raise NotPossible(TableReason.AGAIN)
            decision.emit(Held())
        case do.Deal(level):
            _check_phase(state, "open", "ready")
            if not state.people:
                raise NotPossible(TableReason.NOT_SEATED)
            for seat in [number for number, seat in enumerate(state.seats) if seat.is_free]:
                _seat_computer(decision, seat, level)
            decision.commit()


def _seat_computer(decision: Decision, seat: int, level: str) -> None:
    """Give a free seat to a computer player; raises NotPossible."""
    state = decision.state
    if state.settings.rated:
        raise NotPossible(TableReason.RATED)
    if not 0 <= seat < len(state.seats):
        raise NotPossible(TableReason.NO_SUCH_SEAT, seat=seat)
    if not state.seats[seat].is_free:
        raise NotPossible(TableReason.SEAT_TAKEN, seat=seat)
    if level not in LEVELS:
        raise NotPossible(TableReason.NO_SUCH_LEVEL, levels=", ".join(LEVELS))
    decision.emit(ComputerSat(seat, level))


def _act_as_player(decision: Decision, command: do.AnyCommand, seat: int) -> None:
    """Carry out a command of the person on a seat; raises Refused or NotPossible."""
    state = decision.state
    match command:
        case do.Stand():
            _check_phase(state, "open", "ready", "between", "over")
            decision.emit(Stood(seat))
            decision.advance()
        case do.Leave():
            _leave(decision, seat)
        case do.Return():
            pass
        case do.Add(text):
            _add(decision, seat, text)
        case do.Keep():
            _check_phase(state, "offering")
            keep_tiles(decision, seat)
        case do.NextGame():
            _check_phase(state, "between")
            decision.next_game()
        case do.Rematch():
            _rematch(decision, seat)
        case _:
            act_in_game(decision, action_of(command, seat), "person")


def action_of(command: do.AnyCommand, seat: int) -> Action:
    """Return the action of the game that a command asks for; raises NotPossible for texts that are not tiles."""
    match command:
        case do.Play(table):
            check_length(*table)
            try:
                return rules.Play(seat, tuple(map(parse_tiles, table)))
            except NotationError as error:
                raise bad_tiles(error) from None
        case do.Draw():
            return rules.Draw(seat)
        case do.Pass():
            return rules.Pass(seat)
        case do.Redeal():
            return rules.Redeal(seat)
        case do.Announce():
            return rules.Announce(seat)
        case _:
            raise TilewiseError(f"{type(command).__name__} is not an action of the game.")


def act_in_game(decision: Decision, action: Action, by: By) -> None:
    """Act for a seat, if the phase allows it and the time is not up; raises Refused or NotPossible."""
    state = decision.state
    if isinstance(action, rules.Redeal):
        _check_phase(state, "offering")
    else:
        _check_phase(state, "playing")
        game = _game(state)
        late = late_refusal(game, state.turn_began, decision.now)
        if by == "person" and late is not None and action.seat == game.turn and isinstance(action, TurnAction):
            raise Refused(late)
    decision.act(action, by)


def keep_tiles(decision: Decision, seat: int) -> None:
    """Record that a player does not ask for a redeal; raises NotPossible."""
    if seat in decision.state.kept:
        raise NotPossible(TableReason.AGAIN)
    decision.emit(Kept(seat))
    decision.advance()


def _add(decision: Decision, seat: int, text: str) -> None:
    state = decision.state
    _check_phase(state, "dealing")
    if state.fair is not None and state.fair.additions[seat] is not None:
        raise NotPossible(TableReason.AGAIN)
    try:
        checked_addition(text)
    except TilewiseError:
        raise NotPossible(TableReason.BAD_ADDITION) from None
    decision.emit(Added(seat, text))
    decision.deal_if_complete()


def _leave(decision: Decision, seat: int) -> None:
    state = decision.state
    if state.phase in ("offering", "playing") and not _game(state).given_up[seat]:
        decision.act(rules.GiveUp(seat), "person")
    decision.emit(Stood(seat))
    if not decision.state.people:
        decision.emit(Closed())
    elif decision.state.phase == "dealing":
        # The others may still add something: leaving must not speed up the deal.
        decision.deal_if_complete()
    else:
        decision.advance()


def _rematch(decision: Decision, seat: int) -> None:
    _check_phase(decision.state, "over")
    if seat in decision.state.wants_rematch:
        raise NotPossible(TableReason.AGAIN)
    decision.emit(RematchWanted(seat))
    decision.advance()


def _substitute(decision: Decision, own: int, seat: int, absent: Container[int]) -> None:
    """Let a computer player play the seat of an absent person, as another player asks; raises NotPossible."""
    state = decision.state
    _check_phase(state, "offering", "playing")
    if not 0 <= seat < len(state.seats):
        raise NotPossible(TableReason.NO_SUCH_SEAT, seat=seat)
    if state.seats[seat].away:
        raise NotPossible(TableReason.AGAIN)
    if state.seats[seat].person is None or seat == own or seat not in absent:
        raise NotPossible(TableReason.NOT_ABSENT)
    decision.emit(WentAway(seat))


def mark_returned(state: TableState, seat: int, now: int) -> Decision:
    """Give a seat back to its person; nothing if the person plays it already."""
    decision = Decision(state, now)
    if state.seats[seat].away:
        decision.emit(CameBack(seat))
    return decision


def change_identity(
    state: TableState,
    before: str,
    person: str,
    name: str,
    now: int,
    gone: bool = False,
    avatar: Avatar = "initial",
) -> Decision:
    """Give a person another id, name or avatar; nothing if that changes nothing or the table has no such person."""
    decision = Decision(state, now)
    part = state.part_of(before)
    if part is None:
        return decision
    seats, is_creator = part
    current = {(state.seats[seat].name, state.seats[seat].avatar) for seat in seats}
    if before != person or not current <= {(name, avatar)}:
        decision.emit(Became(seats, is_creator, person, name, gone, avatar))
    return decision


def close_abandoned(state: TableState, unused_since: int, now: int) -> Decision:
    """Close a table at which nothing has happened since a time; nothing if it is closed already."""
    decision = Decision(state, now)
    if state.phase != "closed" and state.at < unused_since:
        decision.emit(Closed())
    return decision


def _check_phase(state: TableState, *phases: str) -> None:
    if state.phase not in phases:
        raise NotPossible(TableReason.NOT_NOW, phase=state.phase)


def _game(state: TableState) -> Game:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    return state.game
