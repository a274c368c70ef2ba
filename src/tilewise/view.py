"""Views: what one seat, or a spectator, may know of a game. All code that shows a game to a person uses them.

Other players' racks, the order of the pool, the seed (everything follows from it) and the tiles that others drew
are hidden. When the game is over the racks are shown, as they are at a real table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tilewise.errors import Reason, Refusal, TilewiseError
from tilewise.game.actions import Action
from tilewise.game.deal import StartDraw
from tilewise.game.empty_pool import pass_refusal
from tilewise.game.state import ActionResult, Game, PoolEnding
from tilewise.game.transitions import announce_refusal, redeal_refusal
from tilewise.profiles import Profile
from tilewise.scoring import Ending, GameScore
from tilewise.tiles import Table, Tiles


class SeenAction(NamedTuple):
    """An action and its result, as far as the viewer may see them."""

    action: Action
    placed: Tiles
    drawn: int
    """How many tiles were drawn."""
    drawn_tiles: Tiles
    """Which tiles, if the viewer drew them."""
    opening_value: int | None
    refusal: Refusal | None
    """Why a play was wrong and cost a penalty (U11)."""
    shown_pairs: Tiles = ()
    """The pairs that were shown to demand a redeal (S5)."""
    last_tile: bool = False
    """Whether the last tile of the pool was drawn (U13)."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one viewer may know of a game."""

    profile: Profile
    players: int
    seat: int | None
    """The viewer's seat; None for a spectator."""
    rack: Tiles
    """The viewer's rack; empty for a spectator."""
    table: Table
    turn: int
    starter: int
    start_draws: tuple[StartDraw, ...]
    pool_size: int
    rack_sizes: tuple[int, ...]
    opened: tuple[bool, ...]
    announced: tuple[bool, ...]
    given_up: tuple[bool, ...]
    last_round: frozenset[int] | None
    seconds: int | None
    """The time limit of the turn; None if it has none (U9)."""
    may_pass: bool
    """Whether it is the viewer's turn and the viewer may pass (U13, N2)."""
    may_redeal: bool
    """Whether the viewer may demand a redeal (S5)."""
    may_announce: bool
    """Whether the viewer may announce an opening for the next turn (C3)."""
    actions: int
    """The number of actions so far."""
    history: tuple[SeenAction, ...]
    """The actions, or only the latest ones."""
    ending: Ending | None
    pool_ending: PoolEnding | None
    """What ended a game with an empty pool (N2)."""
    score: GameScore | None
    final_racks: tuple[Tiles, ...] | None
    """All racks, once the game is over."""

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.ending is None and self.seat == self.turn

    @property
    def has_opened(self) -> bool:
        """Whether the viewer has opened."""
        return self.seat is not None and self.opened[self.seat]


def view_of(game: Game, seat: int | None, last: int | None = None) -> View:
    """Return the view of a seat, or of a spectator (None); raises TilewiseError if there is no such seat.

    `last` limits the history to that many latest actions, for a viewer who has seen the others; 0 leaves it out.

    >>> from tilewise.game import new_game
    >>> from tilewise.profiles import PROFILES
    >>> view = view_of(new_game(PROFILES["jumbo"], 2, seed=1), seat=0)
    >>> len(view.rack), view.rack_sizes, view.pool_size
    (14, (14, 14), 78)
    """
    if seat is not None and not 0 <= seat < game.players:
        raise TilewiseError(str(Refusal(Reason.NO_SUCH_SEAT, {"seat": seat, "last": game.players - 1})))
    watching = seat is None or game.is_over or game.given_up[seat]
    return View(
        profile=game.profile,
        players=game.players,
        seat=seat,
        rack=() if seat is None else game.racks[seat],
        table=game.table,
        turn=game.turn,
        starter=game.starter,
        start_draws=game.start_draws,
        pool_size=len(game.pool),
        rack_sizes=tuple(map(len, game.racks)),
        opened=game.opened,
        announced=game.announced,
        given_up=game.given_up,
        last_round=game.last_round,
        seconds=game.seconds,
        may_pass=not watching and seat == game.turn and pass_refusal(game, game.turn) is None,
        may_redeal=not watching and seat is not None and redeal_refusal(game, seat) is None,
        may_announce=not watching and seat is not None and announce_refusal(game, seat) is None,
        actions=len(game.history),
        history=tuple(seen_action(result, seat) for result in _latest(game.history, last)),
        ending=game.ending,
        pool_ending=game.pool_ending,
        score=game.score,
        final_racks=game.racks if game.is_over else None,
    )


def seen_action(result: ActionResult, seat: int | None) -> SeenAction:
    """Return an action and its result as a seat, or a spectator (None), may see them."""
    action, drawn = result.action, result.drawn
    own = drawn if action.seat == seat else ()
    return SeenAction(
        action,
        result.placed,
        len(drawn),
        own,
        result.opening_value,
        result.refusal,
        result.shown_pairs,
        result.last_tile,
    )


def _latest(history: tuple[ActionResult, ...], count: int | None) -> tuple[ActionResult, ...]:
    return history if count is None else history[max(len(history) - count, 0) :]
