"""The game on disk, after every action: closing the terminal loses nothing."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tilewise.records import Record, format_record, parse_record, record_from_json
from tilewise.tiles import TilewiseError


def default_save() -> Path:
    """Where the last game is kept: in the person's state folder (XDG)."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "tilewise" / "last-game.txt"


class Saver:
    """Writes a record after each action; what was there before stays whole until the new one is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._warned = False

    def save(self, record: Record) -> None:
        """Write the record; if that fails the game goes on, with one warning."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self.path.parent, delete=False) as file:
                file.write(format_record(record))
                file.flush()
                os.fsync(file.fileno())
            os.replace(file.name, self.path)
        except OSError as error:
            if not self._warned:
                print(f"The game cannot be saved to {self.path}: {error.strerror}.", file=sys.stderr)
            self._warned = True


def load_record(path: str) -> Record:
    """Read a record from a file (text or JSON), or from standard input for "-"; raises TilewiseError or OSError."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise TilewiseError(f"{path} is no record: it is no text.") from None
    return record_from_json(text) if text.lstrip().startswith("{") else parse_record(text)
