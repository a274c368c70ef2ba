"""The solid player: opens as soon as it can, then makes the best play every turn: most tiles, then highest worth."""

from __future__ import annotations

from tilewise.bots.budget import Clock
from tilewise.bots.player import Player, play_or_draw
from tilewise.game import Action
from tilewise.solver import best_opening, best_play
from tilewise.view import View


class Solid(Player):
    """Never misses a tile it could place, but never thinks ahead."""

    def choose(self, view: View, clock: Clock) -> Action:
        """Return the play that places the most tiles, or a draw."""
        if view.has_opened:
            return play_or_draw(view, best_play(view.profile, view.table, view.rack, quick=True).table)
        opening = best_opening(view.profile, view.table, view.rack)
        return play_or_draw(view, view.table if opening is None else opening.table)
