"""What a computer player is, and how a table of them plays a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tilewise.errors import TilewiseError
from tilewise.game import Action, Announce, Draw, Game, Pass, Play, Redeal, apply
from tilewise.tiles import Table
from tilewise.view import View, view_of

MOST_REDEALS = 3
"""A computer player takes no more: house rules can make pairs so common that a game would never begin."""


class Player(Protocol):
    """A computer player: it answers to what its seat may see."""

    def choose(self, view: View) -> Action:
        """Return what to do in the seat's own turn."""
        ...

    def claim(self, view: View) -> Action | None:
        """Return what to do out of turn, asked when the seat may redeal (S5) or announce (C3); None: nothing."""
        ...


def play_out(game: Game, players: Sequence[Player]) -> Game:
    """Let players finish a game, one for each seat; raises Refused if one of them breaks a rule."""
    while not game.is_over:
        game = apply(game, next_action(game, players))
    return game


def next_action(game: Game, players: Sequence[Player]) -> Action:
    """Ask the players for the next action: first for claims out of turn, then for the turn."""
    if game.before_first_turn and game.profile.redeal_pairs is not None:
        asked: Sequence[int] = game.playing
    elif game.profile.missed_opening_penalty is not None and game.history:
        # Only who has just drawn can have an opening to announce.
        asked = (game.history[-1].action.seat,)
    else:
        asked = ()
    for seat in asked:
        view = view_of(game, seat)
        if view.may_redeal or view.may_announce:
            claim = players[seat].claim(view)
            if claim is not None:
                return claim
    return players[game.turn].choose(view_of(game, game.turn))


def play_or_draw(view: View, table: Table) -> Action:
    """End the turn with a table, or place nothing if it is as it was; raises TilewiseError for a spectator."""
    if view.seat is None:
        raise TilewiseError("A spectator has no turn to make.")
    if table != view.table:
        return Play(view.seat, table)
    return Draw(view.seat) if view.pool_size else Pass(view.seat)


def claim_everything(view: View) -> Action | None:
    """Take a redeal, unless there were some already; announce every opening."""
    if view.seat is None:
        return None
    if view.may_redeal:
        return Redeal(view.seat) if len(view.history) < MOST_REDEALS else None
    return Announce(view.seat) if view.may_announce else None
