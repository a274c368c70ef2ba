"""A folder that several runs may want to write: one of them does at a time, and its files are always whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewise.errors import TilewiseError

if sys.platform != "win32":
    import fcntl


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Create the folder if needed and keep other processes from writing it; raises TilewiseError if one already does.

    The lock belongs to this process, not to its worker processes: it ends with the process however that ends. Windows
    has no such lock, so the folder is not protected there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("a") as file:
        if sys.platform != "win32":
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):
                raise TilewiseError(
                    f"Another arena or league is writing to {folder}: wait until it ends, or choose another folder."
                ) from None
        yield


def replace_file(path: Path, text: str) -> None:
    """Write a file. Until it is complete, its old version stays."""
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
