"""What a seat or a spectator may see of a table: the only way out for its state, built on `tilewise.view`.

A `TableView` is everything at one event number; a `TableEvent` is one event. Tiles are written as in a record (`r7`,
`J`), sets and racks as texts with spaces, points as texts ("-27", "27/2").
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tilewise.errors import Fact, Refusal, Refused, TilewiseError
from tilewise.game import Play
from tilewise.points import signed
from tilewise.profiles import RULES_VERSION
from tilewise.records.action_format import action_verb
from tilewise.scoring import Score
from tilewise.server.tables import events
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.refusals import NotPossible
from tilewise.server.tables.schedule import phase_ends
from tilewise.server.tables.table_settings import TableSettings, Tempo
from tilewise.server.tables.table_state import Phase, TableState
from tilewise.sets import read_set
from tilewise.tiles import Table, Tiles, format_tiles
from tilewise.turn_clock import turn_end
from tilewise.view import SeenAction, View, view_of

LAST_ACTIONS = 12
"""How many of the game's latest actions a view has; the record has all of them."""


class SeatView(msgspec.Struct, frozen=True):
    """A seat, and who has it."""

    name: str
    person: str | None
    level: str | None
    """The level of the computer player whose seat it is."""
    away: bool
    """Whether a computer player plays for the person at the moment."""
    avatar: events.Avatar = "initial"


class RefusalView(msgspec.Struct, frozen=True):
    """Why something was refused: the code of the reason, its rule, the facts, and an English sentence with them."""

    code: str
    rule: str | None
    message: str
    facts: dict[str, Fact] = {}


class ActionView(msgspec.Struct, frozen=True):
    """An action of the game and its result."""

    seat: int
    action: str
    by: events.By
    table: tuple[str, ...] | None = None
    """The table after a play."""
    placed: str = ""
    drawn: int = 0
    drawn_tiles: str | None = None
    """Only for the player who drew them."""
    opening_value: int | None = None
    wrong: RefusalView | None = None
    """Why a play was wrong and cost tiles (U11)."""
    shown: str = ""
    """The pairs shown for a redeal (S5)."""
    jokers: dict[str, tuple[str, ...]] = {}
    """For each set with jokers on `table`: what each of its tiles stands for."""
    last_tile: bool = False
    """Whether the last tile of the pool was drawn (U13)."""


class ScoreView(msgspec.Struct, frozen=True):
    """The score of a seat and the reason for it."""

    points: str
    counted: str
    rule: str
    facts: dict[str, str]
    message: str


class FairDealView(msgspec.Struct, frozen=True):
    """The proof of a fair deal (docs/fairness.md)."""

    digest: str
    secret: str | None
    """Null until the game is over."""
    additions: tuple[str | None, ...]


class GameView(msgspec.Struct, frozen=True):
    """A game as a seat or a spectator sees it."""

    table: tuple[str, ...]
    turn: int
    turn_ends: int | None
    """When the clock of the turn shows zero, in the server's milliseconds."""
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
    may_pass: bool
    """Whether it is your turn and you may pass: with an empty pool, unless you must place (U13, N2)."""
    may_redeal: bool
    may_announce: bool
    actions: int
    """The number of actions so far."""
    ending: str | None = None
    """out, pool, given-up"""
    pool_ending: str | None = None
    """What ended a game with an empty pool (N2): stuck (nobody could place), passes, last-round"""
    winners: tuple[int, ...] = ()
    scores: tuple[ScoreView, ...] = ()
    final_racks: tuple[str, ...] = ()
    jokers: dict[str, tuple[str, ...]] = {}
    """For each set with jokers on the table: what each of its tiles stands for."""


class StandingView(msgspec.Struct, frozen=True):
    """The standing of a seat in the match."""

    rank: int
    points: str
    games_won: int


class TableView(msgspec.Struct, frozen=True):
    """Everything that a seat or a spectator may know about a table."""

    table: str
    number: int
    """The number of the last event; send it as `since` when you reconnect."""
    settings: TableSettings
    maker: str
    phase: Phase
    phase_ends: int | None
    """When the countdown, the deal, the offer of a redeal or the pause between two games ends without any player."""
    seats: tuple[SeatView, ...]
    seat: int | None
    """Your seat; null for a spectator."""
    match: int
    game_number: int
    standings: tuple[StandingView, ...]
    wants_rematch: tuple[int, ...]
    kept: tuple[int, ...]
    fair: FairDealView | None
    game: GameView | None
    last_actions: tuple[ActionView, ...]
    rules_version: int = RULES_VERSION
    """The version of the rules that the table began with."""


class TableEvent(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """An event as a seat or a spectator may see it. Absent fields have not changed or do not apply."""

    number: int
    at: int


class SeatChanged(TableEvent, frozen=True, tag="seat-changed"):
    """A seat changed: a player took or left it, was replaced by a computer player, or returned."""

    what: str
    """sat, stood, computer-sat, went-away, came-back, became"""
    seat: int
    now: SeatView
    phase: Phase
    phase_ends: int | None = None


class TableChanged(TableEvent, frozen=True, tag="table-changed"):
    """Something changed that is not an action of the game: see `what`."""

    what: str
    """held, committed, added, kept, began, resumed, rematch-wanted, match-began, became, tempo-changed, closed"""
    phase: Phase
    phase_ends: int | None = None
    seat: int | None = None
    fair: FairDealView | None = None
    kept: tuple[int, ...] = ()
    wants_rematch: tuple[int, ...] = ()
    turn_ends: int | None = None
    match: int = 0
    game_number: int = 0
    tempo: Tempo | None = None
    """The new tempo of the computer players."""


class GameBegan(TableEvent, frozen=True, tag="game-began"):
    """The tiles were dealt."""

    phase: Phase
    phase_ends: int | None
    game_number: int
    game: GameView
    action: ActionView | None = None
    """The redeal that led to these tiles (S5)."""


class Acted(TableEvent, frozen=True, tag="acted"):
    """A seat acted in the game; `game` is the game after it."""

    phase: Phase
    action: ActionView
    game: GameView
    phase_ends: int | None = None
    standings: tuple[StandingView, ...] = ()
    """Present when the game is over."""
    fair: FairDealView | None = None
    """Present when the game is over, with the secret."""


AnyTableEvent = SeatChanged | TableChanged | GameBegan | Acted


def table_view(state: TableState, seat: int | None) -> TableView:
    """Return everything that a seat, or a spectator (None), may know."""
    view = None if state.game is None else view_of(state.game, seat, LAST_ACTIONS)
    return TableView(
        table=state.table_id,
        number=state.number,
        settings=state.settings,
        maker=state.creator,
        phase=state.phase,
        phase_ends=phase_ends(state),
        seats=tuple(_seat_view(state, number) for number in range(len(state.seats))),
        seat=seat,
        match=state.match,
        game_number=state.game_number,
        standings=_standing_views(state),
        wants_rematch=tuple(sorted(state.wants_rematch)),
        kept=tuple(sorted(state.kept)),
        fair=_fair_view(state),
        game=None if view is None else _game_view(state, view),
        last_actions=() if view is None else _last_actions(state, view),
        rules_version=state.profile.rules_version,
    )


def with_prepared_views(state: TableState) -> TableState:
    """Return the state after its views were made once: whatever takes long in them is cached from then on.

    Whether a seat may announce its opening (C3) or pass with an empty pool (N2) is a question to the solver, which may
    need some tenths of a second if there are special jokers.
    """
    if state.game is not None and state.is_demanding:
        for seat in range(state.game.players):
            view_of(state.game, seat, last=0)
    return state


def event_view(state: TableState, stored: StoredEvent, seat: int | None) -> AnyTableEvent:
    """Return the event that led to a state as a seat, or a spectator (None), may see it."""
    public = public_event_view(state, stored)
    return public if seat is None else seat_event_view(public, state, seat)


def seat_event_view(public: AnyTableEvent, state: TableState, seat: int) -> AnyTableEvent:
    """Return an event as a seat sees it: the public view, and what only this seat may see."""
    if not isinstance(public, Acted | GameBegan):
        return public
    view = _last_view(state, seat)
    action = public.action
    if action is not None and view.history[-1].drawn_tiles:
        action = replace(action, drawn_tiles=format_tiles(view.history[-1].drawn_tiles))
    return replace(public, game=replace(public.game, **_own_fields(state, view)), action=action)


def public_event_view(state: TableState, stored: StoredEvent) -> AnyTableEvent:
    """Return the event that led to a state as everyone may see it, including spectators."""
    event, number, at = stored.event, stored.number, stored.at
    match event:
        case events.Sat() | events.Stood() | events.ComputerSat() | events.WentAway() | events.CameBack():
            return _seat_changed(state, stored, event.seat)
        case events.Became(person=person) if (seat := state.seat_of(person)) in event.seats and seat is not None:
            return _seat_changed(state, stored, seat)
        case events.Dealt():
            game = _game_view(state, _last_view(state, None))
            return GameBegan(number, at, state.phase, phase_ends(state), state.game_number, game)
        case events.Acted():
            view = _last_view(state, None)
            game, action = _game_view(state, view), _action_view(view.history[-1], event.by)
            if event.verb == "redeal":
                return GameBegan(number, at, state.phase, phase_ends(state), state.game_number, game, action)
            if view.ending is None:
                return Acted(number, at, state.phase, action, game)
            end, standings, fair = phase_ends(state), _standing_views(state), _fair_view(state)
            return Acted(number, at, state.phase, action, game, end, standings, fair)
        case _:
            return TableChanged(
                number,
                at,
                what=events.kind_of(event),
                phase=state.phase,
                phase_ends=phase_ends(state),
                seat=getattr(event, "seat", None),
                fair=_fair_view(state) if isinstance(event, events.Committed | events.Added) else None,
                kept=tuple(sorted(state.kept)),
                wants_rematch=tuple(sorted(state.wants_rematch)),
                turn_ends=_turn_ends(state),
                match=state.match,
                game_number=state.game_number,
                tempo=event.tempo if isinstance(event, events.TempoChanged) else None,
            )


def differs_by_seat(event: events.AnyEvent) -> bool:
    """Return whether seats and spectators see an event differently."""
    return isinstance(event, events.Dealt | events.Acted)


def refusal_view(refusal: Refusal) -> RefusalView:
    """Return a refusal of the rules as a message contains it."""
    return RefusalView(refusal.code, refusal.rule, str(refusal), _facts(refusal))


def refusal_of(error: TilewiseError) -> RefusalView:
    """Return why a command was refused, by the rules of the game or by the table, as a message contains it."""
    if isinstance(error, Refused):
        return refusal_view(error.refusal)
    if isinstance(error, NotPossible):
        return RefusalView(error.reason.code, None, str(error), error.facts)
    return RefusalView("bad-command", None, str(error))


def _last_view(state: TableState, seat: int | None) -> View:
    if state.game is None:
        raise TilewiseError("No game is being played.")
    return view_of(state.game, seat, last=1)


def _game_view(state: TableState, view: View) -> GameView:
    return GameView(
        table=set_texts(view.table),
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
        **_own_fields(state, view),
        actions=len(state.acted_by),
        ending=view.ending,
        pool_ending=view.pool_ending,
        winners=() if view.score is None else view.score.winners,
        scores=_score_views(view),
        final_racks=() if view.final_racks is None else tuple(map(format_tiles, view.final_racks)),
        jokers=joker_readings(view.table),
    )


def _own_fields(state: TableState, view: View) -> dict[str, Any]:
    """Return the fields that only this seat may see; all others are the same for everyone."""
    return {
        "seat": view.seat,
        "rack": format_tiles(view.rack),
        "may_pass": view.may_pass,
        "may_redeal": view.may_redeal and state.phase == "offering",
        "may_announce": view.may_announce,
    }


def _turn_ends(state: TableState) -> int | None:
    if state.game is None or state.phase != "playing":
        return None
    return turn_end(state.game, state.turn_began)


def _seat_changed(state: TableState, stored: StoredEvent, seat: int) -> SeatChanged:
    what = events.kind_of(stored.event)
    return SeatChanged(stored.number, stored.at, what, seat, _seat_view(state, seat), state.phase, phase_ends(state))


def _seat_view(state: TableState, number: int) -> SeatView:
    seat = state.seats[number]
    return SeatView(seat.name, seat.person, seat.level, seat.away, seat.avatar)


def _standing_views(state: TableState) -> tuple[StandingView, ...]:
    return tuple(StandingView(place.rank, signed(place.points), place.games_won) for place in state.standings)


def _fair_view(state: TableState) -> FairDealView | None:
    fair = state.fair
    if fair is None:
        return None
    revealed = state.game is not None and state.game.is_over
    return FairDealView(fair.digest, fair.secret if revealed else None, fair.additions)


def _score_views(view: View) -> tuple[ScoreView, ...]:
    if view.score is None:
        return ()
    return tuple(
        ScoreView(signed(score.points), score.reason.code, score.reason.rule, _score_facts(score), str(score))
        for score in view.score.scores
    )


def _last_actions(state: TableState, view: View) -> tuple[ActionView, ...]:
    acted_by = state.acted_by[-LAST_ACTIONS:]
    return tuple(_action_view(seen, by) for seen, by in zip(view.history, acted_by, strict=True))


def _action_view(seen: SeenAction, by: events.By) -> ActionView:
    action = seen.action
    return ActionView(
        seat=action.seat,
        action=action_verb(action),
        by=by,
        table=set_texts(action.table) if isinstance(action, Play) else None,
        placed=format_tiles(seen.placed),
        drawn=seen.drawn,
        drawn_tiles=format_tiles(seen.drawn_tiles) if seen.drawn_tiles else None,
        opening_value=seen.opening_value,
        wrong=None if seen.refusal is None else refusal_view(seen.refusal),
        shown=format_tiles(seen.shown_pairs),
        jokers=joker_readings(action.table) if isinstance(action, Play) and seen.refusal is None else {},
        last_tile=seen.last_tile,
    )


def _facts(refusal: Refusal) -> dict[str, Fact]:
    facts = dict(refusal.facts)
    if refusal.cause is not None:
        facts["cause"] = refusal.cause.code
    return facts


def _score_facts(score: Score) -> dict[str, str]:
    return {name: str(fact) for name, fact in score.facts.items()}


def set_texts(table: Table) -> tuple[str, ...]:
    """Return the sets of a table as texts."""
    return tuple(map(_set_text, table))


def joker_readings(table: Table) -> dict[str, tuple[str, ...]]:
    """Return what each tile stands for in the sets that contain jokers, by the text of the set.

    >>> from tilewise.tiles import parse_tiles
    >>> joker_readings((parse_tiles("r3 J r5"), parse_tiles("k8 b8 o8")))
    {'r3 J r5': ('r3', 'r4', 'r5')}
    """
    return {_set_text(tiles): stands_for for tiles in table if (stands_for := _joker_reading(tiles))}


@lru_cache(4096)
def _joker_reading(tiles: Tiles) -> tuple[str, ...]:
    """Return what each tile of a set with jokers stands for, in the order of the tiles; nothing for other tiles."""
    if not any(tile.is_joker for tile in tiles):
        return ()
    reading = read_set(tiles)
    if isinstance(reading, Refusal):
        return ()
    # A set may lie in another order than the one in which it reads.
    left = list(zip(reading.tiles, reading.stands_for, strict=True))
    stands_for = []
    for tile in tiles:
        place = next(place for place, (each, _) in enumerate(left) if each == tile)
        stands_for.append(left.pop(place)[1])
    return tuple(stands_for)


# The same sets are sent to every seat, turn after turn.
_set_text = lru_cache(4096)(format_tiles)
