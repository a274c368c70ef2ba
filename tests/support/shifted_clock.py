"""`tilewise` on a machine whose clock is wrong: `python shifted_clock.py FILE serve ...` adds the seconds in FILE.

The monotonic clock is unaffected, as it is when the clock of a real machine is set.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tilewise.cli import main


def shift_clock(file: Path) -> None:
    """Shift the clock of this process by the seconds in the file from now on."""
    real = time.time_ns
    time.time_ns = lambda: real() + int(file.read_text()) * 1_000_000_000
    time.time = lambda: time.time_ns() / 1_000_000_000


if __name__ == "__main__":
    shift_clock(Path(sys.argv.pop(1)))
    sys.exit(main())
