"""The record of a finished game, made from the log: it can be shown to anybody, since nothing in it is hidden now."""

from __future__ import annotations

from collections.abc import Iterable

from tilewise.errors import TilewiseError
from tilewise.records import Record, record_of
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.table_state import replay_table


def record_of_game(log: Iterable[StoredEvent], table: str, finished: FinishedGame) -> Record:
    """The record of a game with the proof of its deal.

    The log begins with the making of the table and goes at least to the game's last event; raises TilewiseError if
    that is not so, or if the game has not ended there.
    """
    state = replay_table(table, (logged for logged in log if logged.number <= finished.last_number))
    game = state.game
    if state.number != finished.last_number or state.game_began != finished.first_number or game is None:
        raise TilewiseError("This log does not hold that game.")
    if not game.is_over:
        # The secret and all tiles stand in a record: never before the end.
        raise TilewiseError("This game is not over.")
    return record_of(game, finished.names, state.fair)
