"""A file of JSON lines that is only ever appended to, and that survives being killed while it is written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from tilewise.errors import TilewiseError

_Entry = TypeVar("_Entry")


class LineLog(Generic[_Entry]):
    """A file of JSON lines. It is created with the first entry, and only one process may use it at a time."""

    def __init__(self, path: Path, read: Callable[[Any], _Entry], write: Callable[[_Entry], dict[str, Any]]) -> None:
        """Read all entries; raises TilewiseError if a line is not one, as `read` does.

        The last line may lack its end: one that a killed process did not finish is removed, a whole one is kept.
        """
        self.path = path
        self.entries: list[_Entry] = []
        self._read = read
        self._write = write
        content = path.read_bytes() if path.exists() else b""
        *lines, last = content.split(b"\n")
        self.entries.extend(self._entry(line, number) for number, line in enumerate(lines, 1))
        if _is_torn(last):
            os.truncate(path, len(content) - len(last))
        elif last:
            self.entries.append(self._entry(last, len(lines) + 1))
            with path.open("ab") as file:
                file.write(b"\n")

    def append(self, entry: _Entry) -> None:
        """Add an entry."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self._write(entry), separators=(",", ":")) + "\n")
        self.entries.append(entry)

    def _entry(self, line: bytes, number: int) -> _Entry:
        try:
            return self._read(json.loads(line.decode()))
        except TilewiseError as error:
            reason = str(error)
        except (ValueError, RecursionError):
            reason = "It is not JSON."
        raise TilewiseError(f"{self.path}, line {number} is not a result: {reason} Correct or remove the line.")


def _is_torn(line: bytes) -> bool:
    """Whether this is the beginning of a JSON object, as a killed process leaves it."""
    try:
        json.JSONDecoder().raw_decode(line.decode())
    except RecursionError:
        return False
    except ValueError:
        # Entries are written in ASCII. A whole one that somebody damaged has as many closing braces.
        return line.isascii() and line.startswith(b"{") and line.count(b"{") > line.count(b"}")
    return False
