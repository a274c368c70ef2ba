"""The saved game on disk. It is written after every action, so closing the terminal loses nothing."""

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
"""Characters: far more than any game needs, far less than the memory of any machine."""


def default_path() -> Path:
    """Return the file of the last game, in the person's state folder (XDG); raises TilewiseError without a home."""
    state = os.environ.get("XDG_STATE_HOME")
    try:
        folder = Path(state) if state else Path.home() / ".local" / "state"
    except RuntimeError:
        raise TilewiseError("You have no home folder. Name a file for the game with --save or --resume.") from None
    return folder / "tilewise" / "last-game.txt"


class SaveFile:
    """The file of one game. An older version of it stays intact until the new one is complete."""

    def __init__(self, path: Path, is_default: bool) -> None:
        self.path = path
        self.is_saved = False
        """Whether the last record was written."""
        self._is_default = is_default
        self._has_warned = False

    @property
    def resume_command(self) -> str:
        """The command that continues the game."""
        return "tilewise play --resume" if self._is_default else _resume_command(self.path)

    def save(self, record: Record) -> None:
        """Write the record. If that fails, the game continues with a single warning."""
        try:
            self.write(record)
        except TilewiseError as error:
            if not self._has_warned:
                print(error, file=sys.stderr)
            self._has_warned = True

    def write(self, record: Record) -> None:
        """Write the record; raises TilewiseError if that fails."""
        self.is_saved = False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self.path, format_record(record))
        except OSError as error:
            raise TilewiseError(f"The game cannot be saved to {self.path}: {error.strerror}.") from None
        self.is_saved = True


def _replace(path: Path, text: str) -> None:
    """Write a temporary file in the same folder, then rename it over the old one."""
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
        return _parse(sys.stdin.read(LONGEST_RECORD + 1))
    return _read(Path(path))


def check_unused(path: Path) -> None:
    """Raise TilewiseError if the file exists, because a new game would overwrite it."""
    if not path.exists():
        return
    try:
        is_record = path.is_file() and bool(_read(path))
    except TilewiseError:
        is_record = False
    if is_record:
        raise TilewiseError(
            f"{path} already contains a game. Continue it ({_resume_command(path)}) or name another file."
        )
    raise TilewiseError(f"{path} exists and is not a game record. Name another file.")


def move_aside(path: Path) -> str | None:
    """Rename an unfinished game so that a new one can take its place; return a sentence about it, or None."""
    try:
        record = _read(path)
        if record.result is not None or not record.actions:
            return None
        return f"Your unfinished game is saved. To continue it: {_resume_command(_renamed(path, 'unfinished'))}"
    except OSError:
        return None  # There is no such file, or nothing can be written there: either way nothing is lost.
    except TilewiseError:
        return f"{path} is damaged. It is now {_renamed(path, 'damaged')}."


def _renamed(path: Path, name: str) -> Path:
    number = 1
    while (aside := path.with_name(f"{name}-{number}.txt")).exists():
        number += 1
    return path.rename(aside)


def _resume_command(path: Path) -> str:
    return f"tilewise play --resume {shlex.quote(str(path))}"


def _read(path: Path) -> Record:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST_RECORD + 1)
    except UnicodeDecodeError:
        raise TilewiseError(f"{path} is not a game record: it is not text.") from None
    return _parse(text)


def _parse(text: str) -> Record:
    if len(text) > LONGEST_RECORD:
        raise TilewiseError("This is too long for a game record.")
    return record_from_json(text) if text.lstrip().startswith("{") else parse_record(text)
