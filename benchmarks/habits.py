"""Players with one habit more than others, to measure its worth (docs/what-the-computer-teaches.md)."""

from __future__ import annotations

from tilewise.bots import Clock, Player, play_or_draw
from tilewise.game import Action
from tilewise.solver import best_opening, best_play, go_out
from tilewise.view import View


class KeepsOne(Player):
    """Plays as `solid` does, but keeps one tile that it can lay in its next turn, as the rulebooks advise."""

    def choose(self, view: View, clock: Clock) -> Action:
        """Return the best play without one tile that still fits afterwards."""
        if not view.has_opened:
            opening = best_opening(view.profile, view.table, view.rack)
            return play_or_draw(view, view.table if opening is None else opening.table)
        best = best_play(view.profile, view.table, view.rack)
        # Whoever has laid all other tiles does not wait, and nobody keeps the only tile.
        if 1 < best.tiles < len(view.rack) and view.pool_size:
            for tile in sorted(set(best.placed)):
                others = list(best.placed)
                others.remove(tile)
                smaller = go_out(view.profile, view.table, tuple(others))
                if smaller is not None and smaller.placed and go_out(view.profile, smaller.table, (tile,)):
                    return play_or_draw(view, smaller.table)
        return play_or_draw(view, best.table)
