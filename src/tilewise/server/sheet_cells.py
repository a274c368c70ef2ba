"""The cells of a shared score sheet: what clients may enter, and how much of it.

A sheet is a set of cells, each with a key and a value; the page gives them their meaning, and reads only what makes
sense. So the server checks sizes and shapes, and knows nothing about scoring.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

MOST_CELLS: Final = 20_000
"""Cells of one sheet: 200 games of six racks need about 18,000."""

MOST_ENTRIES: Final = 200
"""Entries in one request."""

CellKey = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]+$", max_length=40)]
CellText = Annotated[str, msgspec.Meta(max_length=100)]
CellNumber = Annotated[int, msgspec.Meta(ge=-(1 << 53), le=1 << 53)]
CellValue = CellText | CellNumber | float | bool | None

EntryId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]+$", min_length=8, max_length=32)]
Version = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
"""How often a sheet has been changed."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new value of a cell."""

    id: EntryId
    """Chosen by the client. An entry that arrives again, because its response was lost, changes nothing."""
    key: CellKey
    value: CellValue


class SheetChanges(msgspec.Struct, frozen=True):
    """The version of a sheet, and the cells that have changed since an earlier one."""

    version: int
    cells: dict[str, CellValue]
