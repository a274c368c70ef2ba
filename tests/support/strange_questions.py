"""Questions for the worker processes of `question_pool`: some never get an answer."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def name_of_nobody() -> str:
    """Answer at once."""
    return "nobody"


def process_of(name: str) -> tuple[str, int]:
    """Return a name and the worker that answers."""
    return name, os.getppid()


def spin(started: Path | None = None) -> None:
    """Use processor time without end; first write the id of the process."""
    if started is not None:
        # Several may do the same at once.
        own = started.with_suffix(f".{os.getpid()}")
        own.write_text(str(os.getpid()))
        own.replace(started)
    while True:
        pass


def spin_once(started: Path) -> str:
    """Use processor time without end; if this is asked again, answer."""
    if started.exists():
        return "again"
    spin(started)
    return "never"


def spin_for(seconds: float, name: str) -> str:
    """Use some processor time, then answer."""
    while time.process_time() < seconds:
        pass
    return name


def end_at_once() -> None:
    """Crash."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    """Raise an error that nobody expects."""
    raise ValueError("r7 r8")


def eat() -> bytes:
    """Ask for more memory than there is."""
    return b"x" * (1 << 60)
