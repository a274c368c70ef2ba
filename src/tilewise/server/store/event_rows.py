"""The events of a table as database rows, and the precompiled statements that every turn runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from tilewise.server.store.schema import events, tables
from tilewise.server.tables.events import AnyEvent, StoredEvent, decode_event, encode_event


class PrecompiledStatement:
    """A precompiled statement.

    SQLAlchemy's own cache lookup and parameter handling take longer than running these statements.
    """

    def __init__(self, statement: sa.Insert | sa.Update) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, list[str]]] = {}
        """By dialect: the SQL, and the names of its parameters in order."""

    def execute(self, connection: sa.Connection, rows: Sequence[Mapping[str, object]]) -> sa.CursorResult[Any]:
        """Execute the statement for each of these rows."""
        dialect = connection.dialect.name
        if dialect not in self._compiled:
            compiled = self._statement.compile(dialect=connection.dialect)
            self._compiled[dialect] = str(compiled), compiled.positiontup or []
        sql, names = self._compiled[dialect]
        values = [tuple([row[name] for name in names]) for row in rows]
        # Drivers report the number of changed rows reliably only for a single row.
        return connection.exec_driver_sql(sql, values[0] if len(values) == 1 else values)


class TableUpdate(NamedTuple):
    """An update of a table, and the same update with a check of the fencing token."""

    plain: PrecompiledStatement
    fenced: PrecompiledStatement


def _table_update(*columns: str) -> TableUpdate:
    """Return an update of these columns that applies only if the table still has the expected last event."""
    unchanged = sa.and_(tables.c.id == sa.bindparam("its_id"), tables.c.last_number == sa.bindparam("its_number"))
    update = tables.update().where(unchanged).values({name: sa.bindparam(name) for name in columns})
    fenced = update.where(tables.c.lease_fence == sa.bindparam("its_fence"))
    return TableUpdate(PrecompiledStatement(update), PrecompiledStatement(fenced))


ADVANCE: Final = _table_update("last_number", "last_at", "phase", "listed", "due_at", "summary")
RENAME: Final = _table_update("last_number", "phase", "listed", "due_at", "summary")
"""Leaves `last_at` alone, so that the table keeps its position in lists."""

_INSERT: Final = PrecompiledStatement(events.insert())


def read_events(
    connection: sa.Connection, table_id: str, after: int = 0, until: int | None = None
) -> list[StoredEvent]:
    """Return the events of a table with numbers greater than `after` and at most `until`."""
    query = (
        sa.select(events.c.number, events.c.at, events.c.body, events.c.command)
        .where(events.c.table_id == table_id, events.c.number > after)
        .order_by(events.c.number)
    )
    if until is not None:
        query = query.where(events.c.number <= until)
    return [
        StoredEvent(number, at, decode_event(bytes(body)), command)
        for number, at, body, command in connection.execute(query)
    ]


def insert_events(
    connection: sa.Connection, table_id: str, after: int, at: int, new: Sequence[AnyEvent], command: str | None
) -> None:
    """Insert events after the one with number `after`; raises sa.exc.IntegrityError if the command is stored."""
    rows = [
        {"table_id": table_id, "number": number, "at": at, "body": encode_event(event), "command": None}
        for number, event in enumerate(new, start=after + 1)
    ]
    # The last event carries the command id: a process that has read it has read all events of the command.
    rows[-1]["command"] = command
    _INSERT.execute(connection, rows)
