"""The solid player: opens as soon as it can, then makes the best play every turn: most tiles, then highest worth."""

from __future__ import annotations

from tilewise.bots.player import play_or_draw, redeal_or_announce
from tilewise.game import Action
from tilewise.solver import best_opening, best_play
from tilewise.view import View


class Solid:
    """Never misses a tile it could place, but never thinks ahead."""

    def choose(self, view: View) -> Action:
        """Return the play that places the most tiles, or a draw."""
        if view.has_opened:
            return play_or_draw(view, best_play(view.profile, view.table, view.rack).table)
        opening = best_opening(view.profile, view.table, view.rack)
        return play_or_draw(view, view.table if opening is None else opening.table)

    def choose_out_of_turn(self, view: View) -> Action | None:
        """Demand a redeal, unless there have been several; announce every opening."""
        return redeal_or_announce(view)
