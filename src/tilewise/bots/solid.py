"""The solid player: opens as soon as it can, then plays the exact optimum every turn: most tiles, then most worth."""

from __future__ import annotations

from tilewise.bots.player import claim_everything, play_or_draw
from tilewise.game import Action
from tilewise.solver import best_opening, best_play
from tilewise.view import View


class Solid:
    """A computer player that never misses a tile it could place, and never thinks ahead."""

    def choose(self, view: View) -> Action:
        """Place as many tiles as can be placed."""
        if view.has_opened:
            return play_or_draw(view, best_play(view.profile, view.table, view.rack).table)
        opening = best_opening(view.profile, view.table, view.rack)
        return play_or_draw(view, view.table if opening is None else opening.table)

    def claim(self, view: View) -> Action | None:
        """Take a redeal, unless there were some already; announce every opening."""
        return claim_everything(view)
