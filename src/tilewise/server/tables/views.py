"""What a seat, or a spectator, is told of a table. The only way out: everything is made from `tilewise.view`.

A `TableView` is all there is to know at one moment; `TableEvent` is one event of the log. Tiles are written as in a
record (`r7`, `J`), sets and racks as texts with spaces, points as texts ("-27", "27/2").
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tilewise.errors import Fact, Refusal, TilewiseError
from tilewise.game import Play
from tilewise.points import signed
from tilewise.records.action_format import action_verb
from tilewise.scoring import Score
from tilewise.server.tables import events as log
from tilewise.server.tables.schedule import phase_ends
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.table_state import Phase, TableState
from tilewise.tiles import Table, format_tiles
from tilewise.turn_clock import turn_end
from tilewise.view import SeenAction, View, view_of

LAST_ACTIONS = 12
"""How many actions of the game a view tells; the record has all."""


class SeatView(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    name: str
    person: str | None
    level: str | None
    """Of the computer player whose seat it is."""
    away: bool
    """Whether a computer player plays for the person."""
    avatar: log.Avatar = "initial"


class RefusalView(msgspec.Struct, frozen=True):
    """Why something was not allowed: the reason's name, its rule, the facts, and all that in English."""

    code: str
    rule: str | None
    message: str
    facts: dict[str, Fact] = {}


class ActionView(msgspec.Struct, frozen=True):
    """An action of the game, and what came of it."""

    seat: int
    action: str
    by: log.By
    table: tuple[str, ...] | None = None
    """As it was laid, in a play."""
    placed: str = ""
    drawn: int = 0
    drawn_tiles: str | None = None
    """Which ones: only for who drew them."""
    opening_value: int | None = None
    wrong: RefusalView | None = None
    """Why a play was wrong and cost tiles (U11)."""
    shown: str = ""
    """The pairs for which a redeal was demanded (S5)."""


class ScoreView(msgspec.Struct, frozen=True):
    """What a seat has scored, and why."""

    points: str
    counted: str
    rule: str
    facts: dict[str, str]
    message: str


class FairDealView(msgspec.Struct, frozen=True):
    """What proves the deal (docs/fairness.md)."""

    digest: str
    secret: str | None
    """Revealed when the game is over."""
    additions: tuple[str | None, ...]


class GameView(msgspec.Struct, frozen=True):
    """The game as a seat sees it."""

    table: tuple[str, ...]
    turn: int
    turn_ends: int | None
    """When the clock shows zero, in the server's milliseconds."""
    starter: int
    start_draws: tuple[dict[str, str], ...]
    pool: int
    rack_sizes: tuple[int, ...]
    opened: tuple[bool, ...]
    announced: tuple[bool, ...]
    given_up: tuple[bool, ...]
    last_round: tuple[int, ...] | None
    seat: int | None
    rack: str
    may_redeal: bool
    may_announce: bool
    actions: int
    """How many there were."""
    ending: str | None = None
    winners: tuple[int, ...] = ()
    scores: tuple[ScoreView, ...] = ()
    final_racks: tuple[str, ...] = ()


class StandingView(msgspec.Struct, frozen=True):
    """A seat's place in the match."""

    rank: int
    points: str
    games_won: int


class TableView(msgspec.Struct, frozen=True):
    """Everything that a seat or a spectator may know of a table."""

    table: str
    number: int
    """Of the last event: say it when you come back."""
    settings: TableSettings
    maker: str
    phase: Phase
    phase_ends: int | None
    """When the deal, the offer of a redeal or the pause between two games ends by itself."""
    seats: tuple[SeatView, ...]
    seat: int | None
    """Yours; None for a spectator."""
    match: int
    game_number: int
    standings: tuple[StandingView, ...]
    wants_rematch: tuple[int, ...]
    kept: tuple[int, ...]
    fair: FairDealView | None
    game: GameView | None
    last_actions: tuple[ActionView, ...]


class TableEvent(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """One event as a seat is told of it. What is left out has not changed or does not apply."""

    number: int
    at: int


class SeatChanged(TableEvent, frozen=True, tag="seat-changed"):
    """Somebody sat down or stood up, went away or came back; seats and phase are as they are now."""

    what: str
    """sat, stood, computer-sat, went-away, came-back, became"""
    seat: int
    now: SeatView
    phase: Phase


class TableChanged(TableEvent, frozen=True, tag="table-changed"):
    """Something changed that is no action of the game: see `what`."""

    what: str
    """committed, added, kept, began, resumed, rematch-wanted, match-began, became, closed"""
    phase: Phase
    phase_ends: int | None = None
    seat: int | None = None
    fair: FairDealView | None = None
    kept: tuple[int, ...] = ()
    wants_rematch: tuple[int, ...] = ()
    turn_ends: int | None = None
    match: int = 0
    game_number: int = 0


class GameBegan(TableEvent, frozen=True, tag="game-began"):
    """Tiles were dealt: here is the game."""

    phase: Phase
    phase_ends: int | None
    game_number: int
    game: GameView
    action: ActionView | None = None
    """The demand for a redeal that brought these tiles (S5)."""


class Acted(TableEvent, frozen=True, tag="acted"):
    """Somebody acted in the game; the game as it is now."""

    phase: Phase
    action: ActionView
    game: GameView
    phase_ends: int | None = None
    standings: tuple[StandingView, ...] = ()
    """When the game is over."""
    fair: FairDealView | None = None
    """With the secret, when the game is over."""


AnyTableEvent = SeatChanged | TableChanged | GameBegan | Acted


def table_view(state: TableState, seat: int | None) -> TableView:
    """All that a seat, or a spectator, may know."""
    view = None if state.game is None else view_of(state.game, seat, LAST_ACTIONS)
    return TableView(
        table=state.table_id,
        number=state.number,
        settings=state.settings,
        maker=state.creator,
        phase=state.phase,
        phase_ends=phase_ends(state),
        seats=tuple(_told_seat(state, number) for number in range(len(state.seats))),
        seat=seat,
        match=state.match,
        game_number=state.game_number,
        standings=_told_standings(state),
        wants_rematch=tuple(sorted(state.wants_rematch)),
        kept=tuple(sorted(state.kept)),
        fair=_told_fair(state),
        game=None if view is None else _told_game(state, view),
        last_actions=() if view is None else _last_actions(state, view),
    )


def tell(state: TableState, logged: log.StoredEvent, seat: int | None) -> AnyTableEvent:
    """What a seat, or a spectator, is told of the event that led to this state."""
    told = tell_all(state, logged)
    return told if seat is None else tell_seat(told, state, seat)


def tell_seat(told: AnyTableEvent, state: TableState, seat: int) -> AnyTableEvent:
    """What a seat is told: what everybody is, and what this seat alone sees."""
    if not isinstance(told, Acted | GameBegan):
        return told
    view = _last_view(state, seat)
    action = told.action
    if action is not None and view.history[-1].drawn_tiles:
        action = replace(action, drawn_tiles=format_tiles(view.history[-1].drawn_tiles))
    return replace(told, game=replace(told.game, **_own(state, view)), action=action)


def tell_all(state: TableState, logged: log.StoredEvent) -> AnyTableEvent:
    """What everybody is told of the event that led to this state, spectators too."""
    event, number, at = logged.event, logged.number, logged.at
    match event:
        case log.Sat() | log.Stood() | log.ComputerSat() | log.WentAway() | log.CameBack():
            what = log.kind_of(event)
            return SeatChanged(number, at, what, event.seat, _told_seat(state, event.seat), state.phase)
        case log.Became(person=person) if (place := state.seat_of(person)) in event.seats and place is not None:
            return SeatChanged(number, at, log.kind_of(event), place, _told_seat(state, place), state.phase)
        case log.Dealt():
            game = _told_game(state, _last_view(state, None))
            return GameBegan(number, at, state.phase, phase_ends(state), state.game_number, game)
        case log.Acted():
            view = _last_view(state, None)
            game, action = _told_game(state, view), _told_action(view.history[-1], event.by)
            if event.verb == "redeal":
                return GameBegan(number, at, state.phase, phase_ends(state), state.game_number, game, action)
            if view.ending is None:
                return Acted(number, at, state.phase, action, game)
            end, standings, fair = phase_ends(state), _told_standings(state), _told_fair(state)
            return Acted(number, at, state.phase, action, game, end, standings, fair)
        case _:
            return TableChanged(
                number,
                at,
                what=log.kind_of(event),
                phase=state.phase,
                phase_ends=phase_ends(state),
                seat=getattr(event, "seat", None),
                fair=_told_fair(state) if isinstance(event, log.Committed | log.Added) else None,
                kept=tuple(sorted(state.kept)),
                wants_rematch=tuple(sorted(state.wants_rematch)),
                turn_ends=_turn_ends(state),
                match=state.match,
                game_number=state.game_number,
            )


def differs_by_seat(event: log.AnyEvent) -> bool:
    """Whether seats and spectators are told different things of an event."""
    return isinstance(event, log.Dealt | log.Acted)


def refusal_view(refusal: Refusal) -> RefusalView:
    """A refusal of the rules as it is told."""
    return RefusalView(refusal.code, refusal.rule, str(refusal), _facts(refusal))


def _last_view(state: TableState, seat: int | None) -> View:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    return view_of(state.game, seat, last=1)


def _told_game(state: TableState, view: View) -> GameView:
    return GameView(
        table=_sets(view.table),
        turn=view.turn,
        turn_ends=_turn_ends(state),
        starter=view.starter,
        start_draws=tuple({str(who): str(tile) for who, tile in drawn.items()} for drawn in view.start_draws),
        pool=view.pool_size,
        rack_sizes=view.rack_sizes,
        opened=view.opened,
        announced=view.announced,
        given_up=view.given_up,
        last_round=None if view.last_round is None else tuple(sorted(view.last_round)),
        **_own(state, view),
        actions=len(state.acted_by),
        ending=view.ending,
        winners=() if view.score is None else view.score.winners,
        scores=_told_scores(view),
        final_racks=() if view.final_racks is None else tuple(map(format_tiles, view.final_racks)),
    )


def _own(state: TableState, view: View) -> dict[str, Any]:
    """What a seat alone knows of a game: all the rest is the same for everybody."""
    return {
        "seat": view.seat,
        "rack": format_tiles(view.rack),
        "may_redeal": view.may_redeal and state.phase == "offering",
        "may_announce": view.may_announce,
    }


def _turn_ends(state: TableState) -> int | None:
    if state.game is None or state.phase != "playing":
        return None
    return turn_end(state.game, state.turn_began)


def _told_seat(state: TableState, number: int) -> SeatView:
    seat = state.seats[number]
    return SeatView(seat.name, seat.person, seat.level, seat.away, seat.avatar)


def _told_standings(state: TableState) -> tuple[StandingView, ...]:
    return tuple(StandingView(place.rank, signed(place.points), place.games_won) for place in state.standings)


def _told_fair(state: TableState) -> FairDealView | None:
    fair = state.fair
    if fair is None:
        return None
    revealed = state.game is not None and state.game.is_over
    return FairDealView(fair.digest, fair.secret if revealed else None, fair.additions)


def _told_scores(view: View) -> tuple[ScoreView, ...]:
    if view.score is None:
        return ()
    return tuple(
        ScoreView(signed(score.points), score.reason.code, score.reason.rule, _score_facts(score), str(score))
        for score in view.score.scores
    )


def _last_actions(state: TableState, view: View) -> tuple[ActionView, ...]:
    acted_by = state.acted_by[-LAST_ACTIONS:]
    return tuple(_told_action(seen, by) for seen, by in zip(view.history, acted_by, strict=True))


def _told_action(seen: SeenAction, by: log.By) -> ActionView:
    action = seen.action
    return ActionView(
        seat=action.seat,
        action=action_verb(action),
        by=by,
        table=_sets(action.table) if isinstance(action, Play) else None,
        placed=format_tiles(seen.placed),
        drawn=seen.drawn,
        drawn_tiles=format_tiles(seen.drawn_tiles) if seen.drawn_tiles else None,
        opening_value=seen.opening_value,
        wrong=None if seen.refusal is None else refusal_view(seen.refusal),
        shown=format_tiles(seen.shown_pairs),
    )


def _score_facts(score: Score) -> dict[str, str]:
    return {name: str(fact) for name, fact in score.facts.items()}


def _facts(refusal: Refusal) -> dict[str, Fact]:
    facts = dict(refusal.facts)
    if refusal.cause is not None:
        facts["cause"] = refusal.cause.code
    return facts


def _sets(table: Table) -> tuple[str, ...]:
    return tuple(map(_set, table))


# Sets on the table are told to every seat, turn after turn.
_set = lru_cache(4096)(format_tiles)
