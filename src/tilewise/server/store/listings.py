"""Lists of tables: the lobby, and the tables of a person. Both are read without replaying any events."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
import sqlalchemy as sa

from tilewise.server.store.database import Database
from tilewise.server.store.schema import games, members, tables
from tilewise.server.tables.effects import FinishedGame, MyTable, PlayedGame, Summary

LIST_LENGTH: Final = 100
"""Tables in one list."""

LONGEST_SEARCH: Final = 2_000
"""Public tables, latest first, that a search in the lobby reads."""

_summary = msgspec.json.Decoder(Summary)
_finished = msgspec.json.Decoder(FinishedGame)


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    code: str
    at: int
    """The time of its last event."""
    summary: Summary


class LobbyFilter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables of the lobby to list; fields that are left out match every table."""

    profile: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    phase: Literal["open", "playing", "over"] | None = None
    """`open`: seats are free; `playing`: a match is being played; `over`: the match has ended."""
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    rated: bool | None = None
    before: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | None = None
    """Only tables whose last event is older than this; pass the `at` of the last table to get the next page."""

    def matches(self, summary: Summary) -> bool:
        """Return whether a table should be listed."""
        phase = summary.phase if summary.phase in ("open", "over") else "playing"
        return (
            self.profile in (None, summary.profile)
            and self.phase in (None, phase)
            and self.players in (None, len(summary.names))
            and self.rated in (None, summary.rated)
        )


class Listings:
    """The lists of tables in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def lobby(self, wanted: LobbyFilter | None = None) -> list[Listed]:
        """Return the public tables, latest first."""
        wanted = LobbyFilter() if wanted is None else wanted
        query = (
            sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary)
            .where(tables.c.listed)
            .order_by(tables.c.last_at.desc())
            .limit(LONGEST_SEARCH)
        )
        if wanted.before is not None:
            query = query.where(tables.c.last_at < wanted.before)

        def work(connection: sa.Connection) -> list[Listed]:
            listed: list[Listed] = []
            for row in connection.execute(query):
                summary = _summary.decode(bytes(row.summary))
                if wanted.matches(summary):
                    listed.append(Listed(row.id, row.code, row.last_at, summary))
                    if len(listed) == LIST_LENGTH:
                        break
            return listed

        return await self.database.read(work)

    async def of_person(self, person: str, before: int | None = None) -> list[MyTable]:
        """Return the tables at which a person sits or sat, latest first, with the results of their finished games."""
        query = (
            sa.select(tables.c.id, tables.c.code, tables.c.last_at, tables.c.summary, members.c.seat, members.c.left)
            .join(members, members.c.table_id == tables.c.id)
            .where(members.c.person == person)
            .order_by(tables.c.last_at.desc())
            .limit(LIST_LENGTH)
        )
        if before is not None:
            query = query.where(tables.c.last_at < before)

        def work(connection: sa.Connection) -> list[MyTable]:
            rows = connection.execute(query).all()
            finished_games = (
                sa.select(games.c.table_id, games.c.ended_at, games.c.body)
                .where(games.c.table_id.in_([row.id for row in rows]))
                .order_by(games.c.match, games.c.game)
            )
            played: dict[str, list[PlayedGame]] = {}
            for table_id, at, body in connection.execute(finished_games):
                game = _finished.decode(bytes(body))
                result = PlayedGame(game.match, game.game, at, game.names, game.points, game.winners)
                played.setdefault(table_id, []).append(result)
            return [
                MyTable(
                    row.id,
                    row.code,
                    row.last_at,
                    _summary.decode(bytes(row.summary)),
                    row.seat,
                    bool(row.left),
                    tuple(played.get(row.id, ())),
                )
                for row in rows
            ]

        return await self.database.read(work)
