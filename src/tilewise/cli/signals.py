"""Signals that ask a command to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from tilewise.arena.task_pool import ENDING_SIGNALS


class _Ended(KeyboardInterrupt):
    """A signal that ends the command: like Ctrl-C, and never the fault of a player."""


@contextmanager
def exit_at_signals() -> Iterator[None]:
    """Let `kill` and a closed terminal end a block as Ctrl-C does, so that the programs it has started end too.

    Then it raises SystemExit, with the exit code that shells use. A signal that is ignored, as by `nohup`, stays so.
    """
    numbers = [number for number in ENDING_SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, _end)
    try:
        yield
    except _Ended as ended:
        raise SystemExit(128 + ended.args[0]) from None
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> NoReturn:
    raise _Ended(number)
