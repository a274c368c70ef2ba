"""The state of a table, folded from its events. It contains hidden tiles: show it only through `views`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from tilewise.errors import TilewiseError
from tilewise.fairness import FairDeal
from tilewise.game import Action, Game, Redeal, apply, new_game
from tilewise.game.actions import TurnAction
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
    Held,
    Kept,
    Made,
    MatchBegan,
    RematchWanted,
    Resumed,
    Sat,
    Stood,
    StoredEvent,
    TempoChanged,
    WentAway,
)
from tilewise.server.tables.table_settings import PERSON, SUBSTITUTE, TableSettings, settings_by, takes_days

MANY_SETS: Final = 12
"""Sets on the table up to which a turn without special jokers is judged in less than a millisecond."""

Phase = Literal["open", "ready", "dealing", "offering", "playing", "between", "over", "closed"]
"""There are free seats; all seats are taken and the deal is about to begin; players may add randomness to the deal;
players may ask for a redeal (S5); a game is being played; between two games; the match is over; the table is closed."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: free, or of a person or a computer player."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    """The level of the computer player whose seat this is."""
    away: bool = False
    """Whether a computer player plays for the person at the moment."""
    avatar: Avatar = "initial"

    @property
    def is_free(self) -> bool:
        """Whether a person can take this seat."""
        return self.person is None and self.level is None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after one of its events: an immutable value. `evolve` returns the next one."""

    table_id: str
    settings: TableSettings
    profile: Profile
    creator: str
    number: int
    """The number of the last event."""
    at: int
    """The time of the last event."""
    seats: tuple[Seat, ...]
    phase: Phase = "open"
    match: int = 1
    """The number of the match at this table, from 1."""
    results: tuple[GameResult, ...] = ()
    """The results of the games of this match."""
    fair: FairDeal | None = None
    """The fair deal of the current game. Its secret is hidden until the game is over."""
    game: Game | None = None
    dealt_to: tuple[Seat, ...] = ()
    """The seats when the secret of the current game was chosen, including players who have left since."""
    acted_by: tuple[By, ...] = ()
    """For each action of the game, who acted for the seat."""
    game_began: int = 0
    """The number of the event that dealt the game."""
    turn_began: int = 0
    """When the clock of this turn started; outside a game: when this phase began."""
    turn_from: int = 0
    """The number of the event with which this turn began."""
    resumed_at: int = 0
    """When the clock last got time back after an outage."""
    on_device: bool = False
    """Whether the game was played on a device and uploaded afterwards."""
    held: bool = False
    """Whether the owner has stopped the countdown to the deal."""
    kept: frozenset[int] = frozenset()
    wants_rematch: frozenset[int] = frozenset()

    @property
    def by_correspondence(self) -> bool:
        """Whether a turn takes hours or days, so that no player is expected to stay connected."""
        return takes_days(self.profile)

    @property
    def is_demanding(self) -> bool:
        """Whether an action of the game may take some hundredths of a second.

        Special jokers may lie in many ways. Where a freed joker may not go anywhere (U7), many sets may continue one
        another in many ways. After a turn with an empty pool, the solver says whether the game is over (N2).
        """
        game, profile = self.game, self.profile
        if game is None:
            return False
        if profile.double_jokers or profile.colour_change_jokers or profile.mirror_jokers:
            return True
        if profile.freed_joker != "anywhere" and len(game.table) > MANY_SETS:
            return True
        return len(game.pool) <= max(1, profile.late_tiles)

    @property
    def deals_at_once(self) -> bool:
        """Whether the deal begins with the last seat taken.

        Strangers at a public table came to play, and computer players and programs wait for nobody. Friends see first
        who is there.
        """
        friends = [seat for seat in self.seats if seat.person is not None and seat.avatar != "robot"]
        return self.settings.public or len(friends) < 2

    @property
    def game_number(self) -> int:
        """The number of the current or last game of the match, from 1."""
        return max(1, len(self.results) + (self.phase in ("dealing", "offering", "playing")))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings of the match."""
        return standings(self.profile, self.settings.players, self.results)

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game, if the last game determines it (S6)."""
        if self.results and self.profile.next_starter == "left-of-last":
            return (self.results[-1].starter + 1) % self.settings.players
        return None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.person is not None)

    def computer_at(self, seat: int) -> str | None:
        """Return the level of the computer player that plays a seat now; None if the table waits for its person.

        A substitute plays only while other people have seats, because they asked for it. Where all other seats are
        computer players, nobody ever plays for a person.
        """
        if self.seats[seat].away:
            return SUBSTITUTE if len(self.people) > 1 else None
        return self.seats[seat].level

    @property
    def owner(self) -> str:
        """The person who may manage the table: its creator, or the person on the first seat if the creator has left."""
        people = [seat.person for seat in self.seats if seat.person is not None]
        return self.creator if self.creator in people or not people else people[0]

    def part_of(self, person: str) -> tuple[tuple[int, ...], bool] | None:
        """Return a person's seats, now or when this game was dealt, and whether the person created the table.

        Returns None if the state does not mention the person.
        """
        dealt_to = self.dealt_to or self.seats
        seats = tuple(
            number
            for number, (sitting, dealt) in enumerate(zip(self.seats, dealt_to, strict=True))
            if person in (sitting.person, dealt.person)
        )
        return (seats, person == self.creator) if seats or person == self.creator else None

    def seat_of(self, person: str) -> int | None:
        """Return the seat of a person, or None."""
        for number, seat in enumerate(self.seats):
            if seat.person == person:
                return number
        return None


Step = tuple[StoredEvent, TableState]
"""An event, and the state after it."""


def replay_table(table_id: str, events: Iterable[StoredEvent], state: TableState | None = None) -> TableState:
    """Return the state after events, from the first one or from a state on.

    Raises TilewiseError if the first event does not create the table.
    """
    for stored in events:
        state = first_state(table_id, stored) if state is None else evolve(state, stored)
    if state is None:
        raise TilewiseError("This event log is empty.")
    return state


def steps_from(state: TableState, events: Iterable[StoredEvent]) -> list[Step]:
    """Return the steps from a state through events; events that the state already includes are skipped."""
    steps: list[Step] = []
    for stored in events:
        if stored.number > state.number:
            state = evolve(state, stored)
            steps.append((stored, state))
    return steps


def first_state(table_id: str, stored: StoredEvent) -> TableState:
    """Return the state after a table's first event; raises TilewiseError if that does not create it."""
    event = stored.event
    if not isinstance(event, Made):
        raise TilewiseError("The first event of a table creates it.")
    seats = tuple(Seat() if seat == PERSON else Seat(level=seat, name=seat) for seat in event.settings.seats)
    profile = event.settings.rules_profile(event.rules_version)
    return TableState(
        table_id=table_id,
        settings=settings_by(event.settings, profile),
        profile=profile,
        creator=event.person,
        number=stored.number,
        at=stored.at,
        seats=seats,
        on_device=event.on_device,
    )


def evolve(state: TableState, stored: StoredEvent) -> TableState:
    """Return the state after a stored event; raises TilewiseError if the event does not follow."""
    event = stored.event
    if isinstance(event, Acted):
        return evolve_by_action(state, stored, action_from_words(event.seat, event.verb, event.rest), event.by)
    _check_number(state, stored)
    return replace(_after(state, stored), number=stored.number, at=stored.at)


def evolve_by_action(state: TableState, stored: StoredEvent, action: Action, by: By) -> TableState:
    """Return the state after an action whose event is `stored`; raises Refused if the rules do not allow it."""
    _check_number(state, stored)
    return replace(_after_action(state, stored, action, by), number=stored.number, at=stored.at)


def _check_number(state: TableState, stored: StoredEvent) -> None:
    if stored.number != state.number + 1:
        raise TilewiseError(f"Event {stored.number} does not follow event {state.number}.")


def _after(state: TableState, stored: StoredEvent) -> TableState:
    event, at = stored.event, stored.at
    match event:
        case Sat(seat, person, name, avatar):
            return _ready_if_full(_with_seat(state, seat, Seat(person, name, avatar=avatar)), at)
        case Stood(seat):
            # A rated match does not continue with computer players.
            phase: Phase = "over" if state.settings.rated and state.phase == "between" else state.phase
            state = replace(state, phase=phase, wants_rematch=state.wants_rematch - {seat})
            return _ready_if_full(_with_seat(state, seat, Seat()), at)
        case ComputerSat(seat, level):
            return _ready_if_full(_with_seat(state, seat, Seat(level=level, name=level)), at)
        case Held():
            return replace(state, held=True)
        case Committed(secret, digest):
            nothing = (None,) * state.settings.players
            # Everything about the last game is reset, because a snapshot taken here does not contain it either.
            fresh = replace(state, phase="dealing", fair=FairDeal(digest, secret, nothing), game=None, acted_by=())
            return replace(
                fresh,
                dealt_to=state.seats,
                turn_began=at,
                turn_from=stored.number,
                game_began=0,
                held=False,
                kept=frozenset(),
            )
        case Added(seat, text):
            return replace(state, fair=_with_addition(state.fair, seat, text))
        case Dealt(seed, starter):
            game = new_game(state.profile, state.settings.players, seed, starter)
            phase = "offering" if state.profile.redeal_pairs is not None else "playing"
            dealt = replace(state, phase=phase, game=game, acted_by=(), game_began=stored.number)
            return replace(dealt, turn_began=at, turn_from=stored.number)
        case Kept(seat):
            return replace(state, kept=state.kept | {seat})
        case Began():
            return replace(state, phase="playing", turn_began=at, turn_from=stored.number)
        case WentAway(seat):
            return _with_seat(state, seat, replace(state.seats[seat], away=True))
        case CameBack(seat):
            return _with_seat(state, seat, replace(state.seats[seat], away=False))
        case Resumed(milliseconds):
            return replace(state, turn_began=state.turn_began + milliseconds, resumed_at=at)
        case RematchWanted(seat):
            return replace(state, wants_rematch=state.wants_rematch | {seat})
        case MatchBegan():
            opened = replace(
                state, phase="open", match=state.match + 1, results=(), wants_rematch=frozenset(), dealt_to=()
            )
            return _ready_if_full(opened, at)
        case Became():
            return _with_identity(state, event)
        case TempoChanged(tempo):
            return replace(state, settings=msgspec.structs.replace(state.settings, tempo=tempo))
        case Closed():
            return replace(state, phase="closed")
        case _:
            raise TilewiseError("A table is created once.")


def _after_action(state: TableState, stored: StoredEvent, action: Action, by: By) -> TableState:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    before, at = state.game, stored.at
    game = apply(before, action)
    state = replace(state, game=game, acted_by=(*state.acted_by, by))
    if isinstance(action, Redeal):
        return replace(state, turn_began=at, turn_from=stored.number, kept=frozenset())
    score = game.score
    if score is not None:
        result = GameResult(score.points, score.winners, game.starter)
        results = (*state.results, result)
        # A rated match does not continue with computer players.
        is_abandoned = state.settings.rated and any(seat.is_free for seat in state.seats)
        phase: Phase = "over" if len(results) == state.settings.games or is_abandoned else "between"
        return replace(state, phase=phase, results=results, turn_began=at)
    # The turn passes to the next seat, or to the same one again in a last round.
    if state.phase == "playing" and (game.turn != before.turn or isinstance(action, TurnAction)):
        return replace(state, turn_began=at, turn_from=stored.number)
    return state


def earlier_identity(state: TableState, event: Became) -> str | None:
    """Return the id that a person had before the event; None if the state does not mention it."""
    if not event.seats:
        return state.creator if event.maker else None
    seat = event.seats[0]
    return state.seats[seat].person or (state.dealt_to[seat].person if state.dealt_to else None)


def _with_identity(state: TableState, event: Became) -> TableState:
    before = earlier_identity(state, event)

    def changed(number: int, seat: Seat) -> Seat:
        if number not in event.seats or seat.person != before:
            return seat
        return replace(seat, person=event.person, name=event.name, avatar=event.avatar)

    return replace(
        state,
        seats=tuple(changed(number, seat) for number, seat in enumerate(state.seats)),
        dealt_to=tuple(changed(number, seat) for number, seat in enumerate(state.dealt_to)),
        creator=event.person if event.maker else state.creator,
    )


def _with_seat(state: TableState, number: int, seat: Seat) -> TableState:
    return replace(state, seats=(*state.seats[:number], seat, *state.seats[number + 1 :]))


def _ready_if_full(state: TableState, at: int) -> TableState:
    """Return a state before a match with the phase that follows from its seats."""
    if state.phase not in ("open", "ready"):
        return state
    phase: Phase = "open" if any(seat.is_free for seat in state.seats) else "ready"
    return state if phase == state.phase else replace(state, phase=phase, turn_began=at)


def _with_addition(fair: FairDeal | None, seat: int, text: str) -> FairDeal:
    if fair is None:
        raise TilewiseError("No game is being dealt.")
    return replace(fair, additions=(*fair.additions[:seat], text, *fair.additions[seat + 1 :]))
