"""`tilewise` on a machine whose clock somebody sets: `python set_clock.py FILE serve ...` adds the seconds in FILE.

The clock that only runs forward is left alone, as it is when a machine's clock is set.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tilewise.cli import main


def follow(file: Path) -> None:
    """Let this process read the clock as it is set in the file, from now on."""
    real = time.time_ns
    time.time_ns = lambda: real() + int(file.read_text()) * 1_000_000_000
    time.time = lambda: time.time_ns() / 1_000_000_000


if __name__ == "__main__":
    follow(Path(sys.argv.pop(1)))
    sys.exit(main())
