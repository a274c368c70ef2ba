"""`tilewise` with a clock at its questions that a test sets: `python hand_clock.py FILE play ...` reads it in a file.

The event loop has the same clock, so that the time of a turn is up only when the test says so.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from unittest import mock

from tilewise.cli import main, prompt


class HandClock:
    """A clock in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def monotonic(self) -> float:
        """Return the seconds in the file."""
        return float(self._file.read_text())

    def set(self, seconds: float) -> None:
        """Set the clock."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._file)


if __name__ == "__main__":
    clock = HandClock(Path(sys.argv.pop(1)))
    with mock.patch.object(prompt, "time", clock), mock.patch.object(asyncio.BaseEventLoop, "time", clock.monotonic):
        sys.exit(main())
