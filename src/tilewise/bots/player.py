"""What a computer player is, and how a table of them plays a game.

The players themselves are in `beginner`, `casual` and `solid`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, Game, Pass, Play, Redeal, apply
from tilewise.solver import find_play
from tilewise.tiles import Table
from tilewise.view import View, view_of

MOST_REDEALS: Final = 3
"""Computer players demand no more redeals than this. House rules can make pairs so common that no game would start."""


class Player(Protocol):
    """A computer player. All it knows is the view of its seat."""

    def choose(self, view: View) -> Action:
        """Return the action for the player's own turn."""
        ...

    def choose_out_of_turn(self, view: View) -> Action | None:
        """Return a redeal (S5) or an announcement (C3), or None; only called when the view allows one of them."""
        ...


def play_out(game: Game, players: Sequence[Player]) -> Game:
    """Let one player for each seat finish a game; raises Refused if a player breaks a rule."""
    while not game.is_over:
        game = apply(game, next_action(game, players))
    return game


def next_action(game: Game, players: Sequence[Player]) -> Action:
    """Return the players' next action: an action out of turn if a player wants one, otherwise the turn."""
    for seat in _seats_to_ask(game):
        view = view_of(game, seat)
        if view.may_redeal or view.may_announce:
            action = players[seat].choose_out_of_turn(view)
            if action is not None:
                return action
    return players[game.turn].choose(view_of(game, game.turn))


def _seats_to_ask(game: Game) -> Sequence[int]:
    """Return the seats that may have something to do out of turn; most games never have any."""
    if game.before_first_turn and game.profile.redeal_pairs is not None:
        return game.playing
    if game.profile.missed_opening_penalty is not None and game.history:
        # Only the player who has just drawn can have a new opening to announce.
        return (game.history[-1].action.seat,)
    return ()


def play_or_draw(view: View, table: Table) -> Action:
    """Return a play that ends with this table, or a draw or pass if nothing changed.

    Where the player must place (N2), any play replaces the pass. Raises TilewiseError for a spectator.
    """
    if view.seat is None:
        raise TilewiseError("A spectator has no turn to make.")
    if table != view.table:
        return Play(view.seat, table)
    if view.pool_size:
        return Draw(view.seat)
    if view.may_pass:
        return Pass(view.seat)
    return Play(view.seat, find_play(view.profile, view.table, view.rack, view.has_opened).table)


def redeal_or_announce(view: View) -> Action | None:
    """Return a redeal, unless there have been several already, or an announcement if the view allows one."""
    if view.seat is None:
        return None
    if view.may_redeal:
        return Redeal(view.seat) if len(view.history) < MOST_REDEALS else None
    return Announce(view.seat) if view.may_announce else None
