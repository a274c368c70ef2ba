"""What the turns of a game so far tell a computer player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tilewise.game.actions import Action, Draw, Pass, Play, TimeOut
from tilewise.tiles import Tiles


class Turn(Protocol):
    """An action and the tiles that it placed, as the history of a game or of a view has them."""

    @property
    def action(self) -> Action:
        """The action."""

    @property
    def placed(self) -> Tiles:
        """The tiles placed."""


def idle_turns(history: Iterable[Turn], players: int) -> list[int]:
    """Return for each seat its turns since it last placed something; 0 if it has not opened."""
    idle: list[int | None] = [None] * players
    for turn in history:
        seat, before = turn.action.seat, idle[turn.action.seat]
        if turn.placed:
            idle[seat] = 0
        elif before is not None and isinstance(turn.action, Draw | Pass | Play | TimeOut):
            idle[seat] = before + 1
    return [turns or 0 for turns in idle]


def last_placed(history: Sequence[Turn]) -> int:
    """Return how many tiles the last turn placed."""
    turns = (turn for turn in reversed(history) if isinstance(turn.action, Draw | Pass | Play | TimeOut))
    return next((len(turn.placed) for turn in turns), 0)
