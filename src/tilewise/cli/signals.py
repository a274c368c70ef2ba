"""Signals that ask a command to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from tilewise.arena.task_pool import ENDING_SIGNALS


@contextmanager
def exit_at_signals() -> Iterator[None]:
    """Let `kill` and a closed terminal end a block as Ctrl-C does, so that the programs it has started end too.

    They raise SystemExit with the exit code that shells use. A signal that is ignored, as by `nohup`, stays ignored.
    """
    numbers = [number for number in ENDING_SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, _exit)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _exit(number: int, _: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
