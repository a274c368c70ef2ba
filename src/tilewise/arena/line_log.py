"""A file of JSON lines that is only ever appended to, and that survives being killed while it is written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tilewise.errors import TilewiseError

_Entry = TypeVar("_Entry")


class LineLog:
    """A file of JSON lines. It is created with the first entry."""

    def __init__(self, path: Path) -> None:
        """Remove the rest of a line that a killed process did not finish."""
        self.path = path
        if path.exists():
            content = path.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                os.truncate(path, whole)

    def entries(self, read: Callable[[dict[str, Any]], _Entry]) -> list[_Entry]:
        """Return all entries; raises TilewiseError if a line is not one."""
        if not self.path.exists():
            return []
        found = []
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), 1):
            try:
                found.append(read(json.loads(line)))
            except (KeyError, TypeError, ValueError):
                raise TilewiseError(f"{self.path}, line {number} is not a result: remove the line.") from None
        return found

    def append(self, entry: dict[str, Any]) -> None:
        """Add an entry."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, separators=(",", ":")) + "\n")
