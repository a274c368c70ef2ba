"""What comes of a command, of a moment that is due, or of a person who stays away: the events to store.

Pure: the time is told, and secrets are handed in. Nothing here has happened until its events are in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilewise import game as rules
from tilewise.bots import LEVELS
from tilewise.errors import Refused, TilewiseError
from tilewise.fairness import checked_addition, digest_of, fair_seed
from tilewise.game import Action, Game
from tilewise.game.actions import TurnAction
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
    Kept,
    MatchBegan,
    RematchWanted,
    Sat,
    Stood,
    StoredEvent,
    WentAway,
)
from tilewise.server.tables.refusals import NotPossible, TableReason
from tilewise.server.tables.table_state import SUBSTITUTE, TableState, evolve
from tilewise.tiles import parse_tiles
from tilewise.turn_clock import late_refusal

MakeSecret = Callable[[], str]

LONGEST_PLAY: Final = 4_000
"""Characters of a table in a command: more than the largest box has, so that nobody keeps the judge busy."""

PHASES: Final = {
    "open": "seats are free",
    "dealing": "the tiles are being dealt",
    "offering": "the first tiles are being looked at",
    "playing": "a game is being played",
    "between": "the next game has not begun",
    "over": "the match is over",
    "closed": "the table is closed",
}
"""Each phase as a clause of a sentence."""


class Decision:
    """Collects events, and knows the table as it will be after them."""

    def __init__(self, state: TableState, now: int, make_secret: MakeSecret) -> None:
        self.state = state
        # The log's time never runs backwards, whatever a machine's clock does.
        self.now = max(now, state.at)
        self.make_secret = make_secret
        self.events: list[AnyEvent] = []
        self.steps: list[tuple[StoredEvent, TableState]] = []
        """Each event as it will be logged, and the table after it."""

    def emit(self, event: AnyEvent) -> None:
        """Add an event; raises Refused if the rules of the game do not allow it."""
        logged = StoredEvent(self.state.number + 1, self.now, event)
        self.state = evolve(self.state, logged)
        self.events.append(event)
        self.steps.append((logged, self.state))

    def act(self, action: Action, by: By) -> None:
        """Let a seat act in the game, and let happen what follows from it; raises Refused."""
        verb, rest = action_words(action)
        self.emit(Acted(action.seat, verb, rest, by))
        self.advance()

    def advance(self) -> None:
        """Let happen what needs nobody: a full table is dealt, a match that everybody wants begins."""
        if self.state.phase == "open" and not any(seat.is_free for seat in self.state.seats):
            self.commit()
        if self.state.phase == "offering" and self._waiting_for() == set():
            self.emit(Began())
        if self.state.phase in ("between", "over") and not self.state.people:
            self.emit(Closed())
        if self.state.phase == "over" and self.state.wants_rematch and self.state.wants_rematch >= self._present():
            self.rematch()

    def commit(self) -> None:
        """Choose the secret of the next game."""
        secret = self.make_secret()
        self.emit(Committed(secret, digest_of(secret)))

    def deal(self) -> None:
        """Deal with what was added so far; whoever left in the meantime gives up."""
        fair = self.state.fair
        if fair is None:
            raise TilewiseError("Nothing is being dealt.")
        self.emit(Dealt(fair_seed(fair.secret, fair.additions), self.state.next_starter))
        for number, seat in enumerate(self.state.seats):
            if seat.is_free and not _game(self.state).is_over:
                self.act(rules.GiveUp(number), "person")
        self.advance()

    def deal_if_complete(self) -> None:
        """Deal as soon as everybody has added something."""
        fair = self.state.fair
        if fair is not None and all(fair.additions[seat] is not None for seat in self.state.people):
            self.deal()

    def next_game(self) -> None:
        """Begin the next game."""
        self.fill_seats()
        self.commit()

    def fill_seats(self) -> None:
        """Let computer players take the seats of who has left."""
        for number, seat in enumerate(self.state.seats):
            if seat.is_free:
                self.emit(ComputerSat(number, SUBSTITUTE))

    def rematch(self) -> None:
        """Begin another match. Who stays away is not waited for, and not made to play either."""
        for seat in self.state.people:
            if self.state.seats[seat].away:
                self.emit(Stood(seat))
        self.emit(MatchBegan())
        self.advance()

    def _present(self) -> set[int]:
        return {seat for seat in self.state.people if not self.state.seats[seat].away}

    def _waiting_for(self) -> set[int]:
        game = _game(self.state)
        return set(game.playing) - self.state.kept


def decide(
    state: TableState,
    command: do.AnyCommand,
    person: str,
    name: str,
    now: int,
    make_secret: MakeSecret,
    avatar: Avatar = "initial",
) -> Decision:
    """What happens when a person gives a command, with the states it leads to; raises Refused or NotPossible."""
    decision = Decision(state, now, make_secret)
    if state.phase == "closed":
        raise NotPossible(TableReason.CLOSED)
    if isinstance(command, do.Sit):
        _sit(decision, command, person, name, avatar)
        return decision
    if isinstance(command, do.SeatComputer | do.Close):
        _as_maker(decision, command, person)
        return decision
    seat = state.seat_of(person)
    if seat is None:
        raise NotPossible(TableReason.NOT_SEATED)
    if state.seats[seat].away:
        # Whoever gives a command is there again.
        decision.emit(CameBack(seat))
    _seated(decision, command, seat)
    return decision


def _sit(decision: Decision, command: do.Sit, person: str, name: str, avatar: Avatar) -> None:
    state = decision.state
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


def _as_maker(decision: Decision, command: do.SeatComputer | do.Close, person: str) -> None:
    state = decision.state
    if person not in (state.creator, state.owner):
        raise NotPossible(TableReason.NOT_THE_OWNER)
    if isinstance(command, do.Close):
        _only_in(state, "open", "between", "over")
        decision.emit(Closed())
        return
    _only_in(state, "open")
    if state.settings.rated:
        raise NotPossible(TableReason.RATED)
    if not 0 <= command.seat < len(state.seats):
        raise NotPossible(TableReason.NO_SUCH_SEAT, seat=command.seat)
    if not state.seats[command.seat].is_free:
        raise NotPossible(TableReason.SEAT_TAKEN, seat=command.seat)
    if command.level not in LEVELS:
        raise NotPossible(TableReason.NO_SUCH_LEVEL, levels=", ".join(LEVELS))
    decision.emit(ComputerSat(command.seat, command.level))
    decision.advance()


def _seated(decision: Decision, command: do.AnyCommand, seat: int) -> None:
    state = decision.state
    match command:
        case do.Stand():
            _only_in(state, "open", "between", "over")
            decision.emit(Stood(seat))
            decision.advance()
        case do.Leave():
            _leave(decision, seat)
        case do.Return():
            pass
        case do.Add(text):
            _add(decision, seat, text)
        case do.Keep():
            _only_in(state, "offering")
            keep(decision, seat)
        case do.NextGame():
            _only_in(state, "between")
            decision.next_game()
        case do.Rematch():
            _rematch(decision, seat)
        case _:
            act_in_game(decision, action_of(command, seat), "person")


def action_of(command: do.AnyCommand, seat: int) -> Action:
    """The action that a command asks for; raises NotPossible for what are no tiles."""
    match command:
        case do.Play(table):
            if sum(map(len, table)) + len(table) > LONGEST_PLAY:
                raise NotPossible(TableReason.BAD_TILES, why="there are not so many.")
            try:
                return rules.Play(seat, tuple(map(parse_tiles, table)))
            except TilewiseError as error:
                raise NotPossible(TableReason.BAD_TILES, why=str(error)) from None
        case do.Draw():
            return rules.Draw(seat)
        case do.Pass():
            return rules.Pass(seat)
        case do.Redeal():
            return rules.Redeal(seat)
        case do.Announce():
            return rules.Announce(seat)
        case _:
            raise TilewiseError(f"{type(command).__name__} is no action of the game.")


def act_in_game(decision: Decision, action: Action, by: By) -> None:
    """Let a seat act, if the game is at that point and the turn is not over; raises Refused or NotPossible."""
    state = decision.state
    if isinstance(action, rules.Redeal):
        _only_in(state, "offering")
    else:
        _only_in(state, "playing")
        game = _game(state)
        late = late_refusal(game, state.turn_began, decision.now)
        if by == "person" and late is not None and action.seat == game.turn and isinstance(action, TurnAction):
            raise Refused(late)
    decision.act(action, by)


def keep(decision: Decision, seat: int) -> None:
    """Let a seat keep its first tiles."""
    if seat in decision.state.kept:
        raise NotPossible(TableReason.AGAIN)
    decision.emit(Kept(seat))
    decision.advance()


def _add(decision: Decision, seat: int, text: str) -> None:
    state = decision.state
    _only_in(state, "dealing")
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
        # The others may still add their chance: nobody hurries a deal by leaving.
        decision.deal_if_complete()
    else:
        decision.advance()


def _rematch(decision: Decision, seat: int) -> None:
    _only_in(decision.state, "over")
    if seat in decision.state.wants_rematch:
        raise NotPossible(TableReason.AGAIN)
    decision.emit(RematchWanted(seat))
    decision.advance()


def mark_away(state: TableState, seat: int, now: int) -> list[AnyEvent]:
    """Let a computer player take over for a person who is not there."""
    if state.seats[seat].person is None or state.seats[seat].away:
        return []
    decision = Decision(state, now, _no_secret)
    decision.emit(WentAway(seat))
    return decision.events


def become(
    state: TableState,
    before: str,
    person: str,
    name: str,
    now: int,
    gone: bool = False,
    avatar: Avatar = "initial",
) -> list[AnyEvent]:
    """Let somebody be somebody else, or look otherwise; nothing if the table knows nothing of who it was."""
    part = state.part_of(before)
    if part is None:
        return []
    seats, maker = part
    looks = {(state.seats[seat].name, state.seats[seat].avatar) for seat in seats}
    if before == person and looks <= {(name, avatar)}:
        return []
    decision = Decision(state, now, _no_secret)
    decision.emit(Became(seats, maker, person, name, gone, avatar))
    return decision.events


def mark_returned(state: TableState, seat: int, now: int) -> list[AnyEvent]:
    """Let a person take over again."""
    if not state.seats[seat].away:
        return []
    decision = Decision(state, now, _no_secret)
    decision.emit(CameBack(seat))
    return decision.events


def _only_in(state: TableState, *phases: str) -> None:
    if state.phase not in phases:
        raise NotPossible(TableReason.NOT_NOW, phase=PHASES[state.phase])


def _game(state: TableState) -> Game:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    return state.game


def _no_secret() -> str:
    raise TilewiseError("No game begins here.")
