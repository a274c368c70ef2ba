"""Games between computer players: whose action is next, who is told, and what a faulty player loses.

A player that raises an error, chooses something illegal or takes too long loses its turn under the rules, and the fault
is reported: it draws; with an empty pool it passes; where it must place (N2), its time counts as up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from tilewise.bots.budget import Clock, TimeIsUp, untimed
from tilewise.bots.player import GameEnd, Player, play_or_draw
from tilewise.errors import Refused, TilewiseError
from tilewise.game import Action, Announce, Draw, Game, Pass, Play, Redeal, TimeOut, apply
from tilewise.json_fields import is_whole
from tilewise.simulator.policies import MOST_REDEALS
from tilewise.tiles import Tile
from tilewise.view import View, seen_action, view_of

NewClock = Callable[[], Clock]
"""Returns a clock that has just started; called before every choice."""

Report = Callable[["Fault"], None]
"""Takes note of a fault."""

TurnChoice = Play | Draw | Pass
"""What a player may choose in its turn."""

OutOfTurnChoice = Redeal | Announce

PLAYER_ERRORS: Final = (Exception, SystemExit)
"""What counts as a player's own fault. KeyboardInterrupt does not: it comes from the person at the terminal."""


class FaultKind(Enum):
    """What a player did wrong."""

    ERROR = "error"
    ILLEGAL = "illegal"
    LATE = "late"


class Fault(NamedTuple):
    """A choice that did not count, or an error in `notice`."""

    seat: int
    number: int
    """How many actions the game had before."""
    kind: FaultKind
    detail: str
    """For the author of the player. It may name tiles, so other players must not read it during the game."""


class NotAChoice(TilewiseError):
    """Something that no player can choose, such as an action for another seat."""


def play_out(
    game: Game, players: Sequence[Player], new_clock: NewClock = untimed, report: Report | None = None
) -> Game:
    """Let one player for each seat finish a game, and tell all of them every event.

    Without `report`, raises whatever a player raises, and Refused or NotAChoice for an illegal choice; being late is
    allowed. With it, a faulty player loses its turn, `report` is called, and the game goes on.
    """
    while not game.is_over:
        if report is None:
            game = apply(game, next_action(game, players, new_clock))
        else:
            game = supervised_step(game, players, new_clock, report)
        notify(game, players, report)
    return game


def next_action(game: Game, players: Sequence[Player], new_clock: NewClock = untimed) -> Action:
    """Return the players' next action: an action out of turn if a player wants one, otherwise the turn.

    Raises whatever a player raises, and NotAChoice.
    """
    for seat, view in _views_out_of_turn(game):
        offer = players[seat].choose_out_of_turn(view, new_clock())
        if offer is not None:
            return checked_choice(offer, seat, is_turn=False)
    return checked_choice(players[game.turn].choose(view_of(game, game.turn), new_clock()), game.turn, is_turn=True)


def supervised_step(game: Game, players: Sequence[Player], new_clock: NewClock, report: Report) -> Game:
    """Return the game after the players' next action. A faulty player loses its turn, and `report` is called."""
    for seat, view in _views_out_of_turn(game):
        after = _after_choice(game, players[seat], view, new_clock(), report, is_turn=False)
        if after is not None:
            return after
    view = view_of(game, game.turn)
    after = _after_choice(game, players[game.turn], view, new_clock(), report, is_turn=True)
    return apply(game, lost_turn(view)) if after is None else after


def notify(game: Game, players: Sequence[Player], report: Report | None = None) -> None:
    """Tell every player the latest action, and the end of the game if that was the last one.

    Raises whatever a player raises, unless there is a `report`.
    """
    latest = game.history[-1]
    end = None if game.score is None else GameEnd(game.score, game.racks)
    for seat, player in enumerate(players):
        try:
            player.notice(seen_action(latest, seat))
            if end is not None:
                player.notice(end)
        except PLAYER_ERRORS as error:
            if report is None:
                raise
            report(Fault(seat, len(game.history), FaultKind.ERROR, described(error)))


def checked_choice(choice: object, seat: int, *, is_turn: bool) -> Action:
    """Return what a player chose; raises NotAChoice unless it is an action that the player of this seat can choose.

    Whether the rules allow it is not checked here.
    """
    kinds = TurnChoice if is_turn else OutOfTurnChoice
    if isinstance(choice, kinds) and is_whole(choice.seat) and choice.seat == seat and _is_well_formed(choice):
        return choice
    raise NotAChoice(f"The player of seat {seat} chose {_written(choice, repr):.100}, which is not its to choose.")


def _is_well_formed(action: Action) -> bool:
    """Return False for a play whose table is not a table, whatever its type hints say."""
    if not isinstance(action, Play):
        return True
    return isinstance(action.table, tuple) and all(
        isinstance(tiles, tuple) and all(isinstance(tile, Tile) for tile in tiles) for tiles in action.table
    )


def lost_turn(view: View) -> Action:
    """Return the action of a player that loses its turn, which is always legal; raises TilewiseError for a spectator.

    A player that must place has run out of time. Without a time limit no such thing exists, so it makes any play.
    """
    if view.seat is not None and not view.pool_size and not view.may_pass and view.seconds is not None:
        return TimeOut(view.seat, moved=False)
    return play_or_draw(view, view.table)


def _after_choice(
    game: Game, player: Player, view: View, clock: Clock, report: Report, *, is_turn: bool
) -> Game | None:
    """Return the game after a player's choice; None if it chose nothing, or nothing that counts."""
    seat = view.seat
    assert seat is not None  # noqa: S101  (a player's view is that of its seat)
    number = len(game.history)
    choice: object
    try:
        choice = player.choose(view, clock) if is_turn else player.choose_out_of_turn(view, clock)
    except TimeIsUp as error:
        report(Fault(seat, number, FaultKind.LATE, _written(error, str)))
        return None
    except PLAYER_ERRORS as error:
        # A player is somebody else's program: whatever it raises is its own fault.
        report(Fault(seat, number, FaultKind.ERROR, described(error)))
        return None
    if clock.is_up:
        report(Fault(seat, number, FaultKind.LATE, f"{-clock.remaining():.3f} s late"))
        return None
    if choice is None and not is_turn:
        return None
    try:
        after = apply(game, checked_choice(choice, seat, is_turn=is_turn))
    except (Refused, NotAChoice) as error:
        report(Fault(seat, number, FaultKind.ILLEGAL, str(error)))
        return None
    refusal = after.history[-1].refusal
    if refusal is not None:
        # A wrong play that costs penalty tiles (U11).
        report(Fault(seat, number, FaultKind.ILLEGAL, str(refusal)))
    return after


def described(error: BaseException) -> str:
    """Return the kind of an error that a player raised, and what it says.

    >>> described(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    return f"{type(error).__name__}: {_written(error, str)}"


def _written(value: object, write: Callable[[object], str]) -> str:
    """Return a player's own value as text, even if writing it fails or nests too deeply."""
    try:
        return write(value)
    except PLAYER_ERRORS:
        return f"<{type(value).__name__}>"


def _views_out_of_turn(game: Game) -> Iterator[tuple[int, View]]:
    """Yield the seats that have something to choose out of turn, with their views; most games never have any."""
    for seat in _seats_to_ask(game):
        view = view_of(game, seat)
        if view.may_redeal or view.may_announce:
            yield seat, view


def _seats_to_ask(game: Game) -> Sequence[int]:
    if game.before_first_turn and game.profile.redeal_pairs is not None:
        return game.playing if len(game.history) < MOST_REDEALS else ()
    if game.profile.missed_opening_penalty is not None and game.history:
        # Only the player who has just drawn can have a new opening to announce.
        return (game.history[-1].action.seat,)
    return ()
