"""The game on disk, after every action: closing the terminal loses nothing."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Final

from tilewise.errors import TilewiseError
from tilewise.records import Record, format_record, parse_record, record_from_json

LONGEST_RECORD: Final = 10_000_000
"""Characters: far more than any game has, far less than what fills a memory."""


def default_save() -> Path:
    """Where the last game is kept: in the person's state folder (XDG); raises TilewiseError without a home."""
    state = os.environ.get("XDG_STATE_HOME")
    try:
        folder = Path(state) if state else Path.home() / ".local" / "state"
    except RuntimeError:
        raise TilewiseError("You have no home folder: name a file for the game with --save or --resume.") from None
    return folder / "tilewise" / "last-game.txt"


class Saver:
    """Writes a record after each action; what was there before stays whole until the new one is."""

    def __init__(self, path: Path, is_default: bool) -> None:
        self.path = path
        self.is_kept = False
        """Whether the last record was written."""
        self._is_default = is_default
        self._warned = False

    @property
    def resuming(self) -> str:
        """What to type to go on with the game."""
        return "tilewise play --resume" if self._is_default else _resuming(self.path)

    def save(self, record: Record) -> None:
        """Write the record; if that fails the game goes on, with one warning."""
        try:
            self.write(record)
        except TilewiseError as error:
            if not self._warned:
                print(error, file=sys.stderr)
            self._warned = True

    def write(self, record: Record) -> None:
        """Write the record; raises TilewiseError if that fails."""
        self.is_kept = False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self.path, format_record(record))
        except OSError as error:
            raise TilewiseError(f"The game cannot be saved to {self.path}: {error.strerror}.") from None
        self.is_kept = True


def _replace(path: Path, text: str) -> None:
    """Write a file beside the old one, then put it in its place."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load_record(path: str) -> Record:
    """Read a record from a file (text or JSON), or from standard input for "-"; raises TilewiseError or OSError."""
    if path == "-":
        return _record_in(sys.stdin.read(LONGEST_RECORD + 1))
    return _record_at(Path(path))


def check_free(path: Path) -> None:
    """Raise TilewiseError if a file lies there: it is somebody's, and would be lost."""
    if not path.exists():
        return
    try:
        is_record = path.is_file() and bool(_record_at(path))
    except TilewiseError:
        is_record = False
    if is_record:
        raise TilewiseError(f"{path} holds a game already: go on with it ({_resuming(path)}), or name another file.")
    raise TilewiseError(f"{path} exists and is no record of a game: name another file.")


def set_aside(path: Path) -> str | None:
    """Move an unfinished game out of a new one's way; returns a sentence about it, or None if there is none."""
    try:
        record = _record_at(path)
        if record.result is not None or not record.actions:
            return None
        return f"Your unfinished game is kept: {_resuming(_moved(path, 'unfinished'))}"
    except OSError:
        return None  # there is none, or nothing can be written there: then nothing is lost either
    except TilewiseError:
        return f"{path} is damaged; it is kept as {_moved(path, 'damaged')}."


def _moved(path: Path, name: str) -> Path:
    number = 1
    while (aside := path.with_name(f"{name}-{number}.txt")).exists():
        number += 1
    return path.rename(aside)


def _resuming(path: Path) -> str:
    return f"tilewise play --resume {shlex.quote(str(path))}"


def _record_at(path: Path) -> Record:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST_RECORD + 1)
    except UnicodeDecodeError:
        raise TilewiseError(f"{path} is no record: it is no text.") from None
    return _record_in(text)


def _record_in(text: str) -> Record:
    if len(text) > LONGEST_RECORD:
        raise TilewiseError("This is too long for a record.")
    return record_from_json(text) if text.lstrip().startswith("{") else parse_record(text)
