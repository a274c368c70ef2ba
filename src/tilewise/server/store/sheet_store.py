"""The shared score sheets: the current value of every cell, and the version in which it changed last.

Writers of one sheet take turns: each transaction locks the row of the sheet and gets the next version. So the database
puts all entries into one order, and whoever has read version 17 asks for what has changed since 17.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from tilewise.errors import TilewiseError
from tilewise.server.sheet_cells import MOST_CELLS, Entry, SheetChanges
from tilewise.server.store.database import Conflict, Database, id_batches
from tilewise.server.store.schema import sheet_cells, sheets, tables

REMEMBERED_ENTRIES: Final = 300
"""Ids of the latest entries of a sheet: one of them that arrives again has been stored before."""

_ids: Final = msgspec.json.Decoder(list[str])


class SheetFull(TilewiseError):
    """A sheet that has too many cells."""

    def __init__(self) -> None:
        super().__init__(f"This sheet is full: it has {MOST_CELLS} cells. Start a new one.")


class SharedSheet(msgspec.Struct, frozen=True):
    """A sheet that a person has shared, with everything that is in it."""

    sheet: str
    code: str
    made_at: int
    changed_at: int
    cells: dict[str, Any]


class SheetStore:
    """The shared sheets in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(self, sheet_id: str, code: str, maker: str, at: int) -> None:
        """Store a new, empty sheet; raises Conflict if the id or the code is in use."""
        row = {"id": sheet_id, "code": code, "maker": maker, "made_at": at, "changed_at": at}

        def work(connection: sa.Connection) -> None:
            # A person who types a code means either a table or a sheet.
            if connection.execute(sa.select(tables.c.id).where(tables.c.code == code)).first() is not None:
                raise Conflict
            try:
                connection.execute(sheets.insert().values(**row, version=0, cells=0, recent=b"[]"))
            except sa.exc.IntegrityError:
                raise Conflict from None

        await self.database.write(work)

    async def enter(self, sheet_id: str, entries: Sequence[Entry], after: int, at: int) -> SheetChanges | None:
        """Store entries as the next version of a sheet.

        Return the cells that have changed since version `after`, and always those of the entries: of an entry that was
        stored before, somebody may have changed the cell since. None if there is no such sheet. Raises SheetFull.
        """

        def work(connection: sa.Connection) -> SheetChanges | None:
            here = sheets.c.id == sheet_id
            query = sa.select(sheets.c.version, sheets.c.cells, sheets.c.recent).where(here).with_for_update()
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            version, recent = row.version, _ids.decode(bytes(row.recent))
            known = set(recent)
            new = [entry for entry in entries if entry.id not in known]
            if new:
                version += 1
                added = _store_cells(connection, sheet_id, version, new)
                if row.cells + added > MOST_CELLS:
                    raise SheetFull
                recent = [*recent, *(entry.id for entry in new)][-REMEMBERED_ENTRIES:]
                changed = {"version": version, "changed_at": at, "cells": row.cells + added}
                connection.execute(sheets.update().where(here).values(**changed, recent=msgspec.json.encode(recent)))
            keys = [entry.key for entry in entries]
            return SheetChanges(version, _cells(connection, sheet_id, after, keys))

        return await self.database.write(work)

    async def changes(self, sheet_id: str, after: int) -> SheetChanges | None:
        """Return the version of a sheet and the cells that have changed since another; None if there is no sheet."""

        def work(connection: sa.Connection) -> SheetChanges | None:
            # First the version: what is stored meanwhile is read now or, once more, the next time.
            version = _version(connection, sheet_id)
            return None if version is None else SheetChanges(version, _cells(connection, sheet_id, after))

        return await self.database.read(work)

    async def version(self, sheet_id: str) -> int | None:
        """Return the version of a sheet, or None if there is none."""
        return await self.database.read(lambda connection: _version(connection, sheet_id))

    async def versions(self, sheet_ids: Iterable[str]) -> dict[str, int]:
        """Return the version of each of these sheets that exists."""
        ids = list(sheet_ids)

        def work(connection: sa.Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for batch in id_batches(ids):
                query = sa.select(sheets.c.id, sheets.c.version).where(sheets.c.id.in_(batch))
                found.update((row.id, row.version) for row in connection.execute(query))
            return found

        return await self.database.read(work)

    async def delete(self, sheet_id: str) -> bool:
        """Delete a sheet with its cells; return whether there was one."""
        query = sheets.delete().where(sheets.c.id == sheet_id)
        return await self.database.write(lambda connection: connection.execute(query).rowcount == 1)

    # Facts about sheets

    async def with_code(self, code: str) -> str | None:
        """Return the id of the sheet with a code, or None if there is none."""
        query = sa.select(sheets.c.id).where(sheets.c.code == code)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def code_of(self, sheet_id: str) -> str | None:
        """Return the code of a sheet, or None if there is no such sheet."""
        query = sa.select(sheets.c.code).where(sheets.c.id == sheet_id)
        return await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def ids_of(self, maker: str) -> list[str]:
        """Return the sheets that a person has shared, oldest first."""
        query = sa.select(sheets.c.id).where(sheets.c.maker == maker).order_by(sheets.c.made_at, sheets.c.id)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def of_person(self, maker: str) -> list[SharedSheet]:
        """Return the sheets that a person has shared with everything in them, oldest first."""

        def work(connection: sa.Connection) -> list[SharedSheet]:
            query = sa.select(sheets).where(sheets.c.maker == maker).order_by(sheets.c.made_at, sheets.c.id)
            return [
                SharedSheet(row.id, row.code, row.made_at, row.changed_at, _cells(connection, row.id, 0))
                for row in connection.execute(query).all()
            ]

        return await self.database.read(work)


def _version(connection: sa.Connection, sheet_id: str) -> int | None:
    return connection.execute(sa.select(sheets.c.version).where(sheets.c.id == sheet_id)).scalar_one_or_none()


def _cells(connection: sa.Connection, sheet_id: str, after: int, keys: Sequence[str] = ()) -> dict[str, Any]:
    """Return the cells that have changed since a version, and those with the given keys."""
    wanted = sa.or_(sheet_cells.c.version > after, sheet_cells.c.key.in_(keys))
    query = sa.select(sheet_cells.c.key, sheet_cells.c.value).where(sheet_cells.c.sheet_id == sheet_id, wanted)
    return {key: msgspec.json.decode(bytes(value)) for key, value in connection.execute(query)}


def _store_cells(connection: sa.Connection, sheet_id: str, version: int, entries: Sequence[Entry]) -> int:
    """Store the values of cells; return how many cells are new. The caller holds the lock of the sheet."""
    # Of two entries for one cell, the later one counts.
    values = {entry.key: msgspec.json.encode(entry.value) for entry in entries}
    query = sa.select(sheet_cells.c.key).where(sheet_cells.c.sheet_id == sheet_id, sheet_cells.c.key.in_(list(values)))
    known = set(connection.execute(query).scalars())
    here = sa.and_(sheet_cells.c.sheet_id == sheet_id, sheet_cells.c.key == sa.bindparam("its_key"))
    update = sheet_cells.update().where(here).values(value=sa.bindparam("its_value"), version=version)
    old = [{"its_key": key, "its_value": value} for key, value in values.items() if key in known]
    new = [
        {"sheet_id": sheet_id, "key": key, "value": value, "version": version}
        for key, value in values.items()
        if key not in known
    ]
    if old:
        connection.execute(update, old)
    if new:
        connection.execute(sheet_cells.insert(), new)
    return len(new)
