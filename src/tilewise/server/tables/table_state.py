"""Where a table stands: folded from its log, event by event. Holds hidden tiles; show it only through `telling`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal
from tilewise.game import Game, apply, new_game
from tilewise.match import GameResult, Standing, standings
from tilewise.profiles import Profile
from tilewise.records.action_format import action_from_words
from tilewise.server.tables.events import (
    Acted,
    Added,
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
    Made,
    MatchBegan,
    RematchWanted,
    Resumed,
    Sat,
    Stood,
    StoredEvent,
    WentAway,
)
from tilewise.server.tables.table_settings import PERSON, TableSettings, takes_days

Phase = Literal["open", "dealing", "offering", "playing", "between", "over", "closed"]
"""Seats are free; waiting for what people add to the deal; first tiles may be refused (S5); a game is played;
between two games; the match is over; nobody plays here any more."""

SUBSTITUTE: Final = "casual"
"""The computer player for whoever stays away."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    """Of the computer player whose seat this is."""
    away: bool = False
    """Whether a computer player plays for the person."""
    avatar: Avatar = "initial"

    @property
    def is_free(self) -> bool:
        """Whether a person can sit down here."""
        return self.person is None and self.level is None

    @property
    def computer(self) -> str | None:
        """The level of the computer player that plays this seat now; None: a person does."""
        return SUBSTITUTE if self.away else self.level


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at one moment: a value that never changes; `evolve` gives the next one."""

    table_id: str
    settings: TableSettings
    profile: Profile
    creator: str
    number: int
    """Of the last event."""
    at: int
    """The moment of the last event."""
    seats: tuple[Seat, ...]
    phase: Phase = "open"
    match: int = 1
    """Which match this is at this table."""
    results: tuple[GameResult, ...] = ()
    """Of the games of this match."""
    fair: FairDeal | None = None
    """Of the game being dealt or played. The secret in it is hidden until the game is over."""
    game: Game | None = None
    dealt_to: tuple[Seat, ...] = ()
    """Who plays the game being dealt or played: the seats when its secret was chosen, whoever has left since."""
    acted_by: tuple[By, ...] = ()
    """Who acted for the seat, for each action of the game."""
    game_began: int = 0
    """The number of the event that dealt the game."""
    turn_began: int = 0
    """When the clock of this turn was started; outside a game: when this phase began."""
    turn_from: int = 0
    """The number of the event with which this turn began."""
    resumed_at: int = 0
    """When the clock last got time back because nobody kept it."""
    kept: frozenset[int] = frozenset()
    wants_rematch: frozenset[int] = frozenset()

    @property
    def by_correspondence(self) -> bool:
        """Whether a turn takes hours or days, so that nobody is expected to stay at the table."""
        return takes_days(self.profile)

    @property
    def game_number(self) -> int:
        """Which game of the match is being dealt or played, or was played last."""
        return max(1, len(self.results) + (self.phase in ("dealing", "offering", "playing")))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings of the match."""
        return standings(self.profile, self.settings.players, self.results)

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game, where the last one decides it (S6)."""
        if self.results and self.profile.next_starter == "left-of-last":
            return (self.results[-1].starter + 1) % self.settings.players
        return None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.person is not None)

    @property
    def owner(self) -> str:
        """Who decides about the table: who made it, or the first seat's person if the maker sits elsewhere."""
        people = [seat.person for seat in self.seats if seat.person is not None]
        return self.creator if self.creator in people or not people else people[0]

    def part_of(self, person: str) -> tuple[tuple[int, ...], bool] | None:
        """The seats that somebody has, or had when this game was dealt, and whether it is the table's maker.

        None: the table knows nothing of that person any more.
        """
        dealt_to = self.dealt_to or self.seats
        seats = tuple(
            number
            for number, (sitting, dealt) in enumerate(zip(self.seats, dealt_to, strict=True))
            if person in (sitting.person, dealt.person)
        )
        return (seats, person == self.creator) if seats or person == self.creator else None

    def seat_of(self, person: str) -> int | None:
        """Where somebody sits; None: nowhere."""
        for number, seat in enumerate(self.seats):
            if seat.person == person:
                return number
        return None


def replay_table(table_id: str, log: Iterable[StoredEvent], state: TableState | None = None) -> TableState:
    """Fold a log, or the rest of one onto a state; raises TilewiseError if it does not begin with its making."""
    for logged in log:
        state = _made(table_id, logged) if state is None else evolve(state, logged)
    if state is None:
        raise TilewiseError("This log is empty.")
    return state


def _made(table_id: str, logged: StoredEvent) -> TableState:
    event = logged.event
    if not isinstance(event, Made):
        raise TilewiseError("A log begins with the making of the table.")
    seats = tuple(Seat() if seat == PERSON else Seat(level=seat, name=seat) for seat in event.settings.seats)
    return TableState(
        table_id=table_id,
        settings=event.settings,
        profile=event.settings.rules_profile(),
        creator=event.person,
        number=logged.number,
        at=logged.at,
        seats=seats,
    )


def evolve(state: TableState, logged: StoredEvent) -> TableState:
    """Return the table after an event of its log; raises TilewiseError if the event does not follow."""
    if logged.number != state.number + 1:
        raise TilewiseError(f"Event {logged.number} does not follow {state.number}.")
    return replace(_after(state, logged), number=logged.number, at=logged.at)


def _after(state: TableState, logged: StoredEvent) -> TableState:
    event, at = logged.event, logged.at
    match event:
        case Sat(seat, person, name, avatar):
            return _seat(state, seat, Seat(person, name, avatar=avatar))
        case Stood(seat):
            # A rated match does not go on with computer players.
            phase: Phase = "over" if state.settings.rated and state.phase == "between" else state.phase
            return _seat(replace(state, phase=phase, wants_rematch=state.wants_rematch - {seat}), seat, Seat())
        case ComputerSat(seat, level):
            return _seat(state, seat, Seat(level=level, name=level))
        case Committed(secret, digest):
            nothing = (None,) * state.settings.players
            # Nothing of the last game is left: a snapshot taken here knows nothing of it either.
            fresh = replace(state, phase="dealing", fair=FairDeal(digest, secret, nothing), game=None, acted_by=())
            return replace(
                fresh, dealt_to=state.seats, turn_began=at, turn_from=logged.number, game_began=0, kept=frozenset()
            )
        case Added(seat, text):
            return replace(state, fair=_with_addition(state.fair, seat, text))
        case Dealt(seed, starter):
            game = new_game(state.profile, state.settings.players, seed, starter)
            phase = "offering" if state.profile.redeal_pairs is not None else "playing"
            dealt = replace(state, phase=phase, game=game, acted_by=(), game_began=logged.number)
            return replace(dealt, turn_began=at, turn_from=logged.number)
        case Kept(seat):
            return replace(state, kept=state.kept | {seat})
        case Began():
            return replace(state, phase="playing", turn_began=at, turn_from=logged.number)
        case Acted():
            return _acted(state, event, logged)
        case WentAway(seat):
            return _seat(state, seat, replace(state.seats[seat], away=True))
        case CameBack(seat):
            return _seat(state, seat, replace(state.seats[seat], away=False))
        case Resumed(milliseconds):
            return replace(state, turn_began=state.turn_began + milliseconds, resumed_at=at)
        case RematchWanted(seat):
            return replace(state, wants_rematch=state.wants_rematch | {seat})
        case MatchBegan():
            return replace(
                state, phase="open", match=state.match + 1, results=(), wants_rematch=frozenset(), dealt_to=()
            )
        case Became():
            return _became(state, event)
        case Closed():
            return replace(state, phase="closed")
        case Made():
            raise TilewiseError("A table is made once.")


def _acted(state: TableState, event: Acted, logged: StoredEvent) -> TableState:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    before, at = state.game, logged.at
    game = apply(before, action_from_words(event.seat, event.verb, event.rest))
    state = replace(state, game=game, acted_by=(*state.acted_by, event.by))
    if event.verb == "redeal":
        return replace(state, turn_began=at, turn_from=logged.number, kept=frozenset())
    score = game.score
    if score is not None:
        result = GameResult(score.points, score.winners, game.starter)
        results = (*state.results, result)
        # A rated match does not go on with computer players.
        broken_off = state.settings.rated and any(seat.is_free for seat in state.seats)
        phase: Phase = "over" if len(results) == state.settings.games or broken_off else "between"
        return replace(state, phase=phase, results=results, turn_began=at)
    # The turn passes on, or goes round to the same seat again in a last round.
    if state.phase == "playing" and (game.turn != before.turn or event.verb in ("play", "draw", "pass", "out-of-time")):
        return replace(state, turn_began=at, turn_from=logged.number)
    return state


def who_became(state: TableState, event: Became) -> str | None:
    """Who it was that became somebody else."""
    if not event.seats:
        return state.creator if event.maker else None
    seat = event.seats[0]
    return state.seats[seat].person or (state.dealt_to[seat].person if state.dealt_to else None)


def _became(state: TableState, event: Became) -> TableState:
    before = who_became(state, event)

    def known(number: int, seat: Seat) -> Seat:
        changes = number in event.seats and seat.person == before
        return replace(seat, person=event.person, name=event.name, avatar=event.avatar) if changes else seat

    return replace(
        state,
        seats=tuple(known(number, seat) for number, seat in enumerate(state.seats)),
        dealt_to=tuple(known(number, seat) for number, seat in enumerate(state.dealt_to)),
        creator=event.person if event.maker else state.creator,
    )


def _seat(state: TableState, number: int, seat: Seat) -> TableState:
    return replace(state, seats=(*state.seats[:number], seat, *state.seats[number + 1 :]))


def _with_addition(fair: FairDeal | None, seat: int, text: str) -> FairDeal:
    if fair is None:
        raise TilewiseError("Nothing is being dealt.")
    return replace(fair, additions=(*fair.additions[:seat], text, *fair.additions[seat + 1 :]))
