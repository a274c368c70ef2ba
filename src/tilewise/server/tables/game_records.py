"""The record of a finished game, from the event log. Nothing in it is hidden any more, so everyone may see it."""

from __future__ import annotations

from collections.abc import Iterable

from tilewise.errors import TilewiseError
from tilewise.records import Record, record_of
from tilewise.server.tables.effects import FinishedGame
from tilewise.server.tables.events import StoredEvent
from tilewise.server.tables.table_state import replay_table


def record_of_game(events: Iterable[StoredEvent], table_id: str, finished: FinishedGame) -> Record:
    """Return the record of a game with the proof of its deal.

    `events` starts with the table's first event and reaches at least to the last event of the game. Raises
    TilewiseError if it does not, or if the game is not over there.
    """
    state = replay_table(table_id, (stored for stored in events if stored.number <= finished.last_number))
    game = state.game
    if state.number != finished.last_number or state.game_began != finished.first_number or game is None:
        raise TilewiseError("This event log does not contain that game.")
    if not game.is_over:
        # A record contains the secret and all tiles.
        raise TilewiseError("This game is not over.")
    return record_of(game, finished.names, state.fair)
