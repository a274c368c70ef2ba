"""The garbage collection schedule: young objects often, all objects rarely.

Tables are trees of values that are freed by reference counting; cycles are rare. But a full collection visits all live
objects. With a thousand tables it takes a second, during which no request is answered. So young objects are collected
in small steps, and full collections are spaced so that they take a thousandth of the time.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

from tilewise.server import metrics

YOUNG_THRESHOLD: Final = 1_000
"""New objects that trigger a collection of young objects, which takes a few milliseconds."""

NEVER: Final = 1_000_000_000

TIME_SHARE: Final = 0.001
"""The share of the time that full collections may take."""

SHORTEST_PAUSE: Final = 600.0
"""Seconds between two full collections, however quick they are."""


def schedule_collection() -> None:
    """Leave only young objects to the automatic garbage collection."""
    gc.collect()
    # Objects that exist now, mostly modules, live as long as the process.
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, NEVER, NEVER)


async def collect_periodically() -> None:
    """Run full collections periodically, until cancelled."""
    pause = SHORTEST_PAUSE
    while True:
        await asyncio.sleep(pause)
        began = time.perf_counter()
        gc.collect()
        took = time.perf_counter() - began
        metrics.collections.observe(took)
        pause = max(SHORTEST_PAUSE, took / TIME_SHARE)
