"""A seat at a server's table, played by any `Player`: the messages of the server become views, events and commands.

No I/O: `bot` sends and receives. A player that fails or chooses wrongly loses its turn, as in the arena.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import msgspec

from tilewise.bots import Budget, Clock, GameEnd, Player, PlayerFactory
from tilewise.bots.games import NotAChoice, checked_choice, lost_turn
from tilewise.errors import Reason, Refusal, TilewiseError
from tilewise.game import Action, Announce, Draw, Pass, Play, Redeal
from tilewise.records.action_format import action_from_dict
from tilewise.scoring import Ending, score_game
from tilewise.server import protocol as wire
from tilewise.server.tables import commands as do
from tilewise.server.tables import views
from tilewise.server.tables.table_settings import TableSettings
from tilewise.server.tables.views import ActionView, AnyTableEvent, GameView, TableView
from tilewise.tiles import format_tiles, parse_tiles
from tilewise.view import SeenAction, View

MARGIN = 2.0
"""Seconds of a turn that are left for the way to the server."""

LARGEST_COMMAND: Final = 4096
"""Bytes of a command. A server disconnects a client that sends too much, and no legal play has even half of it."""

FINISHED: Final = ("over", "closed")
"""The phases of a table where nothing is left to play."""

_REASONS = {reason.code: reason for reason in Reason}


@dataclass(slots=True)
class _Sent:
    """A command without a response."""

    id: str
    is_turn: bool
    """Whether it ends a turn, so that a refusal costs it."""


class RemoteSeat:
    """Follows a table and says what to send next."""

    def __init__(self, create: PlayerFactory, now: Callable[[], float], report: Callable[[str], None]) -> None:
        """`now` returns seconds, such as `time.time`; `report` takes sentences about the player's faults."""
        self._create = create
        self._now = now
        self._report = report
        self.view: TableView | None = None
        self._player: Player | None = None
        self._game: tuple[int, int] | None = None
        """The match and the number of the game that the player plays."""
        self._offset = 0.0
        """The server's time minus ours, in seconds."""
        self._sent: _Sent | None = None
        self._known = 0
        """The number of the event that our last command led to."""
        self._lost_at: int | None = None
        """The event number at which a choice was refused."""
        self._offered_at: int | None = None
        """The event number at which the player was asked for an announcement."""
        self._count = 0

    @property
    def is_over(self) -> bool:
        """Whether the match is over or the table closed."""
        return self.view is not None and self.view.phase in FINISHED

    @property
    def awaits_response(self) -> bool:
        """Whether a command has been sent that the server has not responded to."""
        return self._sent is not None

    def close(self) -> None:
        """End the player."""
        close = getattr(self._player, "close", None)
        self._player = None
        if close is not None:
            close()

    def disconnect(self) -> None:
        """Forget the command that was being sent: the next view shows whether it was carried out."""
        self._sent, self._known = None, 0

    def take(self, message: wire.AnyServerMessage) -> None:
        """Take a message of the server. Messages about other things are ignored.

        Raises TilewiseError if the table refuses the player a seat.
        """
        match message:
            case wire.View(view=view, now=now):
                self._offset = now / 1000 - self._now()
                self.view = view
                self._join()
            case wire.Events(events=events):
                for event in events:
                    self._advance(event)
            case wire.Event(event=event):
                self._advance(event)
            case wire.Done(id=key, number=number) if self._sent is not None and key == self._sent.id:
                self._sent, self._known = None, number
            case wire.Refused(id=key, refusal=refusal) if self._sent is not None and key == self._sent.id:
                if self.view is not None and self.view.seat is None:
                    raise TilewiseError(refusal.message)
                if self._sent.is_turn and self.view is not None:
                    self._report(f"The server refused the player's choice: {refusal.message}")
                    self._lost_at = self.view.number
                self._sent = None
            case _:
                pass

    def next_message(self) -> wire.AnyClientMessage | None:
        """Return what to send now; None to wait. Raises TilewiseError if there is no seat to play."""
        view = self.view
        if view is None or self._sent is not None or view.number < self._known or self.is_over:
            return None
        if view.seat is None:
            if self._known:
                # We have just sat down: only a new view shows the seat.
                self._known, self.view = 0, None
                return wire.Subscribe(view.table)
            if view.phase != "open" or all(seat.person or seat.level for seat in view.seats):
                raise TilewiseError("This table has no free seat.")
            return self._command(do.Sit())
        return self._game_message(view, view.seat)

    def _game_message(self, view: TableView, seat: int) -> wire.AnyClientMessage | None:
        game = view.game
        match view.phase:
            case "dealing" if view.fair is not None and view.fair.additions[seat] is None:
                return self._command(do.Add(secrets.token_hex(8)))
            case "offering" if game is not None and seat not in view.kept:
                wants = self._out_of_turn(view, game) if game.may_redeal else None
                return self._command(do.Redeal() if isinstance(wants, Redeal) else do.Keep())
            case "playing" if game is not None and view.seats[seat].away:
                return self._command(do.Return())
            case "playing" if game is not None and game.turn == seat:
                return self._turn(view, game)
            case "playing" if game is not None and game.may_announce and self._offered_at != view.number:
                self._offered_at = view.number
                if isinstance(self._out_of_turn(view, game), Announce):
                    return self._command(do.Announce())
        return None

    def _turn(self, view: TableView, game: GameView) -> wire.AnyClientMessage | None:
        """Return the command for the player's turn; None if it has lost the turn and the clock will end it."""
        seen = view_for_player(view.settings, game)
        if self._lost_at == view.number:
            return self._lost(seen)
        try:
            choice = checked_choice(self._seated().choose(seen, self._clock(game)), seen.turn, is_turn=True)
            command = command_of(choice)
        except Exception as error:
            self._report(f"The player lost its turn: {type(error).__name__}: {error}")
            self._lost_at = view.number
            return self._lost(seen)
        return self._command(command, is_turn=True)

    def _lost(self, seen: View) -> wire.AnyClientMessage | None:
        action = lost_turn(seen)
        return self._command(command_of(action)) if isinstance(action, Play | Draw | Pass) else None

    def _out_of_turn(self, view: TableView, game: GameView) -> Action | None:
        try:
            return self._seated().choose_out_of_turn(view_for_player(view.settings, game), self._clock(game))
        except Exception as error:
            self._report(f"The player chose nothing: {type(error).__name__}: {error}")
            return None

    def _clock(self, game: GameView) -> Clock:
        if game.turn_ends is None:
            return Clock(Budget(math.inf), self._now)
        return Clock(Budget(game.turn_ends / 1000 - self._now() - self._offset - MARGIN), self._now)

    def _command(self, command: do.AnyCommand, *, is_turn: bool = False) -> wire.CommandMessage:
        self._count += 1
        self._sent = _Sent(f"bot-{secrets.token_hex(8)}-{self._count}", is_turn)
        return wire.CommandMessage(self._sent.id, "" if self.view is None else self.view.table, command)

    def _seated(self) -> Player:
        if self._player is None:
            raise TilewiseError("No game is being played.")
        return self._player

    def _join(self) -> None:
        """Create the player of a game that is in progress, and tell it the latest actions."""
        view = self.view
        if view is None or view.game is None or view.seat is None or view.game.ending is not None:
            return
        if self._game != (view.match, view.game_number):
            self._begin(view, view.seat)
            for action in view.last_actions:
                self._seated().notice(seen_action_of(action))

    def _begin(self, view: TableView, seat: int) -> None:
        self.close()
        self._game = view.match, view.game_number
        self._player = self._create(seat, view.settings.rules_profile(), secrets.token_hex(16))
        start = getattr(self._player, "start", None)
        if start is not None:
            # A program may take long to start: better now than in its first turn.
            start()

    def _advance(self, event: AnyTableEvent) -> None:
        if self.view is None or event.number <= self.view.number:
            return
        view = self.view = view_after(self.view, event)
        if view.seat is None or not isinstance(event, views.GameBegan | views.Acted):
            return
        if self._game != (view.match, view.game_number):
            self._begin(view, view.seat)
        if event.action is None or self._player is None:
            return
        try:
            self._player.notice(seen_action_of(event.action))
            if event.game.ending is not None:
                self._player.notice(game_end_of(view.settings, event.game))
        except Exception as error:
            self._report(f"The player failed: {type(error).__name__}: {error}")


def command_of(action: Action) -> do.AnyCommand:
    """Return the command that asks for an action; raises TilewiseError for one that nobody can ask for."""
    match action:
        case Play(table=table):
            play = do.Play(tuple(map(format_tiles, table)))
            if len(msgspec.json.encode(play)) > LARGEST_COMMAND:
                raise NotAChoice("The play has more tiles than any game.")
            return play
        case Draw():
            return do.Draw()
        case Pass():
            return do.Pass()
        case Redeal():
            return do.Redeal()
        case Announce():
            return do.Announce()
        case _:
            raise TilewiseError(f"Nobody can ask for {action}.")


def seen_action_of(action: ActionView) -> SeenAction:
    """Return an action as a player is told it."""
    content: dict[str, object] = {"seat": action.seat, "action": action.action}
    if action.action == "play":
        content["table"] = list(action.table or ())
    elif action.action == "out-of-time":
        # The server does not say whether a tile had been moved, only how many were drawn.
        content["moved"] = False
    return SeenAction(
        action_from_dict(content),
        parse_tiles(action.placed),
        action.drawn,
        parse_tiles(action.drawn_tiles or ""),
        action.opening_value,
        None if action.wrong is None else Refusal(_REASONS[action.wrong.code], action.wrong.facts),
        parse_tiles(action.shown),
        action.last_tile,
    )


def game_end_of(settings: TableSettings, game: GameView) -> GameEnd:
    """Return the end of a game as a player is told it."""
    racks = tuple(map(parse_tiles, game.final_racks))
    score = score_game(
        settings.rules_profile(),
        racks,
        ending=cast(Ending, game.ending),
        opened=game.opened,
        announced=game.announced,
        given_up=game.given_up,
    )
    return GameEnd(score, racks)


def view_for_player(settings: TableSettings, game: GameView) -> View:
    """Return the view that a computer player needs, from the messages of the server; it has no history."""
    profile = settings.rules_profile()
    return View(
        profile=profile,
        players=settings.players,
        seat=game.seat,
        rack=parse_tiles(game.rack),
        table=tuple(map(parse_tiles, game.table)),
        turn=game.turn,
        starter=game.starter,
        start_draws=(),
        pool_size=game.pool,
        rack_sizes=game.rack_sizes,
        opened=game.opened,
        announced=game.announced,
        given_up=game.given_up,
        last_round=None if game.last_round is None else frozenset(game.last_round),
        seconds=None if game.turn_ends is None else profile.turn_seconds,
        may_pass=game.may_pass,
        may_redeal=game.may_redeal,
        may_announce=game.may_announce,
        actions=game.actions,
        history=(),
        ending=None,
        pool_ending=None,
        score=None,
        final_racks=None,
    )


def view_after(view: TableView, event: AnyTableEvent) -> TableView:
    """Return a view after an event."""
    change = msgspec.structs.replace
    match event:
        case views.SeatChanged(seat=seat, now=now):
            seats = (*view.seats[:seat], now, *view.seats[seat + 1 :])
            return change(view, number=event.number, seats=seats, phase=event.phase)
        case views.TableChanged():
            game = view.game if event.phase not in ("open", "ready", "dealing") else None
            if game is not None:
                game = change(game, turn_ends=event.turn_ends)
            return change(
                view,
                number=event.number,
                phase=event.phase,
                fair=event.fair or view.fair,
                kept=event.kept,
                wants_rematch=event.wants_rematch,
                match=event.match,
                game_number=event.game_number,
                game=game,
            )
        case views.GameBegan():
            return change(
                view, number=event.number, phase=event.phase, game=event.game, game_number=event.game_number, kept=()
            )
        case views.Acted():
            return change(
                view,
                number=event.number,
                phase=event.phase,
                game=event.game,
                standings=event.standings or view.standings,
                fair=event.fair or view.fair,
            )
