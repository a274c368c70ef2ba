"""How long the event loop is held: the processor time of its longest step."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock


class LoopProbe:
    """The longest steps of an event loop, in seconds of its thread's processor time, and what they were."""

    def __init__(self) -> None:
        self.steps: list[tuple[float, str]] = []

    def longest(self, count: int = 1) -> list[tuple[float, str]]:
        """Return the longest steps, longest first."""
        return sorted(self.steps, reverse=True)[:count]


@contextmanager
def watched_loop() -> Iterator[LoopProbe]:
    """Measure every step of the event loop that runs in this thread: others do not make it longer."""
    probe = LoopProbe()
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        seconds = time.thread_time() - began
        if seconds > 0.0005:
            probe.steps.append((seconds, repr(handle)))

    # The garbage of the other tests in this process is not part of a step.
    gc.disable()
    try:
        with mock.patch.object(asyncio.Handle, "_run", measured):
            yield probe
    finally:
        gc.enable()
