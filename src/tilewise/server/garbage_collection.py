"""When Python looks for unused cycles: a little often, everything seldom.

Tables are trees of values, freed when nobody refers to them any more; cycles are rare. But Python looks through all
that lives for them, and with a thousand tables that takes a second, during which nobody is answered. So what is young
is looked through in small parts, and everything only so often that it takes a thousandth of the time.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

from tilewise.server import metrics

YOUNG: Final = 1_000
"""New objects before the young ones are looked through: some milliseconds."""

NEVER: Final = 1_000_000_000

SHARE: Final = 0.001
"""Of the time, for looking through everything."""

AT_LEAST: Final = 600.0
"""Seconds between two looks through everything, however quick they are."""


def schedule_collection() -> None:
    """Let Python look through what is young by itself, and through everything only when it is told to."""
    gc.collect()
    # What is there by now, modules above all, stays for good.
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def collect_periodically() -> None:
    """Look through everything again and again; until cancelled."""
    pause = AT_LEAST
    while True:
        await asyncio.sleep(pause)
        began = time.perf_counter()
        gc.collect()
        took = time.perf_counter() - began
        metrics.collections.observe(took)
        pause = max(AT_LEAST, took / SHARE)
